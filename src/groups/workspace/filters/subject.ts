import type { JsonObject } from '../../../base/json.ts'
import { type FieldPath, refusal } from '../field-path.ts'
import type { Column, Property } from '../property.ts'
import type { NativeFilter } from './native-filter.ts'
import { OPERATORS } from './operators.ts'

/** The subject of a simple filter, and where its condition goes in the product's filter. */
export interface Subject {
  /** The name in messages: `"Budget" (number)`. */
  readonly label: string
  readonly column: Column
  readonly leaf: (condition: JsonObject) => NativeFilter
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
