import { badInput, GatewayError } from '../../../base/errors.ts'
import type { JsonObject } from '../../../base/json.ts'
import { findProperty, NotInSchema, type Property } from '../property.ts'
import type { References } from '../references/references.ts'
import { nativeProperties } from '../write/record.ts'
import { canonicalize } from './canonicalize.ts'
import { type Key, readKey } from './key.ts'
import type { KeyedRow } from './rows.ts'

/** A record, ready to be written. */
export interface Plan {
  readonly key: Key
  /** The native properties of a new row. */
  readonly written: JsonObject
  /** The native values that clear the properties which the record gives as null or ''. */
  readonly emptied: JsonObject
  /** All properties that the record gives. */
  readonly given: readonly Property[]
  readonly warnings: ReadonlySet<string>
}

/** The reason why a record cannot be written. */
export interface Refused {
  readonly refusal: GatewayError
}

/** The value that clears a property of each writable type. */
const EMPTY: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...['title', 'rich_text', 'multi_select', 'people', 'relation', 'files'].map((type) => [type, []] as const),
  ['checkbox', false],
])

const isNothing = (value: unknown) => value === null || value === ''

/** The plans of records, in the same order. An invalid record does not stop the others. */
export function getPlans(
  records: readonly JsonObject[],
  properties: readonly Property[],
  keyProperty: Property,
  references: References,
): (Plan | Refused)[] {
  const firsts = new Map<string, number>()
  return records.map((record, index) => {
    try {
      const plan = toPlan(record, properties, keyProperty, references, `records[${index}]`)
      const first = firsts.get(plan.key.id)
      if (first !== undefined) throw badInput(`records[${index}]: has the same key as records[${first}], which counts`)
      firsts.set(plan.key.id, index)
      return plan
    } catch (error) {
      if (error instanceof GatewayError) return { refusal: error }
      throw error
    }
  })
}

function toPlan(
  record: JsonObject,
  properties: readonly Property[],
  keyProperty: Property,
  references: References,
  at: string,
): Plan {
  const warnings = new Set<string>()
  const written = nativeProperties(record, properties, { at, warnings }, references)
  const given = Object.entries(record).flatMap(([name, value]) => {
    const property = findProperty(properties, name)
    return property ? [{ property, value }] : []
  })
  const emptied = given.flatMap(({ property: { name, type }, value }) =>
    isNothing(value) ? [[name, { [type]: EMPTY.get(type) ?? null }] as const] : [],
  )
  return {
    key: readKey(keyProperty, written, at),
    written,
    emptied: Object.fromEntries(emptied),
    given: given.map(({ property }) => property),
    warnings,
  }
}

/** The native properties that a plan changes in a row: only values that differ. */
export function getChanges({ written, emptied, given }: Plan, row: KeyedRow, key: Property): JsonObject {
  const wanted = new Map(Object.entries({ ...written, ...emptied }))
  const changed = given.filter(({ name, type }) => {
    const held = canonicalize(type, row.properties[name])
    return name !== key.name && (held === undefined || held !== canonicalize(type, wanted.get(name)))
  })
  return Object.fromEntries(changed.map(({ name }) => [name, wanted.get(name)]))
}

/** Whether a newer schema might accept what these plans refused. */
export const mayBeOutdated = (plans: readonly (Plan | Refused)[]) =>
  plans.some((plan) => ('refusal' in plan ? plan.refusal instanceof NotInSchema : !plan.key.isListed))
