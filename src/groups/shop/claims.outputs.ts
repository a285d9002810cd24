import * as z from 'zod'
import { counts, itemOutcome, outcomes, successFields } from '../../gateway/outputs.ts'

const success = <Result extends z.ZodType>(result: Result) => z.object({ ...successFields('shop'), result })

export const cancelledItem = () =>
  itemOutcome({
    vendor_item_id: z.string().describe('Item of the request'),
    quantity: z.int().describe('Pieces of the request'),
    receipts: z
      .array(
        z.object({
          receipt_id: z.string().describe('Id of the cancellation, as in shop_list_returns'),
          type: z.string().nullable().describe('CANCEL: cancelled at once; STOP_SHIPMENT: its shipment is stopped'),
        }),
      )
      .describe('What the service made of it; none where the answer was lost'),
  })

export const cancelledItems = () =>
  success(z.object({ ...counts(), items: outcomes(cancelledItem()) }).describe('What became of the items'))

const outcome = () => z.enum(['done', 'already']).describe('done by this request, or so before it')

export const returnOutcome = () =>
  success(z.object({ receipt_id: z.string().describe('The return'), outcome: outcome() }).describe('What became of it'))

export const exchangeOutcome = () =>
  success(
    z.object({ exchange_id: z.string().describe('The exchange'), outcome: outcome() }).describe('What became of it'),
  )
