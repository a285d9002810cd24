import { ADMIN, type EventsErased, isLasting, type Scope, type Viewer } from '../../base/events.ts'
import type { Account } from '../../base/groups.ts'
import type { Platform } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'
import type { EventSource } from '../../upstream/polling.ts'
import type { AccountList } from './account-list.ts'
import { Attempts } from './attempt-log.ts'
import { DeliveryQueue } from './delivery-queue.ts'
import { EventLog, type SealedEvent } from './event-log.ts'
import { Secrets } from './message.ts'
import { DAY, HOUR } from './schedule.ts'
import { SourceState } from './source-state.ts'
import { type OwnerMarks, SubscriptionStore } from './subscription-store.ts'
import { seesAccount } from './viewer.ts'

/** How often expired data is deleted. The time of the last run is stored, because an object lives only for seconds. */
const PRUNED_EVERY_MS = 6 * HOUR
const PRUNED = 'pruned_at'

/** Everything that EVENTS stores, a part for each table, and what concerns several of them. */
export class Store {
  readonly storage: DurableObjectStorage
  readonly settings: Settings
  readonly platform: Platform
  readonly accounts: AccountList
  readonly sources: () => readonly EventSource[]
  readonly events: EventLog
  readonly queue: DeliveryQueue
  readonly attempts: Attempts
  readonly polled: SourceState
  readonly subscriptions: SubscriptionStore
  readonly secrets: Secrets
  /** When expired data was last deleted, as stored. Undefined before the first read. */
  #prunedAt: number | undefined

  constructor(
    storage: DurableObjectStorage,
    settings: Settings,
    marks: OwnerMarks,
    platform: Platform,
    accounts: AccountList,
    sourcesOf: (accounts: readonly Account[]) => readonly EventSource[],
  ) {
    const { sql } = storage
    this.storage = storage
    this.settings = settings
    this.platform = platform
    this.accounts = accounts
    this.sources = () => sourcesOf(accounts.all)
    this.events = new EventLog(sql, settings)
    this.queue = new DeliveryQueue(sql)
    this.attempts = new Attempts(sql, settings)
    this.polled = new SourceState(sql)
    this.subscriptions = new SubscriptionStore(sql, settings, marks)
    this.secrets = new Secrets(settings, this.subscriptions)
  }

  /**
   * Stores events, and a pending delivery for each subscription that they match. An event of something that lasts may be
   * stored already: then it is delivered to the subscriptions that have not had it.
   */
  keep(found: readonly SealedEvent[]): void {
    this.storage.transactionSync(() => {
      const now = this.platform.now()
      for (const event of found) {
        const added = this.events.add(event, now)
        const seq = added ?? (isLasting(event.type) ? this.events.findSeq(event.onceKey) : undefined)
        if (seq === undefined) continue
        const matching = this.subscriptions.of(event, now)
        for (const { id } of this.subscriptions.notify(matching, event)) this.queue.add(id, seq)
      }
      if (found.length > 0) this.events.enforceLimit()
    })
  }

  /** The accounts whose events a key or the owner of a subscription sees. */
  scopeOf(viewer: Viewer): Scope {
    return viewer.id === ADMIN ? null : this.accounts.all.filter((account) => seesAccount(viewer, account))
  }

  /** Deletes expired events, attempts, deliveries of deleted events and seen keys, at most once in six hours. */
  pruneExpired(): void {
    const { storage, platform, events, queue, attempts, polled, sources, subscriptions } = this
    const now = platform.now()
    this.#prunedAt ??= storage.kv.get<number>(PRUNED) ?? 0
    if (Math.abs(now - this.#prunedAt) < PRUNED_EVERY_MS) return
    this.#prunedAt = now
    storage.kv.put<number>(PRUNED, now)
    queue.deleteBefore(events.pruneExpired(now))
    attempts.pruneExpired(now)
    subscriptions.deleteLeft(now - DAY)
    polled.deleteReaders(now)
    for (const { name, keepMarksMs } of sources()) if (keepMarksMs) polled.deleteSeenKeys(name, now - keepMarksMs)
  }

  /** Deletes the events of accounts with their deliveries. Their sources start again. */
  erase(accounts: readonly Account[]): EventsErased {
    const { sql } = this.storage
    return this.storage.transactionSync(() => {
      const erased = { events: 0, deliveries: 0 }
      for (const account of accounts) {
        const deleted = (table: string) =>
          sql.exec(`DELETE FROM ${table} WHERE account = ? RETURNING 1`, account).toArray().length
        sql.exec('DELETE FROM event_outbox WHERE seq IN (SELECT seq FROM kept_events WHERE account = ?)', account)
        erased.deliveries += deleted('event_attempts')
        erased.events += deleted('kept_events')
        sql.exec('DELETE FROM event_marks WHERE source LIKE ?', `${account}.%`)
        sql.exec('DELETE FROM event_sources WHERE name LIKE ?', `${account}.%`)
      }
      return erased
    })
  }
}
