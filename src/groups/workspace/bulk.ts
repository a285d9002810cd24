import { GatewayError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json-object.ts'
import { BudgetSpent, type Outgoing } from '../../upstream/outgoing.ts'
import type { BulkResult } from './answers.ts'
import type { Connection } from './connection.ts'
import { fetchFirstDataSource } from './data-sources.ts'
import { createPage, trashPage } from './pages.ts'
import { fetchProperties } from './schema-cache.ts'
import { nativeProperties } from './write/record.ts'

export interface Target {
  readonly data_source_id?: string | null | undefined
  readonly database_id?: string | null | undefined
}

/** Inserts simple maps as rows. Each is converted when its turn comes, so that a bad one costs no call and stops none. */
export async function insertRecords(connection: Connection, target: Target, records: readonly JsonObject[]) {
  const id = target.data_source_id ?? (await fetchFirstDataSource(connection, target.database_id ?? ''))
  const properties = await fetchProperties(connection, id)
  return writeOneByOne(connection.outgoing, records, async (record, index) =>
    createPage(connection, id, nativeProperties(record, properties, `records[${index}]`, new Set())),
  )
}

/** Moves pages to the trash. */
export const deletePages = (connection: Connection, ids: readonly string[]) =>
  writeOneByOne(
    connection.outgoing,
    ids,
    (id) => trashPage(connection, id),
    (id) => id,
  )

/** With less than this left of the deadline no write is begun, since its answer might be lost; in milliseconds. */
const RESERVE_MS = 5_000

/** Refusals of the token or of its pace: nothing was written, and the next item would be refused likewise. */
const REFUSALS_OF_TOKEN: ReadonlySet<number> = new Set([401, 403, 429])

/**
 * One write at a time: the order is kept, and so is the product's three requests a second (facts 7). None is repeated.
 * What does not fit in SUBREQUESTS or the deadline, or comes after a refusal of the token, is left for `next_index`.
 * Throws such a refusal of the very first item, and the product's failure when it failed at every item.
 */
async function writeOneByOne<Item>(
  outgoing: Outgoing,
  items: readonly Item[],
  write: (item: Item, index: number) => Promise<string>,
  knownId: (item: Item) => string | null = () => null,
) {
  const results: BulkResult[] = []
  const breakdowns: GatewayError[] = []
  for (const [index, item] of items.entries()) {
    if (index > 0 && (outgoing.callsLeft === 0 || outgoing.leftMs < RESERVE_MS)) break
    try {
      results.push({ index, success: true, page_id: await write(item, index), error: null })
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      const isFinal = REFUSALS_OF_TOKEN.has(error.status) || error instanceof BudgetSpent
      if (isFinal && index === 0) throw error
      if (isFinal) break
      const message = error.status < 500 ? error.message : `${error.message}: whether it was written is not known`
      if (error.status >= 500) breakdowns.push(new GatewayError(error.status, message, { reason: error.reason }))
      results.push({ index, success: false, page_id: knownId(item), error: message })
    }
  }
  const [breakdown] = breakdowns
  if (breakdown && breakdowns.length === results.length) throw breakdown
  const failed = results.filter(({ success }) => !success).length
  return {
    success: failed === 0,
    total: items.length,
    successful: results.length - failed,
    failed,
    results,
    next_index: results.length < items.length ? results.length : null,
  }
}
