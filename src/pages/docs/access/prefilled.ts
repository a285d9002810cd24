/** Values that `npm start` provides for its simulated products. Empty on a deployment. */
export interface Prefilled {
  key?: string
  /** Account headers by operation or group. */
  headers?: Record<string, Record<string, string>>
}

export const readPrefilled = (): Prefilled =>
  JSON.parse(document.getElementById('prefilled')?.textContent ?? '{}') as Prefilled
