import { refusal, under } from '../field-path.ts'
import { type Comparison, condition } from './condition.ts'
import { settleEmptiness } from './emptiness.ts'
import { GROUP_SIZE, type NativeFilter } from './native-filter.ts'
import type { Operator } from './operators.ts'

/** Operators that accept several values, and how the conditions for the values are joined. */
const JOIN: ReadonlyMap<Operator, 'or' | 'and'> = new Map<Operator, 'or' | 'and'>([
  ['equals', 'or'],
  ['contains', 'or'],
  ['starts_with', 'or'],
  ['ends_with', 'or'],
  ['does_not_equal', 'and'],
  ['does_not_contain', 'and'],
])

/** A leaf. For several values a group of leaves: any of them must hold, or none of them for a negative operator. */
export function nativeFilter(comparison: Comparison): NativeFilter {
  const { subject, operator, value, valuePlace } = comparison
  if (!Array.isArray(value)) return leaf(comparison)
  const join = JOIN.get(operator)
  if (!join) throw refusal(valuePlace, `${operator} takes one value`)
  if (value.length === 0) throw refusal(valuePlace, 'must not be empty')
  if (value.length > GROUP_SIZE) throw refusal(valuePlace, `must hold at most ${GROUP_SIZE} values`)
  const each = value.map((item: unknown, index) => ({
    ...comparison,
    value: item,
    valuePlace: under(valuePlace, index),
  }))
  const [only] = each
  if (only && each.length === 1) return leaf(only)
  const names = optionNames(each)
  if (names) return subject.leaf({ [operator]: names })
  return { [join]: each.map(leaf) }
}

/** Select and status natively accept a list of names, which saves a nesting level for other filters. */
function optionNames(each: readonly Comparison[]): readonly string[] | undefined {
  if (!each.every(({ subject: { column } }) => column.type === 'select' || column.type === 'status')) return undefined
  const settled = each.map(settleEmptiness)
  if (!settled.every(({ operator }) => operator === 'equals' || operator === 'does_not_equal')) return undefined
  const names = settled.flatMap((one) => Object.values(condition(one)))
  return names.every((name) => typeof name === 'string') ? names : undefined
}

function leaf(comparison: Comparison): NativeFilter {
  const settled = settleEmptiness(comparison)
  return settled.subject.leaf(condition(settled))
}
