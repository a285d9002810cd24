import { GatewayError } from '../../base/errors.ts'
import { countDone, isLost, requireDone } from '../../gateway/batch.ts'
import { reply } from '../../gateway/http/respond.ts'
import { BudgetSpent, type UpstreamContext } from '../../upstream/context.ts'
import type { BulkResult } from './answers.ts'

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

/** What became of the items. */
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
 * for `next_index`. So are the items after a refusal of the token, which ends the run.
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
      if (isSpent || REFUSALS_OF_TOKEN.has(error.status)) return endAt(index, 'refused', toReason(error), error)
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
 * Runs a write. An error before its first item refuses all of them, unless the request itself is wrong.
 *
 * @param ids of the pages, null where they are not known
 */
export async function runBulk(ids: readonly (string | null)[], write: () => Promise<Run>): Promise<Run> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof GatewayError) || error.reason === 'input') throw error
    const results = ids.map((page_id, index) => ({ index, status: 'refused', page_id, error: error.message }) as const)
    return { results, failures: [error], next: 0 }
  }
}

/**
 * The answer to a run. Throws when nothing was written.
 *
 * @param warnings were collected while items were written
 * @param more counts beside the usual ones
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
