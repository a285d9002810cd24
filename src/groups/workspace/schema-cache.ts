import { asUuid } from '../../base/accounts.ts'
import { sha256Hex } from '../../base/crypto.ts'
import { member } from '../../base/json.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import type { Connection } from './connection.ts'
import { fetchDataSource } from './data-sources.ts'
import { type Property, readProperties } from './property.ts'

/** How long an isolate caches a schema, in milliseconds. */
const CACHE_MS = 60_000
const MOST_CACHED = 100

const cachedSchemas = perIsolateCache(() => new Map<string, { properties: readonly Property[]; until: number }>())

/** The properties of a data source, and whether they came from the per-isolate cache. */
export interface Schema {
  readonly dataSourceId: string
  readonly properties: readonly Property[]
  readonly isCached: boolean
}

/** The key is a digest of the token and the id: callers do not share schemas, and no token stays in memory. */
const getKey = ({ token }: Connection, id: string) => sha256Hex(`${asUuid(id) ?? id} ${token}`)

/** The schema of a data source as this token sees it, from the per-isolate cache or from the product. */
export async function readSchema(connection: Connection, id: string): Promise<Schema> {
  const { platform, settings } = connection.upstream
  const known = cachedSchemas(settings).get(await getKey(connection, id))
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
  const key = await getKey(connection, id)
  schemas.delete(key)
  if (schemas.size >= MOST_CACHED) schemas.clear()
  schemas.set(key, { properties, until: platform.now() + CACHE_MS })
  return { dataSourceId: id, properties, isCached: false }
}

/** Call this when the data source has or may have changed. */
export async function clearSchemaCache(connection: Connection, id: string): Promise<void> {
  cachedSchemas(connection.upstream.settings).delete(await getKey(connection, id))
}
