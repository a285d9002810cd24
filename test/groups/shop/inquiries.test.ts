import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { InquiryRow } from '../../../src/groups/shop/inquiries.outputs.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { json } from '../../support/gateway.ts'
import { expectNothingUnexpected } from '../../support/world.ts'
import { failure, type Stage, setStage } from './stage.ts'

/** docs/spec/shop.md, "Questions of customers". */

let stage: Stage

beforeEach(() => {
  stage = setStage()
})

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
  expectNothingUnexpected(stage.world)
})

const MONTH = { from: '2026-10-22', to: '2026-11-21' }
const list = (query: Record<string, string>) =>
  stage.gateway.call(`/api/v1/shop/inquiries?${new URLSearchParams(query)}`)

const BODY = { content: '내일 발송됩니다.', wing_id: 'haneul_shop' }
const answer = (id: number | string, body: object = BODY, key?: string) =>
  stage.gateway.call(`/api/v1/shop/inquiries/${id}/reply`, {
    ...json('POST', body),
    headers: { 'Content-Type': 'application/json', ...(key && { 'Idempotency-Key': key }) },
  })

const isPost = ({ method }: { method: string }) => method === 'POST'

describe('the list', () => {
  it('has all questions of the days once, oldest first, over all pages', async () => {
    const { seller } = stage
    for (let n = 0; n < 70; n++) seller.inquire({ askedAt: Date.parse('2026-11-20T09:00:00+09:00') + n * 1000 })
    const { status, json: body } = await list(MONTH)
    expect(status).toBe(200)
    const from = Date.parse('2026-10-22T00:00:00+09:00')
    const ids = seller.state.inquiries
      .filter(({ askedAt }) => askedAt >= from)
      .toSorted((a, b) => a.askedAt - b.askedAt)
      .map(({ id }) => String(id))
    expect(body.result.map(({ inquiry_id }: InquiryRow) => inquiry_id)).toEqual(ids)
    expect(body.warnings).toEqual([])
  })

  it('has nothing of who asks, and tells the types apart', async () => {
    const { text, json: body } = await list(MONTH)
    for (const personal of ['0502-', 'buyer@example.com', '김상담']) expect(text).not.toContain(personal)
    const [product] = body.result.filter(({ type }: InquiryRow) => type === 'product').slice(-1)
    expect(product).toMatchObject({
      ...{ inquiry_id: '301000001', status: 'unanswered', asked_at: '2026-11-21T15:10:00+09:00', replies: [] },
      ...{ question: '언제 배송되나요?', vendor_item_ids: ['85071234501'], seller_product_id: '15201234501' },
    })
    const [call] = body.result.filter(({ type }: InquiryRow) => type === 'call_center').slice(-1)
    expect(call).toMatchObject({
      ...{ inquiry_id: '301000003', status: 'unanswered', order_ids: ['24000123456789'] },
      replies: [{ by: 'call_center', content: '판매자 확인 요청' }],
    })
  })

  it.each(['unanswered', 'answered'])('only %s', async (status) => {
    const { json: body } = await list({ ...MONTH, status })
    expect(new Set(body.result.map((row: InquiryRow) => row.status))).toEqual(new Set([status]))
  })

  it('one day is asked for alone, also of the call centre, which takes no single day', async () => {
    const { id } = stage.seller.inquire({ kind: 'callCenterInquiries' })
    const { status, json: body } = await list({ from: '2026-11-21', to: '2026-11-21', type: 'call_center' })
    expect([status, body.result.map(({ inquiry_id }: InquiryRow) => inquiry_id)]).toEqual([200, [String(id)]])
  })

  it.each(['null', '{"content":null,"pagination":null}', '{"content":[]}'])(
    '%s in place of a page is no question',
    async (data) => {
      const body = `{"code":200,"message":"OK","data":${data}}`
      stage.seller.fail({ kind: 'status', status: 200, body })
      const { status, json: answered } = await list({ from: '2026-11-21', to: '2026-11-21', type: 'product' })
      expect([status, answered.result]).toEqual([200, []])
    },
  )

  it('a list that the product refuses is missing, with a warning, unless both are', async () => {
    stage.seller.switches.inquiriesRefused = 'callCenterInquiries'
    const { status, json: body } = await list(MONTH)
    expect([status, body.warnings]).toEqual([200, [expect.stringMatching(/^type call_center: the shop refuses/)]])
    stage.seller.fail({ kind: 'status', status: 400 })
    expect((await list(MONTH)).status).toBe(400)
  })

  it('days that take the product too long are divided', async () => {
    const whole = (await list(MONTH)).json
    stage = setStage()
    stage.seller.switches.widestMs = 3 * 86_400_000
    expect((await list(MONTH)).json).toEqual(whole)
  })

  it('is read in the version before where the product does not offer this one', async () => {
    stage.seller.switches.notOffered = /\/v5\//
    expect((await list(MONTH)).status).toBe(200)
  })

  it.each([
    [{ from: '2026-10-01', to: '2026-11-21' }, 'to: must be at most 30 days after from'],
    [{ ...MONTH, type: 'review' }, 'type: must be one of product, call_center'],
  ])('%o is 400', async (query, error) => {
    const { status, json: body } = await list(query)
    expect([status, body]).toEqual([400, failure(error)])
  })
})

describe('an answer', () => {
  it('reaches the question once, and the same request again sends nothing', async () => {
    const first = await answer(301000001)
    expect([first.status, first.json.result]).toEqual([
      200,
      { inquiry_id: '301000001', type: 'product', status: 'done', content: BODY.content },
    ])
    const second = await answer(301000001)
    expect([second.status, second.headers.get('Idempotent-Replayed')]).toEqual([200, 'true'])
    expect(stage.seller.state.replied).toEqual(['301000001'])
  })

  it('that stands there already is not sent', async () => {
    stage.seller.state.inquiries[0]?.replies.push({ id: 1, by: 'vendor', at: 0, content: '네', asks: false })
    const { json: body } = await answer(301000001, { ...BODY, content: ' 네\r\n' })
    expect(body.result.status).toBe('already')
    expect(stage.seller.state.replied).toEqual([])
  })

  it('to the call centre names the answer that it is for', async () => {
    const { status } = await answer(301000003, { ...BODY, type: 'call_center', asked_on: '2026-11-19' })
    expect(status).toBe(200)
    expect(stage.seller.state.replied).toEqual(['301000003'])
  })

  it('that the call centre does not wait for is 409, and nothing is sent', async () => {
    const { status, json: body } = await answer(301000006, { ...BODY, type: 'call_center' })
    expect([status, body.error]).toEqual([409, 'the call centre does not wait for an answer to this question'])
    expect(stage.seller.calls.filter(isPost)).toEqual([])
  })

  it.each([
    [{}, 'within 31 days; a question of the call centre needs type: call_center'],
    [{ asked_on: '2026-11-20' }, 'on 2026-11-20; a question of the call centre needs type: call_center'],
    [{ type: 'call_center' }, 'within 31 days'],
  ])('to a question that is not there is 404, and nothing is sent: %o', async (more, when) => {
    const { type = 'product' } = more as { type?: string }
    const { status, json: body } = await answer(777, { ...BODY, ...more })
    expect([status, body.error]).toEqual([404, `no question 777 of type ${type} was asked ${when}`])
    expect(stage.seller.calls.filter(isPost)).toEqual([])
  })

  it('whose response is lost is found in the list', async () => {
    stage.seller.fail({ kind: 'cut' }, { on: isPost })
    const { status, json: body } = await answer(301000001, BODY, 'key-1')
    expect([status, body.result.status]).toEqual([200, 'done'])
    expect(stage.seller.state.replied).toEqual(['301000001'])
  })

  it('that never arrived is unknown, and the same key sends it', async () => {
    stage.seller.fail({ kind: 'status', status: 503 }, { on: isPost })
    const lost = await answer(301000001, BODY, 'key-1')
    expect([lost.status, lost.json.error]).toEqual([
      502,
      expect.stringMatching(/whether the answer was sent is unknown/),
    ])
    expect(stage.seller.state.replied).toEqual([])
    stage.seller.heal()
    expect((await answer(301000001, BODY, 'key-1')).json.result.status).toBe('done')
    expect((await answer(301000001, BODY, 'key-1')).headers.get('Idempotent-Replayed')).toBe('true')
    expect(stage.seller.state.replied).toEqual(['301000001'])
  })

  it('whose response is no envelope is unknown', async () => {
    stage.seller.fail({ kind: 'status', status: 200, body: '[]' }, { on: isPost })
    expect((await answer(301000001)).status).not.toBe(200)
  })

  it('of two requests at once is sent once', async () => {
    const statuses = (await Promise.all([answer(301000001), answer(301000001)])).map(({ status }) => status).sort()
    expect(statuses[0]).toBe(200)
    expect(stage.seller.state.replied).toEqual(['301000001'])
  })

  it('by somebody who is no user of WING is told in the words of the product', async () => {
    const { status, json: body } = await answer(301000001, { ...BODY, wing_id: 'nobody' })
    expect([status, body.error]).toEqual([400, expect.stringMatching(/no such user of WING/)])
  })

  it.each([
    [{ ...BODY, content: ' ' }, 'content: must not be empty'],
    [{ ...BODY, content: 'a'.repeat(1001) }, 'content: must have at most 1000 characters, not 1001'],
    [{ content: 'a' }, 'wing_id: is required'],
    [{ ...BODY, wing_id: 'two words' }, 'wing_id: must be the id with which you sign in at WING'],
    [{ ...BODY, asked_on: '2026-13-01' }, 'asked_on: must be a date as YYYY-MM-DD'],
  ])('%o is 400', async (body, error) => {
    const { status, json: answered } = await answer(301000001, body)
    expect([status, answered]).toEqual([400, failure(error)])
    expect(stage.seller.calls).toEqual([])
  })

  it('to what is no id is 400', async () => {
    expect((await answer('1x')).json.error).toBe('inquiry_id: must be an id of digits')
  })
})
