import { Hono } from 'hono'
import { pro } from '../../gateway/operation-type.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { queryAll } from './all/query-all.ts'
import { connect } from './connection.ts'
import { QUERY } from './docs.ts'
import { read, write } from './group.ts'
import * as inputs from './tables.schemas.ts'
import { upsertRecords } from './upsert/upsert.ts'

export const queryAllRoutes = new Hono<AppEnv>().post(
  '/workspace/data-source/:data_source_id/query-all',
  read(
    'workspace_query_all',
    {
      summary: 'All rows of a data source, up to 5,000 at once',
      description:
        'Past the row limit of the service where the rows are sorted by created_time, as they are unless sorts are given.',
      ko: '데이터 소스의 모든 행, 한 번에 5,000개까지',
      title: 'Get all rows',
      tool: {
        ...QUERY,
      },
      gate: pro,
      input: inputs.queryAll,
    },
    async (c) => {
      return queryAll(await connect(c), c.req.valid('param').data_source_id, c.req.valid('json'))
    },
  ),
)

export const upsertRoutes = new Hono<AppEnv>().post(
  '/workspace/data-source/:data_source_id/upsert',
  write(
    'workspace_upsert_records',
    {
      summary: 'Create or update up to 100 rows of a data source by a key',
      description:
        'A row that has the key is changed where it differs, and one is created where none has it. A key that two rows have fails its record, and so does one that an earlier record of the request has.',
      ko: '키를 기준으로 행을 100개까지 추가하거나 수정',
      title: 'Create or update rows',
      wanted: 3,
      gate: pro,
      idempotent: true,
      input: inputs.upsert,
    },
    async (c) => {
      const { key, records } = c.req.valid('json')
      return upsertRecords(await connect(c), c.req.valid('param').data_source_id, key, records)
    },
  ),
)
