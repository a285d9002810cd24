import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { epochMs, isoUtc } from '../../../src/groups/social/threads.ts'

const seconds = fc.integer({ min: 0, max: 4_102_444_800 })

describe('a timestamp of the product', () => {
  test('becomes ISO 8601 in UTC, whatever its offset', () => {
    expect(isoUtc('2026-11-20T08:15:00+0000')).toBe('2026-11-20T08:15:00.000Z')
    expect(isoUtc('2026-11-20T17:15:00+0900')).toBe('2026-11-20T08:15:00.000Z')
    expect(isoUtc('2026-11-20T00:15:00-0800')).toBe('2026-11-20T08:15:00.000Z')
  })

  test('does not change the time', () => {
    fc.assert(
      fc.property(seconds, (time) => {
        const iso = new Date(time * 1000).toISOString()
        expect(isoUtc(iso.replace('.000Z', '+0000'))).toBe(iso)
      }),
    )
  })

  test.each([
    ['2026-11-20T08:15:00Z', '2026-11-20T08:15:00.000Z'],
    ['2026-11-20T08:15:00+00:00', '2026-11-20T08:15:00.000Z'],
    ['2026-11-20T08:15:00.250+0000', '2026-11-20T08:15:00.250Z'],
    ['2026-11-20T08:15:00.123456Z', '2026-11-20T08:15:00.123Z'],
  ])('is read as %s too', (text, iso) => expect(isoUtc(text)).toBe(iso))

  test.each(['', 'yesterday', '2026-11-20', '2026-13-20T08:15:00+0000', '1763626500', 1763626500, null, undefined])(
    'is null as %j',
    (value) => expect(isoUtc(value)).toBeNull(),
  )
})

describe('a point in time of a caller', () => {
  test('is a date, a date-time or epoch milliseconds', () => {
    const day = Date.UTC(2026, 10, 20)
    expect(epochMs('2026-11-20')).toBe(day)
    expect(epochMs('2026-11-20T00:00Z')).toBe(day)
    expect(epochMs('2026-11-20T09:00:00+09:00')).toBe(day)
    expect(epochMs('2026-11-20T00:00:00.999Z')).toBe(day + 999)
    expect(epochMs(String(day))).toBe(day)
  })

  test('reads back every ISO date-time', () => {
    fc.assert(fc.property(seconds, (time) => epochMs(new Date(time * 1000).toISOString()) === time * 1000))
  })

  test('is nothing else', () => {
    for (const [what, text] of [
      ['seconds', '1795132800'],
      ['a day that does not exist', '2026-06-31'],
      ['a month that does not exist', '2026-13-01'],
      ['a time without offset', '2026-11-20T09:00:00'],
      ['an hour that does not exist', '2026-11-20T25:00:00Z'],
      ['a year', '2026'],
      ['a date without hyphens', '20261101'],
      ['words', 'last week'],
      ['a negative number', '-1'],
      ['nothing', ''],
    ] as const)
      expect.soft(epochMs(text), what).toBeUndefined()
  })
})
