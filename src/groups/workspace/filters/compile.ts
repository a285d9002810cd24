import { isObject, type JsonObject, member } from '../../../base/json.ts'
import {
  asWord,
  toDateOrWord,
  toFlag,
  toNumber,
  toOption,
  toPageId,
  toPersonOrMe,
  toText,
  toUniqueNumber,
  toVerification,
} from '../convert.ts'
import { eachOrRefusals, GROUP_SIZE } from '../notion.ts'
import {
  addWarning,
  type Column,
  expectProperty,
  type FieldPath,
  findProperty,
  type Property,
  quoted,
  refusal,
  under,
} from '../property.ts'
import { NO_REFERENCES, type References } from '../references.ts'
import {
  type Comparison,
  getSubject,
  isEmptiness,
  type NativeFilter,
  OPERATORS,
  type Operator,
  operatorAmong,
  PERIODS,
  readOperator,
  type Subject,
  settleEmptiness,
  timestampSubject,
} from './operators.ts'

/** The items of a group. Undefined for a leaf. */
export function groupItems(filter: unknown, word: 'and' | 'or'): readonly unknown[] | undefined {
  const items = member(filter, word)
  return Array.isArray(items) ? items : undefined
}

/** How deep groups may be nested. */
export const GROUP_LEVELS = 2

/**
 * How deep groups are nested: 0 for a leaf. Stops counting one above the product's limit, so that a deeply nested body
 * cannot exhaust the stack.
 */
export function nesting(filter: unknown, most: number = GROUP_LEVELS + 1): number {
  const items = most > 0 ? (groupItems(filter, 'and') ?? groupItems(filter, 'or')) : undefined
  return items ? 1 + items.reduce<number>((deepest, item) => Math.max(deepest, nesting(item, most - 1)), 0) : 0
}

/** The operators that a filter on the subject accepts, as a caller writes them. */
export const offeredOperators = ({ column }: Subject): readonly Operator[] => OPERATORS.get(column.type) ?? []

/** Resolves a caller's operator for the subject. Throws 400 when the subject does not offer it. */
function resolveOperator(word: string, subject: Subject, place: FieldPath): Operator {
  const offered = offeredOperators(subject)
  const operator = operatorAmong(offered, word)
  if (!operator) {
    throw refusal(place, `${quoted(word)} does not go with ${subject.label}, which takes ${offered.join(', ')}`)
  }
  if (/equal/.test(readOperator(word) ?? '') && /contain/.test(operator)) {
    addWarning(place, `${word} was read as ${operator}`)
  }
  return operator
}

/** The operator when the caller gives none: equality, or the closest operator that the type has. */
function defaultOperator(subject: Subject): Operator {
  const offered = offeredOperators(subject)
  return (['equals', 'contains'] as const).find((one) => offered.includes(one)) ?? 'is_not_empty'
}

/**
 * Combines all filters with `and`: the simple ones, each a leaf or one group of leaves, and the caller's native one.
 * The product accepts two levels of groups with 100 items each. Throws 400 when the result does not fit.
 */
function combine(simple: readonly NativeFilter[], native: unknown, place: FieldPath): NativeFilter | undefined {
  const all = [...simple.flatMap(spread), ...nativeItems(native, simple.length > 0, place)]
  if (all.length > GROUP_SIZE) throw refusal(place, `all filters together must not exceed ${GROUP_SIZE} conditions`)
  const [only] = all
  return all.length > 1 ? { and: all } : only
}

/**
 * The members of an `and`, which can move into the `and` around it without changing the meaning. This saves one of the
 * two levels that the product allows. A filter with any other field is not split, because the product must see that
 * field and refuse it.
 */
export function spread(filter: NativeFilter): readonly NativeFilter[] {
  const items = groupItems(filter, 'and')
  return items?.every(isObject) && Object.keys(filter).length === 1 ? items : [filter]
}

function nativeItems(native: unknown, isJoined: boolean, place: FieldPath): readonly NativeFilter[] {
  if (native === undefined || native === null) return []
  if (!isObject(native)) throw refusal({ ...place, at: 'workspace_filter' }, 'must be an object')
  // Empty means all rows, and the product does not accept it inside a group.
  if (Object.keys(native).length === 0) return []
  if (!isJoined || nesting(native) < GROUP_LEVELS) return [native]
  const items = spread(native)
  if (items.every((item) => nesting(item) < GROUP_LEVELS)) return items
  const message = 'has groups within groups, so no other filter can be joined to it: put all conditions into it'
  throw refusal({ ...place, at: 'workspace_filter' }, message)
}

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
function nativeFilter(comparison: Comparison): NativeFilter {
  const { subject, operator, value, valuePlace } = comparison
  if (!Array.isArray(value)) return leaf(comparison)
  const join = JOIN.get(operator)
  if (!join) throw refusal(valuePlace, `${operator} takes one value`)
  if (value.length === 0) throw refusal(valuePlace, 'must not be empty')
  if (value.length > GROUP_SIZE)
    throw refusal(valuePlace, `must hold at most ${GROUP_SIZE} values, not ${value.length}`)
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

type Convert = (value: unknown, column: Column, place: FieldPath) => unknown

const date: Convert = (value, _column, place) => toDateOrWord(value, place)
const person: Convert = (value, _column, place) => toPersonOrMe(value, place)

/** The value converter of each type. Types that are not listed compare text. */
const CONVERT: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ['number', (value, _column, place) => toNumber(value, place)],
  ['unique_id', toUniqueNumber],
  ['checkbox', (value, _column, place) => toFlag(value, place)],
  ['select', toOption],
  ['status', toOption],
  ['multi_select', toOption],
  ['date', date],
  ['created_time', date],
  ['last_edited_time', date],
  ['people', person],
  ['created_by', person],
  ['last_edited_by', person],
  ['relation', (value, _column, place) => toPageId(value, place)],
  ['verification', (value, _column, place) => toVerification(value, place)],
])

const asText: Convert = (value, _column, place) => toText(value, place)

/**
 * `{operator: value}` in the product's words. The type of the subject must offer the operator. Throws 400 when the
 * value does not fit the type.
 */
function condition({ subject: { column }, operator, value, valuePlace }: Comparison): JsonObject {
  const { type } = column
  if (isEmptiness(operator)) return { [operator]: true }
  const period = readPeriod(type, operator, value)
  if (period === operator && !isNothing(value)) throw refusal(valuePlace, `${operator} takes no value`)
  if (period) return { [period]: {} }
  if (value === undefined) throw refusal(valuePlace, `is required with ${operator}`)
  // Every text starts with, ends with and contains an empty string: such a filter would match all rows.
  if (value === null || value === '') throw refusal(valuePlace, 'must not be empty')
  // The product uses its own word for equality of this type.
  const word = type === 'verification' && operator === 'equals' ? 'status' : operator
  return { [word]: (CONVERT.get(type) ?? asText)(value, column, valuePlace) }
}

/** A period is an operator, or the value of an equality. */
function readPeriod(type: string, operator: Operator, value: unknown): Operator | undefined {
  if (!OPERATORS.get(type)?.includes('this_week')) return undefined
  const word = operator === 'equals' && typeof value === 'string' ? asWord(value) : operator
  return PERIODS.find((period) => period === word)
}

/** The accepted values for an operator without a value. The product's own is `{}`. */
const isNothing = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === true ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** One entry of the query body's `filters`. Without an operator, the type's natural equality applies. */
export interface SimpleFilter {
  readonly key: string
  readonly value?: unknown
  readonly operator?: string | null | undefined
}

/** The filter fields of a query body, not yet validated. */
export interface FilterRequest {
  readonly filters?: readonly SimpleFilter[] | null | undefined
  /** The older form: name -> value, or an array of alternatives. */
  readonly filters_map?: JsonObject | null | undefined
  /** The product's native filter expression. */
  readonly workspace_filter?: unknown
}

export interface CompiledFilters {
  /** The product's `filter`. Undefined matches every row. */
  readonly filter: NativeFilter | undefined
  /** Notes about conversions and guesses. */
  readonly warnings: readonly string[]
}

/** All simple filters of a request, in either form. */
export const simpleFilters = ({ filters, filters_map }: FilterRequest): readonly SimpleFilter[] => [
  ...(filters ?? []),
  ...Object.entries(filters_map ?? {}).map(([key, value]) => ({ key, value })),
]

/**
 * The native filter for all parts of the request. Throws 400 that names the part when one cannot be compiled, because
 * leaving it out would widen the result. `properties` may be empty when there are no simple filters. `references` maps
 * names to ids.
 */
export function compileFilters(
  request: FilterRequest,
  properties: readonly Property[],
  references: References = NO_REFERENCES,
): CompiledFilters {
  const warnings = new Set<string>()
  const older = Object.entries(request.filters_map ?? {})
  if (older.length > 0) warnings.add('filters_map: the older form, use filters')
  const simple = eachOrRefusals([
    ...(request.filters ?? []).map((filter, index) => () => {
      const place = { at: `filters[${index}]`, warnings }
      const places = { key: under(place, 'key'), whole: place, value: under(place, 'value') }
      return build(filter, properties, references, places)
    }),
    ...older.map(([key, value]) => () => {
      const place = { at: `filters_map.${key}`, warnings }
      return build({ key, value }, properties, references, { key: place, whole: place, value: place })
    }),
  ])
  const filter = combine(simple, request.workspace_filter, { at: 'filters', warnings })
  return { filter, warnings: [...warnings] }
}

interface Places {
  readonly key: FieldPath
  readonly whole: FieldPath
  readonly value: FieldPath
}

function build(
  { key, value, operator: word }: SimpleFilter,
  properties: readonly Property[],
  references: References,
  places: Places,
): NativeFilter {
  const subject = findSubject(key, properties, places.key)
  const operator = word ? resolveOperator(word, subject, under(places.whole, 'operator')) : defaultOperator(subject)
  return nativeFilter({
    subject,
    operator,
    value: isEmptiness(operator) ? value : references.resolve(subject.column, value, places.value),
    place: places.whole,
    valuePlace: places.value,
  })
}

function findSubject(key: string, properties: readonly Property[], place: FieldPath): Subject {
  const isTimestamp = key === 'created_time' || key === 'last_edited_time'
  if (isTimestamp && !findProperty(properties, key)) return timestampSubject(key)
  return getSubject(expectProperty(properties, key, place.at), place)
}
