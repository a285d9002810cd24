import { expect, test } from 'vitest'
import { soldItems } from '../../../src/groups/shop/sales.ts'
import { mergeSheets } from '../../../src/groups/shop/sheets.ts'
import { parseTime, toDateTime } from '../../../src/groups/shop/window.ts'

const MOMENT = '2026-11-20T10:11:12+09:00'

test('one moment in every form', () => {
  for (const value of [
    '2026-11-19T17:11:12.973885-08:00',
    '2026-11-19T17:11:12.973885123-0800',
    '2026-11-19t17:11:12,9-08',
    '20261119T171112-0800',
    '2026-11-20T01:11:12Z',
    '2026-11-20T01:11:12.999z',
    '2026-11-20 01:11:12 +00:00',
    '2026-11-20T06:41:12+05:30',
    '2026-11-20T10:11:12+09:00',
    '2026-11-20T10:11:12',
    '2026-11-20 10:11:12',
    '2026-11-20 10:11:12.5',
    ' 2026-11-20T10:11:12 ',
    Date.parse(MOMENT) + 973,
  ])
    expect.soft(toDateTime(value), JSON.stringify(value)).toBe(MOMENT)
})

test('without seconds', () => {
  expect(toDateTime('2026-11-20T10:11')).toBe('2026-11-20T10:11:00+09:00')
  expect(toDateTime('2026-11-19T17:11-08:00')).toBe('2026-11-20T10:11:00+09:00')
})

test.each([
  ...[undefined, null, '', 'yesterday', '2026-11-20', '2026-13-20T10:11:12', '2026-11-20T10:11:12+99:00'],
  ...['2026-11-20T10:11:12 KST', {}, [], true, Number.NaN, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER],
])('%j is no time', (value) => {
  expect([parseTime(value), toDateTime(value)]).toEqual([undefined, null])
})

test('order sheets of both clocks are in the order of their time, and sold on a Korean day', () => {
  const sheets = ['2026-11-20T23:30:00', '2026-11-20T05:30:00-08:00', '2026-11-20T15:00:00Z'].map((orderedAt, at) => ({
    ...{ shipmentBoxId: at, status: 'ACCEPT', orderedAt },
    orderItems: [{ shippingCount: 1, salesPrice: 1000 }],
  }))
  const merged = mergeSheets([sheets])
  expect(merged.map(({ shipmentBoxId }) => shipmentBoxId)).toEqual([1, 0, 2])
  expect(merged.flatMap(soldItems).map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-20', '2026-11-21'])
})
