import { isObject } from '../../rest.ts'
import type { Notion } from '../product.ts'
import type { Column, DataSource, Json, Row, State, User } from '../state.ts'

/** The values of a new row. */
const EMPTY: Record<string, unknown> = {
  title: [],
  rich_text: [],
  multi_select: [],
  people: [],
  files: [],
  relation: [],
  checkbox: false,
  verification: { state: 'unverified', date: null, verified_by: null },
}

const emptyValue = (type: string): unknown => EMPTY[type] ?? null

/** By name, else by id, percent-encoded or not. */
export function findColumn(dataSource: DataSource, key: unknown): Column | undefined {
  const { columns } = dataSource
  return (
    columns.find(({ name }) => name === key) ?? columns.find(({ id }) => id === key || decodeURIComponent(id) === key)
  )
}

interface SelectOption {
  id: string
  name: string
  color: string
  description: string | null
}

/** The options of select, multi_select and status columns. The same list, so that writes can add to it. */
export const getOptions = (column: Column): SelectOption[] =>
  Array.isArray(column.config.options) ? column.config.options : []

export const partialUser = (id: string): Json => ({ object: 'user', id })

export function fullUser({ id, name, email, kind }: User): Json {
  const own = kind === 'person' ? { person: { email } } : { bot: {} }
  return { object: 'user', id, name, avatar_url: null, type: kind, ...own }
}

/** As a connection sees a user: no more than the id without the user capability. */
function seenUser(state: State, id: string, mayReadUsers: boolean): Json {
  const user = mayReadUsers ? state.users.find((one) => one.id === id) : undefined
  return user ? fullUser(user) : partialUser(id)
}

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

/** The functions that seeded columns have, each over the items `{type, [type]: value}` of a relation. */
function rollUp(name: string, items: readonly Json[]): Json {
  const numbers = items.map((item) => item.number).filter((one) => typeof one === 'number')
  const dates = items.map((item) => item.date).filter(isObject)
  dates.sort((a, b) => String(a.start).localeCompare(String(b.start)))
  switch (name) {
    case 'count':
      return { type: 'number', number: items.length, function: name }
    case 'sum': {
      const sum = numbers.length === 0 ? null : numbers.reduce((total, one) => total + one, 0)
      return { type: 'number', number: sum, function: name }
    }
    case 'latest_date':
      return { type: 'date', date: dates.at(-1) ?? null, function: name }
    case 'show_original':
      return { type: 'array', array: items, function: name }
    default:
      return { type: 'unsupported', unsupported: {}, function: name }
  }
}
