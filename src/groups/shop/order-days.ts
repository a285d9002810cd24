import * as z from 'zod'
import type { FlatRow } from './flat-row.ts'

/** The orders of one day. */
export const orderDay = () =>
  z.object({
    orders: z.int().describe('How many orders'),
    amount: z.number().describe('Won paid for their lines, without cancelled or returned ones'),
    cancelled_amount: z.number().describe('Won of the lines that were cancelled or returned'),
  })
export type OrderDay = z.output<ReturnType<typeof orderDay>>

/** The totals of each day in Korea that has orders, by YYYY-MM-DD, oldest first. Rows without a time are left out. */
export function getDays(rows: readonly FlatRow[]): Record<string, OrderDay> {
  const days = new Map<string, OrderDay & { ids: Set<unknown> }>()
  for (const { ordered_at_kst, order_id, line_amount, cancel_return_status, all_canceled } of rows) {
    const day = ordered_at_kst?.slice(0, 10)
    if (day === undefined) continue
    const sums = days.get(day) ?? { orders: 0, amount: 0, cancelled_amount: 0, ids: new Set() }
    days.set(day, sums)
    sums.ids.add(order_id)
    const isGone = all_canceled === true || ENDED.has(cancel_return_status ?? '')
    sums[isGone ? 'cancelled_amount' : 'amount'] += line_amount ?? 0
  }
  const byDay = [...days].sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(byDay.map(([day, { ids, ...sums }]) => [day, { ...sums, orders: ids.size }]))
}

/** Statuses that are not counted as paid. An exchanged line stays paid. */
const ENDED: ReadonlySet<string> = new Set(['CANCELED', 'RETURN_COMPLETE'])
