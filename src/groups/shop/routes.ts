import { Hono } from 'hono'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { basic, pro } from '../../gateway/licence.ts'
import { operations } from '../../gateway/operation.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { acknowledge } from './acknowledge.ts'
import { getCarriers } from './carriers.ts'
import { fetchCategory } from './category.ts'
import { connect } from './connection.ts'
import { listExchanges } from './exchanges.ts'
import { flattenOrders } from './flatten.ts'
import { sendInvoices } from './invoices.ts'
import { getDays } from './order-days.ts'
import { fetchOrdersIn } from './order-window.ts'
import { fetchOrders, pageInfo } from './orderpage.ts'
import { listOrderSheets } from './ordersheets.ts'
import { listReturns } from './returns.ts'
import { readSales } from './sales.ts'
import * as inputs from './schemas.ts'

const { read, write } = operations<typeof import('./outputs.ts').outputs>({
  group: 'shop',
  gate: basic,
  headers: inputs.HEADERS,
  synonyms: inputs.SYNONYMS,
})

const success = <Result>(result: Result) => ({ ...SUCCESS.shop, result })

/** The shop operations. */
export const shop = new Hono<AppEnv>()
  .post(
    '/shop/ordersheets',
    read(
      'shop_list_order_sheets',
      {
        input: inputs.orderSheets,
      },
      async (c) => success(await listOrderSheets(connect(c), c.req.valid('json'))),
    ),
  )
  .get(
    '/shop/sales',
    read(
      'shop_list_sales',
      {
        input: inputs.sales,
        gate: pro,
      },
      async (c) => success(await readSales(connect(c), c.req.valid('query'))),
    ),
  )
  .get(
    '/shop/returns',
    read(
      'shop_list_returns',
      {
        input: inputs.returns,
      },
      async (c) => success(await listReturns(connect(c), c.req.valid('query'))),
    ),
  )
  .get(
    '/shop/exchanges',
    read(
      'shop_list_exchanges',
      {
        input: inputs.exchanges,
      },
      async (c) => success(await listExchanges(connect(c), c.req.valid('query'))),
    ),
  )
  .get(
    '/shop/carriers',
    read('shop_list_carriers', {}, async () => success([...getCarriers()])),
  )
  .post(
    '/shop/ordersheets/acknowledge',
    write(
      'shop_acknowledge_order_sheets',
      {
        effect: 'message',
        idempotent: true,
        input: inputs.boxesToAcknowledge,
        gate: pro,
      },
      async (c) => {
        const writer = { state: c.get('state'), connection: connect(c) }
        const { shipment_box_ids } = c.req.valid('json')
        return acknowledge(writer, shipment_box_ids, c.req.valid('header')['Idempotency-Key'])
      },
    ),
  )
  .post(
    '/shop/ordersheets/invoices',
    write(
      'shop_send_invoices',
      {
        effect: 'message',
        idempotent: true,
        input: inputs.invoicesToSend,
        gate: pro,
      },
      async (c) => {
        const writer = { state: c.get('state'), connection: connect(c) }
        const { items } = c.req.valid('json')
        return sendInvoices(writer, items, c.req.valid('header')['Idempotency-Key'])
      },
    ),
  )
  .post(
    '/shop/category',
    read(
      'shop_get_category',
      {
        input: inputs.category,
      },
      async (c) => success(await fetchCategory(connect(c), c.req.valid('json'))),
    ),
  )
  .post(
    '/shop/orders',
    read(
      'shop_list_orders',
      {
        input: inputs.orders,
        gate: pro,
      },
      async (c) => success(await fetchOrders(connect(c), c.req.valid('json'))),
    ),
  )
  .post(
    '/shop/flattened-orders',
    read(
      'shop_list_flattened_orders',
      {
        input: inputs.flattenedOrders,
        gate: pro,
      },
      async (c) => {
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
    ),
  )
