/** Korea, where the users are, has one zone, nine hours ahead of UTC, without daylight saving time. In milliseconds. */
export const KOREA_MS = 9 * 3_600_000

export const DAY_MS = 24 * 3_600_000

/** The day in Korea at a time in epoch milliseconds, as YYYY-MM-DD. */
export const getKoreanDay = (ms: number): string => formatDay(ms + KOREA_MS)

/** When a day YYYY-MM-DD starts in Korea, in epoch milliseconds. */
export const startOfKoreanDay = (day: string): number => Date.parse(day) - KOREA_MS

/** The first moment in Korea after a day YYYY-MM-DD, in epoch milliseconds. */
export const endOfKoreanDay = (day: string): number => startOfKoreanDay(day) + DAY_MS

/** How many days after a day YYYY-MM-DD another one is. */
export const countDays = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** The day that is so many days after a day YYYY-MM-DD. It must be in a year of four digits. */
export const addDays = (day: string, days: number): string => formatDay(Date.parse(day) + days * DAY_MS)

/** ISO 8601 in UTC, of epoch milliseconds. */
export const iso = (ms: number): string => new Date(ms).toISOString()
export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms))

const formatDay = (ms: number): string => new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length)

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

const FORM = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/

/** The epoch milliseconds of an ISO 8601 date-time with an offset. Undefined for any other text. */
export function isoInstant(text: string): number | undefined {
  const [, day] = FORM.exec(text) ?? []
  // Date.parse reads 30 February as 2 March.
  if (day === undefined || Number.isNaN(Date.parse(day)) || !new Date(day).toISOString().startsWith(day))
    return undefined
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? undefined : ms
}
