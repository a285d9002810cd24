import type { GroupDocs } from '../../gateway/docs.ts'

/** The texts of the shop group's operations. */
export const shopDocs: GroupDocs = {
  isForeign: true,
  operations: {
    shop_list_order_sheets: {
      en: {
        summary: "The seller's order sheets of a window of time",
        description:
          'What customers ordered from the connected seller of Coupang, as its open API reports it. All pages of the window come at once; money is in won. Other fields of the body are ignored.',
      },
      ko: '판매자의 발주서(주문) 목록, 기간별',
      tool: {
        title: 'Coupang WING orders to fulfil',
        description:
          'The seller\'s order sheets at Coupang (WING) with their items, for deliveries; fields "all": receivers too.',
        shown: {
          '': 'status error result',
          'result.[]':
            'shipmentBoxId orderId orderedAt status orderItems splitShipping? parcelPrintMessage? deliveryCompanyName? invoiceNumber? inTrasitDateTime? deliveredDate?',
          'result.[].orderItems.[]':
            'vendorItemId vendorItemName shippingCount orderPrice discountPrice? cancelCount? holdCountForCancel? estimatedShippingDate? plannedShippingDate? invoiceNumberUploadDate? canceled?',
          'result.[].orderItems.[].orderPrice': 'currencyCode units',
          'result.[].orderItems.[].discountPrice': 'currencyCode units',
        },
        isDefault: true,
        account: 'shop-seller',
        fields: {
          createdAtFrom: 'First day, YYYY-MM-DD in Korea',
          createdAtTo: 'At most 30 days later',
          status: '',
        },
      },
    },
    shop_list_sales: {
      en: {
        summary: "The seller's sales of a window of days, as sums or one row for each item",
        description:
          'What customers ordered from the connected seller of Coupang, by Korean day. `amount` is won before discounts, `paid_amount` after them; cancelled items are apart. Returned boxes are not listed. Where complete is false, ask again with from as next_from.',
      },
      ko: '판매자의 매출, 일별·상품별: 할인 전 금액과 결제 금액',
      tool: {
        title: 'Coupang WING sales',
        description:
          'What the seller sold at Coupang (WING), in won: amount before discounts, paid_amount after; cancelled apart. complete false: again from next_from.',
        isDefault: true,
        account: 'shop-seller',
        fields: { from: 'Korean day, YYYY-MM-DD', to: '', group_by: '' },
      },
    },
    shop_list_returns: {
      en: {
        summary: "The seller's returns and cancellations of a window of days",
        description:
          'By the day on which they were asked for, in Korea. RELEASE_STOP_UNCHECKED asks to stop a shipment. No names, phones or addresses.',
      },
      ko: '판매자의 반품·취소 요청 목록',
      search: 'refund 환불',
      tool: {
        title: 'Coupang WING returns',
        description: 'Returns and cancellations at Coupang (WING), with reasons.',
        account: 'shop-seller',
        fields: { from: '', to: 'At most 31 days', status: '' },
      },
    },
    shop_list_exchanges: {
      en: {
        summary: "The seller's exchanges of a window of days",
        description: 'By the day on which they were asked for, in Korea. No names, phones or addresses.',
      },
      ko: '판매자의 교환 요청 목록',
      tool: {
        title: 'Coupang WING exchanges',
        description: 'Exchanges at Coupang (WING), with reasons.',
        account: 'shop-seller',
        fields: { from: '', to: '' },
        hidden: ['status'],
      },
    },
    shop_list_carriers: {
      en: {
        summary: 'The codes of the carriers, for invoices',
        description:
          'CJ Logistics is CJGLS, Lotte is HYUNDAI, Hanjin is HANJIN, the post office is EPOST, Logen is KGB.',
      },
      ko: '택배사 코드 목록',
      tool: {
        title: 'Coupang carriers',
        description: 'Codes of carriers for shop_send_invoices, such as CJGLS.',
        account: null,
      },
    },
    shop_acknowledge_order_sheets: {
      en: {
        summary: 'Acknowledge paid orders: their boxes are being prepared',
        description:
          'Moves boxes from ACCEPT to INSTRUCT, at most 50. Each is reported as done, already, or refused with the reason; all refused is 400. Read the order sheets again after it: the customer may have changed the address. 409: the same Idempotency-Key is still at work.',
      },
      ko: '발주 확인(상품준비중 처리)',
      search: 'confirm prepare 발주확인',
      tool: {
        title: 'Acknowledge Coupang WING orders',
        description: 'Confirms paid Coupang (WING) orders: their boxes are prepared.',
        account: 'shop-seller',
        fields: { idempotency_key: '', shipment_box_ids: 'At most 50' },
      },
    },
    shop_send_invoices: {
      en: {
        summary: 'Send the invoice numbers of boxes: they are on their way',
        description:
          'Moves boxes from INSTRUCT to DEPARTURE, at most 50. Each is reported as done, already, or refused with the reason; all refused is 400. Without vendor_item_id all items of the box get the number. 409: the same Idempotency-Key is still at work.',
      },
      ko: '송장 등록(배송지시)',
      search: 'waybill tracking 운송장',
      tool: {
        title: 'Send Coupang WING invoices',
        description:
          'Registers invoice numbers of Coupang (WING) boxes of shop_list_order_sheets. Confirm with the person first.',
        account: 'shop-seller',
        fields: {
          idempotency_key: '',
          items: 'At most 50',
          'items.shipment_box_id': '',
          'items.order_id': '',
          'items.invoice_number': '',
        },
      },
    },
    shop_get_category: {
      en: {
        summary: 'A display category with its children, or the one recommended for a product name',
        description:
          'Give a code, or the name of a product to be recommended one. Other fields of the body are ignored.',
      },
      ko: '노출 카테고리와 하위 카테고리, 상품명에 맞는 추천 카테고리',
      tool: {
        title: 'Coupang categories',
        description: 'A category with its children, or the one for a product name.',
        account: 'shop-seller',
        fields: { displayCategoryCode: 'Absent: the root', productName: '' },
      },
    },
    shop_list_orders: {
      en: {
        summary: 'A page of the orders of the connected customer',
        description:
          'What the connected customer bought at Coupang, as its site reports it. Pages count from 0; money is in won. Rows that fit a table: shop_list_flattened_orders.',
      },
      ko: '연결된 고객의 주문(구매) 내역',
      search: 'purchases spending',
      tool: {
        title: 'Coupang purchases, whole',
        description: 'As shop_list_flattened_orders, as Coupang sends them: long.',
        account: 'shop-consumer',
        fields: { pageIndex: 'From 0', pageSize: '', year: '' },
      },
    },
    shop_list_flattened_orders: {
      en: {
        summary: 'Orders of the connected customer, one row for each ordered item: a page, or all of a window of days',
        description: 'What the connected customer bought at Coupang. Pages count from 0; money is in won.',
      },
      ko: '고객의 주문 내역, 상품마다 한 행',
      search: 'purchases spending 구매',
      tool: {
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
        shown: {
          'result.rows.[]':
            'order_id ordered_at_kst vendor_item_name|product_name quantity line_amount line_status cancel_return_status? all_canceled?',
        },
      },
    },
  },
}
