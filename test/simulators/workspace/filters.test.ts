import { describe, expect, it } from 'vitest'
import { Clock } from '../clock.ts'
import { createNotion, projectId, taskId, USERS } from './index.ts'
import { projectsBy } from './rows.ts'

/** Saturday, 21 November 2026, 09:00 UTC. The week started on the 15th. */
const notion = () => createNotion({ clock: new Clock() })

const none: number[] = []

/** property, condition, the projects that pass. */
const table: [string, object, number[]][] = [
  ['Name', { title: { equals: 'Refund' } }, [7]],
  ['Name', { rich_text: { starts_with: 'De' } }, [6]],
  ['Name', { title: { is_empty: true } }, [8]],
  ['title', { title: { contains: '이전' } }, [2]],
  ['Summary', { rich_text: { contains: 'logo and' } }, [1]],
  ['Summary', { rich_text: { does_not_contain: 'e' } }, [4, 5, 8]],
  ['Summary', { rich_text: { ends_with: 'cities' } }, [3]],
  ['Summary', { rich_text: { is_not_empty: true } }, [1, 2, 3, 6, 7]],
  ['Budget', { number: { equals: 0 } }, [4]],
  ['%3Abdg', { number: { less_than: 0 } }, [7]],
  [':bdg', { number: { greater_than: 5_500_000 } }, [1, 2]],
  ['Budget', { number: { greater_than_or_equal_to: 3_000_000 } }, [1, 2, 6]],
  ['Budget', { number: { less_than_or_equal_to: 0 } }, [4, 7]],
  ['Budget', { number: { does_not_equal: 0 } }, [1, 2, 3, 5, 6, 7, 8]],
  ['Budget', { number: { is_empty: true } }, [5]],
  ['Priority', { select: { equals: 'High' } }, [1, 2]],
  ['Priority', { select: { equals: ['High', 'Low'] } }, [1, 2, 4, 8]],
  ['Priority', { select: { does_not_equal: ['High', 'Low'] } }, [3, 5, 6, 7]],
  ['Priority', { select: { is_empty: true } }, [5, 7]],
  ['Tags', { multi_select: { contains: '리서치' } }, [1, 3]],
  ['Tags', { multi_select: { contains: ['리서치', 'Backend'] } }, [1, 2, 3, 6, 8]],
  ['Tags', { multi_select: { does_not_contain: 'Design' } }, [2, 3, 4, 5, 7, 8]],
  ['Stage', { status: { equals: 'Done' } }, [3, 7]],
  ['Stage', { status: { does_not_equal: 'Done' } }, [1, 2, 4, 5, 6, 8]],
  ['Billable', { checkbox: { equals: true } }, [1, 2, 6, 8]],
  ['Billable', { checkbox: { does_not_equal: true } }, [3, 4, 5, 7]],
  ['Website', { url: { contains: 'example' } }, [1, 4, 6]],
  ['Contact', { email: { ends_with: 'haneul.example' } }, [2, 6]],
  ['Phone', { phone_number: { starts_with: '+82' } }, [1]],
  ['Owners', { people: { contains: USERS.minjun } }, [1, 2, 6]],
  ['Owners', { people: { is_empty: true } }, [4, 5, 8]],
  ['Attachments', { files: { is_not_empty: true } }, [1, 3]],
  ['Created by', { created_by: { contains: 'me' } }, [8]],
  ['Edited by', { last_edited_by: { does_not_contain: USERS.jiwoo } }, [2, 4, 6, 7, 8]],
  ['Code', { unique_id: { less_than: 3 } }, [1, 2]],
  ['Check', { verification: { status: 'verified' } }, [1]],
  ['Check', { verification: { status: 'none' } }, [3, 4, 5, 6, 7, 8]],
  ['Check', { verification: { does_not_equal: 'none' } }, [1, 2]],
  ['Tasks', { relation: { contains: taskId(3) } }, [2]],
  ['Tasks', { relation: { contains: taskId(3).replaceAll('-', '') } }, [2]],
  ['Tasks', { relation: { is_empty: true } }, [4, 5, 7, 8]],
  ['Due', { date: { equals: '2026-12-01' } }, [1]],
  ['Due', { date: { equals: '2026-11-21' } }, [2]],
  ['Due', { date: { equals: '2026-11-21T09:00:00Z' } }, [2]],
  ['Due', { date: { equals: '2026-11-21T09:00:00.001Z' } }, none],
  ['Due', { date: { on_or_after: '2026-11-21T09:00:00' } }, [1, 2, 4, 6]],
  ['Due', { date: { before: '2026-11-21' } }, [3, 7, 8]],
  ['Due', { date: { after: '2026-12-01' } }, [6]],
  ['Due', { date: { on_or_before: '2026-11-20' } }, [3, 7, 8]],
  ['Due', { date: { is_empty: true } }, [5]],
  ['Due', { date: { equals: 'today' } }, [2]],
  ['Due', { date: { before: 'one_month_ago' } }, [8]],
  ['Due', { date: { after: 'one_month_from_now' } }, [6]],
  ['Due', { date: { this_week: {} } }, [2, 7]],
  ['Due', { date: { past_week: {} } }, [2, 7]],
  ['Due', { date: { past_month: {} } }, [2, 3, 7]],
  ['Due', { date: { past_year: {} } }, [2, 3, 7, 8]],
  ['Due', { date: { next_week: {} } }, [2, 4]],
  ['Due', { date: { next_month: {} } }, [1, 2, 4]],
  ['Due', { date: { next_year: {} } }, [1, 2, 4, 6]],
  ['Created', { created_time: { on_or_after: '2026-11-12' } }, [7, 8]],
  ['Label', { formula: { string: { contains: 'Done' } } }, [3, 7]],
  ['Doubled', { formula: { number: { greater_than: 10_000_000 } } }, [1, 2]],
  ['Is large', { formula: { checkbox: { equals: true } } }, [1, 2, 6]],
  ['Review on', { formula: { date: { equals: '2026-12-08' } } }, [1]],
  ['Review on', { formula: { date: { is_empty: true } } }, [5]],
  ['Task count', { rollup: { number: { equals: 0 } } }, [4, 5, 7, 8]],
  ['Task hours', { rollup: { number: { is_empty: true } } }, [4, 5, 7, 8]],
  ['Last task due', { rollup: { date: { on_or_after: '2026-11-21' } } }, [1, 2]],
  ['Task names', { rollup: { any: { rich_text: { contains: '보고서' } } } }, [3]],
  ['Task names', { rollup: { none: { rich_text: { contains: 'e' } } } }, [4, 5, 7, 8]],
  ['Task names', { rollup: { every: { rich_text: { contains: 'o' } } } }, [1, 2, 4, 5, 6, 7, 8]],
  ['Hours of each', { rollup: { any: { number: { greater_than: 10 } } } }, [1, 2]],
  ['Assignees', { rollup: { any: { people: { contains: USERS.seoyeon } } } }, [1, 3]],
]

describe('facts 4: leaves are evaluated for real', () => {
  it.each(table)('%s %j', async (property, condition, rows) => {
    expect(await projectsBy(notion(), { property, ...condition })).toEqual(rows)
  })

  it('by the times of the rows themselves', async () => {
    const edited = { timestamp: 'last_edited_time', last_edited_time: { equals: 'today' } }
    expect(await projectsBy(notion(), edited)).toEqual([4, 8])
    const created = { timestamp: 'created_time', created_time: { before: '2026-09-10' } }
    expect(await projectsBy(notion(), created)).toEqual([1])
  })

  it('joins two levels of groups', async () => {
    const high = { property: 'Priority', select: { equals: 'High' } }
    const done = { property: 'Stage', status: { equals: 'Done' } }
    const billable = { property: 'Billable', checkbox: { equals: true } }
    expect(await projectsBy(notion(), { or: [done, { and: [high, billable] }] })).toEqual([1, 2, 3, 7])
    expect(await projectsBy(notion(), { and: [billable, { or: [high, done] }] })).toEqual([1, 2])
  })

  it('lets every row through without a filter, and no trashed one', async () => {
    expect(await projectsBy(notion(), undefined)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(await projectsBy(notion(), {})).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })
})

const leaf = { property: 'Name', title: { equals: 'x' } }
const deep = { and: [{ or: [{ and: [leaf] }] }] }

describe("facts 4: refusals, with the product's messages", () => {
  it.each<[unknown, string | RegExp]>([
    [
      { property: 'Budget', number: { equals: '3' } },
      'body failed validation: body.filter.number.equals should be a number, instead was `"3"`.',
    ],
    [{ property: 'Budget', number: { contains: 3 } }, /body\.filter\.number\.contains should be not present/],
    [{ property: 'Budget', number: { equals: 3, less_than: 4 } }, /less_than should be not present/],
    [{ property: 'Billable', checkbox: { is_empty: true } }, /is_empty should be not present/],
    [{ property: 'Billable', checkbox: { equals: 'true' } }, /should be a boolean/],
    [{ property: 'Name', title: { is_empty: false } }, /is_empty should be `true`/],
    [{ property: 'Due', date: { equals: '21.11.2026' } }, /should be a valid ISO 8601 date string/],
    [{ property: 'Due', date: { equals: '2026-02-30' } }, /should be a valid ISO 8601 date string/],
    [{ property: 'Due', date: { this_week: true } }, /should be an empty object/],
    [{ property: 'Due', date: { does_not_equal: '2026-11-21' } }, /should be not present/],
    [{ property: 'Owners', people: { contains: '김지우' } }, /should be a valid uuid/],
    [{ property: 'Tasks', relation: { contains: 'me' } }, /should be a valid uuid/],
    [{ property: 'Attachments', files: { contains: 'logo' } }, /should be not present/],
    [
      { property: 'Priority', select: { equals: 'Huge' } },
      'select option "Huge" not found for property "Priority". Available options: "High", "Medium", "Low".',
    ],
    [{ property: 'Stage', status: { equals: ['Done', 'Gone'] } }, /^status option "Gone" not found/],
    [{ property: 'Doubled', formula: { string: { contains: '2' } } }, /property number does not match filter string$/],
    [{ property: 'Doubled', formula: { text: { contains: '2' } } }, /should be not present/],
    [{ property: 'Task count', rollup: { any: { number: { equals: 2 } } } }, /does not match filter any$/],
    [{ property: 'Task names', rollup: { number: { equals: 2 } } }, /does not match filter number$/],
    [{ property: 'Kick off', button: {} }, /^body failed validation\. Fix one:\nbody\.filter\.or should be defined/],
    [{ property: 'Office', place: { is_empty: true } }, /Fix one/],
    [{ timestamp: 'created_time', date: { equals: 'today' } }, /created_time should be defined/],
    [{ timestamp: 'created_time', last_edited_time: { equals: 'today' } }, /body\.filter\.timestamp should be/],
    [
      { property: 'Name', timestamp: 'created_time', created_time: { equals: 'today' } },
      /body\.filter\.property should be not present/,
    ],
    [{ ...leaf, type: 'number' }, /body\.filter\.type should be/],
    [{ ...leaf, extra: 1 }, /body\.filter\.extra should be not present/],
    [{ title: { equals: 'x' } }, /body\.filter\.property should be a string/],
    [deep, /body\.filter\.and\[0\]\.or\[0\]\.and should be not present/],
    [{ and: [{}] }, /Fix one/],
    ['x', /body\.filter should be an object/],
  ])('%j', async (filter, message) => {
    const answer = await projectsBy(notion(), filter)
    if (typeof message === 'string') expect(answer).toBe(message)
    else expect(answer).toMatch(message)
  })

  it('takes 100 conditions in a group, not 101', async () => {
    expect(await projectsBy(notion(), { or: Array(100).fill(leaf) })).toEqual([])
    expect(await projectsBy(notion(), { or: Array(101).fill(leaf) })).toBe(
      'body failed validation: body.filter.or.length should be ≤ `100`, instead was `101`.',
    )
  })

  it('has no rows for the id of a page that nothing relates to', async () => {
    expect(await projectsBy(notion(), { property: 'Tasks', relation: { contains: projectId(1) } })).toEqual([])
  })
})
