import { Hono } from 'hono'
import { pageOf } from '../../rest.ts'
import { jsonResponse } from '../answers.ts'
import { pick } from '../pick.ts'
import { gatewayError, openApiError } from './errors.ts'
import type { Vendor } from './signature.ts'
import type { SellerSwitches } from './switches.ts'

const API = '/v2/providers/rg_open_api/apis/api/v1/vendors/:vendorId/rg'
const DAY_MS = 86_400_000
const PAGE = 20

/** An order that the product stores and ships. */
export interface GrowthOrder {
  orderId: number
  /** epoch ms */
  paidAt: number
  lines: { vendorItemId: number; product: string; quantity: number; price: number }[]
}

export interface GrowthStock {
  vendorItemId: number
  sku: string
  stock: number
  sold: number
}

interface GrowthState {
  vendor: Vendor
  growthOrders: GrowthOrder[]
  growthStock: GrowthStock[]
}

/** Rocket Growth (facts 2.11). */
export function rocketGrowth(state: GrowthState, switches: SellerSwitches): Hono {
  const page = <Row>(
    rows: readonly Row[],
    token: string | undefined,
    getId: (row: Row) => string,
    view: (row: Row) => object,
  ) => {
    const found = pageOf(rows, { size: PAGE, cursor: token, getCursor: getId, names: 'last' })
    if (!found) return openApiError(400, 'invalid nextToken')
    return jsonResponse({ code: 200, message: 'OK', data: found.shown.map(view), nextToken: found.next ?? '' })
  }
  const refuses = (vendorId: string | undefined) => {
    if (vendorId !== state.vendor.id) return openApiError(switches.wrongVendor, 'Invalid vendor ID')
    return switches.growthRefused ? openApiError(403, 'the vendor does not use Rocket Growth') : undefined
  }
  return new Hono()
    .get(`${API}/orders`, (c) => {
      const refused = refuses(c.req.param('vendorId'))
      if (refused) return refused
      const query = new URL(c.req.url).searchParams
      const [from, end] = ['paidDateFrom', 'paidDateTo'].map((name) => {
        const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(query.get(name) ?? '') ?? []
        return Date.parse(`${year}-${month}-${day}T00:00:00${switches.growthDays}`)
      }) as [number, number]
      if (Number.isNaN(from) || Number.isNaN(end)) return openApiError(400, 'paidDateFrom format is invalid.')
      if (end < from || end - from >= 30 * DAY_MS) return openApiError(400, 'The period should be within 30 days.')
      if (end - from > switches.widestMs) return gatewayError(504, 'Gateway Timeout')
      const found = state.growthOrders
        .filter(({ paidAt }) => from <= paidAt && paidAt < end)
        .sort((a, b) => b.paidAt - a.paidAt || b.orderId - a.orderId)
      return page(found, query.get('nextToken') ?? undefined, ({ orderId }) => String(orderId), orderView(state.vendor))
    })
    .get(`${API}/inventory/summaries`, (c) => {
      const refused = refuses(c.req.param('vendorId'))
      if (refused) return refused
      const query = new URL(c.req.url).searchParams
      const wanted = query.get('vendorItemId')
      const found = state.growthStock.filter(({ vendorItemId }) => wanted === null || wanted === String(vendorItemId))
      const token = wanted === null ? (query.get('nextToken') ?? undefined) : undefined
      return page(found, token, ({ vendorItemId }) => String(vendorItemId), stockView(state.vendor))
    })
}

const orderView = (vendor: Vendor) => (order: GrowthOrder) => ({
  orderId: order.orderId,
  vendorId: vendor.id,
  // The list has digits in quotes.
  paidAt: String(order.paidAt),
  orderItems: order.lines.map(({ vendorItemId, product, quantity, price }) => ({
    ...{ vendorItemId, productName: product, salesQuantity: quantity, unitSalesPrice: String(price), currency: 'KRW' },
  })),
})

const stockView = (vendor: Vendor) => (row: GrowthStock) => ({
  vendorId: vendor.id,
  vendorItemId: row.vendorItemId,
  externalSkuId: row.sku,
  inventoryDetails: { totalOrderableQuantity: row.stock },
  salesCountMap: { SALES_COUNT_LAST_THIRTY_DAYS: row.sold },
})

const GOODS = [
  { vendorItemId: 85071239901, product: '무선 청소기 필터, 2개', price: 12900 },
  { vendorItemId: 85071239902, product: '실리콘 주방장갑', price: 9800 },
]

/** 25 orders of four weeks up to the morning of 21 November 2026. */
export const seededGrowthOrders = (): GrowthOrder[] =>
  Array.from({ length: 25 }, (_, n) => ({
    orderId: 26000123456789 + n * 1009,
    paidAt: Date.parse('2026-11-21T09:30:00+09:00') - n * 25 * 3_600_000,
    lines: [{ ...pick(GOODS, n), quantity: 1 + (n % 2) }],
  }))

export const seededGrowthStock = (): GrowthStock[] =>
  Array.from({ length: 24 }, (_, n) => ({
    vendorItemId: 85071239901 + n,
    sku: String(31_204_501 + n),
    stock: (n * 7) % 40,
    sold: (n * 5) % 23,
  }))
