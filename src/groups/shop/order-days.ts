import * as z from 'zod'
import type { FlatRow } from './flat-row.ts'

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
  for (const row of rows) {
    const day = row.ordered_at_kst?.slice(0, 10)
    if (day === undefined) continue
    const sums = days.get(day) ?? { orders: 0, amount: 0, cancelled_amount: 0, ids: new Set() }
    days.set(day, sums)
    sums.ids.add(row.order_id)
    const amount = row.line_amount ?? 0
    const cancelled = amount * getCancelledShare(row)
    sums.amount += amount - cancelled
    sums.cancelled_amount += cancelled
  }
  const byDay = [...days].sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(byDay.map(([day, { ids, ...sums }]) => [day, { ...sums, orders: ids.size }]))
}

/** From 0 to 1. An exchanged line stays paid. */
function getCancelledShare({ quantity, cancelled_quantity: cancelled, cancel_return_status, all_canceled }: FlatRow) {
  if (all_canceled) return 1
  if (cancel_return_status === 'EXCHANGE_COMPLETE') return 0
  if (cancelled && quantity) return Math.min(cancelled / quantity, 1)
  return ENDED.has(cancel_return_status ?? '') ? 1 : 0
}

/** Statuses that are not counted as paid. */
const ENDED: ReadonlySet<string> = new Set(['CANCELED', 'RETURN_COMPLETE'])
