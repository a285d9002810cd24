import { expect, it } from 'vitest'
import type { UsageRow } from '../../../src/pages/api/types.ts'
import { addUp, getDays, getLastDay, getTop, getTotal, sumBy } from '../../../src/pages/usage/sums.ts'

const row = (day: string, ok: number, refused = 0, failed = 0): UsageRow => ({
  day,
  key: null,
  key_id: null,
  group: 'shop',
  ok,
  refused,
  failed,
  operation: null,
  mean_ms: 0,
  max_ms: 0,
})

it('sums up the rows of each day, including days without requests', () => {
  const rows = [row('2026-03-01', 3, 1), row('2026-03-01', 2, 0, 4), row('2026-02-27', 1)]
  expect(getDays(rows, 4, '2026-03-01')).toEqual([
    { day: '2026-02-26', ok: 0, refused: 0, failed: 0 },
    { day: '2026-02-27', ok: 1, refused: 0, failed: 0 },
    { day: '2026-02-28', ok: 0, refused: 0, failed: 0 },
    { day: '2026-03-01', ok: 5, refused: 1, failed: 4 },
  ])
  expect(getTotal(addUp(rows))).toBe(11)
})

it('ends with the last day in Korea that the counts cover, or with a later one that has some', () => {
  expect(getLastDay([row('2026-02-27', 1)], '2026-03-01T14:59:00Z')).toBe('2026-03-01')
  expect(getLastDay([], '2026-03-01T15:00:00Z')).toBe('2026-03-02')
  expect(getLastDay([row('2026-03-02', 1)], '2026-03-01T14:59:00Z')).toBe('2026-03-02')
})

it('sums up by key and by group, the most first', () => {
  const of = (key_id: string | null, group: UsageRow['group'], ok: number) => ({
    ...row('2026-03-01', ok, 1),
    key_id,
    group,
  })
  const rows = [of('k1', 'shop', 1), of(null, 'shop', 7), of('k1', 'video', 12)]
  expect(sumBy('key', rows).map(({ id, ok, refused }) => [id, ok, refused])).toEqual([
    ['k1', 13, 2],
    ['', 7, 1],
  ])
  expect(sumBy('group', rows).map(({ id, ok }) => [id, ok])).toEqual([
    ['video', 12],
    ['shop', 8],
  ])
})

it.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [10, 10],
  [11, 20],
  [431, 600],
  [801, 1000],
])('a scale for %i ends at %i', (most, top) => expect(getTop(most)).toBe(top))
