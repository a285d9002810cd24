import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DATA_SOURCES, PAGES } from '../simulators/workspace/index.ts'
import { freshDeployment } from '../support/fresh.ts'
import { HEADERS, setTable } from '../tasks/stage.ts'
import { type Connection, connect } from './clients.ts'

/** Models pass the title of a Notion page or table where its id belongs (docs/spec/mcp.md, "Tools"). */

let table: ReturnType<typeof setTable>
beforeEach(() => {
  table = setTable()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const call = async (tool: string, args: Record<string, unknown>, connection: Connection = {}) => {
  const client = await connect(table.gateway, { headers: HEADERS, ...connection, search: '?tools=all' })
  const { isError, texts } = await client.callTool(tool, args)
  return { isError, text: texts[0] ?? '' }
}
const written = () =>
  table.notion.calls.filter(({ method, url }) => method !== 'GET' && !/search|query/.test(url.pathname))

describe('a title where an id belongs', () => {
  it.each([
    ['workspace_query_data_source', { data_source_id: 'Tasks' }],
    ['workspace_get_schema', { data_source_id: ' tasks ' }],
  ])('%s takes the table that has it alone', async (tool, args) => {
    const named = await call(tool, args)
    expect(named).toEqual(await call(tool, { ...args, data_source_id: DATA_SOURCES.tasks }))
    expect(named.isError).toBe(false)
  })

  it('takes the page that has it alone, in a path, a body and a list', async () => {
    const read = await call('workspace_get_page_markdown', { page_id: '스튜디오 안내서' })
    expect(read).toEqual(await call('workspace_get_page_markdown', { page_id: PAGES.handbook }))
    const made = await call('workspace_create_page', {
      parent_page_id: 'onboarding',
      properties: { title: 'A new one' },
    })
    expect(made.isError).toBe(false)
    expect((await call('workspace_delete_pages', { page_ids: '["A new one"]' })).isError).toBe(false)
  })

  it('inserts into the table that has it alone', async () => {
    const { isError } = await call('workspace_insert_records', {
      data_source_id: 'Tasks',
      records: [{ Name: 'Call Kim' }],
    })
    expect(isError).toBe(false)
  })

  it.each([
    [
      'workspace_query_data_source',
      { data_source_id: 'Task' },
      /^data_source_id: no table has the title "Task"\. There are: "Tasks" = [0-9a-f-]{36}/,
    ],
    [
      'workspace_insert_records',
      { data_source_id: 'Nowhere at all', records: [{ Name: 'x' }] },
      /^data_source_id: no table has this id or the title "Nowhere at all": workspace_search finds /,
    ],
    [
      'workspace_replace_page_markdown',
      { page_id: 'No such page here', markdown: 'x' },
      /^page_id: no page has this id or the title "No such page here"/,
    ],
    ['workspace_get_page', { page_id: '없는 페이지' }, /^page_id: no page has/],
  ])('%s %j: says what there is, and writes nothing', async (tool, args, message) => {
    const { isError, text } = await call(tool, args)
    expect({ isError, text }).toEqual({ isError: true, text: expect.stringMatching(message) })
    expect(text).not.toMatch(/valid uuid|failed validation/)
    expect(written()).toEqual([])
  })

  it('names all that have it where several do, and writes nothing', async () => {
    for (const _ of [1, 2])
      await call('workspace_create_page', { parent_page_id: PAGES.handbook, properties: { title: 'Twice' } })
    const before = written().length
    const { isError, text } = await call('workspace_append_page_markdown', { page_id: 'Twice', markdown: 'x' })
    expect(isError).toBe(true)
    expect(text).toMatch(
      /^page_id: 2 pages have the title "Twice"\. Give the id of one: "Twice" = [0-9a-f-]{36}, "Twice" = /,
    )
    expect(written()).toHaveLength(before)
  })

  it('an id and an address are not searched', async () => {
    await call('workspace_get_page', { page_id: PAGES.handbook })
    await call('workspace_get_page', {
      page_id: `https://www.notion.so/Handbook-${PAGES.handbook.replaceAll('-', '')}`,
    })
    expect(table.notion.calls.filter(({ url }) => url.pathname.endsWith('/search'))).toEqual([])
  })
})
