import type * as z from 'zod/mini'
import type { outputs as paymentOutputs } from '../../groups/payment/outputs.ts'
import type { outputs as shopOutputs } from '../../groups/shop/outputs.ts'
import { callSignedIn } from './session.ts'

type BillPage = z.output<ReturnType<(typeof paymentOutputs)['payment_list_bills']>>
type Sales = z.output<ReturnType<(typeof shopOutputs)['shop_list_sales']>>['result']

/** How many pages are read at most: a plot is no archive. */
const MOST_PAGES = 10

const toKoreanDay = (iso: string) => new Date(Date.parse(iso) + 9 * 3_600_000).toISOString().slice(0, 10)

/** The bills that were sent on these days, by the day in Korea. */
export async function fetchBills(days: readonly string[]) {
  const found: { day: string; state: string; price: number; approved: number }[] = []
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = new URLSearchParams({ from: days[0] ?? '', limit: '300', ...(cursor && { cursor }) })
    const { bills, next_cursor }: BillPage = await callSignedIn(`/payment/bills?${query}`)
    for (const { sent_at, state, price, approved_price } of bills) {
      if (sent_at === null) continue
      found.push({ day: toKoreanDay(sent_at), state, price: price ?? 0, approved: approved_price ?? price ?? 0 })
    }
    cursor = next_cursor
    if (cursor === null) break
  }
  return found
}

/** The sales of these days. Not complete if there were too many for a few requests. */
export async function fetchSales(days: readonly string[]) {
  const rows: { day: string; amount: number; orders: number }[] = []
  let from: string | undefined = days[0]
  for (let page = 0; page < MOST_PAGES && from !== undefined; page++) {
    const query = new URLSearchParams({ from, to: days.at(-1) ?? '', group_by: 'day' })
    const { result }: { result: Sales } = await callSignedIn(`/shop/sales?${query}`)
    for (const row of result.rows)
      if ('orders' in row && row.day) rows.push({ day: row.day, amount: row.amount, orders: row.orders })
    from = result.next_from
  }
  return { rows, isComplete: from === undefined }
}
