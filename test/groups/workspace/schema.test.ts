import { describe, expect, it } from 'vitest'
import { fetchSchema } from '../../../src/groups/workspace/databases.ts'
import { fetchDataSourceSchema } from '../../../src/groups/workspace/schema.ts'
import { DATA_SOURCES } from '../../simulators/workspace/index.ts'
import { connection, notion } from './projects.ts'

const schema = await fetchDataSourceSchema(connection, DATA_SOURCES.projects)

describe('the schema route', () => {
  const property = (name: string) => schema.properties.find((one) => one.name === name)

  it('names the data source and every property in order', () => {
    expect(schema).toMatchObject({ object: 'data_source', id: DATA_SOURCES.projects, title: 'Projects' })
    expect(schema.properties.map(({ name }) => name)).toEqual(
      notion.state.dataSources.find(({ id }) => id === DATA_SOURCES.projects)?.columns.map(({ name }) => name),
    )
  })

  it('a property has its type', () => {
    for (const [name, type, operators] of [
      ['Name', 'title', 'equals does_not_equal contains does_not_contain starts_with ends_with is_empty is_not_empty'],
      ['Billable', 'checkbox', 'equals does_not_equal'],
      ['Attachments', 'files', 'is_empty is_not_empty'],
      ['Owners', 'people', 'contains does_not_contain is_empty is_not_empty'],
      ['Kick off', 'button', ''],
      ['Office', 'place', ''],
      // Only workspace_filter can compare these.
      ['Doubled', 'formula', ''],
      ['Task count', 'rollup', ''],
    ] as const)
      expect.soft(property(name), String(name)).toMatchObject({ type, operators: operators.split(' ').filter(Boolean) })
  })

  it('names the options of choices, and only theirs', () => {
    expect(property('Stage')?.options).toEqual(['Not started', 'In progress', 'Done'])
    expect(property('Tags')?.options).toEqual(['Design', 'Backend', '리서치'])
    expect(property('Name')).not.toHaveProperty('options')
  })

  it.each([null, [], 'x', {}, { object: 'data_source', id: 'a' }, { properties: [] }])(
    'is 502 for %j',
    async (native) => {
      const answering = { ...connection, call: async () => native }
      await expect(fetchDataSourceSchema(answering, DATA_SOURCES.tasks)).rejects.toMatchObject({ status: 502 })
    },
  )

  it('a property that cannot be read costs no other, and the id is known from the request', async () => {
    const properties = { A: { id: 'a', type: 'number' }, B: null, C: { id: 'c' }, D: { type: 'checkbox' } }
    const answering = { ...connection, call: async () => ({ properties }) }
    expect(await fetchDataSourceSchema(answering, DATA_SOURCES.tasks)).toEqual({
      object: 'data_source',
      id: DATA_SOURCES.tasks,
      title: '',
      properties: [
        { name: 'A', id: 'a', type: 'number', operators: expect.arrayContaining(['greater_than']) },
        { name: 'B', id: null, type: null, operators: [] },
        { name: 'C', id: 'c', type: null, operators: [] },
        { name: 'D', id: null, type: 'checkbox', operators: ['equals', 'does_not_equal'] },
      ],
      operators: {
        number: expect.arrayContaining(['greater_than']),
        checkbox: ['equals', 'does_not_equal'],
      },
    })
  })

  it('has the configuration that filters need', async () => {
    const { properties } = await fetchSchema(connection, DATA_SOURCES.projects)
    expect(properties.find(({ name }) => name === 'Code')).toEqual({
      name: 'Code',
      id: 'code',
      type: 'unique_id',
      prefix: 'PRJ',
    })
  })
})
