import { unreadable } from '../../upstream/failures.ts'

/**
 * The product's `2026-09-12T23:17:39+0000` as ISO 8601 in UTC. Its offset has no colon, which ISO 8601 readers outside
 * of V8 refuse. Throws 502 for anything else.
 */
export function isoUtc(timestamp: string): string {
  const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})([+-]\d{2}):?(\d{2})$/.exec(timestamp)
  const time = match ? Date.parse(`${match[1]}${match[2]}:${match[3]}`) : Number.NaN
  if (Number.isNaN(time)) throw unreadable('social')
  return new Date(time).toISOString()
}

/** From 1973 on, so that `2026` and `20261101` are refused instead of misread. */
const UNIX_SECONDS = /^\d{9,10}$/
const DATE = /^\d{4}-\d{2}-\d{2}$/
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

/**
 * A point in time as a caller writes it, in Unix seconds: an ISO date (its start in UTC), an ISO date-time with its
 * offset, or Unix seconds already. Undefined for anything else, milliseconds and days that do not exist included.
 */
export function unixSeconds(text: string): number | undefined {
  if (UNIX_SECONDS.test(text)) return Number(text)
  if (!DATE.test(text) && !DATE_TIME.test(text)) return undefined
  const time = Date.parse(text)
  // V8 reads 31 June as 1 July: the day must come back as it was written.
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(time) || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text.slice(0, 10))
    return undefined
  return Math.floor(time / 1000)
}
