import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { expectTold } from './figures.ts'
import { setTable } from './stage.ts'

let table: ReturnType<typeof setTable>

beforeEach(() => {
  table = setTable()
})
afterEach(() => {
  vi.restoreAllMocks()
  table.expectNothingUnexpected()
})

it('the decisions of the last product meeting become rows of the tasks table', async () => {
  const model = await table.talk()
  const { files } = await model.call('recorder_search', { query: '제품 회의' })
  const { markdown } = await model.call('recorder_get_summary', { id: files[0].id })
  expect(markdown).toContain('알림 설정은 금요일까지 초안')
  const { results } = await model.call('workspace_search', { query: 'Tasks', type: 'data_source' })
  const [{ id: data_source_id }] = results
  const { properties } = await model.call('workspace_get_schema', { data_source_id })
  expect(properties.map(({ name }: { name: string }) => name)).toEqual(['Name', 'Hours', 'Due', 'Assignee', 'State'])
  const records = [{ Name: '알림 설정 초안', Due: '2026-11-27', State: 'Open' }]
  const written = await model.call('workspace_insert_records', { data_source_id, records })
  expect(written).toMatchObject({ success: true, successful: 1 })
  expectTold('Decisions of the last product meeting as rows of the Notion tasks table', model)
})

it('a recording is found by its content', async () => {
  const model = await table.talk()
  const { files } = await model.call('recorder_search', { query: '응답 시간이 절반' })
  expect(files[0]).toMatchObject({ filename: '주간 제품 회의', start_time: '2026-11-20T10:00:00+09:00' })
  const { text } = await model.call('recorder_get_transcript', { id: files[0].id })
  expect(text).toMatch(/^\[00:00:\d\d\] 민아: .*\n.*응답 시간이 절반으로/)
  expectTold('A recording found by what was said', model)
})

it('the notes of a meeting move into a page', async () => {
  const model = await table.talk()
  const { notes } = await model.call('notes_list_notes', { keyword: '제품 주간 회의' })
  const [{ guid, title }] = notes
  const { summaries } = await model.call('notes_list_summaries', { id: guid })
  expect(summaries.length).toBeGreaterThan(0)
  const { results } = await model.call('workspace_search', { query: 'Tasks', type: 'data_source' })
  const page = await model.call('workspace_create_page', {
    data_source_id: results[0].id,
    properties: { Name: title },
    markdown: `# ${title}\n\n${summaries[0].content.content}`,
  })
  expect(page).toMatchObject({ success: true, simple_properties: { Name: title } })
  expectTold('Notes of a meeting into a Notion page', model)
})

it('the recordings of a folder come with their summaries', async () => {
  const model = await table.talk()
  const { tags } = await model.call('recorder_list_tags')
  const { id: tag_id } = tags.find(({ name }: { name: string }) => name === '회의')
  const { data_file_list: files } = await model.call('recorder_list_files', { tag_id })
  const ready = files.filter(({ is_summary }: { is_summary: boolean }) => is_summary)
  expect(ready.length).toBeGreaterThan(1)
  for (const { id } of ready) {
    expect(await model.call('recorder_get_summary', { id })).toMatchObject({ markdown: expect.stringMatching(/\S/) })
  }
  expect(model.spent().calls).toBe(2 + ready.length)
  expectTold('Recordings of a folder with their summaries', model)
})
