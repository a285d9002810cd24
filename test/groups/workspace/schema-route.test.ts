import { describe, expect, it } from 'vitest'
import { schema as answer } from '../../../src/groups/workspace/records.outputs.ts'
import { DATA_SOURCES, DATABASES, NOTION_TOKENS } from '../../simulators/workspace/index.ts'
import { refused, SCHEMA, setStage, told } from './stage.ts'

describe('GET /workspace/data-source/{id}/schema', () => {
  it('returns the properties with the operators of each', async () => {
    const { schema, called } = setStage()
    const { status, json } = await schema()
    expect([status, answer().parse(json)]).toEqual([200, json])
    expect(json).toMatchObject({ object: 'data_source', id: DATA_SOURCES.projects, title: 'Projects' })
    expect(json.properties).toHaveLength(34)
    expect(json.properties[3]).toEqual({
      name: 'Priority',
      id: 'prio',
      type: 'select',
      operators: ['equals', 'does_not_equal', 'is_empty', 'is_not_empty'],
      options: ['High', 'Medium', 'Low'],
    })
    expect(json.properties[5]).toMatchObject({
      name: 'Stage',
      options: ['Not started', 'In progress', 'Done'],
      groups: [
        { name: 'To-do', options: ['Not started'] },
        { name: 'In progress', options: ['In progress'] },
        { name: 'Complete', options: ['Done'] },
      ],
    })
    expect(called()).toEqual([SCHEMA])
  })

  it('every operator that it names builds a filter that the product takes', async () => {
    const { schema, query } = setStage()
    const values: Record<string, unknown> = {
      number: 1,
      unique_id: 1,
      checkbox: true,
      select: 'High',
      status: 'Done',
      multi_select: 'Design',
      people: 'me',
      created_by: 'me',
      last_edited_by: 'me',
      relation: DATA_SOURCES.tasks,
      verification: 'verified',
    }
    const { json } = await schema()
    const refusals: string[] = []
    for (const { name, type, operators } of json.properties) {
      for (const operator of operators) {
        const noValue = /^is_(not_)?empty$|^(this|past|next)_/.test(operator)
        const value = noValue ? undefined : (values[type] ?? (/date|time/.test(type) ? '2026-11-21' : 'x'))
        const { status, json } = await query({ filters: [{ key: name, operator, value }] })
        if (status !== 200) refusals.push(`${name} ${operator}: ${json.error}`)
      }
    }
    expect(refusals).toEqual([])
  }, 30_000)

  it.each([
    ['a database that is not shared', DATABASES.payroll, 404, /^Could not find data_source/],
    ['what is not shared', DATA_SOURCES.salaries, 404, /^Could not find data_source/],
    [
      'no UUID',
      'projects',
      400,
      /^data_source_id: must be the id or the address of a table: workspace_search finds it/,
    ],
    ['no id', 'a.b', 400, /^data_source_id: must be the id or the address of a table/],
  ])('%s is refused', async (_, id, status, error) => {
    expect(told(await setStage().schema(id))).toEqual(refused(status, expect.stringMatching(error)))
  })

  it('is 502 when the response has no schema', async () => {
    const { schema, product } = setStage()
    product.fail({ kind: 'status', status: 200, body: '{"object":"data_source","id":"a"}' })
    expect(told(await schema())).toEqual(refused(502, expect.any(String)))
  })

  it('needs an integration token', async () => {
    const { schema, called } = setStage()
    expect(told(await schema(undefined, { 'X-Workspace-Token': null }))).toEqual(
      refused(400, 'X-Workspace-Token: is required'),
    )
    expect((await schema(undefined, { 'X-Workspace-Token': NOTION_TOKENS.readOnly })).status).toBe(200)
    expect(called()[0]).toBe(SCHEMA)
  })
})
