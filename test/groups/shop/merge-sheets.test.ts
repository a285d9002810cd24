import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeSheets, orderSheetStatuses } from '../../../src/groups/shop/sheets.ts'

const sheet = (shipmentBoxId: string | number, orderedAt = '2026-11-20T10:00:00.000+09:00', status = 'ACCEPT') => ({
  shipmentBoxId,
  orderedAt,
  status,
  refer: '안드로이드앱',
})

test('lists become one, by the time of the order and then the shipment box, everything else as it came', () => {
  const early = sheet('642538971006401433', '2026-11-19T23:00:00.000+09:00')
  // The same moment, written in another zone.
  const same = sheet('642538971006401435', '2026-11-19T14:00:00.000Z')
  const short = sheet(1234567, '2026-11-20T10:00:00.000+09:00')
  const long = sheet('642538971006401431', '2026-11-20T10:00:00.000+09:00')
  expect(mergeSheets([[long, same], [], [short, early]])).toEqual([early, same, short, long])
})

test('a sheet that moved on between two calls is there once, with its later status', () => {
  const at = '2026-11-20T10:00:00.000+09:00'
  const before = sheet('642538971006401431', at, 'ACCEPT')
  const after = sheet('642538971006401431', at, 'INSTRUCT')
  expect(mergeSheets([[before], [after]])).toEqual([after])
  expect(mergeSheets([[after], [before]])).toEqual([after])
})

test('ids that a double cannot distinguish stay two sheets', () => {
  expect(mergeSheets([[sheet('642538971006401431'), sheet('642538971006401433')]])).toHaveLength(2)
})

test('a field of a sheet in another form is null, and the others are as they are', () => {
  for (const [what, part, expected] of [
    ['no box', { shipmentBoxId: undefined }, { shipmentBoxId: null }],
    ['a box that is no id', { shipmentBoxId: {} }, { shipmentBoxId: null }],
    ['a rounded box', { shipmentBoxId: 642538971006401400 }, { shipmentBoxId: null }],
    ['no moment', { orderedAt: null }, { orderedAt: null }],
    ['a moment in another form', { orderedAt: 1_795_000_000_000 }, { orderedAt: null }],
    ['a status in another form', { status: 3 }, { status: null }],
  ] as const) {
    const odd = { ...sheet('2', '2026-11-20T11:00:00.000+09:00'), ...part }
    expect.soft(mergeSheets([[odd, sheet('1')]]), what).toEqual([sheet('1'), { ...odd, ...expected }])
  }
})

test('a moment that cannot be read stays as it came, and comes last', () => {
  expect(mergeSheets([[sheet('2', 'yesterday'), sheet('1')]])).toEqual([sheet('1'), sheet('2', 'yesterday')])
})

test('sheets without a box are never taken for one another', () => {
  const { shipmentBoxId, ...rest } = sheet('1')
  expect(shipmentBoxId).toBe('1')
  expect(mergeSheets([[rest, rest]])).toHaveLength(2)
})

test('what is no sheet is left out', () => {
  for (const value of [null, 7, 'sheet', [], {}])
    expect.soft(mergeSheets([[value, sheet('1')]]), JSON.stringify(value)).toEqual([sheet('1')])
})

test('each box comes once, whatever the lists and their order', () => {
  const box = fc.integer({ min: 0, max: 20 }).map((n) => sheet(String(642538971006401431n + BigInt(n))))
  const found = fc.record({ box, status: fc.constantFrom(...orderSheetStatuses) })
  fc.assert(
    fc.property(fc.array(found), fc.nat(), (all, cut) => {
      const sheets = all.map(({ box, status }) => ({ ...box, status }))
      const merged = mergeSheets([sheets.slice(0, cut % 7), sheets.slice(cut % 7)])
      const boxes = merged.map(({ shipmentBoxId }) => shipmentBoxId)
      expect(boxes).toEqual([...new Set(sheets.map(({ shipmentBoxId }) => shipmentBoxId))].toSorted())
      expect(mergeSheets([sheets.toReversed()])).toEqual(merged)
    }),
  )
})
