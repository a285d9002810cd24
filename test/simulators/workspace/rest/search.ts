import { Hono } from 'hono'
import { checkKeys, readBody } from '../body.ts'
import { invalid, shouldBe } from '../errors.ts'
import type { Notion, RestEnv } from '../product.ts'
import type { View } from '../query/query.ts'
import type { Json } from '../state.ts'
import { anyPageObject, dataSourceObject, pageObject } from '../table/objects.ts'
import { cellValue } from '../table/value.ts'
import { needs } from './guard.ts'
import { slice } from './paging.ts'
import { findPage } from './reach.ts'
import { DATA_SOURCES_SINCE } from './tables.ts'

const KEYS = ['query', 'filter', 'sort', 'start_cursor', 'page_size']

/** Something with a title that the search may find. */
interface Found {
  id: string
  kind: 'page' | 'data_source'
  title: string
  edited: string
  inTrash: boolean
  show: () => Json
}

/** Searches only titles. What is not shared with the connection is not found (facts 11). */
export const searchRoutes = (notion: Notion) =>
  new Hono<RestEnv>().post('/search', needs('read'), async (c) => {
    const view = { notion, ...c.var }
    if (view.version < DATA_SOURCES_SINCE) throw invalid('Searching in this version is not simulated.')
    const body = await readBody(c, KEYS)
    const { query = '' } = body
    if (typeof query !== 'string') throw shouldBe('body.query', 'a string or `undefined`', query)
    const { kind, inTrash } = readFilter(body.filter)
    const words = query.toLowerCase().split(/\s+/).filter(Boolean)
    const found = everything(view)
      .filter((one) => (kind === undefined || one.kind === kind) && one.inTrash === inTrash)
      .filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
      .sort(order(body.sort, query))
    const { items, ...paging } = slice(found, ({ id }) => id, body, { where: 'body' })
    return c.json({
      object: 'list',
      results: items.map(({ show }) => show()),
      ...paging,
      type: 'page_or_data_source',
      page_or_data_source: {},
      request_status: { type: 'complete' },
    })
  })

function everything(view: View): Found[] {
  const { notion, connection, version } = view
  const tables = notion.state.dataSources.filter(({ databaseId }) => connection.databaseIds.has(databaseId))
  const reader = { notion, mayReadUsers: true }
  const pages = notion.state.pages
    .filter(({ id }) => findPage(view, id))
    .map(
      (page): Found => ({
        id: page.id,
        kind: 'page',
        title: page.title.map(({ plain_text }) => plain_text).join(''),
        edited: page.lastEditedTime,
        inTrash: page.inTrash,
        show: () => anyPageObject(view, { page }),
      }),
    )
  const rows = tables.flatMap((table): Found[] => [
    {
      id: table.id,
      kind: 'data_source',
      title: table.name,
      edited: table.createdTime,
      inTrash: false,
      show: () => dataSourceObject(notion, connection, version, table),
    },
    ...notion.state.rows
      .filter((row) => row.dataSourceId === table.id)
      .map((row): Found => {
        const column = table.columns.find(({ type }) => type === 'title')
        const value = column && cellValue(reader, table, row, column).title
        return {
          id: row.id,
          kind: 'page',
          title: Array.isArray(value) ? value.map((piece: Json) => piece.plain_text).join('') : '',
          edited: row.lastEditedTime,
          inTrash: row.inTrash,
          show: () => pageObject(notion, connection, version, table, row),
        }
      }),
  ])
  return [...rows, ...pages]
}

function readFilter(filter: unknown): { kind?: 'page' | 'data_source'; inTrash: boolean } {
  if (filter === undefined) return { inTrash: false }
  const { property, value, in_trash = false } = checkKeys(filter, 'body.filter', ['property', 'value', 'in_trash'])
  if (typeof in_trash !== 'boolean') throw shouldBe('body.filter.in_trash', 'a boolean or `undefined`', in_trash)
  if (property === undefined && value === undefined) return { inTrash: in_trash }
  if (property !== 'object') throw shouldBe('body.filter.property', '`"object"`', property)
  if (value !== 'page' && value !== 'data_source') {
    throw shouldBe('body.filter.value', '`"page"` or `"data_source"`', value)
  }
  return { kind: value, inTrash: in_trash }
}

type Order = (a: Found, b: Found) => number

/** Most recently edited first. By relevance, titles that start with the query come first. */
function order(sort: unknown, query: string): Order {
  const latest: Order = (a, b) => b.edited.localeCompare(a.edited)
  if (sort === undefined) return latest
  const { timestamp, direction, property } = checkKeys(sort, 'body.sort', ['timestamp', 'direction', 'property'])
  if (property !== undefined) {
    if (property !== 'relevance') throw shouldBe('body.sort.property', '`"relevance"`', property)
    const begins = ({ title }: Found) => Number(title.toLowerCase().startsWith(query.toLowerCase()))
    return (a, b) => begins(b) - begins(a) || latest(a, b)
  }
  if (timestamp !== 'last_edited_time') throw shouldBe('body.sort.timestamp', '`"last_edited_time"`', timestamp)
  if (direction !== 'ascending' && direction !== 'descending') {
    throw shouldBe('body.sort.direction', '`"ascending"` or `"descending"`', direction)
  }
  return direction === 'ascending' ? (a, b) => latest(b, a) : latest
}
