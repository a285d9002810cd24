interface Pending {
  container: string
  /** Epoch milliseconds. */
  since: number
}

/** The product drops a container that was not published within a day (social facts, section 3). */
const LIFE_MS = 24 * 3_600_000

const PREFIX = 'pending/'

/**
 * The containers that the product holds for posts which are not published yet, by the post's digest. The same post, sent
 * again, is published from its container instead of from the start.
 */
export class PendingPosts {
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /** @param now epoch milliseconds */
  async find(digest: string, now: number): Promise<string | undefined> {
    const pending = await this.#storage.get<Pending>(PREFIX + digest)
    return pending && now - pending.since < LIFE_MS ? pending.container : undefined
  }

  async keep(digest: string, container: string, now: number): Promise<void> {
    const all = await this.#storage.list<Pending>({ prefix: PREFIX })
    const over = [...all].filter(([, { since }]) => now - since >= LIFE_MS).map(([key]) => key)
    for (const key of over) await this.#storage.delete(key)
    await this.#storage.put<Pending>(PREFIX + digest, { container, since: now })
  }

  async drop(digest: string): Promise<void> {
    await this.#storage.delete(PREFIX + digest)
  }
}
