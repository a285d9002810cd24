import {
  APIErrorCode,
  APIResponseError,
  collectPaginatedAPI,
  isFullBlock,
  isFullDataSource,
  isFullPage,
  isHTTPResponseError,
  UnknownHTTPResponseError,
} from '@notionhq/client'
import { describe, expect, it } from 'vitest'
import { Clock } from '../clock.ts'
import { createNotion, DATA_SOURCES, DATABASES, NOTION_TOKENS, PAGES, projectId } from './index.ts'
import { officialClient } from './official-client.ts'

const notion = () => createNotion({ clock: new Clock() })

const data_source_id = DATA_SOURCES.projects

const failure = async (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('the official client against the simulator', () => {
  it('queries with a filter, sorts and narrowed properties', async () => {
    const product = notion()
    const { results, has_more } = await officialClient(product).dataSources.query({
      data_source_id,
      filter: {
        and: [
          { property: 'Billable', checkbox: { equals: true } },
          {
            or: [
              { property: 'Priority', select: { equals: 'High' } },
              { property: 'Due', date: { next_year: {} } },
            ],
          },
        ],
      },
      sorts: [{ property: 'Budget', direction: 'ascending' }],
      filter_properties: ['title', '%3Abdg'],
    })
    expect(results.map(({ id }) => id)).toEqual([projectId(6), projectId(2), projectId(1)])
    const [first] = results
    expect(first && isFullPage(first) ? Object.keys(first.properties) : []).toEqual(['Name', 'Budget'])
    expect(has_more).toBe(false)
    expect(product.unexpected).toEqual([])
  })

  it('pages through everything', async () => {
    const rows = await collectPaginatedAPI(officialClient(notion()).dataSources.query, { data_source_id, page_size: 3 })
    expect(new Set(rows.map(({ id }) => id)).size).toBe(8)
  })

  it('retrieves the schema', async () => {
    const source = await officialClient(notion()).dataSources.retrieve({ data_source_id })
    if (!isFullDataSource(source)) throw new Error('partial')
    expect(source.properties.Priority).toMatchObject({
      type: 'select',
      select: { options: [{ name: 'High' }, {}, {}] },
    })
    expect(source.parent).toEqual({ type: 'database_id', database_id: DATABASES.projects })
  })

  it('retrieves a database with its data sources', async () => {
    const database = await officialClient(notion()).databases.retrieve({ database_id: DATABASES.leads })
    expect(database).toMatchObject({ data_sources: [{ name: 'Leads 2026' }, { name: 'Leads 2025' }] })
  })

  it('creates a page, reads it and puts it into the trash', async () => {
    const api = officialClient(notion())
    const { id } = await api.pages.create({
      parent: { data_source_id },
      properties: { Name: { title: [{ text: { content: 'By the client' } }] }, Budget: { number: 5 } },
    })
    const filter = { property: 'Name', title: { equals: 'By the client' } }
    expect((await api.dataSources.query({ data_source_id, filter })).results).toMatchObject([{ id }])
    expect(await api.pages.update({ page_id: id, in_trash: true })).toMatchObject({ id, in_trash: true })
    expect((await api.dataSources.query({ data_source_id, filter })).results).toEqual([])
    expect(await api.pages.retrieve({ page_id: id })).toMatchObject({ in_trash: true })
  })

  it('creates a page from Markdown, reads it, replaces it and adds to it', async () => {
    const api = officialClient(notion())
    const { id } = await api.pages.create({ parent: { page_id: PAGES.handbook }, markdown: '# Plan\n- [ ] Begin' })
    const first = await api.pages.retrieveMarkdown({ page_id: id })
    expect(first).toMatchObject({ object: 'page_markdown', id, markdown: '- [ ] Begin', unknown_block_ids: [] })
    const replace_content = { new_str: '**Done**' }
    await api.pages.updateMarkdown({ page_id: id, type: 'replace_content', replace_content })
    const insert_content = { content: 'Well.' }
    expect(await api.pages.updateMarkdown({ page_id: id, type: 'insert_content', insert_content })).toMatchObject({
      markdown: '**Done**\nWell.',
      truncated: false,
    })
  })

  it('appends and lists blocks', async () => {
    const api = officialClient(notion())
    const children = [{ paragraph: { rich_text: [{ text: { content: 'By block' } }] } }]
    await api.blocks.children.append({ block_id: PAGES.onboarding, children })
    const blocks = await collectPaginatedAPI(api.blocks.children.list, { block_id: PAGES.onboarding, page_size: 2 })
    expect(blocks).toHaveLength(3)
    expect(blocks.every(isFullBlock)).toBe(true)
    expect(blocks.at(-1)).toMatchObject({ type: 'paragraph', paragraph: { rich_text: [{ plain_text: 'By block' }] } })
  })

  it.each([
    ['ntn_unknown', data_source_id, APIErrorCode.Unauthorized, 401],
    [NOTION_TOKENS.insertOnly, data_source_id, APIErrorCode.RestrictedResource, 403],
    [NOTION_TOKENS.full, DATA_SOURCES.salaries, APIErrorCode.ObjectNotFound, 404],
    [NOTION_TOKENS.full, 'abc', APIErrorCode.ValidationError, 400],
  ])('with %s for %s throws its %s', async (token, id, code, status) => {
    const error = await failure(officialClient(notion(), token).dataSources.query({ data_source_id: id }))
    expect(error).toBeInstanceOf(APIResponseError)
    expect(error).toMatchObject({ code, status, request_id: expect.any(String) })
  })

  it('reads additional_data, and knows a limit from an edge page', async () => {
    const product = notion()
    product.fail({ kind: 'status', status: 429 }, { times: 1 })
    const limited = await failure(officialClient(product).dataSources.retrieve({ data_source_id }))
    expect(limited).toMatchObject({
      code: APIErrorCode.RateLimited,
      additional_data: { rate_limit_reason: 'public_api_request_rate_limit' },
    })
    product.fail({ kind: 'html', status: 403 })
    const blocked = await failure(officialClient(product).dataSources.retrieve({ data_source_id }))
    expect(blocked).toBeInstanceOf(UnknownHTTPResponseError)
    expect(isHTTPResponseError(blocked)).toBe(true)
  })
})
