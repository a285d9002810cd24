import { describe, expect, test } from 'vitest'
import { Clock } from '../clock.ts'
import { ask, end, end2, newBill, newBill2, V1, V1_AUTH, V2, V2_AUTH } from './ask.ts'
import { readHash } from './hash.ts'
import {
  BUSINESS_NUMBER,
  CANCELLED_BILL,
  createPaySsam,
  DESTROYED_BILL,
  LARGEST_BILL,
  PAID_BILL,
  WAITING_BILL,
} from './index.ts'

const clock = () => new Clock('2026-11-21T15:30:05Z')

describe('hash (facts, section 5)', () => {
  test.each(['cancel', 'destroy'])('%s: a hash with the phone is refused', async (call) => {
    const simulator = createPaySsam()
    const bill_id = call === 'cancel' ? PAID_BILL : WAITING_BILL
    const bill = simulator.state.bills.get(bill_id)
    const price = bill?.price ?? ''
    const hash = await readHash(bill_id, bill?.phone ?? '', price)
    const old = await ask(simulator, `${V1}/if/bill/${call}`, { ...V1_AUTH, bill_id, price, hash })
    expect(old).toMatchObject({ status: 200, body: { code: '9999' } })
    const named = { billId: bill_id, price, hash, cancelReason: '변심' }
    const next = await ask(simulator, `${V2}/bill/${call}`, { ...V2_AUTH, bill: named })
    expect(next).toMatchObject({ status: 200, body: { code: 'VALIDATION_002' } })
    expect(simulator.state.executed).toMatchObject({ cancels: 0, destroys: 0 })
  })

  test('send: a hash without the phone is refused', async () => {
    const simulator = createPaySsam()
    const hash = await readHash('BILL-0001', '150000')
    const old = await ask(simulator, `${V1}/if/bill/send`, { ...V1_AUTH, bill: await newBill('BILL-0001', { hash }) })
    expect(old.body.code).toBe('9999')
    const id = `${BUSINESS_NUMBER}NEW0000001`
    const bill = await newBill2(id, { hash: await readHash(id, '150000') })
    expect((await ask(simulator, `${V2}/bill`, { ...V2_AUTH, bill })).body.code).toBe('VALIDATION_002')
    expect(simulator.state.executed.sends).toBe(0)
  })
})

describe('send', () => {
  test('v1: a new bill waits and costs a point', async () => {
    const simulator = createPaySsam()
    const answer = await ask(simulator, `${V1}/if/bill/send`, { ...V1_AUTH, bill: await newBill('BILL-0001') })
    expect(answer).toMatchObject({ status: 200, body: { code: '0000', bill_id: 'BILL-0001' } })
    expect(answer.body.shortURL).toMatch(/^https:\/\//)
    expect(simulator.state.bills.get('BILL-0001')).toMatchObject({ state: 'W', price: '150000', phone: '01012345678' })
    expect([simulator.state.points, simulator.state.executed.sends]).toEqual([999, 1])
  })

  test('v2: by chat message or as a URL', async () => {
    const simulator = createPaySsam()
    const id = `${BUSINESS_NUMBER}NEW0000001`
    const answer = await ask(simulator, `${V2}/bill`, { ...V2_AUTH, bill: await newBill2(id, { sendType: 'URL' }) })
    expect(answer.body).toMatchObject({
      code: '0000',
      data: { billId: id, shortUrl: expect.stringMatching(/^https:/) },
    })
    expect(simulator.state.points).toBe(1000)
    const untyped = await newBill2(`${BUSINESS_NUMBER}NEW0000002`, { sendType: 'MAIL' })
    expect((await ask(simulator, `${V2}/bill`, { ...V2_AUTH, bill: untyped })).status).toBe(400)
  })

  test('the URL model', async () => {
    const simulator = createPaySsam()
    const bill = await newBill('BILL-0001')
    const answer = await ask(simulator, 'https://erp-api.speeid.kr/if/bill/url', { ...V1_AUTH, bill })
    expect(answer.body).toMatchObject({ code: '0000', shortURL: expect.any(String) })
    expect(simulator.state.points).toBe(1000)
  })

  test('an id is used once, in both generations', async () => {
    const simulator = createPaySsam()
    const bill = await newBill(PAID_BILL)
    expect((await ask(simulator, `${V1}/if/bill/send`, { ...V1_AUTH, bill })).body.code).toBe('9800')
    expect((await ask(simulator, `${V2}/bill`, { ...V2_AUTH, bill: await newBill2(PAID_BILL) })).body.code).toBe(
      'BILL_001',
    )
  })

  test('trial hosts want the business number and ten characters', async () => {
    const simulator = createPaySsam()
    const staging = 'https://stg.paymint.co.kr/partner/if/bill/send'
    expect((await ask(simulator, staging, { ...V1_AUTH, bill: await newBill('BILL-0001') })).body.code).toBe('9999')
    const own = await newBill(`${BUSINESS_NUMBER}NEW0000001`)
    expect((await ask(simulator, staging, { ...V1_AUTH, bill: own })).body.code).toBe('0000')
    const answer = await ask(simulator, `${V2}/bill`, { ...V2_AUTH, bill: await newBill2('BILL-0001') })
    expect(answer.body.code).toBe('VALIDATION_001')
  })

  test('without a callback nobody is notified', async () => {
    const simulator = createPaySsam()
    const bill = await newBill('BILL-0001', { callbackURL: undefined })
    expect((await ask(simulator, `${V1}/if/bill/send`, { ...V1_AUTH, bill })).body.code).toBe('9870')
  })

  test('used-up points', async () => {
    const simulator = createPaySsam()
    simulator.state.points = 0
    const bill = await newBill('BILL-0001')
    expect((await ask(simulator, `${V1}/if/bill/send`, { ...V1_AUTH, bill })).body.code).toBe('9999')
    const next = await newBill2(`${BUSINESS_NUMBER}NEW0000001`)
    expect((await ask(simulator, `${V2}/bill`, { ...V2_AUTH, bill: next })).body.code).toBe('POINT_001')
    expect(simulator.state.bills.has('BILL-0001')).toBe(false)
  })

  test.each([
    ['price', 150000],
    ['price', '150,000'],
    ['price', '12345678901'],
    ['phone', '010-1234-5678'],
    ['phone', undefined],
    ['bill_id', 'x'.repeat(21)],
    ['expire_dt', '2026-02-30'],
    ['expire_dt', '20261231'],
    ['member_nm', ''],
    ['product_nm', undefined],
    ['hash', undefined],
    ['bill_issuer', 'x'.repeat(51)],
  ])('v1: %s %j is 400', async (name, value) => {
    const simulator = createPaySsam()
    const bill = await newBill('BILL-0001', { [name]: value })
    const answer = await ask(simulator, `${V1}/if/bill/send`, { ...V1_AUTH, bill })
    expect(answer).toMatchObject({ status: 400, body: { code: '9999', msg: expect.stringContaining(name) } })
  })
})

describe('read', () => {
  test.each([
    [PAID_BILL, 'F'],
    [WAITING_BILL, 'W'],
    [CANCELLED_BILL, 'C'],
    [DESTROYED_BILL, 'D'],
  ])('%s is in state %s', async (id, state) => {
    const simulator = createPaySsam()
    const old = await ask(simulator, `${V1}/if/bill/read`, { ...V1_AUTH, bill_id: id })
    expect(old.body).toMatchObject({ code: '0000', bill_id: id, appr_state: state })
    const next = await ask(simulator, `${V2}/bill/read`, { ...V2_AUTH, bill: { billId: id } })
    expect(next.body.data).toMatchObject({ billId: id, apprState: state })
  })

  test('a paid bill has its approval, digits as text', async () => {
    const { body } = await ask(createPaySsam(), `${V1}/if/bill/read`, { ...V1_AUTH, bill_id: LARGEST_BILL })
    expect(body).toMatchObject({ appr_price: '9999999999', appr_num: '00112240', appr_dt: '20261115140000' })
  })

  test('a cancelled bill has both approvals', async () => {
    const { body } = await ask(createPaySsam(), `${V1}/if/bill/read`, { ...V1_AUTH, bill_id: CANCELLED_BILL })
    expect(body).toMatchObject({
      appr_num: '00099001',
      appr_origin_num: '00098765',
      appr_cancel_dt: '20261004110203',
      appr_origin_dt: '20261002101500',
    })
  })
})

describe('cancel', () => {
  test('v1: a paid bill, whole, once; times are Korean', async () => {
    const simulator = createPaySsam({ clock: clock() })
    const { body } = await end(simulator, 'cancel', PAID_BILL, '150000')
    expect(body).toEqual({
      ...V1_AUTH,
      code: '0000',
      msg: '성공',
      bill_id: PAID_BILL,
      hash: await readHash(PAID_BILL, '150000'),
      appr_num: expect.stringMatching(/^0\d{7}$/),
      appr_origin_num: '00112233',
      appr_cancel_dt: '20261122003005',
    })
    expect((await end(simulator, 'cancel', PAID_BILL, '150000')).body.code).toBe('9970')
    expect(simulator.state.executed.cancels).toBe(1)
    expect(simulator.state.bills.get(PAID_BILL)?.state).toBe('C')
  })

  test('v2: the same in data', async () => {
    const simulator = createPaySsam({ clock: clock() })
    const { body } = await end2(simulator, 'cancel', PAID_BILL, '150000')
    expect(body).toMatchObject({ code: '0000', data: { apprOriginNum: '00112233', apprCancelDt: '20261122003005' } })
    expect((await end2(simulator, 'cancel', PAID_BILL, '150000')).body.code).toBe('BILL_006')
    expect(simulator.state.executed.cancels).toBe(1)
  })

  test('ten at once cancel once', async () => {
    const simulator = createPaySsam()
    const answers = await Promise.all(Array.from({ length: 10 }, () => end(simulator, 'cancel', PAID_BILL, '150000')))
    expect(answers.map(({ body }) => body.code).sort()).toEqual(['0000', ...Array(9).fill('9970')])
    expect(simulator.state.executed.cancels).toBe(1)
  })

  test.each([
    [WAITING_BILL, '33000', '9999', 'BILL_006'],
    [CANCELLED_BILL, '150000', '9970', 'BILL_006'],
    [DESTROYED_BILL, '20000', '9999', 'BILL_006'],
    [PAID_BILL, '1000', '9999', 'VALIDATION_001'],
    [PAID_BILL, '0150000', '9999', 'VALIDATION_001'],
    ['nobody', '1000', '9980', 'BILL_003'],
  ])('%s at %s is refused', async (id, price, old, next) => {
    const simulator = createPaySsam()
    expect(await end(simulator, 'cancel', id, price)).toMatchObject({ status: 200, body: { code: old } })
    expect(await end2(simulator, 'cancel', id, price)).toMatchObject({ status: 200, body: { code: next } })
    expect(simulator.state.executed.cancels).toBe(0)
  })

  test('v2 wants a reason of at most 20 characters', async () => {
    const bill = { billId: PAID_BILL, price: '150000', hash: await readHash(PAID_BILL, '150000') }
    for (const cancelReason of [undefined, 'x'.repeat(21)]) {
      const answer = await ask(createPaySsam(), `${V2}/bill/cancel`, { ...V2_AUTH, bill: { ...bill, cancelReason } })
      expect(answer.status).toBe(400)
    }
  })
})

describe('destroy and resend', () => {
  test('destroy works only for a waiting bill', async () => {
    const simulator = createPaySsam()
    expect((await end(simulator, 'destroy', WAITING_BILL, '33000')).body).toMatchObject({
      code: '0000',
      bill_id: WAITING_BILL,
    })
    expect((await end(simulator, 'destroy', WAITING_BILL, '33000')).body.code).toBe('9999')
    expect((await end(simulator, 'destroy', PAID_BILL, '150000')).body.code).toBe('9971')
    expect((await end(simulator, 'destroy', CANCELLED_BILL, '150000')).body.code).toBe('9970')
    expect((await end2(simulator, 'destroy', PAID_BILL, '150000')).body.code).toBe('BILL_006')
    expect(simulator.state.executed.destroys).toBe(1)
    expect(simulator.state.bills.get(WAITING_BILL)?.state).toBe('D')
  })

  test('resend sends a waiting bill again, for a point', async () => {
    const simulator = createPaySsam()
    const resend = (bill_id: string) => ask(simulator, `${V1}/if/bill/resend`, { ...V1_AUTH, bill_id })
    expect((await resend(WAITING_BILL)).body.code).toBe('0000')
    expect((await resend(PAID_BILL)).body.code).toBe('9971')
    expect((await resend('nobody')).body.code).toBe('9980')
    const next = await ask(simulator, `${V2}/bill/resend`, { ...V2_AUTH, bill: { billId: PAID_BILL } })
    expect(next.body.code).toBe('BILL_006')
    expect([simulator.state.points, simulator.state.executed.resends]).toEqual([999, 1])
  })
})

describe('points left', () => {
  test('with only an API key, or for one merchant', async () => {
    const simulator = createPaySsam()
    simulator.state.points = 42
    const apiKey = V2_AUTH.apiKey
    const all = await ask(simulator, `${V2}/read/remain_count`, { apiKey })
    expect(all.body).toMatchObject({ code: '0000', data: { remainCount: 42 } })
    const one = await ask(simulator, `${V2}/read/merchant/remain_count`, V2_AUTH)
    expect(one.body).toMatchObject({ code: '0000', data: { remainCount: 42 } })
    expect((await ask(simulator, `${V2}/read/merchant/remain_count`, { apiKey })).body.code).toBe('PARTNER_005')
    expect((await ask(simulator, `${V2}/read/remain_count`, { apiKey: 'wrong' })).body.code).toBe('PARTNER_003')
  })
})

describe('the customer pays', () => {
  test('the bill is paid, and the callback contains the approval', () => {
    const simulator = createPaySsam({ clock: clock() })
    const { url, body } = simulator.pay(WAITING_BILL)
    expect(url).toBe('https://academy.example/payments')
    expect(body).toMatchObject({
      bill_id: WAITING_BILL,
      appr_state: 'F',
      appr_price: '33000',
      appr_dt: '20261122003005',
    })
    expect(() => simulator.pay(WAITING_BILL)).toThrow(/does not wait/)
  })

  test('until midnight of the last day in Korea', () => {
    const last = createPaySsam({ clock: new Clock('2026-11-30T14:59:59Z') })
    expect(last.pay(WAITING_BILL).body.appr_dt).toBe('20261130235959')
    const late = createPaySsam({ clock: new Clock('2026-11-30T15:00:00Z') })
    expect(() => late.pay(WAITING_BILL)).toThrow(/expired/)
  })
})
