import type { KeyRecord, UsageRow } from '../api/types.ts'
import { toSeries } from '../keys/list.ts'

/** The counts of a row, and how long answers took, in milliseconds. */
export interface Sum {
  ok: number
  refused: number
  failed: number
  mean_ms: number
  max_ms: number
}

export interface SlotSum extends Sum {
  /** A day, YYYY-MM-DD, or when an hour begins. */
  at: string
}

/** The requests of a key, a group or an operation. */
export interface PartSum extends Sum {
  id: string
  rows: readonly UsageRow[]
}

export const getTotal = ({ ok, refused, failed }: Pick<Sum, 'ok' | 'refused' | 'failed'>): number =>
  ok + refused + failed

export function addUp(rows: readonly Sum[]): Sum {
  const sum = { ok: 0, refused: 0, failed: 0, ms: 0, max_ms: 0 }
  for (const row of rows) {
    sum.ok += row.ok
    sum.refused += row.refused
    sum.failed += row.failed
    sum.ms += row.mean_ms * getTotal(row)
    sum.max_ms = Math.max(sum.max_ms, row.max_ms)
  }
  const { ms, ...counts } = sum
  return { ...counts, mean_ms: Math.round(ms / Math.max(1, getTotal(sum))) }
}

export const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const formatDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The range of a chart: a number of days or hours. */
export interface Range {
  unit: 'days' | 'hours'
  count: number
}

/** One sum for each day or hour of a range that ends with `last`, including those without requests. */
export function getSlots(rows: readonly UsageRow[], { unit, count }: Range, last: string): SlotSum[] {
  const end = Date.parse(last)
  const bySlot = Map.groupBy(rows, ({ at }) => at)
  return Array.from({ length: count }, (_, place) => {
    const ms = end - (count - 1 - place) * (unit === 'days' ? DAY_MS : HOUR_MS)
    const at = unit === 'days' ? formatDate(ms) : new Date(ms).toISOString()
    return { at, ...addUp(bySlot.get(at) ?? []) }
  })
}

/** Korea is this far ahead of UTC all year. */
const KOREA_MS = 9 * HOUR_MS

/** The last day in Korea, or the last hour, that the counts cover completely, or the last one with counts. */
export function getLastSlot(rows: readonly UsageRow[], { unit }: Range, completeUntil: string): string {
  const until = Date.parse(completeUntil)
  const complete =
    unit === 'days' ? formatDate(until + KOREA_MS) : new Date(Math.floor(until / HOUR_MS) * HOUR_MS).toISOString()
  return [complete, ...rows.map(({ at }) => at)].sort().at(-1) ?? ''
}

/** The last days in Korea, today included, oldest first. */
export const getRecentDays = (count: number, now: number): string[] =>
  Array.from({ length: count }, (_, place) => formatDate(now + KOREA_MS - (count - 1 - place) * DAY_MS))

/** The properties by which requests are split. */
export const SPLITS = ['outcome', 'key', 'group', 'operation'] as const
export type Split = (typeof SPLITS)[number]
export type Part = Exclude<Split, 'outcome'>

/** The id of requests without a valid key. */
export const NO_KEY = ''

/** The rows, in which a rotated key goes on as the newest one. */
export function joinRotated(rows: readonly UsageRow[], keys: readonly KeyRecord[]): UsageRow[] {
  const newest = new Map(
    toSeries(keys, []).flatMap(({ record, previous }) => previous.map(({ id }) => [id, record.id])),
  )
  return rows.map((row) => ({ ...row, key_id: newest.get(row.key_id ?? NO_KEY) ?? row.key_id }))
}

const getPart = (split: Part, { key_id, group, operation }: UsageRow) =>
  split === 'key' ? (key_id ?? NO_KEY) : split === 'group' ? group : (operation ?? group)

/** The requests by key, group or operation, the most first. */
export function sumBy(split: Part, rows: readonly UsageRow[]): PartSum[] {
  const parts = Map.groupBy(rows, (row) => getPart(split, row))
  return [...parts]
    .map(([id, own]) => ({ id, rows: own, ...addUp(own) }))
    .sort((one, other) => getTotal(other) - getTotal(one))
}

/** The highest value of the axis, at least `most`. It is even, so the middle of the axis is a whole number, too. */
export function getTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  return Math.max(2, ([1, 2, 4, 6, 8].find((step) => step * power >= most) ?? 10) * power)
}
