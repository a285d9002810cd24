import { describe, expect, it } from 'vitest'
import { bulk as answer } from '../../../src/groups/workspace/records.outputs.ts'
import { DATA_SOURCES, DATABASES, NOTION_TOKENS, USERS } from '../../simulators/workspace/index.ts'
import { refused, SCHEMA, type Stage, setStage, told, toldWhy } from './stage.ts'

const PAGES = 'POST /v1/pages'

const records = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ Name: `Row ${number}`, Budget: number }))
const into = (count: number) => ({ data_source_id: DATA_SOURCES.projects, records: records(count) })

/** Names of the inserted rows, in the order of the product's own numbers. */
const inserted = ({ product }: Stage) =>
  product.state.rows
    .filter(({ dataSourceId, number }) => dataSourceId === DATA_SOURCES.projects && number > 9)
    .sort((a, b) => a.number - b.number)
    .map(({ values }) => JSON.parse(JSON.stringify(values.get('Name')))[0].plain_text)

const names = (count: number) => records(count).map(({ Name }) => Name)
const success = (index: number) => ({
  index,
  status: 'done',
  page_id: expect.stringMatching(/^[\da-f-]{36}$/),
  error: null,
})
const failure = (index: number, error: RegExp | string, status = 'refused') => ({
  index,
  status,
  page_id: null,
  error: typeof error === 'string' ? error : expect.stringMatching(error),
})
const statuses = ({ json }: { json: { results: { status: string }[] } }) => json.results.map(({ status }) => status)
const isWrite = ({ method }: { method: string }) => method !== 'GET'

describe('POST /workspace/bulk-insert', () => {
  it('writes each record once, in order, after one read of the schema', async () => {
    const stage = setStage()
    const { status, json } = await stage.bulk('insert', into(3))
    expect([status, json]).toEqual([
      200,
      {
        success: true,
        total: 3,
        successful: 3,
        failed: 0,
        results: [0, 1, 2].map(success),
        next_index: null,
        warnings: [],
      },
    ])
    expect(answer().parse(json)).toEqual(json)
    expect(stage.called()).toEqual([SCHEMA, PAGES, PAGES, PAGES])
    expect(inserted(stage)).toEqual(names(3))
  })

  it('converts simple values by the schema, as simple_properties shows them', async () => {
    const { bulk, query } = setStage()
    const record = {
      Name: '새 프로젝트',
      Summary: 'By a machine',
      Budget: '1500000',
      Priority: 'high',
      Tags: ['Design', 'New tag'],
      Stage: 'Done',
      Due: { start: '2026-12-01', end: '2026-12-05' },
      Billable: 'yes',
      Website: 'https://new.example',
      Contact: 'new@haneul.example',
      Phone: '02-111-1111',
      Owners: [USERS.jiwoo],
      Attachments: ['https://cdn.example/plan.pdf'],
    }
    const { json } = await bulk('insert', { data_source_id: DATA_SOURCES.projects, records: [record] })
    const rows = (await query({ filters: [{ key: 'Name', value: '새 프로젝트' }] })).json.results
    expect(rows.map(({ id }: { id: string }) => id)).toEqual([json.results[0].page_id])
    expect(rows[0].simple_properties).toMatchObject({
      ...record,
      Budget: 1_500_000,
      Priority: 'High',
      Billable: true,
      Owners: ['김지우'],
    })
  })

  it('takes a database, and inserts into its first data source', async () => {
    const { bulk, product, called } = setStage()
    const { json } = await bulk('insert', { database_id: DATABASES.leads, records: [{ Name: 'Lead', Won: true }] })
    const warnings = [expect.stringMatching(/^database_id: has several data sources; "Leads 2026" .* not "Leads 2025"/)]
    expect(json).toMatchObject({ success: true, successful: 1, warnings })
    expect(product.state.rows[0]?.dataSourceId).toBe(DATA_SOURCES.leads2026)
    expect(called()).toEqual([
      `GET /v1/databases/${DATABASES.leads}`,
      `GET /v1/data_sources/${DATA_SOURCES.leads2026}`,
      PAGES,
    ])
  })

  it('a status that the schema lacks is decided by the product, and its refusal names the others', async () => {
    const { bulk, product } = setStage()
    product.switches.omittedOptions = ['In progress']
    const records = [
      { Name: 'A', Stage: 'In progress' },
      { Name: 'B', Stage: 'Paused' },
    ]
    const { json } = await bulk('insert', { data_source_id: DATA_SOURCES.projects, records })
    const listed = (index: number, name: string) =>
      `records[${index}].Stage: "${name}" is no option of "Stage" that the schema lists (Not started, Done): the workspace service decides`
    expect(json.results).toEqual([
      success(0),
      failure(1, `Invalid status option. Status option "Paused" does not exist.; ${listed(1, 'Paused')}`),
    ])
    expect(json.warnings).toEqual([listed(0, 'In progress'), listed(1, 'Paused')])
  })

  it('a record that cannot be converted fails separately, names the value and costs no call', async () => {
    const stage = setStage()
    const odd = [{ Name: 'A' }, { Budget: 'much' }, { Nope: 1 }, JSON.parse('{"__proto__":1}'), { Name: 'B' }]
    const { status, json } = await stage.bulk('insert', { data_source_id: DATA_SOURCES.projects, records: odd })
    expect([status, json]).toEqual([
      200,
      {
        success: false,
        total: 5,
        successful: 2,
        failed: 3,
        results: [
          success(0),
          failure(1, 'records[1].Budget: must be a number'),
          failure(2, /^records\[2\]\.Nope: there is no property "Nope" \(known: "Name", "Summary", /),
          failure(3, /^records\[3\]\.__proto__: there is no property "__proto__" /),
          success(4),
        ],
        next_index: null,
        warnings: [],
      },
    ])
    expect(stage.called()).toEqual([SCHEMA, PAGES, PAGES])
    expect(inserted(stage)).toEqual(['A', 'B'])
  })

  it.each([
    [400, 'refused', 'body failed validation.'],
    [409, 'refused', 'The table is full.', 'row_limit_exceeded'],
    [413, 'refused', 'the request is too large for the workspace service', '<html>413</html>'],
    [500, 'unknown', 'Unexpected error occurred.: whether it was written is not known'],
  ])(
    'a record with the response %i fails separately and is not repeated: %s',
    async (status, outcome, error, code = '') => {
      const stage = setStage()
      let writes = 0
      const body = code.startsWith('<') ? code : JSON.stringify({ object: 'error', status, code, message: error })
      const fault = { kind: 'status', status, ...(code && { body }) } as const
      stage.product.fail(fault, { on: (call) => isWrite(call) && ++writes === 2 })
      const { json } = await stage.bulk('insert', into(3))
      expect(json).toMatchObject({
        success: false,
        successful: 2,
        failed: 1,
        results: [success(0), failure(1, error, outcome), success(2)],
        next_index: null,
      })
      expect(stage.called()).toEqual([SCHEMA, PAGES, PAGES, PAGES])
      expect(inserted(stage)).toEqual(['Row 0', 'Row 2'])
    },
  )

  it('a record that the product refused because of a conflict is sent again: nothing was saved', async () => {
    const stage = setStage()
    let writes = 0
    stage.product.fail({ kind: 'status', status: 409 }, { on: (call) => isWrite(call) && ++writes === 2 })
    const { json } = await stage.bulk('insert', into(3))
    expect(json).toMatchObject({ success: true, successful: 3, failed: 0, warnings: [] })
    expect(stage.called()).toEqual([SCHEMA, PAGES, PAGES, PAGES, PAGES])
    expect(inserted(stage)).toEqual(names(3))
  })

  it('a conflict that stays is given up after three attempts, and the next record is written', async () => {
    const stage = setStage()
    let writes = 0
    stage.product.fail({ kind: 'status', status: 409 }, { on: (call) => isWrite(call) && ++writes < 4 })
    const { json } = await stage.bulk('insert', into(2))
    expect(json.results).toEqual([failure(0, 'Conflict occurred while saving. Please try again.'), success(1)])
    expect(stage.called()).toEqual([SCHEMA, ...Array(4).fill(PAGES)])
    expect(inserted(stage)).toEqual(['Row 1'])
  })

  it.each(['cut', 'broken', 'network', 'html'] as const)('%s: not known whether it was written', async (kind) => {
    const { bulk, product, called } = setStage()
    let writes = 0
    product.fail({ kind }, { on: (call) => isWrite(call) && ++writes === 1 })
    const { json } = await bulk('insert', into(2))
    expect(json.results).toEqual([failure(0, /whether it was written is not known$/, 'unknown'), success(1)])
    expect(called()).toEqual([SCHEMA, PAGES, PAGES])
  })
})

describe('when nothing was written', () => {
  it('records that cannot be converted are 400 together, with each reason', async () => {
    const { bulk } = setStage()
    const odd = [{ Budget: 'much' }, { Nope: 1 }]
    const answer = await bulk('insert', { data_source_id: DATA_SOURCES.projects, records: odd })
    const budget = 'records[0].Budget: must be a number'
    const nope = /records\[1\]\.Nope: there is no property "Nope" \(known: "Name", "Summary", /
    expect(told(answer)).toEqual({
      status: 400,
      json: {
        ...{
          success: false,
          error: expect.stringMatching(
            `^2 of 2 were refused: records\\[0\\]\\.Budget: must be a number; ${nope.source}`,
          ),
        },
        ...{ total: 2, successful: 0, failed: 2, next_index: null, warnings: [] },
        results: [failure(0, budget), failure(1, nope)],
      },
    })
  })

  it.each([400, 409])('the status %i that all records share is that of the response', async (status) => {
    const { bulk, product } = setStage()
    product.fail({ kind: 'status', status }, { on: isWrite })
    expect((await bulk('insert', into(2))).status).toBe(status)
  })

  it('a refusal of the token counts more than those of records', async () => {
    const { bulk, product } = setStage()
    product.fail({ kind: 'status', status: 429, headers: { 'Retry-After': '3' } }, { on: isWrite })
    const records = [{ Nope: 1 }, { Name: 'A' }]
    const answer = await bulk('insert', { data_source_id: DATA_SOURCES.projects, records })
    expect([answer.status, answer.headers.get('Retry-After'), statuses(answer)]).toEqual([
      ...[429, '3'],
      ['refused', 'refused'],
    ])
    expect(answer.json.next_index).toBe(1)
  })

  it('one lost answer counts more than refusals', async () => {
    const { bulk, product } = setStage()
    product.fail({ kind: 'cut' }, { on: isWrite, times: 1 })
    const records = [{ Name: 'A' }, { Nope: 1 }]
    const answer = await bulk('insert', { data_source_id: DATA_SOURCES.projects, records })
    expect([answer.status, statuses(answer)]).toEqual([502, ['unknown', 'refused']])
    expect(answer.json.error).toMatch(/^1 of 2 was refused: .*\. 1 of 2 has an unknown outcome: /)
  })
})

describe('warnings', () => {
  it('contain conversions and new options', async () => {
    const { bulk } = setStage()
    const odd = [{ Name: 'A', Budget: '12' }, { Tags: ['design', 'New'] }]
    const { json } = await bulk('insert', { data_source_id: DATA_SOURCES.projects, records: odd })
    expect(json.warnings).toEqual([
      'records[0].Budget: "12" was read as the number 12',
      'records[1].Tags[0]: "design" was read as the option "Design"',
      'records[1].Tags[1]: "New" is a new option of "Tags"',
    ])
  })

  it('contain a row whose id the product omits: it was written', async () => {
    const { bulk, product } = setStage()
    product.fail({ kind: 'status', status: 200, body: '{"object":"page"}' }, { on: isWrite, times: 1 })
    const { json } = await bulk('insert', into(2))
    expect(json.results).toEqual([{ ...success(0), page_id: null }, success(1)])
    expect(json.warnings).toEqual(['records[0]: was written, the workspace service did not tell its id'])
  })
})

describe('a product that fails at every item', () => {
  it.each([
    [{ kind: 'status', status: 500 } as const, 502, 3],
    [{ kind: 'network' } as const, 502, 3],
    [{ kind: 'timeout' } as const, 504, 1],
  ])('%j is %i, and says that the outcome is unknown', async (fault, status, writes) => {
    const { bulk, product, called } = setStage()
    product.fail(fault, { on: isWrite })
    const answer = await bulk('insert', into(3))
    expect(toldWhy(answer)).toEqual(refused(status, expect.stringMatching(/whether it was written is not known/)))
    expect(answer.json).toMatchObject({ total: 3, successful: 0, failed: 3 })
    const left = Array.from({ length: 3 - writes }, () => 'not_tried')
    expect(statuses(answer)).toEqual([...Array(writes).fill('unknown'), ...left])
    expect(called()).toEqual([SCHEMA, ...Array(writes).fill(PAGES)])
  })
})

describe('next_index: what is left for the next request', () => {
  it.each([
    [3, 2],
    [10, 9],
    [50, 49],
  ])('with SUBREQUESTS %i', async (budget, done) => {
    const stage = setStage({ SUBREQUESTS: String(budget) })
    const { json } = await stage.bulk('insert', into(60))
    expect(json).toMatchObject({ success: false, total: 60, successful: done, failed: 60 - done, next_index: done })
    expect(json.results).toHaveLength(60)
    expect(json.results[59]).toEqual(failure(59, /go on from next_index$/, 'not_tried'))
    expect(stage.called()).toHaveLength(budget)
  })

  it('followed to the end loses none and writes none twice', async () => {
    const stage = setStage({ SUBREQUESTS: '8' })
    const all = records(20)
    let from: number | null = 0
    while (from !== null) {
      const { json }: { json: { next_index: number | null } } = await stage.bulk('insert', {
        data_source_id: DATA_SOURCES.projects,
        records: all.slice(from),
      })
      from = json.next_index === null ? null : from + json.next_index
    }
    expect(inserted(stage)).toEqual(names(20))
  })

  it('502 naming SUBREQUESTS when not one record fits', async () => {
    const { bulk, called } = setStage({ SUBREQUESTS: '1' })
    const answer = await bulk('insert', into(2))
    expect(toldWhy(answer)).toEqual(refused(502, expect.stringContaining('SUBREQUESTS')))
    expect(statuses(answer)).toEqual(['not_tried', 'not_tried'])
    expect(called()).toEqual([SCHEMA])
  })

  it('no write is started when its response might come after the deadline', async () => {
    const stage = setStage()
    const { fetch } = stage.product
    stage.product.fetch = async (request) => {
      stage.world.clock.advance(3_000)
      return fetch(request)
    }
    const { json } = await stage.bulk('insert', into(20))
    expect(json).toMatchObject({ success: false, successful: 6, failed: 14, next_index: 6 })
    expect(inserted(stage)).toEqual(names(6))
  })

  it.each([
    [2, { success: false, successful: 0, failed: 4 }],
    [3, { success: false, successful: 0, failed: 4 }],
    [5, { success: false, successful: 2, failed: 2, next_index: 2 }],
  ])('conflicts are repeated within SUBREQUESTS %i', async (budget, expected) => {
    const stage = setStage({ SUBREQUESTS: String(budget) })
    stage.product.fail({ kind: 'status', status: 409 }, { on: isWrite, times: 2 })
    const { json } = await stage.bulk('insert', into(4))
    expect(json).toMatchObject(expected)
    expect(stage.called()).toHaveLength(budget)
  })

  it('a conflict is not repeated when the response might come after the deadline', async () => {
    const stage = setStage()
    const { fetch } = stage.product
    stage.product.fail({ kind: 'status', status: 409 }, { on: isWrite })
    stage.product.fetch = async (request) => {
      stage.world.clock.advance(11_000)
      return fetch(request)
    }
    const { json } = await stage.bulk('insert', into(2))
    expect(json).toMatchObject({ success: false, failed: 2, next_index: 1 })
    expect(stage.called()).toEqual([SCHEMA, PAGES])
  })

  it('a response that never comes ends the run', async () => {
    const { bulk, product, called } = setStage()
    let writes = 0
    product.fail({ kind: 'lost' }, { on: (call) => isWrite(call) && ++writes === 2 })
    const { json } = await bulk('insert', into(4))
    expect(json).toMatchObject({ successful: 1, failed: 3, next_index: 2 })
    expect(json.results[1]).toEqual(
      failure(1, /did not answer in time: whether it was written is not known$/, 'unknown'),
    )
    expect(statuses({ json })).toEqual(['done', 'unknown', 'not_tried', 'not_tried'])
    expect(called()).toEqual([SCHEMA, PAGES, PAGES])
  })

  it.each([
    [401, 'X-Workspace-Token was rejected by the workspace service: reconnect it and send the new one', null],
    [403, 'Insufficient permissions for this endpoint.', null],
    [
      429,
      'You have been rate limited. Please try again in a few seconds. (public_api_request_rate_limit) (go on from next_index after 2 s)',
      '2',
    ],
  ])(
    'a refusal of the token, %i, ends it and says why: nothing was written there',
    async (status, error, retryAfter) => {
      const stage = setStage()
      let writes = 0
      stage.product.fail({ kind: 'status', status }, { on: (call) => isWrite(call) && ++writes > 2 })
      const ended = await stage.bulk('insert', into(5))
      expect(ended).toMatchObject({
        status: 200,
        json: { success: false, successful: 2, failed: 3, next_index: 2, error },
      })
      expect(statuses(ended)).toEqual(['done', 'done', 'refused', 'not_tried', 'not_tried'])
      expect(ended.json.results[4].error).toBe(error)
      expect(ended.headers.get('Retry-After')).toBe(retryAfter)
      expect(stage.called()).toEqual([SCHEMA, PAGES, PAGES, PAGES])
    },
  )

  it('a refusal of the very first is the response, with its Retry-After', async () => {
    const { bulk, product, called } = setStage()
    product.fail({ kind: 'status', status: 429, headers: { 'Retry-After': '3' } }, { on: isWrite })
    const refusal = await bulk('insert', into(5))
    expect([toldWhy(refusal), refusal.headers.get('Retry-After')]).toEqual([refused(429, expect.any(String)), '3'])
    expect(refusal.json).toMatchObject({ successful: 0, failed: 5, next_index: 0 })
    expect(statuses(refusal)).toEqual(['refused', ...Array(4).fill('not_tried')])
    expect(called()).toEqual([SCHEMA, PAGES])
  })
})

describe('what is refused before anything is written', () => {
  it('is named', async () => {
    for (const [body, error] of [
      [{ records: records(1) }, 'data_source_id: is required, or database_id in its place, not both'],
      [{ ...into(1), database_id: DATABASES.leads }, /^data_source_id: /],
      [{ ...into(1), data_source_id: 'a/b' }, /^data_source_id: must be the id or the address of a table/],
      [{ data_source_id: DATA_SOURCES.projects }, /^records: /],
      [{ ...into(0) }, 'records: must not be empty'],
      [{ ...into(101) }, 'records: must hold at most 100, not 101'],
      [{ data_source_id: DATA_SOURCES.projects, records: [{}, []] }, 'records[1]: must be an object'],
      [{ data_source_id: DATA_SOURCES.projects, records: ['a'] }, 'records[0]: must be an object'],
    ] as const) {
      const { bulk, called } = setStage()
      const message = typeof error === 'string' ? error : expect.stringMatching(error)
      expect.soft(told(await bulk('insert', body)), JSON.stringify(body)).toEqual(refused(400, message))
      expect.soft(called(), JSON.stringify(body)).toEqual([])
    }
  })

  it.each([
    ['a basic licence', { LICENCE: 'basic' }, {}, 400, 'you are not a Latchkey PRO user'],
    ['no token', {}, { 'X-Workspace-Token': null }, 400, 'X-Workspace-Token: is required'],
    ['a session token', {}, { 'X-Workspace-Token': 'v02:session' }, 400, /^X-Workspace-Token: must be an integration/],
  ])('%s', async (_, settings, headers, status, error) => {
    const { bulk, called } = setStage(settings)
    const message = typeof error === 'string' ? error : expect.stringMatching(error)
    expect(told(await bulk('insert', into(1), headers))).toEqual(refused(status, message))
    expect(called()).toEqual([])
  })

  it('a token without the capability', async () => {
    const { bulk, called } = setStage()
    const answer = await bulk('insert', into(2), { 'X-Workspace-Token': NOTION_TOKENS.readOnly })
    expect(toldWhy(answer)).toEqual(refused(403, 'Insufficient permissions for this endpoint.'))
    expect(called()).toEqual([SCHEMA, PAGES])
  })

  it('a data source that is not shared', async () => {
    const answer = await setStage().bulk('insert', { ...into(1), data_source_id: DATA_SOURCES.salaries })
    expect(answer).toMatchObject({ status: 404, json: { success: false, successful: 0, failed: 1 } })
    expect(answer.json.results).toEqual([failure(0, answer.json.error)])
  })
})
