import { type Channel, hostOf } from '../../base/channels.ts'
import { badInput, GatewayError } from '../../base/errors.ts'
import {
  ADMIN,
  DEPLOYMENT,
  EVENT_TYPES,
  type EventGroup,
  type EventPattern,
  type EventsCaller,
  type EventType,
  type GatewayEvent,
  isFiltered,
  isLasting,
  isOfAllAccounts,
  OWNERS_GROUP,
  productsOf,
  requiredTypes,
  type SubscriptionOwner,
  typesOf,
  type Viewer,
} from '../../base/events.ts'
import { type Account, productOf } from '../../base/groups.ts'
import { at, list } from '../../base/json.ts'
import type { Settings } from '../../base/settings.ts'
import { iso, isoOrNull } from '../../base/time.ts'
import { sign } from '../../gateway/auth/signature.ts'
import type { EventFilter, OwnedSubscription, Subscription, SubscriptionFields } from '../../gateway/events.types.ts'
import type { Encrypted } from '../../upstream/cipher.ts'
import type { SealedEvent } from './event-log.ts'
import { COLLECTING_MS, isDue, type Wait } from './schedule.ts'
import { opensAccount, seesAccount } from './viewer.ts'

/** A stored subscription. Times are epoch milliseconds. */
export interface SubscriptionRow extends SubscriptionFields {
  id: string
  /** What receives the events. For all but a webhook, `url` is masked, and `secret` holds the address. */
  channel: Channel
  /** For a masked `url`: the HMAC of the address, which tells whether another one is the same. */
  mark?: string | undefined
  /**
   * Why nothing is delivered. `key` after a rotation. Whether its key otherwise allows deliveries is checked every
   * time.
   */
  stopped: 'owner' | 'gone' | 'failing' | 'key' | null
  key: SubscriptionOwner
  /** For one that names no accounts: those that its key opened then, so that it gets no events of a later one. */
  opened: readonly Account[]
  /** Signs the deliveries of a webhook. Of a channel for people, its address. */
  secret: Encrypted
  /** The Idempotency-Key that created it and its body, as digests, and until when it is valid. A roll removes it. */
  idempotency?: { key: string; body: string; until: number } | undefined
  /** The previous secrets, the oldest first, each of which signs as well until then. */
  previous?: readonly { secret: Encrypted; until: number }[] | undefined
  createdAt: number
  updatedAt: number
  lastDeliveredAt: number | null
  failingSince: number | null
  /** Failed attempts since the last success. */
  failures: number
  lastError: string | null
  /**
   * What lasts and its subscriber was told, by type and account: the key of the event. Recovery is reported for what is
   * here, and ends it.
   */
  told?: Readonly<Record<string, string>> | undefined
  /** Why the last test failed, until something is accepted. Absent when there was no test. */
  lastTestError?: string | null
  /** When the last test was sent to this address. Absent when there was none, and once a failed one counts no longer. */
  lastTestAt?: number | null
  /**
   * For an e-mail address that a named key has named, until its reader has opened the link that was sent there: the digest
   * of its token, and until when it is valid. Then `confirmed` has them, because a link may be opened again.
   */
  unconfirmed?: { digest: string; until: number } | undefined
  confirmed?: { digest: string; until: number } | undefined
  /** The tests of the last minute. Absent when there was none. */
  tests?: readonly number[]
  /**
   * When the next attempt is due, stored with the number of the failure, so that an alarm before that time need not
   * read the queue. Undefined when unknown.
   */
  backoff?: (Wait & { failures: number }) | undefined
  /**
   * Only for what a channel is told as the last before it is removed, moved or paused: the id of its subscription, for
   * which its secrets are encrypted. It is a copy of that, and nobody sees it.
   */
  leftFrom?: string
}

/** What a recovery ends. */
const FAILURES = ['account.rejected', 'account.unreachable'] as const

/** All subscriptions, also cached in memory, because they are few and every event needs them. */
export class SubscriptionStore {
  readonly #sql: SqlStorage
  readonly #settings: Settings
  readonly #marks: OwnerMarks
  readonly #all: Map<string, SubscriptionRow>

  constructor(sql: SqlStorage, settings: Settings, marks: OwnerMarks) {
    this.#sql = sql
    this.#settings = settings
    this.#marks = marks
    const rows = sql.exec<{ record: string }>('SELECT record FROM event_subscriptions').toArray()
    const stored = rows.map(({ record }) => JSON.parse(record) as SubscriptionRow)
    stored.sort((one, other) => one.createdAt - other.createdAt)
    this.#all = new Map(stored.map((subscription) => [subscription.id, subscription]))
  }

  /** The key with the mark of the current API_KEY or ADMIN_KEY, if it is one of these. */
  marked(key: SubscriptionOwner): SubscriptionOwner {
    const mark = isSettingOwner(key.id) ? this.#marks[key.id] : undefined
    return mark === undefined ? key : { ...key, mark }
  }

  /** Oldest first. */
  get all(): SubscriptionRow[] {
    return [...this.#all.values()].filter(({ leftFrom }) => leftFrom === undefined)
  }

  /** A subscription that the caller may see. */
  find(caller: EventsCaller, id: string): SubscriptionRow | undefined {
    const found = this.get(id)
    return found && found.leftFrom === undefined && mayKnow(caller, found) ? found : undefined
  }

  /** What is delivered to, whoever may see it. */
  get(id: string): SubscriptionRow | undefined {
    return this.#all.get(id)
  }

  /** Keeps a copy of a subscription as it is now, until its channel has been told the last. @param id of the copy */
  leave(stored: SubscriptionRow, id: string, now: number): void {
    const healthy = { failures: 0, failingSince: null, backoff: undefined }
    this.put({ ...stored, ...healthy, id, createdAt: now, idempotency: undefined, leftFrom: stored.id })
  }

  /** Deletes the copies that were not told within a day. */
  deleteLeft(before: number): void {
    for (const { id, leftFrom, createdAt } of [...this.#all.values()])
      if (leftFrom !== undefined && createdAt < before) this.delete(id)
  }

  /** Whether its key was replaced, or opens too little, or its reader was not asked yet. */
  pause({ key, types, stopped, unconfirmed }: SubscriptionRow, now: number): Pause {
    if (stopped === 'key') return 'previous'
    if (unconfirmed) return 'unconfirmed'
    return keyPause(key, types, { settings: this.#settings, marks: this.#marks, now })
  }

  put(subscription: SubscriptionRow): void {
    const record = JSON.stringify(subscription)
    this.#sql.exec('INSERT OR REPLACE INTO event_subscriptions (id, record) VALUES (?, ?)', subscription.id, record)
    this.#all.set(subscription.id, subscription)
  }

  /** Changes a stored subscription, and returns it. Undefined if it does not exist any more. */
  update(id: string, change: Partial<SubscriptionRow>): SubscriptionRow | undefined {
    const before = this.#all.get(id)
    if (!before) return undefined
    const after = { ...before, ...change }
    this.put(after)
    return after
  }

  delete(id: string): void {
    this.#sql.exec('DELETE FROM event_subscriptions WHERE id = ?', id)
    this.#all.delete(id)
  }

  /** The subscriptions that get deliveries. */
  delivering(now: number): SubscriptionRow[] {
    return [...this.#all.values()].filter((stored) => stored.stopped === null && !this.pause(stored, now))
  }

  /** Something may be due before the stored next attempt. */
  endBackoff(id: string): void {
    if (this.#all.get(id)?.backoff) this.update(id, { backoff: undefined })
  }

  /** The types that subscriptions need of an account. Null for the accounts themselves. */
  wanted(now: number, account: Account | null): Set<EventType> {
    return new Set(
      this.#collecting(now)
        .filter((stored) => account === null || wants(stored, account))
        .flatMap(({ types, key }) => typesOf(types).filter((type) => seesType(key, type))),
    )
  }

  /** The subscriptions that match an event. */
  of({ type, account, data }: Pick<GatewayEvent, 'type' | 'account' | 'data'>, now: number): SubscriptionRow[] {
    return this.#collecting(now).filter(
      (stored) =>
        typesOf(stored.types).includes(type) &&
        seesAccount(stored.key, account) &&
        (account === null || isOfAllAccounts(type) || wants(stored, account)) &&
        passes(stored.filter, type, data),
    )
  }

  /**
   * Those of the matching subscriptions that an event is delivered to, and notes what they were told. What lasts is told
   * once, and a recovery only where the failure was.
   */
  notify(matching: readonly SubscriptionRow[], { id, type, subject, onceKey = id }: SealedEvent): SubscriptionRow[] {
    if (isLasting(type)) {
      const place = `${type} ${subject}`
      const untold = matching.filter(({ told }) => told?.[place] !== onceKey)
      for (const { id, told } of untold) this.update(id, { told: { ...told, [place]: onceKey } })
      return untold
    }
    if (type !== 'account.recovered') return [...matching]
    const failures = FAILURES.map((failure) => `${failure} ${subject}`)
    return matching.filter(({ id, types, told = {} }) => {
      const rest = Object.entries(told).filter(([place]) => !failures.includes(place))
      const isTold = rest.length < Object.keys(told).length
      if (isTold) this.update(id, { told: Object.fromEntries(rest) })
      // One that wants no failures wants all recoveries.
      return isTold || !FAILURES.some((failure) => typesOf(types).includes(failure))
    })
  }

  /** Events for a failing endpoint are collected for some days longer than deliveries are attempted. */
  #collecting(now: number): SubscriptionRow[] {
    return this.all.filter((stored) => {
      const { stopped, failingSince } = stored
      const isFailing = stopped === 'failing' && failingSince !== null && now < failingSince + COLLECTING_MS
      return (stopped === null || isFailing) && !this.pause(stored, now)
    })
  }

  toSubscription(
    stored: SubscriptionRow,
    { pending_count, has_account, now }: { pending_count: number; has_account: boolean; now: number },
  ): Subscription {
    const { id, url, channel, language, types, include, filter = null, description, stopped, key } = stored
    const products = new Set(typesOf(types).flatMap(productsOf))
    const accounts =
      stored.accounts ?? getAccounts(stored).filter((one) => products.has(productOf(one)) && seesAccount(key, one))
    const pause = this.pause(stored, now)
    const reason = stopped ?? (pause === 'unconfirmed' ? pause : pause ? 'key' : null)
    return {
      id,
      url,
      host: hostOf(url),
      channel,
      language,
      types,
      accounts: [...accounts],
      include,
      filter,
      description,
      enabled: reason === null,
      disabled_reason: reason,
      has_account,
      key_id: key.id,
      key_name: key.name,
      created_at: iso(stored.createdAt),
      updated_at: iso(stored.updatedAt),
      last_delivered_at: isoOrNull(stored.lastDeliveredAt),
      failing_since: isoOrNull(stored.failingSince),
      last_error: stored.lastError,
      last_test_error: stored.lastTestError ?? null,
      last_test_at: isoOrNull(stored.lastTestAt ?? null),
      pending_count,
    }
  }
}

/**
 * The wait before the next attempt. Undefined when it has passed or is unknown. Another failure, or a success, ends it.
 */
export function getBackoff({ backoff, failures }: SubscriptionRow, now: number): Wait | undefined {
  return backoff && failures > 0 && backoff.failures === failures && !isDue(backoff, now) ? backoff : undefined
}

/** The accounts whose events a subscription is about: those that it names, or that its key opened when it was made. */
export const getAccounts = ({ accounts, opened }: SubscriptionRow): readonly Account[] => accounts ?? opened

/** Whether a subscription gets the events of an account, other than what is told of all accounts. */
export const wants = (stored: SubscriptionRow, account: Account): boolean =>
  getAccounts(stored).includes(account) && opensAccount(stored.key, account)

/** A subscription for the person who decides about its key. */
export const toOwned = ({ id, url, types }: SubscriptionRow, isEnabled: boolean): OwnedSubscription => ({
  id,
  host: hostOf(url),
  types,
  enabled: isEnabled,
})

/** Whether an event matches a subscription's filter. Events of types that cannot be filtered always do. */
function passes(filter: EventFilter | null | undefined, type: EventType, data: unknown): boolean {
  if (!filter || !isFiltered(type)) return true
  const { data_source_id, properties } = filter
  // Callers confuse the id of a data source with that of its database.
  const tables = [at(data, 'data_source_id'), at(data, 'parent', 'database_id')]
  if (data_source_id !== undefined && !tables.includes(data_source_id)) return false
  const changed = at(data, 'changed_properties')
  // For a new page all properties are new.
  if (properties === undefined || changed === null) return true
  return list(changed).some((name) => typeof name === 'string' && properties.includes(name))
}

/**
 * For the owners that are no named keys: identifies the current value of API_KEY or ADMIN_KEY. Undefined when that is
 * not set.
 */
export interface OwnerMarks {
  [DEPLOYMENT]: string | undefined
  [ADMIN]: string | undefined
}

export async function ownerMarks({ env }: Settings): Promise<OwnerMarks> {
  const markBy = async (key: string | undefined) => (key ? sign(key, 'subscription owner', '') : undefined)
  const [deployment, admin] = await Promise.all([markBy(env.API_KEY), markBy(env.ADMIN_KEY)])
  return { deployment, admin }
}

export const isSettingOwner = (id: string): id is keyof OwnerMarks => id === DEPLOYMENT || id === ADMIN

/** Why nothing is delivered for a key: it was replaced, or it opens too little. */
type KeyPause = 'previous' | 'limited' | undefined
type Pause = KeyPause | 'unconfirmed'

/** Whether a subscription is paused because of its key. */
function keyPause(
  key: SubscriptionOwner,
  types: readonly EventPattern[],
  { settings, marks, now }: { settings: Settings; marks: OwnerMarks; now: number },
): KeyPause {
  if (isSettingOwner(key.id)) {
    const mark = marks[key.id]
    if (mark === undefined || key.mark !== mark) return 'previous'
    return settings.env.LICENCE === 'pro' ? undefined : 'limited'
  }
  if (key.deleted) return 'previous'
  const isOver = key.disabled || (key.expiresAt !== undefined && key.expiresAt <= now)
  const { licence, readOnly } = key
  const opens = (group: EventGroup | null) => group === null || seesGroup(key, group)
  const opensAll = opens('events') && requiredTypes(types).every((type) => opens(EVENT_TYPES[type]))
  return isOver || readOnly || licence !== 'pro' || !opensAll ? 'limited' : undefined
}

/** Whether it may see types of the group. */
function seesGroup({ id, groups }: Viewer, group: EventGroup): boolean {
  return group === OWNERS_GROUP ? id === ADMIN : !groups || groups.includes(group)
}

/** Throws 403 for an account that is not opened, whether it exists or not. */
export function checkAccounts(viewer: Viewer, accounts: readonly Account[] | null = []): void {
  const closed = accounts?.find((account) => !seesAccount(viewer, account))
  if (closed)
    throw new GatewayError(403, `this API key does not open the account ${closed}`, { reason: 'refused scope' })
}

/** 400 for a type of the owner of the deployment where a key would get it. @param field that names it */
export const notOwners = (field: string, type: EventType) =>
  badInput(`${field}: ${type} is only for subscriptions of the owner`, [field])

/** Whether it may see events of the type. Events of types of every group are checked by their accounts. */
export function seesType(viewer: Viewer, type: EventType): boolean {
  const group = EVENT_TYPES[type]
  return group === null || seesGroup(viewer, group)
}

/** Whether a caller may see that a subscription exists: its owner, and keys that open the groups of all its types. */
function mayKnow(
  caller: EventsCaller,
  { key, types }: { key: SubscriptionOwner; types: readonly EventPattern[] },
): boolean {
  if (!caller || caller.id === key.id || !caller.groups) return true
  return typesOf(types).every((type) => EVENT_TYPES[type] !== null && seesType(caller, type))
}
