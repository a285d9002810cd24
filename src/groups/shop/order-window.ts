import { badInput, hasStatus } from '../../base/errors.ts'
import { at } from '../../base/json.ts'
import { endOfKoreanDay, getKoreanDay, startOfKoreanDay } from '../../base/time.ts'
import { BudgetSpent } from '../../upstream/context.ts'
import type { Connection } from './connection.ts'
import { fetchUpstreamPage } from './orderpage.ts'
import { hasNextInYear, type PageModel } from './page-model.ts'

/** The most orders per page that the product returns. */
const SIZE = 10

export interface OrderWindow {
  /** Days in Korea as `YYYY-MM-DD`, both included. The end defaults to today. */
  orderedFrom: string
  orderedTo?: string | undefined
}

/**
 * All orders of a range of days, newest first. The product has no such query, so its years are read from the newest
 * order until one is older. Throws 400 when the range cannot be read completely in one request, because a partial list
 * would be misleading.
 */
export async function fetchOrdersIn(connection: Connection, window: OrderWindow): Promise<PageModel['orderList']> {
  const from = startOfKoreanDay(window.orderedFrom)
  const end = window.orderedTo === undefined ? Infinity : endOfKoreanDay(window.orderedTo)
  if (end <= from) throw badInput('orderedTo: must not be before orderedFrom')
  const newest = Math.min(end - 1, connection.upstream.platform.now())
  const orders = new Map<unknown, PageModel['orderList'][number]>()
  let position = { requestYear: koreanYear(newest), pageIndex: 0, size: SIZE }
  try {
    for (;;) {
      const page = await fetchUpstreamPage(connection, position)
      const times = page.orderList.map(orderedAt)
      for (const [index, order] of page.orderList.entries()) {
        const time = times[index] ?? null
        // An order without a time may belong to the range, and the list must not lose an order.
        if (time === null || (time >= from && time < end)) orders.set(order.orderId ?? Symbol(), order)
      }
      if (times.some((time) => time !== null && time < from)) return [...orders.values()]
      if (hasNextInYear(page, position)) position = { ...position, pageIndex: position.pageIndex + 1 }
      else if (page.hasNext)
        position = { ...position, requestYear: yearAfter(page, position.requestYear), pageIndex: 0 }
      else return [...orders.values()]
      if (position.requestYear < koreanYear(from)) return [...orders.values()]
    }
  } catch (error) {
    if (!(error instanceof BudgetSpent) && !(hasStatus(error, 504) && orders.size > 0)) throw error
    throw badInput('orderedFrom: the orders since then cannot all be had in one request: ask for a later start')
  }
}

const koreanYear = (time: number) => Number(getKoreanDay(time).slice(0, 'YYYY'.length))

/** Never the same year again, which would be an endless loop. */
const yearAfter = ({ nextYear }: PageModel, year: number) => Math.min(nextYear ?? year - 1, year - 1)

const orderedAt = (order: unknown): number | null => {
  const time = at(order, 'orderedAt')
  return typeof time === 'number' ? time : null
}
