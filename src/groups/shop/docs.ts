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
        description: 'Orders that the seller ships at Coupang (WING), with their items. shop_send_invoices ships them.',
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
    },
    shop_list_sales: {
      en: {
        summary: "The seller's sales of a window of days, as sums or one row for each item",
        description:
          'What customers ordered from the connected seller of Coupang, by Korean day. `amount` is won before discounts, `paid_amount` after them; cancelled items are apart. Returned boxes are not listed. Where complete is false, ask again with from as next_from.',
      },
      ko: '판매자의 매출, 일별·상품별: 할인 전 금액과 결제 금액',
      tool: {
        description: 'What the seller sold at Coupang (WING), in won: amount before discounts, paid_amount after.',
        shown: {
          '': 'result',
          'result.rows.[]':
            'day? product? option? order_id? ordered_at? status? quantity amount paid_amount cancelled? cancelled_amount?',
        },
        account: 'shop-seller',
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
        shown: {
          '': 'result',
          'result.[]':
            'receipt_id order_id created_at type status reason comment? quantity return_shipping_charge? complete_confirm_date? is_refunded_first? items',
          'result.[].items.[]': 'name quantity is_released?',
        },
        account: 'shop-seller',
      },
    },
    shop_list_exchanges: {
      en: {
        summary: "The seller's exchanges of a window of days",
        description: 'By the day on which they were asked for, in Korea. No names, phones or addresses.',
      },
      ko: '판매자의 교환 요청 목록',
      tool: {
        shown: {
          '': 'result',
          'result.[]': 'exchange_id order_id created_at status reason comment? items',
          'result.[].items.[]': 'name new_name? quantity',
        },
        account: 'shop-seller',
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
        account: 'shop-seller',
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
        account: 'shop-seller',
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
        account: 'shop-seller',
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
        account: 'shop-consumer',
      },
    },
    shop_list_flattened_orders: {
      en: {
        summary: 'Orders of the connected customer, one row for each ordered item: a page, or all of a window of days',
        description: 'What the connected customer bought at Coupang. Pages count from 0; money is in won.',
      },
      ko: '고객의 주문 내역, 상품마다 한 행',
      search: 'purchases spending 구매 buy bought 산',
      tool: {
        account: 'shop-consumer',
        shown: {
          'result.rows.[]':
            'order_id ordered_at_kst vendor_item_name|product_name quantity line_amount line_status cancel_return_status? all_canceled?',
        },
      },
    },
  },
}
