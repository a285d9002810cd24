/** What a header can carry and a key has: no blank, and nothing but Latin letters, digits and signs. */
const KEY = /^[\x21-\x7e]+$/

/** Why no request can be sent with this key, undefined when it can. */
export function keyFault(key: string): 'keyMissing' | 'keyWrong' | undefined {
  if (key === '') return 'keyMissing'
  return KEY.test(key) ? undefined : 'keyWrong'
}
