import { GatewayError } from '../../base/errors.ts'
import { member, textMember } from '../../base/json-object.ts'
import type { Connection } from './connection.ts'
import { queryRows } from './data-sources.ts'
import { isList } from './filters/rollup.ts'
import { type Column, type FormulaResult, findProperty, type Property } from './property.ts'
import { extendSchema, fetchSchema, readSchema, type Schema } from './schema-cache.ts'

/** What was learned about properties, by name. */
type Learned<Value> = ReadonlyMap<string, Value>

/** Runs one part of the reading. An implementation may tolerate its failure. */
export type Attempt = <Value>(reading: Promise<Learned<Value>>) => Promise<Learned<Value>>

const orFail: Attempt = (reading) => reading

/**
 * The schema with the result types of its formulas and rollups, if `needed` asks for one. A formula's type is read from
 * a row. The items of a rollup are described in the schema of its relation's data source. The result is cached with the
 * schema. An unknown type stays out. Throws the product's refusals, unless `attempt` tolerates them.
 */
export async function withResultTypes(
  connection: Connection,
  schema: Schema,
  needed: (property: Property) => boolean,
  attempt: Attempt = orFail,
): Promise<Schema> {
  const unknown = schema.properties.filter(needed)
  const formulas = unknown.filter(({ type, result }) => type === 'formula' && !result)
  const rollups = unknown.filter((property) => isList(property) && !property.item)
  if (formulas.length === 0 && rollups.length === 0) return schema
  const [results, items] = await Promise.all([
    attempt(fetchFormulaResults(connection, schema.dataSourceId, formulas)),
    attempt(fetchItems(connection, schema, rollups)),
  ])
  const properties = schema.properties.map((property) => {
    const result = results.get(property.name)
    const item = items.get(property.name)
    return { ...property, ...(result && { result }), ...(item && { item }) }
  })
  const typed = { ...schema, properties }
  await extendSchema(connection, typed)
  return typed
}

/** The product's names of a formula's result in a row (facts 6), mapped to the names in its filters. */
const RESULTS: ReadonlyMap<string, FormulaResult> = new Map<string, FormulaResult>([
  ['string', 'string'],
  ['number', 'number'],
  ['boolean', 'checkbox'],
  ['date', 'date'],
])

/** The most ids in one query, to keep its URL short. */
const MOST_IDS = 100

async function fetchFormulaResults(connection: Connection, id: string, formulas: readonly Property[]) {
  const results = new Map<string, FormulaResult>()
  if (formulas.length === 0) return results
  const shown = formulas.slice(0, MOST_IDS).map((formula) => formula.id || formula.name)
  const rows = member(await queryRows(connection, id, { page_size: 1 }, shown), 'results')
  const row = Array.isArray(rows) ? member(rows[0], 'properties') : undefined
  for (const { name } of formulas) {
    const type = textMember(member(member(row, name), 'formula'), 'type')
    if (type) results.set(name, RESULTS.get(type) ?? 'unsupported')
  }
  return results
}

/** The listed column of each rollup. Rollups with the same relation share one schema. */
async function fetchItems(connection: Connection, schema: Schema, rollups: readonly Property[]) {
  const targets = rollups.flatMap(({ name, rollup }) => {
    const relation = firstFound(schema.properties, rollup?.relation)
    return relation?.relatedTo ? [{ name, id: relation.relatedTo, keys: rollup?.target }] : []
  })
  const sources = new Map<string, readonly Property[]>()
  await Promise.all(
    [...new Set(targets.map(({ id }) => id))].map(async (id) => {
      sources.set(id, await fetchRelated(connection, id, schema.isCached))
    }),
  )
  const items = new Map<string, Column>()
  for (const { name, id, keys } of targets) {
    const item = firstFound(sources.get(id) ?? [], keys)
    if (item) items.set(name, item)
  }
  return items
}

const firstFound = (properties: readonly Property[], keys: readonly string[] = []) =>
  keys.map((key) => findProperty(properties, key)).find((found) => found !== undefined)

/** Empty when the related data source is not shared with the token. Cached or fresh like the schema that needs it. */
async function fetchRelated(connection: Connection, id: string, mayBeCached: boolean) {
  try {
    return (await (mayBeCached ? readSchema : fetchSchema)(connection, id)).properties
  } catch (error) {
    if (error instanceof GatewayError && (error.status === 403 || error.status === 404)) return []
    throw error
  }
}
