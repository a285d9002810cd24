import { routeList } from '../../gateway/http/router.ts'
import { pro } from '../../gateway/licence.ts'
import { operations } from '../../gateway/operation.ts'
import { queryAll } from './all/query-all.ts'
import * as answers from './answers.ts'
import { connect } from './connection.ts'
import { HEADERS, SYNONYMS } from './schemas.ts'
import * as inputs from './tables.schemas.ts'
import { upsertRecords } from './upsert/upsert.ts'

const { read, write } = operations({ group: 'workspace', gate: pro, headers: HEADERS, synonyms: SYNONYMS })

/** Operations on whole tables (decisions.md section 5). */
export const workspaceTables = routeList()
  .post(
    '/workspace/data-source/:data_source_id/query-all',
    read(
      {
        id: 'workspace_query_all',
        input: inputs.queryAll,
        output: answers.allRecords,
      },
      async (c) => {
        return queryAll(await connect(c), c.req.valid('param').data_source_id, c.req.valid('json'))
      },
    ),
  )
  .post(
    '/workspace/data-source/:data_source_id/upsert',
    write(
      {
        id: 'workspace_upsert_records',
        idempotent: true,
        input: inputs.upsert,
        output: answers.upserted,
      },
      async (c) => {
        const { key, records } = c.req.valid('json')
        return upsertRecords(await connect(c), c.req.valid('param').data_source_id, key, records)
      },
    ),
  )
