import { Hono } from 'hono'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { Reply } from '../../gateway/http/respond.ts'
import { pro } from '../../gateway/operation-type.ts'
import type { AppEnv } from '../../gateway/state.ts'
import type { BulkAnswer } from './answers.ts'
import { connect, connectWebApp } from './connection.ts'
import { createOnce } from './create-once.ts'
import { withDataSource } from './databases.ts'
import { QUERY } from './docs.ts'
import { commentRoutes, fileRoutes, peopleRoutes, propertyRoutes, searchRoutes } from './finding.routes.ts'
import { read, write } from './group.ts'
import { invite } from './invite.ts'
import { markdownRoutes, pageRoutes } from './pages.routes.ts'
import { queryDatabase, queryDataSource } from './query.ts'
import { deletePages, insertRecords } from './records.ts'
import { fetchDataSourceSchema } from './schema.ts'
import * as inputs from './schemas.ts'
import { queryAllRoutes, upsertRoutes } from './tables.routes.ts'

export const queryRoutes = new Hono<AppEnv>().post(
  '/workspace/data-source/:data_source_id/query',
  read(
    'workspace_query_data_source',
    {
      summary: 'Rows of a data source, by simple or native filters',
      description:
        'The id comes from workspace_search with type data_source. `simple_properties` holds plain values. Go on with `next_cursor` as `start_cursor`.',
      ko: '데이터 소스의 행 조회: 간단한 필터 또는 원래 필터',
      title: 'Get many rows',
      wanted: 2,
      tool: {
        description:
          'Rows of a Notion table. workspace_search finds tables, workspace_get_schema has their properties.',
        ...QUERY,
      },
      input: inputs.dataSourceQuery,
    },
    async (c) => {
      const connection = await connect(c)
      return withDataSource(connection, c.req.valid('param').data_source_id, (id, warnings) =>
        queryDataSource(connection, id, c.req.valid('json'), warnings),
      )
    },
  ),
)

export const schemaRoutes = new Hono<AppEnv>().get(
  '/workspace/data-source/:data_source_id/schema',
  read(
    'workspace_get_schema',
    {
      summary: 'Properties of a data source, with the operators and options that filters may use',
      description:
        'Read it before querying or writing: it names the properties, their types and options. The id comes from workspace_search with type data_source.',
      ko: '데이터 소스의 속성, 필터에 쓸 수 있는 연산자와 옵션',
      title: 'Get the columns of a table',
      search: 'columns table 열 표',
      tool: { shown: { '': 'id title properties operators', 'properties.[]': 'name type options? groups?' } },
      input: inputs.schema,
    },
    async (c) => {
      const connection = await connect(c)
      return withDataSource(connection, c.req.valid('param').data_source_id, (id) =>
        fetchDataSourceSchema(connection, id),
      )
    },
  ),
)

/** The routes under /api/v2. */
export const workspaceV2 = new Hono<AppEnv>()
  .route('/', queryRoutes)
  .route('/', schemaRoutes)
  .route('/', searchRoutes)
  .route('/', peopleRoutes)
  .route('/', propertyRoutes)
  .route('/', commentRoutes)
  .route('/', fileRoutes)
  .route('/', queryAllRoutes)
  .route('/', upsertRoutes)
  .route('/', pageRoutes)
  .route('/', markdownRoutes)

export const databaseRoutes = new Hono<AppEnv>().post(
  '/workspace/database/:database_id/query',
  read(
    'workspace_query_database',
    {
      summary: "Rows of a database's first data source",
      description: 'As workspace_query_data_source, for callers that know the id of a database.',
      ko: '데이터베이스의 첫 데이터 소스의 행 조회',
      title: 'Get many rows of a database',
      tool: QUERY,
      input: inputs.databaseQuery,
    },
    async (c) => queryDatabase(await connect(c), c.req.valid('param').database_id, c.req.valid('json')),
  ),
)

export const memberRoutes = new Hono<AppEnv>().post(
  '/workspace/workspace-invite',
  write(
    'workspace_invite_member',
    {
      summary: 'Invite someone into the workspace by e-mail address',
      description:
        'Uses unofficial calls of the web app of the service, with the session of a browser; they may stop working any day.',
      ko: '이메일로 워크스페이스에 초대',
      title: 'Invite a person',
      tool: {
        account: null,
        withheld: ['role'],
      },
      effect: 'message',
      destructive: false,
      idempotent: true,
      input: inputs.invitation,
    },
    async (c) => {
      const { email, role } = c.req.valid('json')
      return { ...SUCCESS.workspace, ...(await invite(connectWebApp(c), email, role)) }
    },
  ),
)

export const recordRoutes = new Hono<AppEnv>()
  .post(
    '/workspace/bulk-insert',
    write(
      'workspace_insert_records',
      {
        summary: 'Insert up to 100 rows from simple maps',
        description:
          'Each row is a map from property names, as workspace_get_schema lists them, to plain values. The answer has the result of each; send what is left from `next_index` on.',
        ko: '간단한 형식으로 행을 100개까지 추가',
        title: 'Create many rows',
        wanted: 4,
        search: 'create rows 행 만들기',
        tool: {
          hidden: ['database_id'],
          description:
            'Adds up to 100 rows to a Notion table, such as {"Name": "Call Kim", "Due": "2027-03-15"}. workspace_get_schema has its properties.',
        },
        destructive: false,
        input: inputs.bulkInsert,
        gate: pro,
      },
      async (c) => {
        const body = c.req.valid('json')
        const { records, ...target } = body
        const connection = await connect(c)
        const insert = () => insertRecords(connection, target, records)
        const key = c.req.valid('header')['Idempotency-Key']
        if (key === undefined) return insert()
        const { stored, headers } = await createOnce({ state: c.get('state'), connection, key, body }, async () =>
          String((await insert()).text),
        )
        return new Reply<BulkAnswer>(stored, 200, headers)
      },
    ),
  )
  .post(
    '/workspace/bulk-delete',
    write(
      'workspace_delete_pages',
      {
        summary: 'Move up to 100 pages to the trash',
        description:
          'The ids come from a query or from workspace_search. The answer has the result of each; send what is left from `next_index` on.',
        ko: '페이지를 100개까지 휴지통으로 옮기기(삭제)',
        title: 'Move pages to the trash',
        search: 'remove archive',
        idempotent: true,
        input: inputs.bulkDelete,
        gate: pro,
      },
      async (c) => deletePages(await connect(c), c.req.valid('json').page_ids),
    ),
  )

export const workspace = new Hono<AppEnv>().route('/', databaseRoutes).route('/', memberRoutes).route('/', recordRoutes)
