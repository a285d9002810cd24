import type { Account } from './connected-accounts.ts'
import type { EventAttachment, EventType } from './event-types.ts'
import type { Group } from './groups.ts'
import type { Licence } from './licences.ts'
import type { Outcome } from './outcome.ts'

/** An event as a source finds it. */
export interface NewEvent {
  type: EventType
  /** The group whose keys see it; of an event of an account, the account's group. */
  group: Group
  /** What it happened to, in the words of the group's routes: an attachment is fetched by it. */
  subject: string
  /** When it happened, epoch milliseconds; when it was found, where the product does not tell. */
  at: number
  data: Readonly<Record<string, unknown>>
  /** An event with a key that is kept already is not kept again. */
  onceKey?: string
}

/** An event as it is told (decisions.md section 12.2): the body of a delivery without its id. */
export interface ToldEvent {
  /** `evt_...`, the `webhook-id` of every delivery of it. */
  id: string
  type: EventType
  /** ISO 8601, UTC. */
  timestamp: string
  data: Readonly<Record<string, unknown>>
}

/** The key that a subscription was made with, which bounds what it is told and ends it. */
export interface SubscribingKey {
  id: string
  name: string
  licence: Licence
  /** Absent for all. */
  groups?: readonly Group[] | undefined
  disabled?: boolean | undefined
  /** Epoch milliseconds. */
  expiresAt?: number | undefined
}

export interface SubscriptionFields {
  url: string
  types: readonly EventType[]
  include: readonly EventAttachment[]
  description: string | null
}

/** A subscription as it is told; times in ISO 8601. */
export interface Subscription extends SubscriptionFields {
  /** `sub_...` */
  id: string
  enabled: boolean
  /** Why it is not told anything at the moment: null while it is. */
  disabled_reason: 'owner' | 'gone' | 'failing' | 'key' | null
  key_id: string
  key_name: string
  created_at: string
  updated_at: string
  last_delivered_at: string | null
  /** Since when the endpoint has answered nothing but failures. */
  failing_since: string | null
  last_error: string | null
  /** Events that wait to be delivered. */
  waiting: number
}

/** One attempt to deliver; times in ISO 8601. */
export interface Attempt {
  id: string
  event_id: string
  type: EventType
  attempted_at: string
  /** 1 for the first one. */
  attempt: number
  ok: boolean
  /** Of the endpoint's answer; null where none came. */
  status: number | null
  /** Why there was no success, in our words. */
  error: string | null
  /** The beginning of the endpoint's answer, at most 500 characters. */
  answer: string
  duration_ms: number
  /** When it is attempted again; null for never. */
  next_attempt_at: string | null
}

/** How a source of events is doing; times in ISO 8601. */
export interface SourceReport {
  name: string
  types: readonly EventType[]
  /** Whether somebody is to be told of its types. */
  is_watched: boolean
  polled_at: string | null
  next_poll_at: string | null
  failures: number
  last_error: string | null
}

/** Who asks: what lies outside its groups does not exist for it. Null groups are all. */
export type Scope = readonly Group[] | null

/** What EVENTS does for the deployment (decisions.md section 12): one object keeps all. Times are epoch milliseconds. */
export interface EventsObject {
  /** 409 for the 51st; 500 naming CREDENTIALS_KEY, without which no secret is kept. */
  subscribe(
    key: SubscribingKey,
    fields: SubscriptionFields,
  ): Promise<Outcome<{ subscription: Subscription; secret: string }>>
  subscriptions(scope: Scope): Promise<Subscription[]>
  /** These throw 404 for one that does not exist for the scope. */
  subscription(scope: Scope, id: string): Promise<Outcome<Subscription>>
  change(
    scope: Scope,
    id: string,
    change: Partial<SubscriptionFields> & { enabled?: boolean },
  ): Promise<Outcome<Subscription>>
  unsubscribe(scope: Scope, id: string): Promise<Outcome<null>>
  /** Delivers `latchkey.test` at once, apart from what waits. The runtime keeps the name `test` for itself. */
  deliverTest(scope: Scope, id: string): Promise<Outcome<Attempt>>
  /** A new secret; the one before signs beside it for 24 hours. */
  rollSecret(scope: Scope, id: string): Promise<Outcome<{ secret: string; previous_until: string }>>
  /** The newest first. @param before the id of an attempt: only older ones */
  deliveries(
    scope: Scope,
    id: string,
    page: { limit: number; before?: string | undefined },
  ): Promise<Outcome<Attempt[]>>
  /** The oldest first. @param after the cursor of a page before, the beginning where absent */
  feed(
    scope: Scope,
    page: { after?: string | undefined; types?: readonly EventType[] | undefined; limit: number },
  ): Promise<Outcome<{ events: ToldEvent[]; next_after: string; has_more: boolean }>>
  /** Delivers an event anew to the subscriptions that it is for; answers how many. */
  redeliver(scope: Scope, eventId: string, subscriptionId?: string): Promise<Outcome<{ deliveries: number }>>
  /** Keeps events that a product told by itself. It answers once they are on disk. */
  keep(events: readonly NewEvent[]): Promise<void>
  /** A key was changed, rolled or, without a record, deleted. @param id that of the key before */
  keyChanged(id: string, key: SubscribingKey | undefined): Promise<void>
  /** An account was connected or disconnected: the watched sources are asked now, without what was remembered of it. */
  accountChanged(account: Account): Promise<void>
  sources(): Promise<SourceReport[]>
  /** Asks the watched sources now; one that was asked in the last 2 s, or is being asked, when those are over. */
  pollNow(): Promise<void>
}

/** One object for the deployment. */
export const EVENTS_NAME = 'events'
