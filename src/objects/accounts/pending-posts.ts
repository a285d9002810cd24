import type { PendingItem, PendingPost } from '../../base/account-object.ts'

interface Pending extends PendingPost {
  /** When the first part of it was kept, epoch milliseconds. */
  since: number
}

/** The product drops a container that was not published within a day (social facts, section 3). */
const LIFE_MS = 24 * 3_600_000

/** How many are kept: the product publishes 250 posts and 1,000 replies a day (social facts, section 6). */
const MOST = 1_250

const PREFIX = 'pending/'

/**
 * The containers that the product holds for posts which are not published yet, by the post's digest. The same post, sent
 * again, is published from its containers instead of from the start.
 */
export class PendingPosts {
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /** @param now epoch milliseconds */
  async find(digest: string, now: number): Promise<PendingPost | undefined> {
    const pending = await this.#storage.get<Pending>(PREFIX + digest)
    return pending && now - pending.since < LIFE_MS ? postOf(pending) : undefined
  }

  /** Adds to what is kept, and answers all of it. A container that is kept stays in place of another one. */
  async keep(digest: string, added: PendingPost, now: number): Promise<PendingPost> {
    const found = await this.#storage.get<Pending>(PREFIX + digest)
    const kept = found && now - found.since < LIFE_MS ? found : undefined
    if (!kept) await this.#makeRoom(now)
    const pending = { since: kept?.since ?? now, ...merged(kept, added) }
    await this.#storage.put<Pending>(PREFIX + digest, pending)
    return postOf(pending)
  }

  /** Forgets a post, or its container and the items at these places. */
  async drop(digest: string, places?: readonly number[]): Promise<void> {
    const kept = places && (await this.#storage.get<Pending>(PREFIX + digest))
    if (!kept) {
      await this.#storage.delete(PREFIX + digest)
      return
    }
    const items = { ...kept.items }
    for (const place of places) delete items[place]
    await this.#storage.put<Pending>(PREFIX + digest, { since: kept.since, items })
  }

  /** Deletes those that the product has dropped. */
  async dropOver(now: number): Promise<void> {
    await this.#deleteFrom(await this.#all(), (since) => now - since >= LIFE_MS)
  }

  /** Deletes those that the product has dropped, and the oldest where there are too many. */
  async #makeRoom(now: number): Promise<void> {
    const all = await this.#all()
    const [oldest = 0] = all
      .map(([, { since }]) => since)
      .sort((a, b) => b - a)
      .slice(MOST - 1)
    await this.#deleteFrom(all, (since) => now - since >= LIFE_MS || (all.length >= MOST && since <= oldest))
  }

  #all = async () => [...(await this.#storage.list<Pending>({ prefix: PREFIX }))]

  async #deleteFrom(all: readonly [string, Pending][], isOver: (since: number) => boolean): Promise<void> {
    const over = all.filter(([, { since }]) => isOver(since)).map(([key]) => key)
    for (const key of over) await this.#storage.delete(key)
  }
}

const postOf = ({ container, items }: Pending): PendingPost => ({ container, items })

function merged(kept: PendingPost | undefined, added: PendingPost): PendingPost {
  const items: Record<number, PendingItem> = { ...kept?.items }
  for (const [place, item] of Object.entries(added.items ?? {})) {
    const standing = items[Number(place)]
    if (!standing || standing.container === item.container) items[Number(place)] = item
  }
  const container = kept?.container ?? added.container
  return { ...(container && { container }), ...(Object.keys(items).length > 0 && { items }) }
}
