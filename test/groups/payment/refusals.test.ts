import { describe, expect, it } from 'vitest'
import {
  API_KEY,
  BUSINESS_NUMBER,
  CANCELLED_BILL,
  DESTROYED_BILL,
  MEMBER_ID,
  MERCHANT_ID,
  PAID_BILL,
  type Switches,
  WAITING_BILL,
} from '../../simulators/payment/index.ts'
import { headersFor, leaveNothingBehind, type Stage, setStage, V1_HOST, V2_HOST } from './stage.ts'

/** Refusals inside a 200 are failures (payment facts, sections 2 and 6). */

leaveNothingBehind()

const newBill = (bill_id: string) => ({
  bill_id,
  product_nm: '교재비',
  member_nm: '홍길동',
  phone: '010-1234-5678',
  price: 33000,
  expire_dt: '2026-12-31',
  callback_url: 'https://academy.example/payments',
})

const NOT_PAID = 'not paid: nothing was cancelled; payment_destroy_bill withdraws it'
const PAID = /^paid: nothing was destroyed; payment_cancel_bill gives the money back$/
const WRONG_PRICE = 'price: the amount of the bill is 150000 won'

const cancel = (bill_id: string) => ['cancel', { bill_id, price: 150_000 }] as const

describe.each([V1_HOST, V2_HOST])('at %s', (host) => {
  const isFirst = host === V1_HOST
  const headers = headersFor(host)

  it.each<[string, readonly [string, object], number, RegExp]>([
    ['an unknown bill', cancel('nobody'), 404, /no such bill/],
    ['an unknown bill to read', ['read', { bill_id: 'nobody' }], 404, /no such bill/],
    ['a cancelled bill', cancel(CANCELLED_BILL), 400, isFirst ? /already cancelled/ : /not in a state/],
    ['a used id', ['request', newBill(WAITING_BILL)], 409, /^bill_id: .*already used/],
    [
      'no callback',
      ['request', { ...newBill('X'), callback_url: undefined }],
      400,
      isFirst ? /^callback_url: / : /input/,
    ],
  ])('%s is refused, and called for once', async (_, [path, body], status, error) => {
    const { post, called } = setStage()
    // The trial hosts accept only ids with the business number.
    const answer = await post(path, body, { headers: isFirst ? headers : headersFor('api.paymint.co.kr') })
    expect(answer).toMatchObject({ status, json: { success: false, error: expect.stringMatching(error) } })
    expect(Object.keys(answer.json)).toEqual(['success', 'error'])
    // The code of v2 does not say in which state the bill is, so it is read.
    expect(called()).toBe(/state/.test(answer.json.error) ? 2 : 1)
  })

  it.each<[string, Partial<Switches>]>([
    ['an expired contract', { connection: 'expired' }],
    ['a partner of the first generation', { connection: isFirst ? 'expired' : 'v1-only' }],
  ])('%s is a rejected account', async (_, switches) => {
    const { post } = setStage({}, { switches })
    const answer = await post(...cancel(PAID_BILL), { headers })
    expect(answer).toMatchObject({ status: 401, json: { success: false, error: expect.stringMatching(/reconnect/) } })
  })

  it.each<[string, readonly [string, object], number, RegExp]>([
    ['a paid bill to destroy', ['destroy', { bill_id: PAID_BILL, price: 150_000 }], 409, PAID],
    ['an unpaid bill to cancel', cancel(WAITING_BILL), 409, /^not paid: /],
    [
      'a destroyed bill to destroy',
      ['destroy', { bill_id: DESTROYED_BILL, price: 150_000 }],
      409,
      /^already destroyed: /,
    ],
    [
      'a destroyed bill to cancel',
      cancel(DESTROYED_BILL),
      409,
      /^destroyed before it was paid: nothing was cancelled$/,
    ],
    ['a destroyed bill to resend', ['resend', { bill_id: DESTROYED_BILL }], 409, /^destroyed: nothing was sent; /],
  ])('%s: one read of the bill shows which change its state allows', async (_, [path, body], status, error) => {
    const { post, called, product } = setStage()
    const answer = await post(path, body, { headers })
    expect(answer).toMatchObject({ status, json: { success: false, error: expect.stringMatching(error) } })
    expect([called(), product.state.executed]).toEqual([2, expect.objectContaining({ cancels: 0, destroys: 0 })])
  })

  it('used-up points are 402', async () => {
    const { post, product } = setStage()
    product.state.points = 0
    const answer = await post('resend', { bill_id: WAITING_BILL }, { headers })
    // v1 has no code for it.
    expect(answer.status).toBe(isFirst ? 502 : 402)
    expect(product.state.executed.resends).toBe(0)
  })

  it('a destroyed bill is not cancelled', async () => {
    const { post, product } = setStage()
    expect((await post('cancel', { bill_id: DESTROYED_BILL, price: 20_000 }, { headers })).json.success).toBe(false)
    expect(product.state.executed.cancels).toBe(0)
  })
})

describe('the connection never comes back', () => {
  const echo = JSON.stringify({
    code: '0000',
    msg: API_KEY,
    apikey: API_KEY,
    member: MEMBER_ID,
    merchant: MERCHANT_ID,
    hash: 'x',
    bill_id: PAID_BILL,
    appr_num: '1',
    appr_state: 'F',
  })

  it('not in a success, though the product echoes it', async () => {
    const { post, product, world } = setStage()
    product.fail({ kind: 'status', status: 200, body: echo })
    for (const path of ['cancel', 'read', 'destroy', 'resend']) {
      const price = ['cancel', 'destroy'].includes(path) && { price: 150_000 }
      const answer = await post(path, { bill_id: PAID_BILL, ...price })
      expect(answer.json).toEqual({
        success: true,
        error: '',
        result: { bill_id: PAID_BILL, appr_num: '1', appr_state: 'F' },
      })
    }
    expect(world.log.join()).not.toMatch(/test-payment-api-key|test-member|test-merchant/)
  })

  it.each([200, 400, 403, 404, 409, 500])('not in the words of a %i', async (status) => {
    const { post, product, world } = setStage()
    const body = JSON.stringify({ code: '9999', message: `${API_KEY} of ${MEMBER_ID} at ${MERCHANT_ID} is wrong` })
    product.fail({ kind: 'status', status, body })
    for (const headers of [headersFor(V1_HOST), headersFor(V2_HOST)]) {
      const answer = await post(...cancel(PAID_BILL), { headers })
      const shown = [answer.text, JSON.stringify([...answer.headers]), ...world.log].join()
      expect(shown).not.toMatch(/test-payment-api-key|test-member|test-merchant/)
      expect(answer.json.error).toContain('(*** of *** at *** is wrong)')
    }
  })

  it('not in the record either', async () => {
    const { post, product } = setStage()
    product.fail({ kind: 'status', status: 200, body: echo })
    await post(...cancel(PAID_BILL), { once: 'a' })
    const again = await post(...cancel(PAID_BILL), { once: 'a' })
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect(again.text).not.toContain(API_KEY)
  })
})

/** Sends a bill of 33,000 won. Returns its id. */
async function sent(post: Stage['post']): Promise<string> {
  const answer = await post('request', newBill(`${BUSINESS_NUMBER}-1`))
  return (answer.json as { result: { bill_id: string } }).result.bill_id
}

describe('code 9999 of a cancel or destroy', () => {
  it.each<[string, readonly [string, object], number, string]>([
    ['an unpaid bill to cancel', ['cancel', { bill_id: WAITING_BILL, price: 33_000 }], 409, NOT_PAID],
    ['a wrong price that is lower', ['cancel', { bill_id: PAID_BILL, price: 1 }], 400, WRONG_PRICE],
    ['a wrong price', ['cancel', { bill_id: PAID_BILL, price: 149_999 }], 400, WRONG_PRICE],
  ])('%s: one read of the bill shows why, with a key or without', async (_, [path, body], status, error) => {
    for (const once of [undefined, 'a']) {
      const { post, called, product } = setStage()
      expect(await post(path, body, { ...(once && { once }) })).toMatchObject({
        status,
        json: { success: false, error },
      })
      expect(called()).toBe(2)
      expect(product.state.executed).toMatchObject({ cancels: 0, destroys: 0 })
      if (once) expect(await post(path, body, { once })).toMatchObject({ status, json: { error } })
      if (once) expect(called()).toBe(2)
    }
  })

  it('a wrong price of an unpaid bill is shown by the stored bill', async () => {
    const { post, product, called } = setStage()
    const bill_id = await sent(post)
    const error = 'price: the amount of the bill is 33000 won'
    for (const once of [undefined, 'a', 'a'])
      expect(await post('destroy', { bill_id, price: 30_000 }, { ...(once && { once }) })).toMatchObject({
        status: 400,
        json: { success: false, error },
      })
    expect([called('/destroy'), product.state.executed.destroys]).toEqual([2, 0])
    expect(await post('destroy', { bill_id, price: 33_000 }, { once: 'b' })).toMatchObject({ status: 200 })
  })

  it('a wrong price of an unpaid bill that is not stored stays unknown', async () => {
    const { post, product } = setStage()
    const answer = await post('destroy', { bill_id: WAITING_BILL, price: 1 })
    expect(answer).toMatchObject({ status: 502, json: { error: expect.stringMatching(/unknown/) } })
    expect(product.state.executed.destroys).toBe(0)
  })

  it('without proof from the read the response stays, also when the read fails', async () => {
    const { post, product, called } = setStage()
    product.fail({ kind: 'network' }, { on: ({ url }) => /read/.test(url.pathname) })
    const { status, json } = await post('cancel', { bill_id: WAITING_BILL, price: 33_000 })
    expect([status, json.error]).toEqual([502, expect.stringMatching(/unknown/)])
    expect(called('/read')).toBeGreaterThan(0)
  })

  it('a bill that was paid in between is not destroyed', async () => {
    const { post, product } = setStage()
    product.fail({ kind: 'status', status: 200, body: '{"code":"9999","msg":"처리할 수 없습니다."}' }, { times: 1 })
    const error = 'paid: nothing was destroyed; payment_cancel_bill gives the money back'
    const answer = await post('destroy', { bill_id: PAID_BILL, price: 150_000 })
    expect(answer).toMatchObject({ status: 409, json: { error } })
  })
})
