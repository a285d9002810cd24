import { GatewayError, publicError } from '../../base/errors.ts'
import type { Attempt, ToldEvent } from '../../base/events.ts'
import type { Platform } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'
import { logBug } from '../../gateway/bug.ts'
import type { EventSource } from '../../upstream/event-source.ts'
import { Outgoing } from '../../upstream/outgoing.ts'
import type { Attempts } from './attempts.ts'
import { fullBody, plainBody } from './body.ts'
import type { KeptEvents } from './kept-events.ts'
import { seesGroup } from './keys.ts'
import type { Outbox, Waiting } from './outbox.ts'
import { type Posted, post } from './posting.ts'
import type { Run } from './run.ts'
import { ATTACH_WAITS, dueAt, FAILING_MS, LEASE_MS, LEAST_FAILURES, MOST_ATTEMPTS, retryWait } from './schedule.ts'
import type { Secrets } from './secrets.ts'
import { iso, type KeptSubscription, type Subscriptions } from './subscriptions.ts'

/** The wait after an attempt that could not be made because of a setting, in milliseconds. */
const SETTING_WAIT_MS = 5 * 60_000
const BUDGET_WAIT_MS = 1000

interface Parts {
  settings: Settings
  platform: Platform
  events: KeptEvents
  subscriptions: Subscriptions
  outbox: Outbox
  attempts: Attempts
  secrets: Secrets
  sources: () => readonly EventSource[]
}

/** Makes single attempts, and notes what became of them. */
export class Attempting {
  readonly #parts: Parts
  /** Subscriptions whose endpoint said with its last answer when to come again. */
  readonly #toldToWait = new Set<string>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  isToldToWait(subscription: string): boolean {
    return this.#toldToWait.has(subscription)
  }

  /** Attempts to deliver a row. Answers the row as it stands after an endpoint's failure, else undefined. */
  async attempt(run: Run, row: Waiting): Promise<Waiting | undefined> {
    const { platform, settings, events, outbox } = this.#parts
    const subscription = this.#find(row.subscription)
    const event = events.at(row.seq)
    if (!subscription || !event || !seesGroup(subscription.key.groups, event.group)) {
      outbox.delete(row)
      return undefined
    }
    // Should the object end here, the row is due again, and nothing is lost.
    const leased = outbox.update(row, { next_at: platform.now() + LEASE_MS, wait_ms: LEASE_MS })
    const outgoing = new Outgoing(settings, platform, run.outgoing)
    try {
      return await this.#attemptOnce(outgoing, subscription, event.told, leased)
    } catch (error) {
      // The store failed. The row is due again when its lease is over.
      logBug(platform.uuid(), error)
      return undefined
    } finally {
      outgoing.close()
    }
  }

  async #attemptOnce(outgoing: Outgoing, subscription: KeptSubscription, event: ToldEvent, row: Waiting) {
    const { platform } = this.#parts
    let at = platform.now()
    let posted: Posted
    try {
      const body = await this.#body(outgoing, subscription, event, row)
      if (body === undefined) return undefined
      at = platform.now()
      posted = await this.#send(outgoing, subscription, event, at, body)
    } catch (error) {
      if (error instanceof GatewayError) return this.#postpone(row, event, error, at)
      logBug(platform.uuid(), error)
      posted = failedByBug(error)
    }
    const { after, nextAt } = this.#settle(row, posted)
    // The status has settled the delivery. What follows is for the log alone.
    await this.#note(subscription.id, event, posted, at, row.attempts + 1, nextAt)
    return after
  }

  /** Delivers an event of a test once, whatever becomes of it. */
  async test(subscription: KeptSubscription, event: ToldEvent): Promise<Attempt> {
    const { platform, settings } = this.#parts
    const outgoing = new Outgoing(settings, platform)
    try {
      const at = platform.now()
      const posted = await this.#send(outgoing, subscription, event, at, plainBody(event))
      return this.#note(subscription.id, event, posted, at, 1, null)
    } finally {
      outgoing.close()
    }
  }

  /** The body; undefined where its attachments are to be waited for. */
  async #body(outgoing: Outgoing, { include }: KeptSubscription, event: ToldEvent, row: Waiting) {
    const { sources, outbox, subscriptions, platform } = this.#parts
    const source = sources().find(({ types }) => types.includes(event.type))
    const wait = ATTACH_WAITS[row.unattached]
    try {
      return await fullBody(outgoing, event, source, include, wait === undefined)
    } catch (error) {
      if (!(error instanceof GatewayError) || wait === undefined) throw error
      const wait_ms = error.reason === 'budget' ? BUDGET_WAIT_MS : wait
      // What waits for a product is no reason for others to wait.
      outbox.update(row, { apart: 1, unattached: row.unattached + 1, next_at: platform.now() + wait_ms, wait_ms })
      subscriptions.endBackoff(row.subscription)
      return undefined
    }
  }

  async #send(outgoing: Outgoing, { id, url, ...rest }: KeptSubscription, event: ToldEvent, at: number, body: string) {
    const secrets = await this.#parts.secrets.valid({ id, url, ...rest }, at)
    return post(outgoing, new URL(url), secrets, { id: event.id, at, body })
  }

  /** Tells the row as it stands after a failure, and when it is attempted again. */
  #settle(row: Waiting, posted: Posted): { after: Waiting | undefined; nextAt: number | null } {
    const { outbox, subscriptions, platform } = this.#parts
    const { subscription: id, attempts } = row
    const now = platform.now()
    this.#toldToWait.delete(id)
    if (posted.ok) {
      outbox.delete(row)
      subscriptions.update(id, { lastDeliveredAt: now, failingSince: null, failures: 0, lastError: null })
      return { after: undefined, nextAt: null }
    }
    if (posted.retryAfter) this.#toldToWait.add(id)
    const wait_ms = retryWait(attempts + 1, posted.retryAfter, platform.random())
    const next_at = now + wait_ms
    // One that stands apart says nothing of the endpoint, which takes others.
    const isOfEndpoint = !row.apart || posted.status === 410
    if (!isOfEndpoint && attempts + 1 >= MOST_ATTEMPTS && !this.#find(id)?.failingSince) {
      outbox.delete(row)
      return { after: undefined, nextAt: null }
    }
    const after = outbox.update(row, { attempts: attempts + 1, next_at, wait_ms })
    if (isOfEndpoint) this.#noteFailure(id, posted, now)
    return { after, nextAt: this.#find(id)?.stopped ? null : next_at }
  }

  #noteFailure(id: string, { status, error }: Posted, now: number): void {
    const kept = this.#find(id)
    if (!kept) return
    const failures = kept.failures + 1
    // A clock that went back must not prolong it.
    const failingSince = Math.min(kept.failingSince ?? now, now)
    const isOver = failures >= LEAST_FAILURES && now - failingSince >= FAILING_MS
    const stopped = kept.stopped ?? (status === 410 ? 'gone' : isOver ? 'failing' : null)
    const first = this.#firstWait(id, now)
    const backoff = first && { next_at: first.next_at, wait_ms: first.wait_ms, failures }
    this.#parts.subscriptions.update(id, { failures, failingSince, lastError: error, stopped, backoff })
  }

  /** The row of a subscription that is due first; undefined where nothing waits. */
  #firstWait(id: string, now: number): Waiting | undefined {
    const { outbox } = this.#parts
    const rows = [...outbox.heads(id, 1), ...outbox.apart(id)]
    return rows.reduce<Waiting | undefined>(
      (first, row) => (first && dueAt(first, now) <= dueAt(row, now) ? first : row),
      undefined,
    )
  }

  /**
   * Nothing was sent, by no fault of the endpoint: the budget of calls is spent, or a setting is wrong. A wrong setting is
   * in the log of deliveries once, however often it is tried.
   */
  async #postpone(row: Waiting, event: ToldEvent, { message, reason }: GatewayError, at: number): Promise<undefined> {
    const { outbox, subscriptions, platform } = this.#parts
    const { subscription: id, attempts } = row
    const wait_ms = reason === 'budget' ? BUDGET_WAIT_MS : SETTING_WAIT_MS
    const next_at = platform.now() + wait_ms
    outbox.update(row, { next_at, wait_ms })
    if (reason === 'budget' || this.#find(id)?.lastError === message) return
    subscriptions.update(id, { lastError: message })
    await this.#note(id, event, unsent(message), at, attempts + 1, next_at)
  }

  async #note(
    id: string,
    { id: event_id, type }: ToldEvent,
    posted: Posted,
    at: number,
    attempt: number,
    nextAt: number | null,
  ): Promise<Attempt> {
    const { ok, status, error, durationMs } = posted
    console.log(JSON.stringify({ delivery: id, event: event_id, type, attempt, status, ok, ms: durationMs }))
    const response_body = await posted.answer
    const told = {
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
    return this.#parts.attempts.add(id, { ...told, next_attempt_at: nextAt === null ? null : iso(nextAt) }, at)
  }

  #find(id: string): KeptSubscription | undefined {
    return this.#parts.subscriptions.find(null, id)
  }
}

const unsent = (error: string): Posted => ({
  ...{ ok: false, status: null, error, answer: Promise.resolve(''), durationMs: 0, retryAfter: undefined },
})

const failedByBug = (error: unknown): Posted => unsent(publicError(error).message)
