import { GatewayError, publicError } from '../../base/errors.ts'
import type { Attempt, GatewayEvent } from '../../base/events.ts'
import type { Platform } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'
import type { Signed } from '../../base/webhook-signing.ts'
import { logUnhandledError } from '../../gateway/http/unhandled-error.ts'
import { UpstreamContext } from '../../upstream/http/upstream-context.ts'
import type { EventSource } from '../../upstream/polling/event-source.ts'
import type { Attempts } from './attempt-log.ts'
import { ATTACH_WAITS, dueAt, FAILING_MS, LEASE_MS, LEAST_FAILURES, MOST_ATTEMPTS, retryWait } from './backoff.ts'
import type { DeliveryQueue, PendingDelivery } from './delivery-queue.ts'
import type { EventLog } from './event-log.ts'
import { seesGroup } from './keys.ts'
import { fullBody, plainBody } from './payload.ts'
import type { Secrets } from './secrets.ts'
import { type DeliveryResult, post } from './send-webhook.ts'
import { iso, type SubscriptionRepository, type SubscriptionRow } from './subscription-repository.ts'
import type { TaskGroup } from './task-group.ts'

/** The wait after an attempt that failed because of a setting, in milliseconds. */
const SETTING_WAIT_MS = 5 * 60_000
const BUDGET_WAIT_MS = 1000

interface Dependencies {
  settings: Settings
  platform: Platform
  events: EventLog
  subscriptions: SubscriptionRepository
  queue: DeliveryQueue
  attempts: Attempts
  secrets: Secrets
  sources: () => readonly EventSource[]
}

/** Makes single attempts, and records their results. */
export class Deliverer {
  readonly #deps: Dependencies
  /** Subscriptions whose endpoint sent a Retry-After with its last response. */
  readonly #toldToWait = new Set<string>()

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  mustWait(subscription: string): boolean {
    return this.#toldToWait.has(subscription)
  }

  /** Attempts to deliver a row. Returns the updated row after a failure of the endpoint, otherwise undefined. */
  async attempt(run: TaskGroup, row: PendingDelivery): Promise<PendingDelivery | undefined> {
    const { platform, settings, events, queue } = this.#deps
    const subscription = this.#find(row.subscription)
    const event = events.at(row.seq)
    if (!subscription || !event || !seesGroup(subscription.key.groups, event.group)) {
      queue.delete(row)
      return undefined
    }
    // If the object is evicted here, the row becomes due again, and nothing is lost.
    const leased = queue.update(row, { next_at: platform.now() + LEASE_MS, wait_ms: LEASE_MS })
    const upstream = new UpstreamContext(settings, platform, run.upstream)
    try {
      return await this.#attemptOnce(upstream, subscription, await events.open(event), leased)
    } catch (error) {
      // The store failed. The row is due again when its lease expires.
      logUnhandledError(platform.uuid(), error)
      return undefined
    } finally {
      upstream.close()
    }
  }

  async #attemptOnce(
    upstream: UpstreamContext,
    subscription: SubscriptionRow,
    event: GatewayEvent,
    row: PendingDelivery,
  ) {
    const { platform } = this.#deps
    let at = platform.now()
    let result: DeliveryResult
    try {
      const body = await this.#body(upstream, subscription, event, row)
      if (body === undefined) return undefined
      at = platform.now()
      result = await this.#send(upstream, subscription, { id: event.id, at, body })
    } catch (error) {
      if (error instanceof GatewayError) return this.#postpone(row, event, error, at)
      logUnhandledError(platform.uuid(), error)
      result = failedByBug(error)
    }
    const { after, nextAt } = this.#settle(row, result)
    // The status has settled the delivery. The rest is only for the log.
    await this.#note(subscription.id, event, result, at, row.attempts + 1, nextAt)
    return after
  }

  /** Delivers a test event once, whatever the result. */
  async test(subscription: SubscriptionRow, event: GatewayEvent): Promise<Attempt> {
    const { platform, settings } = this.#deps
    const upstream = new UpstreamContext(settings, platform)
    try {
      const at = platform.now()
      const result = await this.#send(upstream, subscription, { id: event.id, at, body: plainBody(event) })
      this.#deps.subscriptions.update(subscription.id, { lastTestError: result.ok ? null : result.error })
      return this.#note(subscription.id, event, result, at, 1, null)
    } finally {
      upstream.close()
    }
  }

  /** The body. Undefined when its attachments are not available yet. */
  async #body(upstream: UpstreamContext, { include }: SubscriptionRow, event: GatewayEvent, row: PendingDelivery) {
    const { sources, queue, subscriptions, platform } = this.#deps
    const source = sources().find(({ types }) => types.includes(event.type))
    const wait = ATTACH_WAITS[row.unattached]
    try {
      return await fullBody(upstream, event, source, include, wait === undefined)
    } catch (error) {
      if (!(error instanceof GatewayError) || wait === undefined) throw error
      const wait_ms = error.reason === 'budget' ? BUDGET_WAIT_MS : wait
      // A delivery that waits for a product must not block others.
      queue.update(row, { apart: 1, unattached: row.unattached + 1, next_at: platform.now() + wait_ms, wait_ms })
      subscriptions.endBackoff(row.subscription)
      return undefined
    }
  }

  async #send(upstream: UpstreamContext, subscription: SubscriptionRow, signed: Signed) {
    const secrets = await this.#deps.secrets.valid(subscription, signed.at)
    return post(upstream, new URL(subscription.url), secrets, signed)
  }

  /** Returns the updated row after a failure, and when it is attempted again. */
  #settle(row: PendingDelivery, result: DeliveryResult): { after: PendingDelivery | undefined; nextAt: number | null } {
    const { queue, subscriptions, platform } = this.#deps
    const { subscription: id, attempts } = row
    const now = platform.now()
    this.#toldToWait.delete(id)
    if (result.ok) {
      queue.delete(row)
      subscriptions.update(id, {
        ...{ lastDeliveredAt: now, failingSince: null, failures: 0, lastError: null, lastTestError: null },
      })
      return { after: undefined, nextAt: null }
    }
    if (result.retryAfter) this.#toldToWait.add(id)
    const wait_ms = retryWait(attempts + 1, result.retryAfter, platform.random())
    const next_at = now + wait_ms
    // A quarantined delivery says nothing about the endpoint, which accepts others.
    const isOfEndpoint = !row.apart || result.status === 410
    if (!isOfEndpoint && attempts + 1 >= MOST_ATTEMPTS && !this.#find(id)?.failingSince) {
      queue.delete(row)
      return { after: undefined, nextAt: null }
    }
    const after = queue.update(row, { attempts: attempts + 1, next_at, wait_ms })
    if (isOfEndpoint) this.#noteFailure(id, result, now)
    return { after, nextAt: this.#find(id)?.stopped ? null : next_at }
  }

  #noteFailure(id: string, { status, error }: DeliveryResult, now: number): void {
    const stored = this.#find(id)
    if (!stored) return
    const failures = stored.failures + 1
    // A clock that went back must not prolong the failure.
    const failingSince = Math.min(stored.failingSince ?? now, now)
    const isOver = failures >= LEAST_FAILURES && now - failingSince >= FAILING_MS
    const stopped = stored.stopped ?? (status === 410 ? 'gone' : isOver ? 'failing' : null)
    const first = this.#firstWait(id, now)
    const backoff = first && { next_at: first.next_at, wait_ms: first.wait_ms, failures }
    this.#deps.subscriptions.update(id, { failures, failingSince, lastError: error, stopped, backoff })
  }

  /** The next due row of a subscription. Undefined when its queue is empty. */
  #firstWait(id: string, now: number): PendingDelivery | undefined {
    const { queue } = this.#deps
    const rows = [...queue.firstPending(id, 1), ...queue.quarantined(id)]
    return rows.reduce<PendingDelivery | undefined>(
      (first, row) => (first && dueAt(first, now) <= dueAt(row, now) ? first : row),
      undefined,
    )
  }

  /**
   * Nothing was sent, and the endpoint is not the cause: the call budget is exhausted, or a setting is wrong. A wrong
   * setting is logged as one delivery attempt, however often it is tried.
   */
  async #postpone(
    row: PendingDelivery,
    event: GatewayEvent,
    { message, reason }: GatewayError,
    at: number,
  ): Promise<undefined> {
    const { queue, subscriptions, platform } = this.#deps
    const { subscription: id, attempts } = row
    const wait_ms = reason === 'budget' ? BUDGET_WAIT_MS : SETTING_WAIT_MS
    const next_at = platform.now() + wait_ms
    queue.update(row, { next_at, wait_ms })
    if (reason === 'budget' || this.#find(id)?.lastError === message) return
    subscriptions.update(id, { lastError: message })
    await this.#note(id, event, unsent(message), at, attempts + 1, next_at)
  }

  async #note(
    id: string,
    { id: event_id, type }: GatewayEvent,
    result: DeliveryResult,
    at: number,
    attempt: number,
    nextAt: number | null,
  ): Promise<Attempt> {
    const { ok, status, error, durationMs } = result
    console.log(JSON.stringify({ delivery: id, event: event_id, type, attempt, status, ok, ms: durationMs }))
    const response_body = await result.answer
    const reported = {
      event_id,
      type,
      attempted_at: iso(at),
      attempt,
      ok,
      status,
      error,
      response_body,
      duration_ms: durationMs,
    }
    return this.#deps.attempts.add(id, { ...reported, next_attempt_at: nextAt === null ? null : iso(nextAt) }, at)
  }

  #find(id: string): SubscriptionRow | undefined {
    return this.#deps.subscriptions.find(null, id)
  }
}

const unsent = (error: string): DeliveryResult => ({
  ...{ ok: false, status: null, error, answer: Promise.resolve(''), durationMs: 0, retryAfter: undefined },
})

const failedByBug = (error: unknown): DeliveryResult => unsent(publicError(error).message)
