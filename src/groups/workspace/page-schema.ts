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
  /** Undefined for a page below a page. */
  readonly dataSourceId: string | undefined
  readonly warnings: readonly string[]
}

/** Where a new page is to stand. A database stands for its first data source, as the product tells it now. */
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

/** The schema that a page's properties follow; undefined for one outside of tables. The page tells where it stands. */
export async function schemaOfPage(connection: Connection, id: string): Promise<Schema | undefined> {
  const parent = member(await fetchPage(connection, id), 'parent')
  const dataSourceId = asUuid(member(parent, 'data_source_id'))
  if (dataSourceId) return readSchema(connection, dataSourceId)
  // Older versions of the product tell the database alone.
  const databaseId = asUuid(member(parent, 'database_id'))
  return databaseId ? readSchema(connection, (await fetchFirstDataSource(connection, databaseId)).id) : undefined
}
