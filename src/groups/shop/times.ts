import { localTime } from '../../base/time.ts'

/** Korea's offset, all year. */
const KOREA = '+09:00'

/** Date and time with an optional offset, in every form of ISO 8601, and with a space between date and time. */
const FORM =
  /^(\d{4})-?(\d\d)-?(\d\d)[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,3})\d*)?)?\s?(?:(Z)|([+-]\d\d):?(\d\d)?)?$/i

/** The years 1 to 9999, in epoch milliseconds. */
const LATEST = Date.parse('9999-12-31T00:00:00Z')

/**
 * The epoch milliseconds of a time of the product. Without an offset it is Korean time, and older samples have epoch
 * milliseconds. Undefined for what is no time.
 */
export function parseTime(value: unknown): number | undefined {
  const time = typeof value === 'string' ? parseText(value.trim()) : value
  return typeof time === 'number' && Math.abs(time) <= LATEST ? time : undefined
}

function parseText(text: string): number {
  const [, year, month, day, hour, minute, second = '00', fraction = '0', utc, hours, minutes = '00'] =
    FORM.exec(text) ?? []
  const offset = utc ? 'Z' : hours ? `${hours}:${minutes}` : KOREA
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}${offset}`)
}

/** ISO 8601 in Korean time, in whole seconds. Null for what is no time. */
export function toDateTime(value: unknown): string | null {
  const time = parseTime(value)
  return time === undefined ? null : localTime(Math.floor(time / 1000) * 1000, KOREA)
}
