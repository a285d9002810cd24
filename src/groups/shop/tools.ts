import type { GroupTools } from '../../gateway/tool-marks.ts'

/** The shop group as tools of a model (decisions.md section 13). */
export const shopTools: GroupTools = {
  tools: {
    shop_list_order_sheets: {
      title: 'Coupang WING orders to fulfil',
      description:
        "The seller's order sheets at Coupang (WING) of a window of time, with items, amounts and receivers. For sales and deliveries of the shop.",
      isDefault: true,
      account: 'shop-seller',
      fields: {
        createdAtFrom: 'First day, YYYY-MM-DD in Korea',
        createdAtTo: 'Last day, at most 30 days later',
        status: 'Only these; all when absent',
      },
    },
    shop_list_flattened_orders: {
      title: 'Coupang purchases',
      description:
        'What the connected customer bought at Coupang, one row for each item; line_amount is what was paid in won, ordered_at_kst the Korean time. For a span of days give orderedFrom and orderedTo: all of it comes, with sums of each day.',
      isDefault: true,
      account: 'shop-consumer',
      fields: {
        pageIndex: 'From 0 in each year',
        pageSize: '1 to 10, or a multiple of 10 up to 100',
        year: 'Absent: about the last half year',
        orderedFrom: 'First day in Korea, YYYY-MM-DD, in place of a page',
        orderedTo: 'Last day',
      },
    },
    shop_list_orders: {
      title: 'Coupang purchases, whole',
      description: 'As shop_list_flattened_orders, as Coupang sends them: long.',
      account: 'shop-consumer',
      fields: { pageIndex: 'From 0', pageSize: '', year: '' },
    },
    shop_get_category: {
      title: 'Coupang categories',
      description: 'A Coupang display category with its children, or the one recommended for a product name.',
      account: 'shop-seller',
      fields: { displayCategoryCode: '0 or absent: the root', productName: 'In its place, such as Wireless mouse' },
    },
  },
}
