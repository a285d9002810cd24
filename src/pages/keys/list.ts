import type { KeyRecord } from '../api/types.ts'

/** How many keys a page shows. */
export const PAGE = 20

export const ORDERS = ['used', 'made', 'requests', 'name'] as const
export type Order = (typeof ORDERS)[number]

/** A key with those that it replaced, newest first. They are one key for the person who rolled it. */
export interface KeySeries {
  record: KeyRecord
  previous: readonly KeyRecord[]
}

export const isEnded = ({ expires_at }: KeyRecord): boolean =>
  expires_at !== null && Date.parse(expires_at) <= Date.now()

type Use = Pick<KeyRecord, 'last_used_at' | 'requests_30d'>

const newestFirst = (one: KeyRecord, other: KeyRecord) => other.created_at.localeCompare(one.created_at)

/** @param revoked the ids of keys that stay as a sentence of their own */
export function toSeries(records: readonly KeyRecord[], revoked: readonly string[]): KeySeries[] {
  const byLineage = new Map<string, KeyRecord[]>()
  for (const record of records) {
    const name = revoked.includes(record.id) ? record.id : record.lineage
    byLineage.set(name, [...(byLineage.get(name) ?? []), record])
  }
  return [...byLineage.values()].flatMap((own) => {
    const [record, ...previous] = own.sort(newestFirst)
    return record ? [{ record, previous }] : []
  })
}

/** When a series was used last, and how often: the newest key goes on with the usage of those before it. */
export const getUse = ({ record: { last_used_at, requests_30d } }: KeySeries): Use => ({ last_used_at, requests_30d })

const COMPARE: Record<Order, (one: KeySeries, other: KeySeries) => number> = {
  used: (one, other) => (getUse(other).last_used_at ?? '').localeCompare(getUse(one).last_used_at ?? ''),
  made: () => 0,
  requests: (one, other) => (getUse(other).requests_30d ?? 0) - (getUse(one).requests_30d ?? 0),
  name: (one, other) => one.record.name.localeCompare(other.record.name),
}

/** Characters of a key that its owner may know, after `lk_`. */
const PREFIX_LENGTH = 8

/** The keys that match a part of a name, an id, the beginning of a key or a whole key. Equal ones are newest first. */
export function findKeys(all: readonly KeySeries[], sought: string, order: Order): KeySeries[] {
  const wanted = sought.trim()
  const word = wanted.toLowerCase()
  // Somebody who found a key searches its owner.
  const isKey = wanted.startsWith('lk_')
  const isFound = ({ id, prefix, name }: KeyRecord) =>
    isKey ? prefix.startsWith(wanted.slice(0, PREFIX_LENGTH)) : name.toLowerCase().includes(word) || id.includes(word)
  return all
    .filter(({ record, previous }) => [record, ...previous].some(isFound))
    .sort((one, other) => COMPARE[order](one, other) || newestFirst(one.record, other.record))
}
