import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { parseLocally } from '../../src/mcp/values.ts'
import { consumerOrder } from '../simulators/shop/index.ts'
import { json } from '../support/gateway.ts'
import { HEADERS, setTable } from '../tasks/stage.ts'
import { connect } from './clients.ts'

/** What a model reads of the shop, where a field less would mislead it. */

afterEach(() => vi.restoreAllMocks())

async function stage() {
  const table = setTable()
  const client = await connect(table.gateway, { search: '?tools=all', headers: HEADERS })
  const call = async (name: string, args: Record<string, unknown>) => {
    const { texts } = await client.callTool(name, args)
    return JSON.parse(texts.find((text) => text.startsWith('{')) ?? '{}')
  }
  return { ...table, client, call }
}

it('a purchase has its cancelled and returned pieces, and its delivery', async () => {
  const { consumer, call } = await stage()
  const line = { combinedUnitPrice: 1000, quantity: 2 }
  consumer.state.orders = [
    consumerOrder({
      groups: [{ products: [{ ...line, returned: 1 }] }, { products: [line], groupStatus: 'CANCELLED' }],
    }),
  ]
  const { result } = await call('shop_list_flattened_orders', { orderedFrom: '2026-11-20', orderedTo: '2026-11-20' })
  expect(result.rows).toMatchObject([{ cancelled_quantity: 1 }, { line_status: 'CANCELLED' }])
  expect(result.days['2026-11-20']).toEqual({ orders: 1, amount: 1000, cancelled_amount: 3000 })
})

it('sales say in the tool and in the answer that Rocket Growth is missing', async () => {
  const { client, call } = await stage()
  const tools = await client.listTools()
  expect(tools.find(({ name }) => name === 'shop_list_sales')?.description).toMatch(/with Rocket Growth/)
  const { result } = await call('shop_list_sales', { from: '2026-11-20', to: '2026-11-21' })
  expect(result.contains).toMatch(/Rocket Growth by the day of payment/)
})

it('sales have what was paid at the Marketplace, which the sum with Rocket Growth cannot say', async () => {
  const { gateway, call } = await stage()
  const { result } = await call('shop_list_sales', { from: '2026-11-20', to: '2026-11-21' })
  const { channels } = (await gateway.call('/api/v1/shop/sales?from=2026-11-20&to=2026-11-21')).json.result
  expect(result.totals.paid_amount).toBeNull()
  expect(channels.marketplace.paid_amount).toBeGreaterThan(0)
  expect(result.channels.marketplace.paid_amount).toBe(channels.marketplace.paid_amount)
})

it('a settlement says what was kept back of it', async () => {
  const { call } = await stage()
  const { result } = await call('shop_list_settlements', { month: '2026-10' })
  const { target_amount, reserved_amount, final_amount } = result.rows[0]
  expect(reserved_amount).toBeGreaterThan(0)
  expect(target_amount - reserved_amount).toBe(final_amount)
})

it('a list of returns that is missing is named', async () => {
  const { seller, call } = await stage()
  seller.switches.cancellationsRefused = true
  const { warnings } = await call('shop_list_returns', { from: '2026-11-01', to: '2026-11-21' })
  expect(warnings).toEqual([expect.stringMatching(/^status CANCEL: .* missing/)])
})

describe('a month of 100 orders', () => {
  const MONTH = { createdAtFrom: '2026-10-23', createdAtTo: '2026-11-21' }
  // biome-ignore lint/suspicious/noExplicitAny: a script looks into any answer and fails on what is not there
  type Read = any

  /** 100 boxes of every status: every fourth with two items, and every tenth with three. */
  async function stageMonth() {
    const staged = await stage()
    const { state } = staged.seller
    state.sheets = state.sheets.slice(0, 60).concat(state.sheets.slice(-40))
    const lines = state.sheets.map(({ lines: [line] }) => line ?? expect.fail())
    for (const [n, sheet] of state.sheets.entries()) {
      const count = n % 10 === 9 ? 3 : n % 4 === 1 ? 2 : 1
      sheet.lines = Array.from({ length: count }, (_, at) => lines[(n + at) % lines.length] ?? expect.fail())
    }
    const answer = await staged.client.callTool('shop_list_order_sheets', MONTH)
    const overHttp = (await staged.gateway.call('/api/v1/shop/ordersheets', json('POST', MONTH))).json.result
    return { ...staged, texts: answer.texts, rows: JSON.parse(answer.texts[0] ?? '').result as Read[], overHttp }
  }

  it('comes in one answer, an order in at most 100 tokens', async () => {
    const { texts, rows } = await stageMonth()
    expect(rows).toHaveLength(100)
    expect(texts.join()).not.toMatch(/offset|is cut/)
    expect(countTokens(texts.join('\n'))).toBeLessThanOrEqual(100 * rows.length)
    const alone = rows.filter(({ orderItems }) => orderItems.length === 1)
    expect(alone.filter((row) => countTokens(JSON.stringify(row)) > 100)).toEqual([])
  })

  it('has what a shipping step needs, as the answer over HTTP has it', async () => {
    const { texts, rows, overHttp } = await stageMonth()
    expect(rows).toEqual(
      overHttp.map(({ shipmentBoxId, orderId, orderedAt, status, invoiceNumber, orderItems }: Read) => ({
        ...{ shipmentBoxId, orderId, status, orderedAt: orderedAt.slice(0, 10) },
        ...(invoiceNumber && { invoiceNumber }),
        orderItems: orderItems.map(
          ({
            vendorItemId,
            vendorItemName,
            shippingCount,
            orderPrice,
            discountPrice,
            cancelCount,
            canceled,
          }: Read) => ({
            // An invoice for a box with one item names no item.
            ...(orderItems.length > 1 && { vendorItemId }),
            ...{ vendorItemName, shippingCount, orderPrice: orderPrice.units },
            ...(discountPrice && { discountPrice: discountPrice.units }),
            ...(cancelCount && { cancelCount }),
            ...(canceled && { canceled }),
          }),
        ),
      })),
    )
    expect(texts[0]).not.toMatch(/T\d\d:\d\d|\+09:00|currencyCode/)
  })

  it('has with fields "all" who receives it, when it is to be shipped, and every price as a number', async () => {
    const { client, call, overHttp } = await stageMonth()
    const { result } = await call('shop_list_order_sheets', { ...MONTH, status: 'ACCEPT', fields: 'all' })
    const [row] = result
    const same = overHttp.find(({ shipmentBoxId }: Read) => shipmentBoxId === row.shipmentBoxId)
    expect(Object.keys(row)).toEqual(Object.keys(same))
    expect(row.receiver).toEqual(same.receiver)
    expect(result.flatMap(({ orderItems }: Read) => orderItems).map(({ vendorItemId }: Read) => vendorItemId)).toEqual(
      result.flatMap(({ orderItems }: Read) => orderItems.map(() => expect.any(Number))),
    )
    expect(row.orderItems[0]).toMatchObject({
      estimatedShippingDate: expect.stringMatching(/^2026-/),
      salesPrice: same.orderItems[0].salesPrice.units,
      downloadableCouponDiscount: 0,
    })
    expect(JSON.stringify(result)).not.toContain('currencyCode')
    const tools = await client.listTools()
    const told = tools.find(({ name }) => name === 'shop_list_order_sheets')?.description
    expect(told).toContain('fields "all": every vendorItemId, receivers, days to ship, carriers')
  })
})

it('returns, exchanges and single sales have days', async () => {
  const { call } = await stage()
  const days = { from: '2026-11-01', to: '2026-11-21' }
  const answers = [
    await call('shop_list_returns', days),
    await call('shop_list_exchanges', days),
    await call('shop_list_sales', { ...days, group_by: 'none' }),
  ]
  for (const { result } of answers) {
    const [row] = result.rows ?? result
    expect(row.created_at ?? row.ordered_at).toMatch(/^2026-11-\d\d$/)
    expect(JSON.stringify(result)).not.toMatch(/T\d\d:\d\d/)
  }
})

it('an exchange has the box of what is sent instead, which its confirmation speaks of', async () => {
  const { seller, call } = await stage()
  const days = { from: '2026-11-01', to: '2026-11-21' }
  const found = seller.state.exchanges.find(({ newBoxId }) => newBoxId !== null) ?? expect.fail()
  const { result } = await call('shop_list_exchanges', days)
  const own = result.find(({ exchange_id }: { exchange_id: string }) => exchange_id === String(found.exchangeId))
  expect(own.new_boxes).toEqual([String(found.newBoxId)])
  expect(result.some((row: object) => !('new_boxes' in row))).toBe(true)
})

it('an amount of another currency keeps its currency', () => {
  const toJson = (currencyCode: string) => JSON.stringify({ price: { currencyCode, units: 5, nanos: 500_000_000 } })
  expect(parseLocally(toJson('KRW'), 'Asia/Seoul')).toEqual({ price: 5.5 })
  expect(parseLocally(toJson('TWD'), 'Asia/Seoul')).toEqual(JSON.parse(toJson('TWD')))
})
