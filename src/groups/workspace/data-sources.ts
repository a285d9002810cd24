import { notFound } from '../../base/errors.ts'
import { type JsonObject, member, textMember } from '../../base/json-object.ts'
import { essentials } from '../../upstream/essentials.ts'
import { notFoundAs } from '../../upstream/failures.ts'
import type { Connection } from './connection.ts'
import { asUuid } from './convert/uuid.ts'
import { quoted } from './place.ts'

const essential = essentials('workspace', 'results', 'data_sources', 'data_sources[].id')

const asList = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined)

/** The rows, users or pages of a list of the product. 502 when it is none. */
export const readResults = (answer: unknown) => essential('results', asList(member(answer, 'results')))

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

/** The data source that stands for a database. */
export interface FirstDataSource {
  readonly id: string
  /** Names the others, if there are any. */
  readonly warnings: string[]
}

/** A database's first data source. 404 when it has none to show. */
export async function fetchFirstDataSource(connection: Connection, databaseId: string): Promise<FirstDataSource> {
  const sources = member(await connection.call({ path: `/databases/${databaseId}` }), 'data_sources')
  const known = essential('data_sources', asList(sources))
  if (known.length === 0) throw notFound('this database has no data source that X-Workspace-Token may see')
  const [first, ...others] = known.flatMap((source) => {
    const id = asUuid(member(source, 'id'))
    return id ? [{ id, label: `${quoted(textMember(source, 'name') ?? '')} (${id})` }] : []
  })
  const { id, label } = essential('data_sources[].id', first)
  if (others.length === 0) return { id, warnings: [] }
  const list = others.map((other) => other.label).join(', ')
  return { id, warnings: [`database_id: has several data sources; ${label} was taken, not ${list}`] }
}
