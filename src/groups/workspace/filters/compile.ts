import type { JsonObject } from '../../../base/json-object.ts'
import { type Place, quoted, refusal, remark, under } from '../place.ts'
import { findProperty, type Property } from '../property.ts'
import { combine } from './combine.ts'
import { nativeFilter } from './leaf.ts'
import type { NativeFilter } from './native-filter.ts'
import { OPERATORS, type Operator, operatorAmong, readOperator } from './operators.ts'
import { rollupOperators } from './rollup.ts'

/** One entry of the query body's `filters` (contract 4.3). Without an operator the type's natural equality is meant. */
export interface SimpleFilter {
  readonly key: string
  readonly value?: unknown
  readonly operator?: string | null | undefined
}

/** The filtering part of a query body, as it came. */
export interface FilterRequest {
  readonly filters?: readonly SimpleFilter[] | null | undefined
  /** The older form: name -> value, or an array of which any will do. */
  readonly filters_map?: JsonObject | null | undefined
  /** The product's own filter expression. */
  readonly workspace_filter?: unknown
}

export interface CompiledFilters {
  /** For the product's `filter`; undefined lets every row through. */
  readonly filter: NativeFilter | undefined
  /** What was converted or guessed on the way. */
  readonly warnings: readonly string[]
}

/** Whether the request has simple filters: nothing else needs the schema. */
export function needsSchema({ filters, filters_map }: FilterRequest): boolean {
  return Boolean(filters?.length) || Object.keys(filters_map ?? {}).length > 0
}

/**
 * The native filter that all parts of the request together mean. 400 that names the part when one cannot be built: to
 * leave it out would widen the result (decisions.md section 5). `properties` may be empty when `needsSchema` is false.
 */
export function compileFilters(request: FilterRequest, properties: readonly Property[]): CompiledFilters {
  const warnings = new Set<string>()
  const older = Object.entries(request.filters_map ?? {})
  if (older.length > 0) warnings.add('filters_map: the older form, use filters')
  const simple = [
    ...(request.filters ?? []).map((filter, index) => {
      const place = { at: `filters[${index}]`, warnings }
      return build(filter, properties, { key: under(place, 'key'), whole: place, value: under(place, 'value') })
    }),
    ...older.map(([key, value]) => {
      const place = { at: `filters_map.${key}`, warnings }
      return build({ key, value }, properties, { key: place, whole: place, value: place })
    }),
  ]
  const filter = combine(simple, request.workspace_filter, { at: 'filters', warnings })
  return { filter, warnings: [...warnings] }
}

interface Places {
  readonly key: Place
  readonly whole: Place
  readonly value: Place
}

function build({ key, value, operator }: SimpleFilter, properties: readonly Property[], places: Places): NativeFilter {
  const found = findProperty(properties, key)
  const isTimestamp = !found && (key === 'created_time' || key === 'last_edited_time')
  const property = found ?? (isTimestamp ? { name: key, id: key, type: key } : undefined)
  if (!property) throw refusal(places.key, `there is no property ${quoted(key)}`)
  const offered = offeredOperators(property)
  if (offered.length === 0) {
    throw refusal(places.key, `"${property.name}" is a ${property.type}, which cannot be filtered by`)
  }
  const resolved = operator
    ? resolveOperator(operator, property, offered, under(places.whole, 'operator'))
    : defaultOperator(offered)
  return nativeFilter({
    property,
    isTimestamp,
    operator: resolved,
    value,
    place: places.whole,
    valuePlace: places.value,
  })
}

/** The operators that a filter on the property may use; none when the product cannot filter by its type. */
export function offeredOperators(property: Property): readonly Operator[] {
  return property.type === 'rollup' ? rollupOperators(property) : (OPERATORS.get(property.type) ?? [])
}

function resolveOperator(word: string, { name, type }: Property, offered: readonly Operator[], place: Place): Operator {
  const operator = operatorAmong(offered, word)
  if (!operator)
    throw refusal(place, `${quoted(word)} does not go with "${name}" (${type}), which takes ${offered.join(', ')}`)
  if (/equal/.test(readOperator(word) ?? '') && /contain/.test(operator))
    remark(place, `${word} was read as ${operator}`)
  return operator
}

/** Equality, or the likest thing that the type has. */
function defaultOperator(offered: readonly Operator[]): Operator {
  return (['equals', 'contains'] as const).find((operator) => offered.includes(operator)) ?? 'is_not_empty'
}
