import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ItemResult } from '../../../src/groups/shop/item-writes.ts'
import { orderSheet } from '../../simulators/shop/index.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { json } from '../../support/gateway.ts'
import { expectNothingUnexpected } from '../../support/world.ts'
import { type Stage, setStage } from './stage.ts'

/** docs/spec/shop.md, "Acknowledging and invoices": the number of a box that was sent is corrected at most once. */

let stage: Stage

beforeEach(() => {
  stage = setStage()
})

afterEach(async () => {
  expectNothingUnexpected(stage.world)
  await freshDeployment()
})

const put = (method: 'PUT' | 'POST', items: object[], key?: string) =>
  stage.gateway.call('/api/v1/shop/ordersheets/invoices', {
    ...json(method, { items }),
    headers: { 'Content-Type': 'application/json', ...(key && { 'Idempotency-Key': key }) },
  })
const correct = (items: object[], key?: string) => put('PUT', items, key)
const itemsOf = ({ json: { result } }: Awaited<ReturnType<typeof put>>): ItemResult[] => result.items
const statuses = (answer: Awaited<ReturnType<typeof put>>) => itemsOf(answer).map(({ status }) => status)
const isWrite = ({ method }: { method: string }) => method === 'POST'

const WRONG = { carrier: 'CJGLS', invoiceNumber: '651200330111' }
const RIGHT = { carrier: 'HANJIN', invoice_number: '651200330222' }
const sent = (part = {}) => stage.seller.sell({ status: 'DELIVERING', ...WRONG, ...part })
const idsOf = ({ shipmentBoxId, orderId }: { shipmentBoxId: string; orderId: number }) => ({
  shipment_box_id: shipmentBoxId,
  order_id: String(orderId),
})

it('a box that was sent gets another carrier and number, with all of its items', async () => {
  const box = sent({ lines: orderSheet({ lines: [{}, { vendorItemId: 85071234502 }] }).lines })
  const answer = await correct([{ ...idsOf(box), ...RIGHT }])
  expect([answer.status, itemsOf(answer)]).toEqual([
    200,
    [{ shipment_box_id: box.shipmentBoxId, status: 'done', error: null }],
  ])
  expect(box).toMatchObject({ carrier: 'HANJIN', invoiceNumber: '651200330222', status: 'DEPARTURE' })
  const { body = '', url } = stage.seller.calls.find(isWrite) ?? {}
  expect(url?.pathname).toMatch(/orders\/updateInvoices$/)
  expect(body.match(/"vendorItemId":\d+/g)).toEqual(['"vendorItemId":85071234501', '"vendorItemId":85071234502'])
  expect(statuses(await correct([{ ...idsOf(box), ...RIGHT }]))).toEqual(['already'])
  expect(stage.seller.state.corrected).toEqual([box.shipmentBoxId])
})

it('the carrier alone is corrected, too', async () => {
  const box = sent()
  const answer = await correct([{ ...idsOf(box), carrier: '한진택배', invoice_number: WRONG.invoiceNumber }])
  expect(statuses(answer)).toEqual(['done'])
  expect(box.carrier).toBe('HANJIN')
})

it('a box that was not sent is refused before the call, and is told how to send it', async () => {
  const box = stage.seller.sell({ status: 'INSTRUCT' })
  const answer = await correct([{ ...idsOf(box), ...RIGHT }])
  expect([answer.status, itemsOf(answer)]).toEqual([
    400,
    [
      {
        ...{ shipment_box_id: box.shipmentBoxId, status: 'refused' },
        error: 'it was not sent yet: its status is INSTRUCT',
        hint: 'Only the number of a box that was sent can be corrected: shop_send_invoices sends the first one.',
      },
    ],
  ])
  expect(stage.seller.state.corrected).toEqual([])
})

it('the refusal of a box that was sent names the correction', async () => {
  const box = sent()
  const answer = await put('POST', [{ ...idsOf(box), ...RIGHT, vendor_item_id: '85071234501' }])
  expect(itemsOf(answer)).toMatchObject([
    { status: 'refused', code: 'INVALID_STATUS', hint: expect.stringContaining('shop_correct_invoices') },
  ])
})

it('two boxes of an order that have the number of each other are both corrected', async () => {
  const one = sent({ invoiceNumber: '651200330001' })
  const other = sent({ orderId: one.orderId, invoiceNumber: '651200330002' })
  const swapped = [
    { ...idsOf(one), carrier: 'CJGLS', invoice_number: '651200330002' },
    { ...idsOf(other), carrier: 'CJGLS', invoice_number: '651200330001' },
  ]
  expect(statuses(await correct(swapped))).toEqual(['done', 'done'])
  expect([one.invoiceNumber, other.invoiceNumber]).toEqual(['651200330002', '651200330001'])
  expect(statuses(await correct(swapped))).toEqual(['already', 'already'])
})

it('a second box of an order in the same parcel is sent, also after the first', async () => {
  const one = stage.seller.sell({ status: 'INSTRUCT' })
  const other = stage.seller.sell({ status: 'INSTRUCT', orderId: one.orderId })
  expect(statuses(await put('POST', [{ ...idsOf(one), ...RIGHT }]))).toEqual(['done'])
  expect(statuses(await put('POST', [{ ...idsOf(other), ...RIGHT }]))).toEqual(['done'])
  expect(other).toMatchObject({ status: 'DEPARTURE', invoiceNumber: RIGHT.invoice_number })
})

it('a number that the product refuses has its words, and the others are corrected', async () => {
  const [one, other] = [sent(), sent()]
  const answer = await correct([
    { ...idsOf(one), ...RIGHT, invoice_number: '5' },
    { ...idsOf(other), ...RIGHT },
  ])
  expect(itemsOf(answer)).toMatchObject([
    { status: 'refused', error: '송장번호가 유효하지 않습니다.', code: 'INVALID_INVOICE_NUMBER' },
    { status: 'done' },
  ])
})

it('a lost answer is found in the sheets, and the same key repeats the first answer', async () => {
  const box = sent()
  stage.seller.fail({ kind: 'cut' }, { on: isWrite })
  const first = await correct([{ ...idsOf(box), ...RIGHT }], 'fix-1')
  expect(statuses(first)).toEqual(['done'])
  const second = await correct([{ ...idsOf(box), ...RIGHT }], 'fix-1')
  expect([second.json, second.headers.get('Idempotent-Replayed')]).toEqual([first.json, 'true'])
  expect(stage.seller.state.corrected).toHaveLength(1)
})

it('a call that never arrived is unknown, and the same key sends it', async () => {
  const box = sent()
  stage.seller.fail({ kind: 'status', status: 500 }, { on: isWrite, times: 1 })
  expect((await correct([{ ...idsOf(box), ...RIGHT }], 'fix-2')).status).toBe(502)
  expect(statuses(await correct([{ ...idsOf(box), ...RIGHT }], 'fix-2'))).toEqual(['done'])
})

it('a split is not for corrections', async () => {
  const answer = await correct([{ ...idsOf(sent()), ...RIGHT, split: true }])
  expect([answer.status, answer.json.error]).toEqual([400, expect.stringContaining('items[0].split: is not known')])
})
