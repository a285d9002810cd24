import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { flattenedOrders } from '../../../src/groups/shop/outputs.ts'
import { consumerOrder } from '../../simulators/shop/index.ts'
import { expectNothingUnexpected } from '../../support/world.ts'
import { type Stage, setStage } from './stage.ts'

let stage: Stage

beforeEach(() => {
  stage = setStage()
})
afterEach(() => {
  vi.restoreAllMocks()
  expectNothingUnexpected(stage.world)
})

const ask = (body: object, { ask } = stage) => ask('flattened-orders', body)

/** From the state of the simulator. */
const ordered = (from: string, end: string) =>
  stage.consumer.state.orders.filter(
    ({ orderedAt }) => orderedAt >= Date.parse(`${from}T00:00+09:00`) && orderedAt < Date.parse(`${end}T00:00+09:00`),
  )

const idsIn = (json: { result: { rows: { order_id: string }[] } }) => [
  ...new Set(json.result.rows.map(({ order_id }) => Number(order_id))),
]

describe('a window of days', () => {
  it.each([
    ['a month', '2026-10-01', '2026-10-31', '2026-11-01'],
    ['one day', '2026-11-21', '2026-11-21', '2026-11-22'],
    ['over the end of a Korean year', '2025-12-01', '2026-01-01', '2026-01-02'],
    ['over two years', '2024-12-01', '2026-02-28', '2026-03-01'],
  ])('%s has all of its orders, newest first, and the sums of each day', async (_, orderedFrom, orderedTo, end) => {
    const { status, json } = await ask({ orderedFrom, orderedTo })
    expect(status).toBe(200)
    expect(flattenedOrders().parse(json)).toEqual(json)
    const orders = ordered(orderedFrom, end)
    expect(orders.length).toBeGreaterThan(0)
    expect(idsIn(json)).toEqual(orders.map(({ orderId }) => orderId))
    const { days, rows, page } = json.result
    expect(page).toEqual({ pageIndex: 0, pageSize: orders.length, hasNext: false, nextPageIndex: null, nextYear: null })
    const sum = (list: Record<string, number>[], name: string) => list.reduce((all, one) => all + (one[name] ?? 0), 0)
    expect(sum(Object.values(days), 'orders')).toBe(orders.length)
    expect(sum(Object.values(days), 'amount') + sum(Object.values(days), 'cancelled_amount')).toBe(
      sum(rows, 'line_amount'),
    )
  })

  it('without an end extends to now', async () => {
    const { json } = await ask({ orderedFrom: '2026-11-01' })
    expect(idsIn(json)).toEqual(ordered('2026-11-01', '2027-01-01').map(({ orderId }) => orderId))
  })

  it('sums a day without cancelled or returned lines; an exchange stays paid', async () => {
    const line = (cancelReturnStatus: 'CANCELED' | 'RETURN_COMPLETE' | 'EXCHANGE_COMPLETE' | null) => ({
      combinedUnitPrice: 1000,
      quantity: 1,
      cancelReturnStatus,
    })
    const lines = [line(null), line('CANCELED'), line('RETURN_COMPLETE'), line('EXCHANGE_COMPLETE')]
    stage.consumer.state.orders = [consumerOrder({ groups: [{ products: lines }] })]
    const { json } = await ask({ orderedFrom: '2026-11-20', orderedTo: '2026-11-20' })
    expect(json.result.days).toEqual({ '2026-11-20': { orders: 1, amount: 2000, cancelled_amount: 2000 } })
  })

  it('sums a day without cancelled deliveries and returned pieces, and tells them in the rows', async () => {
    const line = { combinedUnitPrice: 1000, quantity: 2 }
    stage.consumer.state.orders = [
      consumerOrder({
        groups: [
          { products: [{ ...line, returned: 1 }] },
          { products: [{ ...line, returned: 2 }] },
          { products: [line], invoiceStatus: 'ACCEPT', groupStatus: 'CANCELLED' },
          { products: [line] },
        ],
      }),
    ]
    const { json } = await ask({ orderedFrom: '2026-11-20', orderedTo: '2026-11-20' })
    expect(json.result.days).toEqual({ '2026-11-20': { orders: 1, amount: 3000, cancelled_amount: 5000 } })
    expect(json.result.rows.map((row: Record<string, unknown>) => [row.line_status, row.cancelled_quantity])).toEqual([
      ['FINAL_DELIVERY', 1],
      ['FINAL_DELIVERY', 2],
      ['CANCELLED', 0],
      ['FINAL_DELIVERY', 0],
    ])
    const page = await ask({ pageIndex: 0, pageSize: 10, year: 2026 })
    expect(page.json.result.rows).toEqual(json.result.rows)
    const { orderList } = (await stage.ask('orders', { pageIndex: 0, pageSize: 10, year: 2026 })).json.result
    expect(orderList[0].deliveryGroupList[0].productList[0].returnReceiptQuantity).toBe(1)
    expect(orderList[0].deliveryGroupList[2].groupStatus).toEqual({ status: 'CANCELLED' })
  })

  it('reads no further than to its first day', async () => {
    await ask({ orderedFrom: '2026-11-01' })
    expect(stage.consumer.calls.map(({ url }) => url.search)).toEqual(['?requestYear=2026&pageIndex=0&size=10'])
  })

  it('that takes more calls than a request has is 400, never a part', async () => {
    vi.restoreAllMocks()
    stage = setStage({ SUBREQUESTS: '2' })
    expect(await ask({ orderedFrom: '2024-01-01' })).toMatchObject({
      status: 400,
      json: { error: expect.stringMatching(/^orderedFrom: .* ask for a later start$/) },
    })
  })
})

it.each([
  [{ orderedTo: '2026-11-01' }, /orderedFrom: is required with orderedTo/],
  [{ orderedFrom: '2026-11-02', orderedTo: '2026-11-01' }, /orderedTo: must not be before/],
  [{ orderedFrom: 'May' }, /orderedFrom: must be a date/],
  [{}, /pageIndex: is required.*pageSize: is required/],
])('%j is 400', async (body, error) => {
  expect(await ask(body)).toMatchObject({ status: 400, json: { error: expect.stringMatching(error) } })
})
