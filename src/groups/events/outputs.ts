import * as answers from './answers.ts'

/** The bodies of the successes, by operation. Only documents and tests need them, so that the Worker has none. */
export const outputs = {
  events_list_types: answers.types,
  events_create_subscription: answers.made,
  events_list_subscriptions: answers.subscriptions,
  events_get_subscription: answers.seenSubscription,
  events_change_subscription: answers.subscription,
  events_test_subscription: answers.attempt,
  events_roll_secret: answers.rolledSecret,
  events_list_deliveries: answers.attempts,
  events_list_events: answers.feed,
  events_redeliver_failed: answers.redeliveredEvents,
  events_redeliver_event: answers.redelivered,
}
