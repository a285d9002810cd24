import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeSheets, orderSheetStatuses } from '../../../src/groups/shop/merge-sheets.ts'

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

test('ids that a double cannot tell apart stay two sheets', () => {
  expect(mergeSheets([[sheet('642538971006401431'), sheet('642538971006401433')]])).toHaveLength(2)
})

test.each([
  [{ ...sheet('1'), shipmentBoxId: undefined }, '0.shipmentBoxId'],
  [{ ...sheet('1'), shipmentBoxId: 642538971006401400 }, '0.shipmentBoxId'],
  [{ ...sheet('1'), orderedAt: 'yesterday' }, '0.orderedAt'],
  [null, '0'],
])('an unknown shape is 502, naming the place: %j', (value, place) => {
  expect(() => mergeSheets([[value]])).toThrow(
    expect.objectContaining({ status: 502, message: expect.stringContaining(place) }),
  )
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
