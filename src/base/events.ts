import type { Account } from './connected-accounts.ts'
import type { EventAttachment, EventType } from './event-types.ts'
import type { Group } from './groups.ts'
import type { Licence } from './licences.ts'
import type { Outcome } from './outcome.ts'

/** An event as a source finds it. */
export interface EventInput {
  type: EventType
  /** The group whose keys see it. For an event of an account, the account's group. */
  group: Group
  /** The id of the affected object, as in the group's routes. Attachments are fetched with it. */
  subject: string
  /** When it happened, in epoch milliseconds. When it was found, if the product does not say. */
  at: number
  data: Readonly<Record<string, unknown>>
  /** The fields of `data` that are about people. They are stored encrypted, and without CREDENTIALS_KEY not at all. */
  personal?: Readonly<Record<string, unknown>> | undefined
  /** A second event with the same key is not stored. */
  onceKey?: string
}

/** An event as it is delivered and listed (decisions.md section 12.2). */
export interface GatewayEvent {
  /** `evt_...`, the `webhook-id` of all its deliveries. */
  id: string
  type: EventType
  /** ISO 8601, UTC. */
  timestamp: string
  data: Readonly<Record<string, unknown>>
}

/** The owners of subscriptions that are no named keys: the owner of API_KEY, and the owner of ADMIN_KEY. */
export const DEPLOYMENT = 'deployment'
export const ADMIN = 'admin'

/** The owner of a subscription: the key that created it, in its current state. It limits what is delivered. */
export interface ApiKeyRef {
  /** The lineage of a named key, which stays the same when the key is rotated, or `deployment`, or `admin`. */
  id: string
  name: string
  licence: Licence
  /** Absent for all groups. */
  groups?: readonly Group[] | undefined
  readOnly?: boolean | undefined
  disabled?: boolean | undefined
  deleted?: boolean | undefined
  /** Epoch milliseconds. */
  expiresAt?: number | undefined
  /** For `deployment` and `admin`: identifies the value of API_KEY or ADMIN_KEY. */
  mark?: string | undefined
}

/** A subscription of a key, for the person who changes the key. */
export interface OwnedSubscription {
  id: string
  /** The host of its URL. The rest may be a secret. */
  host: string
  types: readonly EventType[]
  enabled: boolean
}

/** Subscriptions that need a decision of the deployment's owner. */
export interface SubscriptionProblems {
  /** Created with a key that was replaced or deleted. */
  previousKey: OwnedSubscription[]
  /** Created with a key that is disabled, has expired, or lacks the required groups. */
  limitedKey: OwnedSubscription[]
  /** Subscriptions whose secret neither CREDENTIALS_KEY nor CREDENTIALS_KEY_PREVIOUS decrypts. */
  unreadable: OwnedSubscription[]
}

/** Restricts a subscription to certain pages and rows of the workspace. */
export interface EventFilter {
  /** Only rows of this data source, a UUID. */
  data_source_id?: string | undefined
  /** Only changes of one of these properties, by name. */
  properties?: string[] | undefined
}

/** Whether filters apply to events of this type. */
export const isFiltered = (type: EventType): boolean => /^workspace\.(?:page|row)\./.test(type)

export interface SubscriptionFields {
  url: string
  types: readonly EventType[]
  include: readonly EventAttachment[]
  /** All pages and rows when absent. */
  filter?: EventFilter | null | undefined
  description: string | null
}

/** What a request for a subscription led to. */
export interface Subscribed {
  subscription: Subscription
  /** Undefined for an existing subscription. */
  secret: string | undefined
  /**
   * `existing`: the owner already had the same subscription. `replayed`: the response is that of an earlier request
   * with the same Idempotency-Key.
   */
  state: 'created' | 'existing' | 'replayed'
}

/** A subscription as the API returns it. Times are ISO 8601. */
export interface Subscription extends SubscriptionFields {
  /** `sub_...` */
  id: string
  /** The host of `url`. */
  host: string
  enabled: boolean
  /** Why nothing is delivered at the moment. Null while deliveries are active. */
  disabled_reason: 'owner' | 'gone' | 'failing' | 'key' | null
  /** Whether an account of its types is connected. */
  has_account: boolean
  key_id: string
  key_name: string
  created_at: string
  updated_at: string
  last_delivered_at: string | null
  /** Since when every attempt has failed. */
  failing_since: string | null
  last_error: string | null
  /** Why the last test failed. Null when nothing was refused since. */
  last_test_error: string | null
  /** Pending deliveries. At most 1,000 are counted. */
  pending_count: number
}

/** One delivery attempt. Times are ISO 8601. */
export interface Attempt {
  id: string
  event_id: string
  type: EventType
  attempted_at: string
  /** 1 for the first one. */
  attempt: number
  ok: boolean
  /** The status of the endpoint's response. Null without a response. */
  status: number | null
  /** Why it failed, in the gateway's words. */
  error: string | null
  /** The first part of the endpoint's response body, at most 500 characters. */
  response_body: string
  duration_ms: number
  /** When the next attempt is made. Null for never. */
  next_attempt_at: string | null
}

/** A page of attempts. */
export interface AttemptsPage {
  limit: number
  /** The id of an attempt. Returns only older ones. */
  before?: string | undefined
  /** Returns only failed attempts. */
  isFailed?: boolean | undefined
}

/** The state of an event source. Times are ISO 8601. */
export interface SourceReport {
  name: string
  types: readonly EventType[]
  /** Whether any subscription needs its types. */
  is_watched: boolean
  polled_at: string | null
  next_poll_at: string | null
  failures: number
  last_error: string | null
}

/** The orders of the feed: by when the gateway found the events. */
export const FEED_ORDERS = ['oldest', 'newest'] as const
export type FeedOrder = (typeof FEED_ORDERS)[number]

/** The groups that a caller can see. Null means all. */
export type Scope = readonly Group[] | null

/** The key that calls about subscriptions. Null for the admin, who may do everything. */
export type Asker = {
  id: string
  groups: Scope
  /** The id of a named key. An isolate may not know yet that it was revoked, so ACCESS is asked before a change. */
  namedKey?: string | undefined
} | null

/** Events and delivery attempts, newest first. */
export interface ExportedEvents {
  events: Record<string, unknown>[]
  deliveries: Record<string, unknown>[]
}

export interface EventsErased {
  events: number
  deliveries: number
}

/** What EVENTS stores about a product that pushes. Times are epoch milliseconds. */
export interface StoredWebhook {
  /** The tokens that may sign its calls, encrypted, newest first. */
  tokens: readonly { iv: string; data: string }[]
  /** The `iv` of the token that has signed a call. */
  signed?: string
  /** A token that was received since. It signs nothing until the owner takes it. */
  waiting?: { iv: string; data: string }
  /** When the newest token was received. */
  receivedAt: number
  /** When the last push with a valid signature was received, to the minute. */
  pushedAt?: number
}

/**
 * What EVENTS does for the deployment (decisions.md section 12). There is only one object. Times are epoch
 * milliseconds.
 */
export interface EventsObject {
  /**
   * Creates a subscription, unless its owner has the same one. Throws 401 for a named key that was revoked, 409 when
   * there are too many, 400 for an Idempotency-Key that was used with another body, and 500 without CREDENTIALS_KEY,
   * because the secret could not be stored.
   *
   * @param namedKey as in `Asker`
   */
  subscribe(
    key: ApiKeyRef,
    fields: SubscriptionFields,
    idempotencyKey?: string,
    namedKey?: string,
  ): Promise<Outcome<Subscribed>>
  subscriptions(asker: Asker): Promise<Subscription[]>
  /**
   * The following throw 404 for a subscription that the key may not see. All but the first throw 403 for one that
   * belongs to another key. A change and a new secret throw 401 for a named key that was revoked.
   */
  subscription(asker: Asker, id: string): Promise<Outcome<Subscription>>
  change(
    asker: Asker,
    id: string,
    change: Partial<SubscriptionFields> & { enabled?: boolean },
  ): Promise<Outcome<Subscription>>
  unsubscribe(asker: Asker, id: string): Promise<Outcome<null>>
  /** Delivers `latchkey.test` at once, outside of the queue. The runtime reserves the name `test`. */
  deliverTest(asker: Asker, id: string): Promise<Outcome<Attempt>>
  /** Creates a new secret. The previous one signs as well for 24 hours. */
  rollSecret(asker: Asker, id: string): Promise<Outcome<{ secret: string; previous_until: string }>>
  /** Newest first. */
  deliveries(asker: Asker, id: string, page: AttemptsPage): Promise<Outcome<Attempt[]>>
  /** @param after the cursor of the previous page in the same order, or `now`; starts at the beginning when absent */
  feed(
    scope: Scope,
    page: {
      after?: string | undefined
      order?: FeedOrder | undefined
      types?: readonly EventType[] | undefined
      limit: number
    },
  ): Promise<Outcome<{ events: GatewayEvent[]; next_after: string; has_more: boolean }>>
  /** Delivers an event again to the caller's matching subscriptions. Returns how many. */
  redeliver(asker: Asker, eventId: string, subscriptionId?: string): Promise<Outcome<{ deliveries: number }>>
  /**
   * Delivers all events of a subscription now that are pending, or whose last attempt failed. Returns how many. Throws
   * 409 for a disabled one.
   */
  redeliverFailed(asker: Asker, id: string): Promise<Outcome<{ deliveries: number }>>
  /** Stores events that a product pushed. Returns once they are on disk. */
  keep(events: readonly EventInput[]): Promise<void>
  /** Stores what a product pushed for a source, and schedules a poll. Returns once it is on disk. */
  push(account: Account, source: string, pushed: readonly string[]): Promise<void>
  webhook(account: Account): Promise<StoredWebhook | undefined>
  storeWebhookToken(account: Account, token: { iv: string; data: string }): Promise<void>
  /** Lets a token that waits sign calls, because the owner has seen it, and enters it at the product. */
  takeWebhookToken(account: Account): Promise<void>
  /** Records that a token has signed a call. The older ones end. @param iv the token's */
  noteWebhookToken(account: Account, iv: string): Promise<void>
  /**
   * Called when a key was changed or, without a record, deleted. Returns its subscriptions. @param id the key's lineage
   */
  keyChanged(id: string, key: ApiKeyRef | undefined): Promise<OwnedSubscription[]>
  /** Pauses the subscriptions of a lineage, whose key was rotated without an overlap. Returns them. */
  keyRolled(id: string): Promise<OwnedSubscription[]>
  subscriptionProblems(): Promise<SubscriptionProblems>
  /** Called when CREDENTIALS_KEY_PREVIOUS is set: encrypts everything again that it encrypted, in alarms. */
  rotate(): Promise<void>
  /** How many records are still encrypted with CREDENTIALS_KEY_PREVIOUS. */
  notRotated(): Promise<number>
  /** Called when an account was connected or disconnected: polls its watched sources now, without cached data. */
  accountChanged(account: Account): Promise<void>
  sources(): Promise<SourceReport[]>
  /** What is stored about the events of these groups. */
  contents(groups: readonly Group[]): Promise<ExportedEvents>
  /** Deletes the events of these groups with their deliveries. The sources of the accounts start again. */
  erase(groups: readonly Group[], accounts: readonly Account[]): Promise<EventsErased>
  /**
   * Polls the watched sources now. A source that was polled in the last 2 s, or is being polled, is polled after that.
   */
  pollNow(): Promise<void>
}

/** The name of the deployment's only object. */
export const EVENTS_NAME = 'events'
