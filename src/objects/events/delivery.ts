import { GatewayError, publicError } from '../../base/errors.ts'
import { ADMIN, EVENT_TYPES, type GatewayEvent, isOfAllAccounts, OWNERS_GROUP } from '../../base/events.ts'
import { productOf } from '../../base/groups.ts'
import { iso } from '../../base/time.ts'
import type { Attempt } from '../../gateway/events.types.ts'
import { logUnhandledError } from '../../gateway/http/log.ts'
import { effectiveSettings, readOwnerSettings } from '../../gateway/owner-settings.ts'
import { UpstreamContext } from '../../upstream/context.ts'
import type { PendingDelivery } from './delivery-queue.ts'
import { type EventRow, newId } from './event-log.ts'
import { type DeliveryResult, fullBody, post, testBody } from './message.ts'
import { sendMessage } from './people.ts'
import {
  ATTACH_WAITS,
  DAY,
  dueAt,
  FAILING_MS,
  isDue,
  LEASE_MS,
  LEAST_FAILURES,
  MOST_ATTEMPTS,
  retryWait,
} from './schedule.ts'
import { toMessage } from './sentence.ts'
import type { Store } from './store.ts'
import { getBackoff, notOwners, type SubscriptionRow, wants } from './subscription-store.ts'
import type { TaskGroup } from './task-group.ts'
import { seesAccount } from './viewer.ts'

/** Concurrent attempts: in total, to endpoints that failed last time, and of one queue. */
const MOST_AT_ONCE = 5
const MOST_FAILING = 2
const MOST_FIRST_PENDING = 2

/**
 * Once the front of a queue failed this often, the next ones are tried as well, because it may be the only one that
 * fails.
 */
const PROBED_AFTER = 3
/** How many of a queue are considered for such a try. */
const MOST_PROBED = 10

/** How much of a request and of a response is stored, in characters. */
const MOST_SENT = 8192
const MOST_ANSWERED = 500

/** The wait after an attempt that failed because of a setting, in milliseconds. */
const SETTING_WAIT_MS = 5 * 60_000
const BUDGET_WAIT_MS = 1000

/** How many events of accounts a person gets in one message. Chats limit its length, and Teams its buttons. */
const MOST_TOGETHER = 5

/** A pending delivery with its event. */
interface Delivered {
  row: PendingDelivery
  event: GatewayEvent
}

interface Startable {
  subscription: SubscriptionRow
  row: PendingDelivery
}

/**
 * How a delivery went. It fails in one of three steps, and each has its own consequence:
 *
 * - before: nothing was sent. An attachment, a setting or the call budget is the cause, and not the endpoint. The delivery
 *   is postponed, and no attempt counts. `error` is absent when it waits for an attachment.
 * - attempt: the endpoint refused it or did not answer, or the gateway has a bug. The attempt counts, and the retry schedule
 *   says when the next one is.
 * - after: the endpoint answered, but the store failed. The lease of the row ends, and the delivery is made again.
 */
type Delivering =
  | { failed: 'before'; error: GatewayError | undefined; at: number }
  | { failed: 'attempt' | undefined; result: DeliveryResult; at: number }

/** How many tests of a subscription are sent within a minute. */
const MOST_TESTS = 5
const MINUTE = 60_000

/**
 * Decides what is delivered when, makes single attempts, and records their results. Each subscription has a queue. Its
 * oldest event goes first, and blocks the others while it fails, so that they arrive in order. One that fails while
 * others succeed is quarantined.
 */
export class Delivery {
  readonly #store: Store
  readonly #underWay = new Map<string, Set<number>>()
  /** Counts starts, to prefer the subscription that has waited longest. */
  #starts = 0
  readonly #startedAt = new Map<string, number>()
  /** Subscriptions whose endpoint sent a Retry-After with its last response. */
  readonly #askedToWait = new Set<string>()

  constructor(store: Store) {
    this.#store = store
  }

  get isUnderWay(): boolean {
    return this.#underWay.size > 0
  }

  /** Starts what is due, as far as the limits allow. Returns whether there was anything. */
  start(run: TaskGroup, ended: () => void): boolean {
    const now = this.#store.platform.now()
    let hasStarted = false
    for (;;) {
      if (run.upstream.budget.callsLeft <= this.#count() || this.#count() >= MOST_AT_ONCE) return hasStarted
      const [next] = this.#startable(now)
      if (!next) return hasStarted
      hasStarted = true
      this.#begin(run, next, ended)
    }
  }

  /**
   * When something can be started next, in epoch milliseconds. What waits for a free slot is started when something
   * ends.
   */
  nextAt(now: number): number | undefined {
    if (this.#count() < MOST_AT_ONCE && this.#startable(now).length > 0) return now
    const times = this.#store.subscriptions.delivering(now).flatMap((subscription) => {
      const backoff = getBackoff(subscription, now)
      if (backoff) return [backoff.next_at]
      const { id } = subscription
      const rows = [...this.#store.queue.firstPending(id, 1), ...this.#store.queue.quarantined(id)]
      return rows.map((row) => dueAt(row, now)).filter((at) => at > now)
    })
    return times.length === 0 ? undefined : Math.min(...times)
  }

  #begin(run: TaskGroup, { subscription: { id }, row }: Startable, ended: () => void): void {
    const own = this.#underWay.get(id) ?? new Set()
    this.#underWay.set(id, own.add(row.seq))
    this.#startedAt.set(id, ++this.#starts)
    const end = () => {
      own.delete(row.seq)
      if (own.size === 0) this.#underWay.delete(id)
      ended()
    }
    run.start(this.#attempt(run, id, row).finally(end))
  }

  async #attempt(run: TaskGroup, id: string, row: PendingDelivery): Promise<void> {
    const { queue } = this.#store
    const failed = await this.#deliver(run, row)
    if (!failed || failed.isolated || failed.attempts < PROBED_AFTER || this.#askedToWait.has(id)) return
    const probe = queue
      .firstPending(id, MOST_PROBED)
      .filter(({ seq }) => seq > row.seq && !this.#underWay.get(id)?.has(seq))
      .reduce<PendingDelivery | undefined>(
        (least, other) => (least && least.attempts <= other.attempts ? least : other),
        undefined,
      )
    if (!probe) return
    this.#underWay.get(id)?.add(probe.seq)
    try {
      if ((await this.#deliver(run, probe)) === undefined) queue.update(failed, { isolated: 1 })
    } finally {
      this.#underWay.get(id)?.delete(probe.seq)
    }
  }

  /** What may start now, beginning with the subscription that has waited longest. */
  #startable(now: number): Startable[] {
    const { subscriptions } = this.#store
    const delivering = subscriptions.delivering(now)
    const failing = delivering.filter(({ id, failures }) => failures > 0 && this.#underWay.has(id)).length
    return delivering
      .filter(({ id, failures }) => failures === 0 || this.#underWay.has(id) || failing < MOST_FAILING)
      .sort((one, other) => (this.#startedAt.get(one.id) ?? 0) - (this.#startedAt.get(other.id) ?? 0))
      .flatMap((subscription) => {
        const row = this.#next(subscription, now)
        return row ? [{ subscription, row }] : []
      })
  }

  /** The next row of a subscription, if it is due. */
  #next(subscription: SubscriptionRow, now: number): PendingDelivery | undefined {
    if (getBackoff(subscription, now)) return undefined
    const { queue } = this.#store
    const { id, failures } = subscription
    const underWay = this.#underWay.get(id)
    const isFree = (row: PendingDelivery) => !underWay?.has(row.seq) && isDue(row, now)
    const firstPending = queue.firstPending(id, MOST_FIRST_PENDING)
    const [first] = firstPending
    if (first) {
      const isAlone = failures > 0 || first.attempts > 0
      const next = isAlone ? (underWay ? undefined : first) : firstPending.find(isFree)
      if (next && isFree(next)) return next
    }
    const isQuarantinedUnderWay = queue.quarantined(id).some(({ seq }) => underWay?.has(seq))
    return isQuarantinedUnderWay ? undefined : queue.quarantined(id).find(isFree)
  }

  #count(): number {
    return [...this.#underWay.values()].reduce((sum, { size }) => sum + size, 0)
  }

  /** Attempts to deliver a row. Returns the updated row after a failure of the endpoint, otherwise undefined. */
  async #deliver(run: TaskGroup, row: PendingDelivery): Promise<PendingDelivery | undefined> {
    const { platform, settings, events, queue, subscriptions } = this.#store
    const subscription = subscriptions.get(row.subscription)
    const event = events.at(row.seq)
    if (!subscription || !event || !seesAccount(subscription.key, event.payload.account)) {
      queue.delete(row)
      return undefined
    }
    // If the object is evicted here, the rows become due again, and nothing is lost.
    const lease = (row: PendingDelivery) => queue.update(row, { next_at: platform.now() + LEASE_MS, wait_ms: LEASE_MS })
    const toDelivered = async ({ row, found }: { row: PendingDelivery; found: typeof event }): Promise<Delivered> => ({
      row: lease(row),
      event: await events.open(found),
    })
    const others = this.#findTogether(subscription, row, event.payload.type)
    for (const { row } of others) this.#underWay.get(row.subscription)?.add(row.seq)
    const upstream = new UpstreamContext(settings, platform, run.upstream)
    try {
      const rest = await Promise.all(others.map(toDelivered))
      return await this.#attemptOnce(upstream, subscription, await toDelivered({ row, found: event }), rest)
    } catch (error) {
      // The store failed, before or after the attempt. The rows are due again when their leases expire.
      logUnhandledError(platform.uuid(), error)
      return undefined
    } finally {
      upstream.close()
      for (const { row } of others) this.#underWay.get(row.subscription)?.delete(row.seq)
    }
  }

  /** What follows in the queue and a person reads in the same message: the next events of accounts. */
  #findTogether({ id, channel, key }: SubscriptionRow, first: PendingDelivery, type: GatewayEvent['type']) {
    const isOfAccount = (type: GatewayEvent['type']) => type.startsWith('account.')
    if (channel === 'webhook' || first.isolated || !isOfAccount(type)) return []
    const { queue, events } = this.#store
    const together: { row: PendingDelivery; found: EventRow }[] = []
    for (const row of queue.firstPending(id, MOST_TOGETHER + MOST_FIRST_PENDING)) {
      if (row.seq <= first.seq) continue
      const found = events.at(row.seq)
      const isFree = !this.#underWay.get(id)?.has(row.seq) && together.length < MOST_TOGETHER - 1
      if (!isFree || !found || !isOfAccount(found.payload.type) || !seesAccount(key, found.payload.account)) break
      together.push({ row, found })
    }
    return together
  }

  /** Sends a delivery once, and records how it went. @param others what is delivered in the same message */
  async #attemptOnce(
    upstream: UpstreamContext,
    subscription: SubscriptionRow,
    delivered: Delivered,
    others: readonly Delivered[],
  ) {
    const delivering = await this.#prepareAndSend(upstream, subscription, delivered, others)
    if (delivering.failed === 'before') {
      const { error, at } = delivering
      if (!error) return undefined
      this.#release(others)
      return this.#postpone(delivered.row, delivered.event, error, at)
    }
    return this.#record(subscription, delivered, others, delivering)
  }

  async #prepareAndSend(
    upstream: UpstreamContext,
    subscription: SubscriptionRow,
    { row, event }: Delivered,
    others: readonly Delivered[],
  ): Promise<Delivering> {
    const { platform } = this.#store
    let at = platform.now()
    try {
      // Attachments are for programs.
      const isWebhook = subscription.channel === 'webhook'
      const body = isWebhook ? await this.#body(upstream, subscription, event, row) : ''
      if (body === undefined) return { failed: 'before', error: undefined, at }
      at = platform.now()
      const result = await this.#send(upstream, subscription, [event, ...others.map(({ event }) => event)], {
        at,
        body,
      })
      return { failed: result.ok ? undefined : 'attempt', result, at }
    } catch (error) {
      // Sending throws a GatewayError only before anything is sent.
      if (error instanceof GatewayError) return { failed: 'before', error, at }
      logUnhandledError(platform.uuid(), error)
      return { failed: 'attempt', result: failedByBug(error), at }
    }
  }

  /** Records an attempt. Throws when the store fails: that is a failure after the attempt. */
  async #record(
    subscription: SubscriptionRow,
    { row, event }: Delivered,
    others: readonly Delivered[],
    { failed, result, at }: Exclude<Delivering, { failed: 'before' }>,
  ): Promise<PendingDelivery | undefined> {
    const { queue, subscriptions } = this.#store
    const { after, nextAt } = this.#settle(row, result)
    if (failed) this.#release(others)
    else for (const { row } of others) queue.delete(row)
    const { leftFrom } = subscription
    // A subscription that was deleted has no log.
    if (leftFrom !== undefined && !subscriptions.get(leftFrom)) return after
    // The status has settled the delivery. The rest is only for the log.
    await this.#note(subscription, event, result, { at, attempt: row.attempts + 1, nextAt })
    for (const other of failed ? [] : others)
      await this.#note(subscription, other.event, result, { at, attempt: other.row.attempts + 1, nextAt: null })
    return after
  }

  /** After a failure, what was to be in the same message waits behind the first one. */
  #release(others: readonly Delivered[]): void {
    for (const { row } of others) this.#store.queue.update(row, { next_at: 0, wait_ms: 0 })
  }

  /**
   * Delivers a test event once, whatever the result: the newest one of the sample's type, or else the sample. It has an id
   * of its own, so that no endpoint takes it for a repeated delivery. Throws 429 when there were five within a minute, because
   * people may read them.
   */
  async test(subscription: SubscriptionRow, sample?: Omit<GatewayEvent, 'id'>): Promise<Attempt> {
    const { platform, settings } = this.#store
    this.#countTest(subscription)
    const data = { message: 'This is a test of Latchkey: the endpoint works when it answers 2xx.' }
    const sentence = { type: 'latchkey.test' as const, timestamp: iso(platform.now()), account: null, data }
    const tested = sample ? await this.#newest(subscription, sample) : { event: sentence, isStored: false }
    const event = { ...tested.event, id: newId('evt') }
    const upstream = new UpstreamContext(settings, platform)
    try {
      const at = platform.now()
      const result = await this.#send(upstream, subscription, [event], { at, body: testBody(event), isTest: true })
      this.#store.subscriptions.update(subscription.id, {
        lastTestError: result.ok ? null : result.error,
        lastTestAt: at,
      })
      return this.#note(subscription, event, result, { at, attempt: 1, nextAt: null }, tested.isStored)
    } finally {
      upstream.close()
    }
  }

  #countTest({ id, tests = [] }: SubscriptionRow): void {
    const now = this.#store.platform.now()
    const recent = tests.filter((at) => Math.abs(now - at) < MINUTE)
    if (recent.length >= MOST_TESTS) {
      const seconds = Math.min(60, Math.max(1, Math.ceil((Math.min(...recent) + MINUTE - now) / 1000)))
      throw new GatewayError(
        429,
        `this subscription was tested ${MOST_TESTS} times within a minute: wait ${seconds} s`,
        {
          headers: { 'Retry-After': String(seconds) },
        },
      )
    }
    this.#store.subscriptions.update(id, { tests: [...recent, now] })
  }

  /** The newest stored event of a type that the owner of the subscription may see, or the sample. */
  async #newest(
    subscription: SubscriptionRow,
    sample: Omit<GatewayEvent, 'id'>,
  ): Promise<{ event: Omit<GatewayEvent, 'id'>; isStored: boolean }> {
    const { events } = this.#store
    const { key } = subscription
    if (EVENT_TYPES[sample.type] === OWNERS_GROUP && key.id !== ADMIN) throw notOwners('type', sample.type)
    const seen = this.#store.scopeOf(key) ?? this.#store.accounts.all
    const scope = isOfAllAccounts(sample.type)
      ? this.#store.scopeOf(key)
      : seen.filter((one) => wants(subscription, one))
    const [row] = events.list({ order: 'newest', from: events.last + 1, scope, types: [sample.type], most: 1 })
    if (row) return { event: await events.open(row), isStored: true }
    // Of an account whose events the subscription would get.
    const own = scope?.find((one) => sample.account !== null && productOf(one) === productOf(sample.account))
    return { event: isOfAllAccounts(sample.type) || !own ? sample : { ...sample, account: own }, isStored: false }
  }

  /** The body. Undefined when its attachments are not available yet. */
  async #body(upstream: UpstreamContext, { include }: SubscriptionRow, event: GatewayEvent, row: PendingDelivery) {
    const { sources, queue, subscriptions, platform } = this.#store
    const { account } = event
    const source = sources().find((one) => one.types.includes(event.type) && (!one.account || one.account === account))
    if (account) upstream.use(account)
    const wait = ATTACH_WAITS[row.unattached]
    try {
      return await fullBody(upstream, event, source, include, wait === undefined)
    } catch (error) {
      if (!(error instanceof GatewayError) || wait === undefined) throw error
      const wait_ms = error.reason === 'budget' ? BUDGET_WAIT_MS : wait
      // A delivery that waits for a product must not block others.
      queue.update(row, { isolated: 1, unattached: row.unattached + 1, next_at: platform.now() + wait_ms, wait_ms })
      subscriptions.endBackoff(row.subscription)
      return undefined
    }
  }

  async #send(
    upstream: UpstreamContext,
    subscription: SubscriptionRow,
    events: readonly [GatewayEvent, ...GatewayEvent[]],
    { at, body, isTest = false }: { at: number; body: string; isTest?: boolean },
  ): Promise<DeliveryResult> {
    const { url, channel } = subscription
    const secrets = await this.#store.secrets.valid(subscription, at)
    if (channel === 'webhook') return post(upstream, new URL(url), secrets, { id: events[0].id, at, body })
    const [address = ''] = secrets
    const { settings, platform } = this.#store
    const { service_name, time_zone } = effectiveSettings(settings, await readOwnerSettings({ settings, platform }))
    const { language, origin } = subscription
    const reader = { language, origin, service: service_name.value, timeZone: time_zone.value }
    return sendMessage(upstream, { channel, address, service: reader.service }, toMessage(events, reader, isTest))
  }

  /** Returns the updated row after a failure, and when it is attempted again. */
  #settle(row: PendingDelivery, result: DeliveryResult): { after: PendingDelivery | undefined; nextAt: number | null } {
    const { queue, subscriptions, platform } = this.#store
    const { subscription: id, attempts } = row
    const now = platform.now()
    this.#askedToWait.delete(id)
    if (result.ok) {
      queue.delete(row)
      if (subscriptions.get(id)?.leftFrom !== undefined) {
        subscriptions.delete(id)
        return { after: undefined, nextAt: null }
      }
      subscriptions.update(id, {
        lastDeliveredAt: now,
        failingSince: null,
        failures: 0,
        lastError: null,
        lastTestError: null,
        ...(subscriptions.get(id)?.lastTestError && { lastTestAt: null }),
      })
      return { after: undefined, nextAt: null }
    }
    if (result.retryAfter) this.#askedToWait.add(id)
    const wait_ms = retryWait(attempts + 1, result.retryAfter, platform.random())
    const next_at = now + wait_ms
    // It may have changed while the endpoint answered.
    const stored = subscriptions.get(id)
    // Nobody could repair what a channel is told as the last.
    if (stored?.leftFrom !== undefined && (result.isGone || next_at > stored.createdAt + DAY)) {
      queue.delete(row)
      subscriptions.delete(id)
      return { after: undefined, nextAt: null }
    }
    // A quarantined delivery says nothing about the endpoint, which accepts others.
    const isOfEndpoint = !row.isolated || result.isGone
    if (!isOfEndpoint && attempts + 1 >= MOST_ATTEMPTS && !stored?.failingSince) {
      queue.delete(row)
      return { after: undefined, nextAt: null }
    }
    const after = queue.update(row, { attempts: attempts + 1, next_at, wait_ms })
    const noted = stored && isOfEndpoint ? this.#noteFailure(stored, result, now) : stored
    return { after, nextAt: noted?.stopped ? null : next_at }
  }

  #noteFailure(stored: SubscriptionRow, { isGone, error }: DeliveryResult, now: number): SubscriptionRow | undefined {
    const failures = stored.failures + 1
    // A clock that went back must not prolong the failure.
    const failingSince = Math.min(stored.failingSince ?? now, now)
    const isOver = failures >= LEAST_FAILURES && now - failingSince >= FAILING_MS
    const stopped = stored.stopped ?? (isGone ? 'gone' : isOver ? 'failing' : null)
    const first = this.#firstWait(stored.id, now)
    const backoff = first && { next_at: first.next_at, wait_ms: first.wait_ms, failures }
    return this.#store.subscriptions.update(stored.id, { failures, failingSince, lastError: error, stopped, backoff })
  }

  /** The next due row of a subscription. Undefined when its queue is empty. */
  #firstWait(id: string, now: number): PendingDelivery | undefined {
    const { queue } = this.#store
    const rows = [...queue.firstPending(id, 1), ...queue.quarantined(id)]
    return rows.reduce<PendingDelivery | undefined>(
      (first, row) => (first && dueAt(first, now) <= dueAt(row, now) ? first : row),
      undefined,
    )
  }

  /**
   * Postpones a delivery that failed before the attempt: the call budget is exhausted, or a setting is wrong. A wrong
   * setting is logged as one delivery attempt, however often it is tried.
   */
  async #postpone(
    row: PendingDelivery,
    event: GatewayEvent,
    { message, reason }: GatewayError,
    at: number,
  ): Promise<undefined> {
    const { queue, subscriptions, platform } = this.#store
    const { subscription: id, attempts } = row
    const wait_ms = reason === 'budget' ? BUDGET_WAIT_MS : SETTING_WAIT_MS
    const next_at = platform.now() + wait_ms
    queue.update(row, { next_at, wait_ms })
    const stored = subscriptions.get(id)
    if (reason === 'budget' || !stored || stored.lastError === message) return
    subscriptions.update(id, { lastError: message })
    await this.#note(stored, event, unsent(message), { at, attempt: attempts + 1, nextAt: next_at })
  }

  async #note(
    { id: ownId, leftFrom: id = ownId }: SubscriptionRow,
    { id: event_id, type, account }: GatewayEvent,
    result: DeliveryResult,
    { at, attempt, nextAt }: { at: number; attempt: number; nextAt: number | null },
    isStored = true,
  ): Promise<Attempt> {
    const { ok, status, error, durationMs, sent } = result
    console.log(JSON.stringify({ delivery: id, event: event_id, type, attempt, status, ok, ms: durationMs }))
    const response_body = (await result.answer).slice(0, MOST_ANSWERED).toWellFormed()
    const reported = {
      event_id,
      type,
      attempted_at: iso(at),
      attempt,
      ok,
      status,
      error,
      request_body: sent === null ? null : sent.slice(0, MOST_SENT).toWellFormed(),
      response_body,
      duration_ms: durationMs,
    }
    const next_attempt_at = nextAt === null ? null : iso(nextAt)
    return this.#store.attempts.add(id, isStored ? account : null, { ...reported, next_attempt_at }, at)
  }
}

const unsent = (error: string): DeliveryResult => ({
  ok: false,
  status: null,
  error,
  answer: Promise.resolve(''),
  durationMs: 0,
  retryAfter: undefined,
  isGone: false,
  sent: null,
})

const failedByBug = (error: unknown): DeliveryResult => unsent(publicError(error).message)
