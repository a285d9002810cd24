import { type JsonObject, member } from '../../base/json-object.ts'
import type { Connection } from './connection.ts'
import { asUuid } from './convert/uuid.ts'
import { fetchFirstDataSource } from './databases.ts'
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

/** The parent of a new page. A database is resolved to its current first data source. */
export async function readParent(connection: Connection, given: NewPageParent): Promise<Parent> {
  const { data_source_id, database_id, parent_page_id } = given
  if (parent_page_id) {
    return { native: { type: 'page_id', page_id: parent_page_id }, dataSourceId: undefined, warnings: [] }
  }
  const { id, warnings } = data_source_id
    ? { id: data_source_id, warnings: [] }
    : await fetchFirstDataSource(connection, database_id ?? '')
  return { native: { type: 'data_source_id', data_source_id: id }, dataSourceId: id, warnings }
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
