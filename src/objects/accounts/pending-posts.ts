import type { AttemptEnding, PendingItem, PendingPost, PublishAttempt } from '../../base/account-object.ts'

interface Pending extends PendingPost {
  since: number
}

/** The product drops a container that was not published within a day (social facts, section 3). */
const LIFE_MS = 24 * 3_600_000

/** How many are stored: the product publishes 250 posts and 1,000 replies a day (social facts, section 6). */
const MOST = 1_250

/** An older attempt has ended, in milliseconds, because a request takes at most 25 s (decisions.md section 2). */
const ATTEMPT_MS = 30_000

const PREFIX = 'pending/'

/**
 * What is known about the posts of a day, by digest: their containers at the product, which request publishes them, and
 * their ids. A repeated request for the same post continues from there, so the post is published once.
 */
export class PendingPosts {
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /**
   *
   * @param now epoch milliseconds
   * @param repeatedMs a post that was published longer ago is deleted
   */
  async find(digest: string, now: number, repeatedMs = LIFE_MS): Promise<PendingPost | undefined> {
    const pending = await this.#read(digest, now)
    if (!pending?.published || now - pending.published.at < repeatedMs) return pending
    await this.#storage.delete(PREFIX + digest)
    return undefined
  }

  /** Adds to what is stored, and returns all of it. A stored container is not replaced. */
  async keep(digest: string, added: PendingPost, now: number): Promise<PendingPost> {
    const stored = await this.#read(digest, now)
    if (!stored) await this.#makeRoom(now)
    return this.#write(digest, merged(stored ?? { since: now }, added, now))
  }

  /** Gives a run the claim to publish, unless another run has it or the post is published. */
  async claim(digest: string, run: string, added: PendingPost, now: number): Promise<PendingPost> {
    const stored = await this.#read(digest, now)
    if (!stored) await this.#makeRoom(now)
    const pending = merged(stored ?? { since: now }, added, now)
    const isFree = !pending.published && !isUnderWay(pending.attempt, run, now)
    return this.#write(digest, isFree ? { ...pending, attempt: { run, at: now } } : pending)
  }

  async settle(digest: string, run: string, ending: AttemptEnding, now: number): Promise<void> {
    const stored = (await this.#read(digest, now)) ?? { since: now }
    if (typeof ending === 'object') {
      if (stored.published) return
      await this.#write(digest, { since: stored.since, published: { id: ending.published, at: now } })
    } else if (stored.attempt?.run === run) {
      const { attempt, ...rest } = stored
      await this.#write(digest, ending === 'nothing' ? rest : { ...rest, attempt: { ...attempt, isOver: true } })
    }
  }

  /** Deletes a post, or only its container and the items at these indexes. */
  async drop(digest: string, places?: readonly number[]): Promise<void> {
    const stored = places && (await this.#storage.get<Pending>(PREFIX + digest))
    if (!stored) {
      await this.#storage.delete(PREFIX + digest)
      return
    }
    const items = { ...stored.items }
    for (const place of places) delete items[place]
    await this.#storage.put<Pending>(PREFIX + digest, { since: stored.since, items })
  }

  async count(): Promise<number> {
    return (await this.#all()).length
  }

  async erase(): Promise<void> {
    await this.#deleteFrom(await this.#all(), () => true)
  }

  /** Deletes posts whose containers the product has dropped. */
  async dropOver(now: number): Promise<void> {
    await this.#deleteFrom(await this.#all(), (since) => now - since >= LIFE_MS)
  }

  async #read(digest: string, now: number): Promise<Pending | undefined> {
    const pending = await this.#storage.get<Pending>(PREFIX + digest)
    return pending && now - pending.since < LIFE_MS ? pending : undefined
  }

  async #write(digest: string, pending: Pending): Promise<Pending> {
    await this.#storage.put<Pending>(PREFIX + digest, pending)
    return pending
  }

  /** Deletes posts whose containers the product has dropped, and the oldest if there are too many. */
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

const isUnderWay = (attempt: PublishAttempt | undefined, run: string, now: number): boolean =>
  attempt !== undefined && !attempt.isOver && attempt.run !== run && now - attempt.at < ATTEMPT_MS

function merged(stored: Pending, added: PendingPost, now: number): Pending {
  const items: Record<number, PendingItem> = { ...stored.items }
  for (const [place, item] of Object.entries(added.items ?? {})) {
    const standing = items[Number(place)]
    if (!standing || standing.container === item.container)
      items[Number(place)] = { ...item, madeAt: standing?.madeAt ?? now }
  }
  const made = stored.container === undefined && added.container !== undefined
  return {
    ...stored,
    ...(made && { container: added.container, containerAt: now }),
    ...(Object.keys(items).length > 0 && { items }),
  }
}
