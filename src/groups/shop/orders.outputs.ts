import * as z from 'zod'
import { flagsFromProduct, fromProduct, numbersFromProduct, textsFromProduct } from '../../gateway/outputs.ts'

/** The schema of an `exactId` in a response. */
export const exactIdField = (description: string) =>
  z.union([z.int(), z.string()]).nullable().describe(`${description}; a string beyond 2^53 - 1`)

const text = (description: string) => z.string().nullable().describe(description)
/** Left out of MCP results, because models have no use for it. */
const omittedText = (description: string) => text(description).meta({ omitted: true })
const won = (description: string) => z.number().nullable().describe(description)

/** One ordered product line. Ids are strings. Fields that the product omitted, or sent in another form, are null. */
export const flatRow = () =>
  z
    .object({
      order_id: text('Order'),
      line_no: z.int().describe('Number of the line, from 0 in each order'),
      ordered_at: omittedText('ISO 8601, UTC'),
      ordered_at_kst: text('ISO 8601, Korean time'),
      title: text('Title of the order'),
      shipment_box_id: omittedText('Shipment box, all of its digits'),
      invoice_number: text('Invoice number of the delivery'),
      invoice_status: text('How far the delivery is'),
      line_status: text(
        'Whether this line was cancelled or returned, by itself or with its delivery; else how far its delivery is',
      ),
      vendor_name: text('Who sold it'),
      product_id: text('Product'),
      item_id: omittedText('Item of the product'),
      vendor_item_id: omittedText("The seller's item"),
      product_name: text('Name of the product'),
      vendor_item_name: text('Name with its option'),
      brand: text('Brand'),
      quantity: z.int().nullable().describe('How many were ordered'),
      cancelled_quantity: z.int().nullable().describe('How many of them were cancelled or returned'),
      unit_price: won('List price of one, won').meta({ omitted: true }),
      discounted_unit_price: won('Sale price of one, won').meta({ omitted: true }),
      combined_unit_price: won('What was paid for one, won'),
      line_amount: won('What was paid for the line, won; for cancelled or returned pieces too'),
      image_url: omittedText('Image'),
      product_url: text('Page of the product'),
      cancel_return_status: text('Status of the line itself, such as CANCELED, RETURN_COMPLETE or EXCHANGE_COMPLETE'),
      all_canceled: z.boolean().nullable().describe('Whether the whole order was cancelled'),
    })
    .meta({ component: 'OrderRow' })
export type FlatRow = z.output<ReturnType<typeof flatRow>>

/** One shipment box of an order. Other fields are passed on unchanged. */
export const orderSheet = () =>
  z
    .looseObject({
      shipmentBoxId: exactIdField('Shipment box'),
      status: z.string().nullable().describe('How far it is: one of the six statuses'),
      orderedAt: z.string().nullable().describe('ISO 8601 moment of the order'),
      ...sheetFields(),
    })
    .meta({ component: 'OrderSheet' })
export type OrderSheet = z.output<ReturnType<typeof orderSheet>>

export const orderDay = () =>
  z.object({
    orders: z.int().describe('How many orders'),
    amount: z.number().describe('Won paid for their lines, without cancelled or returned ones'),
    cancelled_amount: z.number().describe('Won of the lines that were cancelled or returned'),
  })
export type OrderDay = z.output<ReturnType<typeof orderDay>>

const pointer = (description: string) => z.int().nullable().describe(description)

/** The product's page model. Other fields are passed on unchanged. */
export const pageModel = () =>
  z.looseObject({
    orderList: z
      .array(z.looseObject({ orderId: exactIdField('Order'), ...orderFields() }).meta({ component: 'Order' }))
      .describe('Orders as the product sends them, newest first'),
    hasNext: z.boolean().describe('Whether there are more, in this year or an earlier one'),
    nextPageIndex: pointer('pageIndex of the next page with the same pageSize, null at the end'),
    nextYear: pointer('year of the next page: one less at the end of a year'),
    ...numbersFromProduct({ pageIndex: 'The page asked for', size: 'Orders to a page' }),
    partial: z.boolean().nullable().describe('Never true: an incomplete page is an error'),
  })
export type PageModel = z.output<ReturnType<typeof pageModel>>

const money = () =>
  z.union([
    z.object({
      currencyCode: z.string().describe('Such as KRW'),
      units: z.number().describe('The whole part of the amount'),
      nanos: z.number().describe('The rest, in billionths'),
    }),
    z.number(),
    z.null(),
  ])

const exactIds = <Name extends string>(fields: Readonly<Record<Name, string>>) =>
  Object.fromEntries(
    Object.entries<string>(fields).map(([name, description]) => [
      name,
      fromProduct(exactIdField(description), description),
    ]),
  )

const amounts = <Name extends string>(fields: Readonly<Record<Name, string>>) =>
  Object.fromEntries(
    Object.entries<string>(fields).map(([name, description]) => [name, fromProduct(money(), description)]),
  )

const person = (fields: Readonly<Record<string, string>>) => z.object(textsFromProduct(fields)).nullable()

const sheetItem = () =>
  z.object({
    ...exactIds({
      vendorItemPackageId: 'Package, 0 for none',
      productId: 'Product, 0 for none',
      vendorItemId: 'Item that is sold',
      sellerProductId: "Product in the seller's catalogue",
      upBundleVendorItemId: 'Item that comes with it',
    }),
    ...textsFromProduct({
      vendorItemPackageName: 'Name of the package',
      vendorItemName: 'Name that the customer saw',
      sellerProductName: "Name in the seller's catalogue",
      sellerProductItemName: 'Option',
      firstSellerProductItemName: 'Option as it was first registered',
      externalVendorSkuCode: "The seller's own code",
      etcInfoHeader: 'What the customer was asked for',
      etcInfoValue: 'What the customer answered',
      estimatedShippingDate: 'Day to ship, empty for none',
      plannedShippingDate: 'Day that was promised for a part, empty for none',
      invoiceNumberUploadDate: 'When the invoice number was registered, empty before',
      confirmDate: 'When the customer confirmed it, empty before',
      deliveryChargeTypeName: 'Whether the delivery is paid or free, in Korean',
      upBundleVendorItemName: 'Name of the item that comes with it',
    }),
    ...numbersFromProduct({
      shippingCount: 'How many were bought',
      cancelCount: 'How many of them were cancelled',
      holdCountForCancel: 'How many are held because a cancellation was asked for',
      upBundleSize: 'How many come with it',
    }),
    ...amounts({
      salesPrice: 'Price of one',
      orderPrice: 'Price of all of them',
      discountPrice: 'Discount on them',
      instantCouponDiscount: 'Part of the discount: instant coupon',
      downloadableCouponDiscount: 'Part of the discount: downloaded coupon',
      coupangDiscount: 'Part of the discount that the shop pays',
    }),
    ...flagsFromProduct({
      pricingBadge: 'Whether it had the badge of the best price',
      usedProduct: 'Whether it is used',
      canceled: 'Whether it was cancelled',
      upBundleItem: 'Whether it comes with another item',
    }),
    etcInfoValues: fromProduct(z.array(z.string()).nullable(), 'All that the customer answered'),
    extraProperties: fromProduct(z.record(z.string(), z.string()).nullable(), 'Other properties'),
  })

const sheetFields = () => ({
  ...exactIds({ orderId: 'Order' }),
  ...textsFromProduct({
    paidAt: 'ISO 8601 moment of the payment',
    parcelPrintMessage: 'What the customer wants the courier to know',
    deliveryCompanyName: 'Carrier',
    invoiceNumber: 'Invoice number, empty before it is registered',
    inTrasitDateTime: 'When it was handed over (the service spells it so), empty before',
    deliveredDate: 'When it was delivered, empty before',
    refer: 'Where the customer ordered, in Korean',
    shipmentType: 'Who ships: THIRD_PARTY, CGF or CGF LITE',
  }),
  ...flagsFromProduct({
    remoteArea: 'Whether the address is remote',
    splitShipping: 'Whether the box was split',
    ableSplitShipping: 'Whether the box can be split',
    isCod: 'Whether it is paid at delivery',
  }),
  ...amounts({ shippingPrice: 'Price of the delivery', remotePrice: 'Extra price of a remote address' }),
  orderer: fromProduct(
    person({
      name: 'Name, masked',
      email: 'Empty',
      safeNumber: 'A phone number that forwards to the real one',
      ordererNumber: 'Null',
    }),
    'Who ordered',
  ),
  receiver: fromProduct(
    person({
      name: 'Name',
      safeNumber: 'A phone number that forwards to the real one',
      receiverNumber: 'Phone number, mostly null',
      addr1: 'Address',
      addr2: 'The rest of the address',
      postCode: 'Post code',
    }),
    'Who receives it',
  ),
  orderItems: fromProduct(z.array(sheetItem()), 'What is in the box'),
  overseaShippingInfoDto: fromProduct(
    person({
      personalCustomsClearanceCode: 'Code for the customs',
      ordererSsn: 'Empty',
      ordererPhoneNumber: 'Phone number for the customs',
    }),
    'For a delivery from abroad',
  ),
  extraProperties: fromProduct(z.record(z.string(), z.string()).nullable(), 'Other properties'),
})

const product = () =>
  z.object({
    ...exactIds({ productId: 'Product', itemId: 'Item', vendorItemId: 'Item of its seller' }),
    ...textsFromProduct({
      productName: 'Name of the product',
      vendorItemName: 'Name with the option',
      imagePath: 'Picture',
      productType: 'Kind',
      cancelReturnStatus: 'CANCELED, RETURN_COMPLETE, EXCHANGE_COMPLETE or null',
    }),
    ...numbersFromProduct({
      quantity: 'How many',
      unitPrice: 'List price of one, in won',
      discountedUnitPrice: 'Sale price of one, in won',
      combinedUnitPrice: 'What was paid for one, in won',
      cancelQuantity: 'How many were cancelled',
      cancelReceiptQuantity: 'How many are in a cancellation',
      returnReceiptQuantity: 'How many are in a return',
    }),
    brandInfo: fromProduct(person({ brandName: 'Name' }), 'Brand'),
  })

const delivery = () =>
  z.object({
    ...exactIds({ shipmentBoxId: 'Shipment box' }),
    ...textsFromProduct({ invoiceNumber: 'Invoice number', invoiceStatus: 'How far it is' }),
    groupStatus: fromProduct(
      person({ status: 'Status; one with CANCEL or RETURN ends the delivery' }),
      'How far it is, as the site shows it',
    ),
    pddMessage: fromProduct(person({ message: 'The words' }), 'What the site says of the delivery'),
    deliveryCancelBundleList: fromProduct(z.array(z.unknown()), 'Copies of cancelled lines'),
    vendor: fromProduct(person({ vendorName: 'Name', repPhoneNum: 'Phone number' }), 'Who sells it'),
    productList: fromProduct(z.array(product()), 'What is delivered'),
  })

const receipt = () =>
  z.object({
    ...numbersFromProduct({ shippingFee: 'Price of the delivery in won' }),
    vendorItemIds: fromProduct(z.array(exactIdField('Item')), 'Items that are delivered'),
    importTax: fromProduct(
      z
        .object(
          numbersFromProduct({
            refundedPriceEx: 'Tax that was refunded',
            overCollectedRefundPriceEx: 'Tax that was refunded because it was too much',
          }),
        )
        .nullable(),
      'Tax of an import',
    ),
  })

/** An order of a customer, without its id. */
const orderFields = () => ({
  ...numbersFromProduct({
    orderedAt: 'When it was ordered, milliseconds since 1970',
    totalProductPrice: 'Price of the products in won',
    baseDeliveryPrice: 'Price of the delivery in won',
  }),
  ...textsFromProduct({ title: 'What was ordered, in short' }),
  ...flagsFromProduct({
    hiddenOrder: 'Whether the customer hid it',
    allCanceled: 'Whether all of it was cancelled',
    allReceipted: 'Whether all of it is cancelled or returned, or about to be',
    returnReceipted: 'Whether something was returned',
  }),
  ...textsFromProduct({ memberId: 'Customer' }),
  deliveryCancelBundleList: fromProduct(z.array(z.unknown()), 'Copies of cancelled lines'),
  bundleReceiptList: fromProduct(z.array(receipt()), 'Prices of deliveries'),
  deliveryGroupList: fromProduct(z.array(delivery()), 'Deliveries'),
})
