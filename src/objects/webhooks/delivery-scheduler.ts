import type { Platform } from '../../base/platform.ts'
import { dueAt, isDue } from './backoff.ts'
import type { Deliverer } from './deliverer.ts'
import type { DeliveryQueue, PendingDelivery } from './delivery-queue.ts'
import { getBackoff, type SubscriptionRepository, type SubscriptionRow } from './subscription-repository.ts'
import type { TaskGroup } from './task-group.ts'

/** Attempts that go on at once: in all, of endpoints that failed last time, and of one line. */
const MOST_AT_ONCE = 5
const MOST_FAILING = 2
const MOST_OF_LINE = 2

/** Once the first of a line failed so often, the next ones are tried too: it may be the only one that fails. */
const PROBED_AFTER = 3
/** So many of a line are looked at for one to be tried. */
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
 * Decides what is delivered when (decisions.md section 12.3). Each subscription is a line: its oldest event goes first,
 * and holds up the others while it fails, so that they arrive in their order. One that fails while others go through is
 * set apart.
 */
export class DeliveryScheduler {
  readonly #deps: Dependencies
  readonly #underWay = new Map<string, Set<number>>()
  /** Counts starts, by which the subscription that waited the longest comes first. */
  #starts = 0
  readonly #startedAt = new Map<string, number>()

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  get isUnderWay(): boolean {
    return this.#underWay.size > 0
  }

  /** Starts what is due, as far as there is room; tells whether there was anything. */
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

  /** When something can be started next, epoch milliseconds; what waits for room comes when something ends. */
  nextAt(now: number): number | undefined {
    if (this.#count() < MOST_AT_ONCE && this.#startable(now).length > 0) return now
    const times = this.#deps.subscriptions.delivering(now).flatMap((subscription) => {
      const backoff = getBackoff(subscription, now)
      if (backoff) return [backoff.next_at]
      const { id } = subscription
      const rows = [...this.#deps.queue.queueFronts(id, 1), ...this.#deps.queue.apart(id)]
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
    if (!failed || failed.apart || failed.attempts < PROBED_AFTER || deliverer.isToldToWait(id)) return
    const probe = queue
      .queueFronts(id, MOST_PROBED)
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

  /** What may start now: the subscription first that waited the longest. */
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

  /** The row of a subscription that is next, where it is due. */
  #next(subscription: SubscriptionRow, now: number): PendingDelivery | undefined {
    if (getBackoff(subscription, now)) return undefined
    const { queue } = this.#deps
    const { id, failures } = subscription
    const underWay = this.#underWay.get(id)
    const isFree = (row: PendingDelivery) => !underWay?.has(row.seq) && isDue(row, now)
    const line = queue.queueFronts(id, MOST_OF_LINE)
    const [first] = line
    if (first) {
      const isAlone = failures > 0 || first.attempts > 0
      const next = isAlone ? (underWay ? undefined : first) : line.find(isFree)
      if (next && isFree(next)) return next
    }
    const isApartUnderWay = queue.apart(id).some(({ seq }) => underWay?.has(seq))
    return isApartUnderWay ? undefined : queue.apart(id).find(isFree)
  }

  #count(): number {
    return [...this.#underWay.values()].reduce((sum, { size }) => sum + size, 0)
  }
}
