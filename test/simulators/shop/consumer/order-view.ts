import { bare } from '../answers.ts'
import type { ConsumerOrder, ConsumerProduct, DeliveryGroup } from './order.ts'

/** Some whole amounts are written with a fraction (facts 4.2). */
const decimal = (won: number) => bare(won.toFixed(1))

/** The order as the page model shows it (facts 4.2). */
export function orderView(order: ConsumerOrder, flatVendor = false): Record<string, unknown> {
  const products = order.groups.flatMap((group) => group.products)
  const [first] = products
  return {
    orderId: order.orderId,
    orderedAt: order.orderedAt,
    title: `${first?.productName ?? ''}${products.length > 1 ? ` 외 ${products.length - 1}건` : ''}`,
    hiddenOrder: false,
    totalProductPrice: decimal(products.reduce((sum, line) => sum + line.combinedUnitPrice * line.quantity, 0)),
    baseDeliveryPrice: decimal(order.deliveryPrice),
    allCanceled: products.every((line) => line.cancelReturnStatus === 'CANCELED'),
    allReceipted: products.every((line) => line.cancelReturnStatus !== null),
    returnReceipted: products.some((line) => line.cancelReturnStatus === 'RETURN_COMPLETE'),
    deliveryGroupList: order.groups.map((group) => groupView(group, order, flatVendor)),
    deliveryCancelBundleList: cancelBundles(order.groups, order),
    bundleReceiptList: [
      {
        shippingFee: order.deliveryPrice,
        vendorItemIds: products.map((line) => line.vendorItemId),
        importTax: { refundedPriceEx: null, overCollectedRefundPriceEx: null },
      },
    ],
  }
}

function groupView(group: DeliveryGroup, order: ConsumerOrder, flatVendor: boolean) {
  return {
    shipmentBoxId: bare(group.shipmentBoxId),
    invoiceNumber: group.invoiceNumber,
    invoiceStatus: group.invoiceStatus,
    groupStatus: { status: group.groupStatus ?? group.invoiceStatus },
    pddMessage: { message: group.invoiceStatus === 'FINAL_DELIVERY' ? '배송완료' : '내일 도착 예정' },
    ...(flatVendor && { vendorName: group.vendorName }),
    vendor: { repPhoneNum: '1577-0000', ...(!flatVendor && { vendorName: group.vendorName }) },
    productList: group.products.map(productView),
    deliveryCancelBundleList: cancelBundles([group], order),
  }
}

function productView({ brandName, cancelled: own, returned, ...line }: ConsumerProduct) {
  const cancelled = own ?? (line.cancelReturnStatus === null ? 0 : line.quantity)
  return {
    ...line,
    brandInfo: brandName === null ? null : { brandName },
    productType: 'NORMAL',
    cancelQuantity: cancelled,
    cancelReceiptQuantity: cancelled,
    ...(returned !== undefined && { returnReceiptQuantity: returned }),
  }
}

const RECEIPT_TYPES = { CANCELED: 'CANCEL', RETURN_COMPLETE: 'RETURN', EXCHANGE_COMPLETE: 'EXCHANGE' } as const

/** Copies of the cancelled lines: adding them up as well counts them twice. */
function cancelBundles(groups: DeliveryGroup[], order: ConsumerOrder) {
  return groups.flatMap((group) =>
    group.products.flatMap((line, index) =>
      line.cancelReturnStatus === null
        ? []
        : [
            {
              receiptId: (order.orderId % 1_000_000_000) + index,
              receiptType: RECEIPT_TYPES[line.cancelReturnStatus],
              status: line.cancelReturnStatus,
              productList: [productView(line)],
            },
          ],
    ),
  )
}
