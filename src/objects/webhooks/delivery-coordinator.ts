import type { Account } from '../../base/connected-accounts.ts'
import { GatewayError } from '../../base/errors.ts'
import type { EventType } from '../../base/event-types.ts'
import type { EventInput } from '../../base/events.ts'
import type { Platform } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'
import { logUnhandledError } from '../../gateway/http/unhandled-error.ts'
import { clearCredentialCache } from '../../upstream/credentials/credentials.ts'
import type { EventSource } from '../../upstream/polling/event-source.ts'
import { Attempts } from './attempt-log.ts'
import { HOUR, LEASE_MS } from './backoff.ts'
import { Deliverer } from './deliverer.ts'
import { DeliveryQueue } from './delivery-queue.ts'
import { DeliveryScheduler } from './delivery-scheduler.ts'
import { EventLog } from './event-log.ts'
import { Feed } from './feed.ts'
import { FeedInterest } from './feed-interest.ts'
import type { OwnerMarks } from './keys.ts'
import { Rotation } from './rotation.ts'
import { Secrets } from './secrets.ts'
import { Polling } from './source-poller.ts'
import { SourceState } from './source-state.ts'
import { SubscriptionRepository } from './subscription-repository.ts'
import { SubscriptionService } from './subscription-service.ts'
import { TaskGroup } from './task-group.ts'

export { ownerMarks } from './keys.ts'
export { SOURCES } from './sources.ts'

/** An alarm waits so long for what it started, in milliseconds; the rest goes on without it. */
const WAITED_MS = 1500
/** The waits after alarms that rang before their time by this object's clock, in milliseconds. */
const EARLY_MS = 1000
const LONGEST_EARLY_MS = 600_000
const ROUNDED_MS = 10_000
/** How often what is over is deleted. When that was is in the store, since an object lives for seconds only. */
const PRUNED_EVERY_MS = 6 * HOUR
const PRUNED = 'pruned_at'

/** What the object is given by the deployment. */
interface World {
  settings: Settings
  marks: OwnerMarks
  platform: Platform
  sources: () => readonly EventSource[]
}

/** The parts of EVENTS, and the alarm that moves them. */
export class DeliveryCoordinator {
  readonly platform: Platform
  readonly settings: Settings
  readonly events: EventLog
  readonly subscriptions: SubscriptionRepository
  readonly queue: DeliveryQueue
  readonly attempts: Attempts
  readonly readers: FeedInterest
  readonly secrets: Secrets
  readonly polling: Polling
  readonly deliverer: Deliverer
  readonly rotation: Rotation
  readonly subscriptionService = new SubscriptionService(this)
  readonly feed = new Feed(this)
  readonly #delivering: DeliveryScheduler
  readonly #storage: DurableObjectStorage
  /** When the alarm is set to ring, epoch milliseconds; null for not at all, undefined where that is not known. */
  #armedAt: number | null | undefined
  /** Alarms in a row that found nothing to do. */
  #early = 0
  /** When what is over was deleted last, as it is in the store; undefined before the first look. */
  #prunedAt: number | undefined

  constructor(storage: DurableObjectStorage, { settings, marks, platform, sources }: World) {
    const { sql } = storage
    this.#storage = storage
    this.platform = platform
    this.settings = settings
    this.events = new EventLog(sql)
    this.queue = new DeliveryQueue(sql)
    this.attempts = new Attempts(sql)
    this.readers = new FeedInterest(sql)
    this.subscriptions = new SubscriptionRepository(sql, settings, marks)
    this.secrets = new Secrets(settings, this.subscriptions)
    const { events, queue, attempts, subscriptions, secrets } = this
    this.rotation = new Rotation({ storage, settings, platform, secrets })
    const records = new SourceState(sql)
    this.polling = new Polling({
      ...{ storage, settings, platform, records, sources },
      wanted: (now) => this.#wanted(now),
      keep: (found) => this.keep(found),
    })
    this.deliverer = new Deliverer({ settings, platform, events, subscriptions, queue, attempts, secrets, sources })
    this.#delivering = new DeliveryScheduler({ platform, subscriptions, queue, deliverer: this.deliverer })
  }

  /** Keeps events, and a delivery for each subscription that they are for. */
  keep(found: readonly EventInput[]): void {
    this.#storage.transactionSync(() => {
      const now = this.platform.now()
      for (const event of found) {
        const seq = this.events.add(event, now)
        if (seq === undefined) continue
        for (const { id } of this.subscriptions.of(event, event.group, now)) this.queue.add(id, seq)
      }
      if (found.length > 0) this.events.enforceLimit()
    })
  }

  /** One alarm. The runtime gives up an alarm that fails too often, and nothing would set it again. */
  async onAlarm(): Promise<void> {
    this.#armedAt = undefined
    this.#early += 1
    try {
      await this.#start()
    } catch (error) {
      if (!(error instanceof GatewayError)) logUnhandledError(this.platform.uuid(), error)
    }
    await this.scheduleAlarm()
  }

  /** Starts all that is due, and does not wait for what takes long. */
  async #start(): Promise<void> {
    this.pruneExpired()
    this.polling.reconcile()
    const run = new TaskGroup(this.settings, this.platform)
    const ended = () => this.#goOn(run)
    const hasDelivered = this.#delivering.start(run, ended)
    const hasPolled = this.polling.start(run, ended)
    const hasRotated = this.rotation.start(run, ended)
    if (hasDelivered || hasPolled || hasRotated) this.#early = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = this.platform.timer(WAITED_MS, resolve)
    await Promise.race([run.ended(), promise])
    cancel()
    run.isOpen = false
  }

  /** Sets the alarm for what is due first, or takes it away. */
  async scheduleAlarm(): Promise<void> {
    this.polling.reconcile()
    const now = this.platform.now()
    const times = [this.polling.nextAt(now), this.#delivering.nextAt(now), this.rotation.nextAt(now)].filter(
      (at) => at !== undefined,
    )
    // Should the object end under what goes on, the alarm begins it anew. Rounded, it is not set for every task.
    const isUnderWay = this.polling.isUnderWay || this.#delivering.isUnderWay || this.rotation.isUnderWay
    if (isUnderWay) times.push(Math.ceil((now + LEASE_MS) / ROUNDED_MS) * ROUNDED_MS)
    if (times.length === 0) this.#early = 0
    const early = this.#early === 0 ? 0 : Math.min(EARLY_MS * 2 ** (this.#early - 1), LONGEST_EARLY_MS)
    // Without other work it wakes each full hour: a new CREDENTIALS_KEY and retention need no caller.
    const hourly = this.settings.env.CREDENTIALS_KEY ? (Math.floor(now / HOUR) + 1) * HOUR : null
    const next = times.length === 0 ? hourly : Math.min(...times) + early
    if (next === this.#armedAt) return
    this.#armedAt = next
    if (next === null) await this.#storage.deleteAlarm()
    else await this.#storage.setAlarm(next)
  }

  /** What this isolate remembers of the account may be a minute old. */
  async accountChanged(account: Account): Promise<void> {
    clearCredentialCache(this.settings, account)
    this.polling.pollNow()
    await this.scheduleAlarm()
  }

  /** Deletes what is over, once in six hours. */
  pruneExpired(): void {
    const now = this.platform.now()
    this.#prunedAt ??= this.#storage.kv.get<number>(PRUNED) ?? 0
    if (Math.abs(now - this.#prunedAt) < PRUNED_EVERY_MS) return
    this.#prunedAt = now
    this.#storage.kv.put<number>(PRUNED, now)
    this.queue.deleteBefore(this.events.pruneExpired(now))
    this.attempts.pruneExpired(now)
    this.readers.pruneExpired(now)
    this.polling.pruneExpired(now)
  }

  /** A task has ended: within its run there is room for another one, and after it the next alarm sees to it. */
  #goOn(run: TaskGroup): void {
    this.#early = 0
    if (run.isOpen && this.#delivering.start(run, () => this.#goOn(run))) return
    if (!run.isOpen) run.start(this.scheduleAlarm())
  }

  #wanted(now: number): Set<EventType> {
    const wanted = this.subscriptions.wanted(now)
    for (const type of this.readers.wanted(now)) wanted.add(type)
    return wanted
  }
}
