import { expect, it } from 'vitest'
import { GatewayError, outcome, unwrap } from '../../src/base/errors.ts'

const REFUSAL = new GatewayError(409, 'two of three were refused', {
  reason: 'conflict',
  headers: { 'Retry-After': '7' },
  parameters: { fields: ['url'], account: 'shop' },
  body: { successful: 0, items: [{ id: '1', status: 'refused' }] },
  problems: [{ name: 'url', problem: 'is not a URL' }],
})

it('a refusal crosses to the Worker with everything that it says', async () => {
  const crossed = structuredClone(
    await outcome(async () => {
      throw REFUSAL
    }),
  )
  const read = () => unwrap(crossed)
  expect(read).toThrow(GatewayError)
  const { status, message, reason, headers, parameters, body, problems } = REFUSAL
  expect(read).toThrow(expect.objectContaining({ status, message, reason, headers, parameters, body, problems }))
})

it('a refusal that says nothing more crosses without empty fields, as records store it', async () => {
  const crossed = await outcome(async () => {
    throw new GatewayError(404, 'there is none')
  })
  expect(crossed).toStrictEqual({ ok: false, status: 404, message: 'there is none', reason: 'not found', headers: {} })
})

it('an unexpected error crosses as an error', async () => {
  const broken = outcome(async () => {
    throw new TypeError('a bug')
  })
  await expect(broken).rejects.toThrow(TypeError)
})
