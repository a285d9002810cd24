import {
  CONSUMER_SESSION,
  createCoupang,
  SELLER_ACCESS_KEY,
  SELLER_SECRET_KEY,
  SELLER_VENDOR_ID,
} from '../simulators/shop/index.ts'
import type { GroupContract, Row } from './contract.ts'

const page: Partial<Row> & Pick<Row, 'tier'> = {
  tier: 'pro',
  body: { pageIndex: 0, pageSize: 10, year: 2026 },
}

/** The product's result of each box: where it is missing, the sheets prove what became of the box. */
const RESULTS = {
  'data.responseList[]': 'the result of a box',
  'data.responseList[].shipmentBoxId': 'whose result it is',
  'data.responseList[].succeed': 'the result of a box',
}

export const shop: GroupContract = {
  group: 'shop',
  simulate: (clock) => createCoupang({ clock }),
  connected: {
    SHOP_VENDOR_ID: SELLER_VENDOR_ID,
    SHOP_ACCESS_KEY: SELLER_ACCESS_KEY,
    SHOP_SECRET_KEY: SELLER_SECRET_KEY,
    SHOP_SESSION: CONSUMER_SESSION,
  },
  rejected: {
    settings: {
      SHOP_VENDOR_ID: SELLER_VENDOR_ID,
      SHOP_ACCESS_KEY: SELLER_ACCESS_KEY,
      SHOP_SECRET_KEY: 'other-secret-key',
      SHOP_SESSION: 'sid=test-ended-session',
    },
  },
  failure: (error) => ({ status: 'error', error, result: null }),
  verdicts: { code: 'whether the call succeeded', nextToken: 'where the list goes on' },
  success: ({ status, error, result }) => status === 'success' && error === '' && result != null,
  roundTrips: {
    // Six lists, one after another so that no sheet is missed (src/groups/shop/ordersheets.ts).
    shop_list_order_sheets: ['6/6', '6/6'],
    // The same, and the orders of Rocket Growth.
    shop_list_sales: ['7/7', '7/7'],
    shop_list_rocket_growth_stock: ['2/2', '2/2'],
    // Windows of 7 and of 14 days.
    shop_list_revenue: ['2/2', '2/2'],
    // Five lists; and two windows of a week.
    shop_list_returns: ['5/5', '5/5'],
    shop_list_exchanges: ['2/2', '2/2'],
    // Two lists in two windows of a week.
    shop_list_inquiries: ['4/4', '4/4'],
    // The question is read before; the second time it shows the answer.
    shop_reply_to_inquiry: ['2/2', '1/1'],
    shop_list_carriers: ['0/0', '0/0'],
    // The product refuses a box that is acknowledged, and the sheet says that it is.
    shop_acknowledge_order_sheets: ['1/1', '2/2'],
    // The order is read before; the second time it shows the invoice.
    shop_send_invoices: ['2/2', '1/1'],
  },
  // With the third call of a second. The second request makes it.
  objectCalls: { shop_list_exchanges: ['records.isLimited'] },
  rows: {
    shop_list_order_sheets: {
      path: '/api/v1/shop/ordersheets',
      tier: 'basic',
      body: { createdAtFrom: '2026-11-20', createdAtTo: '2026-11-21' },
      verdicts: { 'data[].orderedAt': 'the list is in the order of it' },
    },
    shop_list_sales: {
      path: '/api/v1/shop/sales?from=2026-11-20&to=2026-11-21',
      tier: 'pro',
      follows: {
        'result.rows': 'a row sums what its sheets hold, and has the day of their order',
        'result.totals': 'the totals sum what the sheets hold',
        'result.channels': 'the sums of each channel',
      },
    },
    shop_list_revenue: {
      path: '/api/v1/shop/revenue?from=2026-11-01&to=2026-11-20',
      tier: 'pro',
      verdicts: { data: 'null is an empty list', hasNext: 'where the list goes on' },
      follows: {
        'result.rows': 'a row sums what the orders of its day hold',
        'result.totals': 'the totals sum what the orders hold',
      },
    },
    shop_list_settlements: {
      path: '/api/v1/shop/settlements?month=2026-10',
      tier: 'pro',
      follows: { 'result.totals': 'the totals sum what the payments hold' },
    },
    shop_list_rocket_growth_orders: {
      path: '/api/v1/shop/rocket-growth/orders?from=2026-11-15&to=2026-11-21',
      tier: 'basic',
      verdicts: { data: 'null is an empty list', 'data[].paidAt': 'the list is in the order of it' },
      follows: { 'result[].items[].amount': 'the price of one, times the quantity' },
    },
    shop_list_rocket_growth_stock: {
      path: '/api/v1/shop/rocket-growth/stock',
      tier: 'basic',
      verdicts: { data: 'null is an empty list' },
    },
    shop_list_returns: {
      path: '/api/v1/shop/returns?from=2026-11-15&to=2026-11-21',
      tier: 'basic',
      verdicts: {
        data: 'null is an empty list, and the lists of all statuses become one',
        'data[].createdAt': 'the list is in the order of it',
        'data[].reasonCodeText': 'without it the code is the reason',
      },
    },
    shop_list_exchanges: {
      path: '/api/v1/shop/exchanges?from=2026-11-08&to=2026-11-21',
      tier: 'basic',
      verdicts: {
        data: 'null is an empty list, and the lists of both weeks become one',
        'data[].createdAt': 'the list is in the order of it',
      },
    },
    shop_list_inquiries: {
      path: '/api/v1/shop/inquiries?from=2026-11-08&to=2026-11-21',
      tier: 'basic',
      verdicts: {
        'data.content': 'null is an empty list, and the lists of both types become one',
        'data.content[].inquiryAt': 'the list is in the order of it, and has the days that were asked for',
      },
      follows: { 'result[].status': 'whether there is an answer' },
    },
    shop_reply_to_inquiry: {
      path: '/api/v1/shop/inquiries/301000001/reply',
      foundAt: 'in the list of questions',
      tier: 'pro',
      body: { content: '내일 발송됩니다.', reply_by: 'wing-user', asked_on: '2026-11-21' },
      verdicts: {
        'data.content': 'the question is looked for in it',
        'data.content[]': 'the question is looked for in it',
        'data.content[].inquiryId': 'the question is found by it',
      },
    },
    shop_list_carriers: {
      path: '/api/v1/shop/carriers',
      tier: 'basic',
      missing: null,
      rejected: null,
      noUpstream: 'the product has no call for its carriers',
    },
    shop_acknowledge_order_sheets: {
      path: '/api/v1/shop/ordersheets/acknowledge',
      foundAt: 'in the order sheets',
      tier: 'pro',
      body: { shipment_box_ids: ['642538971006401431'] },
      verdicts: RESULTS,
    },
    shop_send_invoices: {
      path: '/api/v1/shop/ordersheets/invoices',
      foundAt: 'in the order sheets',
      tier: 'pro',
      body: {
        items: [
          {
            ...{ shipment_box_id: '642539028006412945', order_id: '24000123514302' },
            ...{ carrier: 'CJGLS', invoice_number: '651200330999' },
          },
        ],
      },
      verdicts: {
        ...RESULTS,
        data: 'the order is read for what is left to send',
        'data[]': 'the box that is sent is found in it',
        'data[].shipmentBoxId': 'the box that is sent is found by it',
        'data[].orderItems': 'what is left to send',
        'data[].orderItems[]': 'what is left to send',
        'data[].orderItems[].vendorItemId': 'what is left to send',
        'data[].orderItems[].shippingCount': 'what is left to send',
      },
    },
    shop_get_category: {
      path: '/api/v1/shop/category',
      tier: 'basic',
      body: { displayCategoryCode: 51000 },
    },
    shop_list_orders: { path: '/api/v1/shop/orders', ...page },
    shop_list_flattened_orders: {
      path: '/api/v1/shop/flattened-orders',
      ...page,
      follows: {
        'result.rows[].product_url': 'the ids of product, item and seller’s item',
        'result.rows[].line_amount': 'the price paid, else the sale price',
        'result.rows[].line_status': 'what became of the line, else how far its delivery is',
      },
    },
  },
}
