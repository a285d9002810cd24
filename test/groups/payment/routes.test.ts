import { describe, expect, it } from 'vitest'
import {
  AUTOPAY_CUSTOMER,
  BUSINESS_NUMBER,
  CANCELLED_BILL,
  DESTROYED_BILL,
  PAID_BILL,
  WAITING_BILL,
} from '../../simulators/payment/index.ts'
import { HOSTS, headersFor, leaveNothingBehind, setStage, V1_HOST, V2_HOST } from './stage.ts'

leaveNothingBehind()

const newBill = {
  product_nm: '교재비',
  member_nm: '홍길동',
  phone: '+82 10-1234-5678',
  price: 33000,
  expire_dt: '2026-12-31',
  callback_url: 'https://academy.example/payments',
}
const done = (result: object) => ({ status: 200, json: { success: true, error: '', result } })

describe.each(HOSTS)('every route at %s', (host) => {
  const at = () => {
    const stage = setStage()
    const post = (path: string, body: unknown) => stage.post(path, body, { headers: headersFor(host) })
    return { ...stage, post }
  }

  it('cancels a paid bill', async () => {
    const { post, product, called } = at()
    const answer = await post('cancel', { bill_id: PAID_BILL, price: 150_000 })
    const cancelled = { bill_id: PAID_BILL, appr_origin_num: '00112233', appr_cancel_dt: '20261121180000' }
    expect(answer).toMatchObject(done(cancelled))
    expect(answer.headers.has('Idempotent-Replayed')).toBe(false)
    expect(product.state.bills.get(PAID_BILL)?.state).toBe('C')
    expect(called()).toBe(1)
  })

  it('sends a bill with its own id, and reads it', async () => {
    const { post, product } = at()
    const sent = await post('request', newBill)
    const id = expect.stringMatching(new RegExp(`^${BUSINESS_NUMBER}[0-9A-Z]{10}$`))
    expect(sent).toMatchObject(done({ bill_id: id, short_url: expect.stringMatching(/^https:/) }))
    const { bill_id } = sent.json.result
    expect(product.state.bills.get(bill_id)).toMatchObject({ price: '33000', phone: '01012345678', product: '교재비' })
    expect(await post('read', { bill_id })).toMatchObject(done({ bill_id, appr_state: 'W' }))
  })

  it("sends a bill under the caller's id", async () => {
    const { post, product } = at()
    const bill_id = `${BUSINESS_NUMBER}OWN0000001`
    expect(await post('request', { ...newBill, bill_id })).toMatchObject(done({ bill_id }))
    expect(product.state.bills.has(bill_id)).toBe(true)
  })

  it('reads a paid bill, values as texts', async () => {
    const { post } = at()
    const paid = { appr_state: 'F', appr_price: '150000', appr_num: '00112233', appr_dt: '20261112093015' }
    expect(await post('read', { bill_id: PAID_BILL })).toMatchObject(done(paid))
  })

  it('destroys a waiting bill', async () => {
    const { post, product } = at()
    expect(await post('destroy', { bill_id: WAITING_BILL, price: 33000 })).toMatchObject(
      done({ bill_id: WAITING_BILL }),
    )
    expect(product.state.bills.get(WAITING_BILL)?.state).toBe('D')
  })

  it('resends a waiting bill', async () => {
    const { post, product } = at()
    expect(await post('resend', { bill_id: WAITING_BILL })).toMatchObject(done({ bill_id: WAITING_BILL }))
    expect(product.state.executed.resends).toBe(1)
  })

  it('opens the page for a change of method', async () => {
    const { post, product } = at()
    const answer = await post('autopay/manage', { customer: AUTOPAY_CUSTOMER })
    expect(answer).toMatchObject(done({ short_url: product.state.managePages[0]?.shortUrl }))
    expect(product.state.managePages).toMatchObject([{ customer: AUTOPAY_CUSTOMER }])
  })

  it('charges a registered method', async () => {
    const { post, product } = at()
    const answer = await post('autopay/request', { customer: AUTOPAY_CUSTOMER, product_nm: '구독', price: 9900 })
    expect(answer).toMatchObject(done({ appr_state: 'F', appr_price: '9900' }))
    expect(product.state.executed.charges).toBe(1)
    expect(product.state.bills.get(answer.json.result.bill_id)?.state).toBe('F')
  })
})

it('a bill has its id even if the product does not return it', async () => {
  const { post, product } = setStage()
  product.fail({ kind: 'status', status: 200, body: '{"code":"0000"}' })
  const { json } = await post('request', newBill)
  expect(json.result).toEqual({ bill_id: JSON.parse(product.calls[0]?.body ?? '').bill.bill_id })
  expect((await post('autopay/manage', {})).json).toEqual({ success: true, error: '', result: {} })
  product.heal()
  product.fail({ kind: 'status', status: 200, body: '{"code":"0000","appr_state":"W"}' })
  expect((await post('read', { bill_id: 'B-1' })).json.result).toEqual({ bill_id: 'B-1', appr_state: 'W' })
})

it.each([{}, { data: null }, { data: { billId: 'B-1' } }, { data: { more: { apprState: 'W' } } }])(
  'a bill that is read without its state is 502: %j',
  async (answer) => {
    const { post, product } = setStage()
    product.fail({ kind: 'status', status: 200, body: JSON.stringify({ code: '0000', ...answer }) })
    const { status, json } = await post('read', { bill_id: 'B-1' })
    expect([status, json.error]).toEqual([
      502,
      'the payment service answered in a form that cannot be read: appr_state',
    ])
  },
)

describe('what the product spells and nests otherwise', () => {
  it.each([
    [V1_HOST, 'shortUrl', undefined],
    [V1_HOST, 'short_url', undefined],
    [V1_HOST, 'shortURL', ['data']],
    [V2_HOST, 'shortURL', undefined],
    [V2_HOST, 'short_url', []],
    [V2_HOST, 'shortUrl', ['data', 'data']],
  ])('%s: the payment link as %s in %j', async (host, linkName, nesting) => {
    const { post, product } = setStage({}, { switches: { linkName, ...(nesting && { nesting }) } })
    const { json } = await post('request', newBill, { headers: headersFor(host) })
    const short_url = product.state.bills.get(json.result.bill_id)?.shortUrl
    expect(json.result).toEqual({ bill_id: json.result.bill_id, short_url })
  })

  it.each([{ nesting: [] }, { nesting: ['data'] }, { nesting: ['data', 'data'] }])(
    'v2: a bill is read: %j',
    async ({ nesting }) => {
      const { post } = setStage({}, { switches: { nesting } })
      const { json } = await post('read', { bill_id: PAID_BILL }, { headers: headersFor(V2_HOST) })
      expect(json.result).toMatchObject({ bill_id: PAID_BILL, appr_state: 'F', appr_num: '00112233' })
    },
  )
})

describe('version 1 reads a bill without a code', () => {
  const codeless = { switches: { codeless: true } }

  it.each([
    [WAITING_BILL, { appr_state: 'W' }],
    [PAID_BILL, { appr_state: 'F', appr_num: '00112233' }],
    [CANCELLED_BILL, { appr_state: 'C' }],
    [DESTROYED_BILL, { appr_state: 'D' }],
  ])('%s', async (bill_id, fields) => {
    const { post, product } = setStage({}, codeless)
    const { status, json, text } = await post('read', { bill_id })
    expect([status, json.result]).toEqual([200, expect.objectContaining({ bill_id, ...fields })])
    expect(text).not.toContain(product.state.partner.apiKey)
  })

  it('so that the outcome of a cancel whose response was lost is found, and nothing is cancelled twice', async () => {
    const { post, product, called } = setStage({}, codeless)
    product.fail({ kind: 'lost' }, { times: 1, on: ({ url }) => url.pathname.endsWith('/cancel') })
    const cancel = () => post('cancel', { bill_id: PAID_BILL, price: 150_000 }, { once: 'a' })
    expect((await cancel()).status).toBe(504)
    const again = await cancel()
    expect([again.status, again.json.result]).toEqual([200, expect.objectContaining({ appr_state: 'C' })])
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect([called('/cancel'), product.state.executed.cancels]).toEqual([1, 1])
  })

  it('anything else without a code is 502', async () => {
    for (const answer of [
      { bill_id: PAID_BILL },
      { bill_id: PAID_BILL, appr_state: 'X' },
      { bill_id: PAID_BILL, appr_state: null },
      { appr_state: 'F' },
      { bill_id: WAITING_BILL, appr_state: 'F' },
      { msg: 'error', data: null },
      [],
    ]) {
      const { post, product } = setStage()
      product.fail({ kind: 'status', status: 200, body: JSON.stringify(answer) })
      expect.soft((await post('read', { bill_id: PAID_BILL })).status, JSON.stringify(answer)).toBe(502)
    }
  })

  it('a change without a code has an unknown outcome, also when it names the state', async () => {
    const { post, product } = setStage()
    product.fail({ kind: 'status', status: 200, body: JSON.stringify({ bill_id: PAID_BILL, appr_state: 'C' }) })
    const { status, json } = await post('cancel', { bill_id: PAID_BILL, price: 150_000 })
    expect([status, json.error]).toEqual([502, expect.stringContaining('the outcome is unknown')])
  })
})

describe('exact digits', () => {
  it('the largest price goes out and comes back whole', async () => {
    const { post, product } = setStage()
    const answer = await post('request', { ...newBill, price: 9_999_999_999 })
    const { bill_id } = answer.json.result
    expect(product.state.bills.get(bill_id)?.price).toBe('9999999999')
    product.pay(bill_id)
    expect((await post('read', { bill_id })).json.result.appr_price).toBe('9999999999')
    expect((await post('cancel', { bill_id, price: 9_999_999_999 })).status).toBe(200)
  })

  it.each([V1_HOST, V2_HOST])('at %s a price is a text of digits in the request and in its hash', async (host) => {
    const { post, product } = setStage()
    await post('cancel', { bill_id: PAID_BILL, price: 150_000 }, { headers: headersFor(host) })
    const body = JSON.parse(product.calls[0]?.body ?? '')
    expect((body.bill ?? body).price).toBe('150000')
  })

  it('another price is refused by its name, and nothing is sent', async () => {
    for (const price of ['150000', '1', 150_000.5, 0, -1, 10_000_000_000, null, undefined]) {
      const { post, called } = setStage()
      for (const path of ['cancel', 'destroy', 'request', 'autopay/request']) {
        const body = { ...newBill, customer: AUTOPAY_CUSTOMER, bill_id: PAID_BILL, price }
        const answer = await post(path, body)
        expect.soft(answer, JSON.stringify(price)).toMatchObject({
          status: 400,
          json: { success: false, error: expect.stringMatching(/^price: /) },
        })
      }
      expect.soft(called(), JSON.stringify(price)).toBe(0)
    }
  })

  it('another price than the bill has cancels nothing', async () => {
    const { post, product } = setStage({}, {})
    const answer = await post('cancel', { bill_id: PAID_BILL, price: 150_001 }, { headers: headersFor(V2_HOST) })
    expect(answer).toMatchObject({ status: 400, json: { success: false } })
    expect(product.state.executed.cancels).toBe(0)
  })
})

describe('what is passed on', () => {
  it('autopay/manage gets connection and hash, and the rest is unchanged', async () => {
    const { post, product } = setStage()
    const bill = { bill_id: 'BILL-0001', price: 10_000, bill_desc: '카드 변경' }
    expect((await post('autopay/manage', { customer: 'x', apikey: 'other', bill })).status).toBe(200)
    expect(JSON.parse(product.calls[0]?.body ?? '')).toMatchObject({
      apikey: 'test-payment-api-key',
      customer: 'x',
      bill: {
        bill_desc: '카드 변경',
        price: '10000',
        hash: '6522c2aa61459c87d4fe4308dd66c55d95445308d3af0c4057aefa584213b5c1',
      },
    })
  })

  it('a phone that is not Korean sends nothing', async () => {
    const { post, called } = setStage()
    const answer = await post('request', { ...newBill, phone: '+1 212 555 0123' })
    expect(answer).toMatchObject({ status: 400, json: { error: expect.stringMatching(/^phone: /) } })
    expect(called()).toBe(0)
  })

  it.each(['02-312-3456', '031-1234-5678', '070-1234-5678', '080-123-4567', '1588-1234'])(
    'a line that gets no chat message sends nothing: %s',
    async (phone) => {
      const { post, called } = setStage()
      for (const headers of [headersFor(V1_HOST), headersFor(V2_HOST)]) {
        const { status, json } = await post('request', { ...newBill, phone }, { headers })
        expect([status, json.error]).toEqual([
          400,
          'phone: must be a mobile number, because the bill is sent to it as a chat message',
        ])
      }
      expect(called()).toBe(0)
      expect((await post('format-phone-number', { phone })).status).toBe(200)
    },
  )

  it.each(['02-312-3456', '0505-123-4567', '011-234-5678'])(
    'a bill as a URL needs no mobile phone: %s',
    async (phone) => {
      const { post } = setStage()
      expect((await post('request', { ...newBill, phone }, { headers: headersFor('erp-api.speeid.kr') })).status).toBe(
        200,
      )
    },
  )

  it.each(['0505-123-4567', '011-234-5678'])('other numbers of mobile phones get a message: %s', async (phone) => {
    const { post, called } = setStage()
    expect((await post('request', { ...newBill, phone })).status).toBe(200)
    expect(called()).toBe(1)
  })
})
