import { afterEach, expect, it, vi } from 'vitest'
import { consumerOrder } from '../simulators/shop/index.ts'
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
  expect(tools.find(({ name }) => name === 'shop_list_sales')?.description).toMatch(/without Rocket Growth/)
  const { result } = await call('shop_list_sales', { from: '2026-11-20', to: '2026-11-21' })
  expect(result.contains).toMatch(/Rocket Growth is missing/)
})

it('a list of returns that is missing is named', async () => {
  const { seller, call } = await stage()
  seller.switches.cancellationsRefused = true
  const { warnings } = await call('shop_list_returns', { from: '2026-11-01', to: '2026-11-21' })
  expect(warnings).toEqual([expect.stringMatching(/^status CANCEL: .* missing/)])
})
