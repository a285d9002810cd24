import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flattenProperties } from '../../../../src/groups/workspace/flatten.ts'
import { taskId, USERS } from '../../../simulators/workspace/index.ts'
import { projectPages } from '../projects.ts'

const flatten = (properties: unknown) => {
  const warnings = new Set<string>()
  return { simple: flattenProperties(properties, warnings), warnings: [...warnings] }
}

const one = (value: object) => flatten({ P: value })

const page = (n: number) => projectPages[n - 1]?.properties

describe('facts 6: the flattening table', () => {
  it('flattens a full row', () => {
    expect(flatten(page(1))).toEqual({
      warnings: [],
      simple: {
        Name: 'Brand renewal',
        Summary: 'New logo and colours for the spring',
        Budget: 12_000_000,
        Priority: 'High',
        Tags: ['Design', '리서치'],
        Stage: 'In progress',
        Due: '2026-12-01',
        Billable: true,
        Website: 'https://brand.example/renewal',
        Contact: 'hello@brand.example',
        Phone: '+82 10-0000-0001',
        Owners: ['김지우', 'Minjun Lee'],
        Attachments: [
          expect.stringMatching(/^https:.*prod-files-secure.*logo\.pdf\?/),
          'https://cdn.example/moodboard.png',
        ],
        Created: '2026-09-01T00:12:00.000Z',
        'Created by': '김지우',
        Edited: '2026-11-20T05:30:00.000Z',
        'Edited by': '김지우',
        Code: 'PRJ-1',
        Check: 'verified',
        Office: '서울 시청',
        'Kick off': null,
        Tasks: [taskId(1), taskId(2)],
        Label: 'In progress / High',
        Doubled: 24_000_000,
        'Is large': true,
        'Review on': '2026-12-08',
        Broken: null,
        'Task count': 2,
        'Task hours': 16.5,
        'Last task due': '2026-11-28',
        'Task names': ['Sketch the logo', 'Choose colours'],
        'Hours of each': [12, 4.5],
        Assignees: [['김지우'], ['Minjun Lee', '박서연']],
        Odd: null,
      },
    })
  })

  it('flattens a bare row', () => {
    expect(flatten(page(5))).toMatchObject({
      warnings: [],
      simple: {
        Summary: '',
        Budget: null,
        Priority: null,
        Tags: [],
        Due: null,
        Billable: false,
        Website: null,
        Owners: [],
        Attachments: [],
        Check: 'unverified',
        Office: null,
        Tasks: [],
        Doubled: null,
        'Review on': null,
        'Task hours': null,
        'Last task due': null,
        'Task names': [],
      },
    })
  })

  it('gives each type its plain value', () => {
    for (const [value, plain] of [
      [
        { type: 'date', date: { start: '2026-11-24', end: '2026-11-28', time_zone: null } },
        { start: '2026-11-24', end: '2026-11-28' },
      ],
      [{ type: 'unique_id', unique_id: { prefix: null, number: 7 } }, 7],
      [{ type: 'unique_id', unique_id: { prefix: 'A', number: null } }, null],
      [{ type: 'people', people: [{ object: 'user', id: USERS.jiwoo }] }, [USERS.jiwoo]],
      [
        {
          type: 'people',
          people: [
            { object: 'user', id: 'u', name: null },
            { object: 'group', id: 'g', name: 'Team' },
          ],
        },
        ['u', 'Team'],
      ],
      [{ type: 'place', place: { lat: 1.5, lon: -2, name: null, address: null } }, '1.5,-2'],
      [{ type: 'place', place: { lat: 1, lon: 2, name: '', address: 'Busan' } }, 'Busan'],
      [{ type: 'verification', verification: null }, null],
      [{ type: 'created_by', created_by: { object: 'user', id: 'u' } }, 'u'],
      [{ type: 'number', number: '9007199254740993' }, '9007199254740993'],
      [
        { type: 'formula', formula: { type: 'date', date: { start: '2026-01-01', end: '2026-01-02' } } },
        { start: '2026-01-01', end: '2026-01-02' },
      ],
      [{ type: 'formula', formula: { type: 'string', string: null } }, null],
      [
        {
          type: 'rollup',
          rollup: {
            type: 'array',
            function: 'show_original',
            array: [
              { type: 'select', select: { name: 'A' } },
              { type: 'formula', formula: { type: 'number', number: 2 } },
            ],
          },
        },
        ['A', 2],
      ],
      [{ type: 'title', title: [{ type: 'text', text: { content: 'by hand' } }] }, 'by hand'],
    ] as [object, unknown][])
      expect.soft(one(value), JSON.stringify(value)).toEqual({ simple: { P: plain }, warnings: [] })
  })

  it('shows what cannot be read as null, and says so', () => {
    for (const value of [
      { type: 'hologram', hologram: { depth: 3 } },
      { type: 'rollup', rollup: { type: 'incomplete', incomplete: {} } },
      { type: 'formula', formula: { type: 'vector', vector: [] } },
      { type: 'multi_select', multi_select: 'A' },
      { type: 'date', date: { start: null } },
      { type: 'select' },
      { type: 'number', number: { value: 3 } },
      {},
    ]) {
      const { simple, warnings } = one(value)
      expect.soft(simple, JSON.stringify(value)).toEqual({ P: null })
      expect
        .soft(warnings, JSON.stringify(value))
        .toEqual([expect.stringMatching(/^simple_properties: "P" has a value of type .* shown as null$/)])
    }
  })

  it('says the same about many rows once', () => {
    const warnings = new Set<string>()
    for (let row = 0; row < 3; row += 1) flattenProperties({ P: { type: 'hologram' } }, warnings)
    expect(warnings.size).toBe(1)
  })

  it('says when a relation is cut', () => {
    expect(one({ type: 'relation', relation: [{ id: 'a' }], has_more: true })).toEqual({
      simple: { P: ['a'] },
      warnings: [expect.stringMatching(/^simple_properties: "P" holds more than is shown/)],
    })
  })

  const many = (count: number, item: object = { id: 'a', type: 'mention', plain_text: '@a' }) => Array(count).fill(item)

  it.each([
    ['people', { type: 'people', people: many(25) }],
    ['a relation of a version without has_more', { type: 'relation', relation: many(25) }],
    ['a rollup', { type: 'rollup', rollup: { type: 'array', array: many(25, { type: 'number', number: 1 }) } }],
    ['mentions', { type: 'rich_text', rich_text: [...many(25), { type: 'text', plain_text: ' and others' }] }],
  ])('says that 25 of %s may be cut', (_, value) => {
    expect(one(value).warnings).toEqual([
      expect.stringMatching(/^simple_properties: "P" shows 25, .*may hold more: GET .*/),
    ])
  })

  it.each([
    ['people', { type: 'people', people: many(24) }],
    ['a relation that is told to be whole', { type: 'relation', relation: many(25), has_more: false }],
    ['options', { type: 'multi_select', multi_select: many(25, { name: 'a' }) }],
    ['pieces of text', { type: 'rich_text', rich_text: many(25, { type: 'text', plain_text: 'a' }) }],
  ])('says nothing about complete %s', (_, value) => {
    expect(one(value).warnings).toEqual([])
  })

  it('accepts a property with an awkward name', () => {
    const { simple } = flatten(
      JSON.parse('{"__proto__": {"type": "number", "number": 1}, "toString": {"type": "number", "number": 2}}'),
    )
    expect(Object.entries(simple)).toEqual([
      ['__proto__', 1],
      ['toString', 2],
    ])
  })
})

const TYPES =
  'title rich_text number select status multi_select date checkbox url email phone_number people created_by last_edited_by created_time last_edited_time files relation formula rollup unique_id verification place button string boolean array unsupported incomplete constructor __proto__'.split(
    ' ',
  )

const anyValue = fc.oneof(
  fc.jsonValue(),
  fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true, withSparseArray: true }),
)

const typed = fc.letrec<{ value: unknown; typed: object }>((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, anyValue, tie('typed'), fc.array(tie('typed'), { maxLength: 3 })),
  typed: fc.tuple(fc.constantFrom(...TYPES), tie('value')).map(([type, value]) => ({ type, [type]: value })),
})).typed

describe('never throws', () => {
  it('for any property value of any type', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(typed, anyValue)), (properties) => {
        const { simple } = flatten(properties)
        expect(Object.keys(simple)).toEqual(Object.keys(properties))
        expect(() => JSON.stringify(simple)).not.toThrow()
      }),
      { numRuns: 1500 },
    )
  })

  it('for anything instead of the properties', () => {
    fc.assert(fc.property(anyValue, (properties) => void flatten(properties)))
  })

  it('for values nested beyond all measure', () => {
    let value: object = { type: 'number', number: 1 }
    for (let depth = 0; depth < 50_000; depth += 1) value = { type: 'formula', formula: value }
    expect(one(value).simple).toEqual({ P: null })
  })
})
