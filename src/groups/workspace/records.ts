import { Hono } from 'hono'
import * as z from 'zod/mini'
import { GatewayError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import { countDone, isLost, requireDone, toUnsent } from '../../gateway/batch.ts'
import { Reply, reply } from '../../gateway/http/respond.ts'
import { pro } from '../../gateway/operation-type.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { BudgetSpent, type UpstreamContext } from '../../upstream/context.ts'
import { withListedOptions } from './convert.ts'
import {
  cachedFirstDataSource,
  clearSchemaCache,
  fetchFirstDataSource,
  fetchSchema,
  isCutAtLimit,
  readResults,
  readSchema,
  type Schema,
  withDataSource,
} from './databases.ts'
import { record } from './flatten.ts'
import { bool, connection, creating, DATA_SOURCE, list, object, reference, target, text, write } from './group.ts'
import { type Connection, connect } from './notion.ts'
import { createOnce } from './once.ts'
import { createRow, trashPage } from './pages.ts'
import { findProperty, NotInSchema } from './property.ts'
import type { BulkAnswer, BulkResult, RecordPage } from './records.outputs.ts'
import { fetchReferences, type References } from './references.ts'
import { nativeProperties } from './write.ts'

const bulkInsert = () => ({
  header: z.object(creating()),
  json: z
    .strictObject({
      data_source_id: target('The data source to insert into, or a database that has only one').check(
        z.meta({ examples: [DATA_SOURCE] }),
      ),
      database_id: target('In its place: a database, into whose first data source is inserted'),
      records: list(object()).check(
        z.meta({
          description: 'Rows, each a map of property name to plain value',
          examples: [[{ Name: 'Spring catalogue', Stage: 'Not started', Budget: 2_500_000, Due: '2027-03-15' }]],
        }),
      ),
    })
    .check(
      z.refine(({ data_source_id, database_id }) => Boolean(data_source_id) !== Boolean(database_id), {
        error: 'is required, or database_id in its place, not both',
        path: ['data_source_id'],
      }),
    ),
})

const bulkDelete = () => ({
  header: z.object(connection()),
  json: z.strictObject({
    page_ids: list(reference('A page, by its id or its address')).check(
      z.meta({ description: 'Pages to move to the trash', examples: [['2f1c0de0-0005-4000-8000-000000000005']] }),
    ),
  }),
})

/**
 * The response of a query, from the product's own. `warnings` come from the filters. Throws 502 when the product's
 * response is no list.
 */
export function recordPage(native: unknown, warnings: readonly string[]): RecordPage {
  const results = readResults(native)
  const gathered = new Set(warnings)
  const records = results.map((one) => record(one, gathered))
  if (isCutAtLimit(native)) {
    gathered.add('results: incomplete, the workspace ends a query at its row limit: narrow the filters to see the rest')
  }
  return {
    object: text(native, 'object'),
    results: records,
    next_cursor: text(native, 'next_cursor'),
    has_more: bool(native, 'has_more'),
    type: text(native, 'type'),
    request_id: text(native, 'request_id'),
    warnings: [...gathered],
  }
}

interface Target {
  readonly data_source_id?: string | null | undefined
  readonly database_id?: string | null | undefined
}

/**
 * Inserts simple maps as rows. Each is converted just before it is written, so an invalid one costs no call and does
 * not stop the others.
 */
async function insertRecords(connection: Connection, target: Target, records: readonly JsonObject[]) {
  const warnings = new Set<string>()
  const ids = records.map(() => null)
  const run = await runBulk(ids, () => insertInto(connection, target, records, warnings))
  return bulkReply(run, warnings)
}

async function insertInto(
  connection: Connection,
  target: Target,
  records: readonly JsonObject[],
  gathered: Set<string>,
): Promise<Run> {
  const { id, warnings, schema } = await findTarget(connection, target)
  for (const warning of warnings) gathered.add(warning)
  let known = await prepare(connection, schema, records)
  const convert = async (record: JsonObject, index: number) => {
    const at = `records[${index}]`
    try {
      return nativeProperties(record, known.schema.properties, { at, warnings: gathered }, known.references)
    } catch (error) {
      if (!(error instanceof NotInSchema && known.schema.isCached)) throw error
      known = await prepare(connection, await fetchSchema(connection, id), records)
      return nativeProperties(record, known.schema.properties, { at, warnings: gathered }, known.references)
    }
  }
  try {
    return await writeOneByOne(connection.upstream, records, {
      write: async (record, index) => {
        const native = await convert(record, index)
        const page_id = await createRow(connection, id, native).catch((error) => {
          throw withListedOptions(error, { at: `records[${index}]`, warnings: gathered })
        })
        if (page_id === null) gathered.add(withoutId(index))
        return { page_id, status: 'done' }
      },
    })
  } finally {
    // A new option is created together with the row.
    await clearSchemaCache(connection, id)
  }
}

/** The warning for a row whose id the product omitted. */
export const withoutId = (index: number) => `records[${index}]: was written, the workspace service did not tell its id`

/** The data source to write to, and its schema. */
async function findTarget(connection: Connection, target: Target) {
  if (target.data_source_id) {
    return withDataSource(connection, target.data_source_id, async (id, warnings) => ({
      id,
      warnings,
      schema: await readSchema(connection, id),
    }))
  }
  const databaseId = target.database_id ?? ''
  const cached = await cachedFirstDataSource(connection, databaseId)
  const asking = fetchFirstDataSource(connection, databaseId)
  // The cached data source is most likely still the first. Its schema is read while the database is checked, whose
  // error takes precedence.
  const early = cached && readSchema(connection, cached.id)
  early?.catch(() => {})
  const { id, warnings } = await asking
  return { id, warnings, schema: await (early && id === cached.id ? early : readSchema(connection, id)) }
}

interface Known {
  readonly schema: Schema
  readonly references: References
}

/** Names in all records are looked up before the first write, a hundred titles per call. */
async function prepare(connection: Connection, schema: Schema, records: readonly JsonObject[]): Promise<Known> {
  return { schema, references: await fetchNamed(connection, schema, records) }
}

/** The ids of the names in the records. */
export function fetchNamed(connection: Connection, { properties }: Schema, records: readonly JsonObject[]) {
  const values = records.flatMap((record) =>
    Object.entries(record).flatMap(([key, value]) => {
      const column = findProperty(properties, key)
      return column ? [{ column, value }] : []
    }),
  )
  return fetchReferences(connection, values)
}

/** Moves pages to the trash. */
async function deletePages(connection: Connection, ids: readonly string[]) {
  const run = await writeOneByOne(connection.upstream, ids, {
    write: async (page_id) => ({ page_id, status: (await trashPage(connection, page_id)) ? 'done' : 'already' }),
    knownId: (id) => id,
  })
  return bulkReply(run, new Set())
}

/**
 * With less than this left of the deadline no write is started, because its response might be lost; in milliseconds.
 */
const RESERVE_MS = 5_000

/** Refusals because of the token or the rate limit. Nothing was written, and the next item would be refused as well. */
const REFUSALS_OF_TOKEN: ReadonlySet<number> = new Set([401, 403, 429])

interface Writing<Item> {
  /** Returns the id of the page, null when the product omits it, and whether it was as wanted before. */
  readonly write: (item: Item, index: number) => Promise<Pick<BulkResult, 'page_id' | 'status'>>
  /** The id of a page that could not be written, if it is already known. */
  readonly knownId?: (item: Item) => string | null
}

/** The outcome of each item. */
export interface Run {
  readonly results: readonly BulkResult[]
  /** The errors of the items that failed. */
  readonly failures: readonly GatewayError[]
  /** The refusal because of the token or rate limit that ended the call. */
  readonly refusal?: GatewayError | undefined
  /** The first item that was not tried. */
  readonly next: number | null
}

/**
 * Writes one item at a time, which preserves the order and stays below the product's three requests a second. No write
 * is repeated, except by `callNotion` after a conflict. Items that do not fit in SUBREQUESTS or the deadline are left
 * for `next_index`. So are the items after a refusal of the token, which ends the run: they were not tried.
 */
export async function writeOneByOne<Item>(
  upstream: UpstreamContext,
  items: readonly Item[],
  { write, knownId = () => null }: Writing<Item>,
): Promise<Run> {
  const results: BulkResult[] = []
  const failures: GatewayError[] = []
  const fail = (index: number, status: BulkResult['status'], error: string) =>
    results.push({ index, status, page_id: knownId(items[index] as Item), error })
  const endAt = (next: number, status: BulkResult['status'], error: string, refusal?: GatewayError): Run => {
    for (let index = next; index < items.length; index++) fail(index, status, error)
    return { results, failures, refusal, next }
  }
  for (const [index, item] of items.entries()) {
    const isFull = upstream.budget.callsLeft === 0 || upstream.deadline.leftMs < RESERVE_MS
    if (index > 0 && isFull) return endAt(index, 'not_tried', NO_ROOM)
    try {
      results.push({ index, ...(await write(item, index)), error: null })
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      const isSpent = error instanceof BudgetSpent
      if (index > 0 && isSpent) return endAt(index, 'not_tried', NO_ROOM)
      failures.push(error)
      if (isSpent) return endAt(index, 'not_tried', toReason(error), error)
      if (REFUSALS_OF_TOKEN.has(error.status)) {
        fail(index, 'refused', toReason(error))
        return { ...endAt(index + 1, 'not_tried', toReason(error), error), next: index }
      }
      if (isLost(error)) fail(index, 'unknown', `${error.message}: whether it was written is not known`)
      else fail(index, 'refused', error.message)
    }
  }
  return { results, failures, next: null }
}

const NO_ROOM = 'this request had no time or no calls left for it: go on from next_index'

/** Includes the time to wait, because an agent reads no headers. */
function toReason({ message, headers }: GatewayError): string {
  const seconds = headers['Retry-After']
  return `${message}${seconds ? ` (go on from next_index after ${seconds} s)` : ''}`
}

/**
 * Runs a write. An error before its first item concerns all of them, unless the request itself is wrong.
 *
 * @param ids of the pages, null where they are not known
 */
export async function runBulk(ids: readonly (string | null)[], write: () => Promise<Run>): Promise<Run> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof GatewayError) || error.reason === 'input') throw error
    const results = ids.map((page_id, index) => ({ index, page_id, ...toUnsent(error) }))
    return { results, failures: [error], next: 0 }
  }
}

/**
 * The answer to a run. Throws when nothing was written.
 *
 * @param warnings were collected while items were written
 * @param more counts in addition to the usual ones
 */
export function bulkReply<Result extends BulkResult, More extends object = object>(
  { results, failures, refusal, next }: Run & { readonly results: readonly Result[] },
  warnings: ReadonlySet<string>,
  more?: More,
) {
  const report = {
    total: results.length,
    ...countDone(results),
    ...(more as More),
    results: [...results],
    next_index: next,
    warnings: [...warnings],
  }
  requireDone(results, report, failures)
  const body = { success: report.failed === 0, ...report, ...(refusal && { error: toReason(refusal) }) }
  return reply(body, 200, refusal?.headers, refusal?.reason)
}

export const recordRoutes = new Hono<AppEnv>()
  .post(
    '/workspace/bulk-insert',
    write('workspace_insert_records', {
      summary: 'Insert up to 100 rows from simple maps',
      description:
        'Each row is a map from property names, as workspace_get_schema lists them, to plain values. The answer has the result of each; send what is left from `next_index` on.',
      ko: '간단한 형식으로 행을 100개까지 추가',
      title: 'Create many rows',
      wanted: 4,
      search:
        'note in the CRM, 지출 내역에 추가, 표로 올려, 표로 정리해서, 새 고객 넣어, 예약 추가, log my run in the tracker, ideas into the list, 목록에 넣어, 장보기 목록에, add a task to my list, add rows to the table, put these into the table, new entries, log it in Notion, write it into the tracker, note an expense, register new customers, add students to the roster, several new rows, into the ledger, into my watchlist, make to-dos of, save the results as rows, append to the list, 할 일 추가해, 표에 넣어, 표에 추가, 목록에 추가, 명단에 추가, 새 항목, 줄 추가, 행 추가, 여러 줄 넣어, 기록해 둬, 장부에 적어, 등록해, 가계부에 써, 표에 정리해, 표로 옮겨, 노션에 정리해, 일정 추가, 고객 등록',
      tool: {
        hidden: ['database_id'],
        description:
          'Adds up to 100 rows to a Notion table, such as {"Name": "Call Kim", "Due": "2027-03-15"}. workspace_get_schema has its properties.',
      },
      destructive: false,
      input: bulkInsert,
      handle: async (c) => {
        const body = c.req.valid('json')
        const { records, ...target } = body
        const connection = await connect(c)
        const insert = (by: Connection) => insertRecords(by, target, records)
        const key = c.req.valid('header')['Idempotency-Key']
        if (key === undefined) return insert(connection)
        const { stored, headers } = await createOnce({ state: c.get('state'), connection, key, body }, async (own) =>
          String((await insert(own)).text),
        )
        return new Reply<BulkAnswer>(stored, 200, headers)
      },
      access: pro,
    }),
  )
  .post(
    '/workspace/bulk-delete',
    write('workspace_delete_pages', {
      summary: 'Move up to 100 pages to the trash',
      description:
        'The ids come from a query or from workspace_search. The answer has the result of each; send what is left from `next_index` on.',
      ko: '페이지를 100개까지 휴지통으로 옮기기(삭제)',
      title: 'Move pages to the trash',
      search:
        '테스트 페이지 정리해 버려, delete rows, remove pages from Notion, throw the old pages away, get rid of finished tasks, clean up the table, delete duplicates, move pages to the trash, archive old entries, 노션 페이지 지워, 행 삭제, 줄 지워, 표에서 빼, 중복 지워, 옛날 페이지 버려, 완료된 거 정리, 항목 삭제, 문서 삭제, 노션 휴지통으로',
      idempotent: true,
      input: bulkDelete,
      handle: async (c) => deletePages(await connect(c), c.req.valid('json').page_ids),
      access: pro,
    }),
  )
