const REGISTRATIONS = 'registrations'

/** How many clients may register in a minute, from all IP addresses together. */
const MOST_A_MINUTE = 20
const MINUTE_MS = 60_000

/** When clients registered in the last minute. The registrations themselves are not stored. */
export class Registrations {
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /** Counts one more. False when there are too many. */
  admit(now: number): boolean {
    const times = this.#storage.kv.get<number[]>(REGISTRATIONS) ?? []
    const recent = times.filter((time) => Math.abs(now - time) < MINUTE_MS)
    if (recent.length >= MOST_A_MINUTE) return false
    this.#storage.kv.put<number[]>(REGISTRATIONS, [...recent, now])
    return true
  }
}
