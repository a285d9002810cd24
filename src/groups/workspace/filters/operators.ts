import type { JsonObject } from '../../../base/json.ts'
import { asWord, toFlag } from '../convert.ts'
import { addWarning, type Column, type FieldPath, type Property, quoted, refusal } from '../property.ts'

/** A filter in the product's format: a leaf, or one `and` or `or` group. */
export type NativeFilter = JsonObject

/** The subject of a simple filter, and where its condition goes in the product's filter. */
export interface Subject {
  /** The name in messages: `"Budget" (number)`. */
  readonly label: string
  readonly column: Column
  readonly leaf: (condition: JsonObject) => NativeFilter
}

/** One comparison: the subject, the operator in the product's words, and the caller's value. */
export interface Comparison {
  readonly subject: Subject
  readonly operator: Operator
  readonly value: unknown
  /** The path of the whole filter. */
  readonly place: FieldPath
  readonly valuePlace: FieldPath
}

/** A timestamp that every row has, unless a property has the same name. */
export function timestampSubject(name: 'created_time' | 'last_edited_time'): Subject {
  return {
    label: name,
    column: { name, id: name, type: name },
    leaf: (condition) => ({ timestamp: name, [name]: condition }),
  }
}

/** Their values have a type of their own, which the schema does not tell. */
const COMPUTED = new Set(['formula', 'rollup'])

/** The subject for a property. Throws 400 when a simple filter cannot compare it. */
export function getSubject(property: Property, place: FieldPath): Subject {
  const { name, type } = property
  if (type === '') throw refusal(place, `the workspace service does not tell the type of "${name}"`)
  if (COMPUTED.has(type)) {
    const example = JSON.stringify({ property: name, [type]: { number: { greater_than: 0 } } })
    throw refusal(place, `"${name}" is a ${type}, which only workspace_filter can compare, such as ${example}`)
  }
  if (!OPERATORS.has(type)) throw refusal(place, `"${name}" is a ${type}, which cannot be filtered by`)
  return {
    label: `"${name}" (${type})`,
    column: property,
    leaf: (condition) => ({ property: name, [type]: condition }),
  }
}

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
    addWarning(valuePlace, `false was read as ${opposite}`)
    return { ...comparison, operator: opposite, value: undefined }
  }
  const { type } = subject.column
  const offered = OPERATORS.get(type) ?? []
  const empty = (offered.includes('equals') ? EQUALITY : MEMBERSHIP).get(operator)
  const isBlank = value === null || (value === '' && TEXTS.has(type))
  if (!empty || !isBlank || !offered.includes(empty)) return comparison
  addWarning(valuePlace, `${quoted(value)} was read as ${empty}`)
  return { ...comparison, operator: empty, value: undefined }
}

const existence = ['is_empty', 'is_not_empty'] as const
const text = [
  'equals',
  'does_not_equal',
  'contains',
  'does_not_contain',
  'starts_with',
  'ends_with',
  ...existence,
] as const
const number = [
  'equals',
  'does_not_equal',
  'greater_than',
  'less_than',
  'greater_than_or_equal_to',
  'less_than_or_equal_to',
  ...existence,
] as const
const option = ['equals', 'does_not_equal', ...existence] as const
const several = ['contains', 'does_not_contain', ...existence] as const
/** Periods are operators without a value. */
export const PERIODS = [
  'this_week',
  'past_week',
  'past_month',
  'past_year',
  'next_week',
  'next_month',
  'next_year',
] as const
const date = ['equals', 'before', 'after', 'on_or_before', 'on_or_after', ...PERIODS, ...existence] as const
const checkbox = ['equals', 'does_not_equal'] as const
const every = [...new Set([...text, ...number, ...date])]

export type Operator = (typeof text | typeof number | typeof date)[number]

export const isEmptiness = (operator: Operator) => operator === 'is_empty' || operator === 'is_not_empty'

/** The operators of each property type, as `filters[].operator` accepts them. */
export const OPERATORS: ReadonlyMap<string, readonly Operator[]> = new Map<string, readonly Operator[]>([
  ...['title', 'rich_text', 'url', 'email', 'phone_number'].map((type) => [type, text] as const),
  ...['number', 'unique_id'].map((type) => [type, number] as const),
  ...['select', 'status'].map((type) => [type, option] as const),
  ...['multi_select', 'people', 'created_by', 'last_edited_by', 'relation'].map((type) => [type, several] as const),
  ...['date', 'created_time', 'last_edited_time'].map((type) => [type, date] as const),
  ...['checkbox', 'verification'].map((type) => [type, checkbox] as const),
  ['files', existence],
])

const ALIASES: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ...['=', '==', 'eq', 'is'].map((alias) => [alias, 'equals'] as const),
  ...['!=', '<>', 'ne', 'neq', 'not_equals', 'is_not'].map((alias) => [alias, 'does_not_equal'] as const),
  ...['>', 'gt'].map((alias) => [alias, 'greater_than'] as const),
  ...['>=', 'gte', 'ge'].map((alias) => [alias, 'greater_than_or_equal_to'] as const),
  ...['<', 'lt'].map((alias) => [alias, 'less_than'] as const),
  ...['<=', 'lte', 'le'].map((alias) => [alias, 'less_than_or_equal_to'] as const),
  ...['like', 'in'].map((alias) => [alias, 'contains'] as const),
  ...['not_contains', 'not_like', 'not_in'].map((alias) => [alias, 'does_not_contain'] as const),
  ...every.map((operator) => [operator, operator] as const),
])

/** Names of comparison operators for dates. */
const AMONG_DATES: ReadonlyMap<Operator, Operator> = new Map<Operator, Operator>([
  ['greater_than', 'after'],
  ['greater_than_or_equal_to', 'on_or_after'],
  ['less_than', 'before'],
  ['less_than_or_equal_to', 'on_or_before'],
])

/** A property with several values contains a value. It never equals one. */
const AMONG_SEVERAL: ReadonlyMap<Operator, Operator> = new Map<Operator, Operator>([
  ['equals', 'contains'],
  ['does_not_equal', 'does_not_contain'],
])

/** `in` compares with one of several values. */
const AMONG_ONE: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['in', 'equals'],
  ['not_in', 'does_not_equal'],
])

/** Parses an operator without regard to case, spaces and hyphens. Undefined when no type has it. */
export function readOperator(word: string): Operator | undefined {
  return ALIASES.get(asWord(word))
}

/** The operator among `offered` that `word` names. Undefined when there is none. */
export function operatorAmong(offered: readonly Operator[], word: string): Operator | undefined {
  const operator = readOperator(word)
  if (!operator) return undefined
  const candidates = [operator, AMONG_DATES.get(operator), AMONG_SEVERAL.get(operator), AMONG_ONE.get(asWord(word))]
  return candidates.find((candidate) => candidate !== undefined && offered.includes(candidate))
}
