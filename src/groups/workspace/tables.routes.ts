import { routeList } from '../../gateway/http/router.ts'
import { pro } from '../../gateway/licence.ts'
import { operations } from '../../gateway/operation.ts'
import * as answers from './answers.ts'
import { connect } from './connection.ts'
import { HEADERS, SYNONYMS } from './schemas.ts'
import * as inputs from './tables.schemas.ts'

const { read, write } = operations({ group: 'workspace', gate: pro, headers: HEADERS, synonyms: SYNONYMS })

/** Each is loaded at its first request, because few isolates get one. */
const readingAll = () => import('./all/query-all.ts')
const upserting = () => import('./upsert/upsert.ts')

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
        const { queryAll } = await readingAll()
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
        const { upsertRecords } = await upserting()
        return upsertRecords(await connect(c), c.req.valid('param').data_source_id, key, records)
      },
    ),
  )
