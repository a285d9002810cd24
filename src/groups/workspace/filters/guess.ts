import { asDate } from '../convert/date.ts'
import { asUuid } from '../convert/uuid.ts'
import { type Operator, PERIODS } from './operators.ts'

/** The kinds of value that formulas and listing rollups give, in the keys of a formula filter (facts 4). */
export type Kind = 'string' | 'number' | 'checkbox' | 'date' | 'person'

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

/** What a property of unknown result type is likely to hold, going by what it is compared with (facts 5). */
export function guessKind(operator: Operator, value: unknown): Kind {
  if (OF_DATES.has(operator)) return 'date'
  if (ORDER.has(operator)) return asDate(value) ? 'date' : 'number'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return operator === 'equals' || operator === 'does_not_equal' ? 'checkbox' : 'string'
  if (operator === 'equals' && asDate(value)) return 'date'
  return asUuid(value) ? 'person' : 'string'
}
