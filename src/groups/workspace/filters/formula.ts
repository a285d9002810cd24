import { asDate } from '../convert/date.ts'
import { type FieldPath, remark } from '../field-path.ts'
import type { FormulaResult, Property } from '../property.ts'
import { type Operator, PERIODS } from './operators.ts'

const ORDER: ReadonlySet<Operator> = new Set<Operator>([
  'greater_than',
  'greater_than_or_equal_to',
  'less_than',
  'less_than_or_equal_to',
])
const OF_DATES: ReadonlySet<Operator> = new Set<Operator>([
  'before',
  'after',
  'on_or_before',
  'on_or_after',
  ...PERIODS,
])

/**
 * A guess of a formula's result type from the compared value, with a warning. It is used when no row shows the type, as
 * in an empty table. The product refuses a wrong guess and names the right type, so a wrong guess cannot match rows.
 */
export function guessedResult(
  { name }: Property,
  place: FieldPath,
  operator: Operator | undefined,
  value: unknown,
): FormulaResult {
  const result = guess(operator ?? 'equals', Array.isArray(value) ? value[0] : value)
  remark(place, `no row shows the type of the formula "${name}", compared as ${result}`)
  return result
}

function guess(operator: Operator, value: unknown): FormulaResult {
  if (OF_DATES.has(operator)) return 'date'
  if (ORDER.has(operator)) return asDate(value) ? 'date' : 'number'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return operator === 'equals' || operator === 'does_not_equal' ? 'checkbox' : 'string'
  return operator === 'equals' && asDate(value) ? 'date' : 'string'
}
