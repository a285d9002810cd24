import type { Account } from './accounts.ts'
import { call } from './session.ts'
import type { Answer, Input } from './types.ts'

/** How many pages are read at most: a plot is no archive. */
const MOST_PAGES = 10

const toKoreanDay = (iso: string) => new Date(Date.parse(iso) + 9 * 3_600_000).toISOString().slice(0, 10)

/** The bills of an account that were sent on these days, by the day in Korea. */
export async function fetchBills(account: Account, days: readonly string[]) {
  const found: { day: string; state: string; price: number; approved: number }[] = []
  let cursor: string | null | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const query: NonNullable<Input<'payment_list_bills'>['query']> = {
      from: days[0] ?? '',
      limit: 300,
      ...(cursor && { cursor }),
    }
    const { bills, next_cursor }: Answer<'payment_list_bills'> = await call(
      'payment_list_bills',
      { query },
      { account },
    )
    for (const { sent_at, state, price, approved_price } of bills) {
      if (sent_at === null) continue
      found.push({ day: toKoreanDay(sent_at), state, price: price ?? 0, approved: approved_price ?? price ?? 0 })
    }
    cursor = next_cursor
    if (cursor === null) break
  }
  return found
}

/** The sales of an account on these days. Not complete if there were too many for a few requests. */
export async function fetchSales(account: Account, days: readonly string[]) {
  const rows: { day: string; amount: number; orders: number }[] = []
  let from: string | undefined = days[0]
  for (let page = 0; page < MOST_PAGES && from !== undefined; page++) {
    const query = { from, to: days.at(-1) ?? '', group_by: 'day' as const }
    const { result }: Answer<'shop_list_sales'> = await call('shop_list_sales', { query }, { account })
    for (const row of result.rows)
      if ('orders' in row && row.day) rows.push({ day: row.day, amount: row.amount, orders: row.orders })
    from = result.next_from
  }
  return { rows, isComplete: from === undefined }
}
