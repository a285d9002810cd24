import {
  attempt,
  attempts,
  made,
  redelivered,
  rolledSecret,
  seenSubscription,
  subscription,
} from '../../gateway/events.outputs.ts'
import { feed, redeliveredEvents, subscriptions, types } from './answers.ts'

/** The bodies of the successes, by operation. Only documents and tests need them, so that the Worker has none. */
export const outputs = {
  events_list_types: types,
  events_create_subscription: made,
  events_list_subscriptions: subscriptions,
  events_get_subscription: seenSubscription,
  events_change_subscription: subscription,
  events_test_subscription: attempt,
  events_roll_secret: rolledSecret,
  events_list_deliveries: attempts,
  events_list_events: feed,
  events_redeliver_failed: redeliveredEvents,
  events_redeliver_event: redelivered,
}
