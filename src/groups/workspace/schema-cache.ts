import { sha256Hex } from '../../base/digest.ts'
import { member } from '../../base/json-object.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import type { Connection } from './connection.ts'
import { asUuid } from './convert/uuid.ts'
import { fetchDataSource } from './data-sources.ts'
import { type Property, readProperties } from './property.ts'

/** How long an isolate believes a schema, in milliseconds (facts 5). */
const REMEMBER_MS = 60_000
const MOST_REMEMBERED = 100

const rememberedSchemas = perIsolateCache(() => new Map<string, { properties: readonly Property[]; until: number }>())

/** The properties of a data source, and whether they are as old as the memory of the isolate. */
export interface Schema {
  readonly dataSourceId: string
  readonly properties: readonly Property[]
  readonly isRemembered: boolean
}

/** One caller's schema is never another's, and no token stands in memory: each is kept under a digest of token and id. */
const getKey = ({ token }: Connection, id: string) => sha256Hex(`${asUuid(id) ?? id} ${token}`)

/** The schema of a data source, as this token may see it: from memory, else from the product. */
export async function readSchema(connection: Connection, id: string): Promise<Schema> {
  const { platform, settings } = connection.upstream
  const known = rememberedSchemas(settings).get(await getKey(connection, id))
  if (known && platform.now() < known.until) {
    return { dataSourceId: id, properties: known.properties, isRemembered: true }
  }
  return fetchSchema(connection, id)
}

/** The schema as the product tells it now, remembered. */
export async function fetchSchema(connection: Connection, id: string): Promise<Schema> {
  return rememberSchema(connection, id, await fetchDataSource(connection, id))
}

/** Remembers the schema of a data source object of the product; 502 when it has none. */
export async function rememberSchema(connection: Connection, id: string, dataSource: unknown): Promise<Schema> {
  const properties = readProperties(member(dataSource, 'properties'))
  const { platform, settings } = connection.upstream
  const schemas = rememberedSchemas(settings)
  const key = await getKey(connection, id)
  schemas.delete(key)
  if (schemas.size >= MOST_REMEMBERED) schemas.clear()
  schemas.set(key, { properties, until: platform.now() + REMEMBER_MS })
  return { dataSourceId: id, properties, isRemembered: false }
}

/** Keeps what was learned of a schema beside it, for no longer than the schema itself. */
export async function extendSchema(connection: Connection, { dataSourceId, properties }: Schema): Promise<void> {
  const schemas = rememberedSchemas(connection.upstream.settings)
  const key = await getKey(connection, dataSourceId)
  const known = schemas.get(key)
  if (known) schemas.set(key, { ...known, properties })
}

/** For when the data source has changed, or may have. */
export async function clearSchemaCache(connection: Connection, id: string): Promise<void> {
  rememberedSchemas(connection.upstream.settings).delete(await getKey(connection, id))
}
