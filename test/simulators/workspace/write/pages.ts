import { checkKeys } from '../body.ts'
import { invalid } from '../errors.ts'
import { timestamp } from '../product.ts'
import type { View } from '../query/query.ts'
import type { DataSource, Json, Row } from '../state.ts'
import { findColumn } from '../table/columns.ts'
import { readValue } from './values.ts'

/** Column name -> value, from the `properties` of a page. Keys are names or ids. */
export function readProperties(view: View, table: DataSource, properties: unknown): Map<string, unknown> {
  const given: Json = checkKeys(properties, 'body.properties', Object.keys(Object(properties)))
  return new Map(
    Object.entries(given).map(([key, value]) => {
      const column = findColumn(table, key)
      if (!column) throw invalid(`${key} is not a property that exists.`)
      return [column.name, readValue(view, column, value, `body.properties.${key}`)]
    }),
  )
}

export function addRow(view: View, table: DataSource, values: Map<string, unknown>): Row {
  const { notion, connection } = view
  const numbers = notion.state.rows.filter((row) => row.dataSourceId === table.id).map((row) => row.number)
  const row: Row = {
    id: notion.newId(),
    dataSourceId: table.id,
    createdTime: timestamp(notion),
    lastEditedTime: timestamp(notion),
    createdBy: connection.botId,
    lastEditedBy: connection.botId,
    inTrash: false,
    publicUrl: null,
    number: Math.max(0, ...numbers) + 1,
    values,
  }
  notion.state.rows.unshift(row)
  return row
}
