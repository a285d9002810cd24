import { isObject } from '../../rest.ts'
import { invalid, shouldBe } from '../errors.ts'
import { bodyId } from '../ids.ts'
import type { Notion, RestEnv } from '../product.ts'
import type { Connection, DataSource, Json, Row } from '../state.ts'
import { dataSourceObject, isTrashOnly, pageObject } from '../table/objects.ts'
import { cellValue, findColumn } from '../table/value.ts'
import { checkFilter } from './filter-check.ts'
import { type Matching, matches } from './filter-match.ts'
import { compare, readSorts } from './sort.ts'

export const QUERY_KEYS = [
  'archived',
  'sorts',
  'filter',
  'start_cursor',
  'page_size',
  'in_trash',
  'is_archived',
  'result_type',
] as const

/** One caller's view of the product. */
export interface View {
  notion: Notion
  connection: Connection
  version: RestEnv['Variables']['version']
}

/** The response to a query of one table (facts 2). `body` contains only QUERY_KEYS. */
export function queryTable(view: View, table: DataSource, body: Json, filterProperties: readonly string[]): Json {
  const size = pageSize(body.page_size)
  const inTrash = readTrash(body, view.version)
  const resultType = body.result_type
  if (resultType !== undefined && resultType !== 'page' && resultType !== 'data_source') {
    throw shouldBe('body.result_type', '`"page"` or `"data_source"`', resultType)
  }
  if (body.filter !== undefined) checkFilter(body.filter, { table, all: view.notion.state.dataSources })
  const orders = readSorts(body.sorts, table)
  const only = filterProperties.length > 0 ? filterProperties.map((key) => column(table, key)) : undefined

  const filter = isObject(body.filter) ? body.filter : {}
  const rows = view.notion.state.rows
    .filter((row) => row.dataSourceId === table.id && row.inTrash === inTrash && resultType !== 'data_source')
    .filter(({ isArchived = false }) => isArchived === readArchived(body))
    .filter((row) => matches(filter, matching(view, table, row)))
    .map((row) => ({ row, keys: orders.map(({ key }) => key(matching(view, table, row).read)) }))
    .sort((a, b) => compare(a.keys, b.keys, orders))
    .map(({ row }) => row)

  const { resultLimit, rowsPerPage } = view.notion.switches
  const from = start(body.start_cursor, rows)
  const to = Math.min(from + Math.min(size, rowsPerPage), resultLimit)
  const isCut = to >= resultLimit && rows.length > resultLimit
  const next = isCut ? undefined : rows[to]
  return {
    object: 'list',
    results: [
      ...rows.slice(from, to).map((row) => pageObject(view.notion, view.connection, view.version, table, row, only)),
      ...(resultType === 'page' || next ? [] : wikiSources(view, table)),
    ],
    next_cursor: next?.id ?? null,
    has_more: next !== undefined,
    type: 'page_or_data_source',
    page_or_data_source: {},
    request_status: isCut
      ? { type: 'incomplete', incomplete_reason: 'query_result_limit_reached' }
      : { type: 'complete' },
  }
}

/** The data sources among the rows of a wiki (facts 2). */
const wikiSources = ({ notion, connection, version }: View, wiki: DataSource) =>
  notion.state.dataSources
    .filter(({ wikiId }) => wikiId === wiki.id)
    .map((one) => dataSourceObject(notion, connection, version, one))

/** How a filter sees a row. */
export function matching(
  { notion, connection }: Pick<View, 'notion' | 'connection'>,
  table: DataSource,
  row: Row,
): Matching {
  return {
    now: notion.clock.now(),
    me: connection.botId,
    foldsCase: notion.switches.foldsCase,
    read: (key) => {
      const found = findColumn(table, key)
      if (found) return cellValue({ notion, mayReadUsers: true }, table, row, found)
      return { type: key, [key]: key === 'created_time' ? row.createdTime : row.lastEditedTime }
    },
  }
}

function column(table: DataSource, key: string) {
  const found = findColumn(table, key)
  if (!found) throw invalid(`Could not find property with name or id: ${key}`)
  return found
}

/** 0 is the default, as recorded (facts 4). */
function pageSize(value: unknown): number {
  if (value === undefined) return 100
  if (typeof value !== 'number') throw shouldBe('body.page_size', 'a number or `undefined`', value)
  if (value > 100) throw shouldBe('body.page_size', '≤ `100`', value)
  if (value < 0 || !Number.isInteger(value)) throw shouldBe('body.page_size', 'a positive integer', value)
  return value || 100
}

function readTrash({ in_trash, archived }: Json, version: string): boolean {
  if (archived !== undefined && isTrashOnly(version)) throw shouldBe('body.archived', 'not present', archived)
  for (const [name, value] of Object.entries({ in_trash, archived })) {
    if (value !== undefined && typeof value !== 'boolean') throw shouldBe(`body.${name}`, 'a boolean', value)
  }
  return in_trash === true || archived === true
}

/** Archived rows are returned instead of the others (facts 2). */
export function readArchived({ is_archived = false }: Json): boolean {
  if (typeof is_archived !== 'boolean') throw shouldBe('body.is_archived', 'a boolean', is_archived)
  return is_archived
}

/** A cursor is the id of the next row. */
function start(cursor: unknown, rows: readonly Row[]): number {
  if (cursor === undefined) return 0
  const id = bodyId('body.start_cursor', cursor, ' or `undefined`')
  const index = rows.findIndex((row) => row.id === id)
  if (index < 0) throw invalid(`The start_cursor provided is invalid: ${cursor}`)
  return index
}
