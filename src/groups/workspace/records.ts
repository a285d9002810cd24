import type { JsonObject } from '../../base/json.ts'
import { bulkReply, type Run, runBulk, writeOneByOne } from './bulk.ts'
import type { Connection } from './connection.ts'
import { withListedOptions } from './convert/option.ts'
import { cachedFirstDataSource, fetchFirstDataSource, withDataSource } from './databases.ts'
import { createRow, trashPage } from './pages.ts'
import { findProperty, NotInSchema } from './property.ts'
import { fetchReferences, type References } from './references/references.ts'
import { clearSchemaCache, fetchSchema, readSchema, type Schema } from './schema-cache.ts'
import { nativeProperties } from './write/record.ts'

export interface Target {
  readonly data_source_id?: string | null | undefined
  readonly database_id?: string | null | undefined
}

/**
 * Inserts simple maps as rows. Each is converted just before it is written, so an invalid one costs no call and does
 * not stop the others.
 */
export async function insertRecords(connection: Connection, target: Target, records: readonly JsonObject[]) {
  const warnings = new Set<string>()
  const ids = records.map(() => null)
  const run = await runBulk(ids, () => insertInto(connection, target, records, warnings))
  return bulkReply(run, warnings)
}

async function insertInto(
  connection: Connection,
  target: Target,
  records: readonly JsonObject[],
  gathered: Set<string>,
): Promise<Run> {
  const { id, warnings, schema } = await findTarget(connection, target)
  for (const warning of warnings) gathered.add(warning)
  let known = await prepare(connection, schema, records)
  const convert = async (record: JsonObject, index: number) => {
    const at = `records[${index}]`
    try {
      return nativeProperties(record, known.schema.properties, { at, warnings: gathered }, known.references)
    } catch (error) {
      if (!(error instanceof NotInSchema && known.schema.isCached)) throw error
      known = await prepare(connection, await fetchSchema(connection, id), records)
      return nativeProperties(record, known.schema.properties, { at, warnings: gathered }, known.references)
    }
  }
  try {
    return await writeOneByOne(connection.upstream, records, {
      write: async (record, index) => {
        const native = await convert(record, index)
        const page_id = await createRow(connection, id, native).catch((error) => {
          throw withListedOptions(error, { at: `records[${index}]`, warnings: gathered })
        })
        if (page_id === null) gathered.add(withoutId(index))
        return { page_id, status: 'done' }
      },
    })
  } finally {
    // A new option is created together with the row.
    await clearSchemaCache(connection, id)
  }
}

/** The warning for a row whose id the product omitted. */
export const withoutId = (index: number) => `records[${index}]: was written, the workspace service did not tell its id`

/** The data source to write to, and its schema. */
async function findTarget(connection: Connection, target: Target) {
  if (target.data_source_id) {
    return withDataSource(connection, target.data_source_id, async (id, warnings) => ({
      id,
      warnings,
      schema: await readSchema(connection, id),
    }))
  }
  const databaseId = target.database_id ?? ''
  const cached = await cachedFirstDataSource(connection, databaseId)
  const asking = fetchFirstDataSource(connection, databaseId)
  // The cached data source is most likely still the first. Its schema is read while the database is checked, whose
  // error takes precedence.
  const early = cached && readSchema(connection, cached.id)
  early?.catch(() => {})
  const { id, warnings } = await asking
  return { id, warnings, schema: await (early && id === cached.id ? early : readSchema(connection, id)) }
}

interface Known {
  readonly schema: Schema
  readonly references: References
}

/** Names in all records are looked up before the first write, a hundred titles per call. */
async function prepare(connection: Connection, schema: Schema, records: readonly JsonObject[]): Promise<Known> {
  return { schema, references: await fetchNamed(connection, schema, records) }
}

/** The ids of the names in the records. */
export function fetchNamed(connection: Connection, { properties }: Schema, records: readonly JsonObject[]) {
  const values = records.flatMap((record) =>
    Object.entries(record).flatMap(([key, value]) => {
      const column = findProperty(properties, key)
      return column ? [{ column, value }] : []
    }),
  )
  return fetchReferences(connection, values)
}

/** Moves pages to the trash. */
export async function deletePages(connection: Connection, ids: readonly string[]) {
  const run = await writeOneByOne(connection.upstream, ids, {
    write: async (page_id) => ({ page_id, status: (await trashPage(connection, page_id)) ? 'done' : 'already' }),
    knownId: (id) => id,
  })
  return bulkReply(run, new Set())
}
