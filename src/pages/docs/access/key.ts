/** The characters of a valid key: visible ASCII. */
const KEY = /^[\x21-\x7e]+$/

/** Why this key cannot be used. Undefined when it can. */
export function getKeyError(key: string): 'keyMissing' | 'keyWrong' | undefined {
  if (key === '') return 'keyMissing'
  return KEY.test(key) ? undefined : 'keyWrong'
}
