import * as z from 'zod/mini'

/** The header of an operation that makes its change at most once for each key. */
export const idempotencyKey = (description: string) =>
  z
    .optional(z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters')))
    .check(z.meta({ description, examples: ['2026-11-21-0001'] }))
