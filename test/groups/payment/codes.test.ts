import { expect, test } from 'vitest'
import { refusalOf } from '../../../src/groups/payment/codes.ts'

test.each([
  ['1003', 401],
  ['1010', 401],
  ['1700', 400],
  ['5000', 502],
  ['9800', 409],
  ['9870', 400],
  ['9970', 400],
  ['9971', 400],
  ['9980', 404],
  ['9999', 502],
  ['BILL_001', 409],
  ['BILL_003', 404],
  ['BILL_006', 400],
  ['ERROR', 502],
  ['PARTNER_001', 401],
  ['PARTNER_002', 401],
  ['PARTNER_003', 401],
  ['PARTNER_004', 401],
  ['PARTNER_005', 401],
  ['PARTNER_006', 401],
  ['PARTNER_007', 401],
  ['PAYMENT_001', 502],
  ['PAYMENT_002', 502],
  ['POINT_001', 402],
  ['VALIDATION_001', 400],
  ['VALIDATION_002', 400],
])('code %s is %i (facts, section 6)', (code, status) => {
  expect(refusalOf(code).status).toBe(status)
})

test('a code that the documents leave out follows its family', () => {
  expect(refusalOf('VALIDATION_017').status).toBe(400)
  expect(refusalOf('PARTNER_012').status).toBe(401)
  expect(refusalOf('POINT_002').status).toBe(402)
  expect(refusalOf('BILL_009').status).toBe(400)
  expect(refusalOf('PAYMENT_009')).toMatchObject({ status: 502, open: true })
})

test('a code that nobody described is never a success and leaves the outcome open', () => {
  for (const code of ['0001', '9998', 'NEW_001', 'constructor', 'BILL', 'bill_003', '']) {
    expect(refusalOf(code)).toMatchObject({ status: 502, open: true })
  }
})

test('the outcome is open exactly where the product may have done the work', () => {
  const codes = ['5000', '9999', 'ERROR', 'PAYMENT_001', 'PAYMENT_002']
  for (const code of codes) expect(refusalOf(code).open).toBe(true)
  for (const code of ['1003', '9800', '9970', '9971', '9980', 'BILL_003', 'POINT_001', 'VALIDATION_002']) {
    expect(refusalOf(code).open).toBe(false)
  }
})

test('a rejected account says to reconnect; no message names the product', () => {
  expect(refusalOf('PARTNER_002').message).toMatch(/reconnect/)
  expect(refusalOf('1003').message).toMatch(/reconnect/)
  for (const code of ['1003', '9800', '9980', 'POINT_001', 'ERROR']) {
    expect(refusalOf(code).message).not.toMatch(/pays+am|paymint|speeid/i)
  }
})
