import { expect, test } from 'vitest'
import { v2 } from '../../../src/groups/payment/payssam.ts'
import { testAccount } from './test-account.ts'

const account = testAccount('sandbox.paymint.co.kr')
const auth = { apiKey: 'test-api-key', member: 'test-member', merchant: 'test-merchant' }
const twoParts = '6522c2aa61459c87d4fe4308dd66c55d95445308d3af0c4057aefa584213b5c1'
const threeParts = '6bd47b167894e8f748d210756af29beac72eaffe738a64f14f9beb877fe11a3a'

const bill = {
  bill_id: 'BILL-0001',
  product_nm: '11월 수강료',
  member_nm: '홍길동',
  phone: '010.1234.5678',
  price: 10000,
  expire_dt: '2026-11-30',
}

test('request: camel case in bill, as a talk message', async () => {
  const callback_url = 'https://shop.example/paid'
  expect(await v2.request(account, { ...bill, message: '감사합니다', callback_url })).toEqual({
    path: '/bill',
    body: {
      ...auth,
      bill: {
        billId: 'BILL-0001',
        productName: '11월 수강료',
        message: '감사합니다',
        memberName: '홍길동',
        phone: '01012345678',
        price: '10000',
        hash: threeParts,
        expireDt: '2026-11-30',
        callbackUrl: callback_url,
        sendType: 'TALK',
      },
    },
  })
})

test('cancel: the hash of two parts and a reason of at most 20 characters', async () => {
  const { path, body } = await v2.cancel(account, { bill_id: 'BILL-0001', price: 10000 })
  expect(path).toBe('/bill/cancel')
  expect(body).toEqual({
    ...auth,
    bill: {
      billId: 'BILL-0001',
      price: '10000',
      hash: twoParts,
      cancelReason: expect.stringMatching(/^.{1,20}$/),
    },
  })
})

test('destroy: the hash of two parts', async () => {
  expect(await v2.destroy(account, { bill_id: 'BILL-0001', price: 10000 })).toEqual({
    path: '/bill/destroy',
    body: { ...auth, bill: { billId: 'BILL-0001', price: '10000', hash: twoParts } },
  })
})

test.each(['read', 'resend'] as const)('%s: the bill id inside bill, no hash', async (call) => {
  expect(await v2[call](account, { bill_id: 'BILL-0001' })).toEqual({
    path: `/bill/${call}`,
    body: { ...auth, bill: { billId: 'BILL-0001' } },
  })
})

test('autopay charge', async () => {
  const charge = { customer: 'member-7', bill_id: 'BILL-0001', product_nm: '구독', price: 10000 }
  expect(await v2.requestAutopay(account, charge)).toEqual({
    path: '/bill/rp',
    body: {
      ...auth,
      customer: 'member-7',
      bill: { billId: 'BILL-0001', productName: '구독', price: '10000', hash: twoParts },
    },
  })
})

test('autopay manage: passed on, with connection and the missing hash', async () => {
  const body = { apiKey: 'other', customer: 'member-7', bill: { billId: 'BILL-0001', price: 10000 } }
  expect(await v2.manageAutopay(account, body)).toEqual({
    path: '/rp/manage',
    body: { ...auth, customer: 'member-7', bill: { billId: 'BILL-0001', price: '10000', hash: twoParts } },
  })
  expect((await v2.manageAutopay(account, { customer: 'member-7' })).body).toEqual({ ...auth, customer: 'member-7' })
})
