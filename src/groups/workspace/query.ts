import { hasStatus } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json-object.ts'
import type { Connection } from './connection.ts'
import { queryRows } from './data-sources.ts'
import { fetchFirstDataSource, readFirstDataSource } from './databases.ts'
import { type CompiledFilters, compileFilters, type FilterRequest, simpleFilters } from './filters/compile.ts'
import type { NativeFilter } from './filters/native-filter.ts'
import { isEmptiness, readOperator, readScope } from './filters/operators.ts'
import { formulaRefusal, withNamedResult } from './filters/refused-formula.ts'
import { isList } from './filters/rollup.ts'
import { findProperty, NotInSchema } from './property.ts'
import { recordPage } from './record-page.ts'
import { fetchReferences, type References } from './references/references.ts'
import { withResultTypes } from './result-types.ts'
import { clearSchemaCache, extendSchema, fetchSchema, readSchema, type Schema } from './schema-cache.ts'

/** The body of a query (contract 4.3). */
export interface Query extends FilterRequest {
  readonly sorts?: readonly JsonObject[] | null | undefined
  readonly filter_properties?: readonly string[] | null | undefined
  readonly page_size?: number | null | undefined
  readonly start_cursor?: string | null | undefined
  readonly in_trash?: boolean | null | undefined
  readonly is_archived?: boolean | null | undefined
  readonly result_type?: 'page' | 'data_source' | null | undefined
}

/**
 * Returns one page of rows. That is one call without simple filters. With them, it may also read the schema (if it is
 * not cached), the result types that a filter needs, and the ids of names.
 */
export async function queryDataSource(
  connection: Connection,
  id: string,
  query: Query,
  warnings: readonly string[] = [],
) {
  const compiled = await compile(connection, id, query)
  const rows = await fetchRows(connection, id, query, compiled)
  return recordPage(rows.answer, [...warnings, ...rows.compiled.warnings])
}

/**
 * Queries the database's first data source. That costs one more call when the data source is not cached. If a cached
 * one no longer exists, the database is read once for the current one.
 */
export async function queryDatabase(connection: Connection, databaseId: string, query: Query) {
  const first = await readFirstDataSource(connection, databaseId)
  try {
    return await queryDataSource(connection, first.id, query, first.warnings)
  } catch (error) {
    if (!first.isCached || !hasStatus(error, 404)) throw error
    const { id, warnings } = await fetchFirstDataSource(connection, databaseId)
    if (id === first.id) throw error
    return queryDataSource(connection, id, query, warnings)
  }
}

export interface Compiled extends CompiledFilters {
  /** Undefined without simple filters, because only they need it. */
  readonly schema: Schema | undefined
}

/** Compiles a query. When a cached schema lacks something, the schema is read again before the query is refused. */
export async function compile(connection: Connection, id: string, query: Query): Promise<Compiled> {
  if (simpleFilters(query).length === 0) return { ...compileFilters(query, []), schema: undefined }
  const schema = await readSchema(connection, id)
  try {
    return await compileBy(connection, schema, query)
  } catch (error) {
    if (!(error instanceof NotInSchema && schema.isCached)) throw error
    return compileBy(connection, await fetchSchema(connection, id), query)
  }
}

async function compileBy(connection: Connection, schema: Schema, query: Query): Promise<Compiled> {
  const used = simpleFilters(query).map((filter) => ({ filter, property: findProperty(schema.properties, filter.key) }))
  const names = new Set(used.map(({ property }) => property?.name))
  const typing = withResultTypes(connection, schema, ({ name }) => names.has(name))
  // Names are looked up in parallel, unless one belongs to a rollup's listed values: only the types show what these
  // are.
  const needsTypes = used.some(({ property }) => property && isList(property) && !property.item)
  const early = needsTypes ? undefined : fetchNamed(connection, schema, query)
  // Awaited below, after the types. If both fail, the error of the types is thrown.
  early?.catch(() => {})
  const typed = await typing
  const references = await (early ?? fetchNamed(connection, typed, query))
  return { ...compileFilters(query, typed.properties, references), schema: typed }
}

/** Looks up the names in the filters. */
function fetchNamed(connection: Connection, { properties }: Schema, query: Query): Promise<References> {
  const values = simpleFilters(query).flatMap(({ key, value, operator }) => {
    const property = findProperty(properties, key)
    const word = operator ? readOperator(readScope(operator).word) : undefined
    return property && !(word && isEmptiness(word)) ? [{ column: property.item ?? property, value }] : []
  })
  return fetchReferences(connection, values)
}

/** A last change of the compiled filter before it is sent. */
type Finish = (filter: NativeFilter | undefined) => NativeFilter | undefined

const asItIs: Finish = (filter) => filter

/**
 * Returns one page of rows. When the product refuses the type of a formula and names the right one, the query is sent
 * again with that type.
 */
export async function fetchRows(
  connection: Connection,
  id: string,
  query: Query,
  compiled: Compiled,
  finish: Finish = asItIs,
): Promise<{ answer: unknown; compiled: Compiled }> {
  try {
    return { answer: await send(connection, id, query, finish(compiled.filter)), compiled }
  } catch (error) {
    const { schema, filter } = compiled
    if (!schema || !hasStatus(error, 400)) throw error
    const properties = withNamedResult(error.message, schema.properties, filter)
    if (!properties) {
      // The refusal may be due to a cached schema.
      await clearSchemaCache(connection, id)
      throw formulaRefusal(error, filter)
    }
    const corrected = { ...schema, properties }
    await extendSchema(connection, corrected)
    const again = await compileBy(connection, corrected, query)
    return { answer: await send(connection, id, query, finish(again.filter)), compiled: again }
  }
}

function send(connection: Connection, id: string, query: Query, filter: NativeFilter | undefined) {
  const { sorts, filter_properties, page_size, start_cursor, in_trash, is_archived, result_type } = query
  const asked = { filter, sorts, page_size, start_cursor, in_trash, is_archived, result_type }
  // The product does not accept null for an absent field.
  const body = Object.fromEntries(Object.entries(asked).filter(([, value]) => value != null))
  return queryRows(connection, id, body, filter_properties ?? [])
}
