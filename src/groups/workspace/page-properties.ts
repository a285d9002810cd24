import { badInput } from '../../base/errors.ts'
import { type JsonObject, list, member } from '../../base/json.ts'
import type { Connection } from './connection.ts'
import { withListedOptions } from './convert/option.ts'
import type { FieldPath } from './field-path.ts'
import { findProperty, NotInSchema, type Property } from './property.ts'
import { fetchReferences, NO_REFERENCES } from './references/references.ts'
import { clearSchemaCache, fetchSchema, type Schema } from './schema-cache.ts'
import { type Emptying, nativeProperties } from './write/record.ts'

/**
 * What is needed to convert a page's properties. `schema` is undefined for a page outside of tables, which has only a
 * title.
 */
export interface PageWriting {
  readonly schema: () => Promise<Schema | undefined>
  readonly send: (native: JsonObject) => Promise<JsonObject>
}

/** The id of the title is always `title`. */
const TITLE: readonly Property[] = [{ name: 'title', id: 'title', type: 'title' }]

/**
 * Converts a simple map by the schema and sends it. If a cached schema lacks a property, the schema is read again. A
 * schema that the write changes, or that the product contradicts, is removed from the cache. No schema is read when the
 * map names nothing.
 */
export async function writtenProperties(
  connection: Connection,
  map: JsonObject,
  emptying: Emptying,
  warnings: Set<string>,
  { schema: readSchema, send }: PageWriting,
): Promise<JsonObject> {
  if (Object.keys(map).length === 0) return send({})
  const place = { at: 'properties', warnings }
  const schema = await readSchema()
  if (!schema) return send(titleAlone(map, place, emptying))
  const { dataSourceId } = schema
  const convert = async ({ properties }: Schema) => {
    const values = Object.entries(map).flatMap(([key, value]) => {
      const column = findProperty(properties, key)
      return column ? [{ column, value }] : []
    })
    return nativeProperties(map, properties, place, await fetchReferences(connection, values), emptying)
  }
  let used = schema
  const native = await convert(schema).catch(async (error) => {
    if (!(error instanceof NotInSchema && schema.isCached)) throw error
    used = await fetchSchema(connection, dataSourceId)
    return convert(used)
  })
  try {
    const written = await send(native)
    // A new option is created together with the page.
    if (makesOption(native, used.properties)) await clearSchemaCache(connection, dataSourceId)
    return written
  } catch (error) {
    await clearSchemaCache(connection, dataSourceId)
    throw withListedOptions(error, place)
  }
}

function titleAlone(map: JsonObject, place: FieldPath, emptying: Emptying): JsonObject {
  try {
    return nativeProperties(map, TITLE, place, NO_REFERENCES, emptying)
  } catch (error) {
    if (!(error instanceof NotInSchema)) throw error
    throw badInput(`${error.message}: a page below a page has only a title`)
  }
}

/** Whether native properties name an option that the schema lacks, which makes the product create it. */
const makesOption = (native: JsonObject, properties: readonly Property[]): boolean =>
  properties.some(({ name, type, options = [] }) => {
    const value = member(native[name], type)
    const named = type === 'select' ? [value] : type === 'multi_select' ? list(value) : []
    return named.some((one) => {
      const option = member(one, 'name')
      return option !== undefined && !options.some((known) => known.name === option)
    })
  })
