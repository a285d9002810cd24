import { Hono } from 'hono'
import * as z from 'zod/mini'
import { GatewayError, notFound } from '../../base/errors.ts'
import { at, count, flag, identifier, items, number, text } from '../../base/json.ts'
import { addDays, getKoreanDay } from '../../base/time.ts'
import { isRefusal } from '../../gateway/batch.ts'
import { choice } from '../../gateway/http/fields.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { type CallLimits, type Connection, connect, exactId, InterfaceChanged, readMoney } from './coupang.ts'
import { checkDays, days, read, success } from './group.ts'
import { type FetchListPage, type ListPage, NO_ROWS, readLists, readPage } from './lists.ts'
import type { ExchangeRow, ReturnRow } from './outputs.ts'
import { type KoreanWindow, toDateTime } from './window.ts'

/** The most that the product takes at once. */
const MOST_CLAIM_DAYS = 31

const returns = () => ({
  query: z
    .strictObject({
      ...days(MOST_CLAIM_DAYS),
      status: z.optional(choice(RETURN_STATUSES)).check(
        z.meta({
          description:
            'RU: stop the shipment; UC: received; PR: in question; CC: completed; CANCEL: cancelled before the shipment. All when absent',
          examples: ['UC'],
        }),
      ),
    })
    .check(z.superRefine(checkDays(MOST_CLAIM_DAYS))),
})

const exchanges = () => ({
  query: z
    .strictObject({
      ...days(MOST_CLAIM_DAYS),
      status: z
        .optional(choice(EXCHANGE_STATUSES))
        .check(z.meta({ description: 'Only exchanges of this status; all when absent', examples: ['RECEIPT'] })),
    })
    .check(z.superRefine(checkDays(MOST_CLAIM_DAYS))),
})

const TOO_MANY_DAYS = 'to: these days cannot be had in one request: ask for fewer days, or for one status'

/** The fields that the product names alike for every claim. */
const readClaim = (row: unknown) => ({
  order_id: identifier(at(row, 'orderId')),
  created_at: toDateTime(at(row, 'createdAt')),
  modified_at: toDateTime(at(row, 'modifiedAt')),
  reason_code: text(at(row, 'reasonCode')),
})

/** Each claim once, oldest first, without a time at the end. Of two with the same id, the later in the list counts. */
function oldestFirst<Row extends { created_at: string | null }>(
  rows: readonly Row[],
  getId: (row: Row) => string,
): Row[] {
  const byId = new Map(rows.map((row) => [getId(row), row]))
  return [...byId.values()].sort((a, b) => byText(a.created_at ?? '9', b.created_at ?? '9'))
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The lists of returns. CANCEL lists orders that were cancelled while they were only paid. */
export const RETURN_STATUSES = ['RU', 'UC', 'PR', 'CC', 'CANCEL'] as const
export type ReturnStatus = (typeof RETURN_STATUSES)[number]

const returnsPath = (version: 'v6' | 'v4') => (vendorId: string) =>
  `/v2/providers/openapi/apis/api/${version}/vendors/${encodeURIComponent(vendorId)}/returnRequests`

/** One page of one list. @param token of the previous page, '' for the first */
export async function fetchReturnPage(
  { callAsSeller }: Connection,
  status: ReturnStatus,
  window: KoreanWindow,
  token: string,
  limits?: CallLimits,
): Promise<ListPage> {
  const parameters = [
    ['createdAtFrom', window.from],
    ['createdAtTo', window.to],
    status === 'CANCEL' ? ['cancelType', 'CANCEL'] : ['status', status],
    ...(window.form === 'minute' ? [['searchType', 'timeFrame']] : [['maxPerPage', '50']]),
    ...(token ? [['nextToken', token]] : []),
  ] as [string, string][]
  const earlier = { of: 'returns', path: returnsPath('v4'), parameters }
  return readPage(await callAsSeller({ path: returnsPath('v6'), parameters, earlier, ...(limits && { limits }) }))
}

/** Whether the product refuses one of the lists, which says nothing about the others. */
export const refusesList = (error: unknown): error is GatewayError =>
  error instanceof InterfaceChanged || (error instanceof GatewayError && isRefusal(error))

/** One return. The product has no such read for a cancellation. @param id digits */
export async function getReturn({ callAsSeller }: Connection, id: string): Promise<ReturnRow> {
  const below = (version: 'v6' | 'v4') => (vendorId: string) => `${returnsPath(version)(vendorId)}/${id}`
  const envelope = await callAsSeller({ path: below('v6'), earlier: { of: 'return', path: below('v4') } })
  const data = at(envelope, 'data')
  const [found] = toReturnRows([Array.isArray(data) ? data : [data]])
  if (!found) throw notFound(`the shop has no return ${id}`)
  return found
}

interface ReturnQuery {
  from: string
  to: string
  status?: ReturnStatus | undefined
}

/**
 * All returns that were requested on these days in Korea, oldest first. A list that the product refuses is missing, with
 * a warning, unless it refuses all of them.
 */
async function listReturns(connection: Connection, { from, to, status }: ReturnQuery) {
  const statuses = status ? [status] : RETURN_STATUSES
  const refusals = new Map<ReturnStatus, GatewayError>()
  const lists = statuses.map(
    (wanted): FetchListPage =>
      async (...asked) => {
        if (refusals.has(wanted)) return NO_ROWS
        try {
          return await fetchReturnPage(connection, wanted, ...asked)
        } catch (error) {
          if (!refusesList(error)) throw error
          refusals.set(wanted, error)
          if (refusals.size === statuses.length) throw [...refusals.values()][0]
          return NO_ROWS
        }
      },
  )
  const rows = toReturnRows(await readLists(connection, [{ form: 'day', from, to }], lists, TOO_MANY_DAYS))
  const warnings = [...refusals].map(
    ([wanted, { message }]) => `status ${wanted}: the shop refuses this list, so it is missing: ${message}`,
  )
  return { ...success(rows), warnings }
}

/** Each return once, oldest first. If its status changed between two calls, two lists have it; the later one counts. */
export const toReturnRows = (pages: readonly (readonly unknown[])[]): ReturnRow[] =>
  oldestFirst(items(pages.flat(), readReturn), ({ receipt_id }) => receipt_id)

function readReturn(row: unknown): ReturnRow | undefined {
  const receipt_id = identifier(at(row, 'receiptId'))
  if (receipt_id === null) return undefined
  const getText = (name: string) => text(at(row, name))
  return {
    receipt_id,
    ...readClaim(row),
    type: getText('receiptType'),
    status: getText('receiptStatus'),
    reason: getText('reasonCodeText') ?? getText('cancelReasonCategory2') ?? getText('cancelReasonCategory1'),
    comment: getText('cancelReason'),
    fault: getText('faultByType'),
    quantity: count(at(row, 'cancelCountSum')),
    release_stop: getText('releaseStopStatus'),
    enclose_price: readMoney(at(row, 'enclosePrice')),
    return_shipping_charge: readMoney(at(row, 'returnShippingCharge')),
    complete_confirm_type: getText('completeConfirmType'),
    complete_confirm_date: toDateTime(at(row, 'completeConfirmDate')),
    is_refunded_first: flag(at(row, 'preRefund')),
    items: items(at(row, 'returnItems'), readItem),
    pickup: items(at(row, 'returnDeliveryDtos'), (delivery) => {
      const invoice_number = text(at(delivery, 'deliveryInvoiceNo'))?.trim()
      return invoice_number ? { carrier: text(at(delivery, 'deliveryCompanyCode')), invoice_number } : undefined
    }),
  }
}

function readItem(item: unknown): ReturnRow['items'][number] {
  const released = at(item, 'releaseStatus')
  return {
    vendor_item_id: identifier(at(item, 'vendorItemId')),
    product: text(at(item, 'sellerProductName')),
    name: text(at(item, 'vendorItemName')),
    quantity: count(at(item, 'cancelCount')),
    ordered: count(at(item, 'purchaseCount')),
    shipment_box_id: exactId(at(item, 'shipmentBoxId')),
    is_released: released === 'Y' ? true : released === 'N' ? false : null,
  }
}

const EXCHANGE_STATUSES = ['RECEIPT', 'PROGRESS', 'SUCCESS', 'REJECT', 'CANCEL'] as const

/** The longest range of one call. */
const MOST_DAYS = 7

const exchangesPath = (vendorId: string) =>
  `/v2/providers/openapi/apis/api/v4/vendors/${encodeURIComponent(vendorId)}/exchangeRequests`

interface ExchangeQuery {
  from: string
  to: string
  status?: (typeof EXCHANGE_STATUSES)[number] | undefined
}

/**
 * All exchanges that were requested on these days in Korea, oldest first. Reads each window of the product up to today.
 */
export async function listExchanges(
  connection: Connection,
  { from, to, status }: ExchangeQuery,
): Promise<ExchangeRow[]> {
  const today = getKoreanDay(connection.upstream.platform.now())
  const fetchPage: FetchListPage = async ({ form, from: first, to: last }, token, limits) => {
    const parameters: [string, string][] = [
      ['createdAtFrom', form === 'day' ? `${first}T00:00:00` : `${first}:00`],
      ['createdAtTo', form === 'day' ? `${last}T23:59:59` : `${last}:59`],
      ['maxPerPage', '50'],
    ]
    if (token) parameters.push(['nextToken', token])
    return readPage(await connection.callAsSeller({ path: exchangesPath, parameters, ...(limits && { limits }) }))
  }
  const pages = await readLists(connection, getWeeks(from, to < today ? to : today), [fetchPage], TOO_MANY_DAYS)
  // The product refuses its own statuses in a query.
  const rows = items(pages.flat(), readExchange).filter((row) => status === undefined || row.status === status)
  return oldestFirst(rows, ({ exchange_id }) => exchange_id)
}

function getWeeks(from: string, to: string): KoreanWindow[] {
  const windows: KoreanWindow[] = []
  for (let first = from; first <= to; first = addDays(first, MOST_DAYS)) {
    const last = addDays(first, MOST_DAYS - 1)
    windows.push({ form: 'day', from: first, to: last < to ? last : to })
  }
  return windows
}

function readExchange(row: unknown): ExchangeRow | undefined {
  const exchange_id = identifier(at(row, 'exchangeId'))
  if (exchange_id === null) return undefined
  const getText = (name: string) => text(at(row, name))
  return {
    exchange_id,
    ...readClaim(row),
    status: getText('exchangeStatus'),
    reason: getText('reasonCodeText') ?? getText('reason'),
    comment: getText('reasonEtcDetail'),
    fault: getText('faultType'),
    collect_status: getText('collectStatus'),
    delivery_status: getText('deliveryStatus'),
    items: items(at(row, 'exchangeItemDtoV1s'), (item) => ({
      name: text(at(item, 'orderItemName')),
      new_name: text(at(item, 'targetItemName')),
      quantity: count(at(item, 'quantity')),
      price: number(at(item, 'orderItemUnitPrice')),
      shipment_box_id: exactId(at(item, 'originalShipmentBoxId')),
    })),
    new_boxes: items(at(row, 'deliveryInvoiceGroupDtos'), (group) => exactId(at(group, 'shipmentBoxId'))),
  }
}

export const returnRoutes = new Hono<AppEnv>()
  .get(
    '/shop/returns',
    read('shop_list_returns', {
      summary: "The seller's returns and cancellations of a window of days",
      description:
        'By the day on which they were asked for, in Korea. RELEASE_STOP_UNCHECKED asks to stop a shipment. No names, phones or addresses. `warnings` names the lists that the shop refused.',
      ko: '판매자의 반품·취소 요청 목록',
      title: 'Get returns',
      wanted: 5,
      search:
        'returns, who wants to send something back, return requests, cancelled orders of customers, why do customers send it back, how many came back, reasons for returns, who pays the return postage, cancellations this week, stop a shipment, 반품 들어온 거, 반품 몇 건, 반품 사유, 취소한 손님, 주문 취소 들어온, 왜 반품, 돌려보낸, 반품 요청, 취소 요청, 출고 중지, 환불 요청한 손님, 반품 배송비',
      tool: {
        shown: {
          '': 'result warnings?',
          'result.[]':
            'receipt_id order_id created_at:day type status reason comment? quantity return_shipping_charge? complete_confirm_date:day? is_refunded_first? items',
          'result.[].items.[]': 'name quantity is_released?',
        },
        account: 'shop-seller',
      },
      input: returns,
      handle: async (c) => listReturns(connect(c), c.req.valid('query')),
    }),
  )
  .get(
    '/shop/exchanges',
    read('shop_list_exchanges', {
      summary: "The seller's exchanges of a window of days",
      description: 'By the day on which they were asked for, in Korea. No names, phones or addresses.',
      ko: '판매자의 교환 요청 목록',
      search:
        'exchanges, who wants another size, swap requests, different color, customers who want it exchanged, 교환 요청, 교환 들어온, 다른 사이즈로, 맞교환, 교환 사유, 교환 몇 건',
      title: 'Get exchanges',
      tool: {
        shown: {
          '': 'result',
          'result.[]': 'exchange_id order_id created_at:day status reason comment? items new_boxes?',
          'result.[].items.[]': 'name new_name? quantity',
        },
        account: 'shop-seller',
        hidden: ['status'],
      },
      input: exchanges,
      handle: async (c) => success(await listExchanges(connect(c), c.req.valid('query'))),
    }),
  )
