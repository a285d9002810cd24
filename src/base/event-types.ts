import { ACCOUNTS, type Account } from './connected-accounts.ts'
import type { Group } from './groups.ts'

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
  'payment.bill.paid': 'payment',
  'payment.bill.cancelled': 'payment',
  'payment.bill.expired': 'payment',
  'social.reply.created': 'social',
  'account.expiring': null,
  'account.rejected': null,
  'account.recovered': null,
  'latchkey.test': null,
} as const satisfies Record<string, Group | null>

export type EventType = keyof typeof EVENT_TYPES

/** The accounts that cause events of a type. */
export function accountsOf(type: EventType): readonly Account[] {
  const group = EVENT_TYPES[type]
  if (group === null) return ACCOUNTS
  if (group === 'shop') return [type === 'shop.order.created' ? 'shop-consumer' : 'shop-seller']
  return [group]
}

export const TYPES = Object.keys(EVENT_TYPES) as [EventType, ...EventType[]]

type Area<Type extends EventType> = Type extends `${infer First}.${string}` ? First : never

/** What a subscription names: a type, all types of an area, or all types, also those that come later. */
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

/** What a delivery may include in addition to the event, if its type supports it. */
export const EVENT_ATTACHMENTS = ['transcript', 'summary'] as const
export type EventAttachment = (typeof EVENT_ATTACHMENTS)[number]
