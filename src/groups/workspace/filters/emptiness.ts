import { toFlag } from '../convert/scalar.ts'
import { quoted, remark } from '../field-path.ts'
import type { Comparison } from './condition.ts'
import type { NativeFilter } from './native-filter.ts'
import { isEmptiness, OPERATORS, type Operator } from './operators.ts'
import type { Subject } from './subject.ts'

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

const TEXTS = new Set(['title', 'rich_text', 'url', 'email', 'phone_number'])

/**
 * Brings every way to ask for emptiness to `is_empty` or `is_not_empty` without a value: the product takes the literal
 * `true` alone (facts 4), so false asks for the opposite, and equality with null (or with '' among texts) is emptiness.
 */
export function settleEmptiness(comparison: Comparison): Comparison {
  const { subject, scope, operator, value, valuePlace } = comparison
  if (isEmptiness(operator)) {
    const asked = value === undefined || value === null || value === '' || toFlag(value, valuePlace)
    if (asked) return { ...comparison, value: undefined }
    const opposite = operator === 'is_empty' ? 'is_not_empty' : 'is_empty'
    remark(valuePlace, `false was read as ${opposite}`)
    return { ...comparison, operator: opposite, value: undefined }
  }
  const offered = OPERATORS.get(subject.type) ?? []
  const empty = (offered.includes('equals') ? EQUALITY : MEMBERSHIP).get(operator)
  const isBlank = value === null || (value === '' && TEXTS.has(subject.type))
  const isOffered = empty !== undefined && (offered.includes(empty) || (subject.isList && !scope))
  if (!empty || !isBlank || !isOffered) return comparison
  remark(valuePlace, `${quoted(value)} was read as ${empty}`)
  return { ...comparison, operator: empty, value: undefined }
}

/**
 * Emptiness of a list as a reader of the table means it: nothing stands in the cell, because there is no item or because
 * each is empty. A checkbox is never empty, so a list of them is empty without items.
 */
export function listEmptiness({ type, leaf }: Subject, operator: Operator): NativeFilter {
  const isEmpty = operator === 'is_empty'
  const scope = isEmpty ? 'none' : 'any'
  if (type !== 'checkbox') return leaf({ is_not_empty: true }, scope)
  const states = [leaf({ equals: true }, scope), leaf({ equals: false }, scope)]
  return isEmpty ? { and: states } : { or: states }
}
