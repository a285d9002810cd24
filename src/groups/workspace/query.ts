import { Hono } from 'hono'
import * as z from 'zod/mini'
import { badInput, hasStatus } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import type { AppEnv } from '../../gateway/state.ts'
import {
  clearSchemaCache,
  databaseQuery,
  fetchFirstDataSource,
  fetchSchema,
  queryRows,
  readFirstDataSource,
  readSchema,
  type Schema,
  withDataSource,
} from './databases.ts'
import { type CompiledFilters, compileFilters, type FilterRequest, simpleFilters } from './filters/compile.ts'
import { joinFilters } from './filters/join.ts'
import { isEmptiness, readOperator } from './filters/operators.ts'
import { body, connection, dataSource, QUERY, read, viewOf } from './group.ts'
import { type Connection, connect } from './notion.ts'
import { findProperty, NotInSchema } from './property.ts'
import { recordPage } from './records.ts'
import { fetchReferences, type References } from './references.ts'
import { fetchView, type View } from './view.ts'

const dataSourceQuery = () => ({ param: dataSource(), header: z.object(connection()), json: body() })

export interface Query extends FilterRequest {
  /** The view that is queried: its filters hold as well, and its order unless another is asked for. */
  readonly view?: View | undefined
  readonly sorts?: readonly JsonObject[] | null | undefined
  readonly filter_properties?: readonly string[] | null | undefined
  readonly page_size?: number | null | undefined
  readonly start_cursor?: string | null | undefined
  readonly in_trash?: boolean | null | undefined
  readonly is_archived?: boolean | null | undefined
  readonly result_type?: 'page' | 'data_source' | null | undefined
}

/** What is queried in addition to the request, and what its answer tells. */
interface Addition {
  readonly view?: View
  readonly warnings?: readonly string[]
}

/**
 * Returns one page of rows. That is one call without simple filters. With them, it may also read the schema (if it is
 * not cached) and the ids of names.
 */
export async function queryDataSource(
  connection: Connection,
  id: string,
  asked: Query,
  { view, warnings = [] }: Addition = {},
) {
  const query = withOrder({ ...asked, ...(view && { view }) })
  const compiled = await compile(connection, id, query)
  const notes = [...warnings, ...(view?.warnings ?? []), ...compiled.warnings]
  return recordPage(await fetchRows(connection, id, query, compiled), notes)
}

/** The order of the view, unless the request has its own. */
export const withOrder = (query: Query): Query =>
  query.view && query.view.sorts.length > 0 && !query.sorts?.length ? { ...query, sorts: query.view.sorts } : query

/**
 * Queries the database's first data source. That costs one more call when the data source is not cached. If a cached
 * one no longer exists, the database is read once for the current one.
 */
async function queryDatabase(connection: Connection, databaseId: string, query: Query) {
  const first = await readFirstDataSource(connection, databaseId)
  try {
    return await queryDataSource(connection, first.id, query, first)
  } catch (error) {
    if (!first.isCached || !hasStatus(error, 404)) throw error
    const { id, warnings } = await fetchFirstDataSource(connection, databaseId)
    if (id === first.id) throw error
    return queryDataSource(connection, id, query, { warnings })
  }
}

export interface Compiled extends CompiledFilters {
  /** Undefined without simple filters, because only they need it. */
  readonly schema: Schema | undefined
}

/** Compiles a query. When a cached schema lacks something, the schema is read again before the query is refused. */
export async function compile(connection: Connection, id: string, query: Query): Promise<Compiled> {
  const compiled = await compileRequest(connection, id, query)
  const shown = query.view?.filters ?? []
  if (shown.length === 0) return compiled
  const { filter: own } = compiled
  const filter = joinFilters([...shown, ...(own && Object.keys(own).length > 0 ? [own] : [])])
  if (filter) return { ...compiled, filter }
  throw badInput(
    'filters: cannot be joined to the filter of the view, which has groups within groups: leave them out, or query the table with all conditions in workspace_filter',
  )
}

async function compileRequest(connection: Connection, id: string, query: Query): Promise<Compiled> {
  if (simpleFilters(query).length === 0) return { ...compileFilters(query, []), schema: undefined }
  const schema = await readSchema(connection, id)
  try {
    return await compileBy(connection, schema, query)
  } catch (error) {
    if (!(error instanceof NotInSchema && schema.isCached)) throw error
    return compileBy(connection, await fetchSchema(connection, id), query)
  }
}

async function compileBy(connection: Connection, schema: Schema, query: Query): Promise<Compiled> {
  const references = await fetchNamed(connection, schema, query)
  return { ...compileFilters(query, schema.properties, references), schema }
}

/** Looks up the names in the filters. */
function fetchNamed(connection: Connection, { properties }: Schema, query: Query): Promise<References> {
  const values = simpleFilters(query).flatMap(({ key, value, operator }) => {
    const column = findProperty(properties, key)
    const word = operator ? readOperator(operator) : undefined
    return column && !(word && isEmptiness(word)) ? [{ column, value }] : []
  })
  return fetchReferences(connection, values)
}

/** Returns one page of rows. `filter` is the compiled one, or an extended one. */
export async function fetchRows(
  connection: Connection,
  id: string,
  query: Query,
  { schema, filter }: Compiled,
): Promise<unknown> {
  const { sorts, filter_properties, page_size, start_cursor, in_trash, is_archived, result_type } = query
  const asked = { filter, sorts, page_size, start_cursor, in_trash, is_archived, result_type }
  // The product does not accept null for an absent field.
  const body = Object.fromEntries(Object.entries(asked).filter(([, value]) => value != null))
  try {
    return await queryRows(connection, id, body, filter_properties ?? [])
  } catch (error) {
    // The refusal may be due to a cached schema.
    if (schema && hasStatus(error, 400)) await clearSchemaCache(connection, id)
    throw error
  }
}

export const queryRoutes = new Hono<AppEnv>().post(
  '/workspace/data-source/:data_source_id/query',
  read('workspace_query_data_source', {
    summary: 'Rows of a data source, by simple or native filters',
    description:
      'The id comes from workspace_search with type data_source. `simple_properties` holds plain values. Go on with `next_cursor` as `start_cursor`.',
    ko: '데이터 소스의 행 조회: 간단한 필터 또는 원래 필터',
    search:
      'what is on the content calendar, rows over 100 in the table, 프로젝트 진행 상황, find the oldest open tickets, how much did we spend according to the expense table, candidates not called yet, is the room booked tomorrow, reservations of tomorrow, 예약표 비었, 지출 합계, 몇 개 남았, 학생 목록, 지원자 중에, which tasks are open, tasks due this week, overdue tasks, my to-dos, what do I have to do today, what do I have to get done this week, who does what this week, what is left to do, rows where, filter the table, entries with a status, how many rows have, who is responsible for, whose tasks, sorted by date, urgent first, look into the table, customers from the table, how many guests said yes, look up a value in the table, highest lowest of the table, unfinished projects, next deadline, 할 일 뭐 남았, 누가 뭘 맡았, 오늘 할 일, 마감인 거, 이번 주 마감, 기한 지난 업무, 진행 중인 것만, 표에서 찾아, 표에서 골라, 조건에 맞는, 인 것만 보여, 몇 건인지, 몇 명, 담당자별, 내 업무, 급한 것부터, 명단 보여, 목록 보여, 표 보여, 아직 안 끝난, 표에 얼마, 밑으로 떨어진 것만, 두 번 들어간',
    title: 'Get many rows',
    wanted: 2,
    tool: {
      description: 'Rows of a Notion table. workspace_search finds tables, workspace_get_schema has their properties.',
      ...QUERY,
    },
    input: dataSourceQuery,
    handle: async (c) => {
      const connection = await connect(c)
      const query = c.req.valid('json')
      const viewId = viewOf(c, 'data_source_id')
      if (viewId !== undefined) {
        const view = await fetchView(connection, viewId, 'data_source_id')
        return queryDataSource(connection, view.dataSourceId, query, { view })
      }
      return withDataSource(connection, c.req.valid('param').data_source_id, (id, warnings) =>
        queryDataSource(connection, id, query, { warnings }),
      )
    },
  }),
)

export const databaseRoutes = new Hono<AppEnv>().post(
  '/workspace/database/:database_id/query',
  read('workspace_query_database', {
    summary: "Rows of a database's first data source",
    description: 'As workspace_query_data_source, for callers that know the id of a database.',
    ko: '데이터베이스의 첫 데이터 소스의 행 조회',
    search: 'entries of a database by its id, rows of an old database id, 데이터베이스 id로 조회, 데이터베이스 행',
    title: 'Get many rows of a database',
    tool: QUERY,
    input: databaseQuery,
    handle: async (c) => {
      const connection = await connect(c)
      const viewId = viewOf(c, 'database_id')
      if (viewId === undefined) return queryDatabase(connection, c.req.valid('param').database_id, c.req.valid('json'))
      const view = await fetchView(connection, viewId, 'database_id')
      return queryDataSource(connection, view.dataSourceId, c.req.valid('json'), { view })
    },
  }),
)
