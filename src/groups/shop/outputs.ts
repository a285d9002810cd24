import * as z from 'zod'
import { counts, itemOutcome, outcomes, successFields } from '../../gateway/outputs.ts'
import { CHANNELS } from './channels.ts'
import { cancelledItems, exchangeOutcome, returnOutcome } from './claims.outputs.ts'
import { inquiryReply, inquiryRow } from './inquiries.outputs.ts'
import { exactIdField, flatRow, orderDay, orderSheet, pageModel } from './orders.outputs.ts'
import { itemAnswer, itemChanges, productAnswer, products } from './products.outputs.ts'
import { revenue, settlements } from './revenue.outputs.ts'
import { rocketGrowthOrder, rocketGrowthStock } from './rocket-growth.outputs.ts'

const carrier = () =>
  z.object({
    code: z.string().describe('What an invoice takes'),
    name: z.string().describe('Name in Korean'),
  })
export type Carrier = z.output<ReturnType<typeof carrier>>

const textOrNull = (description: string) => z.string().nullable().describe(description)

const node = () =>
  z.looseObject({
    displayItemCategoryCode: exactIdField('Code'),
    name: textOrNull('Name'),
    status: textOrNull('ACTIVE, READY or DISABLED'),
  })
export type Node = z.output<ReturnType<typeof node>>

const category = () => node().extend({ child: z.array(node()).describe('Direct children; none for a leaf') })
export type Category = z.output<ReturnType<typeof category>>

/** The product's recommendation. The first field says whether there is one. */
const recommendation = () =>
  z.looseObject({
    autoCategorizationPredictionResultType: textOrNull('SUCCESS, FAILURE or INSUFFICIENT_INFORMATION'),
    predictedCategoryId: exactIdField('Code of the recommended category'),
    predictedCategoryName: textOrNull('Name of the recommended category'),
    comment: textOrNull('What the product says about it'),
  })
export type Recommendation = z.output<ReturnType<typeof recommendation>>

const word = (description: string) => z.string().nullable().describe(description)

/** The fields of every claim, without the name, phone and address of the person who requested it. */
const claimFields = () => ({
  order_id: word('Order'),
  created_at: word('ISO 8601, Korean time'),
  modified_at: word('ISO 8601, Korean time'),
  reason: word('The reason in the words of the product'),
  reason_code: word('Its code'),
  comment: word('What the customer wrote'),
  fault: word('Who is responsible: COUPANG, VENDOR, CUSTOMER, WMS or GENERAL'),
})

/** An exchange, without the name, phone and address of the person who requested it. */
const exchangeRow = () =>
  z.object({
    exchange_id: z.string().describe('Id of the exchange'),
    status: word('RECEIPT received, PROGRESS, SUCCESS, REJECT or CANCEL'),
    ...claimFields(),
    collect_status: word('How far the pickup of the first item is'),
    delivery_status: word('How far the delivery of the other item is'),
    items: z
      .array(
        z.object({
          name: word('What was ordered'),
          new_name: word('What is sent instead'),
          quantity: z.int().nullable().describe('How many'),
          price: z.number().nullable().describe('Won for one item'),
          shipment_box_id: exactIdField('Box in which the first item was sent'),
        }),
      )
      .describe('What is exchanged'),
    new_boxes: z
      .array(exactIdField('Box in which the other item is sent'))
      .describe('Known once the first item is back'),
  })
export type ExchangeRow = z.output<ReturnType<typeof exchangeRow>>

const returnWon = (description: string) => z.number().nullable().describe(description)

/** A return or a cancellation, without the name, phone and address of the person who requested it. */
const returnRow = () =>
  z
    .object({
      receipt_id: z.string().describe('Id of the return'),
      type: word('RETURN or CANCEL'),
      status: word('Such as RELEASE_STOP_UNCHECKED, RETURNS_UNCHECKED, VENDOR_WAREHOUSE_CONFIRM or RETURNS_COMPLETED'),
      ...claimFields(),
      quantity: z.int().nullable().describe('Items in all'),
      release_stop: word('Whether the shipment is stopped, in the words of the product'),
      enclose_price: returnWon('Won that the customer enclosed for the shipping'),
      return_shipping_charge: returnWon(
        'Won that the shipping of the return is expected to cost: positive for the seller, negative for the customer',
      ),
      complete_confirm_type: word(
        'Who confirmed it: VENDOR_CONFIRM, CS_CONFIRM, CS_LOSS_CONFIRM, or UNDEFINED: nobody',
      ),
      complete_confirm_date: word('When, ISO 8601, Korean time'),
      is_refunded_first: z.boolean().nullable().describe('Whether the customer is refunded before the items are back'),
      items: z
        .array(
          z.object({
            vendor_item_id: word('Option of the product'),
            product: word('Product'),
            name: word('Product with its option'),
            quantity: z.int().nullable().describe('Items that come back'),
            ordered: z.int().nullable().describe('Items that were ordered'),
            shipment_box_id: exactIdField('Box in which it was sent'),
            is_released: z.boolean().nullable().describe('Whether it was sent already'),
          }),
        )
        .describe('What comes back'),
      pickup: z
        .array(
          z.object({ carrier: word('Code of the carrier'), invoice_number: z.string().describe('Invoice number') }),
        )
        .describe('Invoices under which the items come back'),
    })
    .meta({ component: 'Return' })
export type ReturnRow = z.output<ReturnType<typeof returnRow>>

const sums = () => ({
  quantity: z.int().describe('Items sold, without cancelled ones'),
  amount: z.int().describe('Won of those, before discounts'),
  paid_amount: z
    .int()
    .nullable()
    .describe('Won of those after discounts; null where the service does not tell them all'),
  cancelled_quantity: z.int().describe('Items cancelled'),
  cancelled_amount: z.int().describe('Won of those, before discounts'),
  orders: z.int().describe('Orders with an item that was not cancelled'),
})

const channel = () => z.enum(CHANNELS).describe('marketplace: the seller ships; rocket_growth: Coupang ships')

const named = () => ({
  channel: channel().optional(),
  day: z.string().nullable().optional().describe('Day of the order in Korea'),
  product: z.string().nullable().optional(),
  option: z.string().nullable().optional().describe('Option of the product'),
})

const itemRow = () =>
  z.object({
    channel: channel(),
    order_id: z.string().nullable(),
    ordered_at: z.string().nullable().describe('ISO 8601 moment of the order'),
    status: z.string().nullable().describe('How far the box is: one of the six statuses'),
    product: z.string().nullable(),
    option: z.string().nullable().describe('Option of the product'),
    quantity: z.int().describe('Items sold or, in a row with cancelled, items cancelled'),
    amount: z.int().describe('Won of those, before discounts'),
    paid_amount: z.int().nullable().describe('Won of those after discounts; null where the service does not tell them'),
    cancelled: z.boolean(),
  })

const sales = () =>
  z.object({
    rows: z
      .array(z.union([z.object({ ...named(), ...sums() }), itemRow()]))
      .describe('One row for each day, product or item, by group_by; products and items have their channel'),
    totals: z.object(sums()).describe('The sums of all rows'),
    channels: z
      .object({
        marketplace: z.object(sums()).nullable().describe('What the seller ships'),
        rocket_growth: z.object(sums()).nullable().describe('What Coupang ships'),
      })
      .describe('The sums of each channel; null for one that was not asked for, or that the shop refuses'),
    contains: z.string().describe('What was counted, and what was not'),
    complete: z.boolean().describe('Whether the whole window is in it'),
    next_from: z.string().optional().describe('Where it is not: from of the next request'),
  })
export type Sales = z.output<ReturnType<typeof sales>>

const success = <Result extends z.ZodType>(result: Result) => z.object({ ...successFields('shop'), result })

const rocketGrowthOrders = () => success(z.array(rocketGrowthOrder()).describe('Orders, oldest first'))

const rocketGrowthStockAnswer = () => success(z.array(rocketGrowthStock()).describe('One row for each option'))

export const orderSheets = () =>
  success(
    z
      .array(orderSheet())
      .meta({ description: 'All order sheets of the window as the product sends them, oldest first', continued: true }),
  )

export const categoryAnswer = () =>
  success(
    z
      .union([category(), recommendation()])
      .describe('The category with its direct children, or the recommendation for a product name'),
  )

export const orders = () => success(pageModel().describe('The page as the product sends it'))

const pageInfo = () =>
  z.object({
    pageIndex: z.int().describe('The page asked for'),
    pageSize: z.int().describe('Orders to a page'),
    hasNext: z.boolean().describe('Whether there are more, in this year or an earlier one'),
    nextPageIndex: z.int().nullable().describe('pageIndex of the next page with the same pageSize, null at the end'),
    nextYear: z.int().nullable().describe('year of the next page: one less at the end of a year'),
  })

const flattened = () =>
  z.object({
    rows: z.array(flatRow()).meta({ description: 'One row for each ordered item', continued: true }),
    days: z
      .record(z.string(), orderDay())
      .describe('Of a window of days: the sums of each Korean day that has orders, by YYYY-MM-DD')
      .optional(),
    page: pageInfo().describe('Where the list continues'),
  })

export const flattenedOrders = () => success(flattened().describe('Orders as rows'))

const salesAnswer = () => success(sales().describe('What was sold'))

const revenueAnswer = () => success(revenue().describe('Revenue that was recognised'))

const settlementsAnswer = () => success(settlements().describe('What is paid for a month'))

const returns = () =>
  success(z.array(returnRow()).describe('Returns and cancellations, oldest first')).extend({
    warnings: z.array(z.string()).describe('The lists that the shop refused, which are missing, and why'),
  })

const inquiries = () =>
  success(z.array(inquiryRow()).describe('Questions of customers, oldest first')).extend({
    warnings: z.array(z.string()).describe('The lists that the shop refused, which are missing, and why'),
  })

const inquiryReplyAnswer = () => success(inquiryReply().describe('What was answered'))

const exchanges = () => success(z.array(exchangeRow()).describe('Exchanges, oldest first'))

const carriers = () => success(z.array(carrier()).describe('Carriers that the service knows'))

export const itemResult = () =>
  itemOutcome({
    shipment_box_id: z.string().describe('Box of the request'),
    vendor_item_id: z.string().optional().describe('Item of the request, where it named one'),
    code: z.string().optional().describe('The code of the refusal, where the service gives one'),
    hint: z.string().optional().describe('What to do after this refusal'),
  })

export const itemResults = () =>
  success(z.object({ ...counts(), items: outcomes(itemResult()) }).describe('What became of the items'))

const eventText = (description: string) => z.string().nullable().describe(description)

export const shopEvents = {
  'shop.order.created': () =>
    z
      .object({
        order_id: z.string().describe('Order'),
        ordered_at: eventText('ISO 8601, UTC'),
        ordered_at_kst: eventText('ISO 8601, Korean time'),
        title: eventText('Title of the order'),
        rows: z.array(flatRow()).describe('One row for each ordered item, as the flattened orders give them'),
      })
      .describe('The order with its rows'),
  'shop.ordersheet.created': () => orderSheet().describe('The order sheet, as the list gives it'),
  'shop.return.created': () => returnRow().describe('The return, as the list gives it'),
  'shop.inquiry.created': () => inquiryRow().describe('The question, as the list gives it'),
}

/** The bodies of the successes, by operation. Only documents and tests need them, so that the Worker has none. */
export const outputs = {
  shop_list_order_sheets: orderSheets,
  shop_list_products: products,
  shop_get_product: productAnswer,
  shop_get_item: itemAnswer,
  shop_change_stock: itemChanges,
  shop_change_sale: itemChanges,
  shop_list_sales: salesAnswer,
  shop_list_revenue: revenueAnswer,
  shop_list_rocket_growth_orders: rocketGrowthOrders,
  shop_list_rocket_growth_stock: rocketGrowthStockAnswer,
  shop_list_settlements: settlementsAnswer,
  shop_list_returns: returns,
  shop_list_exchanges: exchanges,
  shop_list_inquiries: inquiries,
  shop_reply_to_inquiry: inquiryReplyAnswer,
  shop_list_carriers: carriers,
  shop_acknowledge_order_sheets: itemResults,
  shop_send_invoices: itemResults,
  shop_correct_invoices: itemResults,
  shop_cancel_sale: cancelledItems,
  shop_confirm_return: returnOutcome,
  shop_approve_return: returnOutcome,
  shop_report_shipped_return: returnOutcome,
  shop_confirm_exchange: exchangeOutcome,
  shop_reject_exchange: exchangeOutcome,
  shop_get_category: categoryAnswer,
  shop_list_orders: orders,
  shop_list_flattened_orders: flattenedOrders,
}
