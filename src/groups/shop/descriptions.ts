/** What a reader of the OpenAPI document is told of an operation beside its summary. The Worker has none of it. */
export const shopDescriptions: Readonly<Record<string, string>> = {
  shop_list_order_sheets:
    'What customers ordered from the connected seller of Coupang, as its open API reports it. All pages of the window come at once; money is in won.',
  shop_list_sales:
    'What customers ordered from the connected seller of Coupang, by the day of the order in Korea. Amounts are won before discounts; cancelled items are apart. Returned boxes are not listed. No personal data. Where complete is false, ask again with from as next_from.',
  shop_get_category: 'Give a code, or the name of a product to be recommended one.',
  shop_list_orders:
    'What the connected customer bought at Coupang, as its site reports it. Pages count from 0; money is in won. Rows that fit a table: shop_list_flattened_orders.',
  shop_list_flattened_orders: 'What the connected customer bought at Coupang. Pages count from 0; money is in won.',
}
