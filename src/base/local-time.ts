/** Local times in an IANA time zone or at a fixed offset (`+09:00`). */

const MINUTE_MS = 60_000

/** ISO 8601 with the offset of the zone. Milliseconds are left out when they are 0. */
export function localTime(ms: number, zone: string): string {
  const offset = offsetMs(ms, zone)
  const local = new Date(ms + offset).toISOString().replace(/(?:\.000)?Z$/, '')
  return `${local}${printOffset(offset)}`
}

/** The epoch milliseconds of a local time without an offset, such as `2026-11-21T09:00:00`. NaN for anything else. */
export function parseLocalTime(local: string, zone: string): number {
  const asUtc = Date.parse(`${local}Z`)
  // Date.parse reads 30 February as 2 March.
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(local.slice(0, 10))) return Number.NaN
  // The offset just before a clock change differs from the one after it.
  return asUtc - offsetMs(asUtc - offsetMs(asUtc, zone), zone)
}

/** The first and the last millisecond of a day in a zone. */
export const dayBounds = (day: string, zone: string): readonly [first: number, last: number] => [
  parseLocalTime(`${day}T00:00:00`, zone),
  parseLocalTime(`${day}T23:59:59.999`, zone),
]

/** Whether the runtime knows the zone. */
export function isTimeZone(zone: string): boolean {
  try {
    return parseFormat(zone) !== undefined
  } catch {
    return false
  }
}

/** An offset in hours and minutes, as products return it. The minutes count in the direction of the hours. */
export const zoneOfOffset = (hours: number, minutes = 0): string =>
  printOffset((hours * 60 + (hours === 0 ? minutes : Math.sign(hours) * Math.abs(minutes))) * MINUTE_MS)

/** Creating a formatter takes a millisecond, and it depends only on the zone. */
const formats = new Map<string, Intl.DateTimeFormat>()

function parseFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  formats.set(timeZone, format)
  return format
}

function offsetMs(ms: number, zone: string): number {
  const part = parseFormat(zone)
    .formatToParts(ms)
    .find(({ type }) => type === 'timeZoneName')
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):?(\d\d)?/.exec(part?.value ?? '') ?? []
  const offset = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
  return sign === '-' ? -offset : offset
}

function printOffset(offset: number): string {
  const minutes = Math.abs(Math.round(offset / MINUTE_MS))
  const two = (count: number) => String(count).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
