import { isObject } from '../../rest.ts'
import type { Notion } from '../product.ts'
import type { Column, DataSource, Json, Row } from '../state.ts'
import { emptyValue, findColumn } from './columns.ts'
import { rollUp } from './rollup.ts'
import { seenUser } from './users.ts'

/** Whose eyes a row is read with. */
export interface Reader {
  notion: Notion
  mayReadUsers: boolean
}

/** The value of a cell in the product's format: `{type, [type]: value}` (facts 6). */
export function cellValue(reader: Reader, dataSource: DataSource, row: Row, column: Column): Json {
  return { type: column.type, [column.type]: content(reader, dataSource, row, column) }
}

/** The most items of a list in a page (facts 6). */
const SHOWN = 25

/** Like `cellValue`, with lists cut as in a page. Only a relation shows whether there is more. */
export function shownValue(reader: Reader, dataSource: DataSource, row: Row, column: Column): Json {
  const { type, [column.type]: value } = cellValue(reader, dataSource, row, column)
  const cut = Array.isArray(value) && (type === 'people' || type === 'relation') ? value.slice(0, SHOWN) : value
  const shown = isObject(cut) && Array.isArray(cut.array) ? { ...cut, array: cut.array.slice(0, SHOWN) } : cut
  const isMore = Array.isArray(value) && value.length > SHOWN
  return { type, [column.type]: shown, ...(type === 'relation' && { has_more: isMore }) }
}

function content(reader: Reader, dataSource: DataSource, row: Row, column: Column): unknown {
  const { notion, mayReadUsers } = reader
  const user = (id: string) => seenUser(notion.state, id, mayReadUsers)
  switch (column.type) {
    case 'created_time':
      return row.createdTime
    case 'last_edited_time':
      return row.lastEditedTime
    case 'created_by':
      return user(row.createdBy)
    case 'last_edited_by':
      return user(row.lastEditedBy)
    case 'unique_id':
      return { prefix: column.config.prefix ?? null, number: row.number }
    case 'button':
      return {}
    case 'formula':
      return formula(reader, dataSource, row, column)
    case 'rollup':
      return rollup(reader, dataSource, row, column)
    case 'people':
      return stored(row, column, []).map((one) => user(String(one.id)))
    default:
      return row.values.get(column.name) ?? emptyValue(column.type)
  }
}

function stored(row: Row, column: Column, otherwise: Json[]): Json[] {
  const value = row.values.get(column.name)
  return Array.isArray(value) ? value : otherwise
}

function formula(reader: Reader, dataSource: DataSource, row: Row, { formula: rule }: Column): Json {
  const type = rule?.type ?? 'unsupported'
  const read = (name: string) => {
    const column = findColumn(dataSource, name)
    return column ? cellValue(reader, dataSource, row, column) : {}
  }
  return { type, [type]: rule?.compute(read, reader.notion.clock.now()) ?? null }
}

function rollup(reader: Reader, dataSource: DataSource, row: Row, { config }: Column): Json {
  const relation = findColumn(dataSource, config.relation_property_name)
  const { rows, dataSources } = reader.notion.state
  const items = relation ? stored(row, relation, []) : []
  const values = items.flatMap(({ id }) => {
    const related = rows.find((one) => one.id === id)
    const table = dataSources.find((one) => one.id === related?.dataSourceId)
    const column = table && findColumn(table, config.rollup_property_name)
    return related && column ? [cellValue(reader, table, related, column)] : []
  })
  return rollUp(String(config.function), values)
}
