import { Hono } from 'hono'
import { invalid, missing } from '../errors.ts'
import { pathId } from '../ids.ts'
import type { Notion, RestEnv } from '../product.ts'
import type { View } from '../query/query.ts'
import type { Json, TableView } from '../state.ts'
import { link } from '../table/objects.ts'
import { needs } from './guard.ts'
import { slice } from './paging.ts'
import { reachDataSource } from './reach.ts'

/** Views of tables (facts 13). The list has ids only. */
export const viewRoutes = (notion: Notion) =>
  new Hono<RestEnv>()
    .get('/views', needs('read'), (c) => {
      const view = { notion, ...c.var }
      const { data_source_id, ...asked } = c.req.query()
      if (data_source_id === undefined) throw invalid('Listing views by database is not simulated.')
      const table = reachDataSource(view, pathId('data_source_id', data_source_id))
      const found = notion.state.views.filter(({ dataSourceId }) => dataSourceId === table.id)
      const { items, ...paging } = slice(found, ({ id }) => id, asked)
      return c.json({
        object: 'list',
        results: items.map(({ id }) => ({ object: 'view', id })),
        ...paging,
        type: 'view',
        view: {},
      })
    })
    .get('/views/:id', needs('read'), (c) =>
      c.json(viewObject(notion, reachView({ notion, ...c.var }, pathId('view_id', c.req.param('id'))))),
    )

function reachView({ notion, connection }: View, id: string): TableView {
  const found = notion.state.views.find((one) => one.id === id)
  if (!found || !connection.databaseIds.has(found.databaseId)) throw missing('view', id, connection.name)
  return found
}

function viewObject(notion: Notion, view: TableView): Json {
  const { id, databaseId, dataSourceId, name, type, filter, sorts, quickFilters } = view
  const [table] = notion.state.dataSources.filter((one) => one.databaseId === databaseId)
  return {
    object: 'view',
    id,
    parent: { type: 'database_id', database_id: databaseId },
    name,
    type,
    data_source_id: dataSourceId,
    filter,
    sorts,
    quick_filters: quickFilters,
    configuration: null,
    created_time: table?.createdTime,
    last_edited_time: table?.createdTime,
    url: `${link(databaseId)}?v=${id.replaceAll('-', '')}`,
  }
}
