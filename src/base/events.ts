import { type Account, type Group, type Licence, PRODUCTS, type Product } from './groups.ts'

/** The group of events that only the owner of the deployment sees, and no key. */
export const OWNERS_GROUP = 'admin'

export type EventGroup = Group | typeof OWNERS_GROUP

/** The event source that compares the accounts. EVENTS asks for it when an account turns. */
export const ACCOUNTS_SOURCE = 'accounts'

/** The event types, and the group whose keys see them. Null for types that every group sees. */
export const EVENT_TYPES = {
  'recorder.file.ready': 'recorder',
  'recorder.file.updated': 'recorder',
  'notes.note.created': 'notes',
  'notes.note.updated': 'notes',
  'workspace.page.created': 'workspace',
  'workspace.page.updated': 'workspace',
  'workspace.page.trashed': 'workspace',
  'workspace.row.created': 'workspace',
  'workspace.row.updated': 'workspace',
  'workspace.comment.created': 'workspace',
  'shop.order.created': 'shop',
  'shop.ordersheet.created': 'shop',
  'shop.return.created': 'shop',
  'shop.inquiry.created': 'shop',
  'payment.bill.paid': 'payment',
  'payment.bill.cancelled': 'payment',
  'payment.bill.expired': 'payment',
  'payment.points.low': 'payment',
  'social.reply.created': 'social',
  'account.expiring': null,
  'account.rejected': null,
  'account.unreachable': null,
  'account.recovered': null,
  'account.connected': null,
  'owner.changed': OWNERS_GROUP,
  'latchkey.test': null,
} as const satisfies Record<string, EventGroup | null>

export type EventType = keyof typeof EVENT_TYPES

/** The products whose accounts cause events of a type. */
export function productsOf(type: EventType): readonly Product[] {
  const group = EVENT_TYPES[type]
  if (group === null) return PRODUCTS
  if (group === OWNERS_GROUP) return []
  if (group === 'shop') return [type === 'shop.order.created' ? 'shop-consumer' : 'shop-seller']
  return [group]
}

/**
 * An event of these types describes a state that lasts until the account works again. Each subscriber is told once,
 * also one who subscribes later.
 */
const LASTING: ReadonlySet<EventType> = new Set<EventType>([
  'account.expiring',
  'account.rejected',
  'account.unreachable',
])
export const isLasting = (type: EventType): boolean => LASTING.has(type)

export const TYPES = Object.keys(EVENT_TYPES) as [EventType, ...EventType[]]

type Area<Type extends EventType> = Type extends `${infer First}.${string}` ? First : never

/** A pattern that a subscription names: a type, all types of an area, or all types, also those that come later. */
export type EventPattern = EventType | `${Area<EventType>}.*` | '*'

export const PATTERNS = ['*', ...new Set(TYPES.map((type) => `${type.split('.')[0]}.*`)), ...TYPES] as [
  EventPattern,
  ...EventPattern[],
]

/** The types that these patterns mean today. */
export const typesOf = (patterns: readonly EventPattern[]): EventType[] =>
  TYPES.filter((type) =>
    patterns.some((pattern) => pattern === '*' || pattern === type || pattern === `${type.split('.')[0]}.*`),
  )

/** The types for which a key must open the group. `*` means whatever the key opens. */
export const requiredTypes = (patterns: readonly EventPattern[]): EventType[] =>
  typesOf(patterns.filter((pattern) => pattern !== '*'))

/** The attachments of a delivery, if its type supports it. */
export const EVENT_ATTACHMENTS = ['transcript', 'summary'] as const
export type EventAttachment = (typeof EVENT_ATTACHMENTS)[number]

/** An event as a source finds it. */
export interface FoundEvent {
  type: EventType
  /** The id of the affected object, as in the group's routes. Attachments are fetched with it. */
  subject: string
  /** When it happened, in epoch milliseconds. When it was found, if the product does not say. */
  at: number
  data: Readonly<Record<string, unknown>>
  /** The fields of `data` that are about people. They are stored encrypted, and without CREDENTIALS_KEY not at all. */
  personal?: Readonly<Record<string, unknown>> | undefined
  /** A second event with the same key is not stored. */
  onceKey?: string
  /** Its account, if that is not its source's. */
  account?: Account | null
}

/** An event with the account whose events it is one of. Null for an event of the owner, which no key sees. */
export interface EventInput extends Omit<FoundEvent, 'account'> {
  account: Account | null
}

/** An event as it is delivered and listed. */
export interface GatewayEvent {
  /** `evt_...`, the `webhook-id` of all its deliveries. */
  id: string
  type: EventType
  /** ISO 8601, UTC. */
  timestamp: string
  /** The id of the account that it is about. Null for one of the owner, and for a test. */
  account: Account | null
  data: Readonly<Record<string, unknown>>
}

/** The changes that the owner is notified of, because they give access, or move money and data. */
export const OWNER_CHANGES = [
  'signed_in',
  'account_replaced',
  'account_disconnected',
  'key_created',
  'subscription_created',
  'subscription_moved',
  'subscription_disabled',
  'subscription_deleted',
] as const

/** With what somebody acts as the owner. */
export const OWNERS_WAYS = ['admin_key', 'passkey', 'link'] as const

/** Who acts as the owner. */
export interface OwnersHand {
  by: (typeof OWNERS_WAYS)[number]
  /** The device that sent the request, as it named itself. */
  device: string | null
}

export interface OwnerChange extends OwnersHand {
  change: (typeof OWNER_CHANGES)[number]
  /** The account, the name of the key, or the host that the subscription delivers to. Null for a sign-in. */
  target: string | null
}

/** @param at when it was made, in epoch milliseconds */
export const toOwnerEvent = ({ change, by, device, target }: OwnerChange, at: number): EventInput => ({
  type: 'owner.changed',
  account: null,
  subject: target ?? change,
  at,
  data: { change, by, device, target, at: new Date(at).toISOString() },
})

/** The owners of subscriptions that are no named keys: the owner of API_KEY, and the owner of ADMIN_KEY. */
export const DEPLOYMENT = 'deployment'
export const ADMIN = 'admin'

/** The owner of a subscription: the key that created it, in its current state. It limits what is delivered. */
export interface SubscriptionOwner {
  /** The lineage of a named key, which stays the same when the key is rotated, or `deployment`, or `admin`. */
  id: string
  name: string
  licence: Licence
  /** Absent for all groups. */
  groups?: readonly Group[] | undefined
  /** As in `Viewer`. */
  accounts?: readonly Account[] | undefined
  readOnly?: boolean | undefined
  disabled?: boolean | undefined
  deleted?: boolean | undefined
  /** Epoch milliseconds. */
  expiresAt?: number | undefined
  /** For `deployment` and `admin`: identifies the value of API_KEY or ADMIN_KEY. */
  mark?: string | undefined
}

/** Whether filters apply to events of this type. */
export const isFiltered = (type: EventType): boolean => /^workspace\.(?:page|row)\./.test(type)

export interface AttemptsPage {
  limit: number
  /** The id of an attempt. Returns only older ones. */
  before?: string | undefined
  /** Returns only failed attempts. */
  isFailed?: boolean | undefined
}

/** The orders of the feed: by when the gateway found the events. */
export const FEED_ORDERS = ['oldest', 'newest'] as const
export type FeedOrder = (typeof FEED_ORDERS)[number]

/** Whose events are seen: a key that calls, or the owner of a subscription. */
export interface Viewer {
  readonly id: string
  /** The groups that the key opens. Null or absent for all. */
  readonly groups?: readonly Group[] | null | undefined
  /** The accounts that the key opens of their products. Of other products it opens the first one. */
  readonly accounts?: readonly Account[] | undefined
}

/** Whether an event of this type is told of whichever account it is about. */
export const isOfAllAccounts = (type: EventType): boolean => productsOf(type).length !== 1

/** The accounts whose events are listed. Null for all events. */
export type Scope = readonly Account[] | null

/** The key that calls about subscriptions. Null for the admin, who may do everything. */
export type EventsCaller =
  | (Viewer & {
      groups: readonly Group[] | null
      /** The id of a named key. An isolate may not know yet that it was revoked, so ACCESS is asked before a change. */
      namedKey?: string | undefined
    })
  | null

export interface EventsErased {
  events: number
  deliveries: number
}

/** The record in EVENTS of a product that pushes. Times are epoch milliseconds. */
export interface StoredWebhook {
  /** The tokens that may sign its calls, encrypted, newest first. */
  tokens: readonly { iv: string; data: string }[]
  /** The `iv` of the token that has signed a call. */
  signed?: string
  /** A token that was received since. It signs nothing until the owner takes it. */
  waiting?: { iv: string; data: string }
  /** When that was received. */
  waitingAt?: number
  /** When the newest other token was received. */
  receivedAt: number
  /** When the last push with a valid signature was received, to the minute. */
  pushedAt?: number
}

/** The name of the deployment's only object. */
export const EVENTS_NAME = 'events'
