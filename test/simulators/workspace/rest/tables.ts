import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { isObject } from '../../rest.ts'
import { checkKeys, readBody } from '../body.ts'
import { invalid, invalidUrl, missing, shouldBe } from '../errors.ts'
import { bodyId, pathId } from '../ids.ts'
import { NOTION_HOST, type Notion, type RestEnv, timestamp } from '../product.ts'
import { QUERY_KEYS, queryTable, type View } from '../query/query.ts'
import type { Column, Database, DataSource, Json, Row } from '../state.ts'
import { databaseObject, dataSourceObject } from '../table/objects.ts'
import { cellValue, findColumn, type Reader } from '../table/value.ts'
import { readRichText } from '../write/blocks.ts'
import { changeColumns, readColumns } from '../write/columns.ts'
import { needs } from './guard.ts'
import { slice } from './paging.ts'
import { checkWritable, reachDatabase, reachDataSource, reachPage, reachRow } from './reach.ts'

/** Before this version there were no data sources, and databases were queried (facts 1). */
export const DATA_SOURCES_SINCE = '2025-09-03'

const sinceDataSources = createMiddleware<RestEnv>(async function modern(c, next) {
  if (c.get('version') < DATA_SOURCES_SINCE) throw invalidUrl()
  await next()
})

export const dataSourceRoutes = (notion: Notion) =>
  new Hono<RestEnv>()
    .get('/data_sources/:id', sinceDataSources, needs('read'), (c) => {
      const { connection, version } = c.var
      const table = reachDataSource({ notion, connection, version }, pathId('data_source_id', c.req.param('id')))
      return c.json(dataSourceObject(notion, connection, version, table))
    })
    .get('/data_sources/:id/templates', sinceDataSources, needs('read'), (c) => {
      const table = reachDataSource({ notion, ...c.var }, pathId('data_source_id', c.req.param('id')))
      const found = notion.state.templates.filter(({ dataSourceId }) => dataSourceId === table.id)
      const { items, ...paging } = slice(found, ({ id }) => id, c.req.query())
      const templates = items.map(({ id, name, isDefault }) => ({ id, name, is_default: isDefault }))
      return c.json({ templates, ...paging })
    })
    .post('/data_sources/:id/query', sinceDataSources, needs('read'), async (c) => {
      const view = { notion, ...c.var }
      const id = pathId('data_source_id', c.req.param('id'))
      const body = await readBody(c, QUERY_KEYS)
      return c.json(queryTable(view, reachDataSource(view, id), body, filterProperties(c.req.raw.url)))
    })
    .patch('/data_sources/:id', sinceDataSources, needs('update'), async (c) => {
      const view = { notion, ...c.var }
      const table = reachDataSource(view, pathId('data_source_id', c.req.param('id')))
      const { properties = {} } = await readBody(c, ['properties'])
      changeColumns(view, table, properties)
      return c.json(dataSourceObject(notion, view.connection, view.version, table))
    })

/** Repeated, with brackets or without (facts 2). */
function filterProperties(url: string): string[] {
  const { searchParams } = new URL(url)
  return [...searchParams.getAll('filter_properties'), ...searchParams.getAll('filter_properties[]')]
}

export const databaseRoutes = (notion: Notion) =>
  new Hono<RestEnv>()
    .post('/databases', sinceDataSources, needs('insert'), async (c) => {
      const view = { notion, ...c.var }
      const database = createDatabase(view, await readBody(c, ['parent', 'title', 'initial_data_source']))
      return c.json(databaseObject(notion, view.version, database))
    })
    .get('/databases/:id', needs('read'), (c) => {
      const view = { notion, ...c.var }
      return c.json(databaseObject(notion, view.version, reachDatabase(view, pathId('database_id', c.req.param('id')))))
    })
    .post('/databases/:id/query', needs('read'), async (c) => {
      const view = { notion, ...c.var }
      if (view.version >= DATA_SOURCES_SINCE) throw invalidUrl()
      const id = pathId('database_id', c.req.param('id'))
      const body = await readBody(c, QUERY_KEYS)
      const answer = queryTable(view, onlyTable(view, id), body, filterProperties(c.req.raw.url))
      const { page_or_data_source, ...rest } = answer
      return c.json({ ...rest, type: 'page_or_database', page_or_database: page_or_data_source })
    })

/** A database with one data source, and its block on the page (facts 13). */
function createDatabase(view: View, { parent, title, initial_data_source }: Json): Database {
  const { notion, connection } = view
  const { type, page_id } = checkKeys(parent, 'body.parent', ['type', 'page_id'])
  if (type !== undefined && type !== 'page_id') throw shouldBe('body.parent.type', '`"page_id"`', type)
  const parentId = bodyId('body.parent.page_id', page_id)
  checkWritable(view, reachPage(view, parentId))
  const { properties } = checkKeys(initial_data_source ?? {}, 'body.initial_data_source', ['properties'])
  const columns = readColumns(view, properties)
  const name = readRichText(title ?? [], 'body.title')
    .map(({ plain_text }) => plain_text)
    .join('')
  const database = { id: notion.newId(), workspaceId: connection.workspaceId, title: name, parentId }
  const createdTime = timestamp(notion)
  const { contents, databases, dataSources } = notion.state
  databases.push(database)
  dataSources.push({ id: notion.newId(), databaseId: database.id, name, columns, createdTime })
  // Whoever sees the page sees what is below it.
  connection.databaseIds = new Set([...connection.databaseIds, database.id])
  const filters = { filter: null, sorts: null, quickFilters: null }
  const [{ id: dataSourceId } = { id: null }] = dataSources.filter(({ databaseId }) => databaseId === database.id)
  const first = {
    id: notion.newId(),
    databaseId: database.id,
    dataSourceId,
    name: 'Default view',
    type: 'table',
    ...filters,
  }
  notion.state.views.push(first)
  const block = { id: database.id, type: 'child_database', content: { title: name }, children: [] }
  const own = { ...block, createdTime, lastEditedTime: createdTime, createdBy: connection.botId }
  contents.set(parentId, [...(contents.get(parentId) ?? []), own])
  return database
}

/** A caller that only knows databases can access the only table in them (facts 2). */
export function onlyTable(view: View, databaseId: string): DataSource {
  const { id } = reachDatabase(view, databaseId)
  const tables = view.notion.state.dataSources.filter((one) => one.databaseId === id)
  const [table] = tables
  if (table && tables.length === 1) return table
  throw invalid('Databases with multiple data sources are not supported in this API version.', {
    error_type: 'multiple_data_sources_for_database',
    database_id: id,
    child_data_source_ids: tables.map((one) => one.id),
    minimum_api_version: DATA_SOURCES_SINCE,
  })
}

/** Types whose items are returned separately, in pages (facts 11). */
const PAGED: ReadonlySet<string> = new Set(['title', 'rich_text', 'people', 'relation'])

/** One complete property, only by id: 25 items a page by default. */
export const propertyItemRoutes = (notion: Notion) =>
  new Hono<RestEnv>().get('/pages/:id/properties/:property_id', needs('read'), (c) => {
    const { connection } = c.var
    const { row, table } = reachRow({ notion, ...c.var }, pathId('page_id', c.req.param('id')))
    const key = c.req.param('property_id')
    const column = table.columns.find(({ id }) => id === key || decodeURIComponent(id) === key)
    if (!column) throw missing('property', key, connection.name)
    const reader = { notion, mayReadUsers: connection.capabilities.has('users') }
    const value = cellValue(reader, table, row, column)
    const item = (one: Json): Json => ({ object: 'property_item', id: column.id, ...one })
    const items = getItems(reader, table, row, column, value)
    if (!items) return c.json(item(value))

    const { items: results, ...paging } = slice(items, (_, index) => `1Qa${index}`, c.req.query(), { size: 25 })
    const query = new URLSearchParams({
      start_cursor: paging.next_cursor ?? '',
      page_size: c.req.query('page_size') ?? '25',
    })
    const address = `https://${NOTION_HOST}/v1/pages/${row.id}/properties/${column.id}?${query}`
    return c.json({
      object: 'list',
      results: results.map(item),
      ...paging,
      type: 'property_item',
      property_item: {
        id: column.id,
        next_url: paging.has_more ? address : null,
        type: column.type,
        [column.type]: column.type === 'rollup' ? rollupSoFar(value.rollup, paging.has_more) : {},
      },
    })
  })

/** Undefined for a property with a single value. */
function getItems(reader: Reader, table: DataSource, row: Row, column: Column, value: Json): Json[] | undefined {
  if (PAGED.has(column.type)) return singles(value)
  const { rollup } = value
  if (!isObject(rollup)) return undefined
  if (Array.isArray(rollup.array)) return rollup.array.flatMap(singles)
  // The input of a calculated rollup is listed by its relation.
  const relation = findColumn(table, column.config.relation_property_name)
  return relation ? singles(cellValue(reader, table, row, relation)) : []
}

/** Each item of a list under its type. A value that is no list unchanged. */
function singles(value: Json): Json[] {
  const type = String(value.type)
  const list = value[type]
  return PAGED.has(type) && Array.isArray(list) ? list.map((one) => ({ type, [type]: one })) : [value]
}

/** A calculated result comes with the last page. A list is only in `results`. */
function rollupSoFar(rollup: unknown, hasMore: boolean): Json {
  const { function: name, ...value } = isObject(rollup) ? rollup : {}
  if (Array.isArray(value.array)) return { type: 'array', array: [], function: name }
  return hasMore ? { type: 'incomplete', incomplete: {}, function: name } : { ...value, function: name }
}
