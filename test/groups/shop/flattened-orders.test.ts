import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FlatRow } from '../../../src/groups/shop/orders.outputs.ts'
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

async function flattened(body: object): Promise<{ rows: FlatRow[]; page: Record<string, unknown> }> {
  const { status, json, text } = await stage.ask('flattened-orders', body)
  expect(status, text).toBe(200)
  expect(flattenedOrders().parse(json)).toEqual(json)
  expect(json).toEqual({ status: 'success', error: '', result: { rows: expect.any(Array), page: expect.any(Object) } })
  return json.result
}

it('shop facts 4.3: a row for each ordered item, ids as exact strings', async () => {
  const line = { productId: 7400000013, combinedUnitPrice: 18900, quantity: 2, cancelReturnStatus: 'CANCELED' as const }
  stage.consumer.state.orders = [consumerOrder({ groups: [{ products: [{}, {}, line] }] })]
  const { rows, page } = await flattened({ pageIndex: 0, pageSize: 5, year: 2026 })
  expect(rows.map((row) => [row.line_no, row.product_id, row.line_status, row.line_amount])).toEqual([
    [0, '7400000011', 'FINAL_DELIVERY', 10500],
    [1, '7400000011', 'FINAL_DELIVERY', 10500],
    [2, '7400000013', 'CANCELED', 37800],
  ])
  expect(rows[0]).toMatchObject({
    order_id: '25000123456789',
    ordered_at: '2026-11-20T01:00:00.000Z',
    ordered_at_kst: '2026-11-20T10:00:00.000+09:00',
    shipment_box_id: '1042538971006401431',
  })
  expect(page).toEqual({ pageIndex: 0, pageSize: 5, hasNext: false, nextPageIndex: null, nextYear: null })
})

it.each([false, true])(
  'the seller and the cancelled piece of a line, the name beside the delivery: %s',
  async (flat) => {
    const line = { combinedUnitPrice: 4900, quantity: 2, cancelled: 1 }
    stage.consumer.switches.flatVendor = flat
    stage.consumer.state.orders = [consumerOrder({ groups: [{ vendorName: '햇살농원', products: [line] }] })]
    const { rows } = await flattened({ pageIndex: 0, pageSize: 5, year: 2026 })
    expect(rows).toMatchObject([
      { vendor_name: '햇살농원', quantity: 2, cancelled_quantity: 1, line_amount: 9800, cancel_return_status: null },
    ])
  },
)

it('reports the end of a year', async () => {
  const { page } = await flattened({ pageIndex: 0, pageSize: 20, year: 2026 })
  expect(page).toEqual({ pageIndex: 0, pageSize: 20, hasNext: true, nextPageIndex: 0, nextYear: 2025 })
})

it.each([7, 10, 40])(
  'followed with pageSize %i, rows and amounts add up, cancelled copies counted once',
  async (pageSize) => {
    const rows: FlatRow[] = []
    let request: Record<string, unknown> = { pageIndex: 0, pageSize, year: 2026 }
    for (let more: unknown = true; more; ) {
      const { rows: some, page } = await flattened(request)
      rows.push(...some)
      request = { pageIndex: page.nextPageIndex, pageSize, year: page.nextYear }
      more = page.hasNext
    }
    const ordered = stage.consumer.state.orders.flatMap(({ orderId, groups }) =>
      groups.flatMap(({ shipmentBoxId, products }) => products.map((line) => ({ orderId, shipmentBoxId, line }))),
    )
    expect(rows.map((row) => [row.order_id, row.shipment_box_id, row.quantity])).toEqual(
      ordered.map(({ orderId, shipmentBoxId, line }) => [String(orderId), shipmentBoxId, line.quantity]),
    )
    expect(rows.filter((row) => row.cancel_return_status !== null).length).toBeGreaterThan(3)
    const paid = ordered.reduce((sum, { line }) => sum + line.combinedUnitPrice * line.quantity, 0)
    expect(rows.reduce((sum, row) => sum + (row.line_amount ?? 0), 0)).toBe(paid)
  },
)
