import { expect, test } from 'vitest'
import { billHash, v1 } from '../../../src/groups/payment/payssam.ts'
import { testAccount } from './test-account.ts'

const account = testAccount('erp-api.payssam.kr')
const auth = { apikey: 'test-api-key', member: 'test-member', merchant: 'test-merchant' }
const twoParts = '6522c2aa61459c87d4fe4308dd66c55d95445308d3af0c4057aefa584213b5c1'
const threeParts = '6bd47b167894e8f748d210756af29beac72eaffe738a64f14f9beb877fe11a3a'

const bill = {
  bill_id: 'BILL-0001',
  product_nm: '11월 수강료',
  member_nm: '홍길동',
  phone: '+82 10-1234-5678',
  price: 10000,
  expire_dt: '2026-11-30',
}

test('request: the bill in an object, price as text, phone as digits, the hash of three parts', async () => {
  const callback_url = 'https://shop.example/paid'
  expect(await v1.request(account, { ...bill, message: '감사합니다', callback_url })).toEqual({
    path: '/if/bill/send',
    body: {
      ...auth,
      bill: {
        bill_id: 'BILL-0001',
        product_nm: '11월 수강료',
        message: '감사합니다',
        member_nm: '홍길동',
        phone: '01012345678',
        price: '10000',
        hash: threeParts,
        expire_dt: '2026-11-30',
        callbackURL: callback_url,
      },
    },
  })
})

test('request: a missing field is not sent', async () => {
  const { body } = await v1.request(account, bill)
  expect(JSON.stringify(body)).not.toMatch(/message|callback/)
})

test('request: a host of the URL model has its own path', async () => {
  expect((await v1.request(testAccount('erp-api.speeid.kr'), bill)).path).toBe('/if/bill/url')
})

test('request: a phone that is not Korean is refused', async () => {
  await expect(v1.request(account, { ...bill, phone: '+1 212 555 0123' })).rejects.toMatchObject({ status: 400 })
})

test.each(['cancel', 'destroy'] as const)('%s: fields at the top, the hash of two parts', async (call) => {
  expect(await v1[call](account, { bill_id: 'BILL-0001', price: 10000 })).toEqual({
    path: `/if/bill/${call}`,
    body: { ...auth, bill_id: 'BILL-0001', price: '10000', hash: twoParts },
  })
})

test('the largest price keeps every digit', async () => {
  const { body } = await v1.cancel(account, { bill_id: 'B', price: 9_999_999_999 })
  expect(body.price).toBe('9999999999')
})

test.each(['read', 'resend'] as const)('%s: the bill id and no hash', async (call) => {
  expect(await v1[call](account, { bill_id: 'BILL-0001' })).toEqual({
    path: `/if/bill/${call}`,
    body: { ...auth, bill_id: 'BILL-0001' },
  })
})

test('autopay charge: bill_type PE with the customer', async () => {
  const charge = { customer: 'member-7', bill_id: 'BILL-0001', product_nm: '구독', price: 10000 }
  expect(await v1.requestAutopay(account, charge)).toEqual({
    path: '/if/bill/url',
    body: {
      ...auth,
      customer: 'member-7',
      bill: { bill_id: 'BILL-0001', product_nm: '구독', price: '10000', hash: twoParts, bill_type: 'PE' },
    },
  })
})

test('autopay manage: passed on, with connection, bill_type M and the missing hash', async () => {
  const body = { customer: 'member-7', bill: { bill_id: 'BILL-0001', price: 10000, bill_desc: '카드 변경' } }
  expect(await v1.manageAutopay(account, body)).toEqual({
    path: '/if/rp/manage',
    body: {
      ...auth,
      customer: 'member-7',
      bill: { bill_type: 'M', bill_id: 'BILL-0001', price: '10000', bill_desc: '카드 변경', hash: twoParts },
    },
  })
})

test("autopay manage: the caller's fields stay, but never the connection", async () => {
  const own = { bill_id: 'BILL-0001', price: '10000', hash: 'own', bill_type: 'P' }
  const { body } = await v1.manageAutopay(account, { apikey: 'other', member: 'x', merchant: 'x', bill: own })
  expect(body).toEqual({ ...auth, bill: own })
})

test('autopay manage: a phone in the bill belongs to its hash', async () => {
  const { body } = await v1.manageAutopay(account, { bill: { bill_id: 'B', price: '5', phone: '01012345678' } })
  expect(body.bill).toMatchObject({ hash: await billHash({ bill_id: 'B', phone: '01012345678', price: '5' }) })
})

test('autopay manage: fields beside the bill get their hash too, an empty body only the connection and type', async () => {
  const flat = await v1.manageAutopay(account, { bill_id: 'BILL-0001', price: 10000 })
  expect(flat.body).toMatchObject({ bill_id: 'BILL-0001', price: '10000', hash: twoParts })
  expect((await v1.manageAutopay(account, {})).body).toEqual({ ...auth, bill: { bill_type: 'M' } })
})

test('autopay manage: another price is refused', async () => {
  for (const price of [1.5, -1, 10_000_000_000, 1e21, '1,000', '', null, true]) {
    const refused = { status: 400, message: expect.stringMatching(/^price: /) }
    await expect
      .soft(v1.manageAutopay(account, { bill: { bill_id: 'B', price } }), JSON.stringify(price))
      .rejects.toMatchObject(refused)
  }
})

test('autopay manage: a bill that is no object is refused', async () => {
  await expect(v1.manageAutopay(account, { bill: 'B' })).rejects.toMatchObject({ status: 400 })
})
