const PER_PAGE = 10

const line = (n: number) => ({
  productId: 7_000_000_000 + n,
  productName: '맑은샘 생수 2L',
  vendorItemId: 80_000_000_000 + n,
  vendorItemName: '12개',
  brandInfo: { brandName: '맑은샘' },
  productType: 'NORMAL',
  quantity: 1 + (n % 3),
  unitPrice: 12_900,
  discountedUnitPrice: 10_900,
  combinedUnitPrice: 10_500,
  cancelReturnStatus: null,
  cancelQuantity: 0,
  cancelReceiptQuantity: 0,
})

const order = (n: number) => ({
  orderId: 25_000_000_000_000 + n,
  orderedAt: 1_795_000_000_000 - n * 3_600_000,
  title: '맑은샘 생수 2L 외 1건',
  memberId: 'bench-shopper',
  hiddenOrder: false,
  totalProductPrice: 21_000,
  baseDeliveryPrice: 0,
  allCanceled: false,
  allReceipted: false,
  returnReceipted: false,
  deliveryGroupList: [
    {
      shipmentBoxId: 40_000_000_000 + n,
      invoiceNumber: String(681_200_330_100 + n),
      invoiceStatus: 'FINAL_DELIVERY',
      groupStatus: { status: 'FINAL_DELIVERY' },
      pddMessage: { message: '배송완료' },
      vendorName: '쿠팡',
      vendor: { repPhoneNum: '1577-0000' },
      productList: [line(n * 2), line(n * 2 + 1)],
      deliveryCancelBundleList: [],
    },
  ],
  deliveryCancelBundleList: [],
  bundleReceiptList: [],
})

/** A page of ten orders. Another page always follows (shop facts 4.2). */
export const orderPage = (pageIndex: number) => ({
  orderList: Array.from({ length: PER_PAGE }, (_, index) => order(pageIndex * PER_PAGE + index)),
  pageIndex,
  size: PER_PAGE,
  hasNext: true,
  nextPageIndex: pageIndex + 1,
  nextYear: 2026,
  partial: false,
})
