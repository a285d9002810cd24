import type { EventAttachment, EventType } from '../../base/event-types.ts'

/** Events in the management API (decisions.md section 11.8). Times are ISO 8601. */
export interface OwnedSubscription {
  id: string
  /** The host of its URL. */
  host: string
  types: EventType[]
  enabled: boolean
}

export interface Subscription extends OwnedSubscription {
  url: string
  include: EventAttachment[]
  filter: { data_source_id?: string; properties?: string[] } | null
  description: string | null
  disabled_reason: 'owner' | 'gone' | 'failing' | 'key' | null
  has_account: boolean
  key_id: string
  key_name: string
  last_delivered_at: string | null
  failing_since: string | null
  last_error: string | null
  last_test_error: string | null
  pending_count: number
}

export interface Attempt {
  id: string
  event_id: string
  type: EventType
  attempted_at: string
  attempt: number
  ok: boolean
  status: number | null
  error: string | null
  response_body: string
  duration_ms: number
  next_attempt_at: string | null
}

export interface Source {
  name: string
  is_watched: boolean
  polled_at: string | null
  next_poll_at: string | null
  failures: number
  last_error: string | null
}

/** What of a subscription its owner chooses. */
export interface SubscriptionFields {
  url: string
  types: EventType[]
  include: EventAttachment[]
  description: string | null
}

/** A new subscription. Without a secret it existed already. */
export interface NewSubscription extends Subscription {
  secret?: string
}

export interface AttemptPage {
  deliveries: Attempt[]
  next_before: string | null
}

export interface Events {
  subscriptions: Subscription[]
  sources: Source[]
}
