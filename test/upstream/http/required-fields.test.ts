import { expect, it } from 'vitest'
import { GatewayError } from '../../../src/base/errors.ts'
import { declaredFields, requiredFields } from '../../../src/upstream/failures.ts'

const essential = requiredFields('video', 'test.items[].id', '')

it('passes existing values on, also empty ones', () => {
  expect(essential('test.items[].id', '')).toBe('')
  expect(essential('', 0)).toBe(0)
})

it.each([undefined, null])('returns 502 for %s, and names the path in the log', (value) => {
  const attempt = () => essential('test.items[].id', value)
  expect(attempt).toThrow(GatewayError)
  expect(attempt).toThrow(expect.objectContaining({ status: 502, reason: 'shape test.items[].id' }))
})

it('lists the declared paths, by group', () => {
  expect(declaredFields('video')).toContain('test.items[].id')
  expect(declaredFields('shop')).not.toContain('test.items[].id')
})
