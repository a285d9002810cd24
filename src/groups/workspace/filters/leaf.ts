import { refusal, under } from '../place.ts'
import { type Comparison, condition } from './condition.ts'
import { settleEmptiness } from './emptiness.ts'
import { formulaLeaf } from './formula.ts'
import { GROUP_SIZE, type NativeFilter } from './native-filter.ts'
import type { Operator } from './operators.ts'
import { rollupLeaf } from './rollup.ts'

/** One simple filter, its key and operator settled. */
export interface ResolvedFilter extends Comparison {
  /** The key names a row's own time, no property (facts 4). */
  readonly isTimestamp: boolean
}

/** The operators that ask the same of each of several values, and how their answers join. */
const JOIN: ReadonlyMap<Operator, 'or' | 'and'> = new Map<Operator, 'or' | 'and'>([
  ['equals', 'or'],
  ['contains', 'or'],
  ['starts_with', 'or'],
  ['ends_with', 'or'],
  ['does_not_equal', 'and'],
  ['does_not_contain', 'and'],
])

/** A leaf; for several values one group of leaves: any of them, or none of them under a negative operator. */
export function nativeFilter(filter: ResolvedFilter): NativeFilter {
  const { operator, value, valuePlace } = filter
  if (!Array.isArray(value)) return leaf(filter)
  const join = JOIN.get(operator)
  if (!join) throw refusal(valuePlace, `${operator} takes one value`)
  if (value.length === 0) throw refusal(valuePlace, 'must not be empty')
  if (value.length > GROUP_SIZE) throw refusal(valuePlace, `must hold at most ${GROUP_SIZE} values`)
  const leaves = value.map((item: unknown, index) =>
    leaf({ ...filter, value: item, valuePlace: under(valuePlace, index) }),
  )
  const [first] = leaves
  if (first && leaves.length === 1) return first
  return optionList(filter, leaves) ?? { [join]: leaves }
}

/** Select and status take a list of names natively (facts 4), which leaves the nesting to other filters. */
function optionList({ property: { name, type }, operator }: ResolvedFilter, leaves: readonly NativeFilter[]) {
  if (type !== 'select' && type !== 'status') return undefined
  const names = leaves.map((one) => Reflect.get(Object(one[type]), operator))
  return names.every((one) => typeof one === 'string') ? { property: name, [type]: { [operator]: names } } : undefined
}

function leaf(filter: ResolvedFilter): NativeFilter {
  const settled = settleEmptiness(filter)
  const { name, type } = filter.property
  if (filter.isTimestamp) return { timestamp: name, [name]: condition(type, settled) }
  if (type === 'formula') return formulaLeaf(settled)
  if (type === 'rollup') return rollupLeaf(settled)
  return { property: name, [type]: condition(type, settled) }
}
