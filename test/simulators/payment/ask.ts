import { API_KEY, MEMBER_ID, MERCHANT_ID } from './credentials.ts'
import { readHash } from './hash.ts'
import type { PaySsamSimulator } from './index.ts'

type Body = Readonly<Record<string, unknown>>

export const V1 = 'https://erp-api.payssam.kr'
export const V2 = 'https://sandbox.paymint.co.kr/partner'
export const V1_AUTH = { apikey: API_KEY, member: MEMBER_ID, merchant: MERCHANT_ID }
export const V2_AUTH = { apiKey: API_KEY, member: MEMBER_ID, merchant: MERCHANT_ID }

/** Posts JSON as a partner does. */
export async function ask(
  simulator: PaySsamSimulator,
  url: string,
  body: Body,
): Promise<{ status: number; body: Body }> {
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const response = await simulator.fetch(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }))
  return { status: response.status, body: await response.json() }
}

/** A cancel or destroy of v1, with a valid hash. */
export async function end(simulator: PaySsamSimulator, call: 'cancel' | 'destroy', bill_id: string, price: string) {
  return ask(simulator, `${V1}/if/bill/${call}`, { ...V1_AUTH, bill_id, price, hash: await readHash(bill_id, price) })
}

/** The same in the second generation. */
export async function end2(simulator: PaySsamSimulator, call: 'cancel' | 'destroy', billId: string, price: string) {
  const bill = { billId, price, hash: await readHash(billId, price), cancelReason: '변심' }
  return ask(simulator, `${V2}/bill/${call}`, { ...V2_AUTH, bill })
}

/** A bill to send in the first generation, rightly hashed, with changes. */
export async function newBill(bill_id: string, changes: Body = {}): Promise<Body> {
  return {
    bill_id,
    product_nm: '12월 수강료',
    message: '감사합니다',
    member_nm: '정하늘',
    phone: '01012345678',
    price: '150000',
    hash: await readHash(bill_id, '01012345678', '150000'),
    expire_dt: '2026-12-31',
    callbackURL: 'https://academy.example/payments',
    ...changes,
  }
}

/** The same in the second generation. */
export async function newBill2(billId: string, changes: Body = {}): Promise<Body> {
  return {
    billId,
    productName: '12월 수강료',
    memberName: '정하늘',
    phone: '01012345678',
    price: '150000',
    hash: await readHash(billId, '01012345678', '150000'),
    expireDt: '2026-12-31',
    callbackUrl: 'https://academy.example/payments',
    sendType: 'TALK',
    ...changes,
  }
}
