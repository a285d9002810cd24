import type { JsonObject } from '../../../base/json.ts'
import { type FieldPath, under } from '../field-path.ts'
import { expectProperty, findProperty, type Property } from '../property.ts'
import { NO_REFERENCES, type References } from '../references/references.ts'
import { eachOrRefusals } from '../refusals.ts'
import { combine } from './combine.ts'
import { nativeFilter } from './leaf.ts'
import type { NativeFilter } from './native-filter.ts'
import { defaultOperator, resolveOperator } from './offered.ts'
import { isEmptiness } from './operators.ts'
import { getSubject, type Subject, timestampSubject } from './subject.ts'

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
