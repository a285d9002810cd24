import { expect, it } from 'vitest'
import {
  dialogue,
  note,
  type Recording,
  readyRecording,
  recording,
  type Transcript,
  transcript,
} from '../../simulators/recorder/index.ts'
import { type Connected, connected, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

const speech = () => dialogue('Mina: Um, shall we begin?\nJonas: Yes, the numbers first.')
const polished = () => dialogue('Mina: Shall we begin?')

const second = (more = {}) => note('# Second', { data_type: 'sum_multi_note', title: 'Second', ...more })

function opened(recorded: Recording) {
  const deployment = connected({ recordings: [recorded] })
  return { ...deployment, at: (path: string) => deployment.get(`/files/${recorded.id}/${path}`) }
}

const words = async (recorded: Recording) => {
  const { json } = await opened(recorded).at('transcript')
  return json.content.map(({ content }: { content: string }) => content)
}

it.each([
  ['lost', transcript(polished(), { placement: 'lost' })],
  ['empty', transcript([])],
  ['unreadable', transcript([], { body: 'no JSON' })],
])('a polished transcript that is %s is replaced by the raw one', async (_, polish) => {
  expect(await words(readyRecording({ speech: speech(), polish }))).toEqual([
    'Um, shall we begin?',
    'Yes, the numbers first.',
  ])
})

it('a polished transcript that cannot be had for the moment does not', async () => {
  const { plaud, at } = opened(readyRecording({ speech: speech(), polish: transcript(polished()) }))
  plaud.fail({ kind: 'status', status: 500 }, { on: ({ url }) => url.pathname.includes('/polish/') })
  expect((await at('transcript')).status).toBe(502)
})

it('a polished transcript is the only one: its failure is reported, and an empty one is empty', async () => {
  const only = (polish: Transcript) => recording({ speech: speech(), polish })
  expect((await opened(only(transcript(polished(), { placement: 'lost' }))).at('transcript')).status).toBe(502)
  expect(await words(only(transcript([])))).toEqual([])
})

it('an utterance without words is left out, and the others stay', async () => {
  const body = JSON.stringify([null, { speaker: 'Mina' }, { content: 'Hello', speaker: 3 }])
  const { json } = await opened(readyRecording({ transcript: transcript([], { body }), speech: speech() })).at(
    'transcript',
  )
  expect(json.content).toEqual([
    { start_time: null, end_time: null, speaker: 'Speaker 3', original_speaker: '', content: 'Hello' },
  ])
})

it('an utterance without a time is rendered behind the one before it', async () => {
  const body = JSON.stringify([
    { start_time: 1000, end_time: 2000, content: 'One' },
    { content: 'Two' },
    { start_time: 5000, end_time: 6000, content: 'Three' },
  ])
  const recorded = readyRecording({ transcript: transcript([], { body }), speech: speech() })
  const { json } = await opened(recorded).at('transcript?format=text')
  expect(json.text.split('\n')).toEqual(['[00:00:01] One', '[00:00:02] Two', '[00:00:05] Three'])
})

it.each(['transcript_v3', ''])('content of the kind "%s" is known by its id', async (type_word) => {
  const recorded = readyRecording({
    transcript: transcript(speech(), { type_word }),
    notes: [note('# First', { type_word })],
  })
  const { at } = opened(recorded)
  expect((await at('transcript')).json.content).toHaveLength(2)
  expect((await at('summary')).json.markdown).toBe('# First')
  expect((await at('tabs')).json.tabs).toMatchObject([{ tab_type: type_word || 'auto_sum_note', format: 'markdown' }])
  expect((await at('tabs?include_source=true')).json.tabs).toHaveLength(2)
})

it('without a primary summary the first ready note of another kind is the summary', async () => {
  const notes = [second({ title: 'Later', task_status: 0 }), second(), note('Mine', { data_type: 'consumer_note' })]
  const { at } = opened(readyRecording({ notes }))
  expect((await at('summary')).json.markdown).toBe('# Second')
  expect((await at('fetch')).json).toMatchObject({ summary: { markdown: '# Second' }, not_ready: [], errors: [] })
})

it('a primary summary that failed is replaced, and one that is being generated is not', async () => {
  const status = async (task_status: number) => {
    const { json } = await opened(readyRecording({ notes: [note('', { task_status }), second()] })).at('summary')
    return json.markdown ?? json.error
  }
  expect(await status(2)).toBe('# Second')
  expect(await status(0)).toBe('the summary is still being generated')
})

it('marks and unknown kinds are no summary', async () => {
  const { at } = opened(readyRecording({ notes: [note('', { data_type: 'mindmap', body: '{"a":1}' })] }))
  expect((await at('summary')).status).toBe(409)
  const { json } = await at('tabs')
  expect(json.tabs).toMatchObject([{ tab_type: 'mindmap', format: 'json', ready: true }])
  expect((await at(`tabs/content?tab_id=${encodeURIComponent(json.tabs[0].tab_id)}`)).json.content).toEqual({ a: 1 })
})

it.each([
  [0, 'the transcript is still being generated'],
  [2, 'the recorder service failed to generate the transcript: start it again'],
  [undefined, 'this recording has no transcript yet'],
])('409 says what is wrong: task_status %s', async (task_status, error) => {
  const { status, json } = await opened(
    recording(task_status === undefined ? {} : { transcript: transcript([], { task_status }) }),
  ).at('transcript')
  expect([status, json.error]).toEqual([409, error])
})

it('in a bundle, content that failed is an error and not something to wait for', async () => {
  const recorded = readyRecording({
    transcript: transcript([], { task_status: 2 }),
    notes: [note('', { task_status: 0 })],
  })
  const { json } = await opened(recorded).at('fetch')
  expect(json).toMatchObject({ not_ready: ['summary'], errors: [{ attachment: 'transcript', status: 409 }] })
})

/** Responds with a detail in which one thing differs. */
async function withDetail({ plaud }: Connected, change: (data: Record<string, unknown>) => void) {
  const serve = plaud.fetch.bind(plaud)
  plaud.fetch = async (request) => {
    const response = await serve(request)
    if (!new URL(request.url).pathname.startsWith('/file/detail/')) return response
    const body: { data: Record<string, unknown> } = await response.json()
    change(body.data)
    return Response.json(body)
  }
}

it('an invalid item in the content does not hide the items', async () => {
  const recorded = readyRecording({ speech: speech() })
  const deployment = connected({ recordings: [recorded] })
  withDetail(deployment, (data) => {
    data.content_list = [null, 'odd', ...(Array.isArray(data.content_list) ? data.content_list : [])]
    data.pre_download_content_list = [null, 7]
  })
  for (const path of ['transcript', 'summary', 'tabs'])
    expect((await deployment.get(`/files/${recorded.id}/${path}`)).status, path).toBe(200)
})

it('content with an unknown state is read if there is something to read', async () => {
  const recorded = readyRecording({ speech: speech() })
  const deployment = connected({ recordings: [recorded] })
  withDetail(deployment, (data) => {
    for (const item of Array.isArray(data.content_list) ? data.content_list : []) item.task_status = null
  })
  expect((await deployment.get(`/files/${recorded.id}/transcript`)).json.content).toHaveLength(2)
})

it.each(['{"other":"form"}', '[{"other":"form"}]'])(
  'a summary in JSON of an unknown format is 502: %s',
  async (body) => {
    const { at } = opened(readyRecording({ notes: [note('', { body })] }))
    expect((await at('summary')).status).toBe(502)
  },
)
