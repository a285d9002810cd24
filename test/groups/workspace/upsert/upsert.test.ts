import { describe, expect, it } from 'vitest'
import { upserted } from '../../../../src/groups/workspace/outputs.ts'
import { DATA_SOURCES, NOTION_TOKENS, projectId, taskId, USERS } from '../../../simulators/workspace/index.ts'
import type { Switches } from '../../../simulators/workspace/product.ts'
import { holdDeadlines } from '../../../support/world.ts'
import { QUERY, refused, SCHEMA, type Stage, setStage, told, toldWhy } from '../stage.ts'

const PAGES = 'POST /v1/pages'
const patch = (number: number) => `PATCH /v1/pages/${projectId(number)}`

const result = (index: number, outcome: string, more: object = {}) => ({
  index,
  status: { created: 'done', updated: 'done', unchanged: 'already' }[outcome] ?? 'refused',
  outcome,
  page_id: outcome === 'failed' ? null : expect.stringMatching(/^[\da-f-]{36}$/),
  error: null,
  ...more,
})
const failure = (index: number, error: RegExp | string, more: object = {}) =>
  result(index, 'failed', { error: typeof error === 'string' ? error : expect.stringMatching(error), ...more })

/** The lines without the properties that a query shows. */
const steps = (stage: Stage) => stage.called().map((line) => line.split('?')[0])
const outcomes = ({ json }: { json: { results: { outcome: string }[] } }) => json.results.map(({ outcome }) => outcome)
const write = (stage: Stage, number: number) => JSON.parse(stage.product.calls.at(number)?.body ?? '')
const rowsNamed = ({ product }: Stage, name: string) =>
  product.state.rows.filter(({ values }) => JSON.stringify(values.get('Name'))?.includes(`"plain_text":"${name}"`))
const isWrite = ({ method, url }: { method: string; url: URL }) => method !== 'GET' && !url.pathname.endsWith('/query')
const turned = (switches: Partial<Switches>, settings = {}) => {
  const stage = setStage(settings)
  Object.assign(stage.product.switches, switches)
  return stage
}

describe('POST /workspace/data-source/{id}/upsert', () => {
  it('finds the row of a status that the schema omits', async () => {
    const stage = turned({ omittedOptions: ['In progress'] })
    const only = stage.product.state.rows.filter(
      ({ dataSourceId, values }) =>
        dataSourceId === DATA_SOURCES.projects && JSON.stringify(values.get('Stage'))?.includes('In progress'),
    )
    for (const { id } of only.slice(1)) stage.product.editRow(id, { Stage: null })
    const { json } = await stage.upsert({ key: 'Stage', records: [{ Stage: 'In progress', Budget: 5 }] })
    expect(json.results).toEqual([result(0, 'updated', { page_id: only[0]?.id })])
  })

  it('refuses only the record whose status the product does not know', async () => {
    const stage = setStage()
    const records = [
      { Stage: 'Paused', Budget: 5 },
      { Stage: 'Done', Budget: 6 },
    ]
    const done = stage.product.state.rows.filter(
      ({ dataSourceId, values }) =>
        dataSourceId === DATA_SOURCES.projects && JSON.stringify(values.get('Stage'))?.includes('Done'),
    )
    for (const { id } of done.slice(1)) stage.product.editRow(id, { Stage: null })
    const { json } = await stage.upsert({ key: 'Stage', records })
    expect(json.results).toEqual([
      failure(0, /^status option "Paused" not found for property "Stage"/),
      result(1, 'updated', { page_id: done[0]?.id }),
    ])
  })

  it('creates, updates and skips rows, after one read for all keys', async () => {
    const stage = setStage()
    const records = [
      { Name: 'Refund', Stage: 'In progress' },
      { Name: 'Brand new', Budget: 5 },
      { Name: 'Refund', Stage: 'Done' },
      { Name: '모바일 앱 디자인' },
    ]
    const { status, json } = await stage.upsert({ key: 'Name', records: records.slice(0, 2) })
    expect([status, json]).toEqual([
      200,
      {
        success: true,
        total: 2,
        successful: 2,
        failed: 0,
        created: 1,
        updated: 1,
        unchanged: 0,
        results: [result(0, 'updated', { page_id: projectId(7) }), result(1, 'created')],
        next_index: null,
        warnings: [],
      },
    ])
    expect(upserted().parse(json)).toEqual(json)
    expect(steps(stage)).toEqual([SCHEMA, QUERY, patch(7), PAGES])
    expect(write(stage, 2)).toEqual({ properties: { Stage: { status: { name: 'In progress' } } } })
    expect(write(stage, 1).filter).toEqual({
      or: [
        { property: 'Name', title: { equals: 'Refund' } },
        { property: 'Name', title: { equals: 'Brand new' } },
      ],
    })
    const again = await stage.upsert({ key: 'Name', records: records.slice(0, 2) })
    expect(again.json).toMatchObject({ success: true, unchanged: 2, created: 0, updated: 0 })
    expect(rowsNamed(stage, 'Brand new')).toHaveLength(1)
  })

  it('two rows with the key: that record fails, and names them', async () => {
    const stage = setStage()
    await stage.bulk('insert', { data_source_id: DATA_SOURCES.projects, records: [{ Name: 'Refund' }] })
    const records = [{ Name: 'Refund', Budget: 1 }, { Name: 'New' }]
    const { json } = await stage.upsert({ key: 'title', records })
    expect(json.results).toEqual([
      failure(0, /^records\[0\]: several rows have this key, such as [\da-f-]{36} and [\da-f-]{36}: /),
      result(1, 'created'),
    ])
    expect(json).toMatchObject({ success: false, failed: 1, successful: 1 })
  })

  it('a key that an earlier record has: the later one fails, whatever became of the first', async () => {
    const stage = setStage()
    const records = [
      { Name: 'Twice', Budget: 1 },
      { title: 'Twice', Budget: 2 },
      { Name: 'twice', Budget: 3 },
    ]
    const { json } = await stage.upsert({ key: 'Name', records })
    expect(json.results).toEqual([
      result(0, 'created'),
      failure(1, 'records[1]: has the same key as records[0], which counts'),
      result(2, 'created'),
    ])
    expect(rowsNamed(stage, 'Twice')).toHaveLength(1)
  })

  it('a record without the key, or with an invalid value, fails separately and costs no call', async () => {
    const stage = setStage()
    const records = [{ Budget: 1 }, { Name: '' }, { Name: null }, { Name: '  ' }, { Name: 'A', Budget: 'much' }]
    const { status, json } = await stage.upsert({ key: 'Name', records: [...records, { Name: 'B', Nope: 1 }] })
    expect(json.error).toBe(
      '6 of 6 were refused: records[0].Name: is required, since it is the key; records[1].Name: is required, since it is the key; records[2].Name: is required, since it is the key; and 3 more',
    )
    const needed = (index: number) => failure(index, `records[${index}].Name: is required, since it is the key`)
    expect([status, json.results]).toEqual([
      400,
      [
        ...[0, 1, 2, 3].map(needed),
        failure(4, 'records[4].Budget: must be a number'),
        failure(5, /^records\[5\]\.Nope: there is no property "Nope" \(known: "Name", /),
      ],
    ])
    expect(steps(stage)).toEqual([SCHEMA])
  })

  it.each([true, false])(
    'texts that differ by case are different, whatever the product does (folds it: %s)',
    async (folds) => {
      const stage = turned({ foldsCase: folds })
      const records = [{ Name: 'REFUND' }, { Name: 'Refund', Budget: 9 }]
      expect(outcomes(await stage.upsert({ key: 'Name', records }))).toEqual(['created', 'updated'])
      expect(outcomes(await stage.upsert({ key: 'Name', records }))).toEqual(['unchanged', 'unchanged'])
    },
  )

  it.each([
    ['Budget', { Budget: -50_000, Summary: 'x' }, [{ number: { equals: -50_000 } }]],
    ['Priority', { Priority: 'medium' }, [{ select: { equals: 'Medium' } }]],
    ['Stage', { Stage: 'not started' }, [{ status: { equals: 'Not started' } }]],
    ['Due', { Due: '2026-11-21T18:00:00+09:00' }, [{ date: { equals: '2026-11-21T09:00:00.000Z' } }]],
    ['Due', { Due: '2026-12-01' }, [{ date: { equals: '2026-12-01' } }]],
    ['Website', { Website: 'https://a.example' }, [{ url: { equals: 'https://a.example' } }]],
    ['Contact', { Contact: 'a@b.example' }, [{ email: { equals: 'a@b.example' } }]],
    ['Phone', { Phone: '+82 10' }, [{ phone_number: { equals: '+82 10' } }]],
    ['Summary', { Summary: 'Words' }, [{ rich_text: { equals: 'Words' } }]],
  ])('by %s: %j', async (key, record, leaves) => {
    const stage = setStage()
    const { json } = await stage.upsert({ key, records: [record] })
    expect(json.results).toHaveLength(1)
    expect([write(stage, 1).filter]).toEqual(leaves.map((leaf) => ({ property: key, ...leaf })))
    // Whatever rows there were, the second time nothing is left to do.
    const again = await stage.upsert({ key, records: [record] })
    expect(json.failed > 0 ? outcomes({ json }) : outcomes(again)).toEqual([json.failed > 0 ? 'failed' : 'unchanged'])
  })

  it('a missing option is searched in no row, and is created', async () => {
    const stage = setStage()
    const { json } = await stage.upsert({ key: 'Priority', records: [{ Priority: 'Urgent', Name: 'Now' }] })
    expect(json).toMatchObject({
      created: 1,
      warnings: ['records[0].Priority: "Urgent" is a new option of "Priority"'],
    })
    expect(steps(stage)).toEqual([SCHEMA, PAGES])
    const again = await stage.upsert({ key: 'Priority', records: [{ Priority: 'Urgent', Name: 'Now' }] })
    expect(again.json).toMatchObject({ unchanged: 1, warnings: [] })
  })

  it('an option that somebody else added since the schema was cached is searched', async () => {
    const stage = setStage()
    const record = { Priority: 'Urgent', Name: 'Now' }
    await stage.schema()
    await stage.another().bulk('insert', { data_source_id: DATA_SOURCES.projects, records: [record] })
    expect(outcomes(await stage.upsert({ key: 'Priority', records: [record] }))).toEqual(['unchanged'])
  })

  it.each(['Owners', 'Billable', 'Tasks', 'Code', 'Created', 'Label', 'Tags', 'Attachments'])(
    '%s cannot be a key',
    async (key) => {
      const stage = setStage()
      const answer = await stage.upsert({ key, records: [{ Name: 'A' }] })
      const types = 'title, rich_text, number, select, status, date, url, email, phone_number'
      const message = expect.stringMatching(`^key: "${key}" is a [a-z_]+; a key is one of ${types}$`)
      expect(told(answer)).toEqual(refused(400, message))
      expect(steps(stage)).toEqual([SCHEMA])
    },
  )

  it.each([
    [{ key: 'Nope', records: [{}] }, /^key: there is no property "Nope" \(known: "Name", /],
    [{ key: '', records: [{}] }, 'key: must not be empty'],
    [{ records: [{}] }, /^key: /],
    [{ key: 'Name', records: [] }, 'records: must not be empty'],
    [{ key: 'Name', records: Array(101).fill({}) }, 'records: must hold at most 100, not 101'],
    [{ key: 'Name', records: [1] }, 'records[0]: must be an object'],
  ])('refuses %j', async (body, error) => {
    const { upsert } = setStage()
    const message = typeof error === 'string' ? error : expect.stringMatching(error)
    expect(told(await upsert(body))).toEqual(refused(400, message))
  })

  it('is of the pro licence', async () => {
    const { upsert, called } = setStage({ LICENCE: 'basic' })
    expect((await upsert({ key: 'Name', records: [{ Name: 'A' }] })).status).toBe(400)
    expect(called()).toEqual([])
  })
})

describe('the changes', () => {
  const full = {
    Name: 'Whole',
    Summary: 'Words',
    Budget: '1500000',
    Priority: 'high',
    Tags: ['Design', 'Backend'],
    Stage: 'Done',
    Due: { start: '2026-12-01T09:00:00', end: '2026-12-05T09:00:00', time_zone: 'Asia/Seoul' },
    Billable: 'yes',
    Website: 'https://new.example',
    Contact: 'new@haneul.example',
    Phone: '02-111-1111',
    Owners: [USERS.jiwoo, USERS.minjun],
    Attachments: ['https://cdn.example/plan.pdf'],
    Office: { lat: 37.5, lon: 127, name: 'Office' },
    Tasks: [taskId(1), taskId(2)],
  }

  it.each([
    ['as it was', {}],
    [
      'in another order',
      { Tags: ['Backend', 'Design'], Owners: [USERS.minjun, USERS.jiwoo], Tasks: [taskId(2), taskId(1)] },
    ],
    [
      'in another spelling',
      {
        Budget: 1_500_000,
        Due: { start: '2026-12-01T00:00:00Z', end: '2026-12-05T00:00:00.000+00:00' },
        Billable: true,
      },
    ],
  ])('nothing when every value is already there, %s', async (_, spelling) => {
    const stage = setStage()
    expect(outcomes(await stage.upsert({ key: 'Name', records: [full] }))).toEqual(['created'])
    const again = await stage.upsert({ key: 'Name', records: [{ ...full, ...spelling }] })
    expect(outcomes(again)).toEqual(['unchanged'])
    expect(steps(stage).slice(3)).toEqual([SCHEMA, QUERY])
  })

  it.each([
    ['Summary', 'Other words', { rich_text: [{ type: 'text', text: { content: 'Other words' } }] }],
    ['Tags', ['Design'], { multi_select: [{ name: 'Design' }] }],
    ['Due', '2026-12-01', { date: { start: '2026-12-01' } }],
    ['Owners', [USERS.jiwoo], { people: [{ id: USERS.jiwoo }] }],
    ['Summary', '', { rich_text: [] }],
    ['Budget', null, { number: null }],
    ['Tags', null, { multi_select: [] }],
    ['Priority', '', { select: null }],
    ['Due', null, { date: null }],
    ['Billable', null, { checkbox: false }],
    ['Owners', null, { people: [] }],
    ['Office', null, { place: null }],
  ])('only what differs is written: %s becomes %j', async (name, value, native) => {
    const stage = setStage()
    await stage.upsert({ key: 'Name', records: [full] })
    const { json } = await stage.upsert({ key: 'Name', records: [{ ...full, [name]: value }] })
    expect(json).toMatchObject({ updated: 1, failed: 0 })
    expect(write(stage, -1)).toEqual({ properties: { [name]: native } })
    expect(outcomes(await stage.upsert({ key: 'Name', records: [{ ...full, [name]: value }] }))).toEqual(['unchanged'])
  })

  it('an empty value is not part of a new row', async () => {
    const stage = setStage()
    const records = [{ Name: 'Bare', Budget: null, Summary: '', Stage: null }]
    expect(outcomes(await stage.upsert({ key: 'Name', records }))).toEqual(['created'])
    expect(Object.keys(write(stage, -1).properties)).toEqual(['Name'])
    expect(outcomes(await stage.upsert({ key: 'Name', records }))).toEqual(['unchanged'])
  })

  it('names can be used for people and pages, as in an insert', async () => {
    const stage = setStage()
    const records = [{ Name: 'Refund', Owners: '김지우', Tasks: ['Choose colours'] }]
    const { json } = await stage.upsert({ key: 'Name', records })
    expect(json).toMatchObject({ updated: 1 })
    expect(json.warnings).toHaveLength(2)
    expect(outcomes(await stage.upsert({ key: 'Name', records }))).toEqual(['unchanged'])
  })

  it('a list that the product may have cut is written again', async () => {
    const stage = setStage()
    const tasks = Array.from({ length: 26 }, () => taskId(1))
    const row = stage.product.state.rows.find(({ id }) => id === projectId(7))
    row?.values.set(
      'Tasks',
      tasks.map((id) => ({ id })),
    )
    const { json } = await stage.upsert({ key: 'Name', records: [{ Name: 'Refund', Tasks: [taskId(1)] }] })
    expect(json).toMatchObject({ updated: 1 })
  })
})

describe('more rows than one page', () => {
  it('a key that two rows have is not requested again, and no other is missed', async () => {
    const stage = turned({ rowsPerPage: 3 })
    const many = Array.from({ length: 8 }, () => ({ Name: 'Same' }))
    const more = Array.from({ length: 5 }, (_, index) => ({ Name: `One ${index}` }))
    await stage.bulk('insert', { data_source_id: DATA_SOURCES.projects, records: [...more, ...many] })
    const before = stage.called().length
    const answer = await stage.upsert({ key: 'Name', records: [{ Name: 'Same' }, ...more, { Name: 'New' }] })
    expect(outcomes(answer)).toEqual(['failed', ...more.map(() => 'unchanged'), 'created'])
    expect(steps(stage).slice(before)).toEqual([SCHEMA, QUERY, QUERY, QUERY, PAGES])
  })

  it.each([
    ['the second row of a key may be on a later page', ['Pair', 'One', 'Two', 'Pair']],
    ['a row that a repeated query returns again is one row', ['One', 'Pair', 'Pair', 'Two']],
  ])('%s', async (_, names) => {
    const stage = turned({ rowsPerPage: 3 })
    const records = names.map((Name) => ({ Name }))
    await stage.bulk('insert', { data_source_id: DATA_SOURCES.projects, records })
    const answer = await stage.upsert({ key: 'Name', records: [{ Name: 'Pair' }, { Name: 'One' }, { Name: 'Two' }] })
    expect(outcomes(answer)).toEqual(['failed', 'unchanged', 'unchanged'])
  })

  it('a data source among the rows of a wiki is no row', async () => {
    const stage = setStage()
    const tasks = stage.product.state.dataSources.find(({ id }) => id === DATA_SOURCES.tasks)
    if (!tasks) throw new Error('there is no such data source')
    tasks.wikiId = DATA_SOURCES.projects
    const answer = await stage.upsert({ key: 'Name', records: [{ Name: 'Refund' }, { Name: tasks.name }] })
    expect(outcomes(answer)).toEqual(['unchanged', 'created'])
  })

  it.each([
    [99, 100],
    [100, 0],
  ])('lists the shown properties as long as a URL may be: the key and %i more', async (more, named) => {
    const stage = setStage()
    const names = Array.from({ length: more }, (_, at) => `Field ${at}`)
    const projects = stage.product.state.dataSources.find(({ id }) => id === DATA_SOURCES.projects)
    for (const name of names) projects?.columns.push({ id: name.replace(' ', '_'), name, type: 'number', config: {} })
    const record = { Name: 'Brand new', ...Object.fromEntries(names.map((name) => [name, 1])) }
    expect(outcomes(await stage.upsert({ key: 'Name', records: [record] }))).toEqual(['created'])
    const query = stage.called().find((line) => line.includes('/query')) ?? ''
    expect(new URLSearchParams(query.split('?')[1]).getAll('filter_properties').length).toBe(named)
  })

  it('refuses a result that the product cuts at its limit, because a row could be missed', async () => {
    const stage = turned({ resultLimit: 1, foldsCase: true })
    await stage.bulk('insert', { data_source_id: DATA_SOURCES.projects, records: [{ Name: 'A' }, { Name: 'a' }] })
    const answer = await stage.upsert({ key: 'Name', records: [{ Name: 'A' }] })
    expect(told(answer)).toEqual(refused(400, expect.stringMatching(/^key: too many rows match these keys/)))
  })
})

describe('ending before the last record', () => {
  const records = Array.from({ length: 12 }, (_, index) => ({ Name: `Row ${index}`, Budget: index }))

  it('next_index continues, and writes none twice', async () => {
    const stage = setStage({ SUBREQUESTS: '6' })
    let from: number | null = 0
    while (from !== null) {
      const { json }: { json: { next_index: number | null } } = await stage.upsert({
        key: 'Name',
        records: records.slice(from),
      })
      from = json.next_index === null ? null : from + json.next_index
    }
    expect(records.map(({ Name }) => rowsNamed(stage, Name).length)).toEqual(records.map(() => 1))
  })

  it.each([
    [401, 'X-Workspace-Token was rejected by the workspace service: reconnect it and send the new one', null],
    [
      429,
      'You have been rate limited. Please try again in a few seconds. (public_api_request_rate_limit) (go on from next_index after 2 s)',
      '2',
    ],
  ])('%i half-way ends it, and says why', async (status, error, retryAfter) => {
    const stage = setStage()
    let writes = 0
    stage.product.fail({ kind: 'status', status }, { on: (call) => isWrite(call) && ++writes > 2 })
    const ended = await stage.upsert({ key: 'Name', records })
    expect(ended).toMatchObject({ status: 200, json: { success: false, created: 2, failed: 10, next_index: 2, error } })
    expect(ended.headers.get('Retry-After')).toBe(retryAfter)
  })

  it('a conflict is sent again, and makes no row twice', async () => {
    const stage = setStage()
    let writes = 0
    stage.product.fail({ kind: 'status', status: 409 }, { on: (call) => isWrite(call) && ++writes % 2 === 1 })
    const { json } = await stage.upsert({ key: 'Name', records })
    expect(json).toMatchObject({ success: true, created: records.length, failed: 0, next_index: null })
    expect(records.map(({ Name }) => rowsNamed(stage, Name).length)).toEqual(records.map(() => 1))
  })

  it('at the pace of the product', async () => {
    const stage = turned({ callsPerSecond: 3 })
    const { json } = await stage.upsert({ key: 'Name', records })
    expect(json).toMatchObject({ success: false, created: 1, next_index: 1 })
  })

  it('a write whose outcome is not known is found when the request is sent again', async () => {
    const stage = setStage()
    stage.product.fail({ kind: 'cut' }, { on: isWrite, times: 1 })
    const { json } = await stage.upsert({ key: 'Name', records: records.slice(0, 2) })
    expect(json.results).toEqual([
      failure(0, /whether it was written is not known$/, { status: 'unknown' }),
      result(1, 'created'),
    ])
    expect(outcomes(await stage.upsert({ key: 'Name', records: records.slice(0, 2) }))).toEqual([
      'unchanged',
      'unchanged',
    ])
  })

  it('a row that went to the trash in the meantime fails separately, with its id', async () => {
    const stage = setStage()
    stage.product.fail({ kind: 'status', status: 400 }, { on: isWrite, times: 1 })
    const { json } = await stage.upsert({ key: 'Name', records: [{ Name: 'Refund', Budget: 1 }, { Name: 'B' }] })
    expect(json.results).toEqual([
      failure(0, 'body failed validation.', { page_id: projectId(7) }),
      result(1, 'created'),
    ])
  })

  it('a row without an id, or without its key, does not cause another one', async () => {
    for (const body of ['{"results":[{"object":"page","properties":{}}]}', `{"results":[{"id":"${projectId(1)}"}]}`]) {
      const stage = setStage()
      const isQuery = ({ url }: { url: URL }) => url.pathname.endsWith('/query')
      stage.product.fail({ kind: 'status', status: 200, body }, { on: isQuery })
      expect((await stage.upsert({ key: 'Name', records: [{ Name: 'Refund' }] })).status).toBe(502)
      expect(steps(stage)).toEqual([SCHEMA, QUERY])
    }
  })

  it('a token that may only read: the error of the first write is the response', async () => {
    const { upsert } = setStage()
    const headers = { 'X-Workspace-Token': NOTION_TOKENS.readOnly }
    const answer = await upsert({ key: 'Name', records: [{ Name: 'New' }] }, { headers })
    expect(toldWhy(answer)).toEqual(refused(403, 'Insufficient permissions for this endpoint.'))
  })
})

describe('two at once in one isolate', () => {
  const records = Array.from({ length: 6 }, (_, index) => ({ Name: `Row ${index}` }))

  it('create each row once', async () => {
    const stage = setStage()
    const answers = await Promise.all(Array.from({ length: 4 }, () => stage.upsert({ key: 'Name', records })))
    expect(answers.map(({ json }) => json.created).sort()).toEqual([0, 0, 0, 6])
    expect(answers.map(({ json }) => json.unchanged).sort()).toEqual([0, 6, 6, 6])
    expect(records.map(({ Name }) => rowsNamed(stage, Name).length)).toEqual(records.map(() => 1))
  })

  it('also with different tokens, and a failure releases the lock', async () => {
    const stage = setStage()
    const headers = { 'X-Workspace-Token': NOTION_TOKENS.readOnly }
    const [refusal, answer] = await Promise.all([
      stage.upsert({ key: 'Name', records }, { headers }),
      stage.upsert({ key: 'Name', records }),
    ])
    expect([refusal.status, answer.json.created]).toEqual([403, 6])
  })

  it('409 for the one whose turn does not come before its deadline', async () => {
    const stage = setStage()
    holdDeadlines()
    const { fetch } = stage.product
    // The product creates the page of the first only after the second was answered.
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    stage.product.fetch = async (request) => {
      if (request.method === 'POST' && new URL(request.url).pathname === '/v1/pages') await answered
      return fetch(request)
    }
    const [first, second] = await Promise.all([
      stage.upsert({ key: 'Name', records: records.slice(0, 1) }),
      stage.upsert({ key: 'Name', records: records.slice(0, 1) }).finally(answer),
    ])
    expect(first.json).toMatchObject({ created: 1 })
    expect(toldWhy(second)).toEqual(
      refused(409, expect.stringMatching(/^other upserts into this data source go on: .* s$/)),
    )
    expect(Number(second.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(outcomes(await stage.upsert({ key: 'Name', records: records.slice(0, 1) }))).toEqual(['unchanged'])
  })
})
