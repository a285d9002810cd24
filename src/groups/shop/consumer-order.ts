import * as z from 'zod'
import { exactId } from './coupang.ts'

const id = () => exactId().transform(String).nullish()
const text = () => z.string().nullish()
const won = () => z.number().nullish()

const product = () =>
  z
    .object({
      productId: id(),
      itemId: id(),
      vendorItemId: id(),
      productName: z.string(),
      vendorItemName: text(),
      quantity: z.int().nonnegative(),
      unitPrice: won(),
      discountedUnitPrice: won(),
      combinedUnitPrice: won(),
      imagePath: text(),
      brandInfo: z.object({ brandName: text() }).nullish(),
      cancelReturnStatus: text(),
    })
    .transform((line, context) => {
      const paidPerUnit = line.combinedUnitPrice ?? line.discountedUnitPrice
      if (typeof paidPerUnit === 'number') return { ...line, paidPerUnit }
      context.issues.push({ code: 'custom', path: ['combinedUnitPrice'], input: line })
      return z.NEVER
    })
export type Product = z.output<ReturnType<typeof product>>

const deliveryGroup = () =>
  z.object({
    shipmentBoxId: id(),
    invoiceNumber: z.union([z.string(), z.int().transform(String)]).nullish(),
    invoiceStatus: text(),
    vendorName: text(),
    productList: z.array(product()),
  })
export type DeliveryGroup = z.output<ReturnType<typeof deliveryGroup>>

/**
 * What rows are made of. The bundles of cancelled lines, on the order and in its groups, are copies of lines that stand
 * in the product lists and are left unread: they would count twice (shop facts 4.2).
 */
export const consumerOrder = () =>
  z.object({
    orderId: exactId().transform(String),
    /** epoch milliseconds, as far as a date goes */
    orderedAt: z.int().min(-8.64e15).max(8.64e15),
    title: text(),
    allCanceled: z.boolean().nullish(),
    deliveryGroupList: z.array(deliveryGroup()),
  })
export type ConsumerOrder = z.output<ReturnType<typeof consumerOrder>>
