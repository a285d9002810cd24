import { type FieldPath, quoted, refusal, remark } from '../field-path.ts'
import { asWord } from './scalar.ts'

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:([T ])(\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?(?:(Z)|([+-]\d{2}):?(\d{2}))?)?$/i

/** The relative words that the product accepts as a date. */
const RELATIVE = new Set([
  'today',
  'tomorrow',
  'yesterday',
  'one_week_ago',
  'one_week_from_now',
  'one_month_ago',
  'one_month_from_now',
])

/**
 * A calendar date such as `2026-11-21`, with or without time and zone, in the product's format. Undefined for anything
 * else.
 */
export function asDate(value: unknown): string | undefined {
  const parts = typeof value === 'string' ? value.trim().match(DATE_TIME) : null
  if (!parts) return undefined
  const [
    ,
    year = '',
    month = '',
    day = '',
    time,
    hour = '00',
    minute = '00',
    second = '00',
    fraction = '',
    z,
    zone,
    rest,
  ] = parts
  const date = `${year}-${month}-${day}`
  const dateTime = `${date}T${hour}:${minute}:${second}`
  const known = new Date(`${dateTime}Z`)
  if (Number.isNaN(known.getTime()) || known.toISOString().slice(0, 19) !== dateTime) return undefined
  if (!time) return date
  if (zone && (Math.abs(Number(zone)) > 14 || Number(rest) > 59)) return undefined
  return `${dateTime}${fraction}${z ? 'Z' : zone ? `${zone}:${rest}` : ''}`
}

/** A date for the product. Throws 400 for anything else. */
export function toDate(value: unknown, place: FieldPath): string {
  const date = asDate(value)
  if (!date) throw refusal(place, 'must be a date such as 2026-11-21 or 2026-11-21T09:00:00+09:00')
  if (typeof value === 'string' && value.includes(' ', 1) && date.includes('T')) {
    remark(place, `${quoted(value)} was read as ${date}`)
  }
  return date
}

/** Like `toDate`, and also accepts the product's relative words. */
export function toDateOrWord(value: unknown, place: FieldPath): string {
  if (typeof value === 'string' && RELATIVE.has(asWord(value))) return asWord(value)
  if (asDate(value)) return toDate(value, place)
  throw refusal(
    place,
    `must be a date such as 2026-11-21 or 2026-11-21T09:00:00+09:00, or one of ${[...RELATIVE].join(', ')}`,
  )
}
