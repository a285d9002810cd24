import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Answer, ask } from '../ask.ts'
import { Clock } from '../clock.ts'
import { command, follows } from '../model.ts'
import {
  API_KEY,
  AUTOPAY_CUSTOMER,
  type BillState,
  BUSINESS_NUMBER,
  CANCELLED_BILL,
  createPaySsam,
  LARGEST_BILL,
  MEMBER_ID,
  MERCHANT_ID,
  PAID_BILL,
  type PaySsamSimulator,
  POINTS_OF_MESSAGE,
  WAITING_BILL,
} from './index.ts'
import { readHash } from './parameters.ts'

const PHONE = '01012345678'
const PRICE = '150000'
const V1 = 'https://erp-api.payssam.kr/if'
const V2 = 'https://api.paymint.co.kr/partner'
const V1_AUTH = { apikey: API_KEY, member: MEMBER_ID, merchant: MERCHANT_ID }
const V2_AUTH = { apiKey: API_KEY, member: MEMBER_ID, merchant: MERCHANT_ID }

const postTo = (real: PaySsamSimulator, url: string, body: object) => ask(real, `POST ${url}`, { body })

type Call = 'send' | 'resend' | 'read' | 'cancel' | 'destroy' | 'charge'
interface Asked {
  id: string
  price?: string
  hash?: string
  changes?: object
}

/** One call in the first generation, with a valid hash unless another one is given. */
async function v1(real: PaySsamSimulator, call: Call, { id, price = PRICE, hash, changes }: Asked): Promise<Answer> {
  const signed = hash ?? (await readHash(id, ...(call === 'send' ? [PHONE] : []), price))
  const named = { bill_id: id, price, hash: signed }
  const bill = { ...named, product_nm: '12월 수강료', bill_type: 'PE', ...changes }
  const sent = { ...bill, bill_type: undefined, member_nm: '정하늘', phone: PHONE, expire_dt: '2026-12-31' }
  const callbackURL = 'https://academy.example/payments'
  if (call === 'send') {
    return postTo(real, `${V1}/bill/send`, { ...V1_AUTH, bill: { ...sent, callbackURL, ...changes } })
  }
  if (call === 'charge') return postTo(real, `${V1}/bill/url`, { ...V1_AUTH, customer: AUTOPAY_CUSTOMER, bill })
  return postTo(real, `${V1}/bill/${call}`, { ...V1_AUTH, ...named })
}

/** The same in the second generation. */
async function v2(real: PaySsamSimulator, call: Call, { id, price = PRICE, hash, changes }: Asked): Promise<Answer> {
  const signed = hash ?? (await readHash(id, ...(call === 'send' ? [PHONE] : []), price))
  const named = { billId: id, price, hash: signed, cancelReason: '변심' }
  const bill = { ...named, productName: '12월 수강료', ...changes }
  const callbackUrl = 'https://academy.example/payments'
  const sent = { memberName: '정하늘', phone: PHONE, expireDt: '2026-12-31', callbackUrl, sendType: 'TALK' }
  if (call === 'send') return postTo(real, `${V2}/bill`, { ...V2_AUTH, bill: { ...bill, ...sent, ...changes } })
  if (call === 'charge') return postTo(real, `${V2}/bill/rp`, { ...V2_AUTH, customer: AUTOPAY_CUSTOMER, bill })
  return postTo(real, `${V2}/bill/${call}`, { ...V2_AUTH, bill: named })
}

const GENERATIONS = [v1, v2]

/** The code of a refusal in each generation (facts, section 6). */
const CODES = {
  done: ['0000', '0000'],
  usedId: ['9800', 'BILL_001'],
  unknown: ['9980', 'BILL_003'],
  W: ['9999', 'BILL_006'],
  F: ['9971', 'BILL_006'],
  C: ['9970', 'BILL_006'],
  D: ['9999', 'BILL_006'],
  price: ['9999', 'VALIDATION_001'],
  hash: ['9999', 'VALIDATION_002'],
  points: ['9999', 'POINT_001'],
} as const

const DONE = { send: 'sends', resend: 'resends', cancel: 'cancels', destroy: 'destroys', charge: 'charges' } as const

class Books {
  bills = new Map<string, BillState>()
  points = 3 * POINTS_OF_MESSAGE
  executed = { sends: 0, resends: 0, cancels: 0, destroys: 0, charges: 0 }

  /** What must come of a call. */
  take(call: Call, id: string, isRightPrice: boolean): keyof typeof CODES {
    const state = this.bills.get(id)
    if (call === 'send' || call === 'charge') {
      if (state) return 'usedId'
      if (call === 'send' && this.points === 0) return 'points'
      if (call === 'send') this.points -= POINTS_OF_MESSAGE
      this.bills.set(id, call === 'send' ? 'W' : 'F')
    } else if (!state) return 'unknown'
    else if (call === 'resend') {
      if (state !== 'W') return state
      if (this.points === 0) return 'points'
      this.points -= POINTS_OF_MESSAGE
    } else if (call !== 'read') {
      if (state !== (call === 'cancel' ? 'F' : 'W')) return state
      if (!isRightPrice) return 'price'
      this.bills.set(id, call === 'cancel' ? 'C' : 'D')
    }
    if (call !== 'read') this.executed[DONE[call]] += 1
    return 'done'
  }
}

const calls = (names: Call[]) =>
  fc
    .record({
      call: fc.constantFrom(...names),
      generation: fc.constantFrom(0, 1),
      id: fc.constantFrom('1', '2', '3').map((end) => `${BUSINESS_NUMBER}NEW000000${end}`),
      flaw: fc.oneof({ weight: 5, arbitrary: fc.constant('none') }, fc.constantFrom('price', 'hash')),
    })
    .map(({ call, generation, id, flaw }) =>
      command<Books, PaySsamSimulator>(`${call} ${id} in v${generation + 1}, wrong: ${flaw}`, async (books, real) => {
        const isHashed = call !== 'read' && call !== 'resend'
        const isRightPrice = flaw !== 'price' || call === 'send' || call === 'charge'
        const wrongHash = flaw === 'hash' && isHashed ? await readHash(id, PRICE, 'x') : undefined
        const outcome = wrongHash ? 'hash' : books.take(call, id, isRightPrice)
        const asked = { id, ...(!isRightPrice && { price: '1000' }), ...(wrongHash && { hash: wrongHash }) }
        const answer = await (generation === 0 ? v1 : v2)(real, call, asked)
        expect([answer.status, answer.body.code]).toEqual([200, CODES[outcome][generation]])
        const shown = generation === 0 ? answer.body.appr_state : Object(answer.body.data).apprState
        if (call === 'read' && outcome === 'done') expect(shown).toBe(books.bills.get(id))
        expect([real.state.executed, real.state.points]).toEqual([books.executed, books.points])
      }),
    )

const pays = fc.constantFrom('1', '2', '3').map((end) =>
  command<Books, PaySsamSimulator>(`the customer pays ${end}`, async (books, real) => {
    const id = `${BUSINESS_NUMBER}NEW000000${end}`
    if (books.bills.get(id) !== 'W') expect(() => real.pay(id)).toThrow(/does not wait/)
    else {
      expect(real.pay(id).body).toMatchObject({ bill_id: id, appr_state: 'F', appr_price: PRICE })
      books.bills.set(id, 'F')
    }
  }),
)

test('a bill is sent, paid, cancelled and destroyed once, whatever the order and the generation', () =>
  follows(() => {
    const real = createPaySsam({ clock: new Clock(), bills: [] })
    real.state.points = 3 * POINTS_OF_MESSAGE
    return { model: new Books(), real }
  }, [calls(['send', 'charge']), calls(['resend', 'read', 'cancel', 'destroy']), pays]))

test.each([
  ['https://erp-api.payssam.kr/if/bill/read', 200],
  ['https://stg.paymint.co.kr/partner/if/bill/read', 200],
  ['https://erp-api.speeid.kr/if/bill/read', 200],
  ['https://erp-api.payssam.kr/bill/read', 404],
  ['https://erp-api.payssam.kr/partner/if/bill/read', 404],
  ['https://stg.paymint.co.kr/if/bill/read', 404],
  ['https://sandbox.paymint.co.kr/partner/if/bill/read', 404],
  ['https://erp-api.speeid.kr/if/bill/send', 404],
  ['http://erp-api.payssam.kr/if/bill/read', 404],
])('facts 1: %s is %i', async (url, status) => {
  const real = createPaySsam()
  expect((await postTo(real, url, { ...V1_AUTH, bill_id: PAID_BILL })).status).toBe(status)
  expect(real.unexpected).toHaveLength(status === 200 ? 0 : 1)
})

test.each([
  [V1, { apikey: 'wrong' }, 200, '1003'],
  [V1, { member: undefined }, 400, '9999'],
  [V1, { merchant: 'x'.repeat(33) }, 400, '9999'],
  [V2, { apiKey: undefined }, 200, 'PARTNER_002'],
  [V2, { apiKey: 'wrong' }, 200, 'PARTNER_003'],
  [V2, { member: undefined }, 200, 'PARTNER_005'],
  [V2, { merchant: 'wrong' }, 200, 'PARTNER_004'],
  [V2, { bill: undefined }, 400, 'VALIDATION_001'],
  [V2, { bill: { bill_id: PAID_BILL } }, 400, 'VALIDATION_001'],
])('facts 2 and 6: %s with %j is %i and %s', async (base, changes, status, code) => {
  const asked = base === V1 ? { ...V1_AUTH, bill_id: PAID_BILL } : { ...V2_AUTH, bill: { billId: PAID_BILL } }
  const answer = await postTo(createPaySsam(), `${base}/bill/read`, { ...asked, ...changes })
  expect([answer.status, answer.body.code]).toEqual([status, code])
})

test.each([
  ['price', 150000],
  ['price', '150,000'],
  ['price', '12345678901'],
  ['phone', '010-1234-5678'],
  ['bill_id', 'x'.repeat(21)],
  ['expire_dt', '2026-02-30'],
  ['member_nm', ''],
  ['product_nm', undefined],
  ['bill_issuer', 'x'.repeat(51)],
])('facts 4: a bill with %s %j is 400', async (name, value) => {
  const answer = await v1(createPaySsam(), 'send', { id: 'BILL-0001', changes: { [name]: value } })
  expect(answer).toMatchObject({ status: 400, body: { code: '9999', msg: expect.stringContaining(name) } })
})

test('facts 4.1: a trial host takes only the id of the business, and a bill needs a callback', async () => {
  const real = createPaySsam()
  const bill = { billId: 'BILL-0001', productName: 'a', memberName: 'b', phone: PHONE, price: '1', sendType: 'URL' }
  const more = { hash: await readHash('BILL-0001', PHONE, '1'), expireDt: '2026-12-31' }
  const trial = await postTo(real, 'https://sandbox.paymint.co.kr/partner/bill', {
    ...V2_AUTH,
    bill: { ...bill, ...more },
  })
  expect(trial.body.code).toBe('VALIDATION_001')
  const silent = await v1(real, 'send', { id: 'BILL-0001', changes: { callbackURL: undefined } })
  expect(silent.body.code).toBe('9870')
})

test('facts 4.2: approvals are texts of digits in Korean time', async () => {
  const real = createPaySsam({ clock: new Clock('2026-11-21T15:30:05Z') })
  const largest = { appr_price: '9999999999', appr_num: '00112240', appr_dt: '20261115140000' }
  expect((await v1(real, 'read', { id: LARGEST_BILL })).body).toMatchObject(largest)
  const origins = { appr_num: '00099001', appr_origin_num: '00098765', appr_cancel_dt: '20261004110203' }
  expect((await v1(real, 'read', { id: CANCELLED_BILL })).body).toMatchObject(origins)
  expect((await v1(real, 'cancel', { id: PAID_BILL })).body).toEqual({
    ...{ ...V1_AUTH, code: '0000', msg: '성공', bill_id: PAID_BILL, hash: await readHash(PAID_BILL, PRICE) },
    ...{ appr_num: expect.stringMatching(/^0\d{7}$/), appr_origin_num: '00112233', appr_cancel_dt: '20261122003005' },
  })
})

test('facts 4.3: a customer without a method gets a bill that waits in v1, and none in v2', async () => {
  const real = createPaySsam()
  const id = `${BUSINESS_NUMBER}AUTO000001`
  const hash = await readHash(id, '9900')
  const next = { ...V2_AUTH, customer: 'stranger', bill: { billId: id, productName: '구독', price: '9900', hash } }
  expect((await postTo(real, `${V2}/bill/rp`, next)).body.code).toBe('VALIDATION_001')
  const bill = { bill_id: id, product_nm: '구독', price: '9900', hash, bill_type: 'PE' }
  const old = { ...V1_AUTH, customer: 'stranger', bill }
  expect((await postTo(real, `${V1}/bill/url`, old)).body).toMatchObject({ code: '0000', shortURL: expect.any(String) })
  expect([real.state.bills.get(id)?.state, real.state.executed.charges]).toEqual(['W', 0])
})

test('facts 4.4: a bill can be paid until midnight of its last day in Korea', () => {
  const last = createPaySsam({ clock: new Clock('2026-11-30T14:59:59Z') })
  expect(last.pay(WAITING_BILL).body.appr_dt).toBe('20261130235959')
  expect(() => createPaySsam({ clock: new Clock('2026-11-30T15:00:00Z') }).pay(WAITING_BILL)).toThrow(/expired/)
})

test('an expired contract is told in the words of each generation', async () => {
  const real = createPaySsam()
  real.switches.connection = 'expired'
  const codes = await Promise.all(
    GENERATIONS.map(async (call) => (await call(real, 'cancel', { id: PAID_BILL })).body.code),
  )
  expect(codes).toEqual(['1003', 'PARTNER_006'])
  real.switches.connection = 'v1-only'
  expect((await v2(real, 'read', { id: PAID_BILL })).body.code).toBe('PARTNER_001')
})
