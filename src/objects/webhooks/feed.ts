import { badInput, conflict, notFound } from '../../base/errors.ts'
import type { EventType } from '../../base/event-types.ts'
import type { Asker, FeedOrder, GatewayEvent, Scope } from '../../base/events.ts'
import type { Platform } from '../../base/platform.ts'
import type { Attempts } from './attempt-log.ts'
import type { DeliveryCoordinator } from './delivery-coordinator.ts'
import type { DeliveryQueue } from './delivery-queue.ts'
import type { EventLog } from './event-log.ts'
import type { FeedInterest } from './feed-interest.ts'
import { seesGroup, seesType } from './keys.ts'
import type { Pruner } from './pruner.ts'
import type { SubscriptionRepository } from './subscription-repository.ts'
import type { SubscriptionService } from './subscription-service.ts'

interface Dependencies {
  platform: Platform
  events: EventLog
  subscriptions: SubscriptionRepository
  service: SubscriptionService
  queue: DeliveryQueue
  attempts: Attempts
  readers: FeedInterest
  pruner: Pruner
  coordinator: DeliveryCoordinator
}

export interface FeedPage {
  after?: string | undefined
  order?: FeedOrder | undefined
  types?: readonly EventType[] | undefined
  limit: number
}

const disabled = () => conflict('the subscription is disabled: enable it first')

/** The feed of events, and redelivery. */
export class Feed {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** The requested types are watched from now on, for a day. */
  async page(scope: Scope, { after, order = 'oldest', types, limit }: FeedPage) {
    const { events, readers, platform } = this.#deps
    this.#deps.pruner.pruneExpired()
    const last = events.last
    const from = startOf(order, after, last)
    const found = events.list({ order, from, scope, types, most: limit + 1 })
    const returned = found.slice(0, limit)
    const has_more = found.length > limit
    const end = order === 'oldest' ? Math.max(from, last) : 0
    const next = has_more ? (returned.at(-1)?.seq ?? from) : end
    if (types) {
      readers.note(
        types.filter((type) => seesType(scope, type)),
        platform.now(),
      )
      await this.#deps.coordinator.scheduleAlarm()
    }
    const opened: GatewayEvent[] = await Promise.all(returned.map((row) => events.open(row)))
    return { events: opened, next_after: formatCursor(order, next), has_more }
  }

  /** Delivers an event again, at once and outside of the queue, to the caller's matching subscriptions. */
  async redeliver(asker: Asker, eventId: string, subscriptionId?: string): Promise<{ deliveries: number }> {
    const { events, subscriptions, service, queue, platform } = this.#deps
    const event = events.find(eventId)
    if (!event || !seesGroup(asker?.groups, event.group)) throw notFound('there is no event of this id')
    const only = subscriptionId === undefined ? undefined : service.owned(asker, subscriptionId)
    const now = platform.now()
    const isDelivering = new Set(subscriptions.delivering(now).map(({ id }) => id))
    if (only && !isDelivering.has(only.id)) throw disabled()
    const notified = subscriptions
      .of(event.payload, event.group, now)
      .filter(({ id, key }) => isDelivering.has(id) && (!asker || asker.id === key.id) && (!only || only.id === id))
    for (const { id } of notified) {
      queue.addQuarantined(id, event.seq)
      subscriptions.endBackoff(id)
    }
    await this.#deps.coordinator.scheduleAlarm()
    return { deliveries: notified.length }
  }

  /** Delivers what is pending for a subscription now, and what was given up. */
  async redeliverFailed(asker: Asker, id: string): Promise<{ deliveries: number }> {
    const { events, subscriptions, service, queue, attempts, platform } = this.#deps
    service.owned(asker, id)
    if (!subscriptions.delivering(platform.now()).some((one) => one.id === id)) throw disabled()
    queue.renew(id)
    for (const eventId of attempts.failedEvents(id)) {
      const event = events.find(eventId)
      if (event && !queue.has(id, event.seq)) queue.addQuarantined(id, event.seq)
    }
    subscriptions.endBackoff(id)
    await this.#deps.coordinator.scheduleAlarm()
    return { deliveries: queue.count(id) }
  }
}

/** Cursors are opaque to callers: a letter for the order, and the sequence number in base 36. */
const formatCursor = (order: FeedOrder, seq: number) => `${LETTERS[order]}${seq.toString(36)}`

const LETTERS: Readonly<Record<FeedOrder, string>> = { oldest: 'e', newest: 'n' }

/** The sequence number after which a page starts, in its order. */
function startOf(order: FeedOrder, after: string | undefined, last: number): number {
  if (after === undefined) return order === 'oldest' ? 0 : last + 1
  const isNow = after === 'now'
  if (isNow && order === 'oldest') return last
  if (isNow || !/^[en][0-9a-z]{1,10}$/.test(after) || after[0] !== LETTERS[order])
    throw badInput(`after: must be the next_after of a page in order=${order}${order === 'oldest' ? ', or now' : ''}`)
  return Number.parseInt(after.slice(1), 36)
}
