import * as z from 'zod'
import { badGateway } from '../../base/errors.ts'
import { isObject } from '../../base/json-object.ts'
import { at, count, flag, items } from '../../base/loose-json.ts'
import { essentials } from '../../upstream/essentials.ts'
import type { Connection } from './connection.ts'
import { exactId, exactIdField } from './coupang.ts'

/** The most orders that the product gives at once (shop facts 4.1). */
const UPSTREAM_SIZE = 10

/** Sizes that whole pages of the product make up: 1 to 10, or a multiple of 10 up to 100 (decisions.md section 6). */
export const isPageSize = (size: number): boolean =>
  Number.isInteger(size) && size >= 1 && size <= 100 && (size <= UPSTREAM_SIZE || size % UPSTREAM_SIZE === 0)

export interface PageRequest {
  pageIndex: number
  /** an `isPageSize` */
  pageSize: number
  /** four digits; absent or 0 is the product's recent window */
  year?: number | undefined
}

/** The query of one call of the product. */
export interface UpstreamPage {
  requestYear: number
  pageIndex: number
  size: number
}

const pointer = (description: string) => z.int().nullable().describe(description)

/** The product's page model (shop facts 4.2); fields that are not named here are passed on as they came. */
export const pageModel = () =>
  z.looseObject({
    orderList: z
      .array(z.looseObject({ orderId: exactIdField('Order') }))
      .describe('Orders as the product sends them, newest first'),
    hasNext: z.boolean().describe('Whether there are more, in this year or an earlier one'),
    nextPageIndex: pointer('pageIndex of the next page with the same pageSize, null at the end'),
    nextYear: pointer('year of the next page: one less at the end of a year'),
    partial: z.boolean().nullable().describe('Never true: an incomplete page is an error'),
  })
export type PageModel = z.output<ReturnType<typeof pageModel>>

const essential = essentials('shop', 'orderList')

/**
 * Reads the page at a position. Throws 502 for an answer without orders, and for a page that the product itself calls
 * incomplete.
 */
export function wholePage(answer: unknown, position: UpstreamPage): PageModel {
  const orders = at(answer, 'orderList')
  essential('orderList', Array.isArray(orders) || orders === null ? (orders ?? []) : undefined)
  const partial = flag(at(answer, 'partial'))
  if (partial) throw badGateway('the shop service answered with an incomplete page: try again later')
  return {
    ...(isObject(answer) && answer),
    orderList: items(orders, (order) => (isObject(order) ? { ...order, orderId: exactId(order.orderId) } : undefined)),
    ...readNext(answer, position),
    partial,
  }
}

/**
 * Where the list goes on. The product says it thrice, so one of the three may be missing: the next page is the one
 * after this, or the first of an earlier year (shop facts 4.2).
 */
function readNext(answer: unknown, { requestYear, pageIndex }: UpstreamPage) {
  const nextYear = count(at(answer, 'nextYear'))
  const told = count(at(answer, 'nextPageIndex'))
  const hasNext = flag(at(answer, 'hasNext')) ?? told !== null
  const isSameYear = requestYear === 0 || (nextYear ?? requestYear) === requestYear
  return { hasNext, nextPageIndex: hasNext ? (told ?? (isSameYear ? pageIndex + 1 : 0)) : null, nextYear }
}

/** Whether another page of the same year follows: at the end of a year `hasNext` stays true, but the year drops (shop facts 4.2). */
const hasNextInYear = (page: PageModel, { requestYear, pageIndex }: UpstreamPage): boolean =>
  page.hasNext &&
  page.nextPageIndex === pageIndex + 1 &&
  (requestYear === 0 || (page.nextYear ?? requestYear) === requestYear)

/** The page model that a caller asked for; see `gatherOrders`. */
export const fetchOrders = ({ callAsConsumer }: Connection, request: PageRequest): Promise<PageModel> =>
  gatherOrders(request, ({ requestYear, pageIndex, size }) =>
    callAsConsumer(`/ssr/api/myorders/model/page?requestYear=${requestYear}&pageIndex=${pageIndex}&size=${size}`),
  )

/**
 * The page model that a caller asked for, made of as many pages of the product as it takes, never of two years.
 * `nextPageIndex` and `nextYear` are what to ask for next with the same pageSize. Throws as `wholePage` does.
 * @param fetchPage gives the product's answer to one call
 */
export async function gatherOrders(
  { pageIndex, pageSize, year = 0 }: PageRequest,
  fetchPage: (position: UpstreamPage) => Promise<unknown>,
): Promise<PageModel> {
  const pages = Math.ceil(pageSize / UPSTREAM_SIZE)
  let position = { requestYear: year, pageIndex: pageIndex * pages, size: Math.min(pageSize, UPSTREAM_SIZE) }
  let page = wholePage(await fetchPage(position), position)
  if (pages === 1) return page

  const orders = new Map(byId(page))
  // One after another, since only a page tells whether another follows.
  for (let more = pages - 1; more > 0 && hasNextInYear(page, position); more -= 1) {
    position = { ...position, pageIndex: position.pageIndex + 1 }
    page = wholePage(await fetchPage(position), position)
    // An order that is placed meanwhile moves another one to the next page, where it comes a second time.
    for (const [id, order] of byId(page)) orders.set(id, order)
  }
  const orderList = [...orders.values()]
  const nextPageIndex = hasNextInYear(page, position) ? pageIndex + 1 : page.hasNext ? 0 : null
  return { ...page, orderList, pageIndex, size: pageSize, nextPageIndex }
}

const byId = ({ orderList }: PageModel) =>
  orderList.map((order) => [order.orderId === null ? Symbol() : String(order.orderId), order] as const)

/** The `page` of flattened orders (decisions.md section 6). */
export const pageInfo = ({ pageIndex, pageSize }: PageRequest, page: PageModel) => ({
  pageIndex,
  pageSize,
  hasNext: page.hasNext,
  nextPageIndex: page.nextPageIndex,
  nextYear: page.nextYear,
})
