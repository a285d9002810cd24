import { toFlag } from '../convert/scalar.ts'
import { quoted, remark } from '../place.ts'
import type { Comparison } from './condition.ts'
import { isEmptiness, OPERATORS, type Operator } from './operators.ts'

/** To equal nothing is to be empty. */
const EQUALITY: ReadonlyMap<Operator, Operator> = new Map<Operator, Operator>([
  ['equals', 'is_empty'],
  ['does_not_equal', 'is_not_empty'],
])

/** For values that hold several things. */
const MEMBERSHIP: ReadonlyMap<Operator, Operator> = new Map<Operator, Operator>([
  ['contains', 'is_empty'],
  ['does_not_contain', 'is_not_empty'],
])

const TEXTS = new Set(['title', 'rich_text', 'url', 'email', 'phone_number', 'formula'])

/**
 * Brings every way to ask for emptiness to `is_empty` or `is_not_empty` without a value: the product takes the literal
 * `true` alone (facts 4), so false asks for the opposite, and equality with null (or with '' among texts) is emptiness.
 */
export function settleEmptiness(comparison: Comparison): Comparison {
  const { property, operator, value, valuePlace } = comparison
  if (isEmptiness(operator)) {
    const asked = value === undefined || value === null || value === '' || toFlag(value, valuePlace)
    if (asked) return { ...comparison, value: undefined }
    const opposite = operator === 'is_empty' ? 'is_not_empty' : 'is_empty'
    remark(valuePlace, `false was read as ${opposite}`)
    return { ...comparison, operator: opposite, value: undefined }
  }
  const offered = OPERATORS.get(property.type) ?? []
  const empty = (offered.includes('equals') ? EQUALITY : MEMBERSHIP).get(operator)
  const isBlank = value === null || (value === '' && TEXTS.has(property.type))
  if (!empty || !isBlank || !offered.includes(empty)) return comparison
  remark(valuePlace, `${quoted(value)} was read as ${empty}`)
  return { ...comparison, operator: empty, value: undefined }
}
