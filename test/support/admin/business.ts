import { Hono } from 'hono'

const DAY = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString()

/** Bills and sales of the last days, in two parts each. */
export const business = () =>
  new Hono()
    .get('/payment/bills', (context) => {
      const { cursor } = context.req.query()
      const states = ['paid', 'paid', 'unpaid', 'expired', 'cancelled']
      const bills = Array.from({ length: 40 }, (_, place) => ({
        bill_id: `b${place}`,
        sent_at: daysAgo((place * 7) % 29),
        state: states[place % states.length],
        price: 30_000,
      }))
      const next_cursor = cursor ? null : '20'
      return context.json({ success: true, bills: cursor ? bills.slice(20) : bills.slice(0, 20), next_cursor })
    })
    .get('/shop/sales', (context) => {
      const { from = '' } = context.req.query()
      const rows = [0, 1, 2, 5, 9, 20].map((days) => {
        const day = new Date(Date.now() + 9 * 3_600_000 - days * DAY).toISOString().slice(0, 10)
        return { day, amount: 1_234_000 - days * 31_000, orders: 30 - days }
      })
      return context.json({
        status: 'success',
        error: '',
        result: { rows: rows.filter(({ day }) => day >= from), complete: true },
      })
    })
