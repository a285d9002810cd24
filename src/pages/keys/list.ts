import type { KeyRecord } from '../api/types.ts'

/** How many keys a page shows. */
export const PAGE = 50

export const ORDERS = ['used', 'made', 'requests', 'name'] as const
export type Order = (typeof ORDERS)[number]

const COMPARE: Record<Order, (one: KeyRecord, other: KeyRecord) => number> = {
  used: (one, other) => (other.last_used_at ?? '').localeCompare(one.last_used_at ?? ''),
  made: () => 0,
  requests: (one, other) => (other.requests_30d ?? 0) - (one.requests_30d ?? 0),
  name: (one, other) => one.name.localeCompare(other.name),
}

/** Characters of a key that its owner may know, after `lk_`. */
const PREFIX_LENGTH = 8

/** The keys that match a part of a name, an id, the beginning of a key or a whole key. Equal ones are newest first. */
export function findKeys(records: readonly KeyRecord[], sought: string, order: Order): KeyRecord[] {
  const wanted = sought.trim()
  const word = wanted.toLowerCase()
  // Somebody who found a key searches its owner.
  const isKey = wanted.startsWith('lk_')
  const isFound = ({ id, prefix, name }: KeyRecord) =>
    isKey ? prefix.startsWith(wanted.slice(0, PREFIX_LENGTH)) : name.toLowerCase().includes(word) || id.includes(word)
  return records
    .filter(isFound)
    .sort((one, other) => COMPARE[order](one, other) || other.created_at.localeCompare(one.created_at))
}
