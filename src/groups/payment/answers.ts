import * as z from 'zod'
import { successFields } from '../../gateway/envelope.ts'
import { PHONE_TYPES } from './phone.ts'
import { RESULT_FIELDS } from './result-fields.ts'

/** What goes out of the payment group (decisions.md section 7). Built at the first use. */

export const bill = () =>
  z.object({
    ...successFields('payment'),
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
    ...successFields('payment'),
    phone: z.string().describe('National digits, as the payment service expects them'),
    formatted: z.string().describe('The same with hyphens'),
    e164: z.string().describe('The same in international form'),
    type: z.enum(PHONE_TYPES).describe('The kind of line'),
  })
