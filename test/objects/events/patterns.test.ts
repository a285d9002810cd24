import { expect, it } from 'vitest'
import { PATTERNS, requiredTypes, TYPES, typesOf } from '../../../src/base/events.ts'

it('a type means itself, an area all its types, and * all', () => {
  expect(typesOf(['recorder.file.ready'])).toEqual(['recorder.file.ready'])
  expect(typesOf(['recorder.*', 'social.*'])).toEqual([
    'recorder.file.ready',
    'recorder.file.updated',
    'social.reply.created',
  ])
  expect(typesOf(['*'])).toEqual(TYPES)
  expect(typesOf(['recorder.*', 'recorder.file.ready'])).toHaveLength(2)
})

it('* requires no group, because it means whatever the key opens', () => {
  expect(requiredTypes(['*'])).toEqual([])
  expect(requiredTypes(['*', 'shop.*'])).toEqual([
    'shop.order.created',
    'shop.ordersheet.created',
    'shop.return.created',
    'shop.inquiry.created',
  ])
})

it('each area has its pattern', () => {
  expect(PATTERNS).toContain('account.*')
  expect(PATTERNS.filter((pattern) => typesOf([pattern]).length === 0)).toEqual([])
})
