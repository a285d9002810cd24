import { describe, expect, it } from 'vitest'
import { readProperties } from '../../../src/groups/workspace/property.ts'
import { dataSourceSchema } from '../../../src/groups/workspace/schema.ts'
import { DATA_SOURCES } from '../../upstreams/workspace/index.ts'
import { projectSource } from './projects.ts'

describe('decisions.md section 5: the schema route', () => {
  const schema = dataSourceSchema(projectSource)
  const property = (name: string) => schema.properties.find((one) => one.name === name)

  it('names the data source and every property in order', () => {
    expect(schema).toMatchObject({ object: 'data_source', id: DATA_SOURCES.projects, title: 'Projects' })
    expect(schema.properties.map(({ name }) => name)).toEqual(Object.keys(Object(projectSource.properties)))
  })

  it.each([
    ['Name', 'title', 'equals does_not_equal contains does_not_contain starts_with ends_with is_empty is_not_empty'],
    ['Billable', 'checkbox', 'equals does_not_equal'],
    ['Attachments', 'files', 'is_empty is_not_empty'],
    ['Owners', 'people', 'contains does_not_contain is_empty is_not_empty'],
    ['Kick off', 'button', ''],
    ['Office', 'place', ''],
    [
      'Task count',
      'rollup',
      'equals does_not_equal greater_than less_than greater_than_or_equal_to less_than_or_equal_to is_empty is_not_empty',
    ],
  ])('%s is a %s', (name, type, operators) => {
    expect(property(name)).toMatchObject({ type, operators: operators.split(' ').filter(Boolean) })
  })

  it('offers everything where the type of the result is not known', () => {
    for (const name of ['Label', 'Task names']) {
      expect(property(name)?.operators).toEqual(
        expect.arrayContaining(['contains', 'greater_than', 'this_week', 'is_empty']),
      )
    }
    expect(property('Last task due')?.operators).toContain('next_week')
  })

  it('names the options of choices, and only theirs', () => {
    expect(property('Stage')?.options).toEqual(['Not started', 'In progress', 'Done'])
    expect(property('Tags')?.options).toEqual(['Design', 'Backend', '리서치'])
    expect(property('Name')).not.toHaveProperty('options')
  })

  it.each([
    null,
    [],
    'x',
    {},
    { object: 'data_source', id: 'a' },
    { object: 'data_source', id: 'a', properties: { A: {} } },
  ])('is 502 for %j', (native) => {
    expect(() => dataSourceSchema(native)).toThrow(expect.objectContaining({ status: 502 }))
  })

  it('keeps what filters need of the configuration', () => {
    const kept = readProperties(projectSource.properties)
    expect(kept.find(({ name }) => name === 'Code')).toEqual({
      name: 'Code',
      id: 'code',
      type: 'unique_id',
      prefix: 'PRJ',
    })
    expect(kept.find(({ name }) => name === 'Task hours')).toMatchObject({ type: 'rollup', function: 'sum' })
  })
})
