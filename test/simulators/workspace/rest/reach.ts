import { missing } from '../errors.ts'
import type { View } from '../query/query.ts'
import type { Database, DataSource, Row } from '../state.ts'

/** What is not shared with the connection does not exist for it (facts 7). */
export function reachDatabase({ notion, connection }: View, id: string): Database {
  const found = notion.state.databases.find((one) => one.id === id)
  if (!found || !connection.databaseIds.has(id)) throw missing('database', id, connection.name)
  return found
}

export function reachDataSource({ notion, connection }: View, id: string): DataSource {
  const found = notion.state.dataSources.find((one) => one.id === id)
  if (!found || !connection.databaseIds.has(found.databaseId)) throw missing('data_source', id, connection.name)
  return found
}

export function reachRow({ notion, connection }: View, id: string): { row: Row; table: DataSource } {
  const row = notion.state.rows.find((one) => one.id === id)
  const table = notion.state.dataSources.find((one) => one.id === row?.dataSourceId)
  if (!row || !table || !connection.databaseIds.has(table.databaseId)) throw missing('page', id, connection.name)
  return { row, table }
}
