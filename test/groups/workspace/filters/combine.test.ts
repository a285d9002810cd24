import { describe, expect, it } from 'vitest'
import { compileFilters, type FilterRequest } from '../../../../src/groups/workspace/filters/compile.ts'

const properties = [
  { name: 'N', id: 'n', type: 'number' },
  { name: 'T', id: 't', type: 'title' },
]

const compile = (request: FilterRequest) => compileFilters(request, properties).filter

const simple = (value: unknown) => ({ key: 'N', value })
const native = (value: number) => ({ property: 'N', number: { equals: value } })
const many = (count: number) => Array.from({ length: count }, (_, index) => native(index))
const anyOf = (...values: number[]) => ({ or: values.map(native) })

describe('facts 4: the combination stays within two levels and 100 items', () => {
  it('in each combination', () => {
    for (const [what, request, filter] of [
      ['nothing', {}, undefined],
      ['an empty native filter', { workspace_filter: {} }, undefined],
      ['one filter alone', { filters: [simple(1)] }, native(1)],
      ['two', { filters: [simple(1), simple(2)] }, { and: [native(1), native(2)] }],
      ['an any-of alone', { filters: [simple([1, 2])] }, anyOf(1, 2)],
      ['an any-of among others', { filters: [simple([1, 2]), simple(3)] }, { and: [anyOf(1, 2), native(3)] }],
      [
        'a none-of among others, in the same group',
        { filters: [{ key: 'N', operator: '!=', value: [1, 2] }, simple(3)] },
        {
          and: [
            { property: 'N', number: { does_not_equal: 1 } },
            { property: 'N', number: { does_not_equal: 2 } },
            native(3),
          ],
        },
      ],
      ['a native leaf', { filters: [simple(1)], workspace_filter: native(2) }, { and: [native(1), native(2)] }],
      ['a native or', { filters: [simple(1)], workspace_filter: anyOf(2, 3) }, { and: [native(1), anyOf(2, 3)] }],
      [
        'a native and of leaves, which keeps its own group',
        { filters: [simple(1)], workspace_filter: { and: many(100) } },
        { and: [native(1), { and: many(100) }] },
      ],
      [
        'a native and with groups, which is opened',
        { filters: [simple(1)], workspace_filter: { and: [native(2), anyOf(3, 4)] } },
        { and: [native(1), native(2), anyOf(3, 4)] },
      ],
      ['an empty native filter with others', { filters: [simple(1)], workspace_filter: {} }, native(1)],
      ['null with others', { filters: [simple(1)], workspace_filter: null }, native(1)],
      [
        'filters and their older form',
        { filters: [simple(1)], filters_map: { N: 2 } },
        { and: [native(1), native(2)] },
      ],
      ['100 filters', { filters: many(100).map((_, index) => simple(index)) }, { and: many(100) }],
    ] as [string, FilterRequest, unknown][])
      expect.soft(compile(request), what).toEqual(filter)
  })

  it('passes a single native filter on unchanged, whatever it is', () => {
    const odd = { or: [{ and: [{ or: many(101) }] }], extra: 1 }
    expect(compile({ workspace_filter: odd })).toBe(odd)
  })

  it('refuses what does not fit', () => {
    for (const [what, request, message] of [
      ['101 filters', { filters: many(101).map(() => simple(1)) }, /^filters: .* 100 conditions$/],
      [
        'an opened native and',
        { filters: [simple(1)], workspace_filter: { and: [...many(99), anyOf(1)] } },
        /^filters: .* 100 conditions$/,
      ],
      [
        'an or with groups',
        { filters: [simple(1)], workspace_filter: { or: [native(1), { and: many(2) }] } },
        /^workspace_filter: /,
      ],
      [
        'three levels',
        { filters: [simple(1)], workspace_filter: { and: [{ or: [anyOf(1)] }] } },
        /^workspace_filter: /,
      ],
      [
        'a native and that holds more, rather than to lose it',
        { filters: [simple(1)], workspace_filter: { and: [anyOf(1)], or: [native(2)] } },
        /^workspace_filter: /,
      ],
      [
        'a native and with what is no filter',
        { filters: [simple(1)], workspace_filter: { and: ['x', anyOf(1)] } },
        /^workspace_filter: /,
      ],
      ['text', { workspace_filter: '{"property":"N"}' }, /^workspace_filter: must be an object$/],
      ['an array', { filters: [simple(1)], workspace_filter: [] }, /^workspace_filter: must be an object$/],
    ] as [string, FilterRequest, RegExp][])
      expect.soft(() => compile(request), what).toThrow(message)
  })

  it('refuses a native filter of any depth', () => {
    let deep: object = native(1)
    for (let depth = 0; depth < 100_000; depth += 1) deep = { and: [deep] }
    expect(() => compile({ filters: [simple(1)], workspace_filter: deep })).toThrow(/^workspace_filter: /)
  })
})
