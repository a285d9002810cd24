import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { readBody } from '../body.ts'
import { invalidUrl } from '../errors.ts'
import { pathId } from '../ids.ts'
import type { Notion, RestEnv } from '../product.ts'
import { QUERY_KEYS, queryTable } from '../query/query.ts'
import { dataSourceObject } from '../table/objects.ts'
import { needs } from './guard.ts'
import { reachDataSource } from './reach.ts'

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
    .post('/data_sources/:id/query', sinceDataSources, needs('read'), async (c) => {
      const view = { notion, ...c.var }
      const id = pathId('data_source_id', c.req.param('id'))
      const body = await readBody(c, QUERY_KEYS)
      return c.json(queryTable(view, reachDataSource(view, id), body, filterProperties(c.req.raw.url)))
    })

/** Repeated, with brackets or without (facts 2). */
export function filterProperties(url: string): string[] {
  const { searchParams } = new URL(url)
  return [...searchParams.getAll('filter_properties'), ...searchParams.getAll('filter_properties[]')]
}
