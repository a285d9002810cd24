import { RpcTarget } from 'cloudflare:workers'
import {
  type CreatedCredential,
  type KeyChange,
  type KeyRecord,
  type KeyRoll,
  keyCopy,
  type NewKey,
  toKeyId,
} from '../../base/access.ts'
import { conflict, GatewayError, hasStatus, notFound, type Outcome, outcome } from '../../base/errors.ts'
import type { OwnersHand, SubscriptionOwner } from '../../base/events.ts'
import { type Account, productOf } from '../../base/groups.ts'
import { callObject, EVENTS } from '../../base/objects.ts'
import type { Platform } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'
import type { Limits } from '../../base/usage.ts'
import { openedOf } from '../../gateway/auth/accounts.ts'
import { currentKey, getLineage, type RolledKey } from '../../gateway/auth/keys.ts'
import { subscriberIn } from '../../gateway/events.ts'
import type { OwnedSubscription } from '../../gateway/events.types.ts'
import { CLOSED_MS, dataKey, isDataClosed } from '../../upstream/data-key.ts'
import { deleteRecord, readRecord, writeRecord } from '../../upstream/store.ts'
import { Outbox } from './outbox.ts'
import type { OwnerNews } from './owner-news.ts'

const MOST_KEYS = 1000
/**
 * How long a deleted key is remembered, in milliseconds: longer than a write of STORE may be on its way. Its copy is
 * deleted once more at the end.
 */
const DELETED_MS = 5 * 60_000
/** How long a request waits until its change has reached STORE and EVENTS, in milliseconds. */
const PATIENCE_MS = 10_000
/** How many changes one alarm sends, because an invocation may make a limited number of calls. */
const MOST_SENT = 20
/** How many copies the overview looks for. */
const MOST_LOOKED_FOR = 10
/** The shortest wait before the next alarm, in milliseconds. */
const SHORTEST_WAIT_MS = 1_000

interface Row extends Record<string, SqlStorageValue> {
  id: string
  digest: string
  lineage: string
  /** Null for a deleted key. */
  record: string | null
  /** Until when a deleted key is remembered, in epoch milliseconds. */
  deleted_until: number | null
  /** The data key under which its copy is stored. */
  data_key: string
}

/** How many replaced keys a key knows: those of 30 days, if it is rotated every day. */
const MOST_PREVIOUS = 30

/** The subject of the task that pauses the subscriptions of a lineage. */
const PAUSE = 'pause '

/**
 * The named keys of the deployment. Each change is committed first, and nothing is awaited between reading the state
 * and committing the new one: so changes are decided one after the other. Then the newest state goes to its copy in
 * STORE, and to EVENTS for the subscriptions of the lineage.
 *
 * A key belongs to the data key that it was created under. Under another one it is neither listed nor changed, and it is
 * as before once CREDENTIALS_KEY opens its own data again.
 */
export class NamedKeys extends RpcTarget {
  readonly #storage: DurableObjectStorage
  readonly #settings: Settings
  readonly #platform: Platform
  /** By the id of the key. */
  readonly #copies: Outbox<void>
  /** By lineage. */
  readonly #news: Outbox<OwnedSubscription[]>

  readonly #ownerNews: OwnerNews
  /** Sets the alarm of the object. */
  readonly #schedule: () => void

  constructor(
    storage: DurableObjectStorage,
    settings: Settings,
    platform: Platform,
    { ownerNews, schedule }: { ownerNews: OwnerNews; schedule: () => void },
  ) {
    super()
    this.#storage = storage
    this.#settings = settings
    this.#platform = platform
    this.#ownerNews = ownerNews
    this.#schedule = schedule
    this.#copies = new Outbox(storage, 'key_copies', platform, (id) => this.#copy(id))
    this.#news = new Outbox(storage, 'key_news', platform, async (subject) => ({ value: await this.#inform(subject) }))
  }

  get hasAny(): boolean {
    return this.#storage.sql.exec<Row>('SELECT * FROM named_keys WHERE record IS NOT NULL LIMIT 1').toArray().length > 0
  }

  /** Oldest first. */
  async list(): Promise<KeyRecord[]> {
    return this.#listOf(await this.#readDataKey())
  }

  /** @param hand whose key it is to become, for the owner who is told of it */
  async create({ digest, ...fields }: NewKey, hand?: OwnersHand): Promise<KeyRecord> {
    const id = toKeyId(digest)
    const dataKey = await this.#readDataKey()
    const record: KeyRecord = { id, ...fields, created_at: this.#now() }
    let newsId = ''
    this.#commit(() => {
      if (this.#listOf(dataKey).length >= MOST_KEYS) throw conflict(`there are ${MOST_KEYS} keys: delete one first`)
      if (this.#row(id)) throw conflict('this API key was made before')
      this.#insert(digest, record, dataKey)
      newsId = this.#announce(record, hand)
    })
    try {
      await this.#wait(this.#copies.finish(id))
      await this.#ownerNews.report(newsId)
      return record
    } catch {
      // The caller gets an error and never sees the key.
      this.#commit(() => {
        this.#remove(id)
        this.#ownerNews.withdraw(newsId)
      })
      throw unavailable('the storage of this gateway did not take the new key, and it was not made: try again')
    }
  }

  async change(id: string, change: KeyChange): Promise<KeyRecord> {
    const before = this.#get(id, await this.#readDataKey())
    const record = changed(before, change)
    const lineage = getLineage(record)
    // What a key may no longer do, those that it replaced or that replaced it may not do either.
    const others = this.#list('lineage = ? AND id != ?', lineage, id)
      .map((other) => [other, narrowed(other, before, change)] as const)
      .filter(([other, narrower]) => JSON.stringify(other) !== JSON.stringify(narrower))
      .map(([, narrower]) => narrower)
    // Not for one that is being made: whoever makes it waits for its copy, which has the newest state.
    const awaited = [record, ...others.filter((other) => !this.#copies.isPending(other.id))]
    this.#commit(() => {
      for (const one of [record, ...others]) this.#update(one)
      this.#news.add(lineage)
    })
    await this.#reach(awaited, lineage, 'changed')
    return record
  }

  async roll(
    id: string,
    { digest, prefix, overlapMs, keepsSubscriptions }: KeyRoll,
    hand?: OwnersHand,
  ): Promise<RolledKey> {
    const dataKey = await this.#readDataKey()
    const { replaced_by, ...previous } = this.#get(id, dataKey)
    if (replaced_by !== undefined && this.#find(replaced_by))
      throw conflict(`this API key was replaced by ${replaced_by}: rotate that one, or delete it first`)
    if (previous.disabled) throw conflict('this API key is disabled: enable it first')
    const now = this.#platform.now()
    const endsAt = previous.expires_at === undefined ? Infinity : Date.parse(previous.expires_at)
    if (endsAt <= now) throw conflict('this API key has expired: make another one, or give it a later end first')
    const lineage = getLineage(previous)
    const previous_ids = [...(previous.previous_ids ?? []), id].slice(-MOST_PREVIOUS)
    const record = { ...previous, id: toKeyId(digest), lineage, previous_ids, prefix, created_at: this.#now() }
    const expires_at = new Date(Math.min(endsAt, now + overlapMs)).toISOString()
    const ending = { ...previous, replaced_by: record.id, expires_at }
    let newsId = ''
    this.#commit(() => {
      this.#insert(digest, record, dataKey)
      this.#update(ending)
      this.#news.add(lineage)
      if (!keepsSubscriptions) this.#news.add(PAUSE + lineage)
      newsId = this.#announce(record, hand)
    })
    try {
      await this.#wait(this.#copies.finish(record.id))
      if (!keepsSubscriptions) await this.#wait(this.#news.finish(PAUSE + lineage))
      const subscriptions = await this.#wait(this.#news.finish(lineage))
      await this.#wait(this.#copies.finish(id))
      await this.#ownerNews.report(newsId)
      return { record, previous: ending, subscriptions }
    } catch {
      this.#takeBack(record, previous, ending)
      this.#ownerNews.withdraw(newsId)
      throw unavailable(
        'the key was not replaced and is as before, because the storage of this gateway did not take it: try again',
      )
    }
  }

  /** Has the owner told of a new key. Returns the id of that, which is empty when nobody has to be told. */
  #announce({ name }: KeyRecord, hand: OwnersHand | undefined): string {
    return hand ? this.#ownerNews.announce({ ...hand, change: 'key_created', target: name }) : ''
  }

  /** Undoes a rotation, because the caller gets an error and never sees the new key. */
  #takeBack(record: KeyRecord, previous: KeyRecord, ending: KeyRecord): void {
    const lineage = getLineage(record)
    this.#commit(() => {
      this.#remove(record.id)
      this.#news.drop(PAUSE + lineage)
      this.#news.add(lineage)
      const current = this.#find(previous.id)
      if (current?.replaced_by !== record.id) return
      // Another change may have set another end in between.
      const expires_at = current.expires_at === ending.expires_at ? previous.expires_at : current.expires_at
      this.#update({ ...current, replaced_by: undefined, expires_at })
    })
  }

  async delete(id: string): Promise<{ name: string | undefined; lineage: string; subscriptions: OwnedSubscription[] }> {
    const row = this.#rowOf(id, await this.#readDataKey())
    const name = row && this.#find(id)?.name
    // A repeated request may finish what the first one left.
    const isPending = row !== undefined && (this.#copies.isPending(id) || this.#news.isPending(row.lineage))
    if (!row || (row.record === null && !isPending)) throw noKey()
    if (row.record !== null)
      this.#commit(() => {
        this.#remove(id)
        this.#news.add(row.lineage)
      })
    return { name, lineage: row.lineage, subscriptions: await this.#reach([{ id }], row.lineage, 'deleted') }
  }

  /** Writes copies again that STORE has lost. Returns how many. What STORE does not accept now, the alarm repeats. */
  async restore(): Promise<number> {
    const lost = await this.#lostCopies(MOST_KEYS)
    this.#commit(() => {
      for (const id of lost) this.#copies.add(id)
    })
    await Promise.allSettled(lost.slice(0, MOST_SENT / 2).map((id) => this.#wait(this.#copies.finish(id))))
    return lost.length
  }

  /** Whether STORE has lost the copy of one of the newest keys. */
  hasLostCopies(): Promise<Outcome<boolean>> {
    return outcome(async () => (await this.#lostCopies(MOST_LOOKED_FOR)).length > 0)
  }

  /** The ids of keys that STORE has no copy of, although it was written, among so many of the newest. */
  async #lostCopies(most: number): Promise<string[]> {
    const rows = this.#storage.sql
      .exec<Row>(
        'SELECT * FROM named_keys WHERE record IS NOT NULL AND data_key = ? ORDER BY rowid DESC LIMIT ?',
        await this.#readDataKey(),
        most,
      )
      .toArray()
      .filter(({ id }) => !this.#copies.isPending(id))
    const lost = await Promise.all(
      rows.map(async ({ id, digest }) => {
        const copy = await readRecord(this.#settings, keyCopy(digest)).catch((error: unknown) => {
          if (hasStatus(error, 500)) return undefined
          throw error
        })
        return copy === undefined ? [id] : []
      }),
    )
    return lost.flat()
  }

  /** The owner of what a key may set up now. Undefined when it may not set up anything. */
  async findOwner(id: string): Promise<SubscriptionOwner | undefined> {
    const key = this.#find(id)
    if (!key || key.disabled || (key.expires_at !== undefined && Date.parse(key.expires_at) <= this.#platform.now()))
      return undefined
    const current = this.#current(getLineage(key))
    return current && subscriberIn(current)
  }

  /**
   * Returns how long to wait at least until the next alarm, in milliseconds. Never throws, because the runtime gives up an
   * alarm that fails too often.
   */
  async onAlarm(): Promise<number> {
    const now = this.#platform.now()
    const send = <Value>(outbox: Outbox<Value>) =>
      outbox.due(now, MOST_SENT / 2).map((subject) => this.#wait(outbox.finish(subject)))
    // Copies wait for the right CREDENTIALS_KEY.
    const isClosed = await isDataClosed(this.#settings).catch(() => true)
    await Promise.allSettled([...(isClosed ? [] : send(this.#copies)), ...send(this.#news)])
    return isClosed ? CLOSED_MS : SHORTEST_WAIT_MS
  }

  /** When something is due next, in epoch milliseconds. Null for never. */
  get nextAt(): number | null {
    const times = [this.#copies.nextAt, this.#news.nextAt].filter((at) => at !== null)
    return times.length === 0 ? null : Math.min(...times)
  }

  /** Waits until a change that stands has reached STORE and EVENTS. Throws 503 that says so. */
  async #reach(
    keys: readonly Pick<KeyRecord, 'id'>[],
    lineage: string,
    what: 'changed' | 'deleted',
  ): Promise<OwnedSubscription[]> {
    const [copied, informed] = await Promise.allSettled([
      this.#wait(Promise.all(keys.map(({ id }) => this.#copies.finish(id)))),
      this.#wait(this.#news.finish(lineage)),
    ])
    if (copied.status === 'rejected')
      throw unavailable(
        `the key is ${what}, which stands, but the storage of this gateway did not take it yet: this is repeated until it has, and until then the key may work as before`,
      )
    if (informed.status === 'rejected')
      throw unavailable(
        `the key is ${what}, which stands, but its subscriptions do not know it yet: this is repeated until the events of this gateway can be reached`,
      )
    return informed.value
  }

  /** Rejects when it takes too long. The work continues. */
  async #wait<Value>(work: Promise<Value>): Promise<Value> {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const cancel = this.#platform.timer(PATIENCE_MS, () => reject(new Error('it takes too long')))
    try {
      return await Promise.race([work, late])
    } finally {
      cancel()
    }
  }

  async #copy(id: string): Promise<{ value: undefined; retryAt?: number }> {
    const row = this.#row(id)
    if (!row) return { value: undefined }
    const { digest, record, deleted_until, data_key } = row
    if (data_key !== (await this.#readDataKey()))
      throw unavailable('the copy of this key waits for the CREDENTIALS_KEY that opens its data')
    if (record !== null) await writeRecord(this.#settings, keyCopy(digest), record)
    else await deleteRecord(this.#settings, keyCopy(digest))
    if (deleted_until === null) return { value: undefined }
    if (this.#platform.now() < deleted_until) return { value: undefined, retryAt: deleted_until }
    this.#storage.sql.exec('DELETE FROM named_keys WHERE id = ?', id)
    return { value: undefined }
  }

  async #inform(subject: string): Promise<OwnedSubscription[]> {
    return callObject(this.#settings, EVENTS, (events) => {
      if (subject.startsWith(PAUSE)) return events.keyRolled(subject.slice(PAUSE.length))
      const current = this.#current(subject)
      return events.keyChanged(subject, current && subscriberIn(current))
    })
  }

  /** Commits a change with its tasks and the alarm that finishes them if this object ends before. */
  #commit(change: () => void): void {
    this.#storage.transactionSync(change)
    this.#schedule()
  }

  #insert(digest: string, record: KeyRecord, dataKey: string): void {
    this.#storage.sql.exec(
      'INSERT INTO named_keys (id, digest, lineage, record, data_key) VALUES (?, ?, ?, ?, ?)',
      record.id,
      digest,
      getLineage(record),
      JSON.stringify(record),
      dataKey,
    )
    this.#copies.add(record.id)
  }

  #update(record: KeyRecord): void {
    this.#storage.sql.exec('UPDATE named_keys SET record = ? WHERE id = ?', JSON.stringify(record), record.id)
    this.#copies.add(record.id)
  }

  #remove(id: string): void {
    const until = this.#platform.now() + DELETED_MS
    this.#storage.sql.exec('UPDATE named_keys SET record = NULL, deleted_until = ? WHERE id = ?', until, id)
    this.#copies.add(id)
  }

  #row(id: string): Row | undefined {
    return this.#storage.sql.exec<Row>('SELECT * FROM named_keys WHERE id = ?', id).toArray()[0]
  }

  #find(id: string): KeyRecord | undefined {
    const record = this.#row(id)?.record
    return typeof record === 'string' ? parse(record) : undefined
  }

  #current(lineage: string): KeyRecord | undefined {
    return currentKey(this.#list('lineage = ?', lineage), lineage)
  }

  #list(condition: string, ...values: string[]): KeyRecord[] {
    return this.#storage.sql
      .exec<Row>(`SELECT * FROM named_keys WHERE ${condition} ORDER BY rowid`, ...values)
      .toArray()
      .flatMap(({ record }) => (record === null ? [] : [parse(record)]))
  }

  #listOf(dataKey: string): KeyRecord[] {
    return this.#list('record IS NOT NULL AND data_key = ?', dataKey)
  }

  #rowOf(id: string, dataKey: string): Row | undefined {
    const row = this.#row(id)
    return row?.data_key === dataKey ? row : undefined
  }

  /** Throws 404. */
  #get(id: string, dataKey: string): KeyRecord {
    const found = this.#rowOf(id, dataKey) && this.#find(id)
    if (!found) throw noKey()
    return found
  }

  /** The id of the data key in use. Throws like `dataKey`. */
  async #readDataKey(): Promise<string> {
    return (await dataKey(this.#settings)).id
  }

  #now(): string {
    return new Date(this.#platform.now()).toISOString()
  }
}

const parse = (record: string): KeyRecord => JSON.parse(record)

const noKey = () => notFound('there is no API key with this id')

const unavailable = (message: string) => new GatewayError(503, message, { headers: { 'Retry-After': '2' } })

/** The record with the changed fields. Null removes a field. */
const changed = (record: KeyRecord, change: KeyChange): KeyRecord => ({
  ...record,
  name: change.name ?? record.name,
  licence: change.licence ?? record.licence,
  groups: pick(change.groups, record.groups),
  accounts: pick(change.accounts, record.accounts),
  read_only: change.read_only ?? record.read_only,
  expires_at: pick(change.expires_at, record.expires_at),
  disabled: change.disabled ?? record.disabled,
  limits: pick(change.limits, record.limits),
  confirm: change.confirm ?? record.confirm,
})

const pick = <Value>(given: Value | null | undefined, stored: Value | undefined): Value | undefined =>
  given === undefined ? stored : (given ?? undefined)

/**
 * The record of another key of the lineage: disabled and enabled with the changed one, and with no more than the change
 * leaves. It never gets more.
 *
 * @param before the changed key, as it was
 */
function narrowed(record: KeyRecord, before: KeyRecord, change: KeyChange): KeyRecord {
  const { licence, groups, limits } = change
  // A later end of the previous key is no earlier one of the key that replaced it.
  const expires_at = endsBefore(change, before) ? change.expires_at : undefined
  return {
    ...record,
    disabled: change.disabled ?? record.disabled,
    read_only: change.read_only || record.read_only,
    confirm: change.confirm || record.confirm,
    licence: licence !== undefined && record.licence === 'pro' ? licence : record.licence,
    groups: groups ? (record.groups?.filter((group) => groups.includes(group)) ?? groups) : record.groups,
    accounts: change.accounts === undefined ? record.accounts : commonAccounts(record.accounts, change.accounts ?? []),
    limits: limits ? lowerLimits(record.limits, limits) : record.limits,
    expires_at: expires_at && endsBefore({ expires_at }, record) ? expires_at : record.expires_at,
  }
}

/**
 * The accounts of both lists. Of a product of which they have none in common, those of the second one: an empty list would
 * open the first account.
 */
function commonAccounts(one: readonly Account[] = [], other: readonly Account[]): Account[] | undefined {
  const common = [...new Set([...one, ...other].map(productOf))].flatMap((product) => {
    const [left, right] = [openedOf(one, product), openedOf(other, product)]
    const both = left.filter((account) => right.includes(account))
    return both.length > 0 ? both : right
  })
  return common.length > 0 ? common : undefined
}

const lowerLimits = (one: Limits = {}, other: Limits): Limits => ({
  ...one,
  ...(other.max_amount !== undefined && { max_amount: Math.min(one.max_amount ?? Infinity, other.max_amount) }),
  ...(other.daily_amount !== undefined && {
    daily_amount: Math.min(one.daily_amount ?? Infinity, other.daily_amount),
  }),
})

type End = { expires_at?: string | null | undefined }

const endOf = ({ expires_at }: End): number => (expires_at ? Date.parse(expires_at) : Infinity)
const endsBefore = (one: End, other: End): boolean => endOf(one) < endOf(other)

/** How many are stored for the keys of one lineage. The oldest are dropped. */
const MOST_OF_LINEAGE = 1000

/** What keys created at products, so that the owner can delete it when a key ends. */
export class CreatedCredentials extends RpcTarget {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    super()
    this.#sql = sql
  }

  /** Records what a key of this lineage created at a product. */
  note(lineage: string, { operation, target, at }: CreatedCredential): void {
    this.#sql.exec(
      'INSERT OR REPLACE INTO created_credentials (operation, target, lineage, at) VALUES (?, ?, ?, ?)',
      operation,
      target,
      lineage,
      at,
    )
    this.#sql.exec(
      'DELETE FROM created_credentials WHERE rowid IN (SELECT rowid FROM created_credentials WHERE lineage = ? ORDER BY rowid DESC LIMIT -1 OFFSET ?)',
      lineage,
      MOST_OF_LINEAGE,
    )
  }

  /** Removes what was deleted at the product, by any caller. */
  forget(operation: string, target: string): void {
    this.#sql.exec('DELETE FROM created_credentials WHERE operation = ? AND target = ?', operation, target)
  }

  of(lineage: string): CreatedCredential[] {
    return this.#sql
      .exec<{ operation: string; target: string; at: number }>(
        'SELECT operation, target, at FROM created_credentials WHERE lineage = ? ORDER BY rowid',
        lineage,
      )
      .toArray()
  }
}
