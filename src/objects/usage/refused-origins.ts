import type { RefusedOrigin, StoredOrigin } from '../../base/usage.ts'

const NAME = 'refused origins'

const STORED_MS = 7 * 86_400_000
const MOST = 20
/** The newest ones stay, however rare: the owner may be trying a page right now. */
const NEWEST = 5

/**
 * The origins of pages that may not call. Anyone may invent origins, so there are few, in one value: the newest five,
 * and the others with the most requests. Of equal ones the older stays, so invented ones displace each other.
 */
export class RefusedOrigins {
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /** Newest first, those of the last week. */
  all(now: number): StoredOrigin[] {
    const stored = this.#storage.kv.get<StoredOrigin[]>(NAME) ?? []
    return stored.filter(({ lastAt }) => now - lastAt < STORED_MS).sort((a, b) => b.lastAt - a.lastAt)
  }

  add(counts: readonly RefusedOrigin[], now: number): void {
    let stored = this.all(now)
    for (const { origin, count, lastAt } of counts) {
      const before = stored.find((each) => each.origin === origin)
      const sum = {
        origin,
        count: count + (before?.count ?? 0),
        firstAt: before?.firstAt ?? lastAt,
        lastAt: Math.max(lastAt, before?.lastAt ?? 0),
      }
      stored = [sum, ...stored.filter((each) => each !== before)]
      if (stored.length > MOST) {
        const least = stored.slice(NEWEST).reduce((rarest, each) => (each.count < rarest.count ? each : rarest))
        stored = stored.filter((each) => each !== least)
      }
    }
    this.#storage.kv.put<StoredOrigin[]>(NAME, stored)
  }
}
