import * as z from 'zod'
import { ITEM_STATUSES } from './batch.ts'

/** The output schema of a write of several things. Built at first use. */

/** @param fields what names the thing */
export const itemOutcome = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.object({
    ...fields,
    status: z
      .enum(ITEM_STATUSES)
      .describe(
        'done by this request; already so before it; refused: nothing was changed; unknown: the answer was lost, so it may be done; not_tried: left for the next request',
      ),
    error: z.string().nullable().describe('Why it was not done; null when it was'),
  })

export const counts = () => ({
  successful: z.int().describe('How many are done, or were already'),
  failed: z.int().describe('How many are not done, or may not be'),
})

/** One entry for each thing of the request, in its order. A write with a `batch` fails when nothing was done. */
export const outcomes = <Item extends z.ZodType>(item: Item) =>
  z.array(item).meta({ description: 'What became of each, in the order of the request', batch: true })
