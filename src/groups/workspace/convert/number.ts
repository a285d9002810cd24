import { type Place, quoted, refusal, remark } from '../place.ts'

const NUMERAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** A finite number, or text that is one. Digits that a double would round are refused: they would match other rows. */
export function toNumber(value: unknown, place: Place): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  const text = typeof value === 'string' ? value.trim() : ''
  if (!NUMERAL.test(text)) throw refusal(place, 'must be a number')
  const number = Number(text)
  if (!Number.isFinite(number) || (/^[+-]?\d+$/.test(text) && !Number.isSafeInteger(number))) {
    throw refusal(place, 'is too large a number')
  }
  remark(place, `${quoted(value)} was read as the number ${number}`)
  return number
}
