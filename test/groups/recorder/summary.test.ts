import { expect, it } from 'vitest'
import { type Note, note, type Recording, readyRecording, recording } from '../../simulators/recorder/index.ts'
import { connected, downloads, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

const MARKDOWN = '# 회의\n\n- [x] first\n- second'

const summarized = (overrides: Partial<Note>) => readyRecording({ notes: [note(MARKDOWN, overrides)] })

const read = async (recorded: Recording) => connected({ recordings: [recorded] }).get(`/files/${recorded.id}/summary`)

it('GET /recorder/files/{id}/summary: file_id, markdown and images', async () => {
  const recorded = summarized({})
  const { status, json } = await read(recorded)
  expect(status).toBe(200)
  expect(json).toEqual({ file_id: recorded.id, markdown: MARKDOWN, images: [] })
})

it.each(['markdown', 'ai_content', 'header and form', 'content.markdown', 'content', 'summary', 'array'] as const)(
  'GET /recorder/files/{id}/summary: the form "%s" is read',
  async (form) => {
    expect((await read(summarized({ form }))).json.markdown).toBe(MARKDOWN)
  },
)

it.each(['linked', 'inline', 'inline only', 'legacy'] as const)(
  'GET /recorder/files/{id}/summary: content that is %s is read',
  async (placement) => {
    expect((await read(summarized({ placement }))).json.markdown).toBe(MARKDOWN)
  },
)

it.each(['ai_content', 'markdown'] as const)(
  'GET /recorder/files/{id}/summary: an old recording with it in the detail, as %s',
  async (form) => {
    expect((await read(summarized({ placement: 'legacy', form }))).json.markdown).toBe(MARKDOWN)
  },
)

it('GET /recorder/files/{id}/summary: an old recording with it in the detail as an object', async () => {
  const { get, plaud } = connected()
  const body = JSON.stringify({ status: 0, data: { file_id: 'abc', ai_content: { markdown: MARKDOWN } } })
  plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname === '/file/detail/abc' })
  expect((await get('/files/abc/summary')).json.markdown).toBe(MARKDOWN)
})

it('GET /recorder/files/{id}/summary: inline content is not fetched', async () => {
  const recorded = summarized({ placement: 'inline' })
  const deployment = connected({ recordings: [recorded] })
  await deployment.get(`/files/${recorded.id}/summary`)
  expect(downloads(deployment)).toEqual([])
})

it('GET /recorder/files/{id}/summary: several summaries follow each other', async () => {
  const body = JSON.stringify([{ ai_content: '# One' }, { ai_content: '# Two' }])
  expect((await read(summarized({ body }))).json.markdown).toBe('# One\n\n# Two')
})

it.each(['[a link](https://example.test) first', '{curly} words', '[1] a footnote', '  plain words'])(
  'GET /recorder/files/{id}/summary: Markdown that only looks like JSON stays as it is: %s',
  async (body) => {
    expect((await read(summarized({ body }))).json.markdown).toBe(body)
  },
)

it('GET /recorder/files/{id}/summary: the primary summary, not another template', async () => {
  const other = note('# Other', { data_type: 'sum_multi_note', title: 'Other' })
  const recorded = readyRecording({ notes: [other, note(MARKDOWN)] })
  expect((await read(recorded)).json.markdown).toBe(MARKDOWN)
})

it('GET /recorder/files/{id}/summary: one unreadable item does not hide the others', async () => {
  const { get, plaud } = connected()
  const content_list = [
    { data_id: null, data_type: 'card' },
    { data_id: 'a', data_type: 'auto_sum_note', task_status: 1 },
  ]
  const data = { file_id: 'abc', content_list, pre_download_content_list: [{ data_id: 'a', data_content: MARKDOWN }] }
  plaud.fail(
    { kind: 'status', status: 200, body: JSON.stringify({ status: 0, data }) },
    { on: ({ url }) => url.pathname === '/file/detail/abc' },
  )
  expect((await get('/files/abc/summary')).json.markdown).toBe(MARKDOWN)
})

it.each([
  ['nothing was ever started', recording()],
  ['only the transcript is there', readyRecording({ notes: [] })],
  ['it is being made', summarized({ task_status: 0 })],
  ['it is being made, said in text', summarized({ task_status: '0' })],
  ['it failed', summarized({ task_status: 2 })],
  ['it is called ready and is nowhere', summarized({ placement: 'nowhere' })],
])('GET /recorder/files/{id}/summary: 409 when %s', async (_, recorded) => {
  const { status, json } = await read(recorded)
  expect(status).toBe(409)
  expect(json.error).toMatch(/summary/)
})

it('GET /recorder/files/{id}/summary: an unknown id is 404', async () => {
  expect((await connected().get('/files/ffffffffffffffffffffffffffffffff/summary')).status).toBe(404)
})
