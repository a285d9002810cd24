import { Hono } from 'hono'
import { pro } from '../../gateway/licence.ts'
import { operations } from '../../gateway/operation.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { queryAll } from './all/query-all.ts'
import { connect } from './connection.ts'
import { HEADERS, SYNONYMS } from './schemas.ts'
import * as inputs from './tables.schemas.ts'
import { upsertRecords } from './upsert/upsert.ts'

const { read, write } = operations<typeof import('./outputs.ts').outputs>({
  group: 'workspace',
  gate: pro,
  headers: HEADERS,
  synonyms: SYNONYMS,
})

/** Operations on whole tables. */
export const workspaceTables = new Hono<AppEnv>()
  .post(
    '/workspace/data-source/:data_source_id/query-all',
    read(
      'workspace_query_all',
      {
        input: inputs.queryAll,
      },
      async (c) => {
        return queryAll(await connect(c), c.req.valid('param').data_source_id, c.req.valid('json'))
      },
    ),
  )
  .post(
    '/workspace/data-source/:data_source_id/upsert',
    write(
      'workspace_upsert_records',
      {
        idempotent: true,
        input: inputs.upsert,
      },
      async (c) => {
        const { key, records } = c.req.valid('json')
        return upsertRecords(await connect(c), c.req.valid('param').data_source_id, key, records)
      },
    ),
  )
