import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeEach, describe, expect, test } from 'vitest'
import { EVENTS_NAME } from '../../../../src/base/events.ts'
import { getSettings } from '../../../../src/base/settings.ts'
import { storeCredentials } from '../../../../src/upstream/credentials.ts'
import { API_KEY } from '../../../simulators/payment/index.ts'
import { BINDINGS } from '../../../support/gateway.ts'
import { OBJECTS, OWN_BINDINGS, useBindings } from '../../../support/objects.ts'
import { accountAt, headersFor, leaveNothingBehind, STORED, setStage, V1_HOST, V2_HOST } from '../stage.ts'

leaveNothingBehind()
useBindings(() => OWN_BINDINGS)

const { EVENTS, CREDENTIALS_KEY = '' } = BINDINGS
const OTHER_KEY = btoa('o'.repeat(32))
const BILL = {
  product_nm: 'Workbook',
  member_nm: 'Hong Gildong',
  phone: '010-1234-5678',
  price: 33_000,
  expire_dt: '2030-12-31',
}

let stage: ReturnType<typeof setStage>
beforeEach(() => {
  stage = setStage({ EVENTS, CREDENTIALS_KEY })
})

/** Sends a bill without a callback URL of the caller. */
async function sent(): Promise<string> {
  const { json } = await stage.post('request', BILL)
  expect(json).toMatchObject({ success: true })
  return json.result.bill_id
}

/** The same, and makes the customer pay it. */
async function paid() {
  const billId = await sent()
  return { billId, ...stage.product.pay(billId) }
}

/** The object of the account reads bills with the account that was connected through the app. */
const connect = () => storeCredentials(getSettings(BINDINGS), 'payment', accountAt(V1_HOST))

const getState = async (billId: string) => {
  const { json } = await stage.gateway.call('/api/v1/payment/bills')
  return json.bills.find(({ bill_id }: { bill_id: string }) => bill_id === billId)?.state
}

const object = () => OBJECTS.ACCOUNTS.getByName('state/payment')
/** Advances the clock, and makes the object check what is due. */
async function check(afterMs: number): Promise<void> {
  stage.world.clock.advance(afterMs)
  await runInDurableObject(object(), (_, { storage }) => storage.setAlarm(stage.world.clock.now() + YEARS_MS))
  expect(await runDurableObjectAlarm(object())).toBe(true)
}
const YEARS_MS = 50 * 365 * 86_400_000

const call = (url: string, body: unknown, gateway = stage.gateway) =>
  gateway.call(new URL(url).pathname, {
    method: 'POST',
    key: null,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const kept = async () => {
  const told = await EVENTS.getByName(EVENTS_NAME).feed(null, { limit: 100 })
  if (!told.ok) throw new Error('the feed is not told')
  return told.value.events.filter(({ type }) => type === 'payment.bill.paid')
}

describe('the product reports a payment', () => {
  test('to the URL that the bill was sent with, and gets success once it is stored', async () => {
    const { url, body, billId } = await paid()
    expect(new URL(url).origin).toBe('https://latchkey.test')
    expect(new URL(url).pathname).toMatch(/^\/hooks\/payment\/[\w-]{43}$/)
    const answer = await call(url, body)
    expect([answer.status, answer.json.code]).toEqual([200, '0000'])
    const [event, ...others] = await kept()
    expect(others).toEqual([])
    expect(event?.data).toMatchObject({ bill_id: billId, appr_state: 'F', appr_price: '33000' })
    expect(JSON.stringify(event)).not.toContain(API_KEY)
    expect(event?.timestamp).toBe('2026-11-21T09:00:00.000Z')
  })

  test.each([
    ['20260310000501', '2026-03-09T15:05:01.000Z'],
    ['20261231235959', '2026-12-31T14:59:59.000Z'],
  ])('the event is of the moment of the payment, not of the call: %s in Korea', async (appr_dt, timestamp) => {
    const { url, body } = await paid()
    expect((await call(url, { ...body, appr_dt })).json.code).toBe('0000')
    expect((await kept()).map((event) => event.timestamp)).toEqual([timestamp])
  })

  test.each([undefined, '', '2026031000050', '202603100005011', 'x20260310000501', '20261310000501', 'yesterday'])(
    'of a payment whose moment cannot be read (%s) it is that of the call',
    async (appr_dt) => {
      const { url, body } = await paid()
      stage.world.clock.advance(5_000)
      expect((await call(url, { ...body, appr_dt })).json.code).toBe('0000')
      expect((await kept()).map((event) => event.timestamp)).toEqual([new Date(stage.world.clock.now()).toISOString()])
    },
  )

  test.each([
    ['before it is approved', (early: object) => early],
    ['without a state', (early: object) => ({ ...early, appr_state: undefined })],
    ['with an empty approval', (early: object) => ({ ...early, appr_dt: '', appr_num: ' ' })],
  ])('a report %s is no payment: the bill is read, and told once it is paid', async (_, form) => {
    await connect()
    const billId = await sent()
    const { url, body } = stage.product.reportEarly(billId)
    for (const _ of [1, 2]) expect((await call(url, form(body))).json.code).toBe('0000')
    expect([stage.called('/read'), await kept(), await getState(billId)]).toEqual([2, [], 'unpaid'])
    const approved = stage.product.pay(billId)
    // The same report again: now the product knows the approval.
    expect((await call(url, form(body))).json.code).toBe('0000')
    expect((await call(url, approved.body)).json.code).toBe('0000')
    expect(await getState(billId)).toBe('paid')
    const [event, ...others] = await kept()
    expect(others).toEqual([])
    expect(event?.data).toMatchObject({ bill_id: billId, appr_num: approved.body.appr_num, appr_price: '33000' })
    expect(stage.called('/read')).toBe(3)
  })

  test('if no further report follows, the bill is read again after ten minutes', async () => {
    await connect()
    const billId = await sent()
    const { url, body } = stage.product.reportEarly(billId)
    expect((await call(url, body)).json.code).toBe('0000')
    stage.product.pay(billId)
    await check(9 * 60_000)
    expect(await kept()).toEqual([])
    await check(60_000)
    expect((await kept()).map(({ data }) => data.bill_id)).toEqual([billId])
    expect(await getState(billId)).toBe('paid')
  })

  test('a report without an approval of a bill that cannot be read is repeated by the product', async () => {
    const billId = await sent()
    const { url, body } = stage.product.reportEarly(billId)
    stage.product.fail({ kind: 'status', status: 500 }, { times: 1 })
    expect((await call(url, body)).status).toBe(502)
    stage.product.pay(billId)
    expect((await call(url, body)).json.code).toBe('0000')
    expect(await kept()).toHaveLength(1)
  })

  test.each([{ appr_num: null }, { appr_dt: null }])('a part of an approval is one: %j', async (part) => {
    const { url, body } = await paid()
    expect((await call(url, { ...body, ...part })).json.code).toBe('0000')
    expect((await call(url, body)).json.code).toBe('0000')
    expect([await kept(), stage.called('/read')]).toEqual([[expect.anything()], 0])
  })

  test('a repeat changes nothing', async () => {
    const { url, body } = await paid()
    for (const _ of [1, 2, 3]) expect((await call(url, body)).json.code).toBe('0000')
    const all = await Promise.all([1, 2, 3].map(() => call(url, body)))
    expect(all.map(({ json }) => json.code)).toEqual(['0000', '0000', '0000'])
    expect(await kept()).toHaveLength(1)
  })

  test('each bill has a separate URL', async () => {
    const one = await paid()
    const other = await paid()
    expect(one.url).not.toBe(other.url)
    expect((await call(one.url, other.body)).status).toBe(404)
    expect(await kept()).toEqual([])
  })

  test.each([
    ['another key', (body: object) => ({ ...body, apikey: API_KEY.replace(/.$/, '0') })],
    ['no key', ({ ...body }: Record<string, unknown>) => ({ ...body, apikey: undefined })],
    ['another bill', (body: object) => ({ ...body, bill_id: '11122333332611180012' })],
    ['no bill', (body: object) => ({ ...body, bill_id: undefined })],
    ['no JSON', () => 'bill_id=1'],
    ['a list', () => '[]'],
    ['nothing', () => ''],
    ['too much', (body: object) => ({ ...body, message: 'x'.repeat(20_000) })],
  ])('with %s it is 404, and nothing is stored', async (_, spoiled) => {
    const { url, body } = await paid()
    const answer = await call(url, spoiled({ ...body }))
    expect([answer.status, answer.json]).toEqual([404, { error: 'not found', code: 'not_found' }])
    expect(await kept()).toEqual([])
  })

  test('any other method is 404, too', async () => {
    const { url } = await paid()
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await stage.gateway.call(new URL(url).pathname, { method, key: null })).status).toBe(404)
  })

  test('while CREDENTIALS_KEY is wrong it gets no success, so that the product repeats it, and then it is taken', async () => {
    const { url, body, billId } = await paid()
    const wrong = setStage({ EVENTS, CREDENTIALS_KEY: OTHER_KEY })
    expect(await call(url, body, wrong.gateway)).toMatchObject({
      status: 500,
      json: { error: expect.stringMatching(/^CREDENTIALS_KEY is not the key/) },
    })
    expect(await kept()).toEqual([])
    expect((await call(url, body)).json.code).toBe('0000')
    expect((await kept()).map(({ data }) => data.bill_id)).toEqual([billId])
  })

  test('it is known to a gateway with CREDENTIALS_KEY as the previous key', async () => {
    const { url, body } = await paid()
    const next = btoa('n'.repeat(32))
    const rotated = setStage({ EVENTS, CREDENTIALS_KEY: next, CREDENTIALS_KEY_PREVIOUS: CREDENTIALS_KEY })
    expect((await call(url, body, rotated.gateway)).status).toBe(200)
  })

  test('a report about a bill that was cancelled later is accepted, and is no payment', async () => {
    const { url, body } = await paid()
    for (const later of [{ appr_state: 'C' }, { appr_state: undefined, appr_cancel_dt: '20261121180000' }])
      expect((await call(url, { ...body, ...later })).json.code).toBe('0000')
    expect(await kept()).toEqual([])
  })

  test.each([
    ['beside the key', (bill: object, apiKey: string) => ({ apiKey, ...bill })],
    ['in data', (bill: object, apiKey: string) => ({ apiKey, code: '0000', data: bill })],
    ['in bill', (bill: object, apiKey: string) => ({ apiKey, bill })],
    ['in payment of data', (bill: object, apiKey: string) => ({ apiKey, data: { payment: bill } })],
  ])('v2 uses other names, with the fields %s', async (_, form) => {
    stage = setStage({ EVENTS, CREDENTIALS_KEY, ...accountAt(V2_HOST) })
    const { url, body, billId } = await paid()
    const camel = Object.fromEntries(
      Object.entries(body)
        .filter(([name]) => name !== 'apikey')
        .map(([name, value]) => [name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()), value]),
    )
    expect((await call(url, form(camel, API_KEY))).json.code).toBe('0000')
    expect((await kept()).map(({ data }) => data.bill_id)).toEqual([billId])
  })
})

describe('the callback URL of a bill', () => {
  const sentTo = () => stage.product.state.bills.get(lastBill)?.callback
  let lastBill = ''
  const send = async (bill: object, headers?: Record<string, string>) => {
    const answer = await stage.post('request', { ...BILL, ...bill }, headers ? { headers } : {})
    lastBill = answer.json.result?.bill_id ?? ''
    return answer
  }

  test('is the caller’s own if one is given', async () => {
    await send({ callback_url: 'https://academy.example/payments' })
    expect(sentTo()).toBe('https://academy.example/payments')
  })

  test("is missing for an account from the request's headers, which the gateway does not know later", async () => {
    expect((await send({}, headersFor(V1_HOST))).status).toBe(400)
  })

  test('is missing without CREDENTIALS_KEY, which verifies it', async () => {
    stage = setStage({ EVENTS, CREDENTIALS_KEY: '' })
    const answer = await send({}, STORED)
    expect([answer.status, answer.json.error]).toEqual([400, expect.stringContaining('callback_url')])
    expect(
      (await stage.gateway.call('/hooks/payment/anything', { method: 'POST', key: null, body: '{}' })).status,
    ).toBe(404)
  })
})

describe('two accounts', () => {
  const SECOND = { apiKey: 'second-payment-api-key', member: 'second-member', merchant: 'second-merchant' }
  const ID = 'payment:two'

  /** What the product does for a partner. */
  function of<Result>(account: 'payment' | typeof ID, work: () => Result): Result {
    const { state } = stage.product
    const { partner } = state
    if (account === ID) state.partner = { ...partner, ...SECOND }
    const restore = () => {
      state.partner = partner
    }
    const result = work()
    if (result instanceof Promise) return result.finally(restore) as Result
    restore()
    return result
  }

  async function both() {
    await storeCredentials(getSettings(BINDINGS), ID, {
      ...accountAt(V1_HOST),
      PAYMENT_API_KEY: SECOND.apiKey,
      PAYMENT_MEMBER_ID: SECOND.member,
      PAYMENT_MERCHANT_ID: SECOND.merchant,
    })
    const send = async (account: 'payment' | typeof ID) => {
      const { json } = await of(account, () => stage.post('request', BILL, { headers: { 'X-Account': account } }))
      expect(json).toMatchObject({ success: true })
      const billId: string = json.result.bill_id
      return { billId, ...of(account, () => stage.product.pay(billId)) }
    }
    return { first: await send('payment'), second: await send(ID) }
  }

  test('have URLs of their own, and the event is of the account whose bill was paid', async () => {
    const { first, second } = await both()
    expect(new URL(first.url).pathname).toMatch(/^\/hooks\/payment\/[\w-]{43}$/)
    expect(new URL(second.url).pathname).toMatch(/^\/hooks\/payment\/two\/[\w-]{43}$/)
    for (const { url, body } of [first, second]) expect((await call(url, body)).json.code).toBe('0000')
    expect((await kept()).map(({ account, data }) => [account, data.bill_id])).toEqual([
      ['payment', first.billId],
      [ID, second.billId],
    ])
    const states = async (account: string) => {
      const { json } = await stage.gateway.call('/api/v1/payment/bills', { headers: { 'X-Account': account } })
      return json.bills.map(({ bill_id, state }: { bill_id: string; state: string }) => [bill_id, state])
    }
    expect(await states('payment')).toEqual([[first.billId, 'paid']])
    expect(await states(ID)).toEqual([[second.billId, 'paid']])
  })

  test('a report of one is believed at no URL of the other', async () => {
    const { first, second } = await both()
    const at = (url: string, path: string) => `${new URL(url).origin}${path}${url.split('/').at(-1)}`
    for (const [url, body] of [
      [first.url, second.body],
      [second.url, first.body],
      // The right bill at the right URL, with the key of the other.
      [first.url, { ...first.body, apikey: SECOND.apiKey }],
      [second.url, { ...second.body, apikey: API_KEY }],
      // The right token at the path of the other.
      [at(first.url, '/hooks/payment/two/'), first.body],
      [at(first.url, '/hooks/payment/two/'), { ...first.body, apikey: SECOND.apiKey }],
      [at(second.url, '/hooks/payment/'), second.body],
      [at(second.url, '/hooks/payment/'), { ...second.body, apikey: API_KEY }],
      [at(second.url, '/hooks/payment/six/'), second.body],
      [at(second.url, '/hooks/payment/Two/'), second.body],
    ] as const)
      expect([url, (await call(url, body)).status]).toEqual([url, 404])
    expect(await kept()).toEqual([])
  })
})
