import { expect, it } from 'vitest'
import { orderSheet } from '../simulators/shop/index.ts'
import { json } from '../support/gateway.ts'
import { HEADERS, type Model, setTable } from './stage.ts'

/**
 * The day of a seller at Coupang: a product is found, its stock and its sale are changed, orders are cancelled and
 * corrected, claims are acted on. Once by a program over HTTP, once by an agent that finds the tools by what people say.
 */

type Table = ReturnType<typeof setTable>

// biome-ignore lint/suspicious/noExplicitAny: a script looks into any answer and fails on what is not there
type Read = any

const itemOf = ({ seller }: Table, id: string) =>
  seller.state.products.flatMap(({ items }) => items).find(({ vendorItemId }) => String(vendorItemId) === id)

/** A request over HTTP that has to succeed. */
async function ask({ gateway }: Table, line: string, body?: object, key?: string): Promise<Read> {
  const [method = 'GET', path = ''] = line.split(' ')
  const init = body ? json(method, body) : { method }
  const headers = new Headers(init.headers)
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value)
  if (key) headers.set('Idempotency-Key', key)
  const { status, json: answer, text } = await gateway.call(`/api/v1/shop/${path}`, { ...init, headers })
  expect(status, text).toBe(200)
  return answer.result
}

it('a program runs the day of a seller over HTTP', async () => {
  const table = setTable()
  const { seller } = table
  const [product] = await ask(table, `GET products?name=${encodeURIComponent('감귤')}`)
  const { options } = await ask(table, `GET products/${product.seller_product_id}`)
  const { vendor_item_id } = options.find(({ name }: Read) => name === '10kg')

  const before = await ask(table, `GET items/${vendor_item_id}`)
  // A delivery came in, and the program sends the change twice.
  const stocked = { items: [{ vendor_item_id, stock: before.stock + 20 }] }
  for (const _ of [1, 2])
    expect(await ask(table, 'PATCH items', stocked, 'delivery-7')).toMatchObject({ successful: 1, failed: 0 })
  await ask(table, 'PATCH items/sale', { items: [{ vendor_item_id, price: 33900, on_sale: true }] }, 'sale-7')
  expect(await ask(table, `GET items/${vendor_item_id}`)).toMatchObject({
    ...{ stock: before.stock + 20, price: 33900, on_sale: true },
  })
  expect(seller.state.itemChanges.filter((change) => change.includes('quantities'))).toHaveLength(1)

  // Of an order with two items one is out of stock; the other is shipped, with a number that was wrong.
  const lines = orderSheet({ lines: [{}, { vendorItemId: 85071234502 }] }).lines
  const sheet = seller.sell({ lines })
  const order = { order_id: String(sheet.orderId), shipment_box_id: sheet.shipmentBoxId }
  const cancelled = await ask(table, 'POST ordersheets/cancel', {
    ...{ order_id: order.order_id, items: [{ vendor_item_id: '85071234502', quantity: 1 }] },
    ...{ reason: 'out_of_stock', wing_id: 'haneul_shop' },
  })
  expect(cancelled.items).toMatchObject([{ status: 'done', receipts: [{ type: 'CANCEL' }] }])
  await ask(table, 'POST ordersheets/acknowledge', { shipment_box_ids: [order.shipment_box_id] })
  const invoice = (invoice_number: string) => ({ items: [{ ...order, carrier: 'CJGLS', invoice_number }] })
  await ask(table, 'POST ordersheets/invoices', invoice('651200330990'))
  expect(await ask(table, 'PUT ordersheets/invoices', invoice('651200330999'))).toMatchObject({ successful: 1 })
  expect(sheet.invoiceNumber).toBe('651200330999')

  const claim = seller.giveBack({ count: 2 })
  const [found] = (await ask(table, 'GET returns?from=2026-11-21&to=2026-11-21&status=UC')).slice(-1)
  expect(found.receipt_id).toBe(String(claim.receiptId))
  for (const step of ['confirm', 'approve', 'approve']) await ask(table, `POST returns/${claim.receiptId}/${step}`)
  expect(claim.status).toBe('CC')
  expect(seller.state.claimed.filter((one) => one.startsWith('approval'))).toHaveLength(1)
  table.expectNothingUnexpected()
})

/** Finds a tool by what a person says, and calls it. It has to be among the first three. */
async function act(model: Model, said: string, name: string, args: object): Promise<Read> {
  const { tools } = await model.find(said)
  expect(tools.slice(0, 3).map((tool) => tool.name)).toContain(name)
  return model.call(name, { ...args })
}

it('an agent runs the day of a seller by what the seller says', async () => {
  const table = setTable()
  const { seller } = table
  const model = await table.talk()
  const listed = await act(model, '쿠팡에 올린 상품 중에 감귤 찾아줘', 'shop_list_products', { name: '감귤' })
  const { seller_product_id } = listed.result[0]
  const { result } = await act(model, '그 상품 옵션 보여줘', 'shop_get_product', { seller_product_id })
  const { vendor_item_id } = result.options[0]

  const { result: now } = await act(model, '5kg 재고 몇 개 남았어?', 'shop_get_item', { vendor_item_id })
  expect(now).toEqual({ stock: 40, price: 19900, on_sale: true })
  await act(model, '재고 12개로 바꿔줘', 'shop_change_stock', { items: [{ vendor_item_id, stock: 12 }] })
  await act(model, '가격을 18900원으로 내려줘', 'shop_change_sale', { items: [{ vendor_item_id, price: 18900 }] })
  expect(itemOf(table, vendor_item_id)).toMatchObject({ stock: 12, price: 18900 })
  await act(model, 'stop selling it for now', 'shop_change_sale', { items: [{ vendor_item_id, on_sale: false }] })
  expect(itemOf(table, vendor_item_id)?.onSale).toBe(false)

  const claim = seller.giveBack()
  const receipt_id = String(claim.receiptId)
  await act(model, 'the returned goods arrived, tell Coupang', 'shop_confirm_return', { receipt_id })
  await act(model, '그 반품 승인해줘', 'shop_approve_return', { receipt_id })
  expect(claim.status).toBe('CC')
  table.expectNothingUnexpected()
})
