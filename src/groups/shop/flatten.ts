import { KOREA_MS } from '../../base/time.ts'
import { type ConsumerOrder, consumerOrder, type DeliveryGroup, type OrderLine } from './consumer-order.ts'
import type { FlatRow } from './flat-row.ts'

/** One row per ordered product line, in the order of the list. Two equal lines are two rows. */
export const flattenOrders = (orders: readonly unknown[]): FlatRow[] =>
  orders
    .map(consumerOrder)
    .flatMap((order) =>
      order.groups
        .flatMap((group) => group.lines.map((line) => ({ group, line })))
        .map(({ group, line }, index) => row(order, group, line, index)),
    )

const row = (order: ConsumerOrder, group: DeliveryGroup, line: OrderLine, index: number): FlatRow => ({
  order_id: order.orderId,
  line_no: index,
  ordered_at: iso(order.orderedAt),
  ordered_at_kst: iso(order.orderedAt, KOREA_MS, '+09:00'),
  title: order.title,
  shipment_box_id: group.shipmentBoxId,
  invoice_number: group.invoiceNumber,
  invoice_status: group.invoiceStatus,
  // The status of the line itself is more specific than that of its delivery.
  line_status: line.cancelReturnStatus === '' ? group.invoiceStatus : line.cancelReturnStatus,
  vendor_name: group.vendorName,
  product_id: line.productId,
  item_id: line.itemId,
  vendor_item_id: line.vendorItemId,
  product_name: line.productName,
  vendor_item_name: line.vendorItemName,
  brand: line.brand,
  quantity: line.quantity,
  cancelled_quantity: line.cancelledQuantity,
  unit_price: line.unitPrice,
  discounted_unit_price: line.discountedUnitPrice,
  combined_unit_price: line.combinedUnitPrice,
  line_amount: lineAmount(line),
  image_url: line.imagePath,
  product_url: productUrl(line),
  cancel_return_status: line.cancelReturnStatus || null,
  all_canceled: order.allCanceled,
})

/** @param shift milliseconds from UTC to the time in the zone */
const iso = (time: number | null, shift = 0, zone = 'Z') =>
  time === null ? null : new Date(time + shift).toISOString().replace('Z', zone)

/** Null without a price that was paid. The list price is not one. */
function lineAmount({ combinedUnitPrice, discountedUnitPrice, quantity }: OrderLine): number | null {
  const paid = combinedUnitPrice ?? discountedUnitPrice
  return paid === null || quantity === null ? null : paid * quantity
}

const productUrl = ({ productId, itemId, vendorItemId }: OrderLine) =>
  productId
    ? `https://www.coupang.com/vp/products/${productId}?itemId=${itemId ?? ''}&vendorItemId=${vendorItemId ?? ''}`
    : null
