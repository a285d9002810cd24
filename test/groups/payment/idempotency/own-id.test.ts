import { describe, expect, it, vi } from 'vitest'
import { AUTOPAY_CUSTOMER, PAID_BILL, WAITING_BILL } from '../../../simulators/payment/index.ts'
import type { Call } from '../../../simulators/simulator.ts'
import { headersFor, leaveNothingBehind, setStage, toReplay, V1_HOST, V2_HOST } from '../stage.ts'
import { interceptSteps, loseSteps } from './record-steps.ts'

/** A new bill under a caller's own id, which another bill may have (docs/spec/payment.md, "Idempotency"). */

leaveNothingBehind()

const OWN = '1112233333OWN0000001'
const newBill = {
  product_nm: '교재비',
  member_nm: '홍길동',
  phone: '010-1234-5678',
  price: 33000,
  expire_dt: '2026-12-31',
  callback_url: 'https://academy.example/payments',
}
const charge = { customer: AUTOPAY_CUSTOMER, product_nm: '구독', price: 150_000 }
/** Existing bills with exactly the requested price. */
const TAKEN: [path: string, body: object, bill_id: string][] = [
  ['request', newBill, WAITING_BILL],
  ['autopay/request', charge, PAID_BILL],
]

const isRead = ({ url }: Call) => url.pathname.endsWith('/read')
const isChange = (call: Call) => !isRead(call)

describe.each([V1_HOST, V2_HOST])('at %s', (host) => {
  const headers = headersFor(host)

  describe.each(TAKEN)('%s', (path, body, taken) => {
    it('an id of the gateway is not looked up', async () => {
      const { post, called } = setStage()
      expect((await post(path, body, { headers, once: 'a' })).status).toBe(200)
      expect([called('/read'), called()]).toEqual([0, 1])
    })

    it('nor is one without an Idempotency-Key', async () => {
      const { post, called } = setStage()
      expect((await post(path, { ...body, bill_id: OWN }, { headers })).status).toBe(200)
      expect((await post(path, { ...body, bill_id: taken }, { headers })).status).toBe(409)
      expect([called('/read'), called()]).toEqual([0, 2])
    })

    it('with one the id is looked up first, and once', async () => {
      const { post, product } = setStage()
      const first = await post(path, { ...body, bill_id: OWN }, { headers, once: 'a' })
      expect(first).toMatchObject({ status: 200, json: { result: { bill_id: OWN } } })
      expect((await post(path, { ...body, bill_id: OWN }, { headers, once: 'a' })).text).toBe(toReplay(first.text))
      expect(product.calls.map(isRead)).toEqual([true, false])
    })

    it('an id in use is refused at once, whatever happens to responses, and the key stays free', async () => {
      const { post, product, called } = setStage()
      product.fail({ kind: 'lost' }, { on: isChange })
      for (const _ of [1, 2]) {
        const refused = await post(path, { ...body, bill_id: taken }, { headers, once: 'a' })
        expect(refused).toMatchObject({ status: 409, json: { error: 'bill_id: is already used by another bill' } })
        expect(refused.headers.has('Idempotent-Replayed')).toBe(false)
      }
      expect([called('/read'), called()]).toEqual([2, 2])
      product.heal()
      expect((await post(path, { ...body, bill_id: OWN }, { headers, once: 'a' })).status).toBe(200)
    })

    it('a bill that another one created in between is refused by the product', async () => {
      const { post, product } = setStage()
      product.fail(
        { kind: 'delay', ms: 0 },
        {
          on: (call) => {
            if (isChange(call))
              product.state.bills.set(OWN, { id: OWN, state: 'F', product: 'x', price: '1', shortUrl: 'x' })
            return false
          },
        },
      )
      const refused = await post(path, { ...body, bill_id: OWN }, { headers, once: 'a' })
      expect(refused).toMatchObject({
        status: 409,
        json: { error: expect.stringMatching(/^bill_id: is already used/) },
      })
    })

    it('a read that fails sends nothing, and the key stays free', async () => {
      for (const [at, fault] of [{ kind: 'network' }, { kind: 'html' }, { kind: 'status', status: 500 }].entries()) {
        const { post, product, called } = setStage()
        product.fail(fault as Parameters<typeof product.fail>[0], { on: isRead })
        const failed = await post(path, { ...body, bill_id: `${OWN.slice(0, -1)}${at}` }, { headers, once: `a${at}` })
        expect([failed.status, failed.json.error]).toEqual([502, expect.stringMatching(/; nothing was sent$/)])
        expect(called()).toBe(called('/read'))
        product.heal()
        const right = await post(path, { ...body, bill_id: `${OWN.slice(0, -1)}${at}` }, { headers, once: `a${at}` })
        expect([right.status, right.headers.has('Idempotent-Replayed')]).toEqual([200, false])
      }
    })

    it('a read with a wrong account is 401, sends nothing, and a corrected one succeeds', async () => {
      const { post, called } = setStage()
      const own = { ...body, bill_id: OWN }
      const wrong = { ...headers, 'X-Payment-Api-Key': 'test-wrong-key' }
      expect((await post(path, own, { headers: wrong, once: 'a' })).status).toBe(401)
      expect(called()).toBe(called('/read'))
      const right = await post(path, own, { headers, once: 'a' })
      expect([right.status, right.headers.has('Idempotent-Replayed')]).toEqual([200, false])
    })

    it('a bill that is read without a state proves nothing: nothing is sent, and the same key sends later', async () => {
      const { post, product, called } = setStage()
      product.fail({ kind: 'status', status: 200, body: '{"code":"0000"}' }, { times: 1, on: isRead })
      const first = await post(path, { ...body, bill_id: OWN }, { headers, once: 'a' })
      expect([first.status, first.json.error]).toEqual([502, expect.stringContaining('nothing was sent')])
      expect(called()).toBe(called('/read'))
      const again = await post(path, { ...body, bill_id: OWN }, { headers, once: 'a' })
      expect([again.status, again.headers.has('Idempotent-Replayed')]).toEqual([200, false])
    })
  })
})

it('a call that is repeated, and was processed late, is reported as done', async () => {
  const stage = setStage()
  const { post, product, called } = stage
  const send = () => post('request', { ...newBill, bill_id: OWN }, { once: 'a' })
  product.fail({ kind: 'network' }, { times: 1, on: isChange })
  expect((await send()).status).toBe(502)
  // The first call arrives after the second search for the bill, and just before the second call.
  const { fetch } = product
  const [, first] = product.calls
  vi.spyOn(product, 'fetch').mockImplementation(async (request) => {
    if (request.url.endsWith('/send') && !product.state.bills.has(OWN)) {
      const { method, url, headers, body } = first as Call
      await fetch(new Request(url, { method, headers, body }))
    }
    return fetch(request)
  })
  const again = await send()
  expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([200, 'true'])
  expect([called('/send'), product.state.executed.sends]).toEqual([3, 1])
})

describe('a request that crashed while it looked', () => {
  it('proves nothing about a bill that exists a minute later', async () => {
    const stage = setStage()
    const { post, product, called, world } = stage
    const send = () => post('request', { ...newBill, bill_id: OWN }, { once: 'a' })
    loseSteps(stage, { send: 2, release: 4 })
    expect((await send()).status).toBe(503)
    product.state.bills.set(OWN, { id: OWN, state: 'W', product: 'x', price: '33000', shortUrl: 'x' })
    world.clock.advance(60_000)
    expect(await send()).toMatchObject({ status: 409, json: { error: 'bill_id: is already used by another bill' } })
    expect(called('/send')).toBe(0)
  })

  it('has sent nothing: after a minute the same key sends', async () => {
    const stage = setStage()
    const { post, product, called, world } = stage
    loseSteps(stage, { send: 2, release: 4 })
    const body = { ...newBill, bill_id: OWN }
    expect((await post('request', body, { once: 'a' })).status).toBe(503)
    expect((await post('request', body, { once: 'a' })).status).toBe(409)
    world.clock.advance(60_000)
    expect((await post('request', body, { once: 'a' })).status).toBe(200)
    expect([called('/send'), product.state.executed.sends]).toEqual([1, 1])
  })

  it('and comes back late must not send in addition to the run that replaced it', async () => {
    const stage = setStage()
    const { post, product, called, world } = stage
    const send = () => post('request', { ...newBill, bill_id: OWN }, { once: 'a' })
    let second: ReturnType<typeof post> | undefined
    interceptSteps(stage, async (step, make) => {
      if (step !== 'send' || second) return make()
      // It hung for a minute, in which another one started and sent.
      world.clock.advance(60_000)
      second = send()
      await second
      return make()
    })
    const first = await send()
    expect([first.status, first.headers.get('Retry-After')]).toEqual([409, '1'])
    expect((await second)?.status).toBe(200)
    expect([called('/send'), product.state.executed.sends]).toEqual([1, 1])
  })
})
