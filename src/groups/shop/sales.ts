import { Hono } from 'hono'
import * as z from 'zod/mini'
import { count, identifier, isObject, items, type JsonObject, text } from '../../base/json.ts'
import { getKoreanDay } from '../../base/time.ts'
import { choice } from '../../gateway/http/fields.ts'
import { proOrOwner } from '../../gateway/operation-type.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { CHANNELS, type Channel } from './channels.ts'
import { type Connection, connect, readMoney } from './coupang.ts'
import { checkDays, days, read, success } from './group.ts'
import { readGrowing, TooMuch } from './lists.ts'
import type { OrderSheet } from './orders.outputs.ts'
import type { Sales } from './outputs.ts'
import { refusesList } from './returns.ts'
import type { RocketGrowthOrder } from './rocket-growth.outputs.ts'
import { fetchRocketGrowthOrders } from './rocket-growth.ts'
import { listOrderSheets, orderSheetStatuses } from './sheets.ts'
import { parseTime } from './window.ts'

const MOST_SALES_DAYS = 92

const sales = () => ({
  query: z
    .strictObject({
      ...days(MOST_SALES_DAYS),
      from: days(MOST_SALES_DAYS).from.check(z.meta({ narrows: 'position' })),
      group_by: z
        ._default(choice(GROUPINGS), 'day')
        .check(
          z.meta({ description: 'Sums of each day, product, or product of each day; none: one row for each item' }),
        ),
      channel: z.optional(choice(CHANNELS)).check(
        z.meta({
          description: 'marketplace: the seller ships; rocket_growth: Coupang ships. Both when absent',
          examples: ['marketplace'],
        }),
      ),
    })
    .check(z.superRefine(checkDays(MOST_SALES_DAYS))),
})

/** One ordered item of a box, without any customer data. Amounts are whole won, before discounts unless they say so. */
interface SoldItem {
  channel: Channel
  orderId: string | null
  orderedAt: string | null
  /** YYYY-MM-DD in Korea. */
  day: string | null
  status: string | null
  /** The option of the product: its id, or its name. */
  key: string
  product: string | null
  option: string | null
  quantity: number
  amount: number
  /** After discounts. Null when the product does not tell them. */
  paidAmount: number | null
  cancelledQuantity: number
  cancelledAmount: number
  cancelledPaidAmount: number | null
}

/**
 * The items of a sheet. The cancelled part of an item is counted separately. A requested cancellation does not count.
 */
export function soldItems(sheet: OrderSheet): SoldItem[] {
  const orderId = identifier(sheet.orderId) ?? null
  const day = toKoreanDay(sheet.orderedAt)
  return items(Array.isArray(sheet.orderItems) ? sheet.orderItems : [], (item: unknown) => {
    if (!isObject(item)) return undefined
    const bought = count(item.shippingCount) ?? 0
    const cancelled = item.canceled === true ? bought : Math.min(count(item.cancelCount) ?? 0, bought)
    const price = parseWon(item.salesPrice) ?? (bought > 0 ? (parseWon(item.orderPrice) ?? 0) / bought : 0)
    const discount = getDiscount(item)
    const getPaid = (part: number) =>
      discount === undefined ? null : Math.round((Math.max(0, price * bought - discount) * part) / (bought || 1))
    const product = text(item.sellerProductName) ?? text(item.vendorItemName)
    const option = text(item.sellerProductItemName)
    return {
      channel: 'marketplace',
      orderId,
      orderedAt: sheet.orderedAt,
      day,
      status: sheet.status,
      product,
      option,
      key: identifier(item.vendorItemId) ?? JSON.stringify([product, option]),
      quantity: bought - cancelled,
      amount: Math.round(price * (bought - cancelled)),
      paidAmount: getPaid(bought - cancelled),
      cancelledQuantity: cancelled,
      cancelledAmount: Math.round(price * cancelled),
      cancelledPaidAmount: getPaid(cancelled),
    }
  })
}

const PARTS = ['instantCouponDiscount', 'downloadableCouponDiscount', 'coupangDiscount'] as const

/** The discount of the whole line, else the sum of its parts. A null is none. Undefined where the product says nothing. */
function getDiscount(item: JsonObject): number | undefined {
  const whole = parseWon(item.discountPrice)
  if (whole !== undefined) return whole
  const parts = PARTS.flatMap((name) => parseWon(item[name]) ?? [])
  if (parts.length === 0) return item.discountPrice === null ? 0 : undefined
  return parts.reduce((sum, part) => sum + part, 0)
}

function parseWon(money: unknown): number | undefined {
  const won = Math.round(readMoney(money) ?? Number.NaN)
  return Number.isSafeInteger(won) ? won : undefined
}

function toKoreanDay(dateTime: string | null): string | null {
  if (dateTime && IN_KOREA.test(dateTime)) return dateTime.slice(0, 'YYYY-MM-DD'.length)
  const time = parseTime(dateTime)
  return time === undefined ? null : getKoreanDay(time)
}

const IN_KOREA = /^\d\d\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?\+09:00$/

const GROUPINGS = ['day', 'product', 'day_product', 'none'] as const

interface SalesQuery {
  from: string
  to: string
  group_by: (typeof GROUPINGS)[number]
  channel?: Channel | undefined
}

/** The sales of the connected vendor on these days in Korea, both included, without any customer data. */
async function readSales(connection: Connection, { from, to, group_by, channel }: SalesQuery): Promise<Sales> {
  const today = getKoreanDay(connection.upstream.platform.now())
  const { found, next, missing } = await readItems(connection, { from, to: to < today ? to : today, channel })
  const addUpOf = (one: Channel) => {
    const isThere = channel !== undefined ? channel === one : one === 'marketplace' || missing === undefined
    return isThere ? addUp(found.filter((item) => item.channel === one)) : null
  }
  const told = CHANNELS.filter((one) => channel === undefined || channel === one).map((one) => CONTAINS[one])
  return {
    rows: group_by === 'none' ? found.flatMap(itemRows) : groupedRows(found, group_by),
    totals: addUp(found),
    channels: { marketplace: addUpOf('marketplace'), rocket_growth: addUpOf('rocket_growth') },
    contains: missing === undefined ? told.join(' ') : `${CONTAINS.marketplace} Rocket Growth is missing: ${missing}`,
    complete: next === undefined,
    ...(next !== undefined && { next_from: next }),
  }
}

const CONTAINS: Readonly<Record<Channel, string>> = {
  marketplace: 'Orders that the seller ships (Marketplace), without boxes whose return is complete.',
  rocket_growth: 'Rocket Growth by the day of payment: discounts are not told, cancelled orders not marked.',
}

/** A sale of Rocket Growth. What was discounted or cancelled is not told. */
const growthItems = ({ order_id, paid_at, items: lines }: RocketGrowthOrder): SoldItem[] =>
  lines.map(({ vendor_item_id, product, quantity, amount }) => ({
    channel: 'rocket_growth',
    orderId: order_id,
    orderedAt: paid_at,
    day: toKoreanDay(paid_at),
    status: null,
    key: vendor_item_id ?? JSON.stringify(product),
    product,
    option: null,
    quantity: quantity ?? 0,
    amount: Math.round(amount ?? 0),
    paidAmount: null,
    cancelledQuantity: 0,
    cancelledAmount: 0,
    cancelledPaidAmount: null,
  }))

/**
 * The items of as many windows as this request can read. `next` is the first day that is left, `missing` why the product
 * refuses the orders of Rocket Growth, which says nothing about the others.
 */
async function readItems(
  connection: Connection,
  { from, to, channel }: { from: string; to: string; channel: Channel | undefined },
) {
  const boxes = new Set<string>()
  let missing: string | undefined
  const readGrowth = async (first: string, last: string): Promise<RocketGrowthOrder[]> => {
    if (channel === 'marketplace' || missing !== undefined) return []
    try {
      return await fetchRocketGrowthOrders(connection, { from: first, to: last }, WINDOWS.tooMuch)
    } catch (error) {
      if (channel !== undefined || !refusesList(error) || error instanceof TooMuch) throw error
      missing = error.message
      return []
    }
  }
  const { parts, next } = await readGrowing(connection, { from, to, ...WINDOWS }, async (first, last) => {
    const window = { createdAtFrom: first, createdAtTo: last }
    const sheets = channel === 'rocket_growth' ? [] : await listOrderSheets(connection, window)
    return [
      ...sheets.filter((sheet) => isNew(sheet, boxes)).flatMap(soldItems),
      ...(await readGrowth(first, last)).flatMap(growthItems),
    ]
  })
  return { found: parts.flat(), next, missing }
}

/** 31 days are the most that the product accepts. */
const WINDOWS = {
  firstDays: 7,
  mostDays: 31,
  fewestCalls: orderSheetStatuses.length + 1,
  tooMuch: 'to: the sales of these days cannot be had in one request: ask for fewer days',
}

/** Whether the box was not in an earlier window. A box without an id always counts as new. */
function isNew({ shipmentBoxId }: OrderSheet, boxes: Set<string>): boolean {
  if (shipmentBoxId === null) return true
  const box = String(shipmentBoxId)
  if (boxes.has(box)) return false
  boxes.add(box)
  return true
}

/** A day has one row; an option is sold in one channel. */
function groupedRows(found: readonly SoldItem[], by: 'day' | 'product' | 'day_product') {
  const getKey = ({ channel, day, key }: SoldItem) =>
    by === 'day' ? day : `${channel} ${by === 'product' ? '' : day} ${key}`
  const rows = [...Map.groupBy(found, getKey).values()].map((members) => {
    const { channel, day, product, option } = members[0] as SoldItem
    const about = by === 'day' ? { day } : { channel, ...(by !== 'product' && { day }), product, option }
    return { ...about, ...addUp(members) }
  })
  return rows.sort((a, b) => byText(a.day, b.day) || (by === 'day' ? 0 : b.amount - a.amount))
}

const byText = (a: string | null | undefined, b: string | null | undefined) => {
  const [one, other] = [a ?? '', b ?? '']
  return one < other ? -1 : one > other ? 1 : 0
}

/** One row for an item, or one for each part of a partly cancelled item. */
function itemRows(item: SoldItem) {
  const { channel, orderId, orderedAt, status, product, option } = item
  const about = { channel, order_id: orderId, ordered_at: orderedAt, status, product, option }
  const sold = { quantity: item.quantity, amount: item.amount, paid_amount: item.paidAmount, cancelled: false }
  const cancelled = {
    quantity: item.cancelledQuantity,
    amount: item.cancelledAmount,
    paid_amount: item.cancelledPaidAmount,
    cancelled: true,
  }
  return [sold, cancelled].filter(({ quantity }) => quantity > 0).map((part) => ({ ...about, ...part }))
}

function addUp(members: readonly SoldItem[]) {
  const total = { quantity: 0, amount: 0, cancelled_quantity: 0, cancelled_amount: 0 }
  let paid: number | null = 0
  const orders = new Set<string | symbol>()
  for (const { orderId, quantity, amount, paidAmount, cancelledQuantity, cancelledAmount } of members) {
    total.quantity += quantity
    total.amount += amount
    total.cancelled_quantity += cancelledQuantity
    total.cancelled_amount += cancelledAmount
    if (quantity > 0) orders.add(orderId ?? Symbol())
    // A value that is unknown for one item is unknown for the sum.
    if (quantity > 0) paid = paid === null || paidAmount === null ? null : paid + paidAmount
  }
  const { quantity, amount, ...cancelled } = total
  return { quantity, amount, paid_amount: paid, ...cancelled, orders: orders.size }
}

export const salesRoutes = new Hono<AppEnv>().get(
  '/shop/sales',
  read('shop_list_sales', {
    summary: "The seller's sales of a window of days, Rocket Growth included, as sums or one row for each item",
    description:
      'What the seller of Coupang sold, by Korean day. `channels` has the sums of the Marketplace and Rocket Growth. `amount` is won before discounts, `paid_amount` after them. Cancelled items are apart, returned boxes missing. complete false: go on from next_from.',
    ko: '판매자의 매출(로켓그로스 포함), 일별·상품별: 할인 전 금액과 결제 금액',
    search:
      'units sold, how many pieces went out, 매출 좋은 요일, how much did I sell, revenue of this month, sales of yesterday, turnover by product, best seller, what sells best, this month against last, daily sales, how is the shop doing, income of the store, which article sold most, worst seller, 매출 얼마, 얼마 팔았, 이번 달 매출, 오늘 매출, 뭐가 제일 잘 팔려, 많이 팔린, 지난달이랑 비교, 일별 매출, 상품별 판매, 팔린 개수, 가게 수입, 얼마 벌었, 장사 어때, 판매 실적, 판 거',
    title: 'Get sales',
    wanted: 4,
    tool: {
      description:
        'What the seller sold at Coupang (WING) in won, with Rocket Growth: amount before discounts, paid_amount after.',
      shown: {
        '': 'result',
        'result.channels.marketplace': 'quantity? amount? paid_amount? orders?',
        'result.channels.rocket_growth': 'quantity? amount? orders?',
        'result.rows.[]':
          'channel? day? product? option? order_id? ordered_at:day? status? quantity amount paid_amount cancelled? cancelled_amount?',
      },
      account: 'shop-seller',
      // The sums of both are in each answer.
      hidden: ['channel'],
    },
    input: sales,
    handle: async (c) => success(await readSales(connect(c), c.req.valid('query'))),
    access: proOrOwner,
  }),
)
