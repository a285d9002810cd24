import * as z from 'zod'
import { PHONE_TYPES } from './phone-kinds.ts'
import { RESULT_FIELDS } from './result-fields.ts'

/** What goes out of the payment group (decisions.md section 7). Built at the first use. */

const success = () => ({
  success: z.literal(true).describe('Always true in an answer that is not a failure'),
  error: z.literal('').describe('Always empty in an answer that is not a failure'),
})

export const bill = () =>
  z.object({
    ...success(),
    result: z
      .object(
        Object.fromEntries(
          Object.entries(RESULT_FIELDS).map(([field, description]) => [
            field,
            z.string().optional().describe(description),
          ]),
        ),
      )
      .optional()
      .describe('What the payment service told of the bill; times are Korean local time'),
  })
export type BillAnswer = z.output<ReturnType<typeof bill>>

export const phone = () =>
  z.object({
    ...success(),
    phone: z.string().describe('National digits, as the payment service expects them'),
    formatted: z.string().describe('The same with hyphens'),
    e164: z.string().describe('The same in international form'),
    type: z.enum(PHONE_TYPES).describe('The kind of line'),
  })
