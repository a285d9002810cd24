import { badInput, hasStatus } from '../../../base/errors.ts'
import type { JsonObject } from '../../../base/json.ts'
import { bulkReply, type Run, runBulk, writeOneByOne } from '../bulk.ts'
import type { Connection } from '../connection.ts'
import { withListedOptions } from '../convert/option.ts'
import { withDataSource } from '../databases.ts'
import { changeRow, createRow } from '../pages.ts'
import { NotInSchema, type Property } from '../property.ts'
import { fetchNamed, withoutId } from '../records.ts'
import { clearSchemaCache, fetchSchema, readSchema, type Schema } from '../schema-cache.ts'
import type { UpsertResult } from '../tables.answers.ts'
import { keyProperty } from './key.ts'
import { withLock } from './lock.ts'
import { getChanges, getPlans, mayBeOutdated, type Plan, type Refused } from './plan.ts'
import { fetchKeyedRows, type KeyedRow, type KeyedRows } from './rows.ts'

/**
 * Creates or updates rows, identified by their key. An existing row is updated if it differs. A missing one is created.
 * That takes one read for all keys, then one write for each record that needs it. Upserts into the same data source run
 * one after another within an isolate, so two of them do not create the same row twice.
 */
export async function upsertRecords(connection: Connection, id: string, key: string, records: readonly JsonObject[]) {
  const notes: Notes = { warnings: new Set(), outcomes: new Map() }
  const ids = records.map(() => null)
  const run = await runBulk(ids, () =>
    withDataSource(connection, id, (own, warnings) => {
      for (const warning of warnings) notes.warnings.add(warning)
      return withLock(connection.upstream, own, () => upsert(connection, own, key, records, notes))
    }),
  )
  const results = run.results.map(
    (result): UpsertResult => ({ ...result, outcome: notes.outcomes.get(result.index) ?? 'failed' }),
  )
  const count = (outcome: UpsertResult['outcome']) => results.filter((result) => result.outcome === outcome).length
  const counts = { created: count('created'), updated: count('updated'), unchanged: count('unchanged') }
  return bulkReply({ ...run, results }, notes.warnings, counts)
}

/** What an upsert tells of its rows, collected while they are written. */
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
        const page_id = await write(connection, id, plan, row, changes).catch((error) => {
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

/** Returns the id of the row, or null when the product omits that of a new one. */
async function write(
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
