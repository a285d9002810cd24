import { notFound } from '../../base/errors.ts'
import { type JsonObject, member, textMember } from '../../base/json-object.ts'
import { notFoundAs, unreadable } from '../../upstream/failures.ts'
import type { Connection } from './connection.ts'
import { asUuid } from './convert/uuid.ts'

/** Databases and their data sources have ids of their own, which callers mix up. */
const orDatabase = (message: string) =>
  `${message} If this is the id of a database, use /api/v1/workspace/database/{database_id}/query.`

/** The product's data source object, whose `properties` are its schema (facts 3). */
export const fetchDataSource = (connection: Connection, id: string) =>
  notFoundAs(connection.call({ path: `/data_sources/${id}` }), orDatabase)

/** One page of rows. Which properties to show goes into the query string, the body may not hold it (facts 2). */
export function queryRows(connection: Connection, id: string, body: JsonObject, properties: readonly string[]) {
  const query = new URLSearchParams(properties.map((property) => ['filter_properties', decoded(property)]))
  const path = `/data_sources/${id}/query${query.size > 0 ? `?${query}` : ''}`
  return notFoundAs(connection.call({ method: 'POST', path, body, reads: true }), orDatabase)
}

/** The product writes ids of properties percent-encoded and reads them decoded (facts 2); a name may hold any `%`. */
function decoded(property: string): string {
  try {
    return decodeURIComponent(property)
  } catch {
    return property
  }
}

/** The id of a database's first data source. 404 when it has none to show. */
export async function fetchFirstDataSource(connection: Connection, databaseId: string): Promise<string> {
  const sources = member(await connection.call({ path: `/databases/${databaseId}` }), 'data_sources')
  if (!Array.isArray(sources)) throw unreadable('workspace')
  if (sources.length === 0) throw notFound('this database has no data source that X-Workspace-Token may see')
  const id = asUuid(textMember(sources[0], 'id'))
  if (!id) throw unreadable('workspace')
  return id
}
