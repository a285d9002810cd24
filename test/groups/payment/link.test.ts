import { describe, expect, it } from 'vitest'
import { POINTS_OF_MESSAGE } from '../../simulators/payment/index.ts'
import { accountAt, HOSTS, leaveNothingBehind, type Stage, setStage, V1_HOST, V2_HOST } from './stage.ts'

/** A bill as a link, without a chat message (docs/spec/payment.md, "A bill as a link"). */

leaveNothingBehind()

const BILL = {
  ...{ product_nm: 'Workbook', member_nm: 'Hong Gildong', phone: '010-1234-5678', price: 33_000 },
  ...{ expire_dt: '2099-12-31', callback_url: 'https://academy.example/payments' },
}

const URL_HOST = 'erp-api.speeid.kr'
/** What the product was asked to send, as it was asked for it. */
const sent = ({ product }: Stage) =>
  product.calls.flatMap(({ url, body }) =>
    /\/(bill|send|url)$/.test(url.pathname) ? [JSON.parse(body).bill.sendType ?? url.pathname] : [],
  )

describe('an account that speaks version 2', () => {
  const stageV2 = () => setStage(accountAt(V2_HOST))

  it('sends no message, takes no points, and answers with the address', async () => {
    const stage = stageV2()
    const { points } = stage.product.state
    const { status, json } = await stage.post('request', { ...BILL, send: 'link' })
    expect([status, json.result]).toEqual([
      200,
      { bill_id: expect.any(String), short_url: expect.stringMatching(/^https:\/\/pay\.example\//) },
    ])
    expect([sent(stage), stage.product.state.points]).toEqual([['URL'], points])
  })

  it('sends a message when the caller says so, or says nothing', async () => {
    const stage = stageV2()
    const { points } = stage.product.state
    await stage.post('request', { ...BILL, send: 'message' })
    await stage.post('request', BILL)
    expect([sent(stage), stage.product.state.points]).toEqual([['TALK', 'TALK'], points - 2 * POINTS_OF_MESSAGE])
  })

  it('takes a number without a chat for a link only', async () => {
    const stage = stageV2()
    expect((await stage.post('request', { ...BILL, phone: '02-123-4567' })).status).toBe(400)
    expect((await stage.post('request', { ...BILL, phone: '02-123-4567', send: 'link' })).status).toBe(200)
  })

  it('a message that failed is never followed by a link', async () => {
    const stage = stageV2()
    stage.product.state.points = 0
    const { status, json } = await stage.post('request', BILL, { once: 'a' })
    expect([status, json.result]).toEqual([402, undefined])
    stage.product.switches.answerCode = { code: 'ERROR', worked: false, at: '/bill' }
    expect((await stage.post('request', BILL, { once: 'a' })).status).toBe(502)
    expect(sent(stage)).toEqual(['TALK', 'TALK'])
    expect(stage.product.state.executed.sends).toBe(0)
  })

  it('the same bill as a link is the same bill: a second one is refused, and a key is for one of both', async () => {
    const stage = stageV2()
    const bill = { ...BILL, confirm_duplicate: false }
    expect((await stage.post('request', bill, { once: 'a' })).status).toBe(200)
    expect((await stage.post('request', { ...bill, send: 'link' }, { once: 'b' })).status).toBe(409)
    expect((await stage.post('request', { ...bill, send: 'link' }, { once: 'a' })).json.error).toBe(
      'Idempotency-Key: was used before with another body',
    )
    expect(stage.product.state.executed.sends).toBe(1)
  })

  it('a link whose answer was lost is proved by its bill, and not made again', async () => {
    const stage = stageV2()
    const send = () => stage.post('request', { ...BILL, send: 'link' }, { once: 'a' })
    stage.product.fail({ kind: 'cut' }, { times: 1, on: ({ url }) => url.pathname.endsWith('/bill') })
    expect((await send()).status).toBe(502)
    const { status, json } = await send()
    // The product reads a bill without its address.
    expect([status, json.result]).toEqual([200, { bill_id: expect.any(String), appr_state: 'W' }])
    expect(stage.product.state.executed.sends).toBe(1)
  })
})

it.each([
  [V1_HOST, 'link', /^send: this account sends bills as messages only/],
  [URL_HOST, 'message', /^send: this account sends bills as links only/],
])('at %s, %s is 400 before anything is sent', async (host, send, error) => {
  const stage = setStage(accountAt(host))
  const answer = await stage.post('request', { ...BILL, send })
  expect(answer.status).toBe(400)
  expect(answer.json.error).toMatch(error)
  expect(stage.called()).toBe(0)
})

it('an account for links answers with the address, whether the caller asks for it or not', async () => {
  const stage = setStage(accountAt(URL_HOST))
  for (const more of [{}, { send: 'link' }])
    expect((await stage.post('request', { ...BILL, ...more })).json.result.short_url).toMatch(/^https:/)
  expect(sent(stage)).toEqual(['/if/bill/url', '/if/bill/url'])
})

it.each(HOSTS)('at %s, a way that does not exist is 400', async (host) => {
  const stage = setStage(accountAt(host))
  const { status, json } = await stage.post('request', { ...BILL, send: 'sms' })
  expect([status, json.error]).toEqual([400, 'send: must be one of message, link'])
})
