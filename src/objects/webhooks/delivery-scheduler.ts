import type { Platform } from '../../base/platform.ts'
import { dueAt, isDue } from './backoff.ts'
import type { Deliverer } from './deliverer.ts'
import type { DeliveryQueue, PendingDelivery } from './delivery-queue.ts'
import { getBackoff, type SubscriptionRepository, type SubscriptionRow } from './subscription-repository.ts'
import type { TaskGroup } from './task-group.ts'

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

interface Dependencies {
  platform: Platform
  subscriptions: SubscriptionRepository
  queue: DeliveryQueue
  deliverer: Deliverer
}

interface Startable {
  subscription: SubscriptionRow
  row: PendingDelivery
}

/**
 * Decides what is delivered when (decisions.md section 12.3). Each subscription has a queue. Its oldest event goes
 * first, and blocks the others while it fails, so that they arrive in order. One that fails while others succeed is
 * quarantined.
 */
export class DeliveryScheduler {
  readonly #deps: Dependencies
  readonly #underWay = new Map<string, Set<number>>()
  /** Counts starts, to prefer the subscription that has waited longest. */
  #starts = 0
  readonly #startedAt = new Map<string, number>()

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  get isUnderWay(): boolean {
    return this.#underWay.size > 0
  }

  /** Starts what is due, as far as the limits allow. Returns whether there was anything. */
  start(run: TaskGroup, ended: () => void): boolean {
    const now = this.#deps.platform.now()
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
    const times = this.#deps.subscriptions.delivering(now).flatMap((subscription) => {
      const backoff = getBackoff(subscription, now)
      if (backoff) return [backoff.next_at]
      const { id } = subscription
      const rows = [...this.#deps.queue.firstPending(id, 1), ...this.#deps.queue.quarantined(id)]
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
    const { queue, deliverer } = this.#deps
    const failed = await deliverer.attempt(run, row)
    if (!failed || failed.apart || failed.attempts < PROBED_AFTER || deliverer.mustWait(id)) return
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
      if ((await deliverer.attempt(run, probe)) === undefined) queue.update(failed, { apart: 1 })
    } finally {
      this.#underWay.get(id)?.delete(probe.seq)
    }
  }

  /** What may start now, beginning with the subscription that has waited longest. */
  #startable(now: number): Startable[] {
    const { subscriptions } = this.#deps
    const scheduler = subscriptions.delivering(now)
    const failing = scheduler.filter(({ id, failures }) => failures > 0 && this.#underWay.has(id)).length
    return scheduler
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
    const { queue } = this.#deps
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
}
