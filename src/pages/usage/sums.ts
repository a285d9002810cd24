import type { UsageRow } from '../api/types.ts'

export interface Sum {
  ok: number
  refused: number
  failed: number
}

export interface DaySum extends Sum {
  /** YYYY-MM-DD */
  day: string
}

/** The requests of a key or a group. */
export interface PartSum extends Sum {
  id: string
  rows: readonly UsageRow[]
}

export const getTotal = ({ ok, refused, failed }: Sum): number => ok + refused + failed

export const addUp = (rows: readonly Sum[]): Sum =>
  rows.reduce<Sum>(
    (sum, { ok, refused, failed }) => ({
      ok: sum.ok + ok,
      refused: sum.refused + refused,
      failed: sum.failed + failed,
    }),
    { ok: 0, refused: 0, failed: 0 },
  )

const DAY_MS = 86_400_000

const formatDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** One sum for each day of a range that ends with `last`, including days without requests. */
export function getDays(rows: readonly UsageRow[], count: number, last: string): DaySum[] {
  const end = Date.parse(last)
  return Array.from({ length: count }, (_, place) => {
    const day = formatDate(end - (count - 1 - place) * DAY_MS)
    return { day, ...addUp(rows.filter((row) => row.day === day)) }
  })
}

/** Korea is this far ahead of UTC all year. */
const KOREA_MS = 9 * 3_600_000

/** The last day in Korea that the counts cover completely, or the last one with counts. */
export const getLastDay = (rows: readonly UsageRow[], completeUntil: string): string =>
  [formatDate(Date.parse(completeUntil) + KOREA_MS), ...rows.map(({ day }) => day)].sort().at(-1) ?? ''

/** What the requests are split by. */
export const SPLITS = ['outcome', 'key', 'group'] as const
export type Split = (typeof SPLITS)[number]

/** The id of requests without a valid key. */
export const NO_KEY = ''

/** The requests by key or by group, the most first. */
export function sumBy(split: Exclude<Split, 'outcome'>, rows: readonly UsageRow[]): PartSum[] {
  const parts = Map.groupBy(rows, ({ key_id, group }) => (split === 'key' ? (key_id ?? NO_KEY) : group))
  return [...parts]
    .map(([id, own]) => ({ id, rows: own, ...addUp(own) }))
    .sort((one, other) => getTotal(other) - getTotal(one))
}

/** The highest value of the axis, at least `most`. It is even, so the middle of the axis is a whole number, too. */
export function getTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  return Math.max(2, ([1, 2, 4, 6, 8].find((step) => step * power >= most) ?? 10) * power)
}
