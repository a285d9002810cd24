import { describe, expect, it } from 'vitest'
import { Clock } from '../clock.ts'
import { api } from './call.ts'
import {
  createNotion,
  DATA_SOURCES,
  DATABASES,
  NOTION_TOKENS,
  type NotionSimulator,
  projectId,
  taskId,
  USERS,
} from './index.ts'
import { projectsBy } from './rows.ts'

const notion = () => createNotion({ clock: new Clock() })

const create = (product: NotionSimulator, properties: unknown, options = {}) =>
  api(
    product,
    'POST /v1/pages',
    { parent: { type: 'data_source_id', data_source_id: DATA_SOURCES.projects }, properties },
    options,
  )

const text = (content: string) => [{ type: 'text', text: { content } }]

describe('POST /v1/pages', () => {
  it('makes a page that queries find, with all that was written', async () => {
    const product = notion()
    const { status, body } = await create(product, {
      Name: { title: text('새 프로젝트') },
      Summary: { rich_text: [...text('a'), ...text('b')] },
      '%3Abdg': { type: 'number', number: 7 },
      Priority: { select: { name: 'Low' } },
      Tags: { multi_select: [{ name: 'Design' }, { name: 'Fresh' }] },
      Stage: { status: { name: 'Done' } },
      Due: { date: { start: '2026-12-24', end: '2026-12-26' } },
      Billable: { checkbox: true },
      Website: { url: 'https://new.example' },
      Contact: { email: 'new@haneul.example' },
      Phone: { phone_number: '010-0000-0009' },
      Owners: { people: [{ id: USERS.jiwoo }] },
      Attachments: { files: [{ type: 'external', name: 'a', external: { url: 'https://files.example/a' } }] },
      Tasks: { relation: [{ id: taskId(1).replaceAll('-', '') }] },
      Office: { place: { lat: 1, lon: 2 } },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      object: 'page',
      created_time: '2026-11-21T09:00:00.000Z',
      created_by: { id: USERS.bot },
      parent: { type: 'data_source_id', data_source_id: DATA_SOURCES.projects, database_id: DATABASES.projects },
      properties: {
        Name: { title: [{ plain_text: '새 프로젝트' }] },
        Budget: { number: 7 },
        Priority: { select: { id: 'p-lo', name: 'Low', color: 'gray' } },
        Doubled: { formula: { number: 14 } },
        'Task hours': { rollup: { number: 12 } },
        Code: { unique_id: { prefix: 'PRJ', number: 10 } },
        Owners: { people: [{ name: '김지우' }] },
      },
    })
    expect(await projectsBy(product, { property: 'Tags', multi_select: { contains: 'Fresh' } })).toHaveLength(1)
  })

  it('accepts a database with one data source for it, but not one with two', async () => {
    const one = await api(notion(), 'POST /v1/pages', { parent: { database_id: DATABASES.projects }, properties: {} })
    expect(one.body).toMatchObject({ parent: { data_source_id: DATA_SOURCES.projects } })
    const two = await api(notion(), 'POST /v1/pages', { parent: { database_id: DATABASES.leads }, properties: {} })
    expect(two.body).toMatchObject({ additional_data: { error_type: 'multiple_data_sources_for_database' } })
  })

  it.each<[object, string | RegExp]>([
    [{ Nope: { number: 1 } }, 'Nope is not a property that exists.'],
    [{ Budget: { rich_text: text('1') } }, 'Budget is expected to be number.'],
    [
      { Budget: { number: '1' } },
      'body failed validation: body.properties.Budget.number should be a number, instead was `"1"`.',
    ],
    [{ Budget: 1 }, /body\.properties\.Budget should be an object/],
    [
      { Doubled: { formula: {} } },
      /^body failed validation\. Fix one:\nbody\.properties\.Doubled\.title should be defined/,
    ],
    [{ Name: { title: text('x'.repeat(2001)) } }, /title\[0\]\.text\.content\.length should be ≤ `2000`/],
    [{ Name: { title: Array(101).fill(text('x')[0]) } }, /title\.length should be ≤ `100`/],
    [{ Name: { title: 'x' } }, /title should be an array/],
    [{ Priority: { select: { name: 'a,b' } } }, /commas not allowed/],
    [{ Stage: { status: { name: 'Gone' } } }, 'Invalid status option. Status option "Gone" does not exist.'],
    [{ Due: { date: { start: 'today' } } }, /start should be a valid ISO 8601 date string/],
    [{ Due: { date: '2026-11-21' } }, /Due\.date should be an object/],
    [{ Billable: { checkbox: 'yes' } }, /should be a boolean/],
    [{ Contact: { email: 'x'.repeat(201) } }, /≤ `200`/],
    [{ Owners: { people: [{ id: 'me' }] } }, /should be a valid uuid/],
    [{ Tasks: { relation: [{ id: projectId(1) }] } }, /^Could not find page with ID/],
    [{ Attachments: { files: [{ external: { url: 'https://a.example' } }] } }, /name should be a string/],
  ])('refuses %j', async (properties, message) => {
    const product = notion()
    const before = product.state.rows.length
    expect((await create(product, properties)).body.message).toMatch(message)
    expect(product.state.rows).toHaveLength(before)
  })

  it('does not know a data source that is not shared', async () => {
    const body = { parent: { data_source_id: DATA_SOURCES.salaries }, properties: {} }
    expect((await api(notion(), 'POST /v1/pages', body)).body.code).toBe('object_not_found')
  })

  it('may be all that a connection can do', async () => {
    const { status } = await create(notion(), {}, { token: NOTION_TOKENS.insertOnly })
    expect(status).toBe(200)
  })
})

describe('PATCH /v1/pages/{id}', () => {
  const line = `PATCH /v1/pages/${projectId(4)}`

  it.each(['in_trash', 'archived'])('moves a page to the trash by %s, and back', async (key) => {
    const product = notion()
    expect((await api(product, line, { [key]: true })).body).toMatchObject({ in_trash: true, archived: true })
    expect(await projectsBy(product, undefined)).not.toContain(4)
    expect((await api(product, line, { [key]: true })).status).toBe(200)
    expect((await api(product, line, { [key]: false })).body).toMatchObject({ in_trash: false })
    expect(await projectsBy(product, undefined)).toContain(4)
  })

  it('knows no archived from 2026-03-11 on', async () => {
    const { body } = await api(notion(), line, { archived: true }, { version: '2026-03-11' })
    expect(body.message).toMatch(/body\.archived should be not present/)
  })

  it('writes no page that is in the trash', async () => {
    const { status, body } = await api(notion(), `PATCH /v1/pages/${projectId(9)}`, {
      properties: { Budget: { number: 2 } },
    })
    expect([status, body.message]).toEqual([
      400,
      "Can't edit block that is archived. You must unarchive the block before editing.",
    ])
  })

  it('writes the given fields and does not change the rest', async () => {
    const { body } = await api(notion(), line, {
      properties: { Budget: { number: null }, Billable: { checkbox: true } },
    })
    expect(body).toMatchObject({
      last_edited_time: '2026-11-21T09:00:00.000Z',
      last_edited_by: { id: USERS.bot },
      properties: {
        Budget: { number: null },
        Billable: { checkbox: true },
        Name: { title: [{ plain_text: 'Newsletter' }] },
      },
    })
  })

  it.each([
    [{ in_trash: 'yes' }, 400],
    [{ trash: true }, 400],
  ])('refuses %j', async (body, status) => {
    expect((await api(notion(), line, body)).status).toBe(status)
  })

  it('is 404 for a page that does not exist', async () => {
    expect((await api(notion(), `PATCH /v1/pages/${USERS.jiwoo}`, { in_trash: true })).status).toBe(404)
  })
})
