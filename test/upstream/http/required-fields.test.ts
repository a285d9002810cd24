import { expect, it } from 'vitest'
import { GatewayError } from '../../../src/base/errors.ts'
import { declaredFields, requiredFields } from '../../../src/upstream/http/required-fields.ts'

const essential = requiredFields('video', 'test.items[].id', '')

it('passes on what is there, also what is empty', () => {
  expect(essential('test.items[].id', '')).toBe('')
  expect(essential('', 0)).toBe(0)
})

it.each([undefined, null])('answers 502 for %s, and names the place in the log', (value) => {
  const attempt = () => essential('test.items[].id', value)
  expect(attempt).toThrow(GatewayError)
  expect(attempt).toThrow(expect.objectContaining({ status: 502, reason: 'shape test.items[].id' }))
})

it('tells which places are declared, by group', () => {
  expect(declaredFields('video')).toContain('test.items[].id')
  expect(declaredFields('shop')).not.toContain('test.items[].id')
})
