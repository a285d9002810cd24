import type { NewLink, StoredLink } from '../../base/accounts.ts'

interface Link extends NewLink {
  isUsed: boolean
  tries: number
}

const LINKS = 'links'

/** How long a link is remembered after its expiry, to distinguish it from an unknown one, in milliseconds. */
const STORED_MS = 7 * 24 * 3_600_000
/** The most links. A new one drops the oldest. */
const MOST_LINKS = 50
/** How many attempts to connect a link allows. */
const MOST_TRIES = 10

/** The links with which an account may be connected without the admin key, by digest: a link itself is not stored. */
export class AccountLinks {
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /** @param now epoch milliseconds */
  add(link: NewLink, now: number): void {
    const others = this.#all().filter(({ digest, expiresAt }) => digest !== link.digest && now < expiresAt + STORED_MS)
    this.#write([...others, { ...link, isUsed: false, tries: 0 }].slice(-MOST_LINKS))
  }

  all(now: number): StoredLink[] {
    return this.#all().map(({ isUsed, tries, ...link }) => {
      const triesLeft = Math.max(0, MOST_TRIES - tries)
      const isOver = now >= link.expiresAt
      return { ...link, triesLeft, state: isUsed ? 'used' : isOver ? 'ended' : triesLeft === 0 ? 'spent' : 'open' }
    })
  }

  try(digest: string, now: number): boolean {
    const isOpen = this.#isOpen(digest, now)
    if (isOpen) this.#change(digest, (link) => ({ ...link, tries: link.tries + 1 }))
    return isOpen
  }

  /** Marks a link as used. Its last attempt may be the successful one. */
  use(digest: string, now: number): boolean {
    const link = this.#all().find((each) => each.digest === digest)
    if (!link || link.isUsed || now >= link.expiresAt) return false
    this.#change(digest, (used) => ({ ...used, isUsed: true }))
    return true
  }

  get count(): number {
    return this.#all().length
  }

  erase(): void {
    this.#storage.kv.delete(LINKS)
  }

  release(digest: string): void {
    this.#change(digest, (link) => ({ ...link, isUsed: false }))
  }

  revoke(digest: string): boolean {
    const links = this.#all()
    const others = links.filter((link) => link.digest !== digest)
    this.#write(others)
    return others.length < links.length
  }

  #isOpen(digest: string, now: number): boolean {
    return this.all(now).some((link) => link.digest === digest && link.state === 'open')
  }

  #change(digest: string, change: (link: Link) => Link): void {
    this.#write(this.#all().map((link) => (link.digest === digest ? change(link) : link)))
  }

  #all(): Link[] {
    return this.#storage.kv.get<Link[]>(LINKS) ?? []
  }

  #write(links: readonly Link[]): void {
    this.#storage.kv.put<readonly Link[]>(LINKS, links)
  }
}
