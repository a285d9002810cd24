import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { billHash } from '../../../src/groups/payment/payssam.ts'

test('three parts when the request contains a phone (facts, section 5)', async () => {
  expect(await billHash({ bill_id: 'BILL-0001', phone: '01012345678', price: '10000' })).toBe(
    '6bd47b167894e8f748d210756af29beac72eaffe738a64f14f9beb877fe11a3a',
  )
})

test('two parts when it contains none (facts, section 5)', async () => {
  expect(await billHash({ bill_id: 'BILL-0001', price: '10000' })).toBe(
    '6522c2aa61459c87d4fe4308dd66c55d95445308d3af0c4057aefa584213b5c1',
  )
})

test('the price is hashed as the text it is', async () => {
  const price = (text: string) => billHash({ bill_id: 'BILL-0001', price: text })
  expect(await price('010000')).not.toBe(await price('10000'))
  expect(await price('10,000')).not.toBe(await price('10000'))
})

test('a bill id in Korean is hashed as UTF-8, in lower-case hex of 64 digits', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (bill_id) => {
      expect(await billHash({ bill_id, price: '1' })).toMatch(/^[0-9a-f]{64}$/)
    }),
  )
  // sha256 of `청구-1,500`, by openssl
  expect(await billHash({ bill_id: '청구-1', price: '500' })).toBe(
    'e66db8b17490048f96c993ac8f09ef0ff0154f8a2e62078479b313f427ea2b95',
  )
})
