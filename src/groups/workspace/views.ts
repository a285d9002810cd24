import { Hono } from 'hono'
import * as z from 'zod/mini'
import { asUuid, asViewId } from '../../base/accounts.ts'
import { hasStatus } from '../../base/errors.ts'
import { isObject, items, type JsonObject, list, member } from '../../base/json.ts'
import { clamped } from '../../gateway/http/fields.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { readResults, readSchema, withDataSource } from './databases.ts'
import { body, connection, dataSource, idFrom, QUERY, read, text } from './group.ts'
import { type Connection, connect, pageQuery, paging } from './notion.ts'
import { queryDataSource } from './query.ts'
import type { ViewAnswer, ViewPage } from './records.outputs.ts'
import { fetchNativeView, fetchView } from './view.ts'

const viewList = () => ({
  param: dataSource(),
  header: z.object(connection()),
  query: z.strictObject({
    // Each view is a call of its own.
    page_size: clamped(20, 1, 40).check(z.meta({ description: 'Views per page, 1 to 40', narrows: 'amount' })),
    start_cursor: z
      .optional(z.string().check(z.maxLength(1024)))
      .check(z.meta({ description: 'next_cursor of the page before', examples: [''], narrows: 'position' })),
  }),
})

const VIEW = '2f1c0de0-000d-4000-8000-000000000001'

const viewQuery = () => ({
  param: z.object({
    view_id: idFrom(
      (given) => asViewId(given) ?? asUuid(given),
      'must be the id of a view, or an address with ?v=: workspace_list_views lists them',
    ).check(z.meta({ description: 'The view, by its id or its address', examples: [VIEW] })),
  }),
  header: z.object(connection()),
  json: body(),
})

/** The views of a table. The product lists ids only, so that each is read. */
async function listViews(
  connection: Connection,
  dataSourceId: string,
  asked: { page_size: number; start_cursor?: string | undefined },
): Promise<ViewPage> {
  const found = await withDataSource(connection, dataSourceId, async (own, warnings) => {
    await readSchema(connection, own)
    return { own, warnings }
  })
  const query = pageQuery(asked, { data_source_id: found.own })
  const answer = await connection.call({ path: `/views?${query}` })
  const ids = items(readResults(answer), (one) => asUuid(member(one, 'id')))
  const views = await Promise.all(ids.map((one) => readListed(connection, one)))
  return { object: 'list', results: views.flat(), ...paging(answer), warnings: [...found.warnings] }
}

/** Nothing for a view that was deleted since. */
async function readListed(connection: Connection, viewId: string): Promise<ViewAnswer[]> {
  try {
    return [viewAnswer(await fetchNativeView(connection, viewId))]
  } catch (error) {
    if (hasStatus(error, 404)) return []
    throw error
  }
}

function viewAnswer(native: JsonObject): ViewAnswer {
  const filter = member(native, 'filter')
  const quick = member(native, 'quick_filters')
  return {
    id: asUuid(member(native, 'id')) ?? null,
    name: text(native, 'name'),
    type: text(native, 'type'),
    data_source_id: asUuid(member(native, 'data_source_id')) ?? null,
    filter: isObject(filter) ? filter : null,
    quick_filters: isObject(quick) ? quick : null,
    sorts: list(member(native, 'sorts')).filter(isObject),
    url: text(native, 'url'),
  }
}

export const viewRoutes = new Hono<AppEnv>()
  .get(
    '/workspace/data-source/:data_source_id/views',
    read('workspace_list_views', {
      summary: 'Views of a data source, with their filters and order',
      description: 'Also linked views on other pages. workspace_query_view returns the rows that a view shows.',
      ko: '데이터 소스의 보기(뷰) 목록: 필터와 정렬',
      title: 'Get the views of a table',
      search:
        'which views does the table have, boards and calendars of the table, saved filters, list the tabs of the database, is there a view for, what does the view filter, 보기 뭐 있, 무슨 보기가 있, 보기들이 있, 뷰 목록, 저장된 필터, 보드 보기 있어, 캘린더 보기, 표에 어떤 뷰',
      tool: {
        shown: { '': 'results next_cursor has_more', 'results.[]': 'id name type url filter? quick_filters? sorts?' },
      },
      input: viewList,
      handle: async (c) => listViews(await connect(c), c.req.valid('param').data_source_id, c.req.valid('query')),
    }),
  )
  .post(
    '/workspace/views/:view_id/query',
    read('workspace_query_view', {
      summary: 'Rows that a view shows, in its order',
      description:
        'By the id of the view or its address. Filters of the request must match as well; `sorts` replace the order of the view.',
      ko: '보기(뷰)가 보여 주는 행, 그 순서대로',
      title: 'Get many rows of a view',
      search:
        'what is in the view, rows of my board, the list under this tab, entries of the calendar view, what does the view My tasks show, open the saved view, this link with v=, 뷰에 뭐 있, 보기에 나오는 것만, 내 업무 뷰, 보드에 있는 거, 이 보기 그대로, 저장된 보기 열어',
      tool: QUERY,
      input: viewQuery,
      handle: async (c) => {
        const connection = await connect(c)
        const view = await fetchView(connection, c.req.valid('param').view_id, 'view_id')
        return queryDataSource(connection, view.dataSourceId, c.req.valid('json'), { view })
      },
    }),
  )
