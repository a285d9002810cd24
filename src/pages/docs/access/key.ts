/** The characters of a valid key: visible ASCII. */
const KEY = /^[\x21-\x7e]+$/

/** Why this key cannot be used. Undefined when it can. */
export function getKeyError(key: string): 'keyMissing' | 'keyWrong' | undefined {
  if (key === '') return 'keyMissing'
  return KEY.test(key) ? undefined : 'keyWrong'
}

/** Values that `npm start` provides for its simulated products. Empty on a deployment. */
export interface Prefilled {
  key?: string
  /** Account headers by operation or group. */
  headers?: Record<string, Record<string, string>>
}

export const readPrefilled = (): Prefilled =>
  JSON.parse(document.getElementById('prefilled')?.textContent ?? '{}') as Prefilled
