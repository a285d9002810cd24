import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DATA_SOURCES } from '../simulators/workspace/index.ts'
import { freshDeployment } from '../support/fresh.ts'
import { HEADERS, setTable } from '../tasks/stage.ts'
import { connect } from './clients.ts'

/** Some clients send an object or a list as its JSON text. */

let table: ReturnType<typeof setTable>
beforeEach(() => {
  table = setTable()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

async function call(tool: string, args: Record<string, unknown>) {
  const client = await connect(table.gateway, { headers: HEADERS, search: '?tools=all' })
  const { isError, texts } = await client.callTool(tool, args)
  return { isError, texts }
}

it.each([
  ['gateway_read', 'recorder_list_files', { limit: 2 }],
  ['gateway_read', 'workspace_query_data_source', { data_source_id: DATA_SOURCES.tasks, page_size: 1 }],
])('%s reads arguments of %s that came as JSON text', async (reach, tool, args) => {
  const asObject = await call(reach, { tool, arguments: args })
  expect(asObject.isError).toBe(false)
  expect(await call(reach, { tool, arguments: JSON.stringify(args) })).toEqual(asObject)
})

it.each(['no JSON', '[1]', '"text"', '5', '{"limit":'])('%s is no object, and is refused', async (text) => {
  const { isError, texts } = await call('gateway_read', { tool: 'recorder_list_files', arguments: text })
  expect({ isError, texts }).toEqual({ isError: true, texts: ['arguments: must be an object'] })
})

it('a list and an object within the arguments are read, and other texts stay as they are', async () => {
  const filters = [{ key: 'Name', operator: 'is_not_empty', value: true }]
  const asked = { data_source_id: DATA_SOURCES.tasks }
  const asList = await call('workspace_query_data_source', { ...asked, filters })
  expect(asList.isError).toBe(false)
  expect(await call('workspace_query_data_source', { ...asked, filters: JSON.stringify(filters) })).toEqual(asList)
  const records = [{ Name: '{"not": "an object"}' }]
  const inserted = await call('workspace_insert_records', { ...asked, records: JSON.stringify(records) })
  expect(inserted.isError).toBe(false)
  expect(JSON.stringify(table.notion.calls.map(({ body }) => body))).toContain('not')
})
