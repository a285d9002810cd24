import type { EventInput } from '../../base/events.ts'
import type { Platform } from '../../base/platform.ts'
import type { DeliveryQueue } from './delivery-queue.ts'
import type { EventLog, SealedEvent } from './event-log.ts'
import type { SubscriptionRepository } from './subscription-repository.ts'

interface Dependencies {
  storage: DurableObjectStorage
  platform: Platform
  events: EventLog
  subscriptions: SubscriptionRepository
  queue: DeliveryQueue
}

/** Stores new events together with their deliveries. */
export class EventIntake {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Prepares events for `store`, which cannot wait for their encryption. */
  seal(found: readonly EventInput[]): Promise<SealedEvent[]> {
    return this.#deps.events.seal(found)
  }

  /** Stores events, and a pending delivery for each subscription that they match. */
  store(found: readonly SealedEvent[]): void {
    const { storage, platform, events, subscriptions, queue } = this.#deps
    storage.transactionSync(() => {
      const now = platform.now()
      for (const event of found) {
        const seq = events.add(event, now)
        if (seq === undefined) continue
        for (const { id } of subscriptions.of(event, event.group, now)) queue.add(id, seq)
      }
      if (found.length > 0) events.enforceLimit()
    })
  }
}
