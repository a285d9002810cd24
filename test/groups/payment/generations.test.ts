import { expect, test } from 'vitest'
import { findPaymentHost } from '../../../src/groups/hosts.ts'
import { type PaymentAccount, type ProductCall, v1, v2 } from '../../../src/groups/payment/payssam.ts'
import { classifyResponse, readAnswer } from '../../../src/groups/payment/results.ts'
import {
  API_KEY,
  AUTOPAY_CUSTOMER,
  BUSINESS_NUMBER,
  createPaySsam,
  MEMBER_ID,
  MERCHANT_ID,
  type PaySsamSimulator,
} from '../../simulators/payment/index.ts'

const HOSTS = [
  'erp-api.payssam.kr',
  'stg.paymint.co.kr',
  'erp-api.speeid.kr',
  'sandbox.paymint.co.kr',
  'api.paymint.co.kr',
]

const bill_id = `${BUSINESS_NUMBER}CALL000001`
const bill = {
  bill_id,
  product_nm: '교재비',
  message: '감사합니다',
  member_nm: '홍길동',
  phone: '010-1234-5678',
  price: 33000,
  expire_dt: '2099-12-31',
  callback_url: 'https://academy.example/payments',
}

/** A partner at one host: what a call means, as the gateway parses it. */
function partnerAt(simulator: PaySsamSimulator, host: string) {
  const found = findPaymentHost(host)
  if (!found) throw new Error(`${host} is not in the table`)
  const account: PaymentAccount = {
    ...found,
    apiKey: API_KEY,
    memberId: MEMBER_ID,
    merchantId: MERCHANT_ID,
    businessNumber: BUSINESS_NUMBER,
  }
  const generation = account.apiVersion === 'v1' ? v1 : v2
  const verdict = async (call: Promise<ProductCall>) => {
    const { path, body } = await call
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await simulator.fetch(new Request(account.baseUrl + path, init))
    const text = await response.text()
    return classifyResponse(response.status, readAnswer(text))
  }
  return { account, generation, verdict }
}

test.each(HOSTS)('%s understands every call, and the gateway every response', async (host) => {
  const simulator = createPaySsam()
  const { account, generation, verdict } = partnerAt(simulator, host)

  const sent = await verdict(generation.request(account, bill))
  expect(sent).toEqual({ kind: 'done', result: { bill_id, short_url: expect.stringMatching(/^https:/) } })
  expect(await verdict(generation.resend(account, { bill_id }))).toEqual({ kind: 'done', result: { bill_id } })
  simulator.pay(bill_id)
  const paid = await verdict(generation.read(account, { bill_id }))
  expect(paid).toMatchObject({ kind: 'done', result: { appr_state: 'F', appr_price: '33000' } })
  const cancelled = await verdict(generation.cancel(account, { bill_id, price: 33000 }))
  expect(cancelled).toMatchObject({
    kind: 'done',
    result: { bill_id, appr_cancel_dt: expect.stringMatching(/^\d{14}$/) },
  })
  expect(await verdict(generation.cancel(account, { bill_id, price: 33000 }))).toMatchObject({
    kind: 'refused',
    status: 400,
  })
  expect(simulator.state.executed.cancels).toBe(1)

  const other = `${BUSINESS_NUMBER}CALL000002`
  await verdict(generation.request(account, { ...bill, bill_id: other }))
  const destroyed = await verdict(generation.destroy(account, { bill_id: other, price: 33000 }))
  expect(destroyed).toEqual({ kind: 'done', result: { bill_id: other } })
  expect(simulator.unexpected).toEqual([])
})

test.each(HOSTS)('%s understands auto-pay', async (host) => {
  const simulator = createPaySsam()
  const { account, generation, verdict } = partnerAt(simulator, host)
  const page = await verdict(generation.manageAutopay(account, { customer: AUTOPAY_CUSTOMER }))
  expect(page).toEqual({ kind: 'done', result: { short_url: expect.stringMatching(/^https:/) } })
  const charge = { customer: AUTOPAY_CUSTOMER, bill_id, product_nm: '구독', price: 9_999_999_999 }
  const charged = await verdict(generation.requestAutopay(account, charge))
  expect(charged).toMatchObject({ kind: 'done', result: { bill_id, appr_state: 'F', appr_price: '9999999999' } })
  expect(simulator.unexpected).toEqual([])
})

test.each(HOSTS)('%s: refusals inside a 200 are refusals', async (host) => {
  const simulator = createPaySsam()
  const { account, generation, verdict } = partnerAt(simulator, host)
  const missing = await verdict(generation.cancel(account, { bill_id: 'nobody', price: 1 }))
  expect(missing).toMatchObject({ kind: 'refused', status: 404 })
  const again = await verdict(generation.request(account, bill)).then(() => verdict(generation.request(account, bill)))
  expect(again).toMatchObject({ kind: 'refused', status: 409 })
  simulator.switches.connection = 'expired'
  expect(await verdict(generation.read(account, { bill_id }))).toMatchObject({ kind: 'refused', status: 401 })
  simulator.switches.answerCode = { code: '5000', worked: false }
  simulator.switches.connection = 'open'
  expect(await verdict(generation.read(account, { bill_id }))).toMatchObject({ kind: 'unknown' })
})
