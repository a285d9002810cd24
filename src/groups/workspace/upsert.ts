import { Hono } from 'hono'
import * as z from 'zod/mini'
import { asUuid } from '../../base/accounts.ts'
import { badInput, hasStatus } from '../../base/errors.ts'
import { isObject, type JsonObject, member, textMember } from '../../base/json.ts'
import { pro } from '../../gateway/operation-type.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { requiredFields } from '../../upstream/failures.ts'
import { withListedOptions } from './convert.ts'
import {
  clearSchemaCache,
  fetchSchema,
  isCutAtLimit,
  queryRows,
  readResults,
  readSchema,
  type Schema,
  withDataSource,
} from './databases.ts'
import { connection, dataSource, list, object, viewWarnings, write } from './group.ts'
import { withLock } from './lock.ts'
import { type Connection, Cursors, connect, nextCursor } from './notion.ts'
import type { UpsertResult } from './outputs.ts'
import { changeRow, createRow } from './pages.ts'
import { NotInSchema, type Property } from './property.ts'
import { bulkReply, fetchNamed, type Run, runBulk, withoutId, writeOneByOne } from './records.ts'
import {
  getChanges,
  getPlans,
  type Key,
  type KeyedRow,
  keyId,
  keyProperty,
  mayBeOutdated,
  type Plan,
  type Refused,
} from './upsert-plan.ts'

const upsertInput = () => ({
  param: dataSource(),
  header: z.object(connection()),
  json: z.strictObject({
    key: z
      .string()
      .check(z.minLength(1, 'must not be empty'))
      .check(
        z.meta({
          description:
            'Name or id of the property that identifies rows: a title, rich_text, number, select, status, date, url, email or phone_number',
          examples: ['Name'],
        }),
      ),
    records: list(object()).check(
      z.meta({
        description:
          'Rows, each a map of property name to plain value, with the key; null or "" empties a property of a row that exists',
        examples: [[{ Name: 'Spring catalogue', Stage: 'In progress', Budget: 2_700_000 }]],
      }),
    ),
  }),
})

/** Rows by key id. For a key with several rows, at least two are included. */
type KeyedRows = ReadonlyMap<string, readonly KeyedRow[]>

/** The most properties in the URL of a query. */
const MOST_SHOWN = 100

// A row that cannot be identified would be created a second time.
const required = requiredFields('workspace', 'results[].id', 'results[].properties')

/**
 * Finds the rows with one of the keys, at most a hundred keys. It makes one call, plus one for each further page, in
 * which keys with two rows are left out. Throws the product's refusals, and 502 for a row without an id or a key.
 */
async function fetchKeyedRows(
  connection: Connection,
  dataSourceId: string,
  property: Property,
  keys: readonly Key[],
  shown: readonly Property[],
): Promise<KeyedRows> {
  const found = new Map<string, KeyedRow[]>()
  const names = shown.length <= MOST_SHOWN ? shown.map(({ id, name }) => id || name) : []
  let wanted = keys.flatMap(({ id, filter }) => (filter ? [{ id, filter }] : []))
  let cursor: string | undefined
  let cursors = new Cursors()
  while (wanted.length > 0) {
    const filters = wanted.map(({ filter }) => filter)
    const filter = filters.length > 1 ? { or: filters } : filters[0]
    const body = { filter, page_size: 100, ...(cursor && { start_cursor: cursor }) }
    const answer = await queryRows(connection, dataSourceId, body, names)
    if (isCutAtLimit(answer)) throw badInput('key: too many rows match these keys case-insensitively')
    for (const native of readResults(answer)) gather(found, property, native)
    cursor = cursors.next(nextCursor(answer))
    if (!cursor) break
    const open = wanted.filter(({ id }) => (found.get(id)?.length ?? 0) < 2)
    // Other filters have cursors of their own.
    if (open.length < wanted.length) {
      cursor = undefined
      cursors = new Cursors()
    }
    wanted = open
  }
  return found
}

function gather(found: Map<string, KeyedRow[]>, property: Property, native: unknown): void {
  // A wiki also lists data sources, which are not rows.
  if (textMember(native, 'object') === 'data_source') return
  const id = required('results[].id', asUuid(member(native, 'id')))
  const properties = member(native, 'properties')
  const values = required('results[].properties', isObject(properties) ? properties : undefined)
  const key = required('results[].properties', keyId(property, member(values, property.name)))
  const rows = found.get(key) ?? []
  if (!rows.some((row) => row.id === id)) found.set(key, [...rows, { id, properties: values }])
}

/**
 * Creates or updates rows, identified by their key. An existing row is updated if it differs. A missing one is created.
 * That takes one read for all keys, then one write for each record that needs it. Upserts into the same data source run
 * one after another within an isolate, so two of them do not create the same row twice.
 */
async function upsertRecords(
  connection: Connection,
  id: string,
  key: string,
  records: readonly JsonObject[],
  warnings: readonly string[],
) {
  const notes: Notes = { warnings: new Set(warnings), outcomes: new Map() }
  const ids = records.map(() => null)
  const run = await runBulk(ids, () =>
    withDataSource(connection, id, (own, warnings) => {
      for (const warning of warnings) notes.warnings.add(warning)
      return withLock(connection.upstream, own, 'upserts into this data source', () =>
        upsert(connection, own, key, records, notes),
      )
    }),
  )
  const results = run.results.map(
    (result): UpsertResult => ({ ...result, outcome: notes.outcomes.get(result.index) ?? 'failed' }),
  )
  const count = (outcome: UpsertResult['outcome']) => results.filter((result) => result.outcome === outcome).length
  const counts = { created: count('created'), updated: count('updated'), unchanged: count('unchanged') }
  return bulkReply({ ...run, results }, notes.warnings, counts)
}

/** The notes of an upsert about its rows, collected while they are written. */
interface Notes {
  readonly warnings: Set<string>
  readonly outcomes: Map<number, UpsertResult['outcome']>
}

async function upsert(
  connection: Connection,
  id: string,
  keyName: string,
  records: readonly JsonObject[],
  { warnings, outcomes }: Notes,
): Promise<Run> {
  const { key, plans, rows } = await prepareWithRows(connection, id, keyName, records)
  let hasWritten = false
  try {
    return await writeOneByOne(connection.upstream, plans, {
      write: async (plan, index) => {
        if ('refusal' in plan) throw plan.refusal
        for (const warning of plan.warnings) warnings.add(warning)
        const row = onlyRow(rows, plan, index)
        const changes = row && getChanges(plan, row, key)
        if (row && changes && Object.keys(changes).length === 0) {
          outcomes.set(index, 'unchanged')
          return { page_id: row.id, status: 'already' }
        }
        hasWritten = true
        const page_id = await writeRow(connection, id, plan, row, changes).catch((error) => {
          throw withListedOptions(error, { at: `records[${index}]`, warnings })
        })
        if (page_id === null) warnings.add(withoutId(index))
        outcomes.set(index, row ? 'updated' : 'created')
        return { page_id, status: 'done' }
      },
      knownId: (plan) => ('refusal' in plan ? null : (single(rows, plan)?.id ?? null)),
    })
  } finally {
    // A new option is created together with the row.
    if (hasWritten) await clearSchemaCache(connection, id)
  }
}

/** The plans and the rows that they are about. A record whose option the product refuses as a key is refused with it. */
async function prepareWithRows(connection: Connection, id: string, keyName: string, records: readonly JsonObject[]) {
  const { key, plans } = await prepare(connection, id, keyName, records)
  const ready = plans.filter((plan) => 'key' in plan)
  const shown = [...new Set([key, ...ready.flatMap(({ given }) => given)])]
  const fetchRows = (some: readonly Plan[]) =>
    fetchKeyedRows(
      connection,
      id,
      key,
      some.map((plan) => plan.key),
      shown,
    )
  try {
    return { key, plans, rows: await fetchRows(ready) }
  } catch (error) {
    const listed = ready.filter((plan) => plan.key.isListed)
    if (!hasStatus(error, 400) || listed.length === ready.length) throw error
    const decided = plans.map((plan) => ('key' in plan && !plan.key.isListed ? { refusal: error } : plan))
    return { key, plans: decided, rows: await fetchRows(listed) }
  }
}

interface Prepared {
  readonly key: Property
  readonly plans: readonly (Plan | Refused)[]
}

/** A cached schema is read again before a record is refused or a key counts as new. */
async function prepare(
  connection: Connection,
  id: string,
  key: string,
  records: readonly JsonObject[],
): Promise<Prepared> {
  const schema = await readSchema(connection, id)
  try {
    const prepared = await prepareBy(connection, schema, key, records)
    if (!schema.isCached || !mayBeOutdated(prepared.plans)) return prepared
  } catch (error) {
    if (!(error instanceof NotInSchema && schema.isCached)) throw error
  }
  return prepareBy(connection, await fetchSchema(connection, id), key, records)
}

async function prepareBy(connection: Connection, schema: Schema, name: string, records: readonly JsonObject[]) {
  const key = keyProperty(schema.properties, name)
  const references = await fetchNamed(connection, schema, records)
  return { key, plans: getPlans(records, schema.properties, key, references) }
}

const single = (rows: KeyedRows, { key }: Plan): KeyedRow | undefined => {
  const [row, ...others] = rows.get(key.id) ?? []
  return others.length === 0 ? row : undefined
}

/**
 * The row with the key. Undefined when there is none. Throws 400 when there are several, because the caller means one.
 */
function onlyRow(rows: KeyedRows, plan: Plan, index: number): KeyedRow | undefined {
  const found = rows.get(plan.key.id) ?? []
  if (found.length < 2) return found[0]
  const ids = found.slice(0, 2).map(({ id }) => id)
  throw badInput(`records[${index}]: several rows have this key, such as ${ids.join(' and ')}: leave it to one of them`)
}

/** Returns the id of the row, or null when the product omits the id of a new one. */
async function writeRow(
  connection: Connection,
  dataSourceId: string,
  { written }: Plan,
  row: KeyedRow | undefined,
  changes: JsonObject | undefined,
): Promise<string | null> {
  if (!row || !changes) return createRow(connection, dataSourceId, written)
  await changeRow(connection, row.id, changes)
  return row.id
}

export const upsertRoutes = new Hono<AppEnv>().post(
  '/workspace/data-source/:data_source_id/upsert',
  write('workspace_upsert_records', {
    summary: 'Create or update up to 100 rows of a data source by a key',
    description:
      'A row that has the key is changed where it differs, and one is created where none has it. A key that two rows have fails its record, and so does one that an earlier record of the request has.',
    ko: '키를 기준으로 행을 100개까지 추가하거나 수정',
    search:
      'import contacts without making anyone twice, update rows that exist and add the others, without doubles, no duplicates, sync the list into the table, match by number, overwrite existing customers, change prices by article number, bring the table up to date with this list, merge the list into the table, 중복 없이 넣어, 있으면 수정 없으면 추가, 이미 있는 사람은 덮어, 새 것만 추가, 동기화해, 표 갱신, 번호로 맞춰, 이 명단으로 업데이트, 겹치지 않게, 최신으로 맞춰',
    title: 'Create or update rows',
    wanted: 3,
    access: pro,
    idempotent: true,
    input: upsertInput,
    handle: async (c) => {
      const { key, records } = c.req.valid('json')
      const warnings = viewWarnings(c, 'data_source_id')
      return upsertRecords(await connect(c), c.req.valid('param').data_source_id, key, records, warnings)
    },
  }),
)
