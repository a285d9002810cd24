import * as z from 'zod'
import { badInput, hasStatus, timedOut } from '../../base/errors.ts'
import { BudgetSpent, type Outgoing } from '../../upstream/outgoing.ts'
import { shapeReader } from '../../upstream/shape.ts'
import { mergeSheets, type OrderSheet } from './merge-sheets.ts'
import { pace } from './pace.ts'
import { askOrderSheets } from './seller.ts'
import { type OrderSheetStatus, orderSheetStatuses } from './statuses.ts'
import { type CreatedAtWindow, upstreamWindow } from './window.ts'

/** What the product bears without 429 (shop facts 2.5). */
const CALLS_PER_SECOND = 5

export interface OrderSheetQuery extends CreatedAtWindow {
  /** All six when absent. */
  status?: OrderSheetStatus | undefined
}

/** An empty token ends the list; minute windows have one page (shop facts 2.4). */
const readPage = shapeReader('shop', () =>
  z.object({ data: z.array(z.unknown()), nextToken: z.union([z.string(), z.int()]).nullish() }),
)

/**
 * All order sheets of a window, by the time of the order (decisions.md section 6). Throws 400 for a window that is none,
 * and for one that cannot be had whole.
 */
export async function orderSheets(outgoing: Outgoing, { status, ...window }: OrderSheetQuery): Promise<OrderSheet[]> {
  const { form, parameters } = upstreamWindow(window)
  const turn = pace(outgoing.platform, CALLS_PER_SECOND)
  const pages: unknown[][] = []

  const readList = async (wanted: OrderSheetStatus) => {
    const list = [...parameters, ['status', wanted] as const]
    if (form === 'day') list.push(['maxPerPage', '50'])
    for (let token = '', more = true; more; more = token !== '') {
      await turn()
      const answer = await askOrderSheets(outgoing, token ? [...list, ['nextToken', token]] : list)
      const { data, nextToken } = readPage(answer)
      pages.push(data)
      token = String(nextToken ?? '')
    }
  }

  try {
    // One after another, in the order of a sheet's life: one that moves on meanwhile is seen twice at worst, never missed.
    for (const wanted of status ? [status] : orderSheetStatuses) await readList(wanted)
  } catch (error) {
    throw cutShort(outgoing, error, pages.length > 0)
  }
  return mergeSheets(pages)
}

/** What does not fit into calls and deadline is never told in part (decisions.md section 6). */
function cutShort(outgoing: Outgoing, error: unknown, hasPages: boolean): unknown {
  const isLate = hasStatus(error, 504)
  if (!isLate && !(error instanceof BudgetSpent)) return error
  // Silence from the start may be the product's own trouble: the same window is worth another try.
  if (outgoing.expired && !hasPages) {
    return timedOut('the shop service did not answer in time: try again, or ask for a narrower window')
  }
  return badInput(
    'createdAtFrom, createdAtTo: the order sheets of this window cannot all be had in one request: ask for a narrower window, or for one status',
  )
}
