import * as z from 'zod'
import { outcomes } from '../../gateway/outputs.ts'
import { bulk, recordPage } from './records.answers.ts'

/** Output schemas of the operations on whole tables. Built at first use. */

const upsertResult = () =>
  bulk().shape.results.element.extend({
    outcome: z
      .enum(['created', 'updated', 'unchanged', 'failed'])
      .describe('What became of it; unchanged when its row had every given value already'),
  })

export type UpsertResult = z.output<ReturnType<typeof upsertResult>>

export const upserted = () =>
  bulk().extend({
    created: z.int().describe('Records that created a row'),
    updated: z.int().describe('Records whose row was changed'),
    unchanged: z.int().describe('Records whose row had every given value already'),
    results: outcomes(upsertResult()),
  })

/** Like a page of rows, but with many more. */
export const allRecords = () => recordPage().extend({ results: recordPage().shape.results.meta({ continued: true }) })
