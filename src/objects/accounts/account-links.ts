import type { LinkStanding } from '../../base/account-state.ts'

interface Link {
  digest: string
  /** Epoch milliseconds. */
  expiresAt: number
  isUsed: boolean
}

const LINKS = 'links'

/** For how long a link is remembered after its end, so that it is told from one that was never made, in milliseconds. */
const REMEMBERED_MS = 7 * 24 * 3_600_000
/** A new link beyond these drops the oldest one. */
const MOST_LINKS = 50

/** The links by which an account may be connected without the admin key, by their digests: a link itself is not kept. */
export class AccountLinks {
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /** @param now epoch milliseconds */
  keep(digest: string, expiresAt: number, now: number): void {
    const others = this.#all().filter((link) => link.digest !== digest && now < link.expiresAt + REMEMBERED_MS)
    this.#write([...others, { digest, expiresAt, isUsed: false }].slice(-MOST_LINKS))
  }

  standing(digest: string, now: number): LinkStanding {
    const link = this.#all().find((each) => each.digest === digest)
    if (!link) return { state: 'wrong' }
    if (link.isUsed) return { state: 'used' }
    return now < link.expiresAt ? { state: 'open', expiresAt: link.expiresAt } : { state: 'ended' }
  }

  use(digest: string, now: number): boolean {
    const isOpen = this.standing(digest, now).state === 'open'
    if (isOpen) this.#mark(digest, true)
    return isOpen
  }

  release(digest: string): void {
    this.#mark(digest, false)
  }

  get count(): number {
    return this.#all().length
  }

  erase(): void {
    this.#storage.kv.delete(LINKS)
  }

  #mark(digest: string, isUsed: boolean): void {
    this.#write(this.#all().map((link) => (link.digest === digest ? { ...link, isUsed } : link)))
  }

  #all(): Link[] {
    return this.#storage.kv.get<Link[]>(LINKS) ?? []
  }

  #write(links: readonly Link[]): void {
    this.#storage.kv.put<readonly Link[]>(LINKS, links)
  }
}
