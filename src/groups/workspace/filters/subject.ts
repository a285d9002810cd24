import type { JsonObject } from '../../../base/json-object.ts'
import { type FieldPath, refusal } from '../field-path.ts'
import type { Column, Property } from '../property.ts'
import { guessedResult } from './formula.ts'
import type { NativeFilter } from './native-filter.ts'
import type { Operator, Scope } from './operators.ts'
import { isList, itemType, scalarType } from './rollup.ts'

/** The subject of a simple filter, and where its condition goes in the product's filter. */
export interface Subject {
  /** The name in messages: `"Budget" (number)`. */
  readonly label: string
  /** The type that its values are compared as (facts 4). */
  readonly type: string
  /** The column whose options and prefix are used to convert values. */
  readonly column: Column
  /** Whether it is a list, so that any, every or none of its items can be compared. */
  readonly isList: boolean
  readonly leaf: (condition: JsonObject, scope: Scope) => NativeFilter
}

/** A timestamp that every row has (facts 4), unless a property has the same name. */
export function timestampSubject(name: 'created_time' | 'last_edited_time'): Subject {
  const column = { name, id: name, type: name }
  return {
    label: name,
    type: name,
    column,
    isList: false,
    leaf: (condition) => ({ timestamp: name, [name]: condition }),
  }
}

/** The subject for a property. Throws 400 when it cannot be compared. */
export function getSubject(
  property: Property,
  place: FieldPath,
  operator: Operator | undefined,
  value: unknown,
): Subject {
  const { name, type } = property
  if (type === 'formula') return formulaSubject(property, place, operator, value)
  if (type === 'rollup') return rollupSubject(property, place)
  if (type === '') throw refusal(place, `the workspace service does not tell the type of "${name}"`)
  return {
    label: `"${name}" (${type})`,
    type,
    column: property,
    isList: false,
    leaf: (condition) => ({ property: name, [type]: condition }),
  }
}

function formulaSubject(property: Property, place: FieldPath, operator: Operator | undefined, value: unknown): Subject {
  const { name, result = guessedResult(property, place, operator, value) } = property
  if (result === 'unsupported') {
    throw refusal(place, `the formula "${name}" gives nothing that the workspace service can filter by`)
  }
  return {
    label: `"${name}" (formula that gives a ${result})`,
    type: result === 'string' ? 'rich_text' : result,
    column: property,
    isList: false,
    leaf: (condition) => ({ property: name, formula: { [result]: condition } }),
  }
}

function rollupSubject(property: Property, place: FieldPath): Subject {
  const { name, item } = property
  const scalar = scalarType(property)
  if (scalar) {
    return {
      label: `"${name}" (rollup that gives a ${scalar})`,
      type: scalar,
      column: property,
      isList: false,
      leaf: (condition) => ({ property: name, rollup: { [scalar]: condition } }),
    }
  }
  if (!item) {
    const reason = isList(property)
      ? 'its relation points to something that the connection may not see'
      : 'its function is unknown'
    throw refusal(place, `the type of the rollup "${name}" cannot be known, since ${reason}`)
  }
  const type = itemType(item)
  if (!type) throw refusal(place, `the rollup "${name}" lists values of type ${item.type}, which cannot be filtered by`)
  return {
    label: `"${name}" (rollup that lists ${item.type})`,
    type,
    column: item,
    isList: true,
    leaf: (condition, scope) => ({ property: name, rollup: { [scope]: { [type]: condition } } }),
  }
}
