import * as z from 'zod'
import { successFields } from '../../gateway/http/envelope.ts'
import { counts, itemOutcome, outcomes } from '../../gateway/outputs.ts'
import * as carrierTable from './carriers.ts'
import * as categories from './category.ts'
import { exchangeRow } from './exchanges.ts'
import { flatRow } from './flat-row.ts'
import { orderSheet } from './merge-sheets.ts'
import { orderDay } from './order-days.ts'
import { pageModel } from './page-model.ts'
import { returnRow } from './returns.ts'
import * as sold from './sales.ts'

/** Output schemas of the shop group. Built at first use. */

const success = <Result extends z.ZodType>(result: Result) => z.object({ ...successFields('shop'), result })

export const orderSheets = () =>
  success(
    z
      .array(orderSheet())
      .meta({ description: 'All order sheets of the window as the product sends them, oldest first', continued: true }),
  )

export const category = () =>
  success(
    z
      .union([categories.category(), categories.recommendation()])
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

export const sales = () => success(sold.sales().describe('What was sold'))

export const returns = () => success(z.array(returnRow()).describe('Returns and cancellations, oldest first'))

export const exchanges = () => success(z.array(exchangeRow()).describe('Exchanges, oldest first'))

export const carriers = () => success(z.array(carrierTable.carrier()).describe('Carriers that the service knows'))

export const itemResult = () =>
  itemOutcome({
    shipment_box_id: z.string().describe('Box of the request'),
    vendor_item_id: z.string().optional().describe('Item of the request, where it named one'),
    code: z.string().optional().describe('The code of the refusal, where the service gives one'),
    hint: z.string().optional().describe('What to do after this refusal'),
  })

export const itemResults = () =>
  success(z.object({ ...counts(), items: outcomes(itemResult()) }).describe('What became of the items'))
