import { describe, expect, it } from 'vitest'
import { headersFor, leaveNothingBehind, setStage, V1_HOST, V2_HOST } from '../../../../groups/payment/stage.ts'
import { PAID_BILL, type PaySsamSimulator, WAITING_BILL } from '../../../../simulators/payment/index.ts'
import type { Fault } from '../../../../simulators/simulator.ts'

/**
 * The caller's response when the product's response to a cancel is lost, late, cut or garbled, and the effect of a
 * retry.
 */

leaveNothingBehind()

const CANCEL = { bill_id: PAID_BILL, price: 150_000 }
const UNKNOWN = new RegExp(`; the outcome is unknown: read bill ${PAID_BILL} before trying again$`)

interface Case {
  name: string
  fault: (product: PaySsamSimulator) => void
  status: number
  /** Whether the product has cancelled the bill anyway. */
  worked: boolean
}

const by = (fault: Fault) => (product: PaySsamSimulator) => product.fail(fault)
const code = (worked: boolean) => (product: PaySsamSimulator) => {
  product.switches.answerCode = { code: '5000', worked }
}

const CASES: Case[] = [
  { name: 'the connection breaks', fault: by({ kind: 'network' }), status: 502, worked: false },
  { name: 'no answer comes', fault: by({ kind: 'timeout' }), status: 504, worked: false },
  { name: 'the bill is cancelled and no answer comes', fault: by({ kind: 'lost' }), status: 504, worked: true },
  { name: 'the answer is cut', fault: by({ kind: 'cut' }), status: 502, worked: true },
  { name: 'the answer is garbled', fault: by({ kind: 'broken' }), status: 502, worked: false },
  { name: 'the answer is a page', fault: by({ kind: 'html' }), status: 502, worked: false },
  { name: 'the answer is an error page', fault: by({ kind: 'html', status: 503 }), status: 502, worked: false },
  { name: 'the answer is an edge block', fault: by({ kind: 'html', status: 403 }), status: 502, worked: false },
  { name: 'the answer is empty', fault: by({ kind: 'empty' }), status: 502, worked: false },
  {
    name: 'the answer is a redirect',
    fault: by({ kind: 'redirect', location: 'https://x.example/' }),
    status: 502,
    worked: false,
  },
  { name: 'the answer is 500', fault: by({ kind: 'status', status: 500 }), status: 502, worked: false },
  { name: 'the answer is 503', fault: by({ kind: 'status', status: 503 }), status: 502, worked: false },
  {
    name: 'the answer is 0000 in a 500',
    fault: by({ kind: 'status', status: 500, body: '{"code":"0000"}' }),
    status: 502,
    worked: false,
  },
  {
    name: 'the answer has no code',
    fault: by({ kind: 'status', status: 200, body: '{}' }),
    status: 502,
    worked: false,
  },
  { name: 'the product failed before it cancelled', fault: code(false), status: 502, worked: false },
  { name: 'the product failed after it cancelled', fault: code(true), status: 502, worked: true },
]

const heal = (product: PaySsamSimulator) => {
  product.heal()
  delete product.switches.answerCode
}

describe.each([V1_HOST, V2_HOST])('at %s', (host) => {
  const headers = headersFor(host)

  describe.each(CASES)('$name', ({ fault, status, worked }) => {
    it('says that the outcome is unknown, names the bill, and is sent once', async () => {
      const { post, product, called } = setStage()
      fault(product)
      const answer = await post('cancel', CANCEL, { headers })
      expect(answer).toMatchObject({ status, json: { success: false, error: expect.stringMatching(UNKNOWN) } })
      expect(Object.keys(answer.json)).toEqual(['success', 'error'])
      expect([called('/cancel'), product.state.executed.cancels]).toEqual([1, worked ? 1 : 0])
    })

    if (worked) {
      it('a retry with the same key returns that it is cancelled, and sends nothing', async () => {
        const { post, product, called } = setStage()
        fault(product)
        await post('cancel', CANCEL, { headers, once: 'refund-1' })
        heal(product)
        const read = called('/read')
        for (const _ of [1, 2, 3]) {
          const again = await post('cancel', CANCEL, { headers, once: 'refund-1' })
          const result = { bill_id: PAID_BILL, appr_state: 'C', appr_cancel_dt: '20261121180000' }
          expect(again).toMatchObject({ status: 200, json: { success: true, error: '', result } })
          expect(again.headers.get('Idempotent-Replayed')).toBe('true')
        }
        expect([called('/cancel'), product.state.executed.cancels]).toEqual([1, 1])
        // Once it is known, nothing is read again.
        expect(called('/read')).toBe(read + 1)
      })
    } else {
      it('a retry with the same key reads that nothing was done, and succeeds', async () => {
        const { post, product, called } = setStage()
        fault(product)
        await post('cancel', CANCEL, { headers, once: 'refund-1' })
        heal(product)
        const read = called('/read')
        const again = await post('cancel', CANCEL, { headers, once: 'refund-1' })
        expect(again).toMatchObject({ status: 200, json: { success: true, result: { bill_id: PAID_BILL } } })
        expect(again.headers.has('Idempotent-Replayed')).toBe(false)
        const third = await post('cancel', CANCEL, { headers, once: 'refund-1' })
        expect([third.text, third.headers.get('Idempotent-Replayed')]).toEqual([again.text, 'true'])
        expect([called('/cancel'), called('/read'), product.state.executed.cancels]).toEqual([2, read + 1, 1])
      })
    }

    it('a retry that cannot read the bill returns the same with advice to repeat it, and sends nothing', async () => {
      const { post, product, called } = setStage()
      fault(product)
      const first = await post('cancel', CANCEL, { headers, once: 'refund-1' })
      const again = await post('cancel', CANCEL, { headers, once: 'refund-1' })
      const advice = '; the bill cannot be read now: ask again with the same Idempotency-Key'
      expect([again.status, again.json.error]).toEqual([status, first.json.error + advice])
      expect(again.headers.get('Idempotent-Replayed')).toBe('true')
      expect([called('/cancel'), product.state.executed.cancels]).toEqual([1, worked ? 1 : 0])
    })
  })

  it.each<[string, Fault, RegExp]>([
    ['broken JSON', { kind: 'broken' }, /^the payment service answered in a form that cannot be read;/],
    ['no code', { kind: 'status', status: 200, body: '{}' }, /in a form that cannot be read: code;/],
    ['a page', { kind: 'html', status: 503 }, /answered 503 with a page instead of data;/],
    ['a redirect', { kind: 'redirect', location: 'https://x.example/' }, /answered with a redirect;/],
    ['no answer', { kind: 'timeout' }, /did not answer in time;/],
    ['a broken connection', { kind: 'network' }, /^the connection to the payment service broke;/],
  ])('%s: says why', async (_, fault, why) => {
    const { post, product } = setStage()
    product.fail(fault)
    expect((await post('cancel', CANCEL, { headers })).json.error).toMatch(why)
  })

  it('a late response is a response', async () => {
    const { post, product, called } = setStage()
    product.fail({ kind: 'delay', ms: 30 })
    expect((await post('cancel', CANCEL, { headers })).status).toBe(200)
    expect([called(), product.state.executed.cancels]).toEqual([1, 1])
  })

  it.each([400, 403, 404, 405, 413, 415, 422])(
    'a plain %i is final: nothing is unknown, and the key replays it',
    async (status) => {
      const { post, product, called } = setStage()
      product.fail({ kind: 'status', status, body: 'no' })
      const first = await post('cancel', CANCEL, { headers, once: 'refund-1' })
      expect(first.status).toBe([403, 404].includes(status) ? status : 400)
      const message =
        status === 413 ? /^the request is too large/ : new RegExp(`^the payment service answered ${status}$`)
      expect(first.json.error).toMatch(message)
      product.heal()
      const again = await post('cancel', CANCEL, { headers, once: 'refund-1' })
      expect([again.status, again.text]).toEqual([first.status, first.text])
      expect(again.headers.get('Idempotent-Replayed')).toBe('true')
      expect(called()).toBe(1)
    },
  )

  // A proxy that gave up does not know what the product did.
  describe.each([406, 408, 409, 410, 418, 425, 499])('a plain %i says nothing about the outcome', (httpStatus) => {
    it.each([true, false])('the bill does, cancelled: %s', async (worked) => {
      const { post, product, called } = setStage()
      product.switches.plainStatus = { status: httpStatus, worked }
      const first = await post('cancel', CANCEL, { headers, once: 'refund-1' })
      expect(first).toMatchObject({ status: 502, json: { error: expect.stringMatching(UNKNOWN) } })
      expect(first.json.error).toMatch(new RegExp(`^the payment service answered ${httpStatus} \\(Request Timeout\\);`))
      delete product.switches.plainStatus
      const again = await post('cancel', CANCEL, { headers, once: 'refund-1' })
      expect([again.status, again.headers.has('Idempotent-Replayed')]).toEqual([200, worked])
      expect([called('/cancel'), product.state.executed.cancels]).toEqual([worked ? 1 : 2, 1])
    })
  })

  it.each([429, 529])('too many requests, %i: the product processed nothing, so the key stays free', async (status) => {
    const { post, product, called } = setStage()
    product.fail({ kind: 'status', status, headers: { 'Retry-After': '7' }, body: '{}' }, { times: 1 })
    const first = await post('cancel', CANCEL, { headers, once: 'refund-1' })
    expect([first.status, first.headers.get('Retry-After')]).toEqual([429, '7'])
    const again = await post('cancel', CANCEL, { headers, once: 'refund-1' })
    expect([again.status, again.headers.has('Idempotent-Replayed')]).toEqual([200, false])
    expect([called('/cancel'), product.state.executed.cancels]).toEqual([2, 1])
  })

  it.each([401, 402])('a plain %i is the account: the key stays free for a corrected one', async (status) => {
    const { post, product, called } = setStage()
    product.fail({ kind: 'status', status, body: 'no' }, { times: 1 })
    const first = await post('cancel', CANCEL, { headers, once: 'refund-1' })
    expect([first.status, first.json.error]).toEqual([status, expect.not.stringContaining('unknown')])
    const again = await post('cancel', CANCEL, { headers, once: 'refund-1' })
    expect([again.status, again.headers.has('Idempotent-Replayed'), called()]).toEqual([200, false, 2])
  })
})

describe('the other writes, when the response is lost', () => {
  const newBill = {
    product_nm: '교재비',
    member_nm: '홍길동',
    phone: '010-1234-5678',
    price: 33000,
    expire_dt: '2026-12-31',
    callback_url: 'https://academy.example/payments',
  }
  const charge = { customer: 'academy-0007', product_nm: '구독', price: 9900 }

  /** Loses the answer to the change; the product has done the work. */
  async function lose(path: string, body: object) {
    const stage = setStage()
    stage.product.fail({ kind: 'lost' }, { times: 1, on: ({ url }) => !url.pathname.endsWith('/read') })
    const first = await stage.post(path, body, { once: 'a' })
    const again = () => stage.post(path, body, { once: 'a' })
    return { ...stage, first, again }
  }

  it.each<[string, object, object]>([
    ['request', newBill, { appr_state: 'W' }],
    ['request', { ...newBill, bill_id: 'OWN-1' }, { appr_state: 'W' }],
    ['destroy', { bill_id: WAITING_BILL, price: 33000 }, { appr_state: 'D' }],
    ['autopay/request', charge, { appr_state: 'F', appr_price: '9900' }],
    ['autopay/request', { ...charge, bill_id: 'OWN-2' }, { appr_state: 'F', appr_price: '9900' }],
  ])('%s %o: the previously chosen bill shows it', async (path, body, result) => {
    const { first, again, product, called } = await lose(path, body)
    const [, bill_id] = /read bill (\S+) before/.exec(first.json.error) ?? []
    expect([first.status, product.state.bills.has(bill_id ?? '')]).toEqual([504, true])
    const looked = called('/read')
    const told = await again()
    expect(told).toMatchObject({ status: 200, json: { success: true, result: { bill_id, ...result } } })
    expect(told.headers.get('Idempotent-Replayed')).toBe('true')
    expect([called('/read'), called()]).toEqual([looked + 1, looked + 2])
  })

  const SEND_ANEW = '; only a new Idempotency-Key would send it again'

  it.each<[string, object, RegExp]>([
    ['resend', { bill_id: WAITING_BILL }, new RegExp(`read bill ${WAITING_BILL}`)],
    ['autopay/manage', { customer: 'academy-0007' }, /look at the account/],
  ])('%s: no bill shows it, so the response stays, and says what would send', async (path, body, advice) => {
    const { first, again, called } = await lose(path, body)
    expect(first).toMatchObject({ status: 504, json: { error: expect.stringMatching(advice) } })
    for (const told of [await again(), await again()]) {
      expect([told.status, told.json.error]).toEqual([504, first.json.error + SEND_ANEW])
      expect(told.headers.get('Idempotent-Replayed')).toBe('true')
    }
    expect(called()).toBe(1)
  })

  it('autopay/request: a waiting bill is no charge', async () => {
    const { again, first, product, called } = await lose('autopay/request', { ...charge, customer: 'nobody' })
    expect((await again()).json.error).toBe(first.json.error + SEND_ANEW)
    expect([product.state.executed.charges, called('/url')]).toEqual([0, 1])
  })

  it.each<[string, object]>([
    ['cancel', { bill_id: PAID_BILL, price: 9900 }],
    ['request', { ...newBill, bill_id: 'OWN-1' }],
    ['destroy', { bill_id: 'OWN-1', price: 9900 }],
    ['resend', { bill_id: 'OWN-1' }],
    ['autopay/manage', { customer: 'academy-0007' }],
    ['autopay/request', { ...charge, bill_id: 'OWN-1' }],
  ])('%s without a key is sent once, whatever the failure', async (path, body) => {
    for (const { fault } of CASES) {
      const { post, product, called } = setStage()
      fault(product)
      const answer = await post(path, body)
      expect(answer.json.error).toContain('the outcome is unknown')
      expect(called() - called('/read')).toBe(1)
    }
  })

  it('a read is repeated, since it changes nothing', async () => {
    const { post, product, called } = setStage()
    product.fail({ kind: 'network' }, { times: 2 })
    expect((await post('read', { bill_id: PAID_BILL })).status).toBe(200)
    expect(called()).toBe(3)
  })
})
