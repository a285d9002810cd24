import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Revenue, Settlements } from '../../../src/groups/shop/revenue.outputs.ts'
import type { RevenueOrder } from '../../simulators/shop/seller/money.ts'
import { expectNothingUnexpected } from '../../support/world.ts'
import { failure, type Stage, setStage } from './stage.ts'

/** docs/spec/shop.md, "Revenue and settlement". */

let stage: Stage

beforeEach(() => {
  stage = setStage()
})

afterEach(() => {
  vi.restoreAllMocks()
  expectNothingUnexpected(stage.world)
})

const ask = (path: string, query: Record<string, string>) =>
  stage.gateway.call(`/api/v1/shop/${path}?${new URLSearchParams(query)}`)

const MONTHS = { from: '2026-10-01', to: '2026-11-30' }

async function readRevenue(query: Record<string, string>): Promise<Revenue> {
  const { status, json } = await ask('revenue', query)
  expect([status, json.error]).toEqual([200, ''])
  return json.result
}

async function readSettlements(month: string): Promise<Settlements> {
  const { status, json } = await ask('settlements', { month })
  expect([status, json.error]).toEqual([200, ''])
  return json.result
}

const sign = ({ saleType }: RevenueOrder) => (saleType === 'REFUND' ? -1 : 1)

describe('revenue', () => {
  it('a page that has a next one and does not name it is an error, not a sum without it', async () => {
    const body = '{"code":200,"message":"OK","data":[],"hasNext":true,"nextToken":""}'
    stage.seller.fail({ kind: 'status', status: 200, body })
    const { status, json } = await ask('revenue', { from: '2026-10-01', to: '2026-10-02' })
    expect([status, json.error]).toEqual([502, 'the shop service answered in a form that cannot be read: nextToken'])
  })

  it.each(['day', 'product', 'none'])('two months by %s equal an independent sum, to the won', async (group_by) => {
    const orders = stage.seller.state.revenue
    const lines = orders.flatMap((order) => order.lines.map((line) => ({ ...line, sign: sign(order) })))
    const amount = lines.reduce((sum, line) => sum + line.sign * line.saleAmount, 0)
    const fees = lines.reduce((sum, line) => sum + line.sign * (line.fee + line.vat), 0)
    const delivery = orders.reduce((sum, order) => sum + sign(order) * order.delivery, 0)
    const deliveryFee = orders.reduce((sum, order) => sum + sign(order) * (order.delivery > 0 ? 99 : 0), 0)
    const result = await readRevenue({ ...MONTHS, group_by })
    expect(result.totals).toMatchObject({
      ...{ amount, delivery_amount: delivery, fee: fees + deliveryFee },
      settlement_amount: amount + delivery - fees - deliveryFee,
      orders: orders.filter(({ saleType }) => saleType === 'SALE').length,
    })
    expect(result.totals.refunded_amount).toBe(
      lines.filter((line) => line.sign < 0).reduce((sum, { saleAmount }) => sum + saleAmount, 0),
    )
    expect(result.complete).toBe(true)
    const settled = result.rows.reduce((sum, row) => sum + (row.settlement_amount ?? 0), 0)
    expect(settled).toBe(result.totals.settlement_amount)
  })

  it.each(['day', 'product', 'none'])(
    'by %s, what is settled of a delivery is known where Coupang leaves it out',
    async (group_by) => {
      const told = await readRevenue({ ...MONTHS, group_by })
      stage = setStage()
      stage.seller.switches.deliverySettled = false
      const untold = await readRevenue({ ...MONTHS, group_by })
      expect(told.totals.settlement_amount).not.toBeNull()
      expect(untold).toEqual(told)
    },
  )

  it('the rows of days are in their order, and a refund is negative', async () => {
    const { rows } = await readRevenue({ ...MONTHS, group_by: 'day' })
    const days = rows.map((row) => ('day' in row ? row.day : ''))
    expect(days).toEqual([...days].sort())
    const items = await readRevenue({ from: '2026-11-01', to: '2026-11-19', group_by: 'none' })
    const refund = items.rows.find((row) => 'type' in row && row.type === 'refund' && row.kind === 'item')
    expect(refund?.amount).toBeLessThan(0)
    expect(refund?.quantity).toBeLessThan(0)
  })

  it('a window is at most 25 days of the product, and today is never asked for', async () => {
    stage.seller.state.revenue = stage.seller.state.revenue.slice(0, 20)
    await readRevenue({ from: '2026-09-01', to: '2026-11-21' })
    const asked = stage.seller.calls.map(({ url }) => new URL(url).searchParams)
    expect(asked.at(0)?.get('recognitionDateFrom')).toBe('2026-09-01')
    expect(asked.at(-1)?.get('recognitionDateTo')).toBe('2026-11-20')
    for (const query of asked) {
      const [from, to] = [query.get('recognitionDateFrom'), query.get('recognitionDateTo')]
      expect((Date.parse(to ?? '') - Date.parse(from ?? '')) / 86_400_000).toBeLessThan(25)
    }
  })

  it('only today is no call', async () => {
    const { rows, complete } = await readRevenue({ from: '2026-11-21', to: '2026-11-21' })
    expect([rows, complete, stage.seller.calls.length]).toEqual([[], true, 0])
  })

  it('what does not fit in one request goes on at next_from, and the parts add up', async () => {
    const whole = await readRevenue(MONTHS)
    stage = setStage({ SUBREQUESTS: '3' })
    const parts: Revenue[] = []
    for (let next: string | undefined = MONTHS.from; next !== undefined; next = parts.at(-1)?.next_from)
      parts.push(await readRevenue({ from: next, to: MONTHS.to }))
    expect(parts.length).toBeGreaterThan(1)
    const sum = parts.reduce((all, { totals }) => all + (totals.settlement_amount ?? 0), 0)
    expect(sum).toBe(whole.totals.settlement_amount)
  })

  it('days that take the product too long are divided, and a day is asked for once', async () => {
    const whole = await readRevenue(MONTHS)
    stage = setStage()
    stage.seller.switches.widestMs = 86_400_000
    const { totals } = await readRevenue({ from: '2026-11-10', to: '2026-11-20' })
    stage = setStage()
    const same = await readRevenue({ from: '2026-11-10', to: '2026-11-20' })
    expect(totals).toEqual(same.totals)
    expect(totals.amount).not.toBe(whole.totals.amount)
  })

  it('fractions of a won add up exactly', async () => {
    const [first] = stage.seller.state.revenue
    if (!first) throw new Error('no revenue')
    const [line] = first.lines
    if (!line) throw new Error('no line')
    stage.seller.state.revenue = Array.from({ length: 3 }, (_, n) => ({
      ...first,
      orderId: first.orderId + n,
      saleType: 'SALE' as const,
      delivery: 0,
      lines: [{ ...line, saleAmount: 0.1 + n / 10, fee: 0, vat: 0 }],
    }))
    const { totals } = await readRevenue(MONTHS)
    expect(totals.amount).toBe(0.6)
  })

  it.each([
    [{ from: '2026-11-02', to: '2026-11-01' }, 'to: must not be before from'],
    [{ from: '2026-01-01', to: '2026-11-01' }, 'to: must be at most 91 days after from'],
  ])('%o is 400', async (query, error) => {
    const { status, json } = await ask('revenue', query)
    expect([status, json]).toEqual([400, failure(error)])
  })
})

describe('settlements', () => {
  it('the payments of a month: paid, expected, and the sales once', async () => {
    const { rows, totals } = await readSettlements('2026-10')
    const payments = stage.seller.state.payments.filter(({ month }) => month === '2026-10')
    const final = (list: typeof payments) => list.reduce((sum, { amount, deducted }) => sum + amount - deducted, 0)
    const weeks = payments.filter(({ type }) => type === 'WEEKLY')
    expect(rows.map(({ type }) => type)).toEqual(['WEEKLY', 'WEEKLY', 'WEEKLY', 'WEEKLY', 'WEEKLY', 'RESERVE'])
    expect(totals).toEqual({
      total_sale: weeks.reduce((sum, { totalSale }) => sum + totalSale, 0),
      service_fee: weeks.reduce((sum, { serviceFee }) => sum + serviceFee, 0),
      target_amount: weeks.reduce((sum, { totalSale, serviceFee }) => sum + totalSale - serviceFee, 0),
      final_amount: final(payments),
      paid_amount: final(payments.filter(({ status }) => status === 'DONE')),
      expected_amount: final(payments.filter(({ status }) => status === 'SUBJECT')),
    })
  })

  it('nothing of the bank account is told', async () => {
    const { text } = await ask('settlements', { month: '2026-10' })
    for (const secret of ['100560', '국민', '주식회사']) expect(text).not.toContain(secret)
  })

  it('a RESERVE alone is counted', async () => {
    stage.seller.state.payments = stage.seller.state.payments.filter(({ type }) => type === 'RESERVE')
    const { totals } = await readSettlements('2026-10')
    expect(totals.total_sale).toBe(stage.seller.state.payments[0]?.totalSale)
  })

  it('an empty month has no rows and no sums', async () => {
    const { rows, totals } = await readSettlements('2026-08')
    expect([rows, totals.final_amount]).toEqual([[], 0])
  })

  it('a row whose status the product does not tell is in neither sum of a status', async () => {
    const [first] = stage.seller.state.payments
    if (!first) throw new Error('no payment')
    Object.assign(first, { status: 'HELD' })
    const { rows, totals } = await readSettlements('2026-10')
    expect(rows.find(({ pays_on }) => pays_on === first.date)?.status).toBeNull()
    expect((totals.paid_amount ?? 0) + (totals.expected_amount ?? 0)).toBe((totals.final_amount ?? 0) - first.amount)
  })

  it.each([
    [{ month: '2026-12' }, 'month: must not be after this month'],
    [{ month: '2026-13' }, 'month: must be a month as YYYY-MM'],
    [{}, 'month: is required'],
  ])('%o is 400', async (query, error) => {
    const { status, json } = await ask('settlements', query as Record<string, string>)
    expect([status, json]).toEqual([400, failure(error)])
    expect(stage.seller.calls).toEqual([])
  })
})
