import type { JsonObject } from '../../base/json-object.ts'
import type { Connection } from './connection.ts'
import { fetchFirstDataSource, queryRows } from './data-sources.ts'
import { compileFilters, type FilterRequest, needsSchema } from './filters/compile.ts'
import { recordPage } from './record-page.ts'
import { fetchProperties } from './schema-cache.ts'

/** The body of a query (contract 4.3). */
export interface Query extends FilterRequest {
  readonly sorts?: readonly JsonObject[] | null | undefined
  readonly filter_properties?: readonly string[] | null | undefined
  readonly page_size?: number | null | undefined
  readonly start_cursor?: string | null | undefined
}

/** One page of rows, in one call; two when there are simple filters and the schema is not at hand. */
export async function queryDataSource(connection: Connection, id: string, query: Query) {
  const { sorts, filter_properties, page_size, start_cursor } = query
  const properties = needsSchema(query) ? await fetchProperties(connection, id) : []
  const { filter, warnings } = compileFilters(query, properties)
  // The product takes no null for what is not asked for.
  const given = Object.entries({ filter, sorts, page_size, start_cursor }).filter(([, value]) => value != null)
  return recordPage(await queryRows(connection, id, Object.fromEntries(given), filter_properties ?? []), warnings)
}

/** A query of the database's first data source, in one call more. */
export const queryDatabase = async (connection: Connection, id: string, query: Query) =>
  queryDataSource(connection, await fetchFirstDataSource(connection, id), query)
