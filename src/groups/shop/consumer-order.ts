import { at, count, flag, identifier, number, text } from '../../base/json.ts'
import { exactId } from './coupang.ts'

/** A product line of an order. Fields that the product omitted, or sent in another form, are null. */
export interface OrderLine {
  productId: string | null
  itemId: string | null
  vendorItemId: string | null
  productName: string | null
  vendorItemName: string | null
  quantity: number | null
  /** Prices of one item, in won. */
  unitPrice: number | null
  discountedUnitPrice: number | null
  combinedUnitPrice: number | null
  imagePath: string | null
  brand: string | null
  /** Empty when the line was neither cancelled nor returned. Null when unknown. */
  cancelReturnStatus: string | null
  /** How many of the quantity were cancelled or returned. */
  cancelledQuantity: number | null
}

export interface DeliveryGroup {
  shipmentBoxId: string | null
  invoiceNumber: string | null
  invoiceStatus: string | null
  vendorName: string | null
  lines: OrderLine[]
}

export interface ConsumerOrder {
  orderId: string | null
  /** Epoch milliseconds. */
  orderedAt: number | null
  title: string | null
  allCanceled: boolean | null
  groups: DeliveryGroup[]
}

/**
 * The parts of an order that rows are made of. Bundles of cancelled lines, in the order and in its groups, are ignored:
 * they are copies of lines in the product lists and would count twice.
 */
export const consumerOrder = (order: unknown): ConsumerOrder => ({
  orderId: id(at(order, 'orderId')),
  orderedAt: toTimestamp(at(order, 'orderedAt')),
  title: text(at(order, 'title')),
  allCanceled: flag(at(order, 'allCanceled')),
  groups: members(at(order, 'deliveryGroupList')).map(deliveryGroup),
})

const deliveryGroup = (group: unknown): DeliveryGroup => ({
  shipmentBoxId: id(at(group, 'shipmentBoxId') ?? at(group, 'shipmentBoxIds', 0)),
  invoiceNumber: identifier(at(group, 'invoiceNumber')),
  invoiceStatus: text(at(group, 'invoiceStatus')) ?? text(at(group, 'groupStatus', 'status')),
  vendorName: text(at(group, 'vendor', 'vendorName')) ?? text(at(group, 'vendorName')),
  lines: members(at(group, 'productList')).map(orderLine),
})

const orderLine = (line: unknown): OrderLine => ({
  productId: id(at(line, 'productId')),
  itemId: id(at(line, 'itemId')),
  vendorItemId: id(at(line, 'vendorItemId')),
  productName: text(at(line, 'productName')),
  vendorItemName: text(at(line, 'vendorItemName')),
  quantity: count(at(line, 'quantity')),
  unitPrice: number(at(line, 'unitPrice')),
  discountedUnitPrice: number(at(line, 'discountedUnitPrice')),
  combinedUnitPrice: number(at(line, 'combinedUnitPrice')),
  imagePath: text(at(line, 'imagePath')),
  brand: text(at(line, 'brandInfo', 'brandName')),
  cancelReturnStatus: status(at(line, 'cancelReturnStatus')),
  cancelledQuantity: count(at(line, 'cancelQuantity')) ?? count(at(line, 'cancelReceiptQuantity')),
})

const id = (value: unknown): string | null => {
  const exact = exactId(value)
  return exact === null ? null : String(exact)
}

/**
 * The items of a list whose loss would mean missing rows. A value that is no list becomes one unknown item, so that a
 * row with empty columns shows that something was there.
 */
const members = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [undefined])

const status = (value: unknown): string | null => (value === null || value === undefined ? '' : text(value))

/** A time within the range of dates. */
function toTimestamp(value: unknown): number | null {
  const time = number(value)
  return time !== null && Math.abs(time) <= 8.64e15 ? Math.round(time) : null
}
