import { RpcTarget } from 'cloudflare:workers'
import { findFailure } from '../../accounts/status.ts'
import {
  type AccountFailure,
  type AccountRecord,
  type AccountUse,
  type Generation,
  getKinds,
  isFailing,
  type KindRecord,
  MAIN_KIND,
  type NewLink,
  type Since,
  type StoredLink,
} from '../../base/accounts.ts'
import type { Env } from '../../base/env.ts'
import { callObject, EVENTS } from '../../base/objects.ts'
import type { Platform } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'
import { wakeBy } from './alarm.ts'

const STATE = 'state'

/** Names of the objects that store data of the account, to find them when it is exported or erased. */
const OBJECTS = 'objects'

/** When the account was erased, in epoch milliseconds. */
const ERASED = 'erased'

/** Whether the product has refused a call of the account because of its rate (429). */
const LIMITED = 'limited'

/** How long after a change an isolate may still use the previous credential, in milliseconds. */
const LATE_MS = 120_000

/** The results of an account's last uses. Results for one credential do not apply to the next. */
export class AccountRecords extends RpcTarget {
  readonly #storage: DurableObjectStorage
  readonly #now: () => number

  constructor(storage: DurableObjectStorage, now: () => number) {
    super()
    this.#storage = storage
    this.#now = now
  }

  read(): AccountRecord | undefined {
    return this.#storage.kv.get<AccountRecord>(STATE)
  }

  /**
   * Reports may arrive in another order than the uses, so each counts by its own time. Returns when EVENTS has to look at
   * the account, if this use says so.
   */
  note({ at, credential, kind = MAIN_KIND, isTest, failure, ...learned }: AccountUse): number | undefined {
    if (this.isErased(at)) return undefined
    const known = this.read()
    const isSame = known?.credential === credential
    if (known && !isSame && at < (known.connectedAt ?? 0) + LATE_MS) return undefined
    const before: AccountRecord = isSame ? known : { credential }
    const { expiresAt, identity, ownId, workspace, workspaces } = learned
    const kinds = getKinds(before)
    const next: AccountRecord = {
      ...before,
      kinds: { ...kinds, [kind]: nextKind(kinds[kind], at, failure) },
      ...(isTest && !failure && { testedOkAt: Math.max(at, before.testedOkAt ?? 0) }),
      ...(expiresAt !== undefined && { expiresAt }),
      ...(identity !== undefined && { identity }),
      ...(ownId !== undefined && { ownId }),
      ...(workspace !== undefined && { workspace }),
      ...(workspaces !== undefined && { workspaces }),
    }
    if (failure && at >= (before.lastFailure?.at ?? 0)) next.lastFailure = { ...failure, at }
    if (!failure) next.lastOkAt = Math.max(at, before.lastOkAt ?? 0)
    // A series is one of the account's state, which a call of another kind does not change.
    next.since = continueSeries(before, at, findFailure(next))
    this.#write(next)
    return noticeAt(known?.since ?? {}, next.since ?? {}, at)
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

  /** The names of all objects that stored data of this account. */
  objects(): string[] {
    return this.#storage.kv.get<string[]>(OBJECTS) ?? []
  }

  /**
   * Adds the name of an object that is about to store data of this account. False after the account was erased, until it
   * is connected again.
   *
   * @param isConnecting whether somebody is connecting the account now
   */
  register(name: string, isConnecting: boolean): boolean {
    if (isConnecting) this.#storage.kv.delete(ERASED)
    if (this.isErased()) return false
    const names = this.objects()
    if (!names.includes(name)) this.#storage.kv.put<string[]>(OBJECTS, [...names, name])
    return true
  }

  /** Like `objects`. From now on no object may store data of this account, until it is connected again. */
  startErasing(): string[] {
    this.#storage.kv.put<number>(ERASED, this.#now())
    return this.objects()
  }

  /**
   * Whether the account was erased and not connected since. This ends when no isolate can use the erased credential any
   * more, because secrets of the deployment may then be in use again.
   */
  isErased(now = this.#now()): boolean {
    const at = this.#storage.kv.get<number>(ERASED)
    return at !== undefined && now < at + LATE_MS
  }

  isLimited(): boolean {
    return this.#storage.kv.get<boolean>(LIMITED) ?? false
  }

  limit(): void {
    if (!this.isErased()) this.#storage.kv.put<boolean>(LIMITED, true)
  }

  erase(): void {
    this.forget()
    this.#storage.kv.delete(LIMITED)
    this.#storage.kv.delete(OBJECTS)
  }

  #write(record: AccountRecord): void {
    this.#storage.kv.put<AccountRecord>(STATE, record)
  }
}

/** The series after a use. A use that is older than the last opposite result changes nothing. */
function continueSeries(
  { since = {}, lastOkAt, lastFailure }: AccountRecord,
  at: number,
  failure: AccountFailure | undefined,
): Since {
  if (!failure) {
    if (lastFailure && lastFailure.at >= at) return since
    const isFirst = since.rejected !== undefined || since.unreachable !== undefined
    return { ok: isFirst ? at : Math.min(since.ok ?? at, at) }
  }
  if (lastOkAt !== undefined && lastOkAt > at) return since
  const { ok: _, ...failing } = since
  if (failure.kind === 'misconfigured') return failing
  const first = Math.min(failing[failure.kind] ?? at, at)
  return failure.kind === 'rejected' ? { rejected: first } : { ...failing, unreachable: first }
}

/** A product that fails for this long is reported, in milliseconds. */
export const DOWN_MS = 3_600_000

/**
 * When EVENTS has to compare the account: now, if it was refused or works again, and an hour after its product went down.
 */
function noticeAt(before: Since, after: Since, now: number): number | undefined {
  const isRefusalNew = (before.rejected === undefined) !== (after.rejected === undefined)
  const wasDown = before.unreachable !== undefined && now - before.unreachable >= DOWN_MS
  if (isRefusalNew || (wasDown && after.unreachable === undefined)) return now
  if (before.unreachable === undefined && after.unreachable !== undefined) return after.unreachable + DOWN_MS
  return undefined
}

const NOTICE = 'notice'

/** The wait before EVENTS is notified again, in milliseconds: doubled each time, up to the second value. */
const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 10 * 60_000

interface Notice {
  /** When it is due, in epoch milliseconds. */
  at: number
  failures: number
  /** How many changes it is about, so that one that comes while it is sent is sent as well. */
  changes: number
}

/**
 * Notifies EVENTS that an account has to be compared. A notice is stored together with the state that it is about, and an
 * alarm sends it, so that a kill in between loses nothing. The object runs one step at a time, so that a change is noticed
 * once, however many requests report it.
 */
export class AccountNotices {
  readonly #storage: DurableObjectStorage
  readonly #settings: Settings
  readonly #platform: Platform

  constructor(storage: DurableObjectStorage, settings: Settings, platform: Platform) {
    this.#storage = storage
    this.#settings = settings
    this.#platform = platform
  }

  /** @param at when it is due, in epoch milliseconds. Without it, the alarm of an earlier notice is checked. */
  async add(at: number | undefined): Promise<void> {
    const known = this.#storage.kv.get<Notice>(NOTICE)
    if (at !== undefined) {
      const next = { at: Math.min(at, known?.at ?? at), failures: 0, changes: (known?.changes ?? 0) + 1 }
      this.#storage.kv.put<Notice>(NOTICE, next)
      // Nothing is awaited in between, so both are on disk, or neither.
      if (next.at <= this.#platform.now()) return this.#storage.setAlarm(this.#platform.now())
    }
    await this.#arm()
  }

  async alarm(): Promise<void> {
    const notice = this.#storage.kv.get<Notice>(NOTICE)
    if (notice && notice.at <= this.#platform.now()) await this.#send(notice)
    await this.#arm()
  }

  erase(): void {
    this.#storage.kv.delete(NOTICE)
  }

  async #send({ failures, changes }: Notice): Promise<void> {
    try {
      await callObject(this.#settings, EVENTS, (events) => events.accountTurned())
      if (this.#storage.kv.get<Notice>(NOTICE)?.changes === changes) this.erase()
    } catch {
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures)
      this.#storage.kv.put<Notice>(NOTICE, { at: this.#platform.now() + wait, failures: failures + 1, changes })
    }
  }

  async #arm(): Promise<void> {
    const notice = this.#storage.kv.get<Notice>(NOTICE)
    if (notice) await wakeBy(this.#storage, notice.at, this.#platform.now())
  }
}

/** Each result counts by its own time. */
function nextKind(known: KindRecord = {}, at: number, failure: AccountUse['failure']): KindRecord {
  if (!failure) return { ...known, okAt: Math.max(at, known.okAt ?? 0) }
  if (at < (known.failure?.at ?? 0)) return known
  return { ...known, failure: { ...failure, at }, since: isFailing(known) ? known.since : at }
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
export class AccountLinks extends RpcTarget {
  readonly #storage: DurableObjectStorage
  readonly #now: () => number

  constructor(storage: DurableObjectStorage, now: () => number) {
    super()
    this.#storage = storage
    this.#now = now
  }

  add(link: NewLink): void {
    const others = this.#recent().filter(({ digest }) => digest !== link.digest)
    this.#write([...others, { ...link, isUsed: false, tries: 0 }].slice(-MOST_LINKS))
  }

  /** The links that were created in the last week, newest last. */
  list(): StoredLink[] {
    const now = this.#now()
    return this.#recent().map(({ isUsed, tries, ...link }) => {
      const triesLeft = Math.max(0, MOST_TRIES - tries)
      const isOver = now >= link.expiresAt
      return { ...link, triesLeft, state: isUsed ? 'used' : isOver ? 'ended' : triesLeft === 0 ? 'spent' : 'open' }
    })
  }

  /** Counts an attempt to connect with a link. False when none are left. */
  try(digest: string): boolean {
    const isOpen = this.#isOpen(digest)
    if (isOpen) this.#change(digest, (link) => ({ ...link, tries: link.tries + 1 }))
    return isOpen
  }

  /** Marks a link as used. False when it is not valid any more. Its last attempt may be the successful one. */
  use(digest: string): boolean {
    const link = this.#all().find((each) => each.digest === digest)
    if (!link || link.isUsed || this.#now() >= link.expiresAt) return false
    this.#change(digest, (used) => ({ ...used, isUsed: true }))
    return true
  }

  count(): number {
    return this.#recent().length
  }

  erase(): void {
    this.#storage.kv.delete(LINKS)
  }

  /** Makes a used link valid again, after its work failed. */
  release(digest: string): void {
    this.#change(digest, (link) => ({ ...link, isUsed: false }))
  }

  /** Deletes a link. False when there is none. */
  revoke(digest: string): boolean {
    const links = this.#all()
    const others = links.filter((link) => link.digest !== digest)
    this.#write(others)
    return others.length < links.length
  }

  #isOpen(digest: string): boolean {
    return this.list().some((link) => link.digest === digest && link.state === 'open')
  }

  #change(digest: string, change: (link: Link) => Link): void {
    this.#write(this.#all().map((link) => (link.digest === digest ? change(link) : link)))
  }

  /** Those that are still remembered. The others are deleted, with their notes to a person. */
  #recent(): Link[] {
    const now = this.#now()
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
export class AccountOrigin extends RpcTarget {
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    super()
    this.#storage = storage
  }

  /** Undefined until the product has named it. */
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

const GENERATION = 'generation'

/** The generation of the product that an account uses. Absent until the account has left the first one. */
export class AccountGeneration extends RpcTarget {
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    super()
    this.#storage = storage
  }

  read(): Generation | undefined {
    return this.#storage.kv.get<Generation>(GENERATION)
  }

  erase(): void {
    this.#storage.kv.delete(GENERATION)
  }

  keep(generation: Generation): void {
    if (generation !== this.read()) this.#storage.kv.put(GENERATION, generation)
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
    this.#stateName = this.#name.replace(/((?:recorder|social)(?::[a-z0-9-]+)?)\/.*/, 'state/$1')
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
    const state = { binding: 'ACCOUNTS', name: this.#stateName } as const
    const isRegistered = await callObject({ env: this.#env }, state, ({ records }) =>
      records.register(this.#name, isConnecting),
    )
    if (isRegistered) this.#storage.kv.put<boolean>(REGISTERED, true)
  }

  erase(): void {
    this.#storage.kv.delete(REGISTERED)
  }
}
