import { expect, it } from 'vitest'
import { withFieldTypes } from '../../../src/groups/notes/field-types.ts'

it('gives each described field its type, or null', () => {
  expect(
    withFieldTypes({
      guid: 7,
      title: '',
      createdAt: false,
      timeFrom: '2026-09-04T09:00:10.000Z',
      timeTo: 12.5,
      isActive: 1,
      participants: {},
      summary: [],
    }),
  ).toEqual({
    guid: '7',
    title: '',
    createdAt: null,
    timeFrom: '2026-09-04T09:00:10.000Z',
    timeTo: 12.5,
    isActive: true,
    participants: null,
    summary: null,
  })
})

it('leaves every other field as it came', () => {
  const object = { aField: 7, constructor: 'text', more: { guid: 7 } }
  expect(withFieldTypes(object)).toEqual(object)
})
