import { describe, expect, it } from 'vitest'
import { GatewayError } from '../../../../src/base/errors.ts'
import { compileFilters, type SimpleFilter } from '../../../../src/groups/workspace/filters/compile.ts'
import { taskId, USERS } from '../../../simulators/workspace/index.ts'
import { projectProperties } from '../projects.ts'

const compile = (...filters: SimpleFilter[]) => compileFilters({ filters }, projectProperties)

/** The message of a 400. */
function refusal(...filters: SimpleFilter[]): string {
  try {
    return JSON.stringify(compile(...filters).filter)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    expect(error.status).toBe(400)
    return error.message
  }
}

const people = USERS.minjun.toUpperCase().replaceAll('-', '')

describe('each type has its leaf', () => {
  it('by its operator and value', () => {
    for (const [key, operator, value, condition] of [
      ['Name', undefined, 'Refund', { title: { equals: 'Refund' } }],
      ['title', 'like', 'fund', { title: { contains: 'fund' } }],
      ['Summary', 'starts_with', 'T', { rich_text: { starts_with: 'T' } }],
      ['Website', '!=', 'x', { url: { does_not_equal: 'x' } }],
      ['Contact', 'not_contains', 'x', { email: { does_not_contain: 'x' } }],
      ['Phone', 'ends_with', '9', { phone_number: { ends_with: '9' } }],
      ['Budget', '>=', '12.5', { number: { greater_than_or_equal_to: 12.5 } }],
      ['Budget', undefined, ' -1e3 ', { number: { equals: -1000 } }],
      ['Code', undefined, 'prj-12', { unique_id: { equals: 12 } }],
      ['Code', '<', '12', { unique_id: { less_than: 12 } }],
      ['Billable', undefined, 'Yes', { checkbox: { equals: true } }],
      ['Billable', '!=', 0, { checkbox: { does_not_equal: false } }],
      ['Priority', undefined, 'high', { select: { equals: 'High' } }],
      ['Priority', undefined, 'p-lo', { select: { equals: 'Low' } }],
      ['Priority', 'in', ['High', 'Low'], { select: { equals: ['High', 'Low'] } }],
      ['Stage', '!=', ['Done', 'in progress'], { status: { does_not_equal: ['Done', 'In progress'] } }],
      ['Tags', undefined, 'design', { multi_select: { contains: 'Design' } }],
      ['Tags', 'not_in', ['Design'], { multi_select: { does_not_contain: 'Design' } }],
      ['Owners', undefined, people, { people: { contains: USERS.minjun } }],
      ['Owners', 'contains', { object: 'user', id: people }, { people: { contains: USERS.minjun } }],
      ['Created by', undefined, 'Me', { created_by: { contains: 'me' } }],
      ['Edited by', '!=', USERS.jiwoo, { last_edited_by: { does_not_contain: USERS.jiwoo } }],
      ['Tasks', undefined, { id: taskId(2) }, { relation: { contains: taskId(2) } }],
      ['Due', undefined, '2026-11-21', { date: { equals: '2026-11-21' } }],
      ['Due', '>', '2026-11-21 09:30', { date: { after: '2026-11-21T09:30:00' } }],
      ['Due', '<=', '2026-11-21T09:30:00.5+0900', { date: { on_or_before: '2026-11-21T09:30:00.5+09:00' } }],
      ['Due', 'before', 'One week ago', { date: { before: 'one_week_ago' } }],
      ['Due', 'this_week', undefined, { date: { this_week: {} } }],
      ['Due', 'past month', {}, { date: { past_month: {} } }],
      ['Due', undefined, 'next_year', { date: { next_year: {} } }],
      ['Created', 'after', 'yesterday', { created_time: { after: 'yesterday' } }],
      ['Edited', 'is_not_empty', true, { last_edited_time: { is_not_empty: true } }],
      ['Attachments', undefined, undefined, { files: { is_not_empty: true } }],
      ['Attachments', undefined, false, { files: { is_empty: true } }],
      ['Check', undefined, 'Verified', { verification: { status: 'verified' } }],
      ['Check', '!=', 'unverified', { verification: { does_not_equal: 'none' } }],
      ['Budget', 'is_empty', null, { number: { is_empty: true } }],
      ['Budget', 'is_empty', 'no', { number: { is_not_empty: true } }],
      ['Budget', undefined, null, { number: { is_empty: true } }],
      ['Tags', '!=', null, { multi_select: { is_not_empty: true } }],
      ['Summary', undefined, '', { rich_text: { is_empty: true } }],
    ] as [string, string | undefined, unknown, object][]) {
      const property = key === 'title' ? 'Name' : key
      expect.soft(compile({ key, value, operator }).filter, JSON.stringify(key)).toEqual({ property, ...condition })
    }
  })

  it("uses the row's timestamps when no property has their name", () => {
    const filter = { key: 'created_time', operator: '>=', value: '2026-11-01' }
    expect(compile(filter).filter).toEqual({ timestamp: 'created_time', created_time: { on_or_after: '2026-11-01' } })
    const named = [{ name: 'created_time', id: 'x', type: 'number' }]
    expect(compileFilters({ filters: [{ ...filter, value: 3 }] }, named).filter).toEqual({
      property: 'created_time',
      number: { greater_than_or_equal_to: 3 },
    })
  })
})

describe('several values', () => {
  it('are any of them', () => {
    expect(compile({ key: 'Budget', value: [1, '2'] }).filter).toEqual({
      or: [
        { property: 'Budget', number: { equals: 1 } },
        { property: 'Budget', number: { equals: 2 } },
      ],
    })
  })

  it('match none of them with a negative operator', () => {
    expect(compile({ key: 'Tags', operator: '!=', value: ['Design', 'Backend'] }).filter).toEqual({
      and: [
        { property: 'Tags', multi_select: { does_not_contain: 'Design' } },
        { property: 'Tags', multi_select: { does_not_contain: 'Backend' } },
      ],
    })
  })

  it('may contain null, which no native list can', () => {
    expect(compile({ key: 'Priority', value: ['High', null] }).filter).toEqual({
      or: [
        { property: 'Priority', select: { equals: 'High' } },
        { property: 'Priority', select: { is_empty: true } },
      ],
    })
  })
})

describe('what cannot be compiled is refused and named', () => {
  it('by its name', () => {
    for (const [key, operator, value, message] of [
      ['Nope', undefined, 1, /^filters\[0\]\.key: there is no property "Nope" \(known: "Name", ("[^"]+", ){19}…\)$/],
      ['__proto__', undefined, 1, /^filters\[0\]\.key: there is no property/],
      ['Office', undefined, 'x', /^filters\[0\]\.key: "Office" is a place, which cannot be filtered by$/],
      ['Kick off', undefined, 'x', /^filters\[0\]\.key: "Kick off" is a button/],
      [
        'Budget',
        'contains',
        1,
        /^filters\[0\]\.operator: "contains" does not go with "Budget" \(number\), which takes equals, /,
      ],
      ['Budget', 'sounds_like', 1, /^filters\[0\]\.operator: "sounds_like" does not go/],
      ['Billable', 'is_empty', true, /^filters\[0\]\.operator: /],
      ['Due', 'after', '2026-11-21x', /^filters\[0\]\.value: must be a date/],
      [
        'Doubled',
        '>',
        5,
        /^filters\[0\]\.key: "Doubled" is a formula, which only workspace_filter can compare, such as /,
      ],
      ['Hours of each', 'is_empty', undefined, /^filters\[0\]\.key: "Hours of each" is a rollup, /],
      ['Budget', 'any_equals', 3, /^filters\[0\]\.operator: "any_equals" does not go/],
      ['Budget', undefined, undefined, /^filters\[0\]\.value: is required with equals$/],
      ['Budget', undefined, '1,000', /^filters\[0\]\.value: must be a number$/],
      ['Budget', undefined, '9007199254740993', /^filters\[0\]\.value: is too large a number$/],
      ['Budget', undefined, '1e999', /^filters\[0\]\.value: is too large a number$/],
      ['Budget', undefined, '', /^filters\[0\]\.value: must not be empty$/],
      ['Budget', '>', null, /^filters\[0\]\.value: must not be empty$/],
      ['Budget', undefined, true, /^filters\[0\]\.value: must be a number$/],
      ['Code', undefined, 'ABC-12', /^filters\[0\]\.value: ids of "Code" start with PRJ-$/],
      ['Code', undefined, 1.5, /^filters\[0\]\.value: must be a whole number$/],
      ['Billable', undefined, 'maybe', /^filters\[0\]\.value: must be true or false$/],
      ['Billable', undefined, null, /^filters\[0\]\.value: must not be empty$/],
      ['Name', undefined, { a: 1 }, /^filters\[0\]\.value: must be text$/],
      ['Name', 'contains', '', /^filters\[0\]\.value: must not be empty$/],
      ['Priority', undefined, ' ', /^filters\[0\]\.value: must not be empty$/],
      ['Tags', 'contains', ['Design', {}], /^filters\[0\]\.value\[1\]: must be text$/],
      ['Owners', undefined, '김지우', /^filters\[0\]\.value: must be a person id/],
      ['Tasks', undefined, 'Sketch the logo', /^filters\[0\]\.value: must be a page id/],
      ['Due', undefined, 'soon', /^filters\[0\]\.value: must be a date such as/],
      ['Due', undefined, '2026-02-30', /^filters\[0\]\.value: must be a date/],
      ['Due', undefined, '2026-11-21T24:00', /^filters\[0\]\.value: must be a date/],
      ['Due', undefined, 1763715600000, /^filters\[0\]\.value: must be a date/],
      ['Due', 'this_week', '2026-11-21', /^filters\[0\]\.value: this_week takes no value$/],
      ['Due', '>', ['2026-11-21'], /^filters\[0\]\.value: after takes one value$/],
      ['Attachments', undefined, 'logo.pdf', /^filters\[0\]\.value: must be true or false$/],
      ['Check', undefined, 'maybe', /^filters\[0\]\.value: must be verified, expired or none$/],
      ['Priority', undefined, [], /^filters\[0\]\.value: must not be empty$/],
      ['Budget', undefined, Array(101).fill(1), /^filters\[0\]\.value: must hold at most 100 values, not 101$/],
      ['Budget', undefined, [[1]], /^filters\[0\]\.value\[0\]: must be a number$/],
    ] as [string, string | undefined, unknown, RegExp][])
      expect.soft(refusal({ key, operator, value }), JSON.stringify(key)).toMatch(message)
  })

  it('all errors at once, at most ten', () => {
    const wrong = { key: 'Budget', value: 'much' }
    expect(refusal(wrong, { key: 'Budget', value: 1 }, { key: 'Nope', value: 1 })).toMatch(
      /^filters\[0\]\.value: must be a number; filters\[2\]\.key: there is no property "Nope" /,
    )
    expect(refusal(...Array(12).fill(wrong))).toMatch(/filters\[9\]\.value: must be a number; and 2 more$/)
  })

  it('counts the filters', () => {
    const fine = { key: 'Budget', value: 1 }
    expect(refusal(fine, fine, { key: 'Budget', operator: '~', value: 1 })).toMatch(/^filters\[2\]\.operator: /)
  })
})

describe('an option that the schema does not list', () => {
  it('is passed on, with a warning that lists the others', () => {
    const filters = [{ key: 'Tags', operator: 'contains', value: ['Design', ' x '] }]
    const { filter, warnings } = compileFilters({ filters }, projectProperties)
    expect(filter).toEqual({
      or: ['Design', 'x'].map((contains) => ({ property: 'Tags', multi_select: { contains } })),
    })
    expect(warnings).toEqual([
      'filters[0].value[1]: "x" is no option of "Tags" that the schema lists (Design, Backend, 리서치): the workspace service decides',
    ])
  })
})

describe('filters_map, the older form', () => {
  const compileMap = (filters_map: Record<string, unknown>) => compileFilters({ filters_map }, projectProperties)

  it('is equality of each entry, any of an array, and is warned of', () => {
    const { filter, warnings } = compileMap({ Stage: ['Done', 'In progress'], Tags: 'Design', Budget: 3 })
    expect(filter).toEqual({
      and: [
        { property: 'Stage', status: { equals: ['Done', 'In progress'] } },
        { property: 'Tags', multi_select: { contains: 'Design' } },
        { property: 'Budget', number: { equals: 3 } },
      ],
    })
    expect(warnings).toEqual(['filters_map: the older form, use filters'])
  })

  it('is refused by the name of the entry', () => {
    expect(() => compileMap({ Budget: 'x' })).toThrow('filters_map.Budget: must be a number')
    expect(() => compileMap({ Tags: ['Design', {}] })).toThrow('filters_map.Tags[1]: must be text')
    expect(() => compileMap({ Nope: 1 })).toThrow('filters_map.Nope: there is no property')
    expect(() => compileMap({ Budget: { gt: 1 } })).toThrow('filters_map.Budget: must be a number')
  })
})

describe('warnings', () => {
  it('contain every conversion and guess, once', () => {
    const { warnings } = compile(
      { key: 'Budget', value: '12' },
      { key: 'Priority', value: 'high' },
      { key: 'Tags', operator: 'equals', value: 'Design' },
      { key: 'Budget', value: null },
    )
    expect(warnings).toEqual([
      'filters[0].value: "12" was read as the number 12',
      'filters[1].value: "high" was read as the option "High"',
      'filters[2].operator: equals was read as contains',
      'filters[3].value: null was read as is_empty',
    ])
  })

  it('are empty for valid values', () => {
    expect(
      compile(
        { key: 'Budget', operator: '>', value: 3 },
        { key: 'Priority', operator: 'in', value: ['High', 'Low'] },
        { key: 'Tags', operator: 'in', value: 'Design' },
        { key: 'Due', operator: '<', value: 'today' },
      ).warnings,
    ).toEqual([])
  })
})
