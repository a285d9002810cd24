import { describe, expect, it } from 'vitest'
import { flattenProperties } from '../../../../src/groups/workspace/flatten.ts'
import { NO_REFERENCES } from '../../../../src/groups/workspace/references.ts'
import { nativeProperties } from '../../../../src/groups/workspace/write.ts'
import { api } from '../../../simulators/workspace/call.ts'
import { createNotion, DATA_SOURCES, taskId, USERS } from '../../../simulators/workspace/index.ts'
import { projectProperties } from '../projects.ts'

/** A separate workspace, so that its writes do not affect other files. */
const notion = createNotion()

function write(record: Record<string, unknown>) {
  const warnings = new Set<string>()
  return {
    properties: nativeProperties(record, projectProperties, { at: 'records[3]', warnings }, NO_REFERENCES),
    warnings: [...warnings],
  }
}

describe('a simple map becomes native values by the schema', () => {
  it('each type in its own form', () => {
    for (const [name, value, native] of [
      ['Name', 'A', { title: [{ type: 'text', text: { content: 'A' } }] }],
      ['Summary', 12, { rich_text: [{ type: 'text', text: { content: '12' } }] }],
      ['Budget', '12.5', { number: 12.5 }],
      ['Billable', 'yes', { checkbox: true }],
      ['Priority', 'high', { select: { name: 'High' } }],
      ['Priority', 'Urgent', { select: { name: 'Urgent' } }],
      ['Stage', 'done', { status: { name: 'Done' } }],
      ['Tags', ['design', 'New'], { multi_select: [{ name: 'Design' }, { name: 'New' }] }],
      ['Tags', 'Design', { multi_select: [{ name: 'Design' }] }],
      ['Tags', [], { multi_select: [] }],
      ['Due', '2026-11-21', { date: { start: '2026-11-21' } }],
      [
        'Due',
        { start: '2026-11-21', end: '2026-11-22T10:00Z' },
        { date: { start: '2026-11-21', end: '2026-11-22T10:00:00Z' } },
      ],
      [
        'Due',
        { start: '2026-11-21T10:00', end: null, time_zone: 'Asia/Seoul' },
        { date: { start: '2026-11-21T10:00:00', time_zone: 'Asia/Seoul' } },
      ],
      ['Website', 'https://a.example', { url: 'https://a.example' }],
      ['Contact', 'a@b.example', { email: 'a@b.example' }],
      ['Phone', 1012345678, { phone_number: '1012345678' }],
      ['Owners', USERS.jiwoo.toUpperCase(), { people: [{ id: USERS.jiwoo }] }],
      [
        'Tasks',
        [{ id: taskId(1) }, taskId(2).replaceAll('-', '')],
        { relation: [{ id: taskId(1) }, { id: taskId(2) }] },
      ],
      [
        'Attachments',
        ['https://a.example/dir/b.pdf?x=1', { url: 'https://a.example/', name: 'Home' }],
        {
          files: [
            { type: 'external', name: 'b.pdf', external: { url: 'https://a.example/dir/b.pdf?x=1' } },
            { type: 'external', name: 'Home', external: { url: 'https://a.example/' } },
          ],
        },
      ],
      ['Office', { lat: 1, lon: 2, name: 'Here' }, { place: { lat: 1, lon: 2, name: 'Here', address: null } }],
    ] as [string, unknown, object][])
      expect.soft(write({ [name]: value }).properties, JSON.stringify(name)).toEqual({ [name]: native })
  })

  it('finds properties by id and writes them by name', () => {
    expect(write({ title: 'A' }).properties).toHaveProperty('Name')
  })

  it('leaves out null and empty values', () => {
    expect(write({ Name: null, Budget: '', Tags: null }).properties).toEqual({})
  })

  it('cuts long text into pieces, never within a character', () => {
    const long = `${'x'.repeat(1999)}😀${'y'.repeat(3000)}`
    const pieces = Object(write({ Name: long }).properties.Name).title.map(
      (piece: object) => Object(piece).text.content,
    )
    expect(pieces.join('')).toBe(long)
    expect(pieces.map((piece: string) => piece.length)).toEqual([1999, 2000, 1002])
  })

  it('contain a status that the schema does not list, which the product decides', () => {
    const { properties, warnings } = write({ Stage: 'Paused' })
    expect(properties).toEqual({ Stage: { status: { name: 'Paused' } } })
    expect(warnings).toEqual([
      'records[3].Stage: "Paused" is no option of "Stage" that the schema lists (Not started, In progress, Done): the workspace service decides',
    ])
  })

  it('contain conversions and new options', () => {
    expect(write({ Budget: '3', Priority: 'Urgent' }).warnings).toEqual([
      'records[3].Budget: "3" was read as the number 3',
      'records[3].Priority: "Urgent" is a new option of "Priority"',
    ])
  })
})

describe('an invalid value is refused, with record and property', () => {
  it('each type by its own reason', () => {
    for (const [name, value, message] of [
      ['Nope', 1, /^records\[3\]\.Nope: there is no property "Nope" \(known: "Name", /],
      ['Doubled', 1, /^records\[3\]\.Doubled: "Doubled" is a formula, which cannot be written$/],
      ['Created', '2026-11-21', /cannot be written$/],
      ['Code', 'PRJ-3', /cannot be written$/],
      ['Task count', null, /cannot be written$/],
      ['Name', ['a'], /^records\[3\]\.Name: must be text$/],
      ['Name', 'x'.repeat(200_001), /must be at most 200000 characters, not 200001$/],
      ['Budget', 'many', /^records\[3\]\.Budget: must be a number$/],
      ['Billable', 'perhaps', /must be true or false$/],
      ['Priority', 'a,b', /holds no comma/],
      ['Priority', 'x'.repeat(101), /at most 100 characters, not 101$/],
      ['Stage', ' ', /^records\[3\]\.Stage: must not be empty$/],
      ['Tags', ['Design', ''], /^records\[3\]\.Tags\[1\]: must not be empty$/],
      ['Tags', Array(101).fill('Design'), /at most 100 items, not 101$/],
      ['Due', 'tomorrow', /must be a date such as/],
      ['Due', { end: '2026-11-21' }, /^records\[3\]\.Due\.start: must be a date/],
      ['Due', { start: '2026-11-21', time_zone: 9 }, /^records\[3\]\.Due\.time_zone: /],
      ['Contact', 'x'.repeat(201), /at most 200 characters, not 201$/],
      ['Owners', ['me'], /^records\[3\]\.Owners\[0\]: must be a person id/],
      ['Tasks', 'Sketch the logo', /must be a page id/],
      ['Attachments', 'logo.pdf', /must be an http address/],
      ['Attachments', ['javascript:alert(1)'], /^records\[3\]\.Attachments\[0\]: must be an http address/],
      ['Office', 'Seoul', /must be \{lat, lon, name, address\}/],
    ] as [string, unknown, RegExp][])
      expect.soft(() => write({ [name]: value }), JSON.stringify(name)).toThrow(message)
  })

  it('one property under two names', () => {
    expect(() => write({ Name: 'a', title: 'b' })).toThrow('records[3].title: "Name" is given twice')
  })
})

describe('the product accepts the result', () => {
  it('and shows it as it was given', async () => {
    const record = {
      Name: '함께 쓴 줄',
      Summary: 'x'.repeat(4500),
      Budget: 42,
      Priority: 'Low',
      Tags: ['Design', 'Fresh'],
      Stage: 'Done',
      Due: { start: '2026-12-24', end: '2026-12-26' },
      Billable: true,
      Website: 'https://a.example',
      Contact: 'a@b.example',
      Phone: '010-0000-0000',
      Tasks: [taskId(1)],
      Attachments: ['https://a.example/b.pdf'],
      Office: { lat: 1, lon: 2 },
    }
    const { properties } = write(record)
    const parent = { data_source_id: DATA_SOURCES.projects }
    const { status, body } = await api(notion, 'POST /v1/pages', { parent, properties })
    expect(status).toBe(200)
    expect(flattenProperties(body.properties, new Set())).toMatchObject({ ...record, Office: '1,2' })
  })
})
