import { describe, expect, test } from 'vitest'
import { ask, V1, V1_AUTH, V2, V2_AUTH } from './ask.ts'
import { readHash } from './hash.ts'
import { AUTOPAY_CUSTOMER, BUSINESS_NUMBER, createPaySsam } from './index.ts'

const ID = `${BUSINESS_NUMBER}AUTO000001`

describe('manage opens a page (facts, section 4.3)', () => {
  test('v1: bill_type M returns a shortURL and changes nothing else', async () => {
    const simulator = createPaySsam()
    const bill = { bill_type: 'M', bill_id: ID, price: '9900', hash: await readHash(ID, '9900') }
    const body = { ...V1_AUTH, customer: AUTOPAY_CUSTOMER, bill }
    const answer = await ask(simulator, `${V1}/if/rp/manage`, body)
    expect(answer.body).toMatchObject({ ...V1_AUTH, code: '0000', shortURL: expect.stringMatching(/^https:/) })
    expect(simulator.state.managePages).toEqual([{ customer: AUTOPAY_CUSTOMER, shortUrl: answer.body.shortURL }])
    expect(simulator.state.bills.has(ID)).toBe(false)
  })

  test('v1: another type, or no bill, is 400', async () => {
    for (const bill of [{ bill_type: 'PE' }, {}, undefined]) {
      expect((await ask(createPaySsam(), `${V1}/if/rp/manage`, { ...V1_AUTH, bill })).status).toBe(400)
    }
  })

  test('a hash is verified if one is required', async () => {
    const simulator = createPaySsam()
    const bill = { bill_type: 'M', bill_id: ID, price: '9900' }
    expect((await ask(simulator, `${V1}/if/rp/manage`, { ...V1_AUTH, bill })).body.code).toBe('9999')
    const next = { billId: ID, price: '9900', hash: 'wrong' }
    expect((await ask(simulator, `${V2}/rp/manage`, { ...V2_AUTH, bill: next })).body.code).toBe('VALIDATION_002')
    expect(simulator.state.managePages).toEqual([])
  })

  test('v2: only the customer is enough', async () => {
    const answer = await ask(createPaySsam(), `${V2}/rp/manage`, { ...V2_AUTH, customer: AUTOPAY_CUSTOMER })
    expect(answer.body).toMatchObject({ code: '0000', data: { shortUrl: expect.stringMatching(/^https:/) } })
  })
})

describe('charge', () => {
  const charge = async () => ({ bill_id: ID, product_nm: '구독', price: '9900', hash: await readHash(ID, '9900') })
  const charge2 = async () => ({ billId: ID, productName: '구독', price: '9900', hash: await readHash(ID, '9900') })

  test('v1: bill_type PE is paid at once with the registered method', async () => {
    const simulator = createPaySsam()
    const body = { ...V1_AUTH, customer: AUTOPAY_CUSTOMER, bill: { ...(await charge()), bill_type: 'PE' } }
    expect((await ask(simulator, `${V1}/if/bill/url`, body)).body).toMatchObject({
      code: '0000',
      bill_id: ID,
      appr_state: 'F',
      appr_price: '9900',
    })
    expect(simulator.state.bills.get(ID)).toMatchObject({ state: 'F', customer: AUTOPAY_CUSTOMER })
    expect((await ask(simulator, `${V1}/if/bill/url`, body)).body.code).toBe('9800')
    expect(simulator.state.executed.charges).toBe(1)
  })

  test('v1: without a payment method the bill waits at its URL', async () => {
    const simulator = createPaySsam()
    const body = { ...V1_AUTH, customer: 'stranger', bill: { ...(await charge()), bill_type: 'PE' } }
    const answer = await ask(simulator, `${V1}/if/bill/url`, body)
    expect(answer.body).toMatchObject({ code: '0000', shortURL: expect.any(String) })
    expect(simulator.state.bills.get(ID)?.state).toBe('W')
    expect(simulator.state.executed.charges).toBe(0)
  })

  test('v2: paid at once, or refused', async () => {
    const simulator = createPaySsam()
    const bill = await charge2()
    const stranger = await ask(simulator, `${V2}/bill/rp`, { ...V2_AUTH, customer: 'stranger', bill })
    expect(stranger.body.code).toBe('VALIDATION_001')
    const known = await ask(simulator, `${V2}/bill/rp`, { ...V2_AUTH, customer: AUTOPAY_CUSTOMER, bill })
    expect(known.body).toMatchObject({ code: '0000', data: { billId: ID, apprState: 'F' } })
    expect(simulator.state.executed.charges).toBe(1)
  })

  test('a wrong hash charges nobody', async () => {
    const simulator = createPaySsam()
    const bill = { ...(await charge()), hash: await readHash(ID, '990'), bill_type: 'PE' }
    const body = { ...V1_AUTH, customer: AUTOPAY_CUSTOMER, bill }
    expect((await ask(simulator, `${V1}/if/bill/url`, body)).body.code).toBe('9999')
    expect(simulator.state.executed.charges).toBe(0)
  })
})
