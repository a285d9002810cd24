import { Hono } from 'hono'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { pro } from '../../gateway/operation-type.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { acknowledge } from './acknowledge.ts'
import { getCarriers } from './carriers.ts'
import { fetchCategory } from './category.ts'
import { connect } from './connection.ts'
import { listExchanges } from './exchanges.ts'
import { flattenOrders } from './flatten.ts'
import { read, write } from './group.ts'
import { sendInvoices } from './invoices.ts'
import { getDays } from './order-days.ts'
import { fetchOrdersIn } from './order-window.ts'
import { fetchOrders, pageInfo } from './orderpage.ts'
import { listOrderSheets } from './ordersheets.ts'
import { listReturns } from './returns.ts'
import { readSales } from './sales.ts'
import * as inputs from './schemas.ts'

const success = <Result>(result: Result) => ({ ...SUCCESS.shop, result })

export const sheetRoutes = new Hono<AppEnv>()
  .post(
    '/shop/ordersheets',
    read(
      'shop_list_order_sheets',
      {
        summary: "The seller's order sheets of a window of time",
        description:
          'What customers ordered from the connected seller of Coupang, as its open API reports it. All pages of the window come at once; money is in won. Other fields of the body are ignored.',
        ko: '판매자의 발주서(주문) 목록, 기간별',
        title: 'Get orders to ship',
        wanted: 1,
        tool: {
          description:
            'Orders that the seller ships at Coupang (WING), with their items. shop_send_invoices ships them.',
          shown: {
            '': 'status error result',
            'result.[]':
              'shipmentBoxId orderId orderedAt status orderItems splitShipping? parcelPrintMessage? deliveryCompanyName? invoiceNumber? inTrasitDateTime? deliveredDate?',
            'result.[].orderItems.[]':
              'vendorItemId vendorItemName shippingCount orderPrice discountPrice? cancelCount? holdCountForCancel? estimatedShippingDate? plannedShippingDate? invoiceNumberUploadDate? canceled?',
            'result.[].orderItems.[].orderPrice': 'currencyCode units',
            'result.[].orderItems.[].discountPrice': 'currencyCode units',
          },
          account: 'shop-seller',
        },
        input: inputs.orderSheets,
      },
      async (c) => success(await listOrderSheets(connect(c), c.req.valid('json'))),
    ),
  )
  .post(
    '/shop/ordersheets/acknowledge',
    write(
      'shop_acknowledge_order_sheets',
      {
        summary: 'Acknowledge paid orders: their boxes are being prepared',
        description:
          'Moves boxes from ACCEPT to INSTRUCT, at most 50. Each is reported as done, already, or refused with the reason; all refused is 400. Read the order sheets again after it: the customer may have changed the address. 409: the same Idempotency-Key is still at work.',
        ko: '발주 확인(상품준비중 처리)',
        title: 'Acknowledge orders',
        wanted: 2,
        search: 'confirm prepare 발주확인',
        tool: {
          account: 'shop-seller',
        },
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

export const salesRoutes = new Hono<AppEnv>().get(
  '/shop/sales',
  read(
    'shop_list_sales',
    {
      summary: "The seller's sales of a window of days, as sums or one row for each item",
      description:
        'What customers ordered from the connected seller of Coupang, by Korean day. `amount` is won before discounts, `paid_amount` after them; cancelled items are apart. Returned boxes are not listed. Where complete is false, ask again with from as next_from.',
      ko: '판매자의 매출, 일별·상품별: 할인 전 금액과 결제 금액',
      title: 'Get sales',
      wanted: 4,
      tool: {
        description: 'What the seller sold at Coupang (WING), in won: amount before discounts, paid_amount after.',
        shown: {
          '': 'result',
          'result.rows.[]':
            'day? product? option? order_id? ordered_at? status? quantity amount paid_amount cancelled? cancelled_amount?',
        },
        account: 'shop-seller',
      },
      input: inputs.sales,
      gate: pro,
    },
    async (c) => success(await readSales(connect(c), c.req.valid('query'))),
  ),
)

export const returnRoutes = new Hono<AppEnv>()
  .get(
    '/shop/returns',
    read(
      'shop_list_returns',
      {
        summary: "The seller's returns and cancellations of a window of days",
        description:
          'By the day on which they were asked for, in Korea. RELEASE_STOP_UNCHECKED asks to stop a shipment. No names, phones or addresses.',
        ko: '판매자의 반품·취소 요청 목록',
        title: 'Get returns',
        wanted: 5,
        search: 'refund 환불',
        tool: {
          shown: {
            '': 'result',
            'result.[]':
              'receipt_id order_id created_at type status reason comment? quantity return_shipping_charge? complete_confirm_date? is_refunded_first? items',
            'result.[].items.[]': 'name quantity is_released?',
          },
          account: 'shop-seller',
        },
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
        summary: "The seller's exchanges of a window of days",
        description: 'By the day on which they were asked for, in Korea. No names, phones or addresses.',
        ko: '판매자의 교환 요청 목록',
        title: 'Get exchanges',
        tool: {
          shown: {
            '': 'result',
            'result.[]': 'exchange_id order_id created_at status reason comment? items',
            'result.[].items.[]': 'name new_name? quantity',
          },
          account: 'shop-seller',
          hidden: ['status'],
        },
        input: inputs.exchanges,
      },
      async (c) => success(await listExchanges(connect(c), c.req.valid('query'))),
    ),
  )

export const invoiceRoutes = new Hono<AppEnv>()
  .get(
    '/shop/carriers',
    read(
      'shop_list_carriers',
      {
        summary: 'The codes of the carriers, for invoices',
        description:
          'CJ Logistics is CJGLS, Lotte is HYUNDAI, Hanjin is HANJIN, the post office is EPOST, Logen is KGB.',
        ko: '택배사 코드 목록',
        title: 'Get carriers',
        tool: {
          account: null,
        },
      },
      async () => success([...getCarriers()]),
    ),
  )
  .post(
    '/shop/ordersheets/invoices',
    write(
      'shop_send_invoices',
      {
        summary: 'Send the invoice numbers of boxes: they are on their way',
        description:
          'Moves boxes from INSTRUCT to DEPARTURE, at most 50. Each is reported as done, already, or refused with the reason; all refused is 400. Without vendor_item_id all items of the box get the number. 409: the same Idempotency-Key is still at work.',
        ko: '송장 등록(배송지시)',
        title: 'Send invoice numbers',
        wanted: 3,
        search: 'waybill tracking 운송장',
        tool: {
          account: 'shop-seller',
        },
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

export const categoryRoutes = new Hono<AppEnv>().post(
  '/shop/category',
  read(
    'shop_get_category',
    {
      summary: 'A display category with its children, or the one recommended for a product name',
      description: 'Give a code, or the name of a product to be recommended one. Other fields of the body are ignored.',
      ko: '노출 카테고리와 하위 카테고리, 상품명에 맞는 추천 카테고리',
      title: 'Get a category',
      tool: {
        account: 'shop-seller',
      },
      input: inputs.category,
    },
    async (c) => success(await fetchCategory(connect(c), c.req.valid('json'))),
  ),
)

export const orderRoutes = new Hono<AppEnv>()
  .post(
    '/shop/orders',
    read(
      'shop_list_orders',
      {
        summary: 'A page of the orders of the connected customer',
        description:
          'What the connected customer bought at Coupang, as its site reports it. Pages count from 0; money is in won. Rows that fit a table: shop_list_flattened_orders.',
        ko: '연결된 고객의 주문(구매) 내역',
        title: 'Get purchases as the shop stores them',
        search: 'purchases spending',
        tool: {
          account: 'shop-consumer',
        },
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
        summary: 'Orders of the connected customer, one row for each ordered item: a page, or all of a window of days',
        description: 'What the connected customer bought at Coupang. Pages count from 0; money is in won.',
        ko: '고객의 주문 내역, 상품마다 한 행',
        title: 'Get purchases',
        wanted: 6,
        search: 'purchases spending 구매 buy bought 산',
        tool: {
          account: 'shop-consumer',
          shown: {
            'result.rows.[]':
              'order_id ordered_at_kst vendor_item_name|product_name quantity line_amount line_status cancel_return_status? all_canceled?',
          },
        },
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

/** The shop operations. */
export const shop = new Hono<AppEnv>()
  .route('/', sheetRoutes)
  .route('/', salesRoutes)
  .route('/', returnRoutes)
  .route('/', invoiceRoutes)
  .route('/', categoryRoutes)
  .route('/', orderRoutes)
