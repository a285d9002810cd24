import * as z from 'zod/mini'
import { badGateway, type GatewayError } from '../../base/errors.ts'
import { at, count, flag, isObject, items, tryParseJson } from '../../base/json.ts'
import { lazy } from '../../base/lazy.ts'
import type { UpstreamAnswer } from '../../upstream/client.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { isHtml, rejected, requiredFields, toFailure } from '../../upstream/failures.ts'
import { type Connection, exactId, sendToCoupang } from './coupang.ts'
import type { PageModel } from './outputs.ts'

/** The customers' side of the product: the unofficial API of its own site. */

const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

const required = requiredFields('shop', '', 'orderList')

/** Calls the site with a customer's session. Returns the parsed JSON. Throws 401 when the session has expired. */
export async function callConsumer(upstream: UpstreamContext, session: string, path: string): Promise<unknown> {
  for (const value of cookieValues(session)) upstream.redactor.add(value)
  const answer = await sendToCoupang(upstream, 'SHOP_CONSUMER_URL', path, {
    headers: { Accept: 'application/json', Cookie: session, 'User-Agent': USER_AGENT },
  })
  const closed = maintenanceFailure(answer)
  if (closed) throw closed
  if (isSignedOut(answer)) throw rejected('shop')
  if (answer.status !== 200 || isHtml(answer)) throw failure(upstream, answer)
  const json = tryParseJson(answer.text)
  return required('', isObject(json) ? json : undefined)
}

/** The values to redact. Short values occur in many texts by chance, and redacting them would garble these texts. */
const cookieValues = (session: string) =>
  session
    .split(';')
    .map((cookie) => cookie.slice(cookie.indexOf('=') + 1).trim())
    .filter((value) => value.length >= 8)

/** Signs of an expired session: 401, a redirect to the login, or the login page instead of data. */
function isSignedOut(answer: UpstreamAnswer): boolean {
  const { status, headers } = answer
  if (status >= 300 && status < 400) return leadsToLogin(headers.get('Location') ?? '')
  return status === 401 || (status === 200 && isLoginPage(answer))
}

/** The path counts as well, because a relay may rewrite the host of the login. */
function leadsToLogin(location: string): boolean {
  const target = URL.parse(location, 'https://mc.coupang.com')
  return target !== null && (target.hostname === 'login.coupang.com' || target.pathname.startsWith('/login/'))
}

const errorBody = lazy(() => z.object({ message: z.string() }))

function failure(upstream: UpstreamContext, answer: UpstreamAnswer): GatewayError {
  if (answer.status === 403 && isHtml(answer)) {
    return badGateway(
      'the shop service takes this gateway for a robot: try later, or use a relay (RELAY_FOR with shop-consumer)',
      'page',
    )
  }
  return toFailure(upstream, 'shop', answer, errorBody().safeParse(tryParseJson(answer.text)).data?.message)
}

/** The pages that the product sends instead of data. */

const CLOSED =
  /점검|(?:작업|준비|업데이트) ?중|(?:서비스|이용|접속|일시)[^<>]{0,20}중[단지]|maintenance|be (?:right )?back|temporarily (?:closed|down)/i
const PASSWORD = /<input\b[^>]{0,500}\btype=["']?password/i
/** A script or a refresh that goes to the login. A link alone is on other pages as well. */
const GOES_TO_LOGIN =
  /(?:\blocation\b[^;<>]{0,40}|http-equiv=["']?refresh[^>]{0,80})(?:\/\/login\.coupang\.com|["'=]\/login\/)/i

const getTitle = (html: string) => /<title[^>]{0,100}>([^<]{0,500})/i.exec(html)?.[1] ?? ''

function isLoginPage(answer: UpstreamAnswer): boolean {
  if (!isHtml(answer)) return false
  const title = getTitle(answer.text)
  if (CLOSED.test(title)) return false
  return /로그인|log ?in|sign ?in/i.test(title) || PASSWORD.test(answer.text) || GOES_TO_LOGIN.test(answer.text)
}

/** The error for a shop that is closed for a while. It says nothing about the account. Undefined for other responses. */
export function maintenanceFailure(answer: UpstreamAnswer): GatewayError | undefined {
  const { status, headers, text } = answer
  // A limit of calls may be a page, too, and says when to call again.
  if (status === 429 || isLoginPage(answer)) return undefined
  const isClosed = isHtml(answer) ? CLOSED.test(text) : /maintenance/i.test(headers.get('Location') ?? '')
  return isClosed ? badGateway('the shop is being maintained: try again later', `upstream ${status}`) : undefined
}

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
  if (orders !== null) required('orderList', Array.isArray(orders) ? orders : undefined)
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
