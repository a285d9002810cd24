import { afterEach, beforeEach, expect, it } from 'vitest'
import { type OrderSheet, orderSheet } from '../../simulators/shop/seller/sheet.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { json } from '../../support/gateway.ts'
import { expectNothingUnexpected } from '../../support/world.ts'
import { failure, type Stage, setStage } from './stage.ts'

/** docs/spec/shop.md, "An order that the seller cancels". */

let stage: Stage

beforeEach(() => {
  stage = setStage()
})

afterEach(async () => {
  expectNothingUnexpected(stage.world)
  await freshDeployment()
})

const OTHER = 85071234502
const ITEM = 85071234501

const cancel = ({ orderId }: { orderId: number }, items: object[], key?: string, more: object = {}) =>
  stage.gateway.call('/api/v1/shop/ordersheets/cancel', {
    ...json('POST', { order_id: String(orderId), items, reason: 'out_of_stock', wing_id: 'haneul_shop', ...more }),
    headers: { 'Content-Type': 'application/json', ...(key && { 'Idempotency-Key': key }) },
  })
const pieces = (quantity: number, id = ITEM) => [{ vendor_item_id: String(id), quantity }]

type Answer = Awaited<ReturnType<typeof cancel>>
const statuses = ({ json: { result } }: Answer): unknown => result.items.map(({ status }: { status: string }) => status)
const isWrite = ({ method }: { method: string }) => method === 'POST'
const claimed = () => stage.seller.state.claimed
const lines = (...counts: number[]) =>
  orderSheet({ lines: counts.map((count, n) => ({ count, vendorItemId: ITEM + n })) }).lines

it('a paid item is cancelled at once, the shipment of one in preparation is stopped', async () => {
  const paid = stage.seller.sell({ lines: lines(3) })
  const first = await cancel(paid, pieces(2))
  expect([first.status, first.json.result]).toEqual([
    200,
    {
      ...{ successful: 1, failed: 0 },
      items: [
        {
          ...{ vendor_item_id: String(ITEM), quantity: 2, status: 'done', error: null },
          receipts: [{ receipt_id: '181627233', type: 'CANCEL' }],
        },
      ],
    },
  ])
  expect(paid.lines[0]).toMatchObject({ count: 3, cancelCount: 2 })
  const ready = stage.seller.sell({ status: 'INSTRUCT', lines: lines(1) })
  const second = await cancel(ready, pieces(1))
  expect(second.json.result.items[0].receipts).toMatchObject([{ type: 'STOP_SHIPMENT' }])
  expect(ready.lines[0]).toMatchObject({ holdCount: 1 })
  expect(stage.seller.calls.find(isWrite)?.body).toContain(`"orderId":${paid.orderId},"vendorItemIds":[${ITEM}]`)
})

it('each box of an order gets a call of its own', async () => {
  const { seller } = stage
  const one = seller.sell({ lines: lines(1) })
  const second: Partial<OrderSheet> = {
    orderId: one.orderId,
    lines: orderSheet({ lines: [{ vendorItemId: OTHER }] }).lines,
  }
  seller.sell(second)
  const answer = await cancel(one, [...pieces(1), ...pieces(1, OTHER)])
  expect(statuses(answer)).toEqual(['done', 'done'])
  expect(claimed()).toEqual([`cancel ${one.orderId} ${ITEM}*1`, `cancel ${one.orderId} ${OTHER}*1`])
})

it('what cannot be cancelled is refused with the reason, and nothing of it is sent', async () => {
  const sent = stage.seller.sell({ status: 'DEPARTURE', lines: lines(2) })
  const paid = stage.seller.sell({ lines: lines(1, 2) })
  const answer = await cancel(paid, [...pieces(2), ...pieces(1, OTHER), ...pieces(1, 5)])
  expect(answer.json.result.items).toMatchObject([
    { status: 'refused', error: 'only 1 of it can be cancelled', receipts: [] },
    { status: 'done' },
    { status: 'refused', error: 'the order has no item with this id' },
  ])
  const late = await cancel(sent, pieces(1))
  expect([late.status, late.json.error]).toEqual([400, 'it was sent already: its box is DEPARTURE'])
  expect(claimed()).toEqual([`cancel ${paid.orderId} ${OTHER}*1`])
})

it.each([
  { code: '200', failed: 'failedVendorItemIds' },
  { code: 'PARTIAL', failed: 'failedItemIds' },
] as const)('what the product refuses has its words, whatever the answer is called: %j', async (form) => {
  stage.seller.switches.cancelAnswer = form
  const paid = stage.seller.sell({ lines: lines(1, 1) })
  // A customer cancels between the read and the call.
  stage.seller.fail(
    { kind: 'network' },
    {
      on: (call) => {
        const [first] = paid.lines
        if (isWrite(call) && first) first.holdCount = 1
        return false
      },
    },
  )
  const answer = await cancel(paid, [...pieces(1), ...pieces(1, OTHER)])
  expect(answer.json.result.items).toMatchObject([
    { status: 'refused', error: '취소 가능한 개수보다 요청한 개수가 더 많습니다.', receipts: [] },
    { status: 'done', receipts: [{ type: 'CANCEL' }] },
  ])
})

it('a wrong sign-in of WING is refused in the words of the product', async () => {
  const answer = await cancel(stage.seller.sell({ lines: lines(1) }), pieces(1), 'c-0', { wing_id: 'somebody' })
  expect([answer.status, answer.json.error]).toEqual([400, '업체 ID에 맞는 올바른 유저 ID를 입력해주세요.'])
})

it('the same key gets the first answer; without a key the same request within ten minutes is a repeated one', async () => {
  const paid = stage.seller.sell({ lines: lines(5) })
  const first = await cancel(paid, pieces(1), 'c-1')
  const second = await cancel(paid, pieces(1), 'c-1')
  expect([second.json, second.headers.get('Idempotent-Replayed')]).toEqual([first.json, 'true'])
  expect(statuses(await cancel(paid, pieces(1)))).toEqual(['done'])
  expect(statuses(await cancel(paid, pieces(1)))).toEqual(['already'])
  expect(paid.lines[0]?.cancelCount).toBe(2)
  stage.world.clock.advance(10 * 60_000)
  expect(statuses(await cancel(paid, pieces(1)))).toEqual(['done'])
  expect(paid.lines[0]?.cancelCount).toBe(3)
})

it('a lost answer is found in the order', async () => {
  const paid = stage.seller.sell({ lines: lines(3) })
  stage.seller.fail({ kind: 'cut' }, { on: isWrite })
  expect(statuses(await cancel(paid, pieces(1), 'c-2'))).toEqual(['done'])
  expect(paid.lines[0]?.cancelCount).toBe(1)
})

it('a whole order whose answer is lost is cancelled at once', async () => {
  stage.seller.fail({ kind: 'cut' }, { on: isWrite })
  expect(statuses(await cancel(stage.seller.sell({ lines: lines(1) }), pieces(1)))).toEqual(['done'])
})

it('a lost answer about a whole order is found by the refusal of its sheets', async () => {
  const paid = stage.seller.sell({ lines: lines(1) })
  stage.seller.fail({ kind: 'cut' }, { on: isWrite, times: 1 })
  stage.seller.fail({ kind: 'status', status: 500 }, { on: ({ method }) => method === 'GET' && claimed().length > 0 })
  const first = await cancel(paid, pieces(1), 'c-3')
  expect([first.status, first.json.error]).toEqual([502, expect.stringContaining('the outcome is unknown')])
  stage.seller.heal()
  const second = await cancel(paid, pieces(1), 'c-3')
  expect([second.status, statuses(second)]).toEqual([200, ['done']])
  expect(claimed()).toHaveLength(1)
})

it('a call that never arrived is unknown, and the same request sends it once more', async () => {
  const paid = stage.seller.sell({ lines: lines(2) })
  stage.seller.fail({ kind: 'status', status: 500 }, { on: isWrite, times: 1 })
  expect((await cancel(paid, pieces(1), 'c-4')).status).toBe(502)
  expect(statuses(await cancel(paid, pieces(1), 'c-4'))).toEqual(['done'])
  expect(paid.lines[0]?.cancelCount).toBe(1)
  expect(statuses(await cancel(paid, pieces(1), 'c-4'))).toEqual(['done'])
  expect(paid.lines[0]?.cancelCount).toBe(1)
})

/** Two boxes of one order with the same option, of which the first has two pieces. */
function sellBoxes() {
  const one = stage.seller.sell({ lines: lines(2) })
  const other = stage.seller.sell({ orderId: one.orderId, lines: lines(9) })
  const cancelled = () => [one, other].map(({ lines: [line] }) => line?.cancelCount)
  return { one, cancelled }
}
const isSecond = (call: { method: string }) => isWrite(call) && claimed().length === 1

it('of an item in two boxes, the same request cancels only what was not cancelled', async () => {
  const { one, cancelled } = sellBoxes()
  stage.seller.fail({ kind: 'status', status: 500 }, { on: isSecond, times: 1 })
  expect((await cancel(one, pieces(3), 'c-5')).status).toBe(502)
  expect(cancelled()).toEqual([2, 0])
  expect(statuses(await cancel(one, pieces(3), 'c-5'))).toEqual(['done'])
  expect(cancelled()).toEqual([2, 1])
})

it('a part that the product refuses is told beside what was cancelled, and the key has that answer', async () => {
  const { one, cancelled } = sellBoxes()
  stage.seller.fail({ kind: 'status', status: 400, body: '{"code":400,"message":"No."}' }, { on: isSecond, times: 1 })
  const first = await cancel(one, pieces(3), 'c-6')
  expect([first.status, first.json.result]).toEqual([
    200,
    {
      ...{ successful: 0, failed: 1 },
      items: [
        {
          ...{ vendor_item_id: String(ITEM), quantity: 3, status: 'refused', error: '2 of 3 were cancelled: No.' },
          receipts: [{ receipt_id: '181627233', type: 'CANCEL' }],
        },
      ],
    },
  ])
  expect((await cancel(one, pieces(3), 'c-6')).json).toEqual(first.json)
  expect(cancelled()).toEqual([2, 0])
})

it('a part that was not tried is cancelled by the same request', async () => {
  const { one, cancelled } = sellBoxes()
  stage.seller.fail({ kind: 'status', status: 429 }, { on: isSecond, times: 1 })
  const first = await cancel(one, pieces(3), 'c-7')
  expect(first.json.result.items).toMatchObject([{ status: 'not_tried', error: /^2 of 3 were cancelled: / }])
  expect(statuses(await cancel(one, pieces(3), 'c-7'))).toEqual(['done'])
  expect(cancelled()).toEqual([2, 1])
})

it('a lost answer about one box is not hidden by the refusal of another', async () => {
  const { one, cancelled } = sellBoxes()
  stage.seller.fail(
    { kind: 'status', status: 500 },
    { on: (call) => isWrite(call) && claimed().length === 0, times: 1 },
  )
  stage.seller.fail({ kind: 'status', status: 400 }, { on: isWrite, times: 1 })
  const first = await cancel(one, pieces(3), 'c-8')
  expect([first.status, first.json.error]).toEqual([502, expect.stringContaining('the outcome is unknown')])
  expect(statuses(await cancel(one, pieces(3), 'c-8'))).toEqual(['done'])
  expect(cancelled()).toEqual([2, 1])
})

it('of several at once, one cancels', async () => {
  const paid = stage.seller.sell({ lines: lines(5) })
  const answers = await Promise.all([1, 2, 3].map(() => cancel(paid, pieces(1))))
  for (const { status } of answers) expect([200, 409]).toContain(status)
  expect(paid.lines[0]?.cancelCount).toBe(1)
})

it('an order that is cancelled, and one that does not exist, are refused before anything is sent', async () => {
  const ended = stage.seller.sell({ lines: lines(1) })
  stage.seller.cancel(ended)
  expect((await cancel(ended, pieces(1))).json).toEqual(failure('해당 주문이 취소 또는 반품되었습니다.'))
  expect((await cancel({ orderId: 5 }, pieces(1))).status).toBe(404)
  expect(claimed()).toEqual([])
})

it.each([
  [{ reason: 'mood' }, 'reason: must be one of out_of_stock, wrong_address, wrong_price'],
  [{ wing_id: undefined }, 'wing_id: is required'],
  [{ wing_id: '한글' }, 'wing_id: must be the id with which you sign in at WING'],
  [{ items: [] }, 'items: must not be empty'],
  [{ items: [{ vendor_item_id: '5', quantity: 0 }] }, 'items[0].quantity: must be at least 1'],
  [{ items: [...pieces(1), ...pieces(2)] }, 'items[1]: is named twice'],
  [{ order_id: 'abc' }, expect.stringContaining('order_id: must be an id of digits')],
])('%j is 400: %s', async (more, error) => {
  const answer = await cancel({ orderId: 5 }, pieces(1), undefined, more)
  expect([answer.status, answer.json]).toEqual([400, failure(error)])
})
