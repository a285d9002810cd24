import { type FieldPath, quoted, refusal, remark } from '../field-path.ts'
import type { Column } from '../property.ts'
import { toNumber } from './scalar.ts'

/**
 * The number of a unique id, which is all that the product compares. Accepts 12, "12" or, with the property's prefix,
 * "PRJ-12".
 */
export function toUniqueNumber(value: unknown, { name, prefix }: Column, place: FieldPath): number {
  const [, given, digits] = typeof value === 'string' ? (value.trim().match(/^(.*)-(\d+)$/) ?? []) : []
  if (!given || !digits) {
    const number = toNumber(value, place)
    if (!Number.isInteger(number)) throw refusal(place, 'must be a whole number')
    return number
  }
  if (given.toLowerCase() !== prefix?.toLowerCase()) {
    throw refusal(place, prefix ? `ids of "${name}" start with ${prefix}-` : `ids of "${name}" have no prefix`)
  }
  const number = Number(digits)
  if (!Number.isSafeInteger(number)) throw refusal(place, 'is too large a number')
  remark(place, `${quoted(value)} was read as the number ${number}`)
  return number
}
