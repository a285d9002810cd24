import { expect, it } from 'vitest'
import { json } from '../../support/gateway.ts'
import { leaveNothingBehind, setStage } from './stage.ts'

/** docs/spec/payment.md, "Phone numbers". phone.test.ts tests every format of a number. */

leaveNothingBehind()

const PATH = '/api/v1/payment/format-phone-number'
const MOBILE = {
  success: true,
  error: '',
  phone: '01012345678',
  formatted: '010-1234-5678',
  e164: '+821012345678',
  type: 'mobile',
}

it.each([null, 'test-pro-key', 'wrong-key', 'lk_nonsense'])('needs no key and ignores %s', async (key) => {
  const { gateway } = setStage({ LICENCE: 'basic' })
  const answer = await gateway.call(PATH, { ...json('POST', { phone: '+82 10 1234 5678' }), key })
  expect({ status: answer.status, body: answer.json }).toEqual({ status: 200, body: MOBILE })
})

it('works on a deployment without a key and without an account', async () => {
  const { gateway } = setStage({ API_KEY: '', LICENCE: 'premium', PAYMENT_HOST: '' })
  expect((await gateway.call(PATH, { ...json('POST', { phone: '１０１２３４５６７８' }), key: null })).json).toEqual(
    MOBILE,
  )
})

it.each([
  ['1588-1234', 'service', '+8215881234'],
  ['02-123-4567', 'landline', '+8221234567'],
])('%s is %s', async (phone, type, e164) => {
  const { gateway } = setStage()
  const answer = await gateway.call(PATH, { ...json('POST', { phone }), key: null })
  expect(answer.json).toEqual({
    success: true,
    error: '',
    phone: phone.replaceAll('-', ''),
    formatted: phone,
    e164,
    type,
  })
})

it('anything else is 400', async () => {
  for (const phone of ['', 'abc', '+1 212 555 0123', '010-1234', 1012345678, null, undefined]) {
    const { gateway } = setStage()
    const answer = await gateway.call(PATH, { ...json('POST', { phone }), key: null })
    expect
      .soft(answer, JSON.stringify(phone))
      .toMatchObject({ status: 400, json: { success: false, error: expect.stringMatching(/^phone: /) } })
  }
})

it.each([
  [1024, 200],
  [1025, 413],
])('a body of %i bytes: %i', async (bytes, status) => {
  const { gateway } = setStage()
  const body = JSON.stringify({ phone: '010-1234-5678' }).padEnd(bytes)
  const answer = await gateway.call(PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
    key: null,
  })
  expect(answer.status).toBe(status)
  if (status === 413) expect(answer.json).toEqual({ success: false, error: 'body: is larger than 1024 bytes' })
})
