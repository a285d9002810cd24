/**
 * Converts a timestamp of the product, such as `2026-09-12T23:17:39+0000`, to ISO 8601 in UTC. Its offset has no colon,
 * which ISO 8601 parsers other than V8's refuse. Null for anything but a date-time with an offset.
 */
export function isoUtc(timestamp: unknown): string | null {
  if (typeof timestamp !== 'string') return null
  const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)(?:Z|([+-]\d{2}):?(\d{2}))$/.exec(timestamp)
  if (!match) return null
  const [, dateTime, hours = '+00', minutes = '00'] = match
  const time = Date.parse(`${dateTime}${hours}:${minutes}`)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** From 1973 on, so that seconds, `2026` and `20261101` are refused instead of misread. */
const EPOCH_MS = /^\d{12,13}$/
const DATE = /^\d{4}-\d{2}-\d{2}$/
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

/**
 * A caller's time in epoch milliseconds: an ISO date (its start in UTC), an ISO date-time with its offset, or epoch
 * milliseconds. Undefined for anything else, including seconds and days that do not exist.
 */
export function epochMs(text: string): number | undefined {
  if (EPOCH_MS.test(text)) return Number(text)
  if (!DATE.test(text) && !DATE_TIME.test(text)) return undefined
  const time = Date.parse(text)
  // V8 reads 31 June as 1 July, so the date must format back to the input.
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(time) || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text.slice(0, 10))
    return undefined
  return time
}

/** Converts the times of a query from epoch milliseconds to the Unix seconds that the product expects. */
export const inUnixSeconds = <Query extends { since?: number | undefined; until?: number | undefined }>(
  query: Query,
): Query => ({
  ...query,
  ...(query.since !== undefined && { since: Math.floor(query.since / 1000) }),
  ...(query.until !== undefined && { until: Math.floor(query.until / 1000) }),
})
