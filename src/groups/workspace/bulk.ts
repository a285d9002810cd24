import { GatewayError } from '../../base/errors.ts'
import { reply } from '../../gateway/http/reply.ts'
import { BudgetSpent } from '../../upstream/http/call-budget.ts'
import type { UpstreamContext } from '../../upstream/http/upstream-context.ts'
import type { BulkAnswer, BulkResult } from './answers.ts'

/**
 * With less than this left of the deadline no write is started, because its response might be lost; in milliseconds.
 */
const RESERVE_MS = 5_000

/** Refusals because of the token or the rate limit. Nothing was written, and the next item would be refused as well. */
const REFUSALS_OF_TOKEN: ReadonlySet<number> = new Set([401, 403, 429])

interface Writing<Item> {
  /** Returns the id of the written page, or null when the product omits it. */
  readonly write: (item: Item, index: number) => Promise<string | null>
  /** The id of a page that could not be written, if it is already known. */
  readonly knownId?: (item: Item) => string | null
}

/** The results of the items that were attempted. */
export interface Run {
  readonly results: readonly BulkResult[]
  /** The refusal because of the token or rate limit that ended the call. */
  readonly refusal: GatewayError | undefined
}

/**
 * Writes one item at a time, which preserves the order and stays below the product's three requests a second (facts 7).
 * No write is repeated, except by `callNotion` after a conflict. Items that do not fit in SUBREQUESTS or the deadline are left for `next_index`. So are the
 * items after a refusal of the token, which the response reports. Throws such a refusal of the very first item, and the
 * product's error when every item failed.
 */
export async function writeOneByOne<Item>(
  upstream: UpstreamContext,
  items: readonly Item[],
  { write, knownId }: Writing<Item>,
): Promise<Run> {
  const results: BulkResult[] = []
  const breakdowns: GatewayError[] = []
  let refusal: GatewayError | undefined
  for (const [index, item] of items.entries()) {
    if (index > 0 && (upstream.budget.callsLeft === 0 || upstream.deadline.leftMs < RESERVE_MS)) break
    try {
      results.push({ index, success: true, page_id: await write(item, index), error: null })
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      const endsCall = REFUSALS_OF_TOKEN.has(error.status) || error instanceof BudgetSpent
      if (endsCall && index === 0) throw error
      if (endsCall) {
        if (!(error instanceof BudgetSpent)) refusal = error
        break
      }
      const message = error.status < 500 ? error.message : `${error.message}: whether it was written is not known`
      if (error.status >= 500) breakdowns.push(new GatewayError(error.status, message, { reason: error.reason }))
      results.push({ index, success: false, page_id: knownId?.(item) ?? null, error: message })
    }
  }
  const [breakdown] = breakdowns
  if (breakdown && breakdowns.length === results.length) throw breakdown
  return { results, refusal }
}

/** The response body for a run. `warnings` were collected while items were written. */
export function bulkAnswer(total: number, { results, refusal }: Run, warnings: ReadonlySet<string>): BulkAnswer {
  const failed = results.filter(({ success }) => !success).length
  return {
    success: failed === 0 && !refusal,
    total,
    successful: results.length - failed,
    failed,
    results: [...results],
    next_index: results.length < total ? results.length : null,
    ...(refusal && { error: endReason(refusal) }),
    warnings: [...warnings],
  }
}

/** With the Retry-After of the refusal that ended the run, if any. */
export const bulkReply = <Body>(body: Body, { refusal }: Run) =>
  refusal ? reply(body, 200, refusal.headers, refusal.reason) : reply(body, 200)

/** The message includes the time to wait, because an agent reads no headers. */
function endReason({ message, headers }: GatewayError): string {
  const seconds = headers['Retry-After']
  return `${message}${seconds ? ` (go on from next_index after ${seconds} s)` : ''}`
}
