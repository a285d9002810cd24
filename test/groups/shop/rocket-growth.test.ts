import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RocketGrowthOrder, RocketGrowthStock } from '../../../src/groups/shop/rocket-growth.outputs.ts'
import { expectNothingUnexpected } from '../../support/world.ts'
import { failure, type Stage, setStage } from './stage.ts'

/** docs/spec/shop.md, "Rocket Growth" and "Sales". */

let stage: Stage

beforeEach(() => {
  stage = setStage()
})

afterEach(() => {
  vi.restoreAllMocks()
  expectNothingUnexpected(stage.world)
})

const ask = (path: string, query: Record<string, string> = {}) =>
  stage.gateway.call(`/api/v1/shop/${path}?${new URLSearchParams(query)}`)

const MONTH = { from: '2026-10-22', to: '2026-11-21' }
const priceOf = (lines: readonly { quantity: number; price: number }[]) =>
  lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0)

describe('orders', () => {
  it('of 31 days are all there, oldest first, over all pages and windows', async () => {
    const { status, json } = await ask('rocket-growth/orders', MONTH)
    expect(status).toBe(200)
    const orders = stage.seller.state.growthOrders.toSorted((a, b) => a.paidAt - b.paidAt)
    expect(json.result.map(({ order_id }: RocketGrowthOrder) => order_id)).toEqual(
      orders.map(({ orderId }) => String(orderId)),
    )
    expect(json.result.at(-1)).toEqual({
      ...{ order_id: '26000123456789', paid_at: '2026-11-21T09:30:00+09:00' },
      items: [
        {
          ...{ vendor_item_id: '85071239901', product: '무선 청소기 필터, 2개', quantity: 1, price: 12900 },
          ...{ amount: 12900, currency: 'KRW' },
        },
      ],
    })
  })

  it.each(['+09:00', 'Z'] as const)('of one day are those of the whole day in Korea, with days at %s', async (days) => {
    stage.seller.switches.growthDays = days
    const lines = [{ vendorItemId: 85071239901, product: '무선 청소기 필터, 2개', quantity: 1, price: 12900 }]
    const paid = [
      '2026-10-31T23:59:59',
      '2026-11-01T00:00:00',
      '2026-11-01T12:00:00',
      '2026-11-01T23:59:59',
      '2026-11-02T00:00:00',
    ]
    stage.seller.state.growthOrders = paid.map((time, n) => ({
      orderId: 26000000000000 + n,
      lines,
      paidAt: Date.parse(`${time}+09:00`),
    }))
    const paidOn = async (from: string, to: string) =>
      (await ask('rocket-growth/orders', { from, to })).json.result.map(({ paid_at }: RocketGrowthOrder) => paid_at)
    const zoned = paid.map((time) => `${time}+09:00`)
    expect(await paidOn('2026-11-01', '2026-11-01')).toEqual(zoned.slice(1, 4))
    expect(await paidOn('2026-10-31', '2026-10-31')).toEqual(zoned.slice(0, 1))
    expect(await paidOn('2026-10-05', '2026-11-02')).toEqual(zoned)
    const sold = async (from: string, to: string) =>
      (await ask('sales', { from, to, channel: 'rocket_growth' })).json.result.totals.amount
    expect(await sold('2026-11-01', '2026-11-21')).toBe(4 * 12900)
    expect(await sold('2026-09-01', '2026-10-31')).toBe(12900)
    // Whatever windows they are read in.
    expect(await sold('2026-09-01', '2026-11-21')).toBe(5 * 12900)
  })

  it('days that take the product too long are divided', async () => {
    const whole = (await ask('rocket-growth/orders', MONTH)).json
    stage = setStage()
    stage.seller.switches.widestMs = 5 * 86_400_000
    expect((await ask('rocket-growth/orders', MONTH)).json).toEqual(whole)
  })

  it('a wrong window is 400', async () => {
    const { status, json } = await ask('rocket-growth/orders', { from: '2026-11-02', to: '2026-11-01' })
    expect([status, json]).toEqual([400, failure('to: must not be before from')])
  })
})

describe('stock', () => {
  it('of all options, over all pages', async () => {
    const { json } = await ask('rocket-growth/stock')
    expect(json.result).toEqual(
      stage.seller.state.growthStock.map(
        ({ vendorItemId, sku, stock, sold }): RocketGrowthStock => ({
          ...{ vendor_item_id: String(vendorItemId), sku, stock, sold_30_days: sold },
        }),
      ),
    )
  })

  it('of one option', async () => {
    const { json } = await ask('rocket-growth/stock', { vendor_item_id: '85071239903' })
    expect(json.result.map(({ vendor_item_id }: RocketGrowthStock) => vendor_item_id)).toEqual(['85071239903'])
  })

  it('of what is no option is 400', async () => {
    expect((await ask('rocket-growth/stock', { vendor_item_id: 'x' })).status).toBe(400)
  })
})

describe('sales', () => {
  const sales = async (query: Record<string, string> = {}) => (await ask('sales', { ...MONTH, ...query })).json.result

  it.each(['day', 'product', 'day_product', 'none'])('by %s have both channels, and both sums', async (group_by) => {
    const { rows, totals, channels } = await sales({ group_by })
    const expected = stage.seller.state.growthOrders.reduce((sum, { lines }) => sum + priceOf(lines), 0)
    expect(channels.rocket_growth).toMatchObject({ amount: expected, paid_amount: null, cancelled_amount: 0 })
    expect(channels.rocket_growth.orders).toBe(stage.seller.state.growthOrders.length)
    expect(totals.amount).toBe(channels.marketplace.amount + expected)
    const add = (list: { amount: number }[]) => list.reduce((sum, { amount }) => sum + amount, 0)
    expect(add(rows.filter((row: { cancelled?: boolean }) => !row.cancelled))).toBe(totals.amount)
    // A day has one row.
    if (group_by === 'day') expect(new Set(rows.map(({ day }: { day: string }) => day)).size).toBe(rows.length)
    else expect(add(rows.filter(({ channel }: { channel: string }) => channel === 'rocket_growth'))).toBe(expected)
  })

  it.each(['marketplace', 'rocket_growth'])('of one channel: %s', async (channel) => {
    const { rows, totals, channels } = await sales({ channel, group_by: 'product' })
    expect(new Set(rows.map((row: { channel: string }) => row.channel))).toEqual(new Set([channel]))
    expect(channels[channel]).toEqual(totals)
    expect(channels[channel === 'marketplace' ? 'rocket_growth' : 'marketplace']).toBeNull()
  })

  it('of a vendor without Rocket Growth are those of the Marketplace, and say so', async () => {
    stage.seller.switches.growthRefused = true
    const { totals, channels, contains } = await sales()
    expect([channels.marketplace, channels.rocket_growth]).toEqual([totals, null])
    expect(contains).toMatch(/Rocket Growth is missing: .*does not use Rocket Growth/)
    const { status } = await ask('sales', { ...MONTH, channel: 'rocket_growth' })
    expect(status).toBe(403)
  })

  it('are not had where the product has a fault with one of them', async () => {
    stage.seller.fail({ kind: 'status', status: 500 }, { on: ({ url }) => url.pathname.includes('rg_open_api') })
    expect((await ask('sales', MONTH)).status).toBe(502)
  })
})
