/** What `npm start` hands to the page of its simulated products; nothing on a deployment. */
export interface Prefilled {
  key?: string
  /** Account headers by operation or group. */
  headers?: Record<string, Record<string, string>>
}

export const readPrefilled = (): Prefilled =>
  JSON.parse(document.getElementById('prefilled')?.textContent ?? '{}') as Prefilled
