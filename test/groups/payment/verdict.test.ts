import { expect, test } from 'vitest'
import { outcomeUnknown, verdictOf } from '../../../src/groups/payment/verdict.ts'

const answer = (code: string) => ({ code, message: 'upstream words', result: { bill_id: 'B-1' } })

test('0000 inside a 2xx is done', () => {
  expect(verdictOf(200, answer('0000'))).toEqual({ kind: 'done', result: { bill_id: 'B-1' } })
})

test('a refusal inside a 200 is a refusal, never a success', () => {
  expect(verdictOf(200, answer('9970'))).toMatchObject({ kind: 'refused', status: 400 })
  expect(verdictOf(200, answer('BILL_003'))).toMatchObject({ kind: 'refused', status: 404 })
  expect(verdictOf(200, answer('PARTNER_002'))).toMatchObject({ kind: 'refused', status: 401 })
})

test('a code that refuses does so under every HTTP status', () => {
  for (const status of [200, 400, 404, 500, 503]) {
    expect(verdictOf(status, answer('VALIDATION_002'))).toMatchObject({ kind: 'refused', status: 400 })
  }
})

test('a failure of the product leaves the outcome unknown', () => {
  for (const code of ['5000', '9999', 'ERROR', 'PAYMENT_001', 'a new one']) {
    expect(verdictOf(200, answer(code))).toMatchObject({ kind: 'unknown' })
    expect(verdictOf(500, answer(code))).toMatchObject({ kind: 'unknown' })
  }
})

test('a catch-all code inside a 4xx adds nothing to the status', () => {
  expect(verdictOf(400, answer('9999'))).toEqual({ kind: 'uncoded' })
})

test('0000 outside a 2xx, and what cannot be read, say nothing', () => {
  expect(verdictOf(500, answer('0000'))).toEqual({ kind: 'uncoded' })
  expect(verdictOf(302, answer('0000'))).toEqual({ kind: 'uncoded' })
  expect(verdictOf(200, undefined)).toEqual({ kind: 'uncoded' })
})

test('the words of the product are not in a verdict', () => {
  for (const code of ['0000', '9970', '5000']) {
    expect(JSON.stringify(verdictOf(200, answer(code)))).not.toContain('upstream words')
  }
})

test('an unknown outcome says so and names the bill to read', () => {
  const error = outcomeUnknown(504, 'the payment service did not answer in time', 'B-1')
  expect(error).toMatchObject({ status: 504, message: expect.stringMatching(/outcome is unknown: read bill B-1\b/) })
  expect(outcomeUnknown(502, 'the connection broke').message).toMatch(/outcome is unknown/)
})
