import { describe, expect, it, vi } from 'vitest'
import { api } from '../../simulators/workspace/call.ts'
import { DATA_SOURCES, NOTION_TOKENS } from '../../simulators/workspace/index.ts'
import { QUERY, refused, SCHEMA, type Stage, setStage, told } from './stage.ts'

const PAGES = ['POST /v1/pages', 'POST /v1/pages']
const simple = { filters: [{ key: 'Billable', value: true }] }

describe('the schema is fetched only for a simple filter and cached at most 60 s', () => {
  it('is cached in the isolate', async () => {
    const { query, called, world } = setStage()
    await query(simple)
    world.clock.advance(59_999)
    await query({ filters_map: { Stage: 'Done' } })
    expect(called()).toEqual([SCHEMA, QUERY, QUERY])
  })

  it('is fetched again after 60 s, and then as it is', async () => {
    const { query, called, world, product } = setStage()
    await query(simple)
    const column = product.state.dataSources
      .find(({ id }) => id === DATA_SOURCES.projects)
      ?.columns.find(({ name }) => name === 'Billable')
    if (column) column.name = 'Paid'
    world.clock.advance(60_000)
    expect(told(await query(simple))).toEqual(
      refused(400, expect.stringMatching(/^filters\[0\]\.key: there is no property "Billable" .*"Paid"/)),
    )
    expect(called()).toEqual([SCHEMA, QUERY, SCHEMA])
  })

  it('is not shared with another token, which must be let in by the product itself', async () => {
    const { query, called } = setStage()
    await query(simple)
    const stranger = await query(simple, { headers: { 'X-Workspace-Token': NOTION_TOKENS.stranger } })
    expect(stranger.status).toBe(404)
    await query(simple, { headers: { 'X-Workspace-Token': NOTION_TOKENS.readOnly } })
    // Its id may be that of a database.
    const asked = SCHEMA.replace('data_sources', 'databases')
    expect(called()).toEqual([SCHEMA, QUERY, SCHEMA, asked, SCHEMA, QUERY])
  })

  it('is one for each data source, however its id is written', async () => {
    const { query, called } = setStage()
    await query(simple)
    await query({ filters: [{ key: 'Hours', value: 12 }] }, { id: DATA_SOURCES.tasks })
    const undashed = DATA_SOURCES.projects.replaceAll('-', '').toUpperCase()
    expect((await query(simple, { id: undashed })).json.results).toHaveLength(4)
    expect(called().filter((line) => line.startsWith('GET'))).toEqual([
      SCHEMA,
      `GET /v1/data_sources/${DATA_SOURCES.tasks}`,
    ])
  })

  it('is not cached by another isolate', async () => {
    const { query, another, called } = setStage()
    await query(simple)
    await another().query(simple)
    expect(called()).toEqual([SCHEMA, QUERY, SCHEMA, QUERY])
  })

  it('is not cached when it could not be read', async () => {
    const { query, called, product } = setStage()
    product.fail({ kind: 'status', status: 500 }, { times: 1 })
    expect((await query(simple)).status).toBe(502)
    expect((await query(simple)).status).toBe(200)
    expect(called()).toEqual([SCHEMA, SCHEMA, QUERY])
  })

  it('does not accept a token that was revoked in the meantime', async () => {
    const { query, product } = setStage()
    await query(simple)
    product.state.connections.length = 0
    expect((await query(simple)).status).toBe(401)
  })

  it('has no cache key that contains the token', async () => {
    const { query } = setStage()
    const set = vi.spyOn(Map.prototype, 'set')
    await query(simple)
    const names = set.mock.calls.map(([name]) => String(name))
    expect(names.filter((name) => /^[0-9a-f]{64}$/.test(name))).toHaveLength(1)
    expect(names.join('\n')).not.toContain(NOTION_TOKENS.full)
  })

  it('is cached for a limited number of callers', async () => {
    const { query, called, product } = setStage()
    const [connection] = product.state.connections
    if (!connection) throw new Error('no seed')
    const tokens = Array.from({ length: 101 }, (_, number) => `ntn_test-many-${number}`)
    product.state.connections.push(...tokens.map((token) => ({ ...connection, token })))
    for (const token of tokens) await query(simple, { headers: { 'X-Workspace-Token': token } })
    const before = called().length
    for (const token of [tokens[100], tokens[0]]) await query(simple, { headers: { 'X-Workspace-Token': token ?? '' } })
    expect(called().slice(before)).toEqual([QUERY, SCHEMA, QUERY])
  }, 30_000)
})

describe('a cached schema refuses nothing that exists', () => {
  const projects = ({ product }: Stage) => {
    const table = product.state.dataSources.find(({ id }) => id === DATA_SOURCES.projects)
    if (!table) throw new Error('no seed')
    return table
  }
  const urgent = { filters: [{ key: 'Priority', value: 'Urgent' }] }
  const record = { data_source_id: DATA_SOURCES.projects, records: [{ Name: 'Fire', Priority: 'Urgent' }] }

  it('a property that was added in the meantime is found, by reading the schema once more', async () => {
    const stage = setStage()
    await stage.query(simple)
    projects(stage).columns.push({ id: 'frsh', name: 'Fresh', type: 'number', config: {} })
    const fresh = await stage.query({ filters: [{ key: 'Fresh', operator: 'is_empty' }] })
    expect([fresh.status, fresh.json.results.length]).toEqual([200, 8])
    expect(stage.called()).toEqual([SCHEMA, QUERY, SCHEMA, QUERY])
  })

  it('and so is an option that was added in the meantime', async () => {
    const stage = setStage()
    await stage.query(simple)
    const parent = { data_source_id: DATA_SOURCES.projects }
    await api(stage.product, 'POST /v1/pages', { parent, properties: { Priority: { select: { name: 'Urgent' } } } })
    const { status, json } = await stage.query(urgent)
    expect([status, json.results.length]).toEqual([200, 1])
  })

  it('an unknown option is decided by the product, whose refusal clears the cache', async () => {
    const { query, called } = setStage()
    const refusal = refused(400, expect.stringMatching(/^select option "Urgent" not found/))
    expect(told(await query(urgent))).toEqual(refusal)
    expect(told(await query(urgent))).toEqual(refusal)
    expect(called()).toEqual([SCHEMA, QUERY, SCHEMA, QUERY])
  })

  it('an insert clears it: the new option is there at once', async () => {
    const { query, bulk, called } = setStage()
    await query(simple)
    await bulk('insert', record)
    await query(simple)
    expect((await query(urgent)).json.results).toHaveLength(1)
    expect(called()).toEqual([SCHEMA, QUERY, 'POST /v1/pages', SCHEMA, QUERY, QUERY])
  })

  it('and so does an insert that failed, because it may have created the option anyway', async () => {
    const { query, bulk, product, called } = setStage()
    await query(simple)
    product.fail({ kind: 'network' }, { on: ({ url }) => url.pathname === '/v1/pages' })
    await bulk('insert', record)
    await query(simple)
    expect(called()).toEqual([SCHEMA, QUERY, 'POST /v1/pages', SCHEMA, QUERY])
  })

  it('an insert reads it once more for a property that it lacks', async () => {
    const stage = setStage()
    await stage.query(simple)
    projects(stage).columns.push({ id: 'frsh', name: 'Fresh', type: 'number', config: {} })
    const records = [{ Name: 'A' }, { Fresh: 1 }, { Nope: 1 }, { Fresh: 2 }]
    const { json } = await stage.bulk('insert', { ...record, records })
    expect(json).toMatchObject({ successful: 3, failed: 1 })
    expect(json.results[2].error).toMatch(/^records\[2\]\.Nope: there is no property "Nope" /)
    expect(stage.called()).toEqual([SCHEMA, QUERY, ...PAGES.slice(0, 1), SCHEMA, ...PAGES])
  })

  it('also with another error: both are reported once the schema is new', async () => {
    const stage = setStage()
    await stage.query(simple)
    const filters = [
      { key: 'Budget', value: 'much' },
      { key: 'Nope', value: 1 },
    ]
    const error = expect.stringMatching(
      /^filters\[0\]\.value: must be a number; filters\[1\]\.key: there is no property "Nope" /,
    )
    expect(told(await stage.query({ filters }))).toEqual(refused(400, error))
    expect(stage.called()).toEqual([SCHEMA, QUERY, SCHEMA])
  })

  it('the schema route fills it', async () => {
    const { schema, query, called } = setStage()
    await schema(DATA_SOURCES.tasks)
    await query({ filters: [{ key: 'Hours', value: 3 }] }, { id: DATA_SOURCES.tasks })
    expect(called().filter((line) => line.startsWith('GET'))).toHaveLength(1)
  })

  it('a refusal of the product itself clears the cache', async () => {
    const stage = setStage()
    await stage.query(simple)
    const billable = projects(stage).columns.find(({ name }) => name === 'Billable')
    if (billable) Object.assign(billable, { type: 'number', config: {} })
    expect((await stage.query(simple)).status).toBe(400)
    expect(told(await stage.query(simple))).toEqual(refused(400, 'filters[0].value: must be a number'))
    expect(stage.called()).toEqual([SCHEMA, QUERY, QUERY, SCHEMA])
  })
})
