import * as z from 'zod'
import { shapeReader } from '../../upstream/shape.ts'
import { type ConsumerOrder, consumerOrder, type DeliveryGroup, type Product } from './consumer-order.ts'
import type { FlatRow } from './flat-row.ts'

const KOREA_MS = 9 * 3_600_000

const readOrders = shapeReader('shop', () => z.object({ orderList: z.array(consumerOrder()) }))

/**
 * One row per ordered product line of a page model, in the page's order; two equal lines are two rows.
 * Throws 502 for an unknown shape rather than give fewer rows.
 */
export const flattenOrders = (page: unknown): FlatRow[] => readOrders(page).orderList.flatMap(orderRows)

const orderRows = (order: ConsumerOrder): FlatRow[] =>
  order.deliveryGroupList
    .flatMap((group) => group.productList.map((product) => ({ group, product })))
    .map(({ group, product }, line) => row(order, group, product, line))

const row = (order: ConsumerOrder, group: DeliveryGroup, product: Product, line: number): FlatRow => ({
  order_id: order.orderId,
  line_no: line,
  ordered_at: new Date(order.orderedAt).toISOString(),
  ordered_at_kst: new Date(order.orderedAt + KOREA_MS).toISOString().replace('Z', '+09:00'),
  title: order.title ?? null,
  shipment_box_id: group.shipmentBoxId ?? null,
  invoice_number: group.invoiceNumber ?? null,
  invoice_status: group.invoiceStatus ?? null,
  // What became of the line itself outweighs its delivery (shop facts 4.2).
  line_status: product.cancelReturnStatus || group.invoiceStatus || null,
  vendor_name: group.vendorName ?? null,
  product_id: product.productId ?? null,
  item_id: product.itemId ?? null,
  vendor_item_id: product.vendorItemId ?? null,
  product_name: product.productName,
  vendor_item_name: product.vendorItemName ?? null,
  brand: product.brandInfo?.brandName ?? null,
  quantity: product.quantity,
  unit_price: product.unitPrice ?? null,
  discounted_unit_price: product.discountedUnitPrice ?? null,
  combined_unit_price: product.combinedUnitPrice ?? null,
  line_amount: product.paidPerUnit * product.quantity,
  image_url: product.imagePath ?? null,
  product_url: productUrl(product),
  cancel_return_status: product.cancelReturnStatus ?? null,
  all_canceled: order.allCanceled ?? null,
})

const productUrl = ({ productId, itemId, vendorItemId }: Product) =>
  productId
    ? `https://www.coupang.com/vp/products/${productId}?itemId=${itemId ?? ''}&vendorItemId=${vendorItemId ?? ''}`
    : null
