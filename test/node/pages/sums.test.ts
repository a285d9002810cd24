import { expect, it } from 'vitest'
import type { UsageRow } from '../../../src/pages/api/types.ts'
import {
  addUp,
  getLastSlot,
  getSlots,
  getTop,
  getTotal,
  joinRotated,
  type Range,
  sumBy,
} from '../../../src/pages/usage/sums.ts'
import { key } from '../../support/admin/stage.ts'

const DAYS: Range = { unit: 'days', count: 4 }
const HOURS: Range = { unit: 'hours', count: 3 }

const row = (at: string, ok: number, refused = 0, failed = 0): UsageRow => ({
  at,
  key: null,
  key_id: null,
  group: 'shop',
  ok,
  refused,
  failed,
  operation: null,
  mean_ms: 100 * ok,
  max_ms: 1000 * ok,
})

it('sums up the rows of each day, including days without requests', () => {
  const rows = [row('2026-03-01', 3, 1), row('2026-03-01', 2, 0, 4), row('2026-02-27', 1)]
  const none = { ok: 0, refused: 0, failed: 0, mean_ms: 0, max_ms: 0 }
  expect(getSlots(rows, DAYS, '2026-03-01')).toEqual([
    { at: '2026-02-26', ...none },
    { at: '2026-02-27', ...none, ok: 1, mean_ms: 100, max_ms: 1000 },
    { at: '2026-02-28', ...none },
    // The mean of 4 requests of 300 ms and 6 of 200 ms.
    { at: '2026-03-01', ok: 5, refused: 1, failed: 4, mean_ms: 240, max_ms: 3000 },
  ])
  expect(getTotal(addUp(rows))).toBe(11)
})

it('sums up hours', () => {
  const rows = [row('2026-03-01T14:00:00.000Z', 2), row('2026-03-01T12:00:00.000Z', 1)]
  expect(getSlots(rows, HOURS, getLastSlot(rows, HOURS, '2026-03-01T13:59:00Z')).map(({ at, ok }) => [at, ok])).toEqual(
    [
      ['2026-03-01T12:00:00.000Z', 1],
      ['2026-03-01T13:00:00.000Z', 0],
      ['2026-03-01T14:00:00.000Z', 2],
    ],
  )
})

it('ends with the last day in Korea that the counts cover, or with a later one that has some', () => {
  expect(getLastSlot([row('2026-02-27', 1)], DAYS, '2026-03-01T14:59:00Z')).toBe('2026-03-01')
  expect(getLastSlot([], DAYS, '2026-03-01T15:00:00Z')).toBe('2026-03-02')
  expect(getLastSlot([row('2026-03-02', 1)], DAYS, '2026-03-01T14:59:00Z')).toBe('2026-03-02')
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

it('a key that was rotated is one, with the name and the id of the newest', () => {
  const rows = [
    { ...row('1', 3), key_id: 'k1' },
    { ...row('1', 4), key_id: 'k2' },
    { ...row('1', 5), key_id: 'k3' },
  ]
  const rolled = [
    key('k1', 'n8n', { lineage: 'k1', created_at: '2026-01-01T00:00:00.000Z' }),
    key('k2', 'n8n', { lineage: 'k1', created_at: '2026-01-02T00:00:00.000Z' }),
  ]
  expect(sumBy('key', joinRotated(rows, rolled)).map(({ id, ok }) => [id, ok])).toEqual([
    ['k2', 7],
    ['k3', 5],
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
