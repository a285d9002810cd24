import { toFlag } from '../convert/scalar.ts'
import { quoted, remark } from '../field-path.ts'
import type { Comparison } from './condition.ts'
import { isEmptiness, OPERATORS, type Operator } from './operators.ts'

/** Equality with an empty value means `is_empty`. */
const EQUALITY: ReadonlyMap<Operator, Operator> = new Map<Operator, Operator>([
  ['equals', 'is_empty'],
  ['does_not_equal', 'is_not_empty'],
])

/** For properties with several values. */
const MEMBERSHIP: ReadonlyMap<Operator, Operator> = new Map<Operator, Operator>([
  ['contains', 'is_empty'],
  ['does_not_contain', 'is_not_empty'],
])

const TEXTS = new Set(['title', 'rich_text', 'url', 'email', 'phone_number'])

/**
 * Rewrites every form of an emptiness check to `is_empty` or `is_not_empty`. The product accepts only the literal
 * `true`, so false becomes the opposite operator. Equality with null (or with '' for text) is an emptiness check as
 * well.
 */
export function settleEmptiness(comparison: Comparison): Comparison {
  const { subject, operator, value, valuePlace } = comparison
  if (isEmptiness(operator)) {
    const asked = value === undefined || value === null || value === '' || toFlag(value, valuePlace)
    if (asked) return { ...comparison, value: undefined }
    const opposite = operator === 'is_empty' ? 'is_not_empty' : 'is_empty'
    remark(valuePlace, `false was read as ${opposite}`)
    return { ...comparison, operator: opposite, value: undefined }
  }
  const { type } = subject.column
  const offered = OPERATORS.get(type) ?? []
  const empty = (offered.includes('equals') ? EQUALITY : MEMBERSHIP).get(operator)
  const isBlank = value === null || (value === '' && TEXTS.has(type))
  if (!empty || !isBlank || !offered.includes(empty)) return comparison
  remark(valuePlace, `${quoted(value)} was read as ${empty}`)
  return { ...comparison, operator: empty, value: undefined }
}
