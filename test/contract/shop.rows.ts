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

/** Of several identical requests one makes the change. */
const ONE_AT_A_TIME = { status: 409, why: 'the same request is still running' }

/** The product's read of one return says what may be done with it. */
const RETURN_VERDICTS = {
  data: 'the state of the return',
  'data[]': 'the state of the return',
  'data[].receiptId': 'which return it is',
  'data[].receiptStatus': 'the state of the return',
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
    // The question is read before. The same request again is a repeated one.
    shop_reply_to_inquiry: ['2/2', '0/0'],
    shop_list_carriers: ['0/0', '0/0'],
    // The product refuses a box that is acknowledged, and the sheet says that it is.
    shop_acknowledge_order_sheets: ['1/1', '2/2'],
    // The order is read before; the second time it shows the invoice.
    shop_send_invoices: ['2/2', '1/1'],
    // The order is read before; the second time it shows the carrier and the number.
    shop_correct_invoices: ['2/2', '1/1'],
    // The boxes of the order are read before. For ten minutes the same request is a repeated one.
    shop_cancel_sale: ['2/2', '0/0'],
    // The state of the return is read before, and says the second time that it is done.
    shop_confirm_return: ['2/2', '1/1'],
    shop_approve_return: ['2/2', '1/1'],
    shop_report_shipped_return: ['2/2', '1/1'],
    // No read has a single exchange: after a refusal it is looked for in the windows of a month.
    shop_confirm_exchange: ['1/1', '6/6'],
    shop_reject_exchange: ['1/1', '6/6'],
  },
  // With the third call of a second. The second request makes it.
  objectCalls: {
    shop_list_exchanges: ['records.isLimited'],
    shop_list_revenue: ['records.isLimited'],
    shop_list_rocket_growth_stock: ['records.isLimited'],
    shop_confirm_exchange: ['records.isLimited'],
    shop_reject_exchange: ['records.isLimited'],
  },
  rows: {
    shop_list_order_sheets: {
      path: '/api/v1/shop/ordersheets',
      tier: 'basic',
      body: { createdAtFrom: '2026-11-20', createdAtTo: '2026-11-21' },
      verdicts: { 'data[].orderedAt': 'the list is in the order of it' },
    },
    shop_list_products: {
      path: '/api/v1/shop/products',
      tier: 'basic',
      verdicts: { data: 'null is an empty list', 'data[].statusName': 'the status is its code' },
    },
    shop_get_product: {
      path: '/api/v1/shop/products/15201234505',
      tier: 'basic',
      verdicts: { data: 'the product' },
      follows: { 'result.options': 'the parts of an item, one for each channel' },
    },
    shop_get_item: {
      path: '/api/v1/shop/items/85071234501',
      tier: 'basic',
    },
    shop_change_stock: {
      path: '/api/v1/shop/items',
      foundAt: 'in the option',
      tier: 'pro',
      body: { items: [{ vendor_item_id: '85071234501', stock: 25 }] },
    },
    shop_change_sale: {
      path: '/api/v1/shop/items/sale',
      foundAt: 'in the option',
      tier: 'pro',
      body: { items: [{ vendor_item_id: '85071234501', price: 18900 }] },
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
      verdicts: { '[].settlementDate': 'the payments are in the order of it' },
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
      body: { content: '내일 발송됩니다.', wing_id: 'haneul_shop', asked_on: '2026-11-21' },
      atOnce: ONE_AT_A_TIME,
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
    shop_correct_invoices: {
      path: '/api/v1/shop/ordersheets/invoices',
      foundAt: 'in the order sheets',
      tier: 'pro',
      body: {
        items: [
          {
            ...{ shipment_box_id: '642539040006415369', order_id: '24000123526410' },
            ...{ carrier: 'HANJIN', invoice_number: '651200330999' },
          },
        ],
      },
      verdicts: {
        ...RESULTS,
        data: 'the order is read for the items of the box',
        'data[]': 'the box is found in it',
        'data[].shipmentBoxId': 'the box is found by it',
        'data[].status': 'whether the box was sent',
        'data[].orderItems': 'the items of the box',
        'data[].orderItems[]': 'the items of the box',
        'data[].orderItems[].vendorItemId': 'the items of the box',
        'data[].orderItems[].shippingCount': 'the items of the box',
      },
    },
    shop_cancel_sale: {
      path: '/api/v1/shop/ordersheets/cancel',
      foundAt: 'in the order sheets',
      tier: 'pro',
      body: {
        ...{ order_id: '24000123456789', reason: 'out_of_stock', wing_id: 'haneul_shop' },
        items: [{ vendor_item_id: '85071234501', quantity: 1 }],
      },
      atOnce: ONE_AT_A_TIME,
      verdicts: {
        data: 'the boxes of the order, and what became of the items',
        'data[]': 'where an item is',
        'data[].status': 'whether a box can be cancelled',
        'data[].orderItems': 'where an item is',
        'data[].orderItems[]': 'where an item is',
        'data[].orderItems[].vendorItemId': 'where an item is',
        'data[].orderItems[].shippingCount': 'how many are left',
      },
    },
    shop_confirm_return: {
      path: '/api/v1/shop/returns/365001000/confirm',
      foundAt: 'in the return',
      tier: 'pro',
      atOnce: ONE_AT_A_TIME,
      verdicts: RETURN_VERDICTS,
    },
    shop_approve_return: {
      path: '/api/v1/shop/returns/365001234/approve',
      foundAt: 'in the return',
      tier: 'pro',
      atOnce: ONE_AT_A_TIME,
      verdicts: { ...RETURN_VERDICTS, 'data[].cancelCountSum': 'the product takes the whole quantity only' },
    },
    shop_report_shipped_return: {
      path: '/api/v1/shop/returns/365001013/already-shipped',
      foundAt: 'in the return',
      tier: 'pro',
      body: { carrier: 'CJGLS', invoice_number: '651200330777' },
      atOnce: ONE_AT_A_TIME,
      verdicts: RETURN_VERDICTS,
    },
    shop_confirm_exchange: {
      path: '/api/v1/shop/exchanges/100000212/confirm',
      foundAt: 'in the list of exchanges',
      tier: 'pro',
      atOnce: ONE_AT_A_TIME,
    },
    shop_reject_exchange: {
      path: '/api/v1/shop/exchanges/100000170/reject',
      foundAt: 'in the list of exchanges',
      tier: 'pro',
      body: { reason: 'out_of_stock' },
      atOnce: ONE_AT_A_TIME,
      verdicts: { 'data.resultCode': 'whether the exchange was rejected' },
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
