import * as z from 'zod/mini'
import type { Limits } from '../../../base/usage.ts'

const LARGEST = 9_999_999_999
const AMOUNT = `must be a positive integer of at most ${String(LARGEST).length} digits`
const won = () => z.int(AMOUNT).check(z.gte(1, AMOUNT), z.lte(LARGEST, AMOUNT))

/** The limits of a key or a grant, as they are received and stored. */
export const limitsSchema = () =>
  z
    .strictObject({
      max_amount: z
        .optional(won())
        .check(z.meta({ description: 'The most that one request may ask for or move, in won' })),
      daily_amount: z
        .optional(won())
        .check(z.meta({ description: 'The most that all requests of a day in Korea may, in won' })),
    })
    .check(
      z.refine(({ max_amount, daily_amount }) => max_amount !== undefined || daily_amount !== undefined, {
        error: 'must hold max_amount, daily_amount or both',
      }),
    )

/** The limits in a response: null where there are none. */
export const limitsAnswer = () =>
  z
    .nullable(
      z.object({
        max_amount: z
          .nullable(z.int())
          .check(z.meta({ description: 'The most that one request may ask for or move, in won' })),
        daily_amount: z
          .nullable(z.int())
          .check(z.meta({ description: 'The most that all requests of a day in Korea may, in won' })),
      }),
    )
    .check(z.meta({ description: 'How much may be asked for or moved; null without a limit' }))

export const limitsResponse = (limits: Limits | undefined) =>
  limits ? { max_amount: limits.max_amount ?? null, daily_amount: limits.daily_amount ?? null } : null
