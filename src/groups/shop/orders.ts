import { Hono } from 'hono'
import * as z from 'zod/mini'
import { at, count, flag, identifier, number, text } from '../../base/json.ts'
import { KOREA_MS } from '../../base/time.ts'
import { pro } from '../../gateway/operation-type.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { fetchOrders, isPageSize, pageInfo } from './consumer.ts'
import { connect, exactId } from './coupang.ts'
import { day, read, success } from './group.ts'
import type { FlatRow, OrderDay } from './orders.outputs.ts'
import { fetchOrdersIn } from './window.ts'

const whole = () => z.int({ error: ({ input }) => (input === undefined ? undefined : 'must be an integer') })

const orderFields = () => ({
  pageIndex: whole()
    .check(z.gte(0, 'must be at least 0'))
    .check(z.meta({ description: 'The page, from 0 in each year', examples: [0], narrows: 'position' })),
  pageSize: whole()
    .check(z.refine(isPageSize, 'must be 1 to 10, or a multiple of 10 up to 100'))
    .check(
      z.meta({
        description: 'Orders to a page: 1 to 10, or a multiple of 10 up to 100',
        examples: [10],
        narrows: 'amount',
      }),
    ),
  year: z
    .optional(
      whole().check(
        z.refine((year) => year === 0 || (year >= 1000 && year <= 9999), 'must be a year of four digits, or 0'),
      ),
    )
    .check(
      z.meta({
        description: 'Year of the orders; absent or 0 is the recent window of about half a year',
        examples: [2026],
      }),
    ),
})

const orders = () => ({ json: z.strictObject(orderFields()) })

/** A page as in `orders`, or every order in a range of days. */
const flattenedOrders = () => {
  const { pageIndex, pageSize, year } = orderFields()
  return {
    json: z
      .strictObject({
        pageIndex: z.optional(pageIndex).check(z.meta({ narrows: 'position' })),
        pageSize: z.optional(pageSize).check(z.meta({ narrows: 'amount' })),
        year,
        orderedFrom: z.optional(day()).check(
          z.meta({
            description:
              'Instead of a page: the first day of a window, YYYY-MM-DD in Korea; returns all its orders, with sums of each day',
            narrows: 'amount',
          }),
        ),
        orderedTo: z
          .optional(day())
          .check(
            z.meta({ description: 'The last day of the window, included; today unless given', narrows: 'amount' }),
          ),
      })
      .check(
        z.superRefine(({ orderedFrom, orderedTo, ...page }, context) => {
          if (orderedFrom !== undefined) return
          if (orderedTo !== undefined)
            context.addIssue({ code: 'custom', path: ['orderedFrom'], message: 'is required with orderedTo' })
          for (const name of ['pageIndex', 'pageSize'] as const) {
            if (page[name] !== undefined) continue
            context.addIssue({ code: 'custom', path: [name], message: 'is required' })
          }
        }),
      ),
  }
}

/** The totals of each day in Korea that has orders, by YYYY-MM-DD, oldest first. Rows without a time are left out. */
export function getDays(rows: readonly FlatRow[]): Record<string, OrderDay> {
  const days = new Map<string, OrderDay & { ids: Set<unknown> }>()
  for (const row of rows) {
    const day = row.ordered_at_kst?.slice(0, 10)
    if (day === undefined) continue
    const sums = days.get(day) ?? { orders: 0, amount: 0, cancelled_amount: 0, ids: new Set() }
    days.set(day, sums)
    sums.ids.add(row.order_id)
    const amount = row.line_amount ?? 0
    const cancelled = amount * getCancelledShare(row)
    sums.amount += amount - cancelled
    sums.cancelled_amount += cancelled
  }
  const byDay = [...days].sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(byDay.map(([day, { ids, ...sums }]) => [day, { ...sums, orders: ids.size }]))
}

/** From 0 to 1. An exchanged line stays paid. */
function getCancelledShare({ quantity, cancelled_quantity: cancelled, line_status, all_canceled }: FlatRow) {
  if (all_canceled) return 1
  if (line_status?.includes('EXCHANGE')) return 0
  if (cancelled && quantity) return Math.min(cancelled / quantity, 1)
  return isEnded(line_status) ? 1 : 0
}

/** Whether a status says cancelled or returned, in the words of lines and of deliveries. */
const isEnded = (status: string | null): boolean => status !== null && /cancel|return|취소|반품/i.test(status)

/** A product line of an order. Fields that the product omitted, or sent in another form, are null. */
interface OrderLine {
  productId: string | null
  itemId: string | null
  vendorItemId: string | null
  productName: string | null
  vendorItemName: string | null
  quantity: number | null
  /** Prices of one item, in won. */
  unitPrice: number | null
  discountedUnitPrice: number | null
  combinedUnitPrice: number | null
  imagePath: string | null
  brand: string | null
  /** Empty when the line was neither cancelled nor returned. Null when unknown. */
  cancelReturnStatus: string | null
  /** How many of the quantity were cancelled or returned. */
  cancelledQuantity: number | null
}

interface DeliveryGroup {
  shipmentBoxId: string | null
  invoiceNumber: string | null
  invoiceStatus: string | null
  /** The status that the site shows, which may be newer than the status of the invoice. */
  groupStatus: string | null
  vendorName: string | null
  lines: OrderLine[]
}

interface ConsumerOrder {
  orderId: string | null
  /** Epoch milliseconds. */
  orderedAt: number | null
  title: string | null
  allCanceled: boolean | null
  groups: DeliveryGroup[]
}

/**
 * The parts of an order that rows are made of. Bundles of cancelled lines, in the order and in its groups, are ignored:
 * they are copies of lines in the product lists and would count twice.
 */
export const consumerOrder = (order: unknown): ConsumerOrder => ({
  orderId: id(at(order, 'orderId')),
  orderedAt: toTimestamp(at(order, 'orderedAt')),
  title: text(at(order, 'title')),
  allCanceled: flag(at(order, 'allCanceled')),
  groups: members(at(order, 'deliveryGroupList')).map(deliveryGroup),
})

function deliveryGroup(group: unknown): DeliveryGroup {
  const groupStatus = text(at(group, 'groupStatus', 'status')) ?? text(at(group, 'groupStatus'))
  return {
    shipmentBoxId: id(at(group, 'shipmentBoxId') ?? at(group, 'shipmentBoxIds', 0)),
    invoiceNumber: identifier(at(group, 'invoiceNumber')),
    invoiceStatus: text(at(group, 'invoiceStatus')) ?? groupStatus,
    groupStatus,
    vendorName: text(at(group, 'vendor', 'vendorName')) ?? text(at(group, 'vendorName')),
    lines: members(at(group, 'productList')).map(orderLine),
  }
}

const orderLine = (line: unknown): OrderLine => ({
  productId: id(at(line, 'productId')),
  itemId: id(at(line, 'itemId')),
  vendorItemId: id(at(line, 'vendorItemId')),
  productName: text(at(line, 'productName')),
  vendorItemName: text(at(line, 'vendorItemName')),
  quantity: count(at(line, 'quantity')),
  unitPrice: number(at(line, 'unitPrice')),
  discountedUnitPrice: number(at(line, 'discountedUnitPrice')),
  combinedUnitPrice: number(at(line, 'combinedUnitPrice')),
  imagePath: text(at(line, 'imagePath')),
  brand: text(at(line, 'brandInfo', 'brandName')),
  cancelReturnStatus: status(at(line, 'cancelReturnStatus')),
  cancelledQuantity: getCancelledQuantity(line),
})

/** The cancelled pieces and the returned ones, at most all. Null when the product tells of neither. */
function getCancelledQuantity(line: unknown): number | null {
  const cancelled = count(at(line, 'cancelQuantity')) ?? count(at(line, 'cancelReceiptQuantity'))
  const returned = count(at(line, 'returnReceiptQuantity'))
  if (cancelled === null && returned === null) return null
  return Math.min((cancelled ?? 0) + (returned ?? 0), count(at(line, 'quantity')) ?? Infinity)
}

const id = (value: unknown): string | null => {
  const exact = exactId(value)
  return exact === null ? null : String(exact)
}

/**
 * The items of a list whose loss would mean missing rows. A value that is no list becomes one unknown item, so that a
 * row with empty columns shows that something was there.
 */
const members = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [undefined])

const status = (value: unknown): string | null => (value === null || value === undefined ? '' : text(value))

/** A time within the range of dates. */
function toTimestamp(value: unknown): number | null {
  const time = number(value)
  return time !== null && Math.abs(time) <= 8.64e15 ? Math.round(time) : null
}

/** One row per ordered product line, in the order of the list. Two equal lines are two rows. */
export const flattenOrders = (orders: readonly unknown[]): FlatRow[] =>
  orders
    .map(consumerOrder)
    .flatMap((order) =>
      order.groups
        .flatMap((group) => group.lines.map((line) => ({ group, line })))
        .map(({ group, line }, index) => row(order, group, line, index)),
    )

const row = (order: ConsumerOrder, group: DeliveryGroup, line: OrderLine, index: number): FlatRow => ({
  order_id: order.orderId,
  line_no: index,
  ordered_at: iso(order.orderedAt),
  ordered_at_kst: iso(order.orderedAt, KOREA_MS, '+09:00'),
  title: order.title,
  shipment_box_id: group.shipmentBoxId,
  invoice_number: group.invoiceNumber,
  invoice_status: group.invoiceStatus,
  line_status: getLineStatus(order, group, line),
  vendor_name: group.vendorName,
  product_id: line.productId,
  item_id: line.itemId,
  vendor_item_id: line.vendorItemId,
  product_name: line.productName,
  vendor_item_name: line.vendorItemName,
  brand: line.brand,
  quantity: line.quantity,
  cancelled_quantity: line.cancelledQuantity,
  unit_price: line.unitPrice,
  discounted_unit_price: line.discountedUnitPrice,
  combined_unit_price: line.combinedUnitPrice,
  line_amount: lineAmount(line),
  image_url: line.imagePath,
  product_url: productUrl(line),
  cancel_return_status: line.cancelReturnStatus || null,
  all_canceled: order.allCanceled,
})

/**
 * The status of the line itself, else a cancellation or return of its delivery or order, else how far its delivery is.
 */
function getLineStatus(
  { allCanceled }: ConsumerOrder,
  { groupStatus, invoiceStatus }: DeliveryGroup,
  { cancelReturnStatus }: OrderLine,
): string | null {
  if (cancelReturnStatus) return cancelReturnStatus
  if (isEnded(groupStatus)) return groupStatus
  if (allCanceled) return CANCELED
  return cancelReturnStatus === null ? null : invoiceStatus
}

/** The product's own word for a cancelled line. */
const CANCELED = 'CANCELED'

/** @param shift milliseconds from UTC to the time in the zone */
const iso = (time: number | null, shift = 0, zone = 'Z') =>
  time === null ? null : new Date(time + shift).toISOString().replace('Z', zone)

/** Null without a price that was paid. The list price is not one. */
function lineAmount({ combinedUnitPrice, discountedUnitPrice, quantity }: OrderLine): number | null {
  const paid = combinedUnitPrice ?? discountedUnitPrice
  return paid === null || quantity === null ? null : paid * quantity
}

const productUrl = ({ productId, itemId, vendorItemId }: OrderLine) =>
  productId
    ? `https://www.coupang.com/vp/products/${productId}?itemId=${itemId ?? ''}&vendorItemId=${vendorItemId ?? ''}`
    : null

export const orderRoutes = new Hono<AppEnv>()
  .post(
    '/shop/orders',
    read('shop_list_orders', {
      summary: 'A page of the orders of the connected customer',
      description:
        'What the connected customer bought at Coupang, as its site reports it. Pages count from 0; money is in won. Rows that fit a table: shop_list_flattened_orders.',
      ko: '연결된 고객의 주문(구매) 내역',
      title: 'Get purchases as the shop stores them',
      search:
        'what did I order at Coupang, my purchases, order history, my deliveries, 내 쿠팡 주문, 구매 내역, 주문 내역, 쿠팡에서 뭐 샀',
      tool: {
        account: 'shop-consumer',
      },
      input: orders,
      handle: async (c) => success(await fetchOrders(connect(c), c.req.valid('json'))),
      access: pro,
    }),
  )
  .post(
    '/shop/flattened-orders',
    read('shop_list_flattened_orders', {
      summary: 'Orders of the connected customer, one row for each ordered item: a page, or all of a window of days',
      description: 'What the connected customer bought at Coupang. Pages count from 0; money is in won.',
      ko: '고객의 주문 내역, 상품마다 한 행',
      title: 'Get purchases',
      wanted: 6,
      search:
        '최근에 산 물건, 어디쯤 왔어, what did I buy at Coupang, when did I last buy, how much did I spend on Coupang, my spending this month, did I buy it twice, what did I pay for it, when does my parcel arrive, did I cancel it, my own shopping as a list, coffee I ordered, 내가 산 거, 쿠팡에서 산, 얼마 썼, 쿠팡 지출, 언제 샀, 내가 주문한, 내가 시킨 거 언제 와, 내 택배 언제, 얼마 주고 샀, 구매한 물건, 장 본 거, 또 샀나, 쿠팡 소비',
      tool: {
        account: 'shop-consumer',
        shown: {
          'result.rows.[]':
            'order_id ordered_at_kst vendor_item_name|product_name quantity cancelled_quantity? line_amount line_status cancel_return_status? all_canceled?',
        },
      },
      input: flattenedOrders,
      handle: async (c) => {
        const { orderedFrom, orderedTo, pageIndex = 0, pageSize = 0, year } = c.req.valid('json')
        if (orderedFrom !== undefined) {
          const orders = await fetchOrdersIn(connect(c), { orderedFrom, orderedTo })
          const rows = flattenOrders(orders)
          const whole = { pageIndex: 0, pageSize: orders.length, hasNext: false, nextPageIndex: null, nextYear: null }
          return success({ rows, days: getDays(rows), page: whole })
        }
        const request = { pageIndex, pageSize, year }
        const page = await fetchOrders(connect(c), request)
        return success({ rows: flattenOrders(page.orderList), page: pageInfo(request, page) })
      },
      access: pro,
    }),
  )
