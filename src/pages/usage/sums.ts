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
