import { expect, test } from 'vitest'
import { parseRefusal } from '../../../src/groups/payment/results.ts'

const REJECTED = (why: string) => `the payment account was rejected by its service (${why}): reconnect it`
const INPUT = 'the payment service refused the input'
const FAILED = 'the payment service could not process the request'
const SILENT = 'the payment service got no answer from the card network or the bank'

// The messages that a shopkeeper reads.
test('each code has a status and a message (facts, section 6)', () => {
  for (const [code, status, message] of [
    ['1003', 401, REJECTED('user not allowed')],
    ['1010', 401, REJECTED('not open yet')],
    ['1700', 400, 'the payment account has already joined'],
    ['5000', 502, FAILED],
    ['9800', 409, 'bill_id: is already used by another bill'],
    ['9870', 400, 'callback_url: is required by this payment account: send an http or https address'],
    ['9970', 400, 'the bill is already cancelled'],
    ['9971', 400, 'the bill is already paid'],
    ['9980', 404, 'no such bill'],
    ['9999', 502, FAILED],
    ['BILL_001', 409, 'bill_id: is already used by another bill'],
    ['BILL_003', 404, 'no such bill'],
    ['BILL_006', 400, 'the bill is not in a state that allows this'],
    ['ERROR', 502, FAILED],
    ['PARTNER_001', 401, REJECTED('not a partner of this API version')],
    ['PARTNER_002', 401, REJECTED('API key missing or malformed')],
    ['PARTNER_003', 401, REJECTED('not a proper partner')],
    ['PARTNER_004', 401, REJECTED('merchant not found')],
    ['PARTNER_005', 401, REJECTED('partner missing')],
    ['PARTNER_006', 401, REJECTED('no active contract')],
    ['PARTNER_007', 401, REJECTED('not offered to it')],
    ['MAINTAINED_METHOD', 502, 'the payment service or its bank is under maintenance'],
    ['PAYMENT_001', 502, SILENT],
    ['PAYMENT_002', 502, SILENT],
    ['POINT_001', 402, 'the send points of the payment account are used up'],
    ['VALIDATION_001', 400, INPUT],
    ['VALIDATION_002', 400, 'hash: does not match the bill'],
    // Not in the documents, but of a family that is.
    ['VALIDATION_017', 400, INPUT],
    ['PARTNER_012', 401, REJECTED('not allowed')],
    ['POINT_002', 402, 'the payment account lacks send points'],
    ['BILL_009', 400, 'the payment service refused the bill'],
    ['PAYMENT_009', 502, FAILED],
  ] as [string, number, string][]) {
    const wrongState = ['9971', 'BILL_006'].includes(code)
    expect
      .soft(parseRefusal(code), String(code))
      .toEqual({ status, message, open: status === 502, ...(wrongState && { wrongState }) })
  }
})

test('only 9999 is judged by its words', () => {
  const words = '휴대폰 번호 형식이 올바르지 않습니다.'
  expect(parseRefusal('9999', words)).toEqual({ status: 400, message: INPUT, open: false })
  for (const code of ['5000', 'ERROR', '9981', 'NEW_001']) expect(parseRefusal(code, words).open).toBe(true)
})

test('an undocumented code is never a success and leaves the outcome open', () => {
  for (const code of ['0001', '9998', 'NEW_001', 'constructor', 'BILL', 'bill_003', '']) {
    expect(parseRefusal(code)).toMatchObject({ status: 502, open: true })
  }
})

test('no message names the product', () => {
  for (const code of ['1003', '9800', '9980', 'POINT_001', 'ERROR']) {
    expect(parseRefusal(code).message).not.toMatch(/pays+am|paymint|speeid/i)
  }
})
