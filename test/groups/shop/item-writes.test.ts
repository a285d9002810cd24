import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ItemResult } from '../../../src/groups/shop/item-writes.ts'
import { orderSheet } from '../../simulators/shop/index.ts'
import type { Call, Fault } from '../../simulators/simulator.ts'
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
    expect([first.status, itemsOf(first)]).toEqual([
      200,
      [
        { shipment_box_id: boxes[0], status: 'done', error: null },
        {
          ...{ shipment_box_id: boxes[1], status: 'unknown' },
          error:
            'the shop service answered without a result; the outcome is unknown for 1 of the items: send the same request again, and what was done is not done a second time',
        },
      ],
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

  it.each(['data', 'responseList', 'data[].responseList'] as const)(
    'the results of boxes are read in %s',
    async (place) => {
      const { seller } = stage
      seller.switches.results = place
      const { shipmentBoxId } = seller.sell()
      expect(itemsOf(await acknowledge([shipmentBoxId, '1']))).toEqual([
        { shipment_box_id: shipmentBoxId, status: 'done', error: null },
        {
          ...{ shipment_box_id: '1', status: 'refused', error: 'shipmentBoxId (1) is not found.' },
          code: 'NOT_FOUND_SHIPMENT_BOX',
        },
      ])
      expect((await acknowledge(['1'])).status).toBe(400)
    },
  )

  it.each([
    ['HTTP 400', 400, 400],
    ['the code 400', 200, 400],
    ['the code ERROR', 200, 'ERROR'],
    ['the code 200 as text', 200, '200'],
  ])('the results of boxes are read with %s', async (_, status, code) => {
    const boxes = [stage.seller.sell().shipmentBoxId, stage.seller.sell().shipmentBoxId]
    const results = boxes.map(
      (box, at) =>
        `{"shipmentBoxId":"${box}","succeed":${at === 0},"resultCode":"${at === 0 ? 'OK' : 'INVALID_STATUS'}","resultMessage":"No."}`,
    )
    const body = `{"code":${JSON.stringify(code)},"message":"Partial errors.","data":[${results}]}`
    stage.seller.fail({ kind: 'status', status, body }, { on: isWrite, times: 1 })
    const answer = await acknowledge(boxes)
    expect([answer.status, itemsOf(answer)]).toMatchObject([
      200,
      [{ status: 'done' }, { status: 'refused', error: 'No.', code: 'INVALID_STATUS' }],
    ])
  })

  it('a call that did nothing refuses every box in its own words', async () => {
    const body = '{"code":200,"data":{"responseCode":99,"responseMessage":"All Failed.","responseList":[]}}'
    stage.seller.fail({ kind: 'status', status: 200, body }, { on: isWrite, times: 1 })
    const answer = await acknowledge([stage.seller.sell().shipmentBoxId], 'day-17')
    expect([answer.status, answer.json.error, statuses(answer)]).toEqual([400, 'All Failed.', ['refused']])
  })

  it('a call that the product does not offer is sent once, and changed nothing', async () => {
    stage.seller.switches.notOffered = /acknowledgement/
    const boxes = [stage.seller.sell().shipmentBoxId]
    const answer = await acknowledge(boxes, 'day-18')
    expect([answer.status, answer.json.error, statuses(answer)]).toEqual([
      502,
      'the interface of the shop service has changed: No exactly matching API specification.',
      ['refused'],
    ])
    expect(stage.seller.calls).toHaveLength(1)
    stage.seller.switches.notOffered = null
    expect(statuses(await acknowledge(boxes, 'day-18'))).toEqual(['done'])
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
    expect([answer.status, answer.json.result.successful, statuses(answer)]).toEqual([200, 1, ['done', 'unknown']])
  })

  it('after a part was done the key stays open: the same request sends the rest', async () => {
    const { seller } = stage
    const [one, other] = [seller.sell(), seller.sell()]
    const boxes = [one.shipmentBoxId, other.shipmentBoxId]
    const worksHalf = (call: Call) => {
      if (isWrite(call)) one.status = 'INSTRUCT'
      return isWrite(call)
    }
    seller.fail({ kind: 'status', status: 504 }, { on: worksHalf, times: 1 })
    const first = await acknowledge(boxes, 'day-16')
    expect([first.status, statuses(first)]).toEqual([200, ['done', 'unknown']])
    seller.fail({ kind: 'status', status: 500 }, { on: ({ url }) => url.pathname.endsWith(boxes[1] ?? ''), times: 1 })
    const unread = await acknowledge(boxes, 'day-16')
    expect([unread.status, statuses(unread)]).toEqual([200, ['done', 'unknown']])
    const last = await acknowledge(boxes, 'day-16')
    expect([last.status, statuses(last)]).toEqual([200, ['done', 'done']])
    expect(seller.state.acknowledged).toEqual([other.shipmentBoxId])
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
    [Array.from({ length: 51 }, (_, n) => n + 1), 'shipment_box_ids: must have at most 50 items, not 51'],
  ])('%j is 400, and nothing is sent', async (boxes, error) => {
    const answer = await acknowledge(boxes)
    expect([answer.status, answer.json]).toEqual([400, failure(error)])
    expect(stage.seller.calls).toEqual([])
  })
})

const answers = (status: number, message: string): Fault => ({
  ...{ kind: 'status', status },
  body: JSON.stringify({ code: status, message }),
})
const inside200 = (code: number, message: string): Fault => ({ ...answers(code, message), kind: 'status', status: 200 })

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

  const ofOrder =
    ({ orderId }: ReturnType<typeof ready>) =>
    ({ url }: Call) =>
      url.pathname.endsWith(`/${orderId}/ordersheets`)

  const NO_ROOM = 'this request had no time or no calls left for it: send it again'

  it('reads leave a call for the invoices: what was read is sent, and the rest was not tried', async () => {
    stage = setStage({ SUBREQUESTS: '3' })
    const items = [1, 2, 3].map((n) => about(ready(), `65120033023${n}`))
    const answer = await invoice(items)
    expect([answer.status, answer.json.result]).toMatchObject([
      200,
      {
        ...{ successful: 2, failed: 1 },
        items: [{ status: 'done' }, { status: 'done' }, { status: 'not_tried', error: NO_ROOM }],
      },
    ])
    expect(statuses(await invoice(items.slice(2)))).toEqual(['done'])
  })

  it('with a key, the same request goes on with what was not tried, and reads nothing else', async () => {
    stage = setStage({ SUBREQUESTS: '3' })
    const boxes = [1, 2, 3, 4].map(() => ready())
    const items = boxes.map((box, n) => about(box, `65120033024${n}`))
    expect(statuses(await invoice(items, 'night'))).toEqual(['done', 'done', 'not_tried', 'not_tried'])
    const again = await invoice(items, 'night')
    expect([again.status, statuses(again)]).toEqual([200, ['done', 'done', 'done', 'done']])
    const last = await invoice(items, 'night')
    expect([last.json, last.headers.get('Idempotent-Replayed')]).toEqual([again.json, 'true'])
    const sent = boxes.map(({ shipmentBoxId }) => writes().filter(({ body }) => body.includes(shipmentBoxId)).length)
    expect(sent).toEqual([1, 1, 1, 1])
    expect(boxes.map((box) => stage.seller.calls.filter(ofOrder(box)).length)).toEqual([1, 1, 1, 1])
  })

  it('with a key, what was not tried because of the account is sent once that works', async () => {
    const [refused, sent, broken] = [ready(), ready(), ready()]
    refused.status = 'FINAL_DELIVERY'
    stage.seller.fail({ kind: 'status', status: 429 }, { on: ofOrder(broken) })
    const items = [refused, sent, broken].map((box, n) => about(box, `65120033025${n}`))
    const first = await invoice(items, 'dawn')
    expect(statuses(first)).toEqual(['refused', 'done', 'not_tried'])
    expect(statuses(await invoice(items, 'dawn'))).toEqual(['refused', 'done', 'not_tried'])
    expect(writes()).toHaveLength(1)
    stage.seller.heal()
    const last = await invoice(items, 'dawn')
    expect(statuses(last)).toEqual(['refused', 'done', 'done'])
    expect(itemsOf(last).slice(0, 2)).toEqual(itemsOf(first).slice(0, 2))
    expect(writes()).toHaveLength(2)
  })

  it('fifty orders fit in one request, but for the last', async () => {
    const items = Array.from({ length: 50 }, (_, n) => about(ready(), String(651200331000 + n)))
    const answer = await invoice(items)
    expect([answer.status, statuses(answer)]).toEqual([200, [...Array(49).fill('done'), 'not_tried']])
    expect(writes()).toHaveLength(1)
  })

  it.each([
    ['504', { kind: 'status', status: 504 } as Fault],
    ['a broken connection', { kind: 'network' } as Fault],
    ['429', { kind: 'status', status: 429 } as Fault],
  ])('one order of 49 that cannot be read, %s, leaves the calls to the others', async (_, fault) => {
    const boxes = Array.from({ length: 49 }, () => ready())
    const last = boxes[48] ?? ready()
    stage.seller.fail(fault, { on: ofOrder(last) })
    const answer = await invoice(boxes.map((box, n) => about(box, String(651200335000 + n))))
    expect([answer.status, statuses(answer)]).toEqual([200, [...Array(48).fill('done'), 'not_tried']])
  })

  it('without a call that is left, nothing is tried', async () => {
    stage = setStage({ SUBREQUESTS: '1' })
    const answer = await invoice([about(ready(), '651200330230')], 'noon')
    expect([answer.status, answer.json.error, statuses(answer)]).toEqual([502, NO_ROOM, ['not_tried']])
    expect(stage.seller.calls).toEqual([])
  })

  it('one cancelled order refuses itself, and no other parcel of the fifty', async () => {
    const boxes = Array.from({ length: 48 }, () => ready())
    const ended = boxes[20] ?? ready()
    stage.seller.cancel(ended)
    const items = boxes.map((box, n) => about(box, String(651200331000 + n)))
    const first = await invoice(items, 'morning')
    expect([first.status, first.json.result.successful, first.json.result.failed]).toEqual([200, 47, 1])
    expect(itemsOf(first)[20]).toEqual({
      ...{ shipment_box_id: ended.shipmentBoxId, status: 'refused' },
      error: '해당 주문이 취소 또는 반품되었습니다.',
    })
    const replayed = await invoice(items, 'morning')
    expect([replayed.status, replayed.json]).toEqual([200, first.json])
    const again = await invoice(items)
    expect([again.status, new Set(statuses(again))]).toEqual([200, new Set(['already', 'refused'])])
    expect(writes()).toHaveLength(1)
  })

  it.each<[string, Fault, ItemResult['status'], string | RegExp, number]>([
    ['cancelled, in English', answers(400, 'The order was canceled or returned.'), 'refused', /canceled/, 400],
    ['no such order', answers(400, '유효하지 않은 주문번호입니다.'), 'refused', '유효하지 않은 주문번호입니다.', 400],
    ['unknown', answers(404, 'orderId (1) does not exist.'), 'refused', /does not exist/, 404],
    ['409', answers(409, '취소된 주문입니다.'), 'refused', '취소된 주문입니다.', 409],
    ['410', answers(410, 'gone'), 'refused', 'gone', 400],
    ['of another seller', answers(403, '다른 판매자의 주문을 조회할 수 없습니다.'), 'refused', /다른 판매자/, 403],
    ['cancelled, inside a 200', inside200(400, '해당 주문이 취소 또는 반품되었습니다.'), 'refused', /취소 또는/, 400],
    ['504', { kind: 'status', status: 504 }, 'not_tried', /did not answer in time/, 504],
    ['500', answers(500, 'internal'), 'not_tried', 'internal', 502],
    ['a broken connection', { kind: 'network' }, 'not_tried', /connection .* broke/, 502],
    ['no answer', { kind: 'timeout' }, 'not_tried', /did not answer in time/, 504],
    ['a page', { kind: 'html' }, 'not_tried', /answered/, 502],
    ['429', answers(429, 'Try after 3 seconds'), 'not_tried', 'Try after 3 seconds', 429],
    ['401', answers(401, 'Request is not authorized.'), 'not_tried', /reconnect it/, 401],
    ['an address that is refused', answers(403, 'Your ip address 203.0.113.9 is not allowed'), 'not_tried', /203/, 403],
    ['no such call', answers(404, 'No exactly matching API specification'), 'not_tried', /has changed/, 502],
  ])('the reading of one order fails: %s. The other one is sent', async (_, fault, status, error, alone) => {
    for (const bad of [0, 1]) {
      stage = setStage()
      const boxes = [ready(), ready()]
      const broken = boxes[bad] ?? ready()
      stage.seller.fail(fault, { on: ofOrder(broken) })
      const answer = await invoice(
        boxes.map((box, n) => about(box, String(651200332000 + n))),
        `one-${bad}`,
      )
      const message = typeof error === 'string' ? error : expect.stringMatching(error)
      expect([answer.status, itemsOf(answer)[bad]]).toMatchObject([200, { status, error: message }])
      expect(itemsOf(answer)[1 - bad]).toMatchObject({ status: 'done' })
      expect(writes()).toHaveLength(1)
      const only = await invoice([about(broken, '651200332000')], `only-${bad}`)
      expect([only.status, itemsOf(only)]).toMatchObject([alone, [{ status, error: message }]])
      stage.seller.heal()
      expect(statuses(await invoice([about(broken, '651200332005')], `only-${bad}-more`))).toEqual(['done'])
    }
  })

  it.each([401, 429])(
    '%i twice in a row ends the reading: the product blocks callers that repeat errors',
    async (status) => {
      const boxes = Array.from({ length: 20 }, () => ready())
      stage.seller.fail({ kind: 'status', status })
      const answer = await invoice(boxes.map((box, n) => about(box, String(651200333000 + n))))
      expect([answer.status, new Set(statuses(answer))]).toEqual([status, new Set(['not_tried'])])
      expect(stage.seller.calls).toHaveLength(2)
    },
  )

  it('after 429 the next order waits as long as the product says', async () => {
    const boxes = [ready(), ready(), ready()]
    stage.seller.fail(answers(429, '3초 후에 다시 시도해 주세요.'), { times: 1 })
    const before = stage.world.clock.now()
    const answer = await invoice(boxes.map((box, n) => about(box, String(651200334000 + n))))
    expect([answer.status, statuses(answer)]).toEqual([200, ['not_tried', 'done', 'done']])
    expect(stage.world.clock.now() - before).toBe(3000)
  })

  it('of two items of an order that cannot be read, neither is tried, and it is read once', async () => {
    const [box, other] = [ready(2), ready()]
    stage.seller.fail({ kind: 'status', status: 429 }, { on: ofOrder(box) })
    const answer = await invoice([
      parcel(box, 0, '651200330216'),
      parcel(box, 1, '651200330217'),
      about(other, '651200330218'),
    ])
    expect(statuses(answer)).toEqual(['not_tried', 'not_tried', 'done'])
    expect(stage.seller.calls.filter(ofOrder(box))).toHaveLength(1)
  })

  it.each([
    ['lost', { kind: 'status', status: 504 } as Fault, 504, ['refused', 'unknown']],
    ['refused', answers(400, 'bad field'), 400, ['refused', 'refused']],
    ['of another account', { kind: 'status', status: 429 } as Fault, 429, ['refused', 'refused']],
  ])('a cancelled order beside invoices that are %s', async (_, fault, status, outcomes) => {
    const [ended, box] = [ready(), ready()]
    stage.seller.cancel(ended)
    stage.seller.fail(fault, { on: isWrite })
    const answer = await invoice([about(ended, '651200330225'), about(box, '651200330226')])
    expect([answer.status, statuses(answer)]).toEqual([status, outcomes])
    expect(writes()).toHaveLength(1)
  })

  it.each(['data', 'responseList'] as const)('the results of invoices are read in %s', async (place) => {
    stage.seller.switches.results = place
    const [box, sent] = [ready(), ready()]
    const items = [about(box, '651200330227'), about(sent, '12')]
    expect(itemsOf(await invoice(items))).toMatchObject([
      { status: 'done' },
      { status: 'refused', code: 'INVALID_INVOICE_NUMBER', hint: expect.stringContaining('the number on the parcel') },
    ])
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
