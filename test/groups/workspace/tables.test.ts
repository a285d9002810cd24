import { expect, it } from 'vitest'
import { DATA_SOURCES, DATABASES, PAGES } from '../../simulators/workspace/index.ts'
import { lastCall, setStage, told } from './stage.ts'

/** Tables and their columns (docs/spec/workspace.md, "Tables"). */

const COLUMNS = [
  { name: 'Title', type: 'title' },
  { name: 'Stage', type: 'select', options: ['Idea', 'Draft', 'Published'] },
  { name: 'Due', type: 'date' },
  { name: 'Fee', type: 'number', format: 'won' },
  { name: 'Notes', type: 'text' },
  { name: 'Phone', type: 'phone' },
  { name: 'No', type: 'id', prefix: 'ART' },
  { name: 'Task', type: 'relation', data_source_id: DATABASES.tasks },
]

const create = (body: object, stage = setStage()) => stage.v2('POST /workspace/database', body)
const change = (body: object, stage = setStage(), id = DATA_SOURCES.tasks) =>
  stage.v2(`PATCH /workspace/data-source/${id}/columns`, body)
const drop = (column: string, stage = setStage(), id = DATA_SOURCES.tasks) =>
  stage.v2(`DELETE /workspace/data-source/${id}/columns/${encodeURIComponent(column)}`)

it('makes a table below a page, whose columns have plain types, and which takes rows at once', async () => {
  const stage = setStage()
  const made = await create({ parent_page_id: PAGES.handbook, title: 'Articles', columns: COLUMNS }, stage)
  expect(made).toMatchObject({
    status: 201,
    json: { success: true, title: 'Articles', parent: { type: 'page_id', page_id: PAGES.handbook } },
  })
  const { json: schema } = await stage.schema(made.json.data_source_id)
  expect(schema.properties.map(({ name, type }: { name: string; type: string }) => `${name}: ${type}`)).toEqual([
    'Title: title',
    'Stage: select',
    'Due: date',
    'Fee: number',
    'Notes: rich_text',
    'Phone: phone_number',
    'No: unique_id',
    'Task: relation',
  ])
  expect(schema.properties[1].options).toEqual(['Idea', 'Draft', 'Published'])
  const records = [{ Title: 'Spring', Stage: 'Draft', Fee: 300_000, Task: 'Sketch the logo' }]
  const rows = await stage.bulk('insert', { data_source_id: made.json.data_source_id, records })
  expect(rows).toMatchObject({ status: 200, json: { successful: 1 } })
})

it('gives a table without a title one that is called Name', async () => {
  const stage = setStage()
  await create({ parent_page_id: PAGES.handbook, title: 'Plain', columns: [{ name: 'Done', type: 'checkbox' }] }, stage)
  expect(JSON.parse(lastCall(stage).body).initial_data_source).toEqual({
    properties: { Name: { title: {} }, Done: { checkbox: {} } },
  })
})

it.each([
  [
    [{ name: 'Name', type: 'text' }],
    'columns[0].name: a table needs a title, which is called Name: give this column the type title',
  ],
  [
    [
      { name: 'A', type: 'title' },
      { name: 'B', type: 'title' },
    ],
    'columns[1].type: a table has one title',
  ],
  [
    [
      { name: 'A', type: 'date' },
      { name: 'A', type: 'number' },
    ],
    'columns[1].name: "A" is given twice',
  ],
  [
    [{ name: 'A', type: 'number', options: ['x'] }],
    'columns[0].options: goes only with the type select or multi_select or status',
  ],
  [[{ name: 'A', type: 'relation' }], 'columns[0].data_source_id: is required for the type relation'],
  [[{ name: 'A', type: 'select', options: ['a, b'] }], 'columns[0].options[0]: must have no comma'],
  [[{ name: 'A', type: 'select', options: ['a', 'a'] }], 'columns[0].options: must not name an option twice'],
  [[{ name: ' ', type: 'date' }], 'columns[0].name: must not be empty'],
])('refuses columns that are no table: %j', async (columns, error) => {
  const stage = setStage()
  const answer = await create({ parent_page_id: PAGES.handbook, title: 'T', columns }, stage)
  expect(told(answer)).toEqual({ status: 400, json: { success: false, error } })
  expect(stage.called()).toEqual([])
})

it('makes a table once for an Idempotency-Key', async () => {
  const stage = setStage()
  const body = { parent_page_id: PAGES.handbook, title: 'Once' }
  const ask = () => stage.v2('POST /workspace/database', body, { 'Idempotency-Key': 'table-once' })
  const [first, second] = [await ask(), await ask()]
  expect(second.json).toEqual(first.json)
  expect(second.headers.get('Idempotent-Replayed')).toBe('true')
  expect(stage.called().filter((line) => line === 'POST /v1/databases')).toHaveLength(1)
})

it('adds, renames and extends columns in one call, and leaves alone what is there already', async () => {
  const stage = setStage()
  const { properties } = (await stage.schema()).json
  const stages = properties.find((one: { type: string }) => one.type === 'select')
  const body = {
    add: [{ name: 'Words', type: 'number' }],
    rename: [{ column: 'Budget', name: 'Fee' }],
    add_options: [{ column: stages.name, options: [...stages.options.slice(0, 1), 'Brand new'] }],
  }
  const first = await change(body, stage, DATA_SOURCES.projects)
  expect(first.json.changes).toEqual([
    { column: 'Budget', change: 'renamed' },
    { column: stages.name, change: 'options_added' },
    { column: 'Words', change: 'added' },
  ])
  const after = Object.fromEntries(first.json.properties.map((one: { name: string }) => [one.name, one]))
  expect(after.Words).toMatchObject({ type: 'number' })
  expect(after.Fee).toMatchObject({ type: 'number' })
  expect(after.Budget).toBeUndefined()
  expect(after[stages.name].options).toEqual([...stages.options, 'Brand new'])
  const calls = stage.called().length
  const second = await change(body, stage, DATA_SOURCES.projects)
  expect(second.json.changes.map((one: { change: string }) => one.change)).toEqual(['none', 'none', 'none'])
  expect(stage.called().slice(calls)).toEqual([`GET /v1/data_sources/${DATA_SOURCES.projects}`])
})

it.each([
  [{ add: [{ name: 'Hours', type: 'text' }] }, 'add[0].name: there is a column "Hours" of the type number already'],
  [{ add: [{ name: 'title', type: 'text' }] }, 'add[0].name: is the id of the column "Name": choose another name'],
  [{ add: [{ name: 'Second', type: 'title' }] }, 'add[0].type: the table has a title: rename it'],
  [{ rename: [{ column: 'Due', name: 'Hours' }] }, 'rename[0].name: there is a column "Hours" already'],
  [
    { add_options: [{ column: 'Hours', options: ['x'] }] },
    'add_options[0].column: "Hours" is a number, which has no options',
  ],
  [
    { add_options: [{ column: 'State', options: ['Parked'] }] },
    expect.stringMatching(/^add_options\[0\]\.options: "State" is a status, .* add them in its app$/),
  ],
  [
    { rename: [{ column: 'None', name: 'X' }] },
    expect.stringMatching(/^rename\[0\]\.column: there is no property "None" \(known: /),
  ],
  [
    { rename: [{ column: 'Due', name: 'title' }] },
    'rename[0].name: is the id of the column "Name": choose another name',
  ],
  [
    {
      rename: [
        { column: 'Due', name: 'A' },
        { column: 'Due', name: 'B' },
      ],
    },
    'rename[1].column: "Due" is given twice',
  ],
  [
    { rename: [{ column: 'Due', name: 'Deadline' }], add: [{ name: 'Due', type: 'date' }] },
    'add[0].name: "Due" is renamed by this request: add it with another one',
  ],
  [
    { add: [{ name: 'Lead', type: 'relation', data_source_id: DATABASES.leads }] },
    expect.stringMatching(/^add\[0\]\.data_source_id: is the id of a database with several data sources/),
  ],
  [{}, 'add: is required, or rename or add_options'],
])('refuses a change that does not fit, and sends nothing: %j', async (body, error) => {
  const stage = setStage()
  expect(told(await change(body, stage))).toEqual({ status: 400, json: { success: false, error } })
  expect(stage.called().filter((line) => line.startsWith('PATCH'))).toEqual([])
})

it.each(['Stage', 'Phase'])('changes nothing twice when a column is renamed and gets options as %s', async (column) => {
  const stage = setStage()
  const created = await create({ parent_page_id: PAGES.handbook, title: 'T', columns: COLUMNS.slice(0, 2) }, stage)
  const body = { rename: [{ column: 'Stage', name: 'Phase' }], add_options: [{ column, options: ['Sold'] }] }
  const ask = () => change(body, stage, created.json.data_source_id)
  expect((await ask()).json.changes.map((one: { change: string }) => one.change)).toEqual(['renamed', 'options_added'])
  const again = await ask()
  expect([again.status, again.json.changes.map((one: { change: string }) => one.change)]).toEqual([
    200,
    ['none', 'none'],
  ])
})

it('keeps the options that several requests add at the same time', async () => {
  const stage = setStage()
  const created = await create({ parent_page_id: PAGES.handbook, title: 'T', columns: COLUMNS.slice(0, 2) }, stage)
  const { data_source_id } = created.json
  const names = ['A', 'B', 'C', 'D']
  const add = (name: string) => change({ add_options: [{ column: 'Stage', options: [name] }] }, stage, data_source_id)
  const answers = await Promise.all(names.map(add))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { json } = await stage.schema(data_source_id)
  expect([...json.properties[1].options].sort()).toEqual(['A', 'B', 'C', 'D', 'Draft', 'Idea', 'Published'])
})

it('names the column whose table is not known', async () => {
  const columns = [
    { name: 'A', type: 'title' },
    { name: 'B', type: 'relation', data_source_id: PAGES.handbook },
  ]
  const answer = await create({ parent_page_id: PAGES.handbook, title: 'T', columns })
  expect([answer.status, answer.json.error]).toEqual([
    expect.any(Number),
    expect.stringMatching(/^columns\[1\]\.data_source_id: /),
  ])
})

it('takes the id of a database with one data source for its columns', async () => {
  const { json } = await change({ add: [{ name: 'Words', type: 'number' }] }, setStage(), DATABASES.tasks)
  expect([json.id, json.warnings.length]).toEqual([DATA_SOURCES.tasks, 1])
})

it('deletes a column with its values, by its name or its id', async () => {
  const stage = setStage()
  const { json } = await drop('Hours', stage)
  expect(json.changes).toEqual([{ column: 'Hours', change: 'deleted' }])
  expect(json.properties.map((one: { name: string }) => one.name)).not.toContain('Hours')
  const due = json.properties.find((one: { name: string }) => one.name === 'Due').id
  expect((await drop(due, stage)).json.changes).toEqual([{ column: 'Due', change: 'deleted' }])
  expect(told(await drop('Hours', stage))).toEqual({
    status: 404,
    json: { success: false, error: 'column: there is no column "Hours" (known: "Name", "Assignee", "State")' },
  })
  expect(told(await drop('Name', stage))).toEqual({
    status: 400,
    json: { success: false, error: 'column: "Name" is the title of the table, which each has' },
  })
})

it('takes the id of a column as it stands in the answer, which a path decodes', async () => {
  const stage = setStage()
  const table = stage.product.state.dataSources.find(({ id }) => id === DATA_SOURCES.tasks)
  const column = table?.columns.find(({ name }) => name === 'Hours')
  if (!column) throw new Error('no column')
  Object.assign(column, { id: '%3Fa%7C' })
  const path = `DELETE /workspace/data-source/${DATA_SOURCES.tasks}/columns/${column.id}`
  expect((await stage.v2(path)).json.changes).toEqual([{ column: 'Hours', change: 'deleted' }])
})

it('says that a lost answer may have changed the table', async () => {
  const stage = setStage()
  stage.product.fail({ kind: 'status', status: 500 }, { on: ({ method }) => method === 'PATCH' })
  const { status, json } = await change({ add: [{ name: 'Words', type: 'number' }] }, stage)
  expect([status, json.error]).toEqual([502, expect.stringContaining('whether it was written is not known')])
})
