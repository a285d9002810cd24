import * as z from 'zod'
import { flatRow } from './flat-row.ts'
import { orderSheet } from './merge-sheets.ts'
import { returnRow } from './returns.ts'

const text = (description: string) => z.string().nullable().describe(description)

/** The `data` of shop events. Built at first use. */
export const shopEvents = {
  'shop.order.created': () =>
    z
      .object({
        order_id: z.string().describe('Order'),
        ordered_at: text('ISO 8601, UTC'),
        ordered_at_kst: text('ISO 8601, Korean time'),
        title: text('Title of the order'),
        rows: z.array(flatRow()).describe('One row for each ordered item, as the flattened orders give them'),
      })
      .describe('The order with its rows'),
  'shop.ordersheet.created': () => orderSheet().describe('The order sheet, as the list gives it'),
  'shop.return.created': () => returnRow().describe('The return, as the list gives it'),
}
