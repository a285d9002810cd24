import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { billToCancel, billToRead } from '../../../src/groups/payment/bills.ts'
import { autopayCharge, autopayMethod, billToSend } from '../../../src/groups/payment/group.ts'
import * as answers from '../../../src/groups/payment/outputs.ts'
import { resultFields } from '../../../src/groups/payment/result-fields.ts'

const billToEnd = billToCancel().json
const sending = billToSend().json
const namedBill = billToRead().json
const charging = autopayCharge().json
const registering = autopayMethod().json
const paymentAnswer = answers.bill()

const accepts = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success
const getField = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).error?.issues[0]?.path.join('.')

test.each([1, 100, 9_999_999_999])('price %j is a positive integer of at most ten digits', (price) => {
  expect(billToEnd.parse({ bill_id: 'B-1', price })).toEqual({ bill_id: 'B-1', price })
})

test('another price is refused by its name', () => {
  for (const price of [0, -1, 0.5, 10_000_000_000, 2 ** 60, '100', '', null, true, undefined, [1], Number.NaN])
    expect.soft(getField(billToEnd, { bill_id: 'B-1', price }), JSON.stringify(price)).toBe('price')
})

test('a bill_id has these characters', () => {
  for (const bill_id of ['B', '12345678901234567890', '청구서 1/2', '가'.repeat(20), '😀'.repeat(20)])
    expect.soft(accepts(namedBill, { bill_id }), JSON.stringify(bill_id)).toBe(true)
})

test('another bill_id is refused by its name', () => {
  for (const bill_id of ['', '1'.repeat(21), 'a,b', 'a\nb', 'a\u0000', 'a\u007f', 'a\u0085', 12, null, undefined])
    expect.soft(getField(namedBill, { bill_id }), JSON.stringify(bill_id)).toBe('bill_id')
})

const bill = { product_nm: 'a', member_nm: 'b', phone: '010-1234-5678', price: 1, expire_dt: '2028-02-29' }

test('request: bill_id, message and callback_url are optional', () => {
  expect(sending.parse(bill)).toEqual(bill)
  expect(accepts(sending, { ...bill, bill_id: 'B', message: '', callback_url: 'https://a.example/b' })).toBe(true)
})

test('request: a wrong field is refused by its name', () => {
  for (const [field, value] of [
    ['product_nm', ''],
    ['member_nm', undefined],
    ['phone', 1012345678],
    ['price', '1'],
    ['expire_dt', '2026-02-29'],
    ['expire_dt', '2026-1-1'],
    ['expire_dt', '20261130'],
    ['expire_dt', undefined],
    ['callback_url', 'javascript:alert(1)'],
    ['callback_url', 'ftp://a.example'],
    ['callback_url', 'a.example/b'],
    ['bill_id', 'a,b'],
  ] as const)
    expect.soft(getField(sending, { ...bill, [field]: value }), JSON.stringify(field)).toBe(field)
})

test('autopay: manage takes any object as it is, a charge needs its customer', () => {
  const any = { customer: 'x', bill: { price: '1' }, deep: [1, null] }
  expect(registering.parse(any)).toEqual(any)
  expect(accepts(registering, [])).toBe(false)
  expect(getField(charging, { product_nm: 'a', price: 1 })).toBe('customer')
})

test('Idempotency-Key is 1 to 255 visible ASCII characters', () => {
  const { header } = billToCancel()
  const key = (text: string) => accepts(header, { 'Idempotency-Key': text })
  expect([key('!'), key('~'.repeat(255)), accepts(header, {})]).toEqual([true, true, true])
  expect([key(''), key('~'.repeat(256)), key('a b'), key('é'), key('\t')]).toEqual([false, false, false, false, false])
})

test('a response contains only the allow-list', () => {
  const shown = paymentAnswer.parse({ success: true, error: '', result: { bill_id: 'B', apikey: 'test-api-key' } })
  expect(shown).toEqual({ success: true, error: '', result: { bill_id: 'B' } })
  expect(Object.keys(paymentAnswer.shape.result.unwrap().shape)).toEqual(resultFields)
})
