import { describe, expect, it } from 'vitest'
import type { Call } from '../../simulators/simulator.ts'
import { DATA_SOURCES, DATABASES, NOTION_TOKENS } from '../../simulators/workspace/index.ts'
import { type Answer, createGateway } from '../../support/gateway.ts'
import { refused, type Stage, setStage, told, toldWhy } from './stage.ts'

const FIRST = [`GET /v1/databases/${DATABASES.leads}`, `POST /v1/data_sources/${DATA_SOURCES.leads2026}/query`]

/** A data source that the product knows no longer. */
const GONE = '2f1c0de0-0003-4000-8000-00000000dead'
const onGone = ({ url }: Call) => url.pathname.includes(GONE)

const names = (body: { results: { simple_properties: { Name: string } }[] }) =>
  body.results.map(({ simple_properties }) => simple_properties.Name)

describe('POST /workspace/database/{id}/query', () => {
  it("is a query of the database's first data source, in two calls", async () => {
    const { queryDatabase, called } = setStage()
    const { status, json } = await queryDatabase(DATABASES.leads)
    expect([status, names(json)]).toEqual([200, ['Baram', 'Gureum', '노을']])
    expect(called()).toEqual(FIRST)
    expect(json.warnings).toEqual([
      `database_id: has several data sources; "Leads 2026" (${DATA_SOURCES.leads2026}) was taken, not "Leads 2025" (${DATA_SOURCES.leads2025})`,
    ])
  })

  it('accepts the same body and returns the same response', async () => {
    const { query, queryDatabase, product } = setStage()
    const body = {
      filters: [{ key: 'Budget', operator: '>', value: '0' }],
      filters_map: { Billable: 'yes' },
      workspace_filter: { property: 'Stage', status: { equals: 'In progress' } },
      sorts: [{ property: 'Budget', direction: 'ascending' }],
      filter_properties: ['Name', 'Budget'],
      page_size: 2,
    }
    const direct = (await query(body)).json
    product.calls.length = 0
    const { json } = await queryDatabase(DATABASES.projects, body)
    expect(json).toEqual({ ...direct, request_id: expect.any(String) })
    expect(json.results).toHaveLength(2)
    // The schema is at hand from the query before.
    expect(product.calls.map(({ method }) => method)).toEqual(['GET', 'POST'])
    const next = await queryDatabase(DATABASES.projects, { ...body, start_cursor: json.next_cursor })
    expect([names(next.json), next.json.has_more]).toEqual([['Brand renewal'], false])
  })

  it('reads the schema as well when there are simple filters', async () => {
    const { queryDatabase, called } = setStage()
    const { json } = await queryDatabase(DATABASES.leads, { filters: [{ key: 'Won', value: 'no' }] })
    expect(names(json)).toEqual(['Gureum'])
    expect(called()).toEqual([FIRST[0], `GET /v1/data_sources/${DATA_SOURCES.leads2026}`, FIRST[1]])
  })

  it('is 404 for one that is not shared, and for one without a data source', async () => {
    const { queryDatabase, product } = setStage()
    const closed = await queryDatabase(DATABASES.payroll)
    expect(told(closed)).toEqual(refused(404, expect.stringMatching(/^Could not find database with ID: /)))
    product.state.dataSources.length = 0
    expect(told(await queryDatabase(DATABASES.leads))).toEqual(refused(404, expect.stringMatching(/no data source/)))
  })

  it('is 502 for a data source that is no UUID, which is not used in a path', async () => {
    const { queryDatabase, product, called } = setStage()
    product.fail({ kind: 'status', status: 200, body: '{"data_sources":[{"id":"../users"}]}' })
    expect((await queryDatabase(DATABASES.leads)).status).toBe(502)
    expect(called()).toEqual(FIRST.slice(0, 1))
  })

  it('caches it for 60 s, separately for each token, but not a refusal', async () => {
    const { queryDatabase, called, world, product } = setStage()
    product.fail({ kind: 'status', status: 404 }, { times: 1 })
    expect((await queryDatabase(DATABASES.leads)).status).toBe(404)
    product.calls.length = 0
    const first = await queryDatabase(DATABASES.leads)
    world.clock.advance(59_999)
    expect((await queryDatabase(DATABASES.leads)).json.warnings).toEqual(first.json.warnings)
    expect(called()).toEqual([...FIRST, FIRST[1]])
    world.clock.advance(1)
    await queryDatabase(DATABASES.leads)
    expect(called().slice(3)).toEqual(FIRST)
    const stranger = { 'X-Workspace-Token': NOTION_TOKENS.stranger }
    expect((await queryDatabase(DATABASES.leads, {}, stranger)).status).toBe(404)
  })

  it('reads it again for an insert', async () => {
    const { queryDatabase, bulk, called } = setStage()
    await queryDatabase(DATABASES.leads)
    await bulk('insert', { database_id: DATABASES.leads, records: [{ Name: 'A' }] })
    expect(called()[2]).toBe(FIRST[0])
  })

  it('reads the schema beside, of the data source that was the first lately', async () => {
    const { bulk, called } = setStage()
    const insert = () => bulk('insert', { database_id: DATABASES.leads, records: [{ Name: 'A' }] })
    await insert()
    await insert()
    const [database, schema, page] = [FIRST[0], `GET /v1/data_sources/${DATA_SOURCES.leads2026}`, 'POST /v1/pages']
    expect(called()).toEqual([database, schema, page, database, schema, page])
  })

  it('writes to the current first data source, by its own schema, whichever was the first before', async () => {
    const { queryDatabase, bulk, product, called } = setStage()
    const list = (id: string) => ({ kind: 'status', status: 200, body: `{"data_sources":[{"id":"${id}"}]}` }) as const
    product.fail(list(DATA_SOURCES.tasks), { on: ({ url }) => url.pathname.includes('/databases/'), times: 1 })
    await queryDatabase(DATABASES.leads)
    product.calls.length = 0
    const { json } = await bulk('insert', { database_id: DATABASES.leads, records: [{ Name: 'A', Amount: 1 }] })
    expect([json.success, json.warnings]).toEqual([true, [expect.stringMatching(/has several data sources/)]])
    expect(called()).toEqual([
      FIRST[0],
      `GET /v1/data_sources/${DATA_SOURCES.tasks}`,
      `GET /v1/data_sources/${DATA_SOURCES.leads2026}`,
      'POST /v1/pages',
    ])
    expect(product.calls.at(-1)?.body).toContain(DATA_SOURCES.leads2026)
  })

  it('reads again when the cached one is gone', async () => {
    const { queryDatabase, product, called } = setStage()
    const list = (id: string) => ({ kind: 'status', status: 200, body: `{"data_sources":[{"id":"${id}"}]}` }) as const
    const onDatabase = ({ url }: Call) => url.pathname.includes('/databases/')
    product.fail(list(GONE), { on: onDatabase, times: 1 })
    product.fail({ kind: 'status', status: 200, body: '{"results":[]}' }, { on: onGone, times: 1 })
    expect((await queryDatabase(DATABASES.leads)).json.results).toEqual([])
    product.calls.length = 0
    const { status, json } = await queryDatabase(DATABASES.leads)
    expect([status, names(json)]).toEqual([200, ['Baram', 'Gureum', '노을']])
    expect(json.warnings).toEqual([expect.stringMatching(/has several data sources/)])
    expect(called()).toEqual([`POST /v1/data_sources/${GONE}/query`, ...FIRST])
  })

  it('does not read again when it is the same, or not from the cache', async () => {
    const { queryDatabase, product, called } = setStage()
    await queryDatabase(DATABASES.leads)
    product.fail({ kind: 'status', status: 404 }, { on: ({ url }) => url.pathname.endsWith('/query') })
    product.calls.length = 0
    expect((await queryDatabase(DATABASES.leads)).status).toBe(404)
    expect(called()).toEqual([FIRST[1], FIRST[0]])
    product.calls.length = 0
    expect((await queryDatabase(DATABASES.tasks)).status).toBe(404)
    expect(called()).toHaveLength(2)
  })

  it('takes the first that can be read', async () => {
    const { queryDatabase, product } = setStage()
    const sources = [null, { name: 'Odd' }, { id: DATA_SOURCES.tasks }]
    product.fail({ kind: 'status', status: 200, body: JSON.stringify({ data_sources: sources }) }, { times: 1 })
    const { status, json } = await queryDatabase(DATABASES.leads)
    expect([status, json.results.length, json.warnings]).toEqual([200, 7, []])
  })

  it('is only under v1, as the data source is only under v2', async () => {
    setStage()
    const { call } = createGateway()
    const paths = [
      `/api/v2/workspace/database/${DATABASES.leads}/query`,
      `/api/v1/workspace/data-source/${DATA_SOURCES.leads2026}/query`,
      `/api/v1/workspace/data-source/${DATA_SOURCES.leads2026}/schema`,
    ]
    for (const path of paths) {
      expect(told(await call(path))).toEqual(refused(404, expect.stringMatching(/^there is no /)))
    }
  })

  it('takes no id that could change the path', async () => {
    const { queryDatabase, called } = setStage()
    const error = expect.stringMatching(/^database_id: must be the id or the address of a table/)
    for (const id of ['a%2Fb', '..%2Fusers', 'a%3Fb', 'a.b']) {
      expect(told(await queryDatabase(id))).toEqual(refused(400, error))
    }
    expect(called()).toEqual([])
  })
})

describe('the id of a database, given as that of a data source', () => {
  const WARNING = expect.stringContaining(
    `data_source_id: is the id of a database; its data source "Projects" (${DATA_SOURCES.projects}) was taken`,
  )
  const row = { Name: 'Taken from a database' }
  const OPERATIONS: [string, (stage: Stage, id: string) => Promise<Answer>, { expected: object }][] = [
    ['a query', ({ query }, id) => query({}, { id }), { expected: { warnings: [WARNING] } }],
    [
      'a query with filters',
      ({ query }, id) => query({ filters: [{ key: 'Billable', value: true }] }, { id }),
      { expected: { warnings: [WARNING] } },
    ],
    ['a query of all rows', ({ queryAll }, id) => queryAll({}, { id }), { expected: { warnings: [WARNING] } }],
    ['its schema', ({ schema }, id) => schema(id), { expected: { id: DATA_SOURCES.projects } }],
    [
      'an insertion',
      ({ bulk }, id) => bulk('insert', { data_source_id: id, records: [row] }),
      { expected: { total: 1, warnings: [WARNING] } },
    ],
    [
      'an upsert',
      ({ upsert }, id) => upsert({ key: 'Name', records: [row] }, { id }),
      { expected: { created: 1, warnings: [WARNING] } },
    ],
    [
      'a new page',
      ({ v2 }, id) => v2('POST /workspace/pages', { data_source_id: id, properties: row }),
      { expected: { parent: { data_source_id: DATA_SOURCES.projects }, warnings: [WARNING] } },
    ],
    [
      'a new page without properties, whose schema is not read',
      ({ v2 }, id) => v2('POST /workspace/pages', { data_source_id: id, markdown: 'Text' }),
      { expected: { parent: { data_source_id: DATA_SOURCES.projects }, warnings: [WARNING] } },
    ],
  ]

  it.each(OPERATIONS)('%s takes its data source', async (_, run, { expected }) => {
    const { status, json } = await run(setStage(), DATABASES.projects)
    expect(status).toBeLessThan(300)
    expect(json).toMatchObject(expected)
  })

  it.each(OPERATIONS)('%s is refused for one with several, naming them', async (_, run) => {
    expect(told(await run(setStage(), DATABASES.leads))).toEqual(
      refused(
        400,
        `data_source_id: is the id of a database with several data sources: give the id of one, "Leads 2026" (${DATA_SOURCES.leads2026}), "Leads 2025" (${DATA_SOURCES.leads2025})`,
      ),
    )
  })

  it('of one that is not shared, is the 404 of the data source', async () => {
    const { query } = setStage()
    expect(told(await query({}, { id: DATABASES.payroll }))).toEqual(
      refused(404, expect.stringMatching(/^Could not find data_source with ID: [^.]*\. Make sure/)),
    )
  })
})

describe('the id of a data source, given as that of a database', () => {
  const WARNING = 'database_id: is the id of the data source "Leads 2025", which was taken'
  const ID = DATA_SOURCES.leads2025
  const row = { Name: 'Taken from a data source' }
  const parent = { data_source_id: ID }
  const OPERATIONS: [string, (stage: Stage, id: string) => Promise<Answer>, object][] = [
    ['a query', ({ queryDatabase }, id) => queryDatabase(id), { warnings: [WARNING] }],
    [
      'a query with filters',
      ({ queryDatabase }, id) => queryDatabase(id, { filters: [{ key: 'Name', value: 'Nobody' }] }),
      { results: [], warnings: [WARNING] },
    ],
    [
      'an insertion',
      ({ bulk }, id) => bulk('insert', { database_id: id, records: [row] }),
      { success: true, warnings: [WARNING] },
    ],
    [
      'a new page',
      ({ v2 }, id) => v2('POST /workspace/pages', { database_id: id, properties: row }),
      { parent, warnings: [WARNING] },
    ],
    [
      'a new page without properties, whose schema is not read',
      ({ v2 }, id) => v2('POST /workspace/pages', { database_id: id, markdown: 'Text' }),
      { parent, warnings: [WARNING] },
    ],
  ]

  it.each(OPERATIONS)('%s takes it', async (_, run, expected) => {
    const { status, json } = await run(setStage(), ID)
    expect(status).toBeLessThan(300)
    expect(json).toMatchObject(expected)
  })

  it.each(OPERATIONS)('%s takes it where the product says 400 that it is no database', async (_, run, expected) => {
    const stage = setStage()
    const message = `Provided ID ${ID} is a data source, not a database.`
    stage.product.fail(
      { kind: 'status', status: 400, body: JSON.stringify({ object: 'error', code: 'validation_error', message }) },
      { on: ({ url }) => url.pathname === `/v1/databases/${ID}` },
    )
    expect((await run(stage, ID)).json).toMatchObject(expected)
  })

  it.each(OPERATIONS)('%s with the id of neither is the 404 of the database', async (_, run) => {
    expect(toldWhy(await run(setStage(), GONE))).toEqual(
      refused(404, expect.stringMatching(/^Could not find database with ID: [^.]*\. Make sure/)),
    )
  })

  it('caches it for 60 s, like the first of a database', async () => {
    const { queryDatabase, called } = setStage()
    await queryDatabase(ID)
    expect((await queryDatabase(ID)).json.warnings).toEqual([WARNING])
    const query = `POST /v1/data_sources/${ID}/query`
    expect(called()).toEqual([`GET /v1/databases/${ID}`, `GET /v1/data_sources/${ID}`, query, query])
  })

  it('of a page, is refused in the words of the product', async () => {
    const { queryDatabase, product, called } = setStage()
    const message = 'Provided ID is a page, not a database. Use the retrieve page API instead.'
    product.fail({ kind: 'status', status: 400, body: JSON.stringify({ code: 'validation_error', message }) })
    expect(told(await queryDatabase(GONE))).toEqual(refused(400, message))
    expect(called()).toHaveLength(1)
  })

  it('fails as the data source fails', async () => {
    const { queryDatabase, product } = setStage()
    product.fail({ kind: 'status', status: 429 }, { on: ({ url }) => url.pathname === `/v1/data_sources/${ID}` })
    expect((await queryDatabase(ID)).status).toBe(429)
  })
})
