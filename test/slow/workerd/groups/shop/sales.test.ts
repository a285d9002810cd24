import { afterEach, expect, it, vi } from 'vitest'
import type { Sales } from '../../../../../src/groups/shop/outputs.ts'
import { failure, type Stage, setStage } from '../../../../groups/shop/stage.ts'
import { orderSheet } from '../../../../simulators/shop/index.ts'
import { expectNothingUnexpected } from '../../../../support/world.ts'

/** docs/spec/shop.md, "Sales": sales equal an independent sum, to the won. */

let stage: Stage

afterEach(() => {
  vi.restoreAllMocks()
  expectNothingUnexpected(stage.world)
})

const DAY = 86_400_000
const KOREA = 9 * 3_600_000
const koreanDay = (time: number) => new Date(time + KOREA).toISOString().slice(0, 10)
const day = (ahead: number) => koreanDay(stage.world.clock.now() + ahead * DAY)

const ask = (query: Record<string, string>) =>
  stage.gateway.call(`/api/v1/shop/sales?${new URLSearchParams({ ...query, channel: 'marketplace' })}`)

async function readSales(query: Record<string, string>): Promise<Sales> {
  const { status, json } = await ask(query)
  expect([status, json.error]).toEqual([200, ''])
  return json.result
}

/** All parts of a window, following `next_from`. */
async function readParts(from: string, to: string, group_by: string): Promise<Sales[]> {
  const parts: Sales[] = []
  for (let next: string | undefined = from; next !== undefined; next = parts.at(-1)?.next_from)
    parts.push(await readSales({ from: next, to, group_by }))
  return parts
}

/** A series of numbers that is the same in each run. */
function series(seed: number) {
  let state = seed
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
}

/** Sheets of 31 days up to today; every seventh order is split into two boxes. */
function generatedSheets(sheets: number) {
  const next = series(7)
  const now = stage.world.clock.now()
  const statuses = ['ACCEPT', 'INSTRUCT', 'DEPARTURE', 'DELIVERING', 'FINAL_DELIVERY', 'NONE_TRACKING'] as const
  return Array.from({ length: sheets }, (_, at) => {
    const lines = Array.from({ length: 1 + next(3) }, () => {
      const product = next(12)
      const count = 1 + next(4)
      return {
        ...{ vendorItemId: 85_000_000_000 + product, productId: product, sellerProductId: product, count },
        ...{ sellerProductName: `상품 ${product}`, option: '기본', cancelCount: next(5) === 0 ? next(count + 1) : 0 },
        ...{ salesPrice: 100 * (1 + next(990)), couponDiscount: next(3) * 500 },
      }
    })
    return orderSheet({
      shipmentBoxId: String(642_538_971_006_401_431n + BigInt(at) * 2n),
      orderId: 24_000_000_000_000 + (at % 7 === 0 ? at + 1 : at),
      orderedAt: now - next(30 * DAY),
      status: statuses[next(6)] ?? 'ACCEPT',
      lines,
    })
  })
}

const keys = ['quantity', 'amount', 'paid_amount', 'cancelled_quantity', 'cancelled_amount'] as const
const add = (parts: readonly Partial<Record<(typeof keys)[number], number | null>>[]) =>
  Object.fromEntries(keys.map((key) => [key, parts.reduce((sum, part) => sum + (part[key] ?? 0), 0)]))

it.each(['day', 'product', 'day_product', 'none'])(
  'a month of 3,000 sheets by %s equals an independent sum, to the won',
  { timeout: 120_000 },
  async (group_by) => {
    stage = setStage()
    const sheets = generatedSheets(3000)
    stage.seller.state.sheets = sheets
    const lines = sheets.flatMap((sheet) => sheet.lines.map((line) => ({ ...line, sheet })))
    const expected = {
      quantity: lines.reduce((sum, { count, cancelCount }) => sum + count - cancelCount, 0),
      amount: lines.reduce((sum, { count, cancelCount, salesPrice }) => sum + (count - cancelCount) * salesPrice, 0),
      paid_amount: lines.reduce((sum, { count, cancelCount, salesPrice, couponDiscount }) => {
        const paid = Math.max(0, count * salesPrice - couponDiscount)
        return sum + Math.round((paid * (count - cancelCount)) / count)
      }, 0),
      cancelled_quantity: lines.reduce((sum, { cancelCount }) => sum + cancelCount, 0),
      cancelled_amount: lines.reduce((sum, { cancelCount, salesPrice }) => sum + cancelCount * salesPrice, 0),
    }
    const parts = await readParts(day(-30), day(0), group_by)
    expect(add(parts.map(({ totals }) => totals))).toEqual(expected)
    const rows = parts.flatMap((part) => part.rows)
    if (group_by === 'none') {
      const sold = rows.filter((row) => !('cancelled' in row && row.cancelled))
      expect(sold.reduce((sum, { amount }) => sum + amount, 0)).toBe(expected.amount)
    } else {
      expect(add(rows)).toEqual(expected)
      // Each row by itself: the sum of its day, its product or both. The parts of a window have rows of their own.
      const expectedRows = new Map<string, number>()
      for (const { vendorItemId, count, cancelCount, salesPrice, sheet } of lines) {
        const day = koreanDay(sheet.orderedAt)
        const product = `상품 ${vendorItemId - 85_000_000_000}`
        const name = { day, product, day_product: `${day} ${product}` }[group_by] ?? ''
        expectedRows.set(name, (expectedRows.get(name) ?? 0) + (count - cancelCount) * salesPrice)
      }
      const found = new Map<string, number>()
      for (const row of rows) {
        const name = [...('day' in row ? [row.day] : []), ...('product' in row ? [row.product] : [])].join(' ')
        found.set(name, (found.get(name) ?? 0) + row.amount)
      }
      expect(found).toEqual(expectedRows)
    }
    const orders = new Set(
      lines.flatMap(({ count, cancelCount, sheet }) => (count > cancelCount ? [sheet.orderId] : [])),
    )
    // An order has one time, so it is in one part.
    if (parts.length === 1) expect(parts[0]?.totals.orders).toBe(orders.size)
    expect(parts.at(-1)?.complete).toBe(true)
  },
)

it('a part of a window says where the next starts, and no call is wasted', async () => {
  stage = setStage({ SUBREQUESTS: '14' })
  const parts = await readParts(day(-60), day(0), 'day')
  expect(parts.length).toBeGreaterThan(2)
  expect(parts.map(({ complete }) => complete)).toEqual(parts.map((_, at) => at === parts.length - 1))
  const whole = setStage()
  stage = whole
  const all = await readSales({ from: day(-60), to: day(0), group_by: 'day' })
  expect(parts.flatMap(({ rows }) => rows)).toEqual(all.rows)
})

it('a box that changes its status while it is read counts once', async () => {
  stage = setStage()
  const sheet = orderSheet({ orderedAt: stage.world.clock.now() - 3_600_000, status: 'ACCEPT' })
  stage.seller.state.sheets = [sheet]
  stage.seller.fail(
    { kind: 'delay', ms: 0 },
    {
      on: () => {
        if (stage.seller.calls.length === 2) sheet.status = 'INSTRUCT'
        return false
      },
    },
  )
  const { totals } = await readSales({ from: day(0), to: day(0) })
  expect(totals.orders).toBe(1)
})

it('a box that two windows of the product return counts once', async () => {
  stage = setStage()
  const sheet = {
    shipmentBoxId: 1,
    orderId: 2,
    orderedAt: new Date(stage.world.clock.now()).toISOString(),
    status: 'ACCEPT',
  }
  const data = [{ ...sheet, orderItems: [{ vendorItemId: 3, shippingCount: 2, salesPrice: 700 }] }]
  stage.seller.fail({
    kind: 'status',
    status: 200,
    body: JSON.stringify({ code: 200, message: 'OK', data, nextToken: '' }),
  })
  const { totals } = await readSales({ from: day(-20), to: day(0) })
  expect(totals).toMatchObject({ quantity: 2, amount: 1400, orders: 1 })
})

const won = (units: number | null) => (units === null ? null : { currencyCode: 'KRW', units, nanos: 0 })

/** The sales of one sheet with these items, as the product sends them. */
async function salesOf(...orderItems: object[]): Promise<Sales['totals']> {
  stage = setStage()
  const orderedAt = new Date(stage.world.clock.now()).toISOString()
  const data = [{ shipmentBoxId: 1, orderId: 2, orderedAt, status: 'ACCEPT', orderItems }]
  const body = JSON.stringify({ code: 200, message: 'OK', data, nextToken: '' })
  stage.seller.fail({ kind: 'status', status: 200, body })
  return (await readSales({ from: day(0), to: day(0) })).totals
}

it.each([
  ['the discount of the line', { discountPrice: won(3000) }, 40_900],
  ['of version 4', { salesPrice: 43_900, discountPrice: 3000 }, 40_900],
  ['its parts', { discountPrice: null, instantCouponDiscount: won(2000), coupangDiscount: won(500) }, 41_400],
  ['no discount', { discountPrice: null }, 43_900],
  ['more than the price', { discountPrice: won(50_000) }, 0],
  ['a discount that is not told', {}, null],
])('what was paid is after discounts: %s', async (_, discounts, paid_amount) => {
  const item = { vendorItemId: 3, shippingCount: 1, salesPrice: won(43_900), ...discounts }
  expect(await salesOf(item)).toMatchObject({ amount: 43_900, paid_amount })
})

it('of a partly cancelled item, its share was paid', async () => {
  const item = { vendorItemId: 3, shippingCount: 3, cancelCount: 1, salesPrice: won(1000), discountPrice: won(600) }
  expect(await salesOf(item)).toMatchObject({ amount: 2000, paid_amount: 1600, cancelled_amount: 1000 })
})

it('where the discount of one item is not told, the sum is not known', async () => {
  const item = { vendorItemId: 3, shippingCount: 1, salesPrice: won(1000) }
  const known = { ...item, discountPrice: won(100) }
  expect(await salesOf(known, item)).toMatchObject({ amount: 2000, paid_amount: null })
  expect(await salesOf(known, { ...item, canceled: true })).toMatchObject({ amount: 1000, paid_amount: 900 })
})

it('the rows of items have no receiver, phone or address', async () => {
  stage = setStage()
  const { text } = await ask({ from: day(-3), to: day(0), group_by: 'none' })
  for (const sheet of stage.seller.state.sheets) {
    expect(text).not.toContain(sheet.address)
    expect(text).not.toContain(sheet.buyer)
  }
  expect(text).not.toMatch(/safeNumber|receiver|0502-/)
  expect(text).toContain('order_id')
})

it('an order late in the evening belongs to its day in Korea', async () => {
  stage = setStage()
  const midnight = Date.parse(`${day(0)}T00:00:00+09:00`)
  stage.seller.state.sheets = [
    orderSheet({ orderedAt: midnight - 1000 }),
    orderSheet({ orderedAt: midnight, shipmentBoxId: '642538971006401433' }),
  ]
  const { rows } = await readSales({ from: day(-1), to: day(0) })
  expect(rows.map((row) => 'day' in row && row.day)).toEqual([day(-1), day(0)])
})

it('future days are not requested', async () => {
  stage = setStage()
  expect(await readSales({ from: day(1), to: day(5) })).toMatchObject({ rows: [], complete: true })
  expect(stage.seller.calls).toHaveLength(0)
})

it('one week that is too much for a request is 400 that says so', async () => {
  stage = setStage({ SUBREQUESTS: '3' })
  const { status, json } = await ask({ from: day(-6), to: day(0) })
  expect([status, json]).toEqual([400, failure(expect.stringMatching(/^to: .*ask for fewer days/))])
})

it.each([
  [{ to: '2026-11-20' }, /^from: is required/],
  [{ from: '2026-11-20' }, /^to: is required/],
  [{ from: '2026-11-31', to: '2026-12-01' }, /^from: must be a date/],
  [{ from: '2026-11-20', to: '2026-11-19' }, /^to: must not be before from/],
  [{ from: '2026-02-30', to: '2026-03-01' }, /^from: must be a date as YYYY-MM-DD$/],
  [{ from: '2026-08-01', to: '2026-11-01' }, /^to: must be at most 91 days/],
  [{ from: '2026-11-01', to: '2026-11-02', group_by: 'week' }, /^group_by: must be one of/],
])('%j is 400 before any call', async (query, error) => {
  stage = setStage()
  const { status, json } = await ask(query as Record<string, string>)
  expect([status, json]).toEqual([400, failure(expect.stringMatching(error))])
  expect(stage.seller.calls).toHaveLength(0)
})
