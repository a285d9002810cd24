import { describe, expect, it } from 'vitest'
import { recordPage } from '../../../src/groups/workspace/records.outputs.ts'
import { DATA_SOURCES, projectId, USERS } from '../../simulators/workspace/index.ts'
import { lastCall, QUERY, refused, relay, SCHEMA, setStage, told } from './stage.ts'

const getIds = (body: { results: { id: string }[] }) => body.results.map(({ id }) => id)
const projects = (...numbers: number[]) => numbers.map(projectId)

describe('POST /workspace/data-source/{id}/query', () => {
  it('returns the record page unchanged, without an envelope', async () => {
    const { query } = setStage()
    const { status, json } = await query({ page_size: 1 })
    expect(status).toBe(200)
    expect(recordPage().parse(json)).toEqual(json)
    expect(json).toEqual({
      object: 'list',
      results: [expect.any(Object)],
      next_cursor: projectId(2),
      has_more: true,
      type: 'page_or_data_source',
      request_id: expect.stringMatching(/^[\da-f-]{36}$/),
      warnings: [],
    })
    expect(json.results[0]).toEqual({
      object: 'page',
      id: projectId(1),
      created_time: '2026-09-01T00:12:00.000Z',
      last_edited_time: '2026-11-20T05:30:00.000Z',
      archived: false,
      in_trash: false,
      is_archived: false,
      properties: expect.objectContaining({ Budget: { id: '%3Abdg', type: 'number', number: 12_000_000 } }),
      simple_properties: expect.objectContaining({
        Name: 'Brand renewal',
        Budget: 12_000_000,
        Tags: ['Design', '리서치'],
        Due: '2026-12-01',
        Billable: true,
        Code: 'PRJ-1',
        'Task names': ['Sketch the logo', 'Choose colours'],
      }),
      url: expect.stringMatching(/^https:/),
      public_url: 'https://haneul.notion.site/brand-renewal',
    })
  })

  it('sends the token, the version and only what was requested', async () => {
    const stage = setStage()
    await stage.query()
    const { headers, body } = lastCall(stage)
    expect(headers.get('authorization')).toBe('Bearer ntn_test-full')
    expect(headers.get('notion-version')).toBe('2025-09-03')
    expect(body).toBe('{}')
  })

  it('filters: all of them must hold, with one more call for the schema', async () => {
    const { query, called } = setStage()
    const { json } = await query({
      filters: [
        { key: 'Stage', value: 'in progress' },
        { key: 'Budget', operator: '>=', value: '3000000' },
      ],
    })
    expect(getIds(json)).toEqual(projects(1, 2, 6))
    expect(json.warnings).toEqual([
      'filters[0].value: "in progress" was read as the option "In progress"',
      'filters[1].value: "3000000" was read as the number 3000000',
    ])
    expect(called()).toEqual([SCHEMA, QUERY])
  })

  it('filters_map: the older form', async () => {
    const { query, called } = setStage()
    const { json } = await query({ filters_map: { Priority: ['High', 'Low'], Billable: true } })
    expect(getIds(json)).toEqual(projects(1, 2, 8))
    expect(json.warnings).toEqual(['filters_map: the older form, use filters'])
    expect(called()).toEqual([SCHEMA, QUERY])
  })

  it('workspace_filter: passed on as it came, in one call', async () => {
    const stage = setStage()
    const workspace_filter = {
      or: [
        { property: 'Budget', number: { less_than: 0 } },
        { property: 'Name', title: { is_empty: true } },
      ],
    }
    const { json } = await stage.query({ workspace_filter })
    expect(getIds(json)).toEqual(projects(7, 8))
    expect(JSON.parse(lastCall(stage).body)).toEqual({ filter: workspace_filter })
    expect(stage.called()).toEqual([QUERY])
  })

  it('joins every kind of filter', async () => {
    const { query } = setStage()
    const { json } = await query({
      filters: [{ key: 'Billable', value: true }],
      filters_map: { Stage: 'In progress' },
      workspace_filter: { property: 'Budget', number: { greater_than: 4_000_000 } },
    })
    expect(getIds(json)).toEqual(projects(1, 2))
  })

  it('sorts: by property and by timestamp, earlier entries first', async () => {
    const { query, called } = setStage()
    const byPriority = await query({
      sorts: [
        { property: 'Priority', direction: 'ascending' },
        { timestamp: 'created_time', direction: 'descending' },
      ],
    })
    expect(getIds(byPriority.json)).toEqual(projects(2, 1, 6, 3, 8, 4, 7, 5))
    const byTime = await query({ sorts: [{ timestamp: 'last_edited_time', direction: 'ascending' }], page_size: 2 })
    expect(getIds(byTime.json)).toEqual(projects(5, 3))
    expect(called()).toEqual([QUERY, QUERY])
  })

  it('filter_properties: names and ids, decoded, in the query string', async () => {
    const stage = setStage()
    const filter_properties = ['Name', '%3Abdg', 'Last task due', 'st%5E1']
    const { json } = await stage.query({ filter_properties, page_size: 1 })
    expect(Object.keys(json.results[0].properties)).toEqual(['Name', 'Budget', 'Last task due', 'Stage'])
    expect(Object.keys(json.results[0].simple_properties)).toEqual(['Name', 'Budget', 'Last task due', 'Stage'])
    const { url, body } = lastCall(stage)
    expect(url.searchParams.getAll('filter_properties')).toEqual(['Name', ':bdg', 'Last task due', 'st^1'])
    expect(JSON.parse(body)).toEqual({ page_size: 1 })
  })

  it('filter_properties: a name may contain a single %', async () => {
    const stage = setStage()
    const answer = await stage.query({ filter_properties: ['100%', 'a&b=c#d'] })
    expect(told(answer)).toEqual(refused(400, 'Could not find property with name or id: 100%'))
    expect(lastCall(stage).url.searchParams.getAll('filter_properties')).toEqual(['100%', 'a&b=c#d'])
  })

  it('page_size and start_cursor: cursors pass through to the end', async () => {
    const { query, called } = setStage()
    const seen: string[] = []
    let start_cursor: string | null = null
    do {
      const { json }: { json: { results: { id: string }[]; next_cursor: string | null; has_more: boolean } } =
        await query({ page_size: 3, start_cursor })
      seen.push(...getIds(json))
      start_cursor = json.next_cursor
      expect(json.has_more).toBe(start_cursor !== null)
    } while (start_cursor)
    expect(seen).toEqual(projects(1, 2, 3, 4, 5, 6, 7, 8))
    expect(called()).toEqual([QUERY, QUERY, QUERY])
  })

  it('null counts as absent', async () => {
    const stage = setStage()
    const nothing = [
      'filters',
      'filters_map',
      'workspace_filter',
      'sorts',
      'filter_properties',
      'page_size',
      'start_cursor',
    ]
    const body = Object.fromEntries(nothing.map((name) => [name, null]))
    const { status, json } = await stage.query({ ...body, in_trash: null, result_type: null })
    expect([status, getIds(json).length]).toEqual([200, 8])
    expect([stage.called(), lastCall(stage).body]).toEqual([[QUERY], '{}'])
  })

  it('in_trash and result_type are passed on to the product', async () => {
    const stage = setStage()
    const trash = await stage.query({ in_trash: true })
    expect(getIds(trash.json)).toEqual(projects(9))
    expect(trash.json.results[0]).toMatchObject({ in_trash: true, archived: true })
    expect(getIds((await stage.query({ result_type: 'data_source' })).json)).toEqual([])
    expect(JSON.parse(lastCall(stage).body)).toEqual({ result_type: 'data_source' })
    expect((await stage.query({ result_type: 'block' })).status).toBe(400)
  })

  it('a data source among the rows of a wiki has a schema and no values', async () => {
    const { query, product } = setStage()
    const tasks = product.state.dataSources.find(({ id }) => id === DATA_SOURCES.tasks)
    if (tasks) tasks.wikiId = DATA_SOURCES.leads2026
    const { json } = await query({}, { id: DATA_SOURCES.leads2026 })
    expect(json.results.at(-1)).toMatchObject({
      object: 'data_source',
      id: DATA_SOURCES.tasks,
      simple_properties: null,
    })
    expect(json.results.at(-1).properties.Hours).toMatchObject({ type: 'number' })
    expect([json.results.length, json.warnings]).toEqual([4, []])
  })

  it('a row that shows 25 people may have more, and the answer says so', async () => {
    const { query, product } = setStage()
    const many = Array.from({ length: 40 }, () => ({ id: USERS.jiwoo }))
    product.state.rows.find(({ id }) => id === projectId(1))?.values.set('Owners', many)
    const { json } = await query({ page_size: 1 })
    expect(json.results[0].simple_properties.Owners).toHaveLength(25)
    expect(json.warnings).toEqual([expect.stringMatching(/^simple_properties: "Owners" shows 25, /)])
  })

  it('warns of an incomplete result, and of what it cannot flatten', async () => {
    const { query, product } = setStage()
    product.switches.resultLimit = 2
    const first = product.state.dataSources.find(({ id }) => id === DATA_SOURCES.projects)?.columns[2]
    Object.assign(first ?? {}, { type: 'hologram' })
    const { json } = await query()
    expect([json.has_more, json.next_cursor]).toEqual([false, null])
    expect(json.warnings).toEqual([
      'simple_properties: "Budget" has a value of type "hologram" that is not known, shown as null',
      expect.stringMatching(/^results: incomplete/),
    ])
  })

  it('uses WORKSPACE_API_URL and its path instead of the product', async () => {
    const address = 'https://relay.example.test/workspace'
    const stage = setStage({ WORKSPACE_API_URL: `${address}/` }, relay(address, 'https://api.notion.com'))
    expect((await stage.query({ filters: [{ key: 'Billable', value: true }] })).status).toBe(200)
    expect(stage.called()).toEqual([SCHEMA, QUERY])
  })
})

describe('a filter that cannot be compiled is 400, and no rows are requested', () => {
  it('with the reason', async () => {
    for (const [body, error] of [
      [
        { filters: [{ key: 'Nope', value: 1 }] },
        /^filters\[0\]\.key: there is no property "Nope" \(known: "Name", "Summary", /,
      ],
      [
        { filters: [{ key: 'Budget', operator: 'contains', value: 1 }] },
        /^filters\[0\]\.operator: "contains" does not go/,
      ],
      [{ filters: [{ key: 'Budget', value: 'much' }] }, 'filters[0].value: must be a number'],
      [{ filters: [{ key: 'Budget' }] }, 'filters[0].value: is required with equals'],
      [JSON.parse('{"filters_map":{"__proto__":1}}'), /^filters_map\.__proto__: there is no property "__proto__" /],
      [
        { filters: Array(101).fill({ key: 'Budget', value: 1 }) },
        'filters: all filters together must not exceed 100 conditions',
      ],
      [
        { filters: [{ key: 'Billable', value: true }], workspace_filter: { or: [{ and: [] }] } },
        /^workspace_filter: has groups within groups/,
      ],
    ] as const) {
      const { query, called } = setStage()
      const message = typeof error === 'string' ? error : expect.stringMatching(error)
      expect.soft(told(await query(body)), JSON.stringify(body)).toEqual(refused(400, message))
      expect.soft(called(), JSON.stringify(body)).toEqual([SCHEMA])
    }
  })

  it('an option that the schema lacks is decided by the product, which lists its own', async () => {
    const { query, called } = setStage()
    const words = 'not found for property "Priority". Available options: "High", "Medium", "Low".'
    expect(told(await query({ filters_map: { Priority: 'Huge' } }))).toEqual(
      refused(400, `select option "Huge" ${words}`),
    )
    expect(called()).toEqual([SCHEMA, QUERY])
  })

  it.each([
    [{ key: 'Stage', value: 'In progress' }],
    [{ key: 'Stage', operator: 'does_not_equal', value: ['Done', 'In progress'] }],
    [{ key: 'Tags', operator: 'contains', value: 'Backend' }],
    [{ key: 'Priority', value: 'Low' }],
  ])('%j finds the same rows where the schema omits the option', async (filter) => {
    const ids = ({ results }: { results: { id: string }[] }) => results.map(({ id }) => id)
    const whole = (await setStage().query({ filters: [filter] })).json
    const { query, product } = setStage()
    product.switches.omittedOptions = ['In progress', 'Backend', 'Low']
    const { status, json } = await query({ filters: [filter] })
    expect([status, ids(json)]).toEqual([200, ids(whole)])
    expect(json.warnings).toEqual([expect.stringMatching(/is no option of .* that the schema lists/)])
  })

  it('a native one that the product refuses is 400 with its message', async () => {
    const { query } = setStage()
    const workspace_filter = { property: 'Gone', number: { equals: 1 } }
    expect(told(await query({ workspace_filter }))).toEqual(
      refused(400, 'Could not find property with name or id: Gone'),
    )
  })
})

describe('a formula or a rollup, whose type of result the schema does not tell', () => {
  it.each([
    ['formula', 'Doubled', 'filters[0].key', { filters: [{ key: 'Doubled', operator: '>', value: 0 }] }],
    ['rollup', 'Task count', 'filters_map.Task count', { filters_map: { 'Task count': 2 } }],
  ])('%s: is 400, whose example workspace_filter takes', async (type, name, at, body) => {
    const { query, called } = setStage()
    const example = { property: name, [type]: { number: { greater_than: 0 } } }
    const advice = `"${name}" is a ${type}, which only workspace_filter can compare, such as ${JSON.stringify(example)}`
    expect(told(await query(body))).toEqual(refused(400, `${at}: ${advice}`))
    expect(called()).toEqual([SCHEMA])
    const { json } = await query({ workspace_filter: example })
    expect(getIds(json)).toContain(projectId(1))
    expect(getIds(json)).not.toContain(projectId(5))
  })
})

describe('the form of the body', () => {
  it('a wrong field is 400 before any call', async () => {
    for (const [body, error] of [
      [{ filters: {} }, /^filters: /],
      [{ filters: [{ value: 1 }] }, 'filters[0].key: is required'],
      [{ filters: [{ key: 'A', operator: 1 }] }, /^filters\[0\]\.operator: /],
      [{ filters_map: [] }, 'filters_map: must be an object'],
      [{ filters_map: 'a' }, 'filters_map: must be an object'],
      [{ workspace_filter: 'a' }, 'workspace_filter: must be an object'],
      [{ workspace_filter: [] }, 'workspace_filter: must be an object'],
      [{ sorts: {} }, /^sorts: /],
      [{ sorts: ['Name'] }, 'sorts[0]: must be an object'],
      [{ filter_properties: 'Name' }, /^filter_properties: /],
      [{ filter_properties: [1] }, /^filter_properties\[0\]: /],
      [{ filter_properties: Array(101).fill('Name') }, 'filter_properties: must name at most 100 properties, not 101'],
      [{ page_size: 0 }, 'page_size: must be an integer from 1 to 100'],
      [{ page_size: 101 }, 'page_size: must be an integer from 1 to 100'],
      [{ page_size: 2.5 }, 'page_size: must be an integer from 1 to 100'],
      [{ page_size: '10' }, 'page_size: must be an integer from 1 to 100: send a number without quotes, not text'],
      [{ start_cursor: 7 }, /^start_cursor: /],
    ] as const) {
      const { query, called } = setStage()
      const message = typeof error === 'string' ? error : expect.stringMatching(error)
      expect.soft(told(await query(body)), JSON.stringify(body)).toEqual(refused(400, message))
      expect.soft(called(), JSON.stringify(body)).toEqual([])
    }
  })

  /** As text, since printing it is what must not happen. */
  const nested = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels)

  it.each([
    ['workspace_filter', (deep: string) => `{"workspace_filter":{"and":${deep}}}`],
    [
      'workspace_filter',
      (deep: string) => `{"workspace_filter":{"and":${deep}},"filters":[{"key":"Budget","value":1}]}`,
    ],
    ['sorts', (deep: string) => `{"sorts":[{"property":${deep}}]}`],
    ['filters_map', (deep: string) => `{"filters_map":{"Budget":${deep}}}`],
  ])('an absurdly nested %s is 400', async (field, body) => {
    const tooDeep = /^body: must not be nested deeper than 64 levels$/
    for (const [deep, error] of [
      [nested(17, '[', ']'), new RegExp(`^${field}`)],
      [nested(300_000, '[', ']'), tooDeep],
      [nested(100_000, '{"and":[', ']}'), tooDeep],
    ] as const) {
      const { query, called } = setStage()
      const { status, json } = await query(body(deep.replace('[]', '[0]')))
      expect([status, json]).toEqual([400, { success: false, error: expect.stringMatching(error) }])
      expect(called()).toEqual([])
    }
  })

  it('an absurdly nested value is 400 for every property', async () => {
    const { schema, query } = setStage()
    const { json } = await schema()
    const names: string[] = json.properties.map(({ name }: { name: string }) => name)
    for (const deep of [nested(50, '[', ']'), nested(25, '{"id":[', ']}')]) {
      for (const key of [...names, 'created_time']) {
        const answer = await query(`{"filters":[{"key":${JSON.stringify(key)},"value":${deep.replace('[]', '[0]')}}]}`)
        expect([key, answer.status]).toEqual([key, 400])
        expect(answer.json.error).toMatch(/^filters\[0\]/)
      }
    }
  }, 30_000)
})
