import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ItemResult } from '../../../src/groups/shop/item-writes.ts'
import { orderSheet } from '../../simulators/shop/index.ts'
import type { Call } from '../../simulators/simulator.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { json } from '../../support/gateway.ts'
import { expectNothingUnexpected } from '../../support/world.ts'
import { failure, type Stage, setStage } from './stage.ts'

/** docs/spec/shop.md, "Acknowledging and invoices": boxes are changed at most once, and each item is reported. */

let stage: Stage

beforeEach(() => {
  stage = setStage()
})

afterEach(async () => {
  vi.restoreAllMocks()
  expectNothingUnexpected(stage.world)
  await freshDeployment()
})

const send = (route: string, body: object, key?: string) =>
  stage.gateway.call(`/api/v1/shop/ordersheets/${route}`, {
    ...json('POST', body),
    headers: { 'Content-Type': 'application/json', ...(key && { 'Idempotency-Key': key }) },
  })

const acknowledge = (shipment_box_ids: unknown[], key?: string) => send('acknowledge', { shipment_box_ids }, key)
const invoice = (items: object[], key?: string) => send('invoices', { items }, key)

const itemsOf = ({ json: { result } }: Awaited<ReturnType<typeof send>>): ItemResult[] => result?.items
const statuses = (answer: Awaited<ReturnType<typeof send>>) => itemsOf(answer).map(({ status }) => status)

const isWrite = ({ method }: { method: string }) => method !== 'GET'
const writes = () => stage.seller.calls.filter(isWrite)

const CANNOT_CHANGE = '배송상태를 변경할 수 없습니다. 주문내역을 확인해주세요.'

describe('acknowledge', () => {
  it('each box is done, already or refused with the words of the product', async () => {
    const { seller } = stage
    const [paid, ready, held] = [
      seller.sell(),
      seller.sell({ status: 'INSTRUCT' }),
      seller.sell({ lines: orderSheet({ lines: [{ holdCount: 1 }] }).lines }),
    ]
    const answer = await acknowledge([paid.shipmentBoxId, ready.shipmentBoxId, held.shipmentBoxId, '1'])
    expect(answer.status).toBe(200)
    expect(answer.json.result).toMatchObject({ successful: 2, failed: 2 })
    expect(itemsOf(answer)).toEqual([
      { shipment_box_id: paid.shipmentBoxId, status: 'done', error: null },
      { shipment_box_id: ready.shipmentBoxId, status: 'already', error: null },
      {
        ...{ shipment_box_id: held.shipmentBoxId, status: 'refused' },
        ...{ error: CANNOT_CHANGE, code: 'INVALID_STATUS' },
      },
      {
        ...{ shipment_box_id: '1', status: 'refused' },
        ...{ error: 'shipmentBoxId (1) is not found.', code: 'NOT_FOUND_SHIPMENT_BOX' },
      },
    ])
    expect(paid.status).toBe('INSTRUCT')
    expect(writes()).toHaveLength(1)
    expect(writes()[0]?.body).toContain(`[${paid.shipmentBoxId},`)
  })

  it('the same key gets the first answer, and sends nothing', async () => {
    const { shipmentBoxId } = stage.seller.sell()
    const first = await acknowledge([shipmentBoxId], 'day-1')
    const second = await acknowledge([shipmentBoxId], 'day-1')
    expect(second.json).toEqual(first.json)
    expect(statuses(second)).toEqual(['done'])
    expect(second.headers.get('Idempotent-Replayed')).toBe('true')
    expect(stage.seller.state.acknowledged).toEqual([shipmentBoxId])
    expect((await acknowledge(['1'], 'day-1')).json).toEqual(
      failure('Idempotency-Key: was used before with another body'),
    )
  })

  it('without a key, the second request says that it was so already', async () => {
    const { shipmentBoxId } = stage.seller.sell()
    expect(statuses(await acknowledge([shipmentBoxId]))).toEqual(['done'])
    expect(statuses(await acknowledge([shipmentBoxId]))).toEqual(['already'])
  })

  it('an answer that is lost after the product worked is read from the sheets', async () => {
    const boxes = [1, 2, 3].map(() => stage.seller.sell().shipmentBoxId)
    stage.seller.fail({ kind: 'cut' }, { on: isWrite })
    expect(statuses(await acknowledge(boxes, 'day-2'))).toEqual(['done', 'done', 'done'])
    expect(stage.seller.state.acknowledged).toEqual(boxes)
  })

  it('a call that never arrived is unknown, and the same key sends it again', async () => {
    const boxes = [1, 2].map(() => stage.seller.sell().shipmentBoxId)
    stage.seller.fail({ kind: 'status', status: 504 }, { on: isWrite, times: 1 })
    const first = await acknowledge(boxes, 'day-3')
    expect(first.status).toBe(504)
    expect(first.json.error).toContain('the outcome is unknown for 2 of the items: send the same request again')
    const second = await acknowledge(boxes, 'day-3')
    expect(statuses(second)).toEqual(['done', 'done'])
    expect(stage.seller.state.acknowledged).toEqual(boxes)
    expect((await acknowledge(boxes, 'day-3')).json).toEqual(second.json)
  })

  it('after an unknown outcome only what is not proved is sent again', async () => {
    const { seller } = stage
    const [one, other] = [seller.sell(), seller.sell()]
    seller.fail({ kind: 'status', status: 500 }, { on: isWrite, times: 1 })
    const boxes = [one.shipmentBoxId, other.shipmentBoxId]
    expect((await acknowledge(boxes, 'day-4')).status).toBe(502)
    one.status = 'INSTRUCT'
    expect(statuses(await acknowledge(boxes, 'day-4'))).toEqual(['done', 'done'])
    expect(seller.state.acknowledged).toEqual([other.shipmentBoxId])
  })

  it('while the sheets cannot be read, nothing is sent again', async () => {
    const { seller } = stage
    const boxes = [seller.sell().shipmentBoxId]
    seller.fail({ kind: 'status', status: 500 })
    expect((await acknowledge(boxes, 'day-5')).status).toBe(502)
    expect((await acknowledge(boxes, 'day-5')).status).toBe(502)
    expect(writes()).toHaveLength(1)
    seller.heal()
    expect(statuses(await acknowledge(boxes, 'day-5'))).toEqual(['done'])
  })

  it('a late first call makes the product refuse the second: what it did is done', async () => {
    const box = stage.seller.sell()
    stage.seller.fail({ kind: 'status', status: 500 }, { on: isWrite, times: 1 })
    expect((await acknowledge([box.shipmentBoxId], 'day-7')).status).toBe(502)
    const worksLate = (call: Call) => {
      if (isWrite(call)) box.status = 'INSTRUCT'
      return false
    }
    stage.seller.fail({ kind: 'network' }, { on: worksLate })
    expect(statuses(await acknowledge([box.shipmentBoxId], 'day-7'))).toEqual(['done'])
    expect(writes()).toHaveLength(2)
  })

  it('when all is proved, the same key sends nothing', async () => {
    const { seller } = stage
    const boxes = [seller.sell().shipmentBoxId]
    seller.fail({ kind: 'cut' }, { on: isWrite })
    seller.fail({ kind: 'status', status: 500 }, { on: (call) => !isWrite(call) })
    expect((await acknowledge(boxes, 'day-8')).status).toBe(502)
    seller.heal()
    const again = await acknowledge(boxes, 'day-8')
    expect([statuses(again), again.headers.get('Idempotent-Replayed')]).toEqual([['done'], 'true'])
    expect(seller.state.acknowledged).toEqual(boxes)
  })

  it('a box that the product does not know does not keep the others from being sent again', async () => {
    const { shipmentBoxId } = stage.seller.sell()
    stage.seller.fail({ kind: 'status', status: 500 }, { on: isWrite, times: 1 })
    expect((await acknowledge([shipmentBoxId, '1'], 'day-9')).status).toBe(502)
    expect(statuses(await acknowledge([shipmentBoxId, '1'], 'day-9'))).toEqual(['done', 'refused'])
  })

  it('of several requests after an unknown outcome, one sends', async () => {
    const boxes = [stage.seller.sell().shipmentBoxId]
    stage.seller.fail({ kind: 'status', status: 500 }, { on: isWrite, times: 1 })
    expect((await acknowledge(boxes, 'day-10')).status).toBe(502)
    const answers = await Promise.all([1, 2, 3].map(() => acknowledge(boxes, 'day-10')))
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect(answers.map(({ status }) => status)).toContain(200)
    expect(stage.seller.state.acknowledged).toEqual(boxes)
  })

  /** What the product answers, for a list of boxes with a result. */
  const results = (...boxes: string[]) => {
    const list = boxes.map((box) => `{"shipmentBoxId":${box},"succeed":true,"resultCode":"OK"}`)
    return `{"code":200,"data":{"responseCode":1,"responseList":[${list}]}}`
  }

  it('a box without a result is unknown while its sheet cannot be read, and not refused', async () => {
    const { seller } = stage
    const [one, other] = [seller.sell(), seller.sell()]
    const boxes = [one.shipmentBoxId, other.shipmentBoxId]
    seller.fail({ kind: 'status', status: 200, body: results(one.shipmentBoxId) }, { on: isWrite, times: 1 })
    seller.fail({ kind: 'status', status: 500 }, { on: (call) => !isWrite(call) })
    const first = await acknowledge(boxes, 'day-11')
    expect([first.status, first.json.error]).toEqual([
      502,
      'the shop service answered without a result; the outcome is unknown for 1 of the items: send the same request again, and what was done is not done a second time',
    ])
    seller.heal()
    one.status = 'INSTRUCT'
    expect(statuses(await acknowledge(boxes, 'day-11'))).toEqual(['done', 'done'])
    expect(seller.state.acknowledged).toEqual([other.shipmentBoxId])
  })

  it.each([
    ['a result for no box', results()],
    ['no results', '{"code":200,"data":{"responseCode":-1}}'],
  ])('an answer with %s is a lost one', async (_, body) => {
    stage.seller.fail({ kind: 'status', status: 200, body }, { on: isWrite, times: 1 })
    const answer = await acknowledge([stage.seller.sell().shipmentBoxId])
    expect([answer.status, answer.json.error]).toEqual([502, expect.stringContaining('unknown for 1 of the items')])
  })

  it('a sheet without a status proves nothing', async () => {
    const { shipmentBoxId } = stage.seller.sell()
    const sheet = `{"code":200,"data":{"shipmentBoxId":${shipmentBoxId}}}`
    stage.seller.fail({ kind: 'cut' }, { on: isWrite })
    stage.seller.fail({ kind: 'status', status: 200, body: sheet }, { on: (call) => !isWrite(call) })
    expect((await acknowledge([shipmentBoxId])).status).toBe(502)
  })

  it.each([408, 409, 425, 499])('%s may come from a party that gave up: the outcome is unknown', async (status) => {
    stage.seller.fail({ kind: 'status', status }, { on: isWrite, times: 1 })
    const answer = await acknowledge([stage.seller.sell().shipmentBoxId])
    expect([answer.status, answer.json.error]).toEqual([502, expect.stringContaining('the outcome is unknown')])
  })

  it.each([401, 403, 429])('%s changes nothing, and the key stays usable', async (status) => {
    const { seller } = stage
    const boxes = [seller.sell().shipmentBoxId]
    seller.fail({ kind: 'status', status }, { on: isWrite, times: 1 })
    expect((await acknowledge(boxes, 'day-6')).status).toBe(status)
    expect(statuses(await acknowledge(boxes, 'day-6'))).toEqual(['done'])
  })

  it('boxes that are all refused are a failure, with each reason', async () => {
    const { seller } = stage
    const held = seller.sell({ lines: orderSheet({ lines: [{ holdCount: 1 }] }).lines })
    const answer = await acknowledge([held.shipmentBoxId, '1'])
    const items = [
      { shipment_box_id: held.shipmentBoxId, status: 'refused', error: CANNOT_CHANGE, code: 'INVALID_STATUS' },
      {
        ...{ shipment_box_id: '1', status: 'refused' },
        ...{ error: 'shipmentBoxId (1) is not found.', code: 'NOT_FOUND_SHIPMENT_BOX' },
      },
    ]
    expect([answer.status, answer.json]).toEqual([
      400,
      {
        status: 'error',
        error:
          '2 of 2 were refused: 배송상태를 변경할 수 없습니다. 주문내역을 확인해주세요; shipmentBoxId (1) is not found',
        result: { successful: 0, failed: 2, items },
      },
    ])
    expect(answer.headers.get('X-Error-Code')).toBe('invalid_input')
  })

  it('boxes that are all so already are no failure, and nothing is sent for them twice', async () => {
    const boxes = [1, 2].map(() => stage.seller.sell({ status: 'INSTRUCT' }).shipmentBoxId)
    const answer = await acknowledge(boxes)
    expect([answer.status, answer.json.result.successful, statuses(answer)]).toEqual([200, 2, ['already', 'already']])
  })

  it('after all were refused the key is as unused: the same request is tried again', async () => {
    const held = stage.seller.sell({ lines: orderSheet({ lines: [{ holdCount: 1 }] }).lines })
    expect((await acknowledge([held.shipmentBoxId], 'day-12')).status).toBe(400)
    expect((await acknowledge([held.shipmentBoxId], 'day-12')).status).toBe(400)
    expect(writes()).toHaveLength(2)
    for (const line of held.lines) line.holdCount = 0
    const answer = await acknowledge([held.shipmentBoxId], 'day-12')
    expect([answer.status, statuses(answer), answer.headers.get('Idempotent-Replayed')]).toEqual([200, ['done'], null])
  })

  it('a partly refused request is repeated by its key as it was', async () => {
    const paid = stage.seller.sell()
    const first = await acknowledge([paid.shipmentBoxId, '1'], 'day-13')
    const second = await acknowledge([paid.shipmentBoxId, '1'], 'day-13')
    expect([first.status, statuses(first)]).toEqual([200, ['done', 'refused']])
    expect([second.status, second.json]).toEqual([200, first.json])
    expect(second.headers.get('Idempotent-Replayed')).toBe('true')
    expect(writes()).toHaveLength(1)
  })

  it.each([
    [401, 'refused'],
    [429, 'refused'],
    [504, 'unknown'],
  ])('a failure of the product, %i, is that of each box: %s', async (status, outcome) => {
    const boxes = [1, 2].map(() => stage.seller.sell().shipmentBoxId)
    stage.seller.fail({ kind: 'status', status }, { on: isWrite, times: 1 })
    const { json, ...answer } = await acknowledge(boxes)
    expect([answer.status, json.status]).toEqual([status, 'error'])
    // The failure of the request also says where to reconnect, once.
    const error = json.error.replace(' at https://latchkey.test/#shop-seller', '')
    expect(json.result).toEqual({
      ...{ successful: 0, failed: 2 },
      items: boxes.map((shipment_box_id) => ({ shipment_box_id, status: outcome, error })),
    })
  })

  it('what the sheets prove after a lost answer is done, and the rest is unknown', async () => {
    const { seller } = stage
    const [one, other] = [seller.sell(), seller.sell()]
    const worksHalf = (call: Call) => {
      if (isWrite(call)) one.status = 'INSTRUCT'
      return isWrite(call)
    }
    seller.fail({ kind: 'status', status: 500 }, { on: worksHalf, times: 1 })
    const answer = await acknowledge([one.shipmentBoxId, other.shipmentBoxId])
    expect([answer.status, answer.json.result.successful, statuses(answer)]).toEqual([502, 1, ['done', 'unknown']])
  })

  it('while an earlier outcome cannot be read, the boxes are unknown', async () => {
    const boxes = [stage.seller.sell().shipmentBoxId]
    stage.seller.fail({ kind: 'status', status: 500 })
    for (let n = 0; n < 2; n++) expect(statuses(await acknowledge(boxes, 'day-14'))).toEqual(['unknown'])
  })

  it('an error of the key says nothing of the boxes', async () => {
    await acknowledge([stage.seller.sell().shipmentBoxId], 'day-15')
    expect((await acknowledge(['1'], 'day-15')).json.result).toBeNull()
  })

  it.each([
    [[], 'shipment_box_ids: must not be empty'],
    [['1', 1], 'shipment_box_ids[1]: is named twice'],
    [
      [Number('642538971006401431')],
      'shipment_box_ids[0]: must be an id of digits; send it as a string, since a number loses digits beyond 2^53 - 1',
    ],
    [Array.from({ length: 51 }, (_, n) => n + 1), 'shipment_box_ids: must have at most 50 items'],
  ])('%j is 400, and nothing is sent', async (boxes, error) => {
    const answer = await acknowledge(boxes)
    expect([answer.status, answer.json]).toEqual([400, failure(error)])
    expect(stage.seller.calls).toEqual([])
  })
})

describe('invoices', () => {
  const ready = (lines = 1) =>
    stage.seller.sell({
      status: 'INSTRUCT',
      lines: orderSheet({ lines: Array.from({ length: lines }, (_, n) => ({ vendorItemId: 85_000_000_000 + n })) })
        .lines,
    })
  const about = (sheet: ReturnType<typeof ready>, invoice_number: string, more: object = {}) => ({
    ...{ shipment_box_id: sheet.shipmentBoxId, order_id: sheet.orderId, carrier: 'CJGLS', invoice_number },
    ...more,
  })

  it('each box is done, already or refused with the words of the product', async () => {
    const [box, sent, paid, unknown] = [ready(2), ready(), stage.seller.sell(), { ...ready(), orderId: 1 }]
    Object.assign(sent, { status: 'DEPARTURE', invoiceNumber: '651200330201' })
    const answer = await invoice([
      about(box, '6512-0033-0200'),
      about(sent, '651200330201'),
      about(paid, '651200330202', { vendor_item_id: paid.lines[0]?.vendorItemId }),
      about(unknown, '651200330203', { vendor_item_id: '5' }),
    ])
    expect(itemsOf(answer)).toMatchObject([
      { status: 'done' },
      { status: 'already' },
      {
        ...{ status: 'refused', error: '배송진행상태가 유효하지 않습니다.', code: 'INVALID_STATUS' },
        hint: expect.stringContaining('shop_acknowledge_order_sheets first'),
      },
      { status: 'refused', code: 'NOT_FOUND_SHIPMENT_BOX' },
    ])
    expect(box).toMatchObject({ status: 'DEPARTURE', invoiceNumber: '651200330200' })
    expect(writes()).toHaveLength(1)
  })

  it('an order that the product does not know is refused by its reading, and the others are sent', async () => {
    const box = ready()
    const answer = await invoice([
      about(box, '651200330200'),
      about({ ...box, orderId: 7 }, '651200330201', { shipment_box_id: '7' }),
    ])
    expect(itemsOf(answer)).toMatchObject([
      { status: 'done' },
      { status: 'refused', error: expect.stringContaining('does not exist') },
    ])
  })

  const sentLines = (call: number) => JSON.parse(writes()[call]?.body ?? '').orderSheetInvoiceApplyDtos
  const parcel = (box: ReturnType<typeof ready>, line: number, invoice_number: string) =>
    about(box, invoice_number, { vendor_item_id: String(box.lines[line]?.vendorItemId), split: true })

  it('a split box: each parcel has a box of its own, and a repeated request finds it', async () => {
    const box = ready(3)
    const [first, second, rest] = [
      parcel(box, 0, '651200330210'),
      parcel(box, 1, '651200330211'),
      about(box, '651200330212'),
    ]
    expect(statuses(await invoice([first]))).toEqual(['done'])
    // The first request names the whole box. An order of today is expected to be shipped tomorrow.
    const later = {
      invoiceNumber: '',
      splitShipping: true,
      preSplitShipped: false,
      estimatedShippingDate: '2026-11-22',
    }
    expect(sentLines(0)).toMatchObject([
      { ...later, invoiceNumber: '651200330210', estimatedShippingDate: '' },
      later,
      later,
    ])
    expect(statuses(await invoice([first]))).toEqual(['already'])
    expect(writes()).toHaveLength(1)
    expect(statuses(await invoice([second]))).toEqual(['done'])
    expect(sentLines(1)).toMatchObject([{ invoiceNumber: '651200330211', preSplitShipped: true }])
    expect(statuses(await invoice([rest]))).toEqual(['done'])
    expect(sentLines(2)).toMatchObject([{ invoiceNumber: '651200330212', splitShipping: true, preSplitShipped: true }])
    expect(
      stage.seller.state.sheets.slice(-3).map(({ invoiceNumber, lines }) => [invoiceNumber, lines.length]),
    ).toEqual([
      ['651200330212', 1],
      ['651200330210', 1],
      ['651200330211', 1],
    ])
  })

  it('the parcels of a box that are sent together, and the day of the rest is never in the past', async () => {
    const box = ready(3)
    box.orderedAt -= 9 * 86_400_000
    expect(statuses(await invoice([parcel(box, 0, '651200330213'), parcel(box, 1, '651200330214')]))).toEqual([
      'done',
      'done',
    ])
    expect(sentLines(0)).toMatchObject([
      { invoiceNumber: '651200330213' },
      { invoiceNumber: '651200330214' },
      { invoiceNumber: '', estimatedShippingDate: '2026-11-21' },
    ])
  })

  it('of the items of one box, each gets its own result', async () => {
    const box = ready(2)
    const { shipmentBoxId: id } = box
    const line = (succeed: boolean, resultCode: string) =>
      `{"shipmentBoxId":${id},"succeed":${succeed},"resultCode":"${resultCode}","resultMessage":"송장번호가 유효하지 않습니다."}`
    const body = `{"code":200,"data":{"responseList":[${line(true, 'OK')},${line(false, 'INVALID_INVOICE_NUMBER')}]}}`
    // The first parcel is on its way.
    const { lines } = box
    const departed = { ...box, shipmentBoxId: '1', status: 'DEPARTURE', invoiceNumber: '651200330215' } as const
    stage.seller.fail({ kind: 'status', status: 200, body }, { on: (call) => isWrite(call) && ship(), times: 1 })
    const ship = () => stage.seller.state.sheets.push({ ...departed, lines: lines.slice(0, 1) }) > 0
    expect(itemsOf(await invoice([parcel(box, 0, '651200330215'), parcel(box, 1, '651200330216')]))).toMatchObject([
      { status: 'done' },
      { status: 'refused', code: 'INVALID_INVOICE_NUMBER' },
    ])
  })

  it('a lost answer is read from the sheets of the order, with and without a split', async () => {
    const [box, split] = [ready(2), ready(2)]
    stage.seller.fail({ kind: 'cut' }, { on: isWrite, times: 1 })
    const vendor_item_id = String(split.lines[0]?.vendorItemId)
    const items = [about(box, '651200330220'), about(split, '651200330221', { vendor_item_id, split: true })]
    expect(statuses(await invoice(items, 'noon'))).toEqual(['done', 'done'])
    expect(stage.seller.state.invoiced).toEqual([box.shipmentBoxId, split.shipmentBoxId])
    expect((await invoice(items, 'noon')).headers.get('Idempotent-Replayed')).toBe('true')
    expect(writes()).toHaveLength(1)
  })

  it('a number of a box that was not shipped, or that is of another item, proves nothing', async () => {
    const [box, split] = [ready(), ready(3)]
    box.invoiceNumber = '651200330222'
    stage.seller.fail({ kind: 'status', status: 500 }, { on: isWrite, times: 1 })
    expect((await invoice([about(box, '651200330222')])).status).toBe(502)
    expect(statuses(await invoice([parcel(split, 0, '651200330223')]))).toEqual(['done'])
    expect(statuses(await invoice([parcel(split, 1, '651200330223')]))).toEqual(['done'])
    expect(writes()).toHaveLength(3)
  })

  it('a box that was sent under another number is refused', async () => {
    const box = ready()
    expect(statuses(await invoice([about(box, '651200330224')]))).toEqual(['done'])
    expect(itemsOf(await invoice([about(box, '651200330225')]))).toMatchObject([
      { status: 'refused', code: 'INVALID_STATUS' },
    ])
  })

  it('reads that use up the calls of the request: nothing is sent, and the key stays usable', async () => {
    stage = setStage({ SUBREQUESTS: '2' })
    const items = [1, 2].map((n) => about(ready(), `65120033023${n}`))
    const { status, json } = await invoice(items, 'noon')
    expect([status, json.error]).toEqual([502, 'this request needs more outgoing calls than SUBREQUESTS allows'])
    expect(writes()).toEqual([])
  })

  it('an item that is being cancelled is left out', async () => {
    const lines = [1, 2].map((n) => ({ vendorItemId: 85_000_000_000 + n, holdCount: n - 1 }))
    const box = stage.seller.sell({ status: 'INSTRUCT', lines: orderSheet({ lines }).lines })
    await invoice([about(box, '651200330239')])
    expect(sentLines(0)).toMatchObject([{ vendorItemId: 85_000_000_001 }])
  })

  it('a call that never arrived is sent again by the same key', async () => {
    const box = ready()
    stage.seller.fail({ kind: 'status', status: 500 }, { on: isWrite, times: 1 })
    expect((await invoice([about(box, '651200330230')], 'noon')).status).toBe(502)
    expect(statuses(await invoice([about(box, '651200330230')], 'noon'))).toEqual(['done'])
  })

  it('where the sheets cannot be read before, nothing is sent, and the key stays usable', async () => {
    const box = ready()
    stage.seller.fail({ kind: 'status', status: 500 }, { on: ({ method }) => method === 'GET' })
    expect((await invoice([about(box, '651200330240')], 'noon')).status).toBe(502)
    expect(writes()).toEqual([])
    stage.seller.heal()
    expect(statuses(await invoice([about(box, '651200330240')], 'noon'))).toEqual(['done'])
  })

  it('a box whose items are all cancelled is refused without a call', async () => {
    const box = stage.seller.sell({ status: 'INSTRUCT', lines: orderSheet({ lines: [{ cancelCount: 1 }] }).lines })
    expect(itemsOf(await invoice([about(box, '651200330250')]))).toEqual([
      {
        ...{ shipment_box_id: box.shipmentBoxId, status: 'refused' },
        error: 'the order has no box with this id and an item that is left to send',
      },
    ])
    expect(writes()).toEqual([])
  })

  it.each([
    ['CJ대한통운', 'CJGLS'],
    [' cjgls', 'CJGLS'],
    ['롯데', 'HYUNDAI'],
    ['한진 택배', 'HANJIN'],
    ['우체국', 'EPOST'],
  ])('a carrier may be its name: %s is %s', async (carrier, code) => {
    expect(itemsOf(await invoice([{ ...about(ready(), '651200330290'), carrier }]))).toMatchObject([{ status: 'done' }])
    const [call] = writes()
    expect(call?.body).toContain(`"deliveryCompanyCode":"${code}"`)
  })

  it.each([
    [
      { carrier: 'CJ' },
      'items[0].carrier: is no carrier of shop_list_carriers: give its code or its name, such as CJGLS or CJ대한통운',
    ],
    [{ invoice_number: '12/3' }, 'items[0].invoice_number: must be 1 to 40 digits or letters'],
    [{ split: true }, 'items[0].vendor_item_id: is required with split: name the item of this parcel'],
    [{ order_id: undefined }, 'items[0].order_id: is required'],
  ])('%j is 400, and nothing is sent', async (part, error) => {
    const answer = await invoice([{ ...about(ready(), '651200330260'), ...part }])
    expect([answer.status, answer.json]).toEqual([400, failure(error)])
    expect(stage.seller.calls).toEqual([])
  })

  it('a box that is named whole and by one of its items is 400', async () => {
    const box = ready(2)
    const answer = await invoice([about(box, '651200330280'), parcel(box, 1, '651200330281')])
    expect([answer.status, answer.json]).toEqual([400, failure('items[1]: is named twice')])
  })

  it('the code of a carrier may be in lower case', async () => {
    expect(statuses(await invoice([about(ready(), '651200330270', { carrier: 'cjgls' })]))).toEqual(['done'])
  })
})
