import { asUuid } from '../../base/accounts.ts'
import { type JsonObject, member } from '../../base/json.ts'
import type { Connection } from './connection.ts'
import { fetchFirstDataSource, withDataSource } from './databases.ts'
import { fetchPage } from './pages.ts'
import { readSchema, type Schema } from './schema-cache.ts'

export interface NewPageParent {
  readonly data_source_id?: string | null | undefined
  readonly database_id?: string | null | undefined
  readonly parent_page_id?: string | null | undefined
}

interface Parent {
  readonly native: JsonObject
  /** Undefined for a child page of a page. */
  readonly dataSourceId: string | undefined
  readonly warnings: readonly string[]
}

/**
 * Creates a page below its parent. A database is resolved to its current first data source, also when its id is given
 * as that of a data source.
 */
export async function withParent<Value>(
  connection: Connection,
  { data_source_id, database_id, parent_page_id }: NewPageParent,
  create: (parent: Parent) => Promise<Value>,
): Promise<Value> {
  if (parent_page_id) {
    return create({ native: { type: 'page_id', page_id: parent_page_id }, dataSourceId: undefined, warnings: [] })
  }
  const createIn = (id: string, warnings: readonly string[]) =>
    create({ native: { type: 'data_source_id', data_source_id: id }, dataSourceId: id, warnings })
  if (data_source_id) return withDataSource(connection, data_source_id, createIn)
  const { id, warnings } = await fetchFirstDataSource(connection, database_id ?? '')
  return createIn(id, warnings)
}

export const schemaOfParent = async (connection: Connection, { dataSourceId }: Parent): Promise<Schema | undefined> =>
  dataSourceId === undefined ? undefined : readSchema(connection, dataSourceId)

/** The schema of a page's properties. Undefined for a page outside of tables. The page itself names its parent. */
export async function schemaOfPage(connection: Connection, id: string): Promise<Schema | undefined> {
  const parent = member(await fetchPage(connection, id), 'parent')
  const dataSourceId = asUuid(member(parent, 'data_source_id'))
  if (dataSourceId) return readSchema(connection, dataSourceId)
  // Older versions of the product return only the database.
  const databaseId = asUuid(member(parent, 'database_id'))
  return databaseId ? readSchema(connection, (await fetchFirstDataSource(connection, databaseId)).id) : undefined
}
