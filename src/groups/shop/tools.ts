import type { GroupTools } from '../../gateway/tool-marks.ts'

/** The shop group as tools of a model (decisions.md section 13). */
export const shopTools: GroupTools = {
  tools: {
    shop_list_order_sheets: {
      title: 'Coupang WING orders to fulfil',
      description: "The seller's order sheets at Coupang (WING), with items and receivers, for deliveries.",
      isDefault: true,
      account: 'shop-seller',
      fields: {
        createdAtFrom: 'First day, YYYY-MM-DD in Korea',
        createdAtTo: 'Last day, at most 30 days later',
        status: '',
      },
    },
    shop_list_sales: {
      title: 'Coupang WING sales',
      description:
        'What the seller sold at Coupang (WING), in won, cancelled apart. complete false: again from next_from.',
      isDefault: true,
      account: 'shop-seller',
      fields: { from: 'Korean day, YYYY-MM-DD', to: 'Last day', group_by: '' },
    },
    shop_list_flattened_orders: {
      title: 'Coupang purchases',
      description:
        'What the connected customer bought at Coupang, one row per item; line_amount is won paid, ordered_at_kst Korean time. orderedFrom and orderedTo give a whole span of days, with daily sums.',
      isDefault: true,
      account: 'shop-consumer',
      fields: {
        pageIndex: 'From 0 in each year',
        pageSize: '1 to 10, or tens up to 100',
        year: 'Absent: about the last half year',
        orderedFrom: 'First Korean day, instead of a page',
        orderedTo: '',
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
      description: 'A category with its children, or the one for a product name.',
      account: 'shop-seller',
      fields: { displayCategoryCode: 'Absent: the root', productName: 'Such as Wireless mouse' },
    },
  },
}
