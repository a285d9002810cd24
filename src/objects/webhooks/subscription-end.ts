import type { Attempts } from './attempt-log.ts'
import type { DeliveryQueue } from './delivery-queue.ts'
import { isOver, type SubscriptionRepository } from './subscription-repository.ts'

interface Dependencies {
  subscriptions: SubscriptionRepository
  queue: DeliveryQueue
  attempts: Attempts
}

/** Deletes subscriptions with everything that belongs to them. */
export class SubscriptionEnd {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  end(id: string): void {
    const { subscriptions, queue, attempts } = this.#deps
    subscriptions.delete(id)
    queue.deleteBySubscription(id)
    attempts.deleteBySubscription(id)
  }

  /** Ends the subscriptions that their MCP clients did not refresh in time. */
  endExpired(now: number): void {
    for (const stored of this.#deps.subscriptions.all) if (isOver(stored, now)) this.end(stored.id)
  }
}
