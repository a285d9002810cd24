import { expect, it } from 'vitest'
import { isTimeZone, localTime, parseLocalTime, zoneOfOffset } from '../../src/base/time.ts'

it('a moment in a time zone', () => {
  for (const [utc, zone, expected] of [
    ['2026-11-20T22:50:00.000Z', 'Asia/Seoul', '2026-11-21T07:50:00+09:00'],
    ['2026-11-20T22:50:00.120Z', 'Asia/Seoul', '2026-11-21T07:50:00.120+09:00'],
    ['2026-07-01T00:00:00.000Z', 'America/New_York', '2026-06-30T20:00:00-04:00'],
    ['2026-12-01T00:00:00.000Z', 'America/New_York', '2026-11-30T19:00:00-05:00'],
    ['2026-12-01T00:00:00.000Z', 'Asia/Kathmandu', '2026-12-01T05:45:00+05:45'],
    ['2026-12-01T00:00:00.000Z', 'UTC', '2026-12-01T00:00:00+00:00'],
    ['2026-12-01T00:00:00.000Z', zoneOfOffset(-3.5), '2026-11-30T20:30:00-03:30'],
    ['2026-12-01T00:00:00.000Z', zoneOfOffset(5, 30), '2026-12-01T05:30:00+05:30'],
    ['2026-12-01T00:00:00.000Z', zoneOfOffset(-3, 30), '2026-11-30T20:30:00-03:30'],
    ['2026-12-01T00:00:00.000Z', zoneOfOffset(-3, -30), '2026-11-30T20:30:00-03:30'],
  ] as const) {
    const ms = Date.parse(utc)
    expect.soft(localTime(ms, zone), String(utc)).toBe(expected)
    expect.soft(Date.parse(localTime(ms, zone)), String(utc)).toBe(ms)
  }
})

it.each([
  ['2026-11-21T00:00:00', 'Asia/Seoul', '2026-11-20T15:00:00.000Z'],
  // The clocks went forward at 2 o'clock, and back at 2.
  ['2026-03-08T12:00:00', 'America/New_York', '2026-03-08T16:00:00.000Z'],
  ['2026-03-08T00:00:00', 'America/New_York', '2026-03-08T05:00:00.000Z'],
  ['2026-11-01T12:00:00', 'America/New_York', '2026-11-01T17:00:00.000Z'],
])('%s in %s is the moment %s', (local, zone, utc) => {
  expect(new Date(parseLocalTime(local, zone)).toISOString()).toBe(utc)
})

it.each(['2026-02-30T00:00:00', '2026-13-01T00:00:00', 'soon'])('%s is no local time', (local) => {
  expect(parseLocalTime(local, 'Asia/Seoul')).toBeNaN()
})

it('knows zones from other words', () => {
  expect(['Asia/Seoul', 'UTC', '+09:00'].map(isTimeZone)).toEqual([true, true, true])
  expect(['Seoul', '', 'Asia/Nowhere'].map(isTimeZone)).toEqual([false, false, false])
})
