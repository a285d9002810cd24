import { expect, it } from 'vitest'
import { dialogue, type Recording, readyRecording, recording, transcript } from '../../simulators/recorder/index.ts'
import { connected, downloads, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

const speech = () => dialogue('Mina: Um, shall we begin?\nJonas: Yes, the numbers first.')

const read = async (recorded: Recording, query = '') =>
  connected({ recordings: [recorded] }).get(`/files/${recorded.id}/transcript${query}`)

const words = ({ json }: Awaited<ReturnType<typeof read>>) =>
  json.content.map(({ content }: { content: string }) => content)

it('GET /recorder/files/{id}/transcript: utterances with speakers and millisecond times', async () => {
  const recorded = readyRecording({ speech: speech() })
  const { status, json } = await read(recorded)
  expect(status).toBe(200)
  expect(json).toEqual({
    file_id: recorded.id,
    content: [
      { start_time: 0, end_time: 1710, speaker: 'Mina', original_speaker: 'Speaker 1', content: 'Um, shall we begin?' },
      {
        start_time: 2110,
        end_time: 4180,
        speaker: 'Jonas',
        original_speaker: 'Speaker 2',
        content: 'Yes, the numbers first.',
      },
    ],
  })
})

it.each(['array', 'trans_result', 'segments', 'transcript', 'data'] as const)(
  'GET /recorder/files/{id}/transcript: the form "%s" is read',
  async (form) => {
    const answer = await read(readyRecording({ transcript: transcript(speech(), { form }) }))
    expect(words(answer)).toEqual(['Um, shall we begin?', 'Yes, the numbers first.'])
  },
)

it.each(['linked', 'inline', 'inline only', 'legacy'] as const)(
  'GET /recorder/files/{id}/transcript: content that is %s is read',
  async (placement) => {
    const answer = await read(readyRecording({ transcript: transcript(speech(), { placement }) }))
    expect(words(answer)).toEqual(['Um, shall we begin?', 'Yes, the numbers first.'])
  },
)

it('GET /recorder/files/{id}/transcript: inline content is not fetched', async () => {
  const recorded = readyRecording({ transcript: transcript(speech(), { placement: 'inline' }) })
  const deployment = connected({ recordings: [recorded] })
  await deployment.get(`/files/${recorded.id}/transcript`)
  expect(downloads(deployment)).toEqual([])
})

it('GET /recorder/files/{id}/transcript: the cleaned transcript is preferred when it is ready', async () => {
  const polish = transcript(dialogue('Mina: Shall we begin?'))
  expect(words(await read(readyRecording({ speech: speech(), polish })))).toEqual(['Shall we begin?'])
})

it('GET /recorder/files/{id}/transcript: the raw transcript is used while the cleaned one is generated', async () => {
  const polish = transcript([], { task_status: 0 })
  expect(words(await read(readyRecording({ speech: speech(), polish })))).toHaveLength(2)
})

it('GET /recorder/files/{id}/transcript: task_status as a numeric string is read', async () => {
  const answer = await read(readyRecording({ transcript: transcript(speech(), { task_status: '1' }) }))
  expect(answer.status).toBe(200)
})

it('GET /recorder/files/{id}/transcript: an empty transcript is empty, not missing', async () => {
  const { status, json } = await read(readyRecording({ transcript: transcript([]), speech: [] }), '?format=text')
  expect(status).toBe(200)
  expect(json).toMatchObject({ content: [], text: '', format: 'text' })
})

it('GET /recorder/files/{id}/transcript: numeric strings, nulls, numbered speakers and absent times', async () => {
  const body =
    '[{"start_time":"1200","end_time":2400.4,"speaker":null,"content":"Hello"},{"original_speaker":2,"text":"Hm"}]'
  const { json } = await read(readyRecording({ transcript: transcript([], { body }), speech: speech() }))
  expect(json.content).toEqual([
    { start_time: 1200, end_time: 2400, speaker: '', original_speaker: '', content: 'Hello' },
    { start_time: null, end_time: null, speaker: '', original_speaker: 'Speaker 2', content: 'Hm' },
  ])
})

it.each([
  ['nothing was ever started', recording()],
  ['it is being made', recording({ transcript: transcript([], { task_status: 0 }) })],
  ['it is being made, said in text', recording({ transcript: transcript([], { task_status: '0' }) })],
  ['it failed', recording({ transcript: transcript([], { task_status: 2 }) })],
  ['it is called ready and is nowhere', recording({ transcript: transcript(speech(), { placement: 'nowhere' }) })],
])('GET /recorder/files/{id}/transcript: 409 when %s', async (_, recorded) => {
  const { status, json } = await read(recorded)
  expect(status).toBe(409)
  expect(json.error).toMatch(/transcript/)
})

it.each(['{"broken', '"text"', '{"other":[]}', '[1,2]', '[{"speaker":"Mina"}]'])(
  'GET /recorder/files/{id}/transcript: 502 for the content %s',
  async (body) => {
    expect((await read(readyRecording({ transcript: transcript([], { body }), speech: speech() }))).status).toBe(502)
  },
)

it('GET /recorder/files/{id}/transcript: an unknown id is 404', async () => {
  expect((await connected().get('/files/ffffffffffffffffffffffffffffffff/transcript')).status).toBe(404)
})

it('GET /recorder/files/{id}/transcript: a part says what it covers, and beyond the end it is 400', async () => {
  const recorded = readyRecording({ transcript: transcript(speech()), speech: speech() })
  const end = Math.max(...speech().map(({ end_time }) => end_time))
  const ends_at = new Date(end).toISOString().slice(11, 19)
  const { json } = await read(recorded, '?at=00:00:00')
  expect(json.part).toMatchObject({ from: '00:00:00', to: ends_at, ends_at })
  const beyond = await read(recorded, '?at=00:30:00&format=text')
  expect([beyond.status, beyond.json.error]).toEqual([400, `at: is beyond the end: the words end at ${ends_at}`])
})
