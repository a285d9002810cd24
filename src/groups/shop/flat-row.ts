import * as z from 'zod'

const text = (description: string) => z.string().nullable().describe(description)
/** Left out of MCP results, because models have no use for it. */
const untold = (description: string) => text(description).meta({ omitted: true })
const won = (description: string) => z.number().nullable().describe(description)

/** One ordered product line. Ids are strings. Fields that the product omitted, or sent in another form, are null. */
export const flatRow = () =>
  z
    .object({
      order_id: text('Order'),
      line_no: z.int().describe('Number of the line, from 0 in each order'),
      ordered_at: untold('ISO 8601, UTC'),
      ordered_at_kst: text('ISO 8601, Korean time'),
      title: text('Title of the order'),
      shipment_box_id: untold('Shipment box, all of its digits'),
      invoice_number: text('Invoice number of the delivery'),
      invoice_status: text('How far the delivery is'),
      line_status: text('What became of this line, else how far its delivery is'),
      vendor_name: text('Who sold it'),
      product_id: text('Product'),
      item_id: untold('Item of the product'),
      vendor_item_id: untold("The seller's item"),
      product_name: text('Name of the product'),
      vendor_item_name: text('Name with its option'),
      brand: text('Brand'),
      quantity: z.int().nullable().describe('How many were ordered'),
      cancelled_quantity: z.int().nullable().describe('How many of them were cancelled or returned'),
      unit_price: won('List price of one, won').meta({ omitted: true }),
      discounted_unit_price: won('Sale price of one, won').meta({ omitted: true }),
      combined_unit_price: won('What was paid for one, won'),
      line_amount: won('What was paid for the line, won; for a cancelled one too'),
      image_url: untold('Image'),
      product_url: text('Page of the product'),
      cancel_return_status: text('CANCELED, RETURN_COMPLETE or EXCHANGE_COMPLETE'),
      all_canceled: z.boolean().nullable().describe('Whether the whole order was cancelled'),
    })
    .meta({ component: 'OrderRow' })
export type FlatRow = z.output<ReturnType<typeof flatRow>>
