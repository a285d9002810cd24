import { expect, test } from 'vitest'
import { classifyResponse, outcomeUnknown, statusRefuses } from '../../../src/groups/payment/results.ts'

const answer = (code: string) => ({ code, message: 'upstream words', result: { bill_id: 'B-1' } })

test('0000 inside a 2xx is done', () => {
  expect(classifyResponse(200, answer('0000'))).toEqual({ kind: 'done', result: { bill_id: 'B-1' } })
})

test('a refusal inside a 200 is a refusal, never a success', () => {
  expect(classifyResponse(200, answer('9970'))).toMatchObject({ kind: 'refused', status: 400 })
  expect(classifyResponse(200, answer('BILL_003'))).toMatchObject({ kind: 'refused', status: 404 })
  expect(classifyResponse(200, answer('PARTNER_002'))).toMatchObject({ kind: 'refused', status: 401 })
})

test('a code that refuses does so under every HTTP status', () => {
  for (const status of [200, 400, 404, 500, 503]) {
    expect(classifyResponse(status, answer('VALIDATION_002'))).toMatchObject({ kind: 'refused', status: 400 })
  }
})

test('a failure of the product leaves the outcome unknown', () => {
  for (const code of ['5000', '9999', 'ERROR', 'PAYMENT_001', 'a new one']) {
    expect(classifyResponse(200, answer(code))).toMatchObject({ kind: 'unknown' })
    expect(classifyResponse(500, answer(code))).toMatchObject({ kind: 'unknown' })
  }
})

test('a catch-all code inside a 4xx adds nothing to the status', () => {
  expect(classifyResponse(400, answer('9999'))).toEqual({ kind: 'uncoded' })
})

test.each([200, 201, 299])('0000 is done inside a %i', (status) => {
  expect(classifyResponse(status, answer('0000')).kind).toBe('done')
})

test('0000 beside a failure contradicts itself: neither done nor refused', () => {
  for (const status of [199, 300, 302, 400, 408, 500]) {
    const message = `the payment service answered ${status} beside its code for success`
    expect.soft(classifyResponse(status, answer('0000')), String(status)).toEqual({ kind: 'unknown', message })
  }
})

test('an unreadable response says nothing', () => {
  for (const status of [200, 400, 500]) expect(classifyResponse(status, undefined)).toEqual({ kind: 'uncoded' })
})

test('only the code says that there is no such bill', () => {
  for (const code of ['9980', 'BILL_003']) expect(classifyResponse(200, answer(code))).toMatchObject({ noBill: true })
  for (const code of ['9970', 'BILL_001', '1003'])
    expect(classifyResponse(404, answer(code))).toMatchObject({ noBill: false })
})

test('9999 refuses when its message refuses a field, unless the status is more specific', () => {
  const words = { ...answer('9999'), message: '휴대폰 번호 형식이 올바르지 않습니다.' }
  for (const status of [200, 400])
    expect(classifyResponse(status, words)).toMatchObject({ kind: 'refused', status: 400 })
  for (const status of [500, 503]) expect(classifyResponse(status, words)).toMatchObject({ kind: 'unknown' })
  expect(classifyResponse(200, { ...words, message: '처리 중 오류' })).toMatchObject({ kind: 'unknown' })
})

test("a plain status of the caller's fault refuses", () => {
  for (const status of [400, 401, 402, 403, 404, 405, 413, 415, 422, 429, 529])
    expect.soft(statusRefuses(status), String(status)).toBe(true)
})

test('another plain status does not', () => {
  for (const status of [200, 301, 406, 408, 409, 410, 418, 425, 444, 460, 499, 500, 503])
    expect.soft(statusRefuses(status), String(status)).toBe(false)
})

test('the words of the product are not in a verdict', () => {
  for (const code of ['0000', '9970', '5000']) {
    expect(JSON.stringify(classifyResponse(200, answer(code)))).not.toContain('upstream words')
  }
})

test('an unknown outcome says so and names the bill to read', () => {
  const error = outcomeUnknown(504, 'no answer came', 'B-1', 'timeout')
  expect(error).toMatchObject({
    status: 504,
    reason: 'timeout',
    message: 'no answer came; the outcome is unknown: read bill B-1 before trying again',
  })
  const message = 'the connection broke; the outcome is unknown: look at the account before trying again'
  expect(outcomeUnknown(502, 'the connection broke')).toMatchObject({ status: 502, message, reason: 'unusable' })
})
