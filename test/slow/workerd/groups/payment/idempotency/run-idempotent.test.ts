import { describe, expect, it, vi } from 'vitest'
import { nameKey } from '../../../../../gateway/auth/keys/named-keys.ts'
import {
  headersFor,
  leaveNothingBehind,
  setStage,
  toReplay,
  V1_HOST,
  V2_HOST,
} from '../../../../../groups/payment/stage.ts'
import { API_KEY, AUTOPAY_CUSTOMER, PAID_BILL, WAITING_BILL } from '../../../../../simulators/payment/index.ts'

/** docs/spec/gateway.md, "Idempotency-Key", rule by rule. */

leaveNothingBehind()

const CANCEL = { bill_id: PAID_BILL, price: 150_000 }
const DAY = 24 * 60 * 60 * 1000
const newBill = {
  product_nm: '교재비',
  member_nm: '홍길동',
  phone: '010-1234-5678',
  price: 33000,
  expire_dt: '2026-12-31',
  callback_url: 'https://academy.example/payments',
}
const WRITES: [string, object][] = [
  ['cancel', CANCEL],
  ['request', newBill],
  ['destroy', { bill_id: WAITING_BILL, price: 33000 }],
  ['resend', { bill_id: WAITING_BILL }],
  ['autopay/manage', { customer: AUTOPAY_CUSTOMER }],
  ['autopay/request', { customer: AUTOPAY_CUSTOMER, product_nm: '구독', price: 9900 }],
]

describe.each(WRITES)('%s', (path, body) => {
  it.each([V1_HOST, V2_HOST])('the same request again at %s gets the first response', async (host) => {
    const { post, called } = setStage()
    const send = () => post(path, body, { headers: headersFor(host), once: 'a' })
    const first = await send()
    expect([first.status, first.headers.has('Idempotent-Replayed')]).toEqual([200, false])
    for (const again of [await send(), await send()]) {
      expect([again.status, again.text, again.headers.get('Idempotent-Replayed')]).toEqual([
        200,
        toReplay(first.text),
        'true',
      ])
    }
    expect(called()).toBe(1)
  })

  it('another body is refused', async () => {
    const { post, called } = setStage()
    const first = await post(path, body, { once: 'a' })
    const other = await post(path, { ...body, bill_id: 'OTHER' }, { once: 'a' })
    expect(other).toMatchObject({
      status: 400,
      json: { success: false, error: expect.stringMatching(/^Idempotency-Key: /) },
    })
    expect((await post(path, body, { once: 'a' })).text).toBe(toReplay(first.text))
    expect(called()).toBe(1)
  })

  it('without a key each request is separate', async () => {
    const { post, called } = setStage()
    await post(path, body)
    expect((await post(path, body)).headers.has('Idempotent-Replayed')).toBe(false)
    expect(called() - called('/read')).toBe(2)
  })

  it.each(['', 'a b', 'x'.repeat(256)])('the key %o is refused by its name', async (once) => {
    const { post, called } = setStage()
    const answer = await post(path, body, { once })
    expect(answer).toMatchObject({ status: 400, json: { error: expect.stringMatching(/^Idempotency-Key: /) } })
    expect(called()).toBe(0)
  })
})

describe('the body', () => {
  it('is the same in another order', async () => {
    const { post, called } = setStage()
    await post('cancel', CANCEL, { once: 'a' })
    const again = await post('cancel', { price: 150_000, bill_id: PAID_BILL }, { once: 'a' })
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect(called()).toBe(1)
  })
})

describe('a refusal by the product', () => {
  it('is the response, and is replayed', async () => {
    const { post, called } = setStage()
    const send = () => post('cancel', { bill_id: 'nobody', price: 1 }, { once: 'a' })
    const first = await send()
    const again = await send()
    expect([first.status, again.status, again.text]).toEqual([404, 404, first.text])
    expect([first, again].map(({ headers }) => headers.get('Idempotent-Replayed'))).toEqual([null, 'true'])
    expect(called()).toBe(1)
  })
})

describe('what was refused before anything was sent is not recorded', () => {
  it.each<[string, object, object]>([
    ['a wrong price', { ...CANCEL, price: '1' }, {}],
    ['a wrong connection', CANCEL, { headers: {} }],
    ['a wrong key', CANCEL, { key: 'wrong-key' }],
  ])('%s', async (_, body, sending) => {
    const { post, called } = setStage()
    expect((await post('cancel', body, { once: 'a', ...sending })).status).toBeOneOf([400, 401])
    const right = await post('cancel', CANCEL, { once: 'a' })
    expect([right.status, right.headers.has('Idempotent-Replayed'), called()]).toEqual([200, false, 1])
  })

  it('a phone that is not Korean', async () => {
    const { post, called } = setStage()
    expect((await post('request', { ...newBill, phone: '123' }, { once: 'a' })).status).toBe(400)
    expect((await post('request', newBill, { once: 'a' })).status).toBe(200)
    expect(called()).toBe(1)
  })

  it('an account that is not connected', async () => {
    const { post, gateway, world, called } = setStage({ PAYMENT_API_KEY: '' })
    expect((await post('cancel', CANCEL, { once: 'a' })).status).toBe(401)
    gateway.env.PAYMENT_API_KEY = API_KEY
    world.clock.advance(60_000)
    const right = await post('cancel', CANCEL, { once: 'a' })
    expect([right.status, right.headers.has('Idempotent-Replayed'), called()]).toEqual([200, false, 1])
  })
})

describe('a record belongs to', () => {
  it('its caller', async () => {
    const { post, called } = setStage()
    await post('cancel', CANCEL, { once: 'a' })
    for (const name of ['one', 'two']) {
      const other = await post('cancel', CANCEL, { once: 'a', key: await nameKey({ name }) })
      expect([other.status, other.headers.has('Idempotent-Replayed')]).toEqual([400, false])
      expect(other.json.error).toMatch(/^the bill is already cancelled/)
    }
    expect(called()).toBe(3)
  })

  it('its account, however the connection is given', async () => {
    const { post, called } = setStage()
    const first = await post('cancel', CANCEL, { once: 'a', headers: headersFor(V1_HOST) })
    const again = await post('cancel', CANCEL, { once: 'a' })
    expect([again.text, again.headers.get('Idempotent-Replayed')]).toEqual([first.text, 'true'])
    expect(called()).toBe(1)
  })

  it('its key', async () => {
    const { post, called } = setStage()
    await post('cancel', CANCEL, { once: 'a' })
    expect((await post('cancel', CANCEL, { once: 'A' })).headers.has('Idempotent-Replayed')).toBe(false)
    expect(called()).toBe(2)
  })
})

describe('24 hours', () => {
  it('contain the response, and no longer', async () => {
    const { post, called, world } = setStage()
    await post('cancel', CANCEL, { once: 'a' })
    world.clock.advance(DAY - 1)
    expect((await post('cancel', CANCEL, { once: 'a' })).headers.get('Idempotent-Replayed')).toBe('true')
    world.clock.advance(1)
    const after = await post('cancel', CANCEL, { once: 'a' })
    expect([after.status, after.json.error]).toEqual([400, expect.stringMatching(/^the bill is already cancelled/)])
    expect([after.headers.has('Idempotent-Replayed'), called()]).toEqual([false, 2])
  })
})

describe('at once', () => {
  const tenTimes = <Value>(work: () => Promise<Value>) => Promise.all(Array.from({ length: 10 }, work))

  it.each([0, 40])('ten identical requests cancel once; the product takes %i ms', async (ms) => {
    const { post, product, called } = setStage()
    if (ms) product.fail({ kind: 'delay', ms })
    const all = await tenTimes(() => post('cancel', CANCEL, { once: 'a' }))
    const own = all.filter(({ status, headers }) => status === 200 && !headers.has('Idempotent-Replayed'))
    expect(own).toHaveLength(1)
    for (const answer of all.filter((one) => one !== own[0])) {
      if (answer.status === 200) expect(answer.text).toBe(own[0]?.text)
      else expect([answer.status, answer.json.error]).toEqual([409, expect.stringMatching(/still running$/)])
    }
    if (ms) expect(all.filter(({ status }) => status === 409)).toHaveLength(9)
    expect([called('/cancel'), product.state.executed.cancels]).toEqual([1, 1])
    expect((await post('cancel', CANCEL, { once: 'a' })).text).toBe(own[0]?.text)
  })

  it('ten identical requests whose response is lost cancel once, and ten retries return the truth', async () => {
    const { post, product, called } = setStage()
    product.fail({ kind: 'lost' }, { times: 1 })
    const all = await tenTimes(() => post('cancel', CANCEL, { once: 'a' }))
    expect(all.map(({ status }) => status).sort()).toEqual([...Array(9).fill(409), 504])
    const retries = await tenTimes(() => post('cancel', CANCEL, { once: 'a' }))
    for (const { status, json } of retries) {
      expect([status, json.result.appr_state]).toEqual([200, 'C'])
    }
    expect([called('/cancel'), product.state.executed.cancels]).toEqual([1, 1])
  })

  it('ten requests without a key are ten cancels to the product, of which it does one', async () => {
    const { post, product, called } = setStage()
    await tenTimes(() => post('cancel', CANCEL))
    expect([called('/cancel'), product.state.executed.cancels]).toEqual([10, 1])
  })
})

describe('bodies are compared by their meaning', () => {
  it.each<[string, object, object]>([
    [
      'autopay/manage',
      { customer: 'x', bill: { bill_id: 'B-1', price: '5', deep: [{ a: 1, b: 2 }] } },
      { bill: { deep: [{ b: 2, a: 1 }], price: '5', bill_id: 'B-1' }, customer: 'x' },
    ],
    ['request', newBill, { ...newBill, phone: '+82 10 1234 5678' }],
    ['request', newBill, { ...newBill, phone: '０１０１２３４５６７８' }],
  ])('%s: the same in other words', async (path, body, same) => {
    const { post, called } = setStage()
    const first = await post(path, body, { once: 'a' })
    const again = await post(path, same, { once: 'a' })
    expect([again.status, again.text, again.headers.get('Idempotent-Replayed')]).toEqual([200, first.text, 'true'])
    expect(called()).toBe(1)
  })

  it.each<[string, object, object]>([
    ['autopay/manage', { customer: 'x', list: [1, 2] }, { customer: 'x', list: [2, 1] }],
    ['autopay/manage', { customer: 'x' }, { customer: 'x', bill: {} }],
    ['request', newBill, { ...newBill, phone: '010-1234-5679' }],
    ['request', newBill, { ...newBill, member_nm: '홍길순' }],
  ])('%s: another one', async (path, body, other) => {
    const { post, called } = setStage()
    await post(path, body, { once: 'a' })
    expect(await post(path, other, { once: 'a' })).toMatchObject({
      status: 400,
      json: { error: 'Idempotency-Key: was used before with another body' },
    })
    expect(called()).toBe(1)
  })
})

describe('an expire_dt that has passed', () => {
  it('refuses a new bill by its name, and the key stays free', async () => {
    const { post, called } = setStage()
    const past = await post('request', { ...newBill, expire_dt: '2026-11-20' }, { once: 'a' })
    expect(past).toMatchObject({
      status: 400,
      json: { error: 'expire_dt: is in the past: today in Korea is 2026-11-21' },
    })
    const today = await post('request', { ...newBill, expire_dt: '2026-11-21' }, { once: 'a' })
    expect([today.status, called()]).toEqual([200, 1])
  })

  it('goes by the day in Korea, nine hours ahead', async () => {
    const { post, world } = setStage()
    world.clock.advance(6 * 60 * 60 * 1000 - 1)
    expect((await post('request', { ...newBill, expire_dt: '2026-11-21' })).status).toBe(200)
    world.clock.advance(1)
    expect((await post('request', { ...newBill, expire_dt: '2026-11-21' })).status).toBe(400)
    expect((await post('request', { ...newBill, expire_dt: '2026-11-22' })).status).toBe(200)
  })

  it('does not affect the response to a bill that was sent in time', async () => {
    const { post, world, called } = setStage()
    const bill = { ...newBill, expire_dt: '2026-11-21' }
    const first = await post('request', bill, { once: 'a' })
    world.clock.advance(6 * 60 * 60 * 1000)
    expect((await post('request', bill, { once: 'a' })).text).toBe(first.text)
    expect(called()).toBe(1)
  })
})

it('a running request says when to try again', async () => {
  const { post, product } = setStage()
  product.fail({ kind: 'delay', ms: 40 }, { times: 1 })
  const first = post('cancel', CANCEL, { once: 'a' })
  await vi.waitFor(() => expect(product.calls).toHaveLength(1), { interval: 1 })
  const second = await post('cancel', CANCEL, { once: 'a' })
  expect([second.status, second.headers.get('Retry-After')]).toEqual([409, '2'])
  expect(second.json.error).toBe('Idempotency-Key: another request with it is still running')
  await first
})
