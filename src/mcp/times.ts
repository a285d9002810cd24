import { dayBounds, localTime, parseLocalTime, zoneOfOffset } from '../base/time.ts'
import type { Change } from './paths.ts'

/** Times in tool calls, with the offset of the configured zone, so that a date is the date that people mean. */

/** Epoch seconds stay below this until the year 5138. Epoch milliseconds have been above it since 1973. */
const SECONDS_BELOW = 1e11
const LAST_DATE = 8.64e15

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|\+00:00)$/
/** Names of fields whose epoch milliseconds are times, whatever their schema says. */
const OF_TIMES = /(?:_time|_at|_ms|Time|At|version)$/
const EPOCH_FROM = 1e12
const EPOCH_BELOW = 2e12
/** Names of fields whose epoch seconds are times. Other names may hold lengths. */
const OF_SECONDS = /(?:_at|At|version|edit_time)$/

/** Whether JSON text may contain a time that is not local yet. */
export const mayHoldTimes = (json: string): boolean => /(?:Z|\+00:00)"|:1\d{9}(?:\d{3})?[,}]/.test(json)

/** JSON with local times: converts times in UTC, and epoch milliseconds in fields with the name of a time. */
export const parseLocally = (json: string, zone: string): unknown =>
  JSON.parse(json, function (this: Readonly<Record<string, unknown>>, name: string, value: unknown) {
    if (typeof value === 'string') {
      const ms = DATE_TIME.test(value) ? Date.parse(value) : Number.NaN
      return Number.isNaN(ms) ? value : localTime(ms, zone)
    }
    return isEpoch(value, name) ? timeIn(zone)(value, this) : value
  })

const isEpoch = (value: unknown, name: string): boolean =>
  (isBetween(value, EPOCH_FROM, EPOCH_BELOW) && OF_TIMES.test(name)) ||
  (isBetween(value, EPOCH_FROM / 1000, EPOCH_BELOW / 1000) && OF_SECONDS.test(name))

const isBetween = (value: unknown, from: number, below: number): boolean =>
  typeof value === 'number' && value >= from && value < below

/** An epoch as ISO 8601, in the zone of its record if that contains one. Other values unchanged. */
export const timeIn =
  (zone: string): Change =>
  (value, { timezone, zonemins }) => {
    if (typeof value !== 'number') return value
    const ms = Math.abs(value) < SECONDS_BELOW ? value * 1000 : value
    if (Math.abs(ms) > LAST_DATE || value === 0) return value
    return localTime(ms, isWithin(timezone, 14) ? zoneOfOffset(timezone, isWithin(zonemins, 59) ? zonemins : 0) : zone)
  }

/** Whether it can be hours or minutes from UTC, as in recordings. */
const isWithin = (count: unknown, most: number): count is number => typeof count === 'number' && Math.abs(count) <= most

/** Milliseconds from the start of a recording as `hh:mm:ss`. */
export function position(ms: unknown): unknown {
  if (typeof ms !== 'number' || ms < 0) return ms
  const seconds = Math.floor(ms / 1000)
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((count) => String(Math.floor(count)).padStart(2, '0'))
    .join(':')
}

/** Arguments that end a range: a date without a time means the end of that day. */
const ENDS = /(?:^|_)(?:to|until)$/

/** A date or local time as a time with its offset. Other values unchanged. */
export function toLocalTime(name: string, value: unknown, zone: string): unknown {
  if (typeof value !== 'string') return value
  const text = value.trim()
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  if (!isDay && !/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text)) return value
  const ms = parseLocalTime(isDay ? `${text}T00:00:00` : text.replace(' ', 'T'), zone)
  if (Number.isNaN(ms)) return value
  return localTime(isDay && ENDS.test(name) ? dayBounds(text, zone)[1] : ms, zone)
}
