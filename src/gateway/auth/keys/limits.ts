import * as z from 'zod'
import type { Limits } from '../../../base/spending.ts'

const LARGEST = 9_999_999_999
const AMOUNT = `must be a positive integer of at most ${String(LARGEST).length} digits`
const won = () => z.int(AMOUNT).min(1, AMOUNT).max(LARGEST, AMOUNT)

/** The limits of a key or a grant, as they come in and as they are stored. */
export const limitsSchema = () =>
  z
    .strictObject(
      {
        max_amount: won().optional().describe('The most that one request may ask for or move, in won'),
        daily_amount: won().optional().describe('The most that all requests of a day in Korea may, in won'),
      },
      {
        error: (issue) =>
          issue.code === 'unrecognized_keys' ? 'may hold only max_amount and daily_amount' : undefined,
      },
    )
    .refine(({ max_amount, daily_amount }) => max_amount !== undefined || daily_amount !== undefined, {
      error: 'must hold max_amount, daily_amount or both',
    })

/** What is told of limits: null where there are none. */
export const limitsAnswer = () =>
  z
    .object({
      max_amount: z.int().nullable().describe('The most that one request may ask for or move, in won'),
      daily_amount: z.int().nullable().describe('The most that all requests of a day in Korea may, in won'),
    })
    .nullable()
    .describe('How much may be asked for or moved; null without a limit')

export const limitsResponse = (limits: Limits | undefined) =>
  limits ? { max_amount: limits.max_amount ?? null, daily_amount: limits.daily_amount ?? null } : null
