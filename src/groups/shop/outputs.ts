import * as z from 'zod'
import { successFields } from '../../gateway/http/envelope.ts'
import {
  counts,
  itemOutcome,
  outcomes,
  passed,
  passedFlags,
  passedNumbers,
  passedTexts,
} from '../../gateway/outputs.ts'

/** The schema of an `exactId` in a response. */
const exactIdField = (description: string) =>
  z.union([z.int(), z.string()]).nullable().describe(`${description}; a string beyond 2^53 - 1`)

const carrier = () =>
  z.object({
    code: z.string().describe('What an invoice takes'),
    name: z.string().describe('Name in Korean'),
  })
export type Carrier = z.output<ReturnType<typeof carrier>>

const textOrNull = (description: string) => z.string().nullable().describe(description)

const node = () =>
  z.looseObject({
    displayItemCategoryCode: exactIdField('Code'),
    name: textOrNull('Name'),
    status: textOrNull('ACTIVE, READY or DISABLED'),
  })
export type Node = z.output<ReturnType<typeof node>>

const category = () => node().extend({ child: z.array(node()).describe('Direct children; none for a leaf') })
export type Category = z.output<ReturnType<typeof category>>

/** The product's recommendation. The first field says whether there is one. */
const recommendation = () =>
  z.looseObject({
    autoCategorizationPredictionResultType: textOrNull('SUCCESS, FAILURE or INSUFFICIENT_INFORMATION'),
    predictedCategoryId: exactIdField('Code of the recommended category'),
    predictedCategoryName: textOrNull('Name of the recommended category'),
    comment: textOrNull('What the product says about it'),
  })
export type Recommendation = z.output<ReturnType<typeof recommendation>>

const word = (description: string) => z.string().nullable().describe(description)

/** What every claim has, without the name, phone and address of the person who requested it. */
const claimFields = () => ({
  order_id: word('Order'),
  created_at: word('ISO 8601, Korean time'),
  modified_at: word('ISO 8601, Korean time'),
  reason: word('The reason in the words of the product'),
  reason_code: word('Its code'),
  comment: word('What the customer wrote'),
  fault: word('Who is responsible: COUPANG, VENDOR, CUSTOMER, WMS or GENERAL'),
})

/** An exchange, without the name, phone and address of the person who requested it. */
const exchangeRow = () =>
  z.object({
    exchange_id: z.string().describe('Id of the exchange'),
    status: word('RECEIPT received, PROGRESS, SUCCESS, REJECT or CANCEL'),
    ...claimFields(),
    collect_status: word('How far the pickup of the first item is'),
    delivery_status: word('How far the delivery of the other item is'),
    items: z
      .array(
        z.object({
          name: word('What was ordered'),
          new_name: word('What is sent instead'),
          quantity: z.int().nullable().describe('How many'),
          price: z.number().nullable().describe('Won for one item'),
          shipment_box_id: exactIdField('Box in which the first item was sent'),
        }),
      )
      .describe('What is exchanged'),
    new_boxes: z
      .array(exactIdField('Box in which the other item is sent'))
      .describe('Known once the first item is back'),
  })
export type ExchangeRow = z.output<ReturnType<typeof exchangeRow>>

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
      line_status: text('What became of this line, else how far its delivery is'),
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
      line_amount: won('What was paid for the line, won; for a cancelled one too'),
      image_url: omittedText('Image'),
      product_url: text('Page of the product'),
      cancel_return_status: text('CANCELED, RETURN_COMPLETE or EXCHANGE_COMPLETE'),
      all_canceled: z.boolean().nullable().describe('Whether the whole order was cancelled'),
    })
    .meta({ component: 'OrderRow' })
export type FlatRow = z.output<ReturnType<typeof flatRow>>

/** One shipment box of an order. Other fields are passed on unchanged. */
const orderSheet = () =>
  z
    .looseObject({
      shipmentBoxId: exactIdField('Shipment box'),
      status: z.string().nullable().describe('How far it is: one of the six statuses'),
      orderedAt: z.string().nullable().describe('ISO 8601 moment of the order'),
      ...sheetFields(),
    })
    .meta({ component: 'OrderSheet' })
export type OrderSheet = z.output<ReturnType<typeof orderSheet>>

const orderDay = () =>
  z.object({
    orders: z.int().describe('How many orders'),
    amount: z.number().describe('Won paid for their lines, without cancelled or returned ones'),
    cancelled_amount: z.number().describe('Won of the lines that were cancelled or returned'),
  })
export type OrderDay = z.output<ReturnType<typeof orderDay>>

const pointer = (description: string) => z.int().nullable().describe(description)

/** The product's page model. Other fields are passed on unchanged. */
const pageModel = () =>
  z.looseObject({
    orderList: z
      .array(z.looseObject({ orderId: exactIdField('Order'), ...orderFields() }).meta({ component: 'Order' }))
      .describe('Orders as the product sends them, newest first'),
    hasNext: z.boolean().describe('Whether there are more, in this year or an earlier one'),
    nextPageIndex: pointer('pageIndex of the next page with the same pageSize, null at the end'),
    nextYear: pointer('year of the next page: one less at the end of a year'),
    ...passedNumbers({ pageIndex: 'The page asked for', size: 'Orders to a page' }),
    partial: z.boolean().nullable().describe('Never true: an incomplete page is an error'),
  })
export type PageModel = z.output<ReturnType<typeof pageModel>>

const returnWon = (description: string) => z.number().nullable().describe(description)

/** A return or a cancellation, without the name, phone and address of the person who requested it. */
const returnRow = () =>
  z
    .object({
      receipt_id: z.string().describe('Id of the return'),
      type: word('RETURN or CANCEL'),
      status: word('Such as RELEASE_STOP_UNCHECKED, RETURNS_UNCHECKED, VENDOR_WAREHOUSE_CONFIRM or RETURNS_COMPLETED'),
      ...claimFields(),
      quantity: z.int().nullable().describe('Items in all'),
      release_stop: word('Whether the shipment is stopped, in the words of the product'),
      enclose_price: returnWon('Won that the customer enclosed for the shipping'),
      return_shipping_charge: returnWon(
        'Won that the shipping of the return is expected to cost: positive for the seller, negative for the customer',
      ),
      complete_confirm_type: word(
        'Who confirmed it: VENDOR_CONFIRM, CS_CONFIRM, CS_LOSS_CONFIRM, or UNDEFINED: nobody',
      ),
      complete_confirm_date: word('When, ISO 8601, Korean time'),
      is_refunded_first: z.boolean().nullable().describe('Whether the customer is refunded before the items are back'),
      items: z
        .array(
          z.object({
            vendor_item_id: word('Option of the product'),
            product: word('Product'),
            name: word('Product with its option'),
            quantity: z.int().nullable().describe('Items that come back'),
            ordered: z.int().nullable().describe('Items that were ordered'),
            shipment_box_id: exactIdField('Box in which it was sent'),
            is_released: z.boolean().nullable().describe('Whether it was sent already'),
          }),
        )
        .describe('What comes back'),
      pickup: z
        .array(
          z.object({ carrier: word('Code of the carrier'), invoice_number: z.string().describe('Invoice number') }),
        )
        .describe('Invoices under which the items come back'),
    })
    .meta({ component: 'Return' })
export type ReturnRow = z.output<ReturnType<typeof returnRow>>

const sums = () => ({
  quantity: z.int().describe('Items sold, without cancelled ones'),
  amount: z.int().describe('Won of those, before discounts'),
  paid_amount: z
    .int()
    .nullable()
    .describe('Won of those after discounts; null where the service does not tell them all'),
  cancelled_quantity: z.int().describe('Items cancelled'),
  cancelled_amount: z.int().describe('Won of those, before discounts'),
  orders: z.int().describe('Orders with an item that was not cancelled'),
})

const named = () => ({
  day: z.string().nullable().optional().describe('Day of the order in Korea'),
  product: z.string().nullable().optional(),
  option: z.string().nullable().optional().describe('Option of the product'),
})

const itemRow = () =>
  z.object({
    order_id: z.string().nullable(),
    ordered_at: z.string().nullable().describe('ISO 8601 moment of the order'),
    status: z.string().nullable().describe('How far the box is: one of the six statuses'),
    product: z.string().nullable(),
    option: z.string().nullable().describe('Option of the product'),
    quantity: z.int().describe('Items sold or, in a row with cancelled, items cancelled'),
    amount: z.int().describe('Won of those, before discounts'),
    paid_amount: z.int().nullable().describe('Won of those after discounts; null where the service does not tell them'),
    cancelled: z.boolean(),
  })

const sales = () =>
  z.object({
    rows: z
      .array(z.union([z.object({ ...named(), ...sums() }), itemRow()]))
      .describe('One row for each day, product or item, by group_by'),
    totals: z.object(sums()).describe('The sums of all rows'),
    complete: z.boolean().describe('Whether the whole window is in it'),
    next_from: z.string().optional().describe('Where it is not: from of the next request'),
  })
export type Sales = z.output<ReturnType<typeof sales>>

/** What the product sends of an order sheet and of an order, and the gateway passes on. */

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
    Object.entries<string>(fields).map(([name, description]) => [name, passed(exactIdField(description), description)]),
  )

const amounts = <Name extends string>(fields: Readonly<Record<Name, string>>) =>
  Object.fromEntries(Object.entries<string>(fields).map(([name, description]) => [name, passed(money(), description)]))

const person = (fields: Readonly<Record<string, string>>) => z.object(passedTexts(fields)).nullable()

const sheetItem = () =>
  z.object({
    ...exactIds({
      vendorItemPackageId: 'Package, 0 for none',
      productId: 'Product, 0 for none',
      vendorItemId: 'Item that is sold',
      sellerProductId: "Product in the seller's catalogue",
      upBundleVendorItemId: 'Item that comes with it',
    }),
    ...passedTexts({
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
    ...passedNumbers({
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
    ...passedFlags({
      pricingBadge: 'Whether it had the badge of the best price',
      usedProduct: 'Whether it is used',
      canceled: 'Whether it was cancelled',
      upBundleItem: 'Whether it comes with another item',
    }),
    etcInfoValues: passed(z.array(z.string()).nullable(), 'All that the customer answered'),
    extraProperties: passed(z.record(z.string(), z.string()).nullable(), 'Other properties'),
  })

const sheetFields = () => ({
  ...exactIds({ orderId: 'Order' }),
  ...passedTexts({
    paidAt: 'ISO 8601 moment of the payment',
    parcelPrintMessage: 'What the customer wants the courier to know',
    deliveryCompanyName: 'Carrier',
    invoiceNumber: 'Invoice number, empty before it is registered',
    inTrasitDateTime: 'When it was handed over (the service spells it so), empty before',
    deliveredDate: 'When it was delivered, empty before',
    refer: 'Where the customer ordered, in Korean',
    shipmentType: 'Who ships: THIRD_PARTY, CGF or CGF LITE',
  }),
  ...passedFlags({
    remoteArea: 'Whether the address is remote',
    splitShipping: 'Whether the box was split',
    ableSplitShipping: 'Whether the box can be split',
    isCod: 'Whether it is paid at delivery',
  }),
  ...amounts({ shippingPrice: 'Price of the delivery', remotePrice: 'Extra price of a remote address' }),
  orderer: passed(
    person({
      name: 'Name, masked',
      email: 'Empty',
      safeNumber: 'A phone number that forwards to the real one',
      ordererNumber: 'Null',
    }),
    'Who ordered',
  ),
  receiver: passed(
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
  orderItems: passed(z.array(sheetItem()), 'What is in the box'),
  overseaShippingInfoDto: passed(
    person({
      personalCustomsClearanceCode: 'Code for the customs',
      ordererSsn: 'Empty',
      ordererPhoneNumber: 'Phone number for the customs',
    }),
    'For a delivery from abroad',
  ),
  extraProperties: passed(z.record(z.string(), z.string()).nullable(), 'Other properties'),
})

const product = () =>
  z.object({
    ...exactIds({ productId: 'Product', itemId: 'Item', vendorItemId: 'Item of its seller' }),
    ...passedTexts({
      productName: 'Name of the product',
      vendorItemName: 'Name with the option',
      imagePath: 'Picture',
      productType: 'Kind',
      cancelReturnStatus: 'CANCELED, RETURN_COMPLETE, EXCHANGE_COMPLETE or null',
    }),
    ...passedNumbers({
      quantity: 'How many',
      unitPrice: 'List price of one, in won',
      discountedUnitPrice: 'Sale price of one, in won',
      combinedUnitPrice: 'What was paid for one, in won',
      cancelQuantity: 'How many were cancelled',
      cancelReceiptQuantity: 'How many are in a cancellation',
    }),
    brandInfo: passed(person({ brandName: 'Name' }), 'Brand'),
  })

const delivery = () =>
  z.object({
    ...exactIds({ shipmentBoxId: 'Shipment box' }),
    ...passedTexts({ invoiceNumber: 'Invoice number', invoiceStatus: 'How far it is' }),
    groupStatus: passed(person({ status: 'Status' }), 'How far it is, as the site shows it'),
    pddMessage: passed(person({ message: 'The words' }), 'What the site says of the delivery'),
    deliveryCancelBundleList: passed(z.array(z.unknown()), 'Copies of cancelled lines'),
    vendor: passed(person({ vendorName: 'Name', repPhoneNum: 'Phone number' }), 'Who sells it'),
    productList: passed(z.array(product()), 'What is delivered'),
  })

const receipt = () =>
  z.object({
    ...passedNumbers({ shippingFee: 'Price of the delivery in won' }),
    vendorItemIds: passed(z.array(exactIdField('Item')), 'Items that are delivered'),
    importTax: passed(
      z
        .object(
          passedNumbers({
            refundedPriceEx: 'Tax that was refunded',
            overCollectedRefundPriceEx: 'Tax that was refunded because it was too much',
          }),
        )
        .nullable(),
      'Tax of an import',
    ),
  })

/** An order of a customer, beside its id. */
const orderFields = () => ({
  ...passedNumbers({
    orderedAt: 'When it was ordered, milliseconds since 1970',
    totalProductPrice: 'Price of the products in won',
    baseDeliveryPrice: 'Price of the delivery in won',
  }),
  ...passedTexts({ title: 'What was ordered, in short' }),
  ...passedFlags({
    hiddenOrder: 'Whether the customer hid it',
    allCanceled: 'Whether all of it was cancelled',
    allReceipted: 'Whether all of it is cancelled or returned, or about to be',
    returnReceipted: 'Whether something was returned',
  }),
  ...passedTexts({ memberId: 'Customer' }),
  deliveryCancelBundleList: passed(z.array(z.unknown()), 'Copies of cancelled lines'),
  bundleReceiptList: passed(z.array(receipt()), 'Prices of deliveries'),
  deliveryGroupList: passed(z.array(delivery()), 'Deliveries'),
})

/** Output schemas of the shop group. Built at first use. */

const success = <Result extends z.ZodType>(result: Result) => z.object({ ...successFields('shop'), result })

export const orderSheets = () =>
  success(
    z
      .array(orderSheet())
      .meta({ description: 'All order sheets of the window as the product sends them, oldest first', continued: true }),
  )

export const categoryAnswer = () =>
  success(
    z
      .union([category(), recommendation()])
      .describe('The category with its direct children, or the recommendation for a product name'),
  )

export const orders = () => success(pageModel().describe('The page as the product sends it'))

const pageInfo = () =>
  z.object({
    pageIndex: z.int().describe('The page asked for'),
    pageSize: z.int().describe('Orders to a page'),
    hasNext: z.boolean().describe('Whether there are more, in this year or an earlier one'),
    nextPageIndex: z.int().nullable().describe('pageIndex of the next page with the same pageSize, null at the end'),
    nextYear: z.int().nullable().describe('year of the next page: one less at the end of a year'),
  })

const flattened = () =>
  z.object({
    rows: z.array(flatRow()).meta({ description: 'One row for each ordered item', continued: true }),
    days: z
      .record(z.string(), orderDay())
      .describe('Of a window of days: the sums of each Korean day that has orders, by YYYY-MM-DD')
      .optional(),
    page: pageInfo().describe('Where the list continues'),
  })

export const flattenedOrders = () => success(flattened().describe('Orders as rows'))

const salesAnswer = () => success(sales().describe('What was sold'))

const returns = () => success(z.array(returnRow()).describe('Returns and cancellations, oldest first'))

const exchanges = () => success(z.array(exchangeRow()).describe('Exchanges, oldest first'))

const carriers = () => success(z.array(carrier()).describe('Carriers that the service knows'))

export const itemResult = () =>
  itemOutcome({
    shipment_box_id: z.string().describe('Box of the request'),
    vendor_item_id: z.string().optional().describe('Item of the request, where it named one'),
    code: z.string().optional().describe('The code of the refusal, where the service gives one'),
    hint: z.string().optional().describe('What to do after this refusal'),
  })

export const itemResults = () =>
  success(z.object({ ...counts(), items: outcomes(itemResult()) }).describe('What became of the items'))

const eventText = (description: string) => z.string().nullable().describe(description)

/** The `data` of shop events. Built at first use. */
export const shopEvents = {
  'shop.order.created': () =>
    z
      .object({
        order_id: z.string().describe('Order'),
        ordered_at: eventText('ISO 8601, UTC'),
        ordered_at_kst: eventText('ISO 8601, Korean time'),
        title: eventText('Title of the order'),
        rows: z.array(flatRow()).describe('One row for each ordered item, as the flattened orders give them'),
      })
      .describe('The order with its rows'),
  'shop.ordersheet.created': () => orderSheet().describe('The order sheet, as the list gives it'),
  'shop.return.created': () => returnRow().describe('The return, as the list gives it'),
}

/** The bodies of the successes, by operation. Only documents and tests need them, so that the Worker has none. */
export const outputs = {
  shop_list_order_sheets: orderSheets,
  shop_list_sales: salesAnswer,
  shop_list_returns: returns,
  shop_list_exchanges: exchanges,
  shop_list_carriers: carriers,
  shop_acknowledge_order_sheets: itemResults,
  shop_send_invoices: itemResults,
  shop_get_category: categoryAnswer,
  shop_list_orders: orders,
  shop_list_flattened_orders: flattenedOrders,
}
