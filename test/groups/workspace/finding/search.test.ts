import { describe, expect, it } from 'vitest'
import { type Search, search } from '../../../../src/groups/workspace/search.ts'
import { DATA_SOURCES, DATABASES, NOTION_TOKENS, projectId } from '../../../simulators/workspace/index.ts'
import { connection } from '../projects.ts'
import { sentBodies, setFinding } from './stage.ts'

describe('the search', () => {
  it('returns what a row is, its parent, and its plain values', async () => {
    const { ask } = setFinding()
    const { status, json } = await ask('POST /search', { query: 'brand renewal' })
    expect([status, json]).toEqual([
      200,
      {
        object: 'list',
        results: [
          {
            object: 'page',
            id: projectId(1),
            title: 'Brand renewal',
            url: `https://app.notion.com/p/${projectId(1).replaceAll('-', '')}`,
            parent: { type: 'data_source_id', data_source_id: DATA_SOURCES.projects, database_id: DATABASES.projects },
            last_edited_time: '2026-11-20T05:30:00.000Z',
            in_trash: false,
            is_archived: false,
            simple_properties: expect.objectContaining({ Name: 'Brand renewal', Budget: 12_000_000 }),
          },
        ],
        next_cursor: null,
        has_more: false,
        warnings: [],
      },
    ])
  })

  it.each([
    [{ in_trash: true }, { in_trash: true }],
    [
      { in_trash: true, type: 'page' },
      { property: 'object', value: 'page', in_trash: true },
    ],
    [{ in_trash: false }, { in_trash: false }],
    [{ in_trash: null, type: null }, undefined],
  ])('%j is the filter %j', async (body, filter) => {
    const { ask, product } = setFinding()
    expect((await ask('POST /search', body)).status).toBe(200)
    expect(JSON.parse(product.calls.at(-1)?.body ?? '').filter).toEqual(filter)
  })

  it('finds in the trash only what is there', async () => {
    const { ask, product } = setFinding()
    product.trash(projectId(1))
    const titles = async (body: object) =>
      (await ask('POST /search', { query: 'brand renewal', ...body })).json.results.map(({ id }: { id: string }) => id)
    expect(await titles({})).toEqual([])
    expect(await titles({ in_trash: true })).toEqual([projectId(1)])
  })

  it('returns the title of a data source, and no values', async () => {
    const { ask } = setFinding()
    const { json } = await ask('POST /search', { query: 'leads', type: 'data_source' })
    expect(json.results).toMatchObject([
      { object: 'data_source', title: 'Leads 2026', simple_properties: null },
      { object: 'data_source', title: 'Leads 2025', simple_properties: null },
    ])
  })

  it('a type is sent as the product calls it', async () => {
    for (const [asked, sent] of [
      [{}, {}],
      [{ query: '', type: null, sort: null, start_cursor: '' }, {}],
      [
        { query: 'a', type: 'page', page_size: 5 },
        { query: 'a', filter: { property: 'object', value: 'page' }, page_size: 5 },
      ],
      [{ sort: {} }, {}],
      [{ sort: { direction: 'ascending' } }, { sort: { timestamp: 'last_edited_time', direction: 'ascending' } }],
      [
        { sort: { timestamp: 'last_edited_time' } },
        { sort: { timestamp: 'last_edited_time', direction: 'descending' } },
      ],
      [{ sort: { property: 'relevance' } }, { sort: { property: 'relevance' } }],
    ] as [Search, object][]) {
      const stage = setFinding()
      expect.soft((await stage.ask('POST /search', asked)).status, JSON.stringify(asked)).toBe(200)
      expect.soft(sentBodies(stage), JSON.stringify(asked)).toEqual([sent])
    }
  })

  it('continues with its cursor, until everything was returned once', async () => {
    const { ask } = setFinding()
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const { json } = await ask('POST /search', { page_size: 6, start_cursor: cursor })
      ids.push(...json.results.map(({ id }: { id: string }) => id))
      cursor = json.next_cursor
    } while (cursor !== null)
    const all = await ask('POST /search', { page_size: 100 })
    expect(ids).toEqual(all.json.results.map(({ id }: { id: string }) => id))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('finds nothing that is not shared with the token', async () => {
    const { ask } = setFinding()
    expect((await ask('POST /search', {}, NOTION_TOKENS.stranger)).json.results).toEqual([])
  })

  it.each([
    [{ type: 'database' }, 'type: must be one of page, data_source'],
    [{ page_size: 101 }, 'page_size: must be an integer from 1 to 100'],
    [{ sort: { property: 'relevance', direction: 'ascending' } }, /^sort: must be only \{property: "relevance"\}/],
  ])('%j is 400', async (asked, error) => {
    const { ask, called } = setFinding()
    const { status, json } = await ask('POST /search', asked)
    expect([status, json.error]).toEqual([400, typeof error === 'string' ? error : expect.stringMatching(error)])
    expect(called()).toEqual([])
  })
})

const asAnswered = (...results: unknown[]) =>
  search({ ...connection, call: async () => ({ results, request_status: { type: 'incomplete' } }) }, {})

describe('what is found outside of a table', () => {
  const title = { title: { id: 'title', type: 'title', title: [{ plain_text: 'Home' }] } }

  it('has a title, and no plain values', async () => {
    const parent = { type: 'workspace', workspace: true }
    const { results, warnings } = await asAnswered({ object: 'page', id: 'a', parent, properties: title })
    expect(results).toMatchObject([{ title: 'Home', parent, simple_properties: null }])
    expect(warnings).toEqual([expect.stringMatching(/^results: incomplete/)])
  })

  it('has null for what the product omits', async () => {
    const { results } = await asAnswered({ object: 'page', id: 'a' }, {}, null, 'b')
    const nothing = {
      title: null,
      url: null,
      parent: null,
      last_edited_time: null,
      in_trash: null,
      is_archived: null,
      simple_properties: null,
    }
    expect(results).toEqual([
      { object: 'page', id: 'a', ...nothing },
      ...Array(3).fill({ object: null, id: null, ...nothing }),
    ])
  })
})
