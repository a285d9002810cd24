import { Hono } from 'hono'
import { pageOf } from '../../rest.ts'
import { jsonResponse } from '../answers.ts'
import { pick } from '../pick.ts'
import { type Claim, type ClaimStatus, claimView, type Exchange, exchangeView } from './claim.ts'
import { gatewayError, openApiError } from './errors.ts'
import type { Vendor } from './signature.ts'
import type { SellerSwitches } from './switches.ts'

const API = '/v2/providers/openapi/apis/api'
const DAY_MS = 86_400_000
const DEFAULT_WAIT_MS = 3000
const RETURN_STATUSES: readonly string[] = ['RU', 'UC', 'CC', 'PR'] satisfies ClaimStatus[]

/** Returns and exchanges (facts 2.6). */
export function claims(
  state: { vendor: Vendor; returns: Claim[]; exchanges: Exchange[] },
  switches: SellerSwitches,
): Hono {
  const app = new Hono()

  app.get(`${API}/:version{v6|v4}/vendors/:vendorId/returnRequests`, (c) => {
    if (c.req.param('vendorId') !== state.vendor.id) return openApiError(switches.wrongVendor, 'Invalid vendor ID')
    const query = new URL(c.req.url).searchParams
    const status = query.get('status')
    const isCancel = query.get('cancelType') === 'CANCEL'
    if (isCancel && switches.cancellationsRefused) return openApiError(400, 'orderId is required.')
    if (isCancel === (status !== null)) return openApiError(400, 'status or cancelType is required')
    if (status !== null && !RETURN_STATUSES.includes(status)) return openApiError(400, `invalid status: ${status}`)
    const isMinutes = query.get('searchType') === 'timeFrame'
    const span = readSpan(query, isMinutes ? 'YYYY-MM-DDTHH:mm' : 'YYYY-MM-DD', isMinutes ? 60_000 : DAY_MS)
    if (typeof span === 'string') return openApiError(400, span)
    if (span.to - span.from > 31 * DAY_MS) return openApiError(400, 'endTime-startTime range should less than31.')
    const isWide = span.to - span.from > switches.widestMs
    if (isWide || switches.windowMs > (Number(c.req.header('x-extended-timeout')) || DEFAULT_WAIT_MS))
      return gatewayError(504, 'Gateway Timeout')
    const found = state.returns
      .filter((claim) => claim.status === (status ?? 'CANCEL') && isIn(claim, span))
      .sort((a, b) => a.createdAt - b.createdAt || a.receiptId - b.receiptId)
    return answer(
      found,
      isMinutes ? undefined : query,
      50,
      ({ receiptId }) => receiptId,
      (claim) => claimView(claim, switches),
    )
  })

  app.get(`${API}/v4/vendors/:vendorId/exchangeRequests`, (c) => {
    if (c.req.param('vendorId') !== state.vendor.id) return openApiError(switches.wrongVendor, 'Invalid vendor ID')
    const query = new URL(c.req.url).searchParams
    const span = readSpan(query, 'YYYY-MM-DDTHH:mm:ss', 1000)
    if (typeof span === 'string') return openApiError(400, span)
    if (span.to - span.from > 7 * DAY_MS) return openApiError(400, 'The search period should be within 7 days.')
    if (span.to - span.from > switches.widestMs) return gatewayError(504, 'Gateway Timeout')
    const status = query.get('status')
    if (status !== null && switches.exchangeStatusRefused) return openApiError(400, `Invalid status: ${status}`)
    const found = state.exchanges
      .filter((exchange) => (status === null || exchange.status === status) && isIn(exchange, span))
      .sort((a, b) => a.createdAt - b.createdAt || a.exchangeId - b.exchangeId)
    return answer(
      found,
      query,
      10,
      ({ exchangeId }) => exchangeId,
      (exchange) => exchangeView(exchange, switches),
    )
  })

  return app
}

interface Span {
  from: number
  /** The first moment after it. */
  to: number
}

const isIn = ({ createdAt }: { createdAt: number }, { from, to }: Span) => from <= createdAt && createdAt < to

/** Times are local in Korea, without an offset; the last unit belongs to the window. */
function readSpan(query: URLSearchParams, form: string, unitMs: number): Span | string {
  const read = (name: string) => {
    const text = query.get(name) ?? ''
    if (text.length !== form.length || !/^[\d:T-]+$/.test(text)) return Number.NaN
    return Date.parse(`${(text + 'T00:00:00'.slice(text.length - 10)).slice(0, 19)}+09:00`)
  }
  const [from, last] = [read('createdAtFrom'), read('createdAtTo')]
  if (Number.isNaN(from)) return 'createdAtFrom format is invalid.'
  if (Number.isNaN(last)) return 'createdAtTo format is invalid.'
  if (last < from) return 'endTime should not be before startTime.'
  return { from, to: last + unitMs }
}

/** A token names the last row that was given. */
function answer<Row>(
  rows: readonly Row[],
  query: URLSearchParams | undefined,
  usual: number,
  getId: (row: Row) => number,
  view: (row: Row) => object,
): Response {
  if (!query) return jsonResponse({ code: 200, message: 'OK', data: rows.map(view), nextToken: '' })
  const size = Math.min(Number(query.get('maxPerPage') || usual), 50)
  const cursor = query.get('nextToken') || undefined
  const page = pageOf(rows, { size, cursor, getCursor: (row) => String(getId(row)), names: 'last' })
  if (!page) return openApiError(400, 'invalid nextToken')
  return jsonResponse({ code: 200, message: 'OK', data: page.shown.map(view), nextToken: page.next ?? '' })
}

const NEWEST = Date.parse('2026-11-21T16:20:00+09:00')
const HOUR_MS = 3_600_000
const STATUSES: ClaimStatus[] = ['UC', 'RU', 'CC', 'UC', 'CANCEL', 'PR']
const PRODUCTS = ['무농약 제주 감귤', '청송 꿀사과', '메리노울 등산양말']

/** 24 returns of the last two weeks up to 21 November 2026. */
export const seededReturns = (): Claim[] =>
  Array.from({ length: 24 }, (_, n) => ({
    receiptId: 365_001_000 + n * 13,
    orderId: 24000123456789 + n * 1009,
    shipmentBoxId: String(642_538_971_006_401_431n + BigInt(n) * 1_000_000_202n),
    status: pick(STATUSES, n),
    createdAt: NEWEST - n * 13 * HOUR_MS,
    requester: '구*숙',
    reason: n % 3 === 0 ? '생각보다 작아요' : '',
    product: pick(PRODUCTS, n),
    vendorItemId: 85071234501,
    count: 1 + (n % 2),
    invoiceNumber: n % 2 === 0 ? '' : String(840_806_808_800 + n),
    enclosed: n % 5 === 1 ? 2500 : 0,
    charge: pick([-6000, 3000, 0], n),
    isReceived: n === 18,
  }))

/** 14 exchanges of the last four weeks. */
export const seededExchanges = (): Exchange[] =>
  Array.from({ length: 14 }, (_, n) => ({
    exchangeId: 100_000_170 + n * 7,
    orderId: 24000123456789 + n * 2018,
    shipmentBoxId: String(642_538_971_006_401_431n + BigInt(n) * 1_000_000_202n),
    status: pick(['RECEIPT', 'PROGRESS', 'SUCCESS', 'REJECT', 'CANCEL'] as const, n),
    createdAt: NEWEST - n * 41 * HOUR_MS,
    product: pick(PRODUCTS, n),
    newBoxId: n % 5 === 1 && n !== 6 ? String(742_638_971_006_401_431n + BigInt(n) * 2n) : null,
  }))
