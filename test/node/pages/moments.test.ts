import { afterEach, expect, it } from 'vitest'
import {
  distance,
  formatDateTime,
  formatDay,
  formatHour,
  formatSpan,
  setTimeZone,
} from '../../../src/pages/text/moments.ts'

afterEach(() => setTimeZone(null))

const MOMENT = '2026-11-28T15:00:00.000Z'
const LATER = '2026-11-28T15:20:00.000Z'
const YEARS_LATER = Date.parse('2031-01-01')

/** Every format of a moment, in the time zone of the owner. */
const format = (zone: string) => {
  setTimeZone(zone)
  const plain = (text: string) => text.replace(/[\u00a0\u2009\u202f]/g, ' ')
  return [
    formatDateTime('en', MOMENT),
    formatDay('en', MOMENT),
    formatHour('en', MOMENT),
    formatSpan('en', MOMENT, LATER),
    distance('en', MOMENT, YEARS_LATER),
  ].map(plain)
}

// At least one of the two differs from the zone of the machine.
it('shows every moment in the time zone of the owner', () => {
  expect(format('America/New_York')).toEqual([
    'Nov 28, 2026, 10:00 AM',
    'Nov 28, 2026',
    'Sat 10 AM',
    'Nov 28, 2026, 10:00 – 10:20 AM',
    'Nov 28, 2026',
  ])
  expect(format('Asia/Seoul')).toEqual([
    'Nov 29, 2026, 12:00 AM',
    'Nov 29, 2026',
    'Sun 12 AM',
    'Nov 29, 2026, 12:00 – 12:20 AM',
    'Nov 29, 2026',
  ])
})

it('keeps a date in one line and a time in one, which may be the next', () => {
  setTimeZone('Asia/Seoul')
  expect(formatDay('ko', MOMENT)).toBe('2026.\u00a011.\u00a029.')
  expect(formatDateTime('ko', MOMENT)).toBe('2026.\u00a011.\u00a029. 오전\u00a012:00')
  expect(formatDay('en', MOMENT)).toBe('Nov\u00a029,\u00a02026')
  expect(formatDateTime('en', MOMENT)).toMatch(/^Nov\u00a029,\u00a02026, 12:00/)
})
