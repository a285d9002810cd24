import { expect, it } from 'vitest'
import { at, count, flag, identifier, items, list, number, text } from '../../src/base/json.ts'

it('finds the value at a path, and nothing inherited', () => {
  expect(at({ a: [{ b: 1 }] }, 'a', 0, 'b')).toBe(1)
  expect(at({ a: null }, 'a', 'b')).toBeUndefined()
  expect(at({}, 'toString')).toBeUndefined()
})

it.each([
  [
    'text',
    text,
    [
      ['a', 'a'],
      ['', null],
      [7, null],
      [null, null],
    ],
  ],
  [
    'count',
    count,
    [
      [3, 3],
      ['3', 3],
      [-1, null],
      [1.5, null],
      ['', null],
      [null, null],
    ],
  ],
  [
    'number',
    number,
    [
      [-1.5, -1.5],
      ['-1.5', -1.5],
      ['1e3', null],
      ['', null],
      [null, null],
      [Number.NaN, null],
    ],
  ],
  [
    'flag',
    flag,
    [
      [true, true],
      [0, false],
      [1, true],
      ['true', null],
      [2, null],
      [null, null],
    ],
  ],
  [
    'identifier',
    identifier,
    [
      ['a', 'a'],
      [7, '7'],
      [1.5, null],
      ['', null],
      [null, null],
    ],
  ],
] as const)('%s reads what it can, and is null for the rest', (_, read, cases) => {
  expect(cases.map(([value]) => read(value))).toEqual(cases.map(([, expected]) => expected))
})

it('leaves out the items that cannot be read', () => {
  expect(list({})).toEqual([])
  expect(items([1, 'a', null, 'b'], text)).toEqual(['a', 'b'])
})
