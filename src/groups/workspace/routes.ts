import { Hono } from 'hono'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { Reply } from '../../gateway/http/reply.ts'
import { basic, pro } from '../../gateway/licence.ts'
import { operations } from '../../gateway/operation.ts'
import type { AppEnv } from '../../gateway/state.ts'
import type { BulkAnswer } from './answers.ts'
import { connect, connectWebApp } from './connection.ts'
import { createOnce } from './create-once.ts'
import { withDataSource } from './databases.ts'
import { workspaceFinding } from './finding.routes.ts'
import { invite } from './invite.ts'
import { workspacePages } from './pages.routes.ts'
import { queryDatabase, queryDataSource } from './query.ts'
import { deletePages, insertRecords } from './records.ts'
import { fetchDataSourceSchema } from './schema.ts'
import * as inputs from './schemas.ts'
import { workspaceTables } from './tables.routes.ts'

const { read, write } = operations<typeof import('./outputs.ts').outputs>({
  group: 'workspace',
  gate: basic,
  headers: inputs.HEADERS,
  synonyms: inputs.SYNONYMS,
})

/** The routes under /api/v2. */
export const workspaceV2 = new Hono<AppEnv>()
  .post(
    '/workspace/data-source/:data_source_id/query',
    read(
      'workspace_query_data_source',
      {
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
  .get(
    '/workspace/data-source/:data_source_id/schema',
    read(
      'workspace_get_schema',
      {
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
  .route('/', workspaceFinding)
  .route('/', workspaceTables)
  .route('/', workspacePages)

export const workspace = new Hono<AppEnv>()
  .post(
    '/workspace/database/:database_id/query',
    read(
      'workspace_query_database',
      {
        input: inputs.databaseQuery,
      },
      async (c) => queryDatabase(await connect(c), c.req.valid('param').database_id, c.req.valid('json')),
    ),
  )
  .post(
    '/workspace/workspace-invite',
    write(
      'workspace_invite_member',
      {
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
  .post(
    '/workspace/bulk-insert',
    write(
      'workspace_insert_records',
      {
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
        idempotent: true,
        input: inputs.bulkDelete,
        gate: pro,
      },
      async (c) => deletePages(await connect(c), c.req.valid('json').page_ids),
    ),
  )
