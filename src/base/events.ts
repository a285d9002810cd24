import type { Account } from './connected-accounts.ts'
import type { EventAttachment, EventType } from './event-types.ts'
import type { Group } from './groups.ts'
import type { Licence } from './licences.ts'
import type { Outcome } from './outcome.ts'

/** An event as a source finds it. */
export interface EventInput {
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
export interface GatewayEvent {
  /** `evt_...`, the `webhook-id` of every delivery of it. */
  id: string
  type: EventType
  /** ISO 8601, UTC. */
  timestamp: string
  data: Readonly<Record<string, unknown>>
}

/** The owners of subscriptions that are no named keys: the one with API_KEY, and the one with ADMIN_KEY. */
export const DEPLOYMENT = 'deployment'
export const ADMIN = 'admin'

/** The owner of a subscription: the key that it was made with, as it is now. It limits what is delivered. */
export interface ApiKeyRef {
  /** The lineage of a named key, which survives rolls, or `deployment`, or `admin`. */
  id: string
  name: string
  licence: Licence
  /** Absent for all. */
  groups?: readonly Group[] | undefined
  readOnly?: boolean | undefined
  disabled?: boolean | undefined
  /** Set together with `disabled`, which alone earlier versions know. */
  deleted?: boolean | undefined
  /** Epoch milliseconds. */
  expiresAt?: number | undefined
  /** For `deployment` and `admin`: which value of API_KEY or ADMIN_KEY it was. */
  mark?: string | undefined
}

/** What a key has set up, as the person reads it who changes the key. */
export interface OwnedSubscription {
  id: string
  /** The host of its URL: the rest may be a secret. */
  host: string
  types: readonly EventType[]
  enabled: boolean
}

/** Subscriptions that the person who runs the deployment has to decide about. */
export interface SubscriptionProblems {
  /** Made with a key that was replaced or deleted. */
  previousKey: OwnedSubscription[]
  /** Made with a key that is disabled, has expired, or does not open what they need any more. */
  limitedKey: OwnedSubscription[]
  /** Those whose secret neither CREDENTIALS_KEY nor CREDENTIALS_KEY_PREVIOUS decrypts. */
  unreadable: OwnedSubscription[]
}

/** Which pages and rows of the workspace a subscription is for. */
export interface EventFilter {
  /** Only rows of this data source, a UUID. */
  data_source_id?: string | undefined
  /** Only where one of these properties changed, by their names. */
  properties?: string[] | undefined
}

/** Whether a filter says anything of events of this type. */
export const isFiltered = (type: EventType): boolean => /^workspace\.(?:page|row)\./.test(type)

export interface SubscriptionFields {
  url: string
  types: readonly EventType[]
  include: readonly EventAttachment[]
  /** Absent in records of earlier versions. */
  filter?: EventFilter | null | undefined
  description: string | null
}

/** A subscription as it is told; times in ISO 8601. */
export interface Subscription extends SubscriptionFields {
  /** `sub_...` */
  id: string
  /** The host of `url`. */
  host: string
  enabled: boolean
  /** Why it is not told anything at the moment: null while it is. */
  disabled_reason: 'owner' | 'gone' | 'failing' | 'key' | null
  key_id: string
  key_name: string
  created_at: string
  updated_at: string
  last_delivered_at: string | null
  /** Since when every attempt has failed. */
  failing_since: string | null
  last_error: string | null
  /** Events that wait to be delivered; no more than 1,000 are counted. */
  pending_count: number
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
  /** The first part of the endpoint's response body, at most 500 characters. */
  response_body: string
  duration_ms: number
  /** When the next attempt is made; null for never. */
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

/** The key that asks about subscriptions; null for the admin, who may do everything. */
export type Asker = { id: string; groups: Scope } | null

/** Events and attempts to deliver them, the newest first. */
export interface ExportedEvents {
  events: Record<string, unknown>[]
  deliveries: Record<string, unknown>[]
}

export interface EventsErased {
  events: number
  deliveries: number
}

/** What EVENTS stores of a product that pushes. Times are epoch milliseconds. */
export interface StoredWebhook {
  /** By which it signs, encrypted, the newest first. */
  tokens: readonly { iv: string; data: string }[]
  /** When the newest one came. */
  receivedAt: number
  /** When the last push with a right signature came, to the minute. */
  pushedAt?: number
}

/** What EVENTS does for the deployment (decisions.md section 12): one object keeps all. Times are epoch milliseconds. */
export interface EventsObject {
  /** 409 for one too many; 500 naming CREDENTIALS_KEY, without which no secret is kept. */
  subscribe(
    key: ApiKeyRef,
    fields: SubscriptionFields,
  ): Promise<Outcome<{ subscription: Subscription; secret: string }>>
  subscriptions(asker: Asker): Promise<Subscription[]>
  /** These throw 404 for one that the key may not see, and all but the first 403 for one that is another key's. */
  subscription(asker: Asker, id: string): Promise<Outcome<Subscription>>
  change(
    asker: Asker,
    id: string,
    change: Partial<SubscriptionFields> & { enabled?: boolean },
  ): Promise<Outcome<Subscription>>
  unsubscribe(asker: Asker, id: string): Promise<Outcome<null>>
  /** Delivers `latchkey.test` at once, apart from what waits. The runtime keeps the name `test` for itself. */
  deliverTest(asker: Asker, id: string): Promise<Outcome<Attempt>>
  /** A new secret; the one before signs beside it for 24 hours. */
  rollSecret(asker: Asker, id: string): Promise<Outcome<{ secret: string; previous_until: string }>>
  /** The newest first. @param before the id of an attempt: only older ones */
  deliveries(
    asker: Asker,
    id: string,
    page: { limit: number; before?: string | undefined },
  ): Promise<Outcome<Attempt[]>>
  /** The oldest first. @param after the cursor of a page before, the beginning where absent */
  feed(
    scope: Scope,
    page: { after?: string | undefined; types?: readonly EventType[] | undefined; limit: number },
  ): Promise<Outcome<{ events: GatewayEvent[]; next_after: string; has_more: boolean }>>
  /** Delivers an event again to the subscriptions of the asker that it is for; answers how many. */
  redeliver(asker: Asker, eventId: string, subscriptionId?: string): Promise<Outcome<{ deliveries: number }>>
  /** Keeps events that a product told by itself. It answers once they are on disk. */
  keep(events: readonly EventInput[]): Promise<void>
  /** Stores what a product pushed for a source, and has it polled soon. It answers once that is on disk. */
  push(account: Account, source: string, pushed: readonly string[]): Promise<void>
  webhook(account: Account): Promise<StoredWebhook | undefined>
  storeWebhookToken(account: Account, token: { iv: string; data: string }): Promise<void>
  /** A key was changed or, without a record, deleted. Answers what belongs to it. @param id its lineage */
  keyChanged(id: string, key: ApiKeyRef | undefined): Promise<OwnedSubscription[]>
  /** A key was rolled. Answers what belongs to it. @param keeps false pauses that */
  keyRolled(id: string, keeps: boolean): Promise<OwnedSubscription[]>
  subscriptionProblems(): Promise<SubscriptionProblems>
  /** CREDENTIALS_KEY_PREVIOUS is set: has everything encrypted again that it encrypted, by alarms. */
  rotate(): Promise<void>
  /** How much CREDENTIALS_KEY_PREVIOUS has still encrypted. */
  notRotated(): Promise<number>
  /** An account was connected or disconnected: the watched sources are asked now, without what was remembered of it. */
  accountChanged(account: Account): Promise<void>
  sources(): Promise<SourceReport[]>
  /** What is stored of the events of groups. */
  contents(groups: readonly Group[]): Promise<ExportedEvents>
  /** Deletes the events of groups with their deliveries. The sources of the accounts begin anew. */
  erase(groups: readonly Group[], accounts: readonly Account[]): Promise<EventsErased>
  /** Asks the watched sources now; one that was asked in the last 2 s, or is being asked, when those are over. */
  pollNow(): Promise<void>
}

/** One object for the deployment. */
export const EVENTS_NAME = 'events'
