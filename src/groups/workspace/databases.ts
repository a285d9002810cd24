import * as z from 'zod/mini'
import { asUuid } from '../../base/accounts.ts'
import { sha256Hex } from '../../base/crypto.ts'
import { badInput, type GatewayError, hasStatus, notFound } from '../../base/errors.ts'
import { type JsonObject, member, textMember } from '../../base/json.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import { requiredFields } from '../../upstream/failures.ts'
import { plainText } from './flatten.ts'
import { body, connection, tableReference } from './group.ts'
import type { Connection } from './notion.ts'
import { decodedId, type Property, quoted, readProperties } from './property.ts'

/** How long an isolate caches a schema, in milliseconds. */
const SCHEMA_CACHE_MS = 60_000
const MOST_CACHED_SCHEMAS = 100

const cachedSchemas = perIsolateCache(() => new Map<string, { properties: readonly Property[]; until: number }>())

/** The properties of a data source, and whether they came from the per-isolate cache. */
export interface Schema {
  readonly dataSourceId: string
  readonly properties: readonly Property[]
  readonly isCached: boolean
}

/** The key is a digest of the token and the id: callers do not share schemas, and no token stays in memory. */
const getSchemaKey = ({ token }: Connection, id: string) => sha256Hex(`${asUuid(id) ?? id} ${token}`)

/** The schema of a data source as this token sees it, from the per-isolate cache or from the product. */
export async function readSchema(connection: Connection, id: string): Promise<Schema> {
  const { platform, settings } = connection.upstream
  const known = cachedSchemas(settings).get(await getSchemaKey(connection, id))
  if (known && platform.now() < known.until) {
    return { dataSourceId: id, properties: known.properties, isCached: true }
  }
  return fetchSchema(connection, id)
}

/** The current schema from the product. Caches it. */
export async function fetchSchema(connection: Connection, id: string): Promise<Schema> {
  return cacheSchema(connection, id, await fetchDataSource(connection, id))
}

/** Caches the schema of a product's data source object. Throws 502 when it has none. */
export async function cacheSchema(connection: Connection, id: string, dataSource: unknown): Promise<Schema> {
  const properties = readProperties(member(dataSource, 'properties'))
  const { platform, settings } = connection.upstream
  const schemas = cachedSchemas(settings)
  const key = await getSchemaKey(connection, id)
  schemas.delete(key)
  if (schemas.size >= MOST_CACHED_SCHEMAS) schemas.clear()
  schemas.set(key, { properties, until: platform.now() + SCHEMA_CACHE_MS })
  return { dataSourceId: id, properties, isCached: false }
}

/** Call this when the data source has or may have changed. */
export async function clearSchemaCache(connection: Connection, id: string): Promise<void> {
  cachedSchemas(connection.upstream.settings).delete(await getSchemaKey(connection, id))
}

const DATABASE = '2f1c0de0-0002-4000-8000-000000000001'

export const databaseQuery = () => ({
  param: z.object({
    database_id: tableReference('The database; its first data source is queried').check(
      z.meta({ examples: [DATABASE] }),
    ),
  }),
  header: z.object(connection()),
  json: body(),
})

const required = requiredFields('workspace', 'results', 'data_sources', 'data_sources[].id')

/** The rows, users or pages of a product's list. Throws 502 for anything else. */
export function readResults(answer: unknown): readonly unknown[] {
  const results = member(answer, 'results')
  return required('results', Array.isArray(results) ? results : undefined)
}

/** Whether the product stopped the query at its row limit. */
export const isCutAtLimit = (answer: unknown) => member(member(answer, 'request_status'), 'type') === 'incomplete'

/** The product's data source object, whose `properties` are its schema. */
export const fetchDataSource = (connection: Connection, id: string) => connection.call({ path: `/data_sources/${id}` })

/** One page of rows. The property selection goes into the query string, because the body may not contain it. */
export function queryRows(connection: Connection, id: string, body: JsonObject, properties: readonly string[]) {
  const query = new URLSearchParams(properties.map((property) => ['filter_properties', decodedId(property)]))
  const path = `/data_sources/${id}/query${query.size > 0 ? `?${query}` : ''}`
  return connection.call({ method: 'POST', path, body, reads: true })
}

/** The data source that represents a database. */
interface FirstDataSource {
  readonly id: string
  /** Lists the other data sources, if any. */
  readonly warnings: readonly string[]
}

/** A first data source, and whether it came from the per-isolate cache. */
interface KnownDataSource extends FirstDataSource {
  readonly isCached: boolean
}

/** How long an isolate caches which data source is a database's first, in milliseconds. */
const CACHE_MS = 60_000
const MOST_CACHED = 100

const cachedFirstDataSources = perIsolateCache(() => new Map<string, { first: FirstDataSource; until: number }>())

/**
 * The key contains a digest of the token: callers do not share entries, and no token stays in memory.
 */
const getKey = ({ token }: Connection, databaseId: string) => sha256Hex(`${asUuid(databaseId) ?? databaseId} ${token}`)

/**
 * A database's first data source, from the per-isolate cache or from the product. Good enough for a read. A write
 * always asks the product.
 */
export async function readFirstDataSource(connection: Connection, databaseId: string): Promise<KnownDataSource> {
  const known = await cachedFirstDataSource(connection, databaseId)
  return known ? { ...known, isCached: true } : fetchFirstDataSource(connection, databaseId)
}

/** Undefined when it is not in the per-isolate cache. */
export async function cachedFirstDataSource(
  connection: Connection,
  databaseId: string,
): Promise<FirstDataSource | undefined> {
  const { platform, settings } = connection.upstream
  const known = cachedFirstDataSources(settings).get(await getKey(connection, databaseId))
  return known && platform.now() < known.until ? known.first : undefined
}

/**
 * A database's first data source as the product returns it now. Caches it. The id may belong to a data source, because
 * callers confuse the two: then it is that one, with a warning. Throws 404 when the database shows none, and the
 * product's refusal when it knows the id as neither.
 */
export async function fetchFirstDataSource(connection: Connection, databaseId: string): Promise<KnownDataSource> {
  const { platform, settings } = connection.upstream
  const firsts = cachedFirstDataSources(settings)
  const key = await getKey(connection, databaseId)
  // A refusal of the product invalidates the cached value.
  firsts.delete(key)
  const first = await fetchDataSources(connection, databaseId).then(toFirst, (error) =>
    asDataSource(connection, databaseId, error),
  )
  if (firsts.size >= MOST_CACHED) firsts.clear()
  firsts.set(key, { first, until: platform.now() + CACHE_MS })
  return { ...first, isCached: false }
}

/** Whether the product does not know an id as what it was given for. It may know it as the other. */
const isUnknown = (error: unknown): error is GatewayError =>
  hasStatus(error, 404) || (hasStatus(error, 400) && /\bis a (?:database|data[ _]source)\b/i.test(error.message))

/** The data source with an id that the product does not know as a database. Throws that refusal when there is none. */
async function asDataSource(connection: Connection, id: string, refusal: unknown): Promise<FirstDataSource> {
  if (!isUnknown(refusal)) throw refusal
  const native = await fetchDataSource(connection, id).catch((error) => {
    throw hasStatus(error, 404) || hasStatus(error, 400) ? refusal : error
  })
  await cacheSchema(connection, id, native)
  const name = quoted(plainText(member(native, 'title')) ?? '')
  return { id: asUuid(id) ?? id, warnings: [`database_id: is the id of the data source ${name}, which was taken`] }
}

/**
 * Runs work with a data source. An id that the product does not know as a data source may belong to its database,
 * because callers confuse the two: then the work runs again with the only data source of that database, and gets a
 * warning for the response. Throws 400 that lists them when the database has several, and the 404 of the first run when
 * there is no such database. Work that fails with 404 must have written nothing.
 */
export async function withDataSource<Value>(
  connection: Connection,
  id: string,
  work: (id: string, warnings: readonly string[]) => Promise<Value>,
): Promise<Value> {
  try {
    return await work(id, [])
  } catch (error) {
    if (!isUnknown(error)) throw error
    const sources = await fetchDataSources(connection, id).catch((other) => {
      throw hasStatus(other, 404) || hasStatus(other, 400) ? error : other
    })
    const [first, ...others] = sources
    if (others.length > 0) {
      const list = sources.map(({ label }) => label).join(', ')
      throw badInput(`data_source_id: is the id of a database with several data sources: give the id of one, ${list}`)
    }
    return work(first.id, [`data_source_id: is the id of a database; its data source ${first.label} was taken`])
  }
}

interface ListedDataSource {
  readonly id: string
  /** Its name and id, for messages. */
  readonly label: string
}

/** The data sources of a database, at least one. Throws 404 when the database shows none. */
async function fetchDataSources(
  connection: Connection,
  databaseId: string,
): Promise<[ListedDataSource, ...ListedDataSource[]]> {
  const returned = member(await connection.call({ path: `/databases/${databaseId}` }), 'data_sources')
  const sources: readonly unknown[] = required('data_sources', Array.isArray(returned) ? returned : undefined)
  if (sources.length === 0) throw notFound(`this database has no data source that ${connection.tokenName} may see`)
  const [first, ...others] = sources.flatMap((source) => {
    const id = asUuid(member(source, 'id'))
    return id ? [{ id, label: `${quoted(textMember(source, 'name') ?? '')} (${id})` }] : []
  })
  return [required('data_sources[].id', first), ...others]
}

function toFirst([{ id, label }, ...others]: readonly [ListedDataSource, ...ListedDataSource[]]): FirstDataSource {
  if (others.length === 0) return { id, warnings: [] }
  const list = others.map((other) => other.label).join(', ')
  return { id, warnings: [`database_id: has several data sources; ${label} was taken, not ${list}`] }
}
