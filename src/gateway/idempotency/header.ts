import * as z from 'zod'

/** The header of an operation that does something at most once for each key. */
export const idempotencyKey = (description: string) =>
  z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters')
    .optional()
    .describe(description)
