import type { Platform } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'
import type { EventSource } from '../../upstream/polling/event-source.ts'
import { Attempts } from './attempt-log.ts'
import { Deliverer } from './deliverer.ts'
import { DeliveryCoordinator } from './delivery-coordinator.ts'
import { DeliveryQueue } from './delivery-queue.ts'
import { DeliveryScheduler } from './delivery-scheduler.ts'
import { EventIntake } from './event-intake.ts'
import { EventLog } from './event-log.ts'
import { Feed } from './feed.ts'
import { FeedInterest } from './feed-interest.ts'
import type { OwnerMarks } from './keys.ts'
import { Pruner } from './pruner.ts'
import { Rotation } from './rotation.ts'
import { Secrets } from './secrets.ts'
import { Polling } from './source-poller.ts'
import { SourceState } from './source-state.ts'
import { SubscriptionRepository } from './subscription-repository.ts'
import { SubscriptionService } from './subscription-service.ts'

interface Options {
  storage: DurableObjectStorage
  settings: Settings
  marks: OwnerMarks
  platform: Platform
  sources: () => readonly EventSource[]
}

/** The parts that the object EVENTS calls. */
export interface EventServices {
  coordinator: DeliveryCoordinator
  feed: Feed
  intake: EventIntake
  log: EventLog
  polling: Polling
  rotation: Rotation
  subscriptions: SubscriptionService
}

/** Creates the parts of EVENTS, each from those before it. */
export function createEventServices({ storage, settings, marks, platform, sources }: Options): EventServices {
  const { sql } = storage
  const events = new EventLog(sql, settings)
  const queue = new DeliveryQueue(sql)
  const attempts = new Attempts(sql)
  const readers = new FeedInterest(sql)
  const subscriptions = new SubscriptionRepository(sql, settings, marks)
  const secrets = new Secrets(settings, subscriptions)
  const intake = new EventIntake({ storage, platform, events, subscriptions, queue })
  const rotation = new Rotation({ storage, settings, platform, secrets, events })
  const records = new SourceState(sql)
  const polling = new Polling({ storage, settings, platform, records, sources, subscriptions, readers, intake })
  const deliverer = new Deliverer({ settings, platform, events, subscriptions, queue, attempts, secrets, sources })
  const deliveries = new DeliveryScheduler({ platform, subscriptions, queue, deliverer })
  const pruner = new Pruner({ storage, platform, events, queue, attempts, readers, polling })
  const coordinator = new DeliveryCoordinator({ storage, settings, platform, polling, deliveries, rotation, pruner })
  const service = new SubscriptionService({
    ...{ settings, platform, subscriptions, queue, attempts, secrets, deliverer, pruner, coordinator },
  })
  const feed = new Feed({ platform, events, subscriptions, service, queue, attempts, readers, pruner, coordinator })
  return { coordinator, feed, intake, log: events, polling, rotation, subscriptions: service }
}
