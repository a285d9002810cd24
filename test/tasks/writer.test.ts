import { expect, it } from 'vitest'
import { DATA_SOURCES, DATABASES, PAGES, viewId } from '../simulators/workspace/index.ts'
import { json } from '../support/gateway.ts'
import { HEADERS, setTable } from './stage.ts'

/** A writer's table from nothing: over HTTP as a program does it, and through MCP by the words of a person. */

// biome-ignore lint/suspicious/noExplicitAny: a script looks into any answer and fails on what is not there
type Read = any
type Table = ReturnType<typeof setTable>

const COLUMNS = [
  { name: 'Title', type: 'title' },
  { name: 'Stage', type: 'select', options: ['Idea', 'Draft', 'Published'] },
  { name: 'Due', type: 'date' },
]

const ask = async ({ gateway }: Table, line: string, body?: object, headers: Record<string, string> = {}) => {
  const [method = 'GET', path = ''] = line.split(' ')
  const init = body ? json(method, body) : { method }
  const answer = await gateway.call(`/api${path}`, {
    ...init,
    headers: { ...(init.headers as Record<string, string>), ...HEADERS, ...headers },
  })
  expect([200, 201], answer.text).toContain(answer.status)
  return answer.json as Read
}

it('over HTTP: a table, its rows, a column more, a page that is edited, moved and found in a view', async () => {
  const table = setTable()
  const body = { parent_page_id: PAGES.handbook, title: 'Articles', columns: COLUMNS }
  const key = { 'Idempotency-Key': 'articles' }
  const made = await ask(table, 'POST /v2/workspace/database', body, key)
  expect(await ask(table, 'POST /v2/workspace/database', body, key)).toEqual(made)
  const { data_source_id } = made

  const records = [
    { Title: 'Spring', Stage: 'Idea', Due: '2027-03-01' },
    { Title: 'Summer', Stage: 'Draft' },
  ]
  expect((await ask(table, 'POST /v1/workspace/bulk-insert', { data_source_id, records })).successful).toBe(2)
  const columns = `/v2/workspace/data-source/${data_source_id}/columns`
  await ask(table, `PATCH ${columns}`, {
    add: [{ name: 'Words', type: 'number' }],
    rename: [{ column: 'Due', name: 'Deadline' }],
    add_options: [{ column: 'Stage', options: ['Sold'] }],
  })
  const filters = [{ key: 'Stage', value: 'Draft' }]
  const { results } = await ask(table, `POST /v2/workspace/data-source/${data_source_id}/query`, { filters })
  expect(results.map((row: Read) => row.simple_properties)).toEqual([
    { Title: 'Summer', Stage: 'Draft', Deadline: null, Words: null },
  ])
  const [{ id }] = results
  await ask(table, `PATCH /v2/workspace/pages/${id}`, { properties: { Words: 1200, Stage: 'Sold' } })
  await ask(table, `PUT /v2/workspace/pages/${id}/markdown`, {
    markdown: '## Plan\n- [ ] Ask Kim\n## Text\nIt was hot.',
  })
  await ask(table, `PATCH /v2/workspace/pages/${id}/markdown`, { insert_after: 'Ask Kim', markdown: '- [ ] Ask Lee' })
  await ask(table, `PATCH /v2/workspace/pages/${id}/markdown`, { replace: 'hot', markdown: 'very hot' })
  const blocks = (await ask(table, `GET /v2/workspace/blocks/${id}/children`)).results
  const todo = blocks.find((one: Read) => one.text === 'Ask Kim')
  await ask(table, `PATCH /v2/workspace/blocks/${todo.id}`, { checked: true })
  const { markdown } = await ask(table, `GET /v2/workspace/pages/${id}/markdown`)
  expect(markdown).toBe('## Plan\n- [x] Ask Kim\n- [ ] Ask Lee\n## Text\nIt was very hot.')

  const { results: views } = await ask(table, `GET /v2/workspace/data-source/${data_source_id}/views`)
  const rows = await ask(table, `POST /v2/workspace/views/${views[0].id}/query`, {})
  expect(rows.results).toHaveLength(2)
  await ask(table, `DELETE ${columns}/Deadline`)
  const moved = await ask(table, `POST /v2/workspace/pages/${id}/move`, { parent_page_id: PAGES.onboarding })
  expect(moved.parent.page_id).toBe(PAGES.onboarding)
  table.expectNothingUnexpected()
})

it('through MCP: by what a person says', async () => {
  const table = setTable()
  const model = await table.talk()
  const use = async (said: string, name: string, args: Record<string, unknown>): Promise<Read> => {
    const { tools } = await model.find(said)
    expect(
      tools.map((one) => one.name),
      said,
    ).toContain(name)
    return model.call(name, args)
  }
  const { data_source_id } = await use(
    'make a table in Notion for my articles, with title, stage and due date',
    'workspace_create_database',
    { parent_page_id: PAGES.handbook, title: 'Articles', columns: COLUMNS },
  )
  const records = [{ Title: 'Spring', Stage: 'Idea' }]
  await use('put my ideas into the table as rows', 'workspace_insert_records', { data_source_id, records })
  const add = { add: [{ name: '글자 수', type: 'number' }] }
  const changed = await use('표에 열 하나 추가해 줘', 'workspace_change_columns', { data_source_id, ...add })
  expect(changed.changes).toEqual([{ column: '글자 수', change: 'added' }])
  await use('in the handbook page, add a line below the rules heading', 'workspace_edit_page_markdown', {
    page_id: PAGES.handbook,
    insert_after: 'Rules',
    markdown: '- Be on time',
  })
  const views = await use('which views does the projects table have', 'workspace_list_views', {
    data_source_id: DATA_SOURCES.projects,
  })
  expect(views.results[1]).toMatchObject({ name: 'Board', quick_filters: { Priority: { select: { equals: 'High' } } } })
  const { results } = await use('what does my saved view In progress show', 'workspace_query_view', {
    view_id: `https://app.notion.com/p/${DATABASES.projects}?v=${viewId(1)}`,
  })
  expect(new Set(results.map((row: Read) => row.simple_properties.Stage))).toEqual(new Set(['In progress']))
  table.expectNothingUnexpected()
})
