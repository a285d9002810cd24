import { badGateway } from '../../base/errors.ts'
import { at, count, flag, isObject, items } from '../../base/json.ts'
import { type Connection, exactId, requiredOnPage } from './coupang.ts'
import type { PageModel } from './orders.outputs.ts'

/** The query of one call to the product. */
export interface UpstreamPage {
  requestYear: number
  pageIndex: number
  size: number
}

/**
 * Reads the page at a position. Throws 502 for a response without orders, and for a page that the product itself marks
 * as incomplete.
 */
export function wholePage(answer: unknown, position: UpstreamPage): PageModel {
  const orders = at(answer, 'orderList')
  if (orders !== null) requiredOnPage('orderList', Array.isArray(orders) ? orders : undefined)
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
 * The next page. The product gives three hints, one of which may be missing. It is the following page, or the first
 * page of an earlier year.
 */
function readNext(answer: unknown, { requestYear, pageIndex }: UpstreamPage) {
  const returnedYear = count(at(answer, 'nextYear'))
  const returned = count(at(answer, 'nextPageIndex'))
  const hasNext = flag(at(answer, 'hasNext')) ?? returned !== null
  const isSameYear = requestYear === 0 || (returnedYear ?? requestYear) === requestYear
  // A caller gets the next page by sending these values. Without the year, that would be the recent window.
  const nextYear = returnedYear ?? (hasNext && requestYear !== 0 ? requestYear : null)
  return { hasNext, nextPageIndex: hasNext ? (returned ?? (isSameYear ? pageIndex + 1 : 0)) : null, nextYear }
}

/** Whether another page of the same year follows. At the end of a year `hasNext` stays true, but the year changes. */
export const hasNextInYear = (page: PageModel, { requestYear, pageIndex }: UpstreamPage): boolean =>
  page.hasNext &&
  page.nextPageIndex === pageIndex + 1 &&
  (requestYear === 0 || (page.nextYear ?? requestYear) === requestYear)

/** The most orders per page that the product returns. */
const UPSTREAM_SIZE = 10

/** Whether whole pages of the product add up to this size: 1 to 10, or a multiple of 10 up to 100. */
export const isPageSize = (size: number): boolean =>
  Number.isInteger(size) && size >= 1 && size <= 100 && (size <= UPSTREAM_SIZE || size % UPSTREAM_SIZE === 0)

interface PageRequest {
  pageIndex: number
  /** valid by `isPageSize` */
  pageSize: number
  /** four digits; absent or 0 is the product's recent window */
  year?: number | undefined
}

/** The page model for a caller's request. See `gatherOrders`. */
export const fetchOrders = (connection: Connection, request: PageRequest): Promise<PageModel> =>
  gatherOrders(request, (position) => callForPage(connection, position))

/** One page of the product. Throws like `wholePage`. */
export const fetchUpstreamPage = async (connection: Connection, position: UpstreamPage): Promise<PageModel> =>
  wholePage(await callForPage(connection, position), position)

const callForPage = ({ callAsConsumer }: Connection, { requestYear, pageIndex, size }: UpstreamPage) =>
  callAsConsumer(`/ssr/api/myorders/model/page?requestYear=${requestYear}&pageIndex=${pageIndex}&size=${size}`)

/**
 * The page model for a caller's request, joined from as many pages of the product as needed, all of the same year.
 * `nextPageIndex` and `nextYear` are the next request with the same pageSize. Throws like `wholePage`.
 * @param fetchPage returns the product's response to one call
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
  // One after another, because only a page shows whether another one follows.
  for (let more = pages - 1; more > 0 && hasNextInYear(page, position); more -= 1) {
    position = { ...position, pageIndex: position.pageIndex + 1 }
    page = wholePage(await fetchPage(position), position)
    // A new order moves another one to the next page, where it appears again.
    for (const [id, order] of byId(page)) orders.set(id, order)
  }
  const orderList = [...orders.values()]
  const nextPageIndex = hasNextInYear(page, position) ? pageIndex + 1 : page.hasNext ? 0 : null
  return { ...page, orderList, pageIndex, size: pageSize, nextPageIndex }
}

const byId = ({ orderList }: PageModel) =>
  orderList.map((order) => [order.orderId === null ? Symbol() : String(order.orderId), order] as const)

/** The `page` of flattened orders. */
export const pageInfo = ({ pageIndex, pageSize }: PageRequest, page: PageModel) => ({
  pageIndex,
  pageSize,
  hasNext: page.hasNext,
  nextPageIndex: page.nextPageIndex,
  nextYear: page.nextYear,
})
