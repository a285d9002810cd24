import { describe, expect, it } from 'vitest'
import { clientId, DATA_SOURCES, DATABASES, projectId, USERS } from '../../upstreams/workspace/index.ts'
import { QUERY, refused, SCHEMA, setStage, told } from './stage.ts'

const getIds = (body: { results: { id: string }[] }) => body.results.map(({ id }) => id)
const projects = (...numbers: number[]) => numbers.map(projectId)
const clients = (...numbers: number[]) => numbers.map(clientId)
const filtered = (key: string, operator: string | undefined, value?: unknown) => ({
  filters: [{ key, operator, value }],
})
const TASKS = `GET /v1/data_sources/${DATA_SOURCES.tasks}`

describe('a rollup that lists is compared by the type of its items (decisions.md section 5)', () => {
  it.each<[string, string, unknown, string[]]>([
    ['Hours of each', 'is_empty', undefined, projects(4, 5, 7, 8)],
    ['Hours of each', 'is_not_empty', undefined, projects(1, 2, 3, 6)],
    ['Hours of each', 'equals', null, projects(4, 5, 7, 8)],
    ['Hours of each', 'any_is_empty', undefined, projects(3)],
    ['Hours of each', '>', '9', projects(1, 2)],
    ['Hours of each', 'every_>', 3, projects(1, 2, 4, 5, 7, 8)],
    ['Assignees', 'is_empty', undefined, projects(4, 5, 6, 7, 8)],
    ['Assignees', 'none_contains', USERS.seoyeon, projects(2, 4, 5, 6, 7, 8)],
    ['Task names', 'contains', 'people', projects(3)],
  ])('%s %s %j', async (key, operator, value, ids) => {
    const { query } = setStage()
    const { status, json } = await query(filtered(key, operator, value))
    expect([status, json.error, json.results && getIds(json)]).toEqual([200, undefined, ids])
  })

  it.each<[string, string | undefined, unknown, string[]]>([
    ['All Stage', undefined, 'done', clients(2, 6)],
    ['All Stage', 'none_equals', ['Done', 'In progress'], clients(3, 4, 5, 7)],
    ['All Tags', 'every_contains', 'Backend', clients(4, 7)],
    ['All Billable', 'is_empty', undefined, clients(4)],
    ['All Attachments', 'is_not_empty', undefined, clients(1, 2)],
    ['All Tasks', 'contains', 'Hold interviews', clients(2)],
    ['Priority show_unique', undefined, 'low', clients(5, 7)],
  ])('of options, files and relations: %s %s %j', async (key, operator, value, ids) => {
    const { query } = setStage()
    const { status, json } = await query(filtered(key, operator, value), { id: DATA_SOURCES.clients })
    expect([status, json.error, json.results && getIds(json)]).toEqual([200, undefined, ids])
  })

  it('for which the related schema is read once and cached', async () => {
    const { query, called } = setStage()
    await query(filtered('Hours of each', '>', 3))
    await query(filtered('Assignees', 'is_empty'))
    await query({ filters: [{ key: 'Hours', value: 3 }] }, { id: DATA_SOURCES.tasks })
    expect(called().slice(0, 4)).toEqual([SCHEMA, TASKS, QUERY, QUERY])
    expect(called().filter((line) => line === TASKS)).toHaveLength(1)
  })

  it('and not read for a rollup of one value', async () => {
    const { query, called } = setStage()
    await query(filtered('Task hours', '>', 3))
    expect(called()).toEqual([SCHEMA, QUERY])
  })

  it('an operator of lists is 400 elsewhere', async () => {
    const { query } = setStage()
    for (const key of ['Task hours', 'Budget', 'Tags']) {
      const { status, json } = await query(filtered(key, 'any_equals', 3))
      expect([status, json.error]).toEqual([
        400,
        expect.stringMatching(/^filters\[0\]\.operator: "any_equals" does not/),
      ])
    }
  })

  it('several values of every item are 400, because no filter of the product can express that', async () => {
    const { query } = setStage()
    const error = expect.stringMatching(/^filters\[0\]\.value: every_equals takes one value; /)
    expect(told(await query(filtered('Hours of each', 'every_equals', [3, 8])))).toEqual(refused(400, error))
  })
})

describe('a type that cannot be known is 400, never a wider result', () => {
  it.each([
    ['All Label', /lists values of type formula, which cannot be filtered by$/],
    ['All Code', /lists values of type unique_id/],
    ['All Office', /lists values of type place/],
  ])('%s', async (key, error) => {
    const { query, called } = setStage()
    const answer = await query(filtered(key, 'is_empty'), { id: DATA_SOURCES.clients })
    expect(told(answer)).toEqual(refused(400, expect.stringMatching(error)))
    expect(called().filter((line) => line.startsWith('POST'))).toEqual([])
  })

  it('a rollup over a relation that is not shared', async () => {
    const { query, schema, product } = setStage()
    const unshared = new Set([DATABASES.projects])
    for (const connection of product.state.connections) connection.databaseIds = unshared
    const error =
      'filters[0].key: the type of the rollup "Hours of each" cannot be known, since its relation points to something that the connection may not see'
    expect(told(await query(filtered('Hours of each', 'is_empty')))).toEqual(refused(400, error))
    expect((await query(filtered('Task hours', '>', 3))).status).toBe(200)
    const { json } = await schema()
    expect(json.properties.find(({ name }: { name: string }) => name === 'Hours of each').operators).toEqual([])
  })

  it('a rollup whose function the product omits', async () => {
    const { query, product } = setStage()
    const rollup = product.state.dataSources[0]?.columns.find(({ name }) => name === 'Task hours')
    if (rollup) delete rollup.config.function
    const error = expect.stringMatching(/since its function is unknown$/)
    expect(told(await query(filtered('Task hours', '>', 3)))).toEqual(refused(400, error))
  })
})
