import { Hono } from 'hono'
import * as z from 'zod/mini'
import { at, count, items, number, text } from '../../base/json.ts'
import { addDays, countDays, getKoreanDay } from '../../base/time.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { type Connection, connect, exactId } from './coupang.ts'
import { checkDays, days, exactDigits, read, success } from './group.ts'
import { type FetchListPage, readLists, readPage } from './lists.ts'
import { readWon, timesWon } from './money.ts'
import type { RocketGrowthOrder, RocketGrowthStock } from './rocket-growth.outputs.ts'
import { type KoreanWindow, toDateTime } from './window.ts'

const MOST_ORDER_DAYS = 31

const orders = () => ({
  query: z.strictObject(days(MOST_ORDER_DAYS)).check(z.superRefine(checkDays(MOST_ORDER_DAYS))),
})

const stock = () => ({
  query: z.strictObject({
    vendor_item_id: z
      .optional(exactDigits('Only this option of a product; all when absent'))
      .check(z.meta({ examples: ['85071234501'] })),
  }),
})

const below = (path: string) => (vendorId: string) =>
  `/v2/providers/rg_open_api/apis/api/v1/vendors/${encodeURIComponent(vendorId)}/rg/${path}`

const toId = (value: unknown) => {
  const id = exactId(value)
  return id === null ? null : String(id)
}

/** The most days of one window. With the day before and the day after, it is within the 30 days of a call. */
const MOST_DAYS = 28

function getWindows(from: string, to: string): KoreanWindow[] {
  const windows: KoreanWindow[] = []
  for (let first = from; first <= to; first = addDays(first, MOST_DAYS)) {
    const last = countDays(first, to) < MOST_DAYS ? to : addDays(first, MOST_DAYS - 1)
    windows.push({ form: 'day', from: first, to: last, onlyDays: true })
  }
  return windows
}

/** Orders of Rocket Growth that were paid on these days in Korea, oldest first. */
export async function fetchRocketGrowthOrders(
  connection: Connection,
  { from, to }: { from: string; to: string },
  tooMuch: string,
): Promise<RocketGrowthOrder[]> {
  const fetchPage: FetchListPage = async (window, token, limits) => {
    // The product leaves out the last day, and does not say in which zone its days begin.
    const parameters: [string, string][] = [
      ['paidDateFrom', addDays(window.from, -1).replaceAll('-', '')],
      ['paidDateTo', addDays(window.to, 1).replaceAll('-', '')],
      ...(token ? ([['nextToken', token]] as [string, string][]) : []),
    ]
    return readPage(await connection.callAsSeller({ path: below('orders'), parameters, ...(limits && { limits }) }))
  }
  const today = getKoreanDay(connection.upstream.platform.now())
  const pages = await readLists(connection, getWindows(from, to < today ? to : today), [fetchPage], tooMuch)
  const isInWindow = ({ paid_at }: RocketGrowthOrder) => {
    const day = paid_at?.slice(0, 'YYYY-MM-DD'.length)
    return day === undefined || (from <= day && day <= to)
  }
  const found = items(pages.flat(), readOrder).filter(isInWindow)
  const byId = new Map(found.map((order) => [order.order_id, order]))
  return [...byId.values()].sort((a, b) => ((a.paid_at ?? '9') < (b.paid_at ?? '9') ? -1 : 1))
}

function readOrder(row: unknown): RocketGrowthOrder | undefined {
  const order_id = toId(at(row, 'orderId'))
  if (order_id === null) return undefined
  const paid = at(row, 'paidAt')
  return {
    order_id,
    // Epoch milliseconds, as a number or its digits; the read of one order has a date.
    paid_at: toDateTime(number(paid) ?? paid),
    items: items(at(row, 'orderItems'), (item) => {
      const quantity = count(at(item, 'salesQuantity'))
      const price = readWon(at(item, 'unitSalesPrice') ?? at(item, 'salesPrice'))
      return {
        vendor_item_id: toId(at(item, 'vendorItemId')),
        product: text(at(item, 'productName')),
        quantity,
        price,
        amount: quantity === null || price === null ? null : timesWon(price, quantity),
        currency: text(at(item, 'currency')),
      }
    }),
  }
}

/** A list that takes no days. */
const NO_WINDOW: KoreanWindow = { form: 'day', from: '', to: '', onlyDays: true }

/** What is in the warehouses of Coupang. */
async function listStock(connection: Connection, vendorItemId: string | undefined): Promise<RocketGrowthStock[]> {
  const fetchPage: FetchListPage = async (_, token, limits) => {
    const parameters: [string, string][] = []
    // The product reads no token beside an option.
    if (vendorItemId !== undefined) parameters.push(['vendorItemId', vendorItemId])
    else if (token) parameters.push(['nextToken', token])
    const path = below('inventory/summaries')
    const { data, nextToken } = readPage(await connection.callAsSeller({ path, parameters, ...(limits && { limits }) }))
    return { data, nextToken: vendorItemId === undefined ? nextToken : '' }
  }
  const pages = await readLists(connection, [NO_WINDOW], [fetchPage], TOO_MUCH_STOCK)
  return items(pages.flat(), readStock)
}

const TOO_MUCH_STOCK = 'vendor_item_id: the stock cannot be had in one request: ask for one option'

function readStock(row: unknown): RocketGrowthStock | undefined {
  const vendor_item_id = toId(at(row, 'vendorItemId'))
  if (vendor_item_id === null) return undefined
  return {
    vendor_item_id,
    sku: toId(at(row, 'externalSkuId')),
    stock: count(at(row, 'inventoryDetails', 'totalOrderableQuantity')),
    sold_30_days: count(at(row, 'salesCountMap', 'SALES_COUNT_LAST_THIRTY_DAYS')),
  }
}

const TOO_MANY_DAYS = 'to: these days cannot be had in one request: ask for fewer days'

export const rocketGrowthRoutes = new Hono<AppEnv>()
  .get(
    '/shop/rocket-growth/orders',
    read('shop_list_rocket_growth_orders', {
      summary: 'Orders of Rocket Growth of a window of days: Coupang stores and ships them',
      description:
        'By the day of the payment, in Korea. Cancelled orders are among them, and nothing marks them. Nothing says who ordered, and what was discounted.',
      ko: '로켓그로스 주문 목록',
      title: 'Get orders of Rocket Growth',
      search:
        'orders that Coupang fulfils, fulfilment by Coupang, warehouse orders, rocket growth sales by order, jet delivery orders, 로켓그로스 주문, 로켓그로스로 나간, 로켓 창고 주문, 제트배송 주문, 그로스 주문 몇 건',
      tool: {
        shown: {
          '': 'result',
          'result.[]': 'order_id paid_at:day items',
          'result.[].items.[]': 'vendor_item_id? product quantity amount',
        },
        account: 'shop-seller',
      },
      input: orders,
      handle: async (c) => success(await fetchRocketGrowthOrders(connect(c), c.req.valid('query'), TOO_MANY_DAYS)),
    }),
  )
  .get(
    '/shop/rocket-growth/stock',
    read('shop_list_rocket_growth_stock', {
      summary: "Stock of Rocket Growth in Coupang's warehouses, with the sales of 30 days",
      description:
        'One row for each option; its name is in shop_list_rocket_growth_orders. What is on its way to the warehouse is not told.',
      ko: '로켓그로스 재고(쿠팡 창고)와 최근 30일 판매량',
      title: 'Get the stock of Rocket Growth',
      search:
        'how much is left in the warehouse of Coupang, inventory of rocket growth, what runs out in the warehouse, restock Coupang warehouse, fulfilment inventory, 로켓그로스 재고, 로켓 창고 재고, 쿠팡 창고에 몇 개, 그로스 재고 얼마, 입고 보내야 할, 창고 재고 부족',
      tool: { account: 'shop-seller' },
      input: stock,
      handle: async (c) => success(await listStock(connect(c), c.req.valid('query').vendor_item_id)),
    }),
  )
