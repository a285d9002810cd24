import type { Output } from './outputs.ts'

/** Events in the API. */
export type Events = Output<'admin_get_events'>
export type Subscription = Output<'events_change_subscription'>
export type OwnedSubscription = Pick<Subscription, 'id' | 'host' | 'types' | 'enabled'>
export type Source = Events['sources'][number]
/** A new subscription. Without a secret it existed already. */
export type NewSubscription = Output<'events_create_subscription'>
export type AttemptPage = Output<'events_list_deliveries'>
export type Attempt = AttemptPage['deliveries'][number]

/** What of a subscription its owner chooses. */
export type SubscriptionFields = Pick<Subscription, 'url' | 'types' | 'include' | 'description'>
