import { badInput, hasStatus, timedOut } from '../../base/errors.ts'
import { at, identifier } from '../../base/lenient-json.ts'
import { type Platform, sleep } from '../../base/platform.ts'
import { BudgetSpent } from '../../upstream/http/call-budget.ts'
import { requiredFields } from '../../upstream/http/required-fields.ts'
import type { UpstreamContext } from '../../upstream/http/upstream-context.ts'
import type { Connection } from './connection.ts'
import { mergeSheets, type OrderSheet, type OrderSheetStatus, orderSheetStatuses } from './merge-sheets.ts'
import { type CreatedAtWindow, type UpstreamWindow, upstreamWindow } from './window.ts'

/** How many calls a second the product accepts without 429 (shop facts 2.5). */
export const CALLS_PER_SECOND = 5

const required = requiredFields('shop', 'data', 'nextToken')

/** One page of a list: its rows and the token of the next page, which is empty at the end. */
export interface ListPage {
  data: readonly unknown[]
  nextToken: string
}

export function readPage(envelope: unknown): ListPage {
  const data = at(envelope, 'data')
  const nextToken = at(envelope, 'nextToken')
  return {
    // The product may send null for an empty list.
    data: data === null ? [] : required('data', Array.isArray(data) ? data : undefined),
    // Minute windows have one page and no token (shop facts 2.4).
    nextToken:
      nextToken === undefined || nextToken === null || nextToken === ''
        ? ''
        : required('nextToken', identifier(nextToken)),
  }
}

/** Version 5, which returns amounts as objects with a currency (shop facts 2.4). */
const orderSheetsPath = (vendorId: string) =>
  `/v2/providers/openapi/apis/api/v5/vendors/${encodeURIComponent(vendorId)}/ordersheets`

/**
 * One page of the sheets with one status in a window. @param token the token from the page before; '' for the first
 * page
 */
export async function fetchSheetPage(
  { callAsSeller }: Connection,
  status: OrderSheetStatus,
  { form, parameters }: UpstreamWindow,
  token: string,
) {
  const list = [...parameters, ['status', status] as const]
  if (form === 'day') list.push(['maxPerPage', '50'])
  if (token) list.push(['nextToken', token])
  return readPage(await callAsSeller({ path: orderSheetsPath, parameters: list }))
}

export interface OrderSheetQuery extends CreatedAtWindow {
  /** All six when absent. */
  status?: OrderSheetStatus | undefined
}

/**
 * All order sheets of a window, by the time of the order (decisions.md section 6). Throws 400 for an invalid window,
 * and for one that cannot be read completely. Throws 502 for a repeated token.
 */
export async function listOrderSheets(
  connection: Connection,
  { status, ...query }: OrderSheetQuery,
): Promise<OrderSheet[]> {
  const { upstream } = connection
  const window = upstreamWindow(query)
  const awaitSlot = pace(upstream.platform, CALLS_PER_SECOND)
  const pages: (readonly unknown[])[] = []

  const fetchList = async (wanted: OrderSheetStatus) => {
    const seen = new Set<string>()
    for (let token = '', more = true; more; more = token !== '') {
      await awaitSlot()
      const { data, nextToken } = await fetchSheetPage(connection, wanted, window, token)
      pages.push(data)
      // A repeated token would cause an endless loop.
      if (seen.has(nextToken)) required('nextToken', undefined)
      seen.add(nextToken)
      token = nextToken
    }
  }

  try {
    // In the order of a sheet's life and one after another: a sheet that changes its status may be seen twice, but is
    // never missed. Each list must end before the next one starts. The product reads its lists at any moment between
    // request and response. With two concurrent calls it could read the later list first, and a sheet that moves from
    // one to the other in between would be in neither.
    for (const wanted of status ? [status] : orderSheetStatuses) await fetchList(wanted)
  } catch (error) {
    throw incomplete(upstream, error, pages.length > 0)
  }
  return mergeSheets(pages)
}

/**
 * The error for a window that does not fit into the call budget and deadline. A partial list would be misleading
 * (decisions.md section 6).
 */
function incomplete(upstream: UpstreamContext, error: unknown, hasPages: boolean): unknown {
  const isLate = hasStatus(error, 504)
  if (!isLate && !(error instanceof BudgetSpent)) return error
  // If the product never responded, the cause may be the product itself: the same window is worth another try.
  if (upstream.deadline.hasPassed && !hasPages) {
    return timedOut('the shop service did not answer in time: try again, or ask for a narrower window')
  }
  return badInput(
    'createdAtFrom, createdAtTo: the order sheets of this window cannot all be had in one request: ask for a narrower window, or for one status',
  )
}

/**
 * Returns a function that waits until the next call may start. At most `perSecond` calls start within any second,
 * however long each takes.
 */
export function pace(platform: Platform, perSecond: number): () => Promise<void> {
  const started: number[] = []
  return async () => {
    const earlier = started.at(-perSecond)
    const wait = earlier === undefined ? 0 : earlier + 1000 - platform.now()
    if (wait > 0) await sleep(platform, wait)
    started.push(platform.now())
  }
}
