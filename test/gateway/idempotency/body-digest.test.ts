import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortedJson } from '../../../src/base/crypto.ts'

const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, turned(inner)]),
  )
}

test('the order of fields does not matter, at any depth', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(sortedJson(turned(value))).toBe(sortedJson(value))
    }),
  )
})

test('everything else does: the text contains the value itself', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(sortedJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
  expect(sortedJson([2, 1])).toBe('[2,1]')
  expect(sortedJson({ b: 1, a: [{ d: null, c: '1' }] })).toBe('{"a":[{"c":"1","d":null}],"b":1}')
})
