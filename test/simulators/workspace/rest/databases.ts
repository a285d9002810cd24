import { Hono } from 'hono'
import { readBody } from '../body.ts'
import { invalid, invalidUrl } from '../errors.ts'
import { pathId } from '../ids.ts'
import type { Notion, RestEnv } from '../product.ts'
import { QUERY_KEYS, queryTable, type View } from '../query/query.ts'
import type { DataSource } from '../state.ts'
import { databaseObject } from '../table/objects.ts'
import { DATA_SOURCES_SINCE, filterProperties } from './data-sources.ts'
import { needs } from './guard.ts'
import { reachDatabase } from './reach.ts'

export const databaseRoutes = (notion: Notion) =>
  new Hono<RestEnv>()
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
