import { sha256Hex } from '../../base/digest.ts'
import { member } from '../../base/json-object.ts'
import { remembered } from '../../base/remembered.ts'
import type { Connection } from './connection.ts'
import { asUuid } from './convert/uuid.ts'
import { fetchDataSource } from './data-sources.ts'
import { type Property, readProperties } from './property.ts'

/** How long an isolate believes a schema, in milliseconds (facts 5). */
const REMEMBER_MS = 60_000
const MOST_REMEMBERED = 100

const rememberedSchemas = remembered(() => new Map<string, { properties: readonly Property[]; until: number }>())

/**
 * The properties of a data source, as this token may see them. Kept under a digest of token and id: one caller's schema
 * is never another's, and no token stands in memory.
 */
export async function fetchProperties(connection: Connection, id: string): Promise<readonly Property[]> {
  const { platform, settings } = connection.outgoing
  const schemas = rememberedSchemas(settings)
  const key = await sha256Hex(`${asUuid(id) ?? id} ${connection.token}`)
  const known = schemas.get(key)
  if (known && platform.now() < known.until) return known.properties

  const properties = readProperties(member(await fetchDataSource(connection, id), 'properties'))
  schemas.delete(key)
  if (schemas.size >= MOST_REMEMBERED) schemas.clear()
  schemas.set(key, { properties, until: platform.now() + REMEMBER_MS })
  return properties
}
