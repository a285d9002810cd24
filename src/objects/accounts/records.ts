import type { AccountRecord, AccountUse, NewLink, StoredLink } from '../../base/accounts.ts'
import type { Env } from '../../base/env.ts'

const STATE = 'state'

/** Names of the objects that store data of the account, to find them when it is exported or erased. */
const OBJECTS = 'objects'

/** When the account was erased, in epoch milliseconds. */
const ERASED = 'erased'

/** How long after a change an isolate may still use the previous credential, in milliseconds. */
const LATE_MS = 120_000

/** The results of an account's last uses. Results for one credential do not apply to the next. */
export class AccountRecords {
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  read(): AccountRecord | undefined {
    return this.#storage.kv.get<AccountRecord>(STATE)
  }

  /** Reports may arrive in another order than the uses, so each counts by its own time. */
  note({ at, credential, failure, expiresAt, identity }: AccountUse): void {
    if (this.isErased(at)) return
    const known = this.read()
    const isSame = known?.credential === credential
    if (known && !isSame && at < (known.connectedAt ?? 0) + LATE_MS) return
    const before: AccountRecord = isSame ? known : { credential }
    const next: AccountRecord = {
      ...before,
      ...(expiresAt !== undefined && { expiresAt }),
      ...(identity !== undefined && { identity }),
    }
    if (failure && at >= (before.lastFailure?.at ?? 0)) next.lastFailure = { ...failure, at }
    if (!failure) next.lastOkAt = Math.max(at, before.lastOkAt ?? 0)
    this.#write(next)
  }

  /** Starts a record for a credential that was just connected. */
  replace(record: AccountRecord): void {
    const before = this.read()
    this.#storage.kv.delete(ERASED)
    this.#write({ ...record, previousIdentity: before?.identity ?? before?.previousIdentity })
  }

  forget(): void {
    this.#storage.kv.delete(STATE)
  }

  get objects(): string[] {
    return this.#storage.kv.get<string[]>(OBJECTS) ?? []
  }

  /** Adds the name of an object. False while the account is erased. */
  register(name: string, isConnecting: boolean, now: number): boolean {
    if (isConnecting) this.#storage.kv.delete(ERASED)
    if (this.isErased(now)) return false
    const names = this.objects
    if (!names.includes(name)) this.#storage.kv.put<string[]>(OBJECTS, [...names, name])
    return true
  }

  beginErasing(now: number): void {
    this.#storage.kv.put<number>(ERASED, now)
  }

  /**
   * Whether the account was erased and not connected since. This ends when no isolate can use the erased credential any
   * more, because secrets of the deployment may then be in use again.
   */
  isErased(now: number): boolean {
    const at = this.#storage.kv.get<number>(ERASED)
    return at !== undefined && now < at + LATE_MS
  }

  erase(): void {
    this.forget()
    this.#storage.kv.delete(OBJECTS)
  }

  #write(record: AccountRecord): void {
    this.#storage.kv.put<AccountRecord>(STATE, record)
  }
}

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
    const others = this.#recent(now).filter(({ digest }) => digest !== link.digest)
    this.#write([...others, { ...link, isUsed: false, tries: 0 }].slice(-MOST_LINKS))
  }

  all(now: number): StoredLink[] {
    return this.#recent(now).map(({ isUsed, tries, ...link }) => {
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

  count(now: number): number {
    return this.#recent(now).length
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

  /** Those that are still remembered. The others are deleted, with their notes to a person. */
  #recent(now: number): Link[] {
    const links = this.#all()
    const recent = links.filter(({ expiresAt }) => now < expiresAt + STORED_MS)
    if (recent.length < links.length) this.#write(recent)
    return recent
  }

  #all(): Link[] {
    return this.#storage.kv.get<Link[]>(LINKS) ?? []
  }

  #write(links: readonly Link[]): void {
    this.#storage.kv.put<readonly Link[]>(LINKS, links)
  }
}

const ORIGIN = 'origin'

/**
 * The API origin of an account, once the product has named it. It is not secret, so it is stored even without
 * CREDENTIALS_KEY.
 */
export class AccountOrigin {
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  read(): string | undefined {
    return this.#storage.kv.get<string>(ORIGIN)
  }

  erase(): void {
    this.#storage.kv.delete(ORIGIN)
  }

  keep(origin: string): void {
    if (origin !== this.read()) this.#storage.kv.put(ORIGIN, origin)
  }
}

const REGISTERED = 'registered'

/**
 * Adds the name of an object to the object with the account's state, once and before the first write, so that export
 * and erasure find it. That object itself is always found.
 */
export class Registration {
  readonly #storage: DurableObjectStorage
  readonly #env: Env
  readonly #name: string
  readonly #stateName: string
  #running: Promise<void> | undefined

  constructor({ storage, id }: DurableObjectState, env: Env) {
    this.#storage = storage
    this.#env = env
    this.#name = id.name ?? ''
    this.#stateName = this.#name.replace(/(recorder|social)\/.*/, 'state/$1')
  }

  /** Whether the object may store data. False after it was erased, until it registers again. */
  get isDone(): boolean {
    return this.#name === this.#stateName || this.#storage.kv.get<boolean>(REGISTERED) === true
  }

  /** @param isConnecting whether somebody is connecting the account now, also after it was erased */
  async register(isConnecting = false): Promise<void> {
    if (this.isDone) return
    if (isConnecting) return this.#send(true)
    // Steps that wait for the same registration continue in their order.
    this.#running ??= this.#send(false).finally(() => {
      this.#running = undefined
    })
    await this.#running
  }

  async #send(isConnecting: boolean): Promise<void> {
    const state = this.#env.ACCOUNTS.getByName(this.#stateName)
    if (await state.registerObject(this.#name, isConnecting)) this.#storage.kv.put<boolean>(REGISTERED, true)
  }

  erase(): void {
    this.#storage.kv.delete(REGISTERED)
  }
}
