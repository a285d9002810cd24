import { RpcTarget } from 'cloudflare:workers'
import { type FoundOrigins, MOST_OF_ADDRESS, type RefusedOrigin, type StoredOrigin } from '../../base/usage.ts'

const NAME = 'refused origins'
const OTHERS = 'other refused origins'

const DAY = 86_400_000
const STORED_MS = 7 * DAY
const MOST = 20

interface Others {
  count: number
  /** Epoch milliseconds. */
  lastAt: number
}

/**
 * The origins of pages that may not call. Anyone may invent origins, so there are few, in one value. One that is listed
 * stays a day, and an address adds three in a day. All others are only counted.
 */
export class RefusedOrigins extends RpcTarget {
  readonly #storage: DurableObjectStorage
  readonly #now: () => number

  constructor(storage: DurableObjectStorage, now: () => number) {
    super()
    this.#storage = storage
    this.#now = now
  }

  /** The origins that were refused in the last week. */
  list(): FoundOrigins {
    const now = this.#now()
    const stored = this.#storage.kv.get<StoredOrigin[]>(NAME) ?? []
    const origins = stored.filter(({ lastAt }) => now - lastAt < STORED_MS).sort((a, b) => b.lastAt - a.lastAt)
    const others = this.#storage.kv.get<Others>(OTHERS)
    return { origins, others: others && now - others.lastAt < STORED_MS ? others.count : 0 }
  }

  /** Adds what an isolate counted. */
  add(counts: readonly RefusedOrigin[], others: number): void {
    const now = this.#now()
    const found = this.list()
    let more = others
    let stored = found.origins.map((each) => (isRecent(each) ? each : { ...each, address: undefined }))
    for (const { origin, address, count, lastAt } of counts) {
      const before = stored.find((each) => each.origin === origin)
      if (before) {
        const sum = { ...before, count: before.count + count, lastAt: Math.max(lastAt, before.lastAt) }
        stored = stored.map((each) => (each === before ? sum : each))
        continue
      }
      if (stored.length >= MOST) stored = withoutLeast(stored)
      const own = stored.filter((each) => each.address === address)
      if (stored.length >= MOST || own.length >= MOST_OF_ADDRESS) more += count
      else stored = [...stored, { origin, address, count, firstAt: lastAt, lastAt }]
    }
    this.#storage.kv.put<StoredOrigin[]>(NAME, stored)
    if (more > 0) this.#storage.kv.put<Others>(OTHERS, { count: found.others + more, lastAt: now })

    function isRecent({ firstAt }: StoredOrigin): boolean {
      return Math.abs(now - firstAt) < DAY
    }

    /** Without the one with the fewest requests of those that were listed for a day, if there is one. */
    function withoutLeast(all: readonly StoredOrigin[]): StoredOrigin[] {
      const [least] = all.filter((each) => !isRecent(each)).sort((a, b) => a.count - b.count)
      return all.filter((each) => each !== least)
    }
  }
}
