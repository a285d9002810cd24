import { afterEach, beforeEach, expect, it } from 'vitest'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { nameKey } from '../../gateway/auth/keys/named-keys.ts'
import { orderSheet } from '../../simulators/shop/index.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { json } from '../../support/gateway.ts'
import { expectNothingUnexpected } from '../../support/world.ts'
import { openBrowser } from '../admin/browser.ts'
import { type Stage, setStage } from './stage.ts'

/** What the owner reads before they agree to a change (docs/spec/mcp.md, "The agreement of a person"): things, not only ids. */

let stage: Stage

beforeEach(() => {
  stage = setStage({ ADMIN_KEY })
})

afterEach(async () => {
  expectNothingUnexpected(stage.world)
  await freshDeployment()
})

/** The fields that the page shows for a call. */
async function ask(method: string, path: string, body?: object): Promise<Record<string, string>> {
  const key = await nameKey({ confirm: true })
  const owner = openBrowser({}, stage.gateway)
  await owner.signIn()
  const answer = await stage.gateway.call(`/api/v1/shop/${path}`, { ...(body ? json(method, body) : { method }), key })
  const [, id] = /confirm#([\w-]{43})$/.exec(answer.json.error) ?? expect.fail(answer.text)
  const { fields } = (await owner.get(`/api/v1/admin/confirmations/${id}`)).json
  expect(stage.seller.calls.filter((call) => call.method !== 'GET')).toEqual([])
  return Object.fromEntries(fields.map(({ name, value }: { name: string; value: string }) => [name, value]))
}

it.each([
  ['confirm', 'PROGRESS', undefined],
  ['reject', 'RECEIPT', { reason: 'out_of_stock' }],
] as const)('%s an exchange: what was ordered, what is sent instead, and why', async (step, status, body) => {
  const found = stage.seller.state.exchanges.findLast((one) => one.status === status) ?? expect.fail()
  expect(await ask('POST', `exchanges/${found.exchangeId}/${step}`, body)).toMatchObject({
    order_id: String(found.orderId),
    product: expect.stringMatching(/./),
    new_product: expect.stringMatching(/그레이$/),
    quantity: expect.stringMatching(/^\d+$/),
    customer_reason: expect.stringMatching(/./),
    ...body,
  })
})

it('cancel a sale: which items of the order', async () => {
  const { lines } = orderSheet({
    lines: [{}, { vendorItemId: 85071234502, sellerProductName: '청송 꿀사과', option: '3kg' }],
  })
  const sheet = stage.seller.sell({ lines })
  const items = lines.map(({ vendorItemId }) => ({ vendor_item_id: String(vendorItemId), quantity: 1 }))
  const call = { order_id: String(sheet.orderId), reason: 'out_of_stock', wing_id: 'haneul_shop' }
  const [first] = lines
  expect(await ask('POST', 'ordersheets/cancel', { ...call, items: items.slice(1) })).toMatchObject({
    ...{ product: '청송 꿀사과, 3kg', quantity: '1' },
  })
  expect(await ask('POST', 'ordersheets/cancel', { ...call, items })).toMatchObject({
    ...{ product: `${first?.sellerProductName}, ${first?.option} × 1; 청송 꿀사과, 3kg × 1`, quantity: '2' },
  })
})

it('change a sale: what the options cost now, and whether they are sold', async () => {
  const items = [
    { vendor_item_id: '85071234501', price: 18900 },
    { vendor_item_id: '999', on_sale: false },
  ]
  const { now, ...fields } = await ask('PATCH', 'items/sale', { items })
  expect(JSON.parse(now ?? '')).toEqual([{ vendor_item_id: '85071234501', price: 19900, on_sale: true }])
  expect(JSON.parse(fields.items ?? '')).toEqual(items)
})
