import { describe, expect, it } from 'vitest'
import { clientId, DATA_SOURCES, projectId } from '../../upstreams/workspace/index.ts'
import { QUERY, refused, SCHEMA, setStage, told } from './stage.ts'

const getIds = (body: { results: { id: string }[] }) => body.results.map(({ id }) => id)
const projects = (...numbers: number[]) => numbers.map(projectId)
const filtered = (key: string, operator: string | undefined, value?: unknown) => ({
  filters: [{ key, operator, value }],
})

describe('a formula is compared as its result type (decisions.md section 5)', () => {
  it.each<[string, string | undefined, unknown, string[]]>([
    ['Doubled', 'is_empty', undefined, projects(5)],
    ['Doubled', 'is_not_empty', undefined, projects(1, 2, 3, 4, 6, 7, 8)],
    ['Doubled', undefined, null, projects(5)],
    ['Doubled', undefined, '24000000', projects(1)],
    ['Is large', undefined, 'yes', projects(1, 2, 6)],
    ['Is large', '!=', 1, projects(3, 4, 5, 7, 8)],
    ['Review on', 'is_empty', undefined, projects(5)],
    ['Review on', '<', 'today', projects(3, 8)],
    ['Label', undefined, 'Done / Medium', projects(3)],
    ['Label', 'ends_with', 5, []],
    ['Label', undefined, '2026-01-01', []],
  ])('%s %s %j', async (key, operator, value, ids) => {
    const { query } = setStage()
    const { status, json } = await query(filtered(key, operator, value))
    expect([status, json.error, json.results && getIds(json)]).toEqual([200, undefined, ids])
  })

  it('whose type is read from a row, once', async () => {
    const { query, called } = setStage()
    await query(filtered('Doubled', '>', '0'))
    await query(filtered('Doubled', '<', '0'))
    const row = `${QUERY}?filter_properties=f-nu`
    expect(called()).toEqual([SCHEMA, row, QUERY, QUERY])
  })

  it('which is not read when no filter needs it', async () => {
    const { query, called } = setStage()
    await query(filtered('Budget', '>', 0))
    expect(called()).toEqual([SCHEMA, QUERY])
  })

  it('the schema names its operators', async () => {
    const { schema } = setStage()
    const { json } = await schema()
    const doubled = json.properties.find(({ name }: { name: string }) => name === 'Doubled')
    expect(doubled.operators).toContain('greater_than')
    expect(doubled.operators).not.toContain('contains')
  })
})

describe('when no row shows the type', () => {
  const empty = () => {
    const stage = setStage()
    stage.product.state.rows.length = 0
    return stage
  }

  it('the product refuses a wrong guess and names the type: the query is repeated once, and the type cached', async () => {
    const { query, called } = empty()
    const first = await query(filtered('Doubled', 'is_empty'))
    expect([first.status, first.json.results]).toEqual([200, []])
    await query(filtered('Doubled', undefined, '7'))
    const row = `${QUERY}?filter_properties=f-nu`
    expect(called()).toEqual([SCHEMA, row, QUERY, QUERY, QUERY])
  })

  it('a right guess is reported', async () => {
    const { query } = empty()
    const { json } = await query(filtered('Doubled', undefined, 7))
    expect(json.warnings).toEqual([
      'filters[0].key: no row shows the type of the formula "Doubled", compared as number',
    ])
  })

  it('with two possible formulas is not repeated: the refusal is returned', async () => {
    const { query, called } = empty()
    const filters = ['Doubled', 'Review on'].map((key) => ({ key, operator: 'is_empty' }))
    expect(told(await query({ filters }))).toEqual(refused(400, expect.stringMatching(/does not match filter string$/)))
    expect(called().filter((line) => line === QUERY)).toHaveLength(1)
  })
})

describe('what the product cannot filter by is 400', () => {
  it('a formula without a result', async () => {
    const { query, called } = setStage()
    expect(told(await query(filtered('Broken', undefined, 'x')))).toEqual(
      refused(400, 'filters[0].key: the formula "Broken" gives nothing that the workspace service can filter by'),
    )
    expect(called()).not.toContain(QUERY)
  })

  it('a formula that was created through its API, although its rows show a type', async () => {
    const { query } = setStage()
    const answer = await query(filtered('By machine', '>', 3), { id: DATA_SOURCES.clients })
    expect(told(answer)).toEqual(
      refused(
        400,
        'Unable to filter based on a formula of unknown type: "By machine"; filter by the properties that it reads, or make the formula in the app of the service, with one type in every branch',
      ),
    )
    const other = await query(filtered('Tenfold', '>', 100), { id: DATA_SOURCES.clients })
    expect(getIds(other.json)).toEqual([clientId(1), clientId(5)])
  })
})
