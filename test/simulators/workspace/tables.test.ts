import { describe, expect, it } from 'vitest'
import { Clock } from '../clock.ts'
import { api } from './call.ts'
import { createNotion, DATA_SOURCES, DATABASES, NOTION_TOKENS, projectId } from './index.ts'

describe('facts 3: the schema', () => {
  it('does not return the type of a formula', async () => {
    const { body } = await api(createNotion(), `GET /v1/data_sources/${DATA_SOURCES.projects}`)
    expect(Object.keys(Object(body.properties).Doubled.formula)).toEqual(['expression'])
  })
})

describe('databases', () => {
  it('queries a database in the old version only', async () => {
    const line = `POST /v1/databases/${DATABASES.projects}/query`
    expect((await api(createNotion(), line, {})).body.code).toBe('invalid_request_url')
    const old = await api(createNotion(), line, {}, { version: '2022-06-28' })
    expect(old.body).toMatchObject({ object: 'list', type: 'page_or_database' })
  })
})

describe('facts 2 and 6: pages', () => {
  const read = async (id: string, options = {}) =>
    (await api(createNotion({ clock: new Clock() }), `GET /v1/pages/${id}`, undefined, options)).body

  it('show each result type of formulas and rollups', async () => {
    const { properties } = await read(projectId(1))
    expect(properties).toMatchObject({
      Label: { formula: { type: 'string', string: 'In progress / High' } },
      Doubled: { formula: { type: 'number', number: 24_000_000 } },
      'Is large': { formula: { type: 'boolean', boolean: true } },
      'Review on': { formula: { type: 'date', date: { start: '2026-12-08' } } },
      Broken: { formula: { type: 'unsupported' } },
      'Task count': { rollup: { type: 'number', number: 2, function: 'count' } },
      'Task hours': { rollup: { type: 'number', number: 16.5 } },
      'Last task due': { rollup: { type: 'date', date: { start: '2026-11-28' } } },
      'Task names': { rollup: { type: 'array', array: [{ type: 'title' }, { type: 'title' }] } },
      Odd: { rollup: { type: 'unsupported' } },
    })
  })

  it('show null, false and empty lists when nothing was written', async () => {
    const { properties } = await read(projectId(5))
    expect(properties).toMatchObject({
      Summary: { rich_text: [] },
      Budget: { number: null },
      Priority: { select: null },
      Tags: { multi_select: [] },
      Due: { date: null },
      Billable: { checkbox: false },
      Check: { verification: { state: 'unverified' } },
      Office: { place: null },
      Tasks: { relation: [] },
      'Task hours': { rollup: { number: null } },
      'Task names': { rollup: { array: [] } },
    })
  })

  it('name people only to who may know them', async () => {
    expect(await read(projectId(1))).toMatchObject({ properties: { Owners: { people: [{ name: '김지우' }, {}] } } })
    const partial = await read(projectId(1), { token: NOTION_TOKENS.readOnly })
    expect(Object(partial.properties).Owners.people[0]).not.toHaveProperty('name')
  })

  it('are called archived before 2026-03-11 only', async () => {
    expect(await read(projectId(9))).toMatchObject({ archived: true, in_trash: true })
    expect(await read(projectId(9), { version: '2026-03-11' })).not.toHaveProperty('archived')
  })
})
