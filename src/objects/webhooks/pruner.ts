import type { Platform } from '../../base/platform.ts'
import type { Attempts } from './attempt-log.ts'
import { HOUR } from './backoff.ts'
import type { DeliveryQueue } from './delivery-queue.ts'
import type { EventLog } from './event-log.ts'
import type { FeedInterest } from './feed-interest.ts'
import type { Polling } from './source-poller.ts'

/** How often expired data is deleted. The time of the last run is stored, because an object lives only for seconds. */
const PRUNED_EVERY_MS = 6 * HOUR
const PRUNED = 'pruned_at'

interface Dependencies {
  storage: DurableObjectStorage
  platform: Platform
  events: EventLog
  queue: DeliveryQueue
  attempts: Attempts
  readers: FeedInterest
  polling: Polling
}

/** Deletes what has expired: events, attempts, deliveries of deleted events, seen keys. */
export class Pruner {
  readonly #deps: Dependencies
  /** When expired data was last deleted, as stored. Undefined before the first read. */
  #prunedAt: number | undefined

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Runs at most once in six hours. */
  pruneExpired(): void {
    const { storage, platform, events, queue, attempts, readers, polling } = this.#deps
    const now = platform.now()
    this.#prunedAt ??= storage.kv.get<number>(PRUNED) ?? 0
    if (Math.abs(now - this.#prunedAt) < PRUNED_EVERY_MS) return
    this.#prunedAt = now
    storage.kv.put<number>(PRUNED, now)
    queue.deleteBefore(events.pruneExpired(now))
    attempts.pruneExpired(now)
    readers.pruneExpired(now)
    polling.pruneExpired(now)
  }
}
