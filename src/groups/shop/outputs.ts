import * as answers from './answers.ts'

/** The bodies of the successes, by operation. Only documents and tests need them, so that the Worker has none. */
export const outputs = {
  shop_list_order_sheets: answers.orderSheets,
  shop_list_sales: answers.sales,
  shop_list_returns: answers.returns,
  shop_list_exchanges: answers.exchanges,
  shop_list_carriers: answers.carriers,
  shop_acknowledge_order_sheets: answers.itemResults,
  shop_send_invoices: answers.itemResults,
  shop_get_category: answers.category,
  shop_list_orders: answers.orders,
  shop_list_flattened_orders: answers.flattenedOrders,
}
