import { expect, it } from 'vitest'
import { note, readyRecording, recording, share, transcript } from '../../simulators/recorder/index.ts'
import { calls, connected, leaveNothingBehind, lines } from './connected.ts'

leaveNothingBehind()

const UNKNOWN = 'ffffffffffffffffffffffffffffffff'

function bundled(recorded = readyRecording()) {
  const deployment = connected({ recordings: [recorded] })
  const fetch = (query = '') => deployment.get(`/files/${recorded.id}/fetch${query}`)
  return { ...deployment, recorded, fetch }
}

it('GET /recorder/files/{id}/fetch: the recording with transcript and summary, and no errors', async () => {
  const { fetch, recorded } = bundled()
  const { status, json } = await fetch()
  expect(status).toBe(200)
  expect(json).toEqual({
    file: expect.objectContaining({ file_id: recorded.id, file_name: 'Recording' }),
    transcript: { file_id: recorded.id, content: expect.any(Array), text: expect.any(String), format: 'text' },
    summary: { file_id: recorded.id, markdown: expect.stringMatching(/^# Recording/), images: [] },
    errors: [],
    not_ready: [],
  })
  expect(json.file).not.toHaveProperty('embeddings')
})

it('GET /recorder/files/{id}/fetch: include defaults to transcript,summary', async () => {
  const deployment = bundled()
  expect(Object.keys((await deployment.fetch()).json)).toEqual(['file', 'errors', 'not_ready', 'transcript', 'summary'])
  expect(lines(calls(deployment))).toEqual([`GET /file/detail/${deployment.recorded.id}`])
})

it.each(['transcript', 'summary', 'share', 'audio_url'])(
  'GET /recorder/files/{id}/fetch: include=%s and nothing else',
  async (word) => {
    const { json } = await bundled().fetch(`?include=${word}`)
    expect(Object.keys(json).sort()).toEqual(['errors', 'file', 'not_ready', word].sort())
  },
)

it('GET /recorder/files/{id}/fetch: share and audio_url when they are named', async () => {
  const { fetch, plaud, recorded } = bundled()
  plaud.state.shares.public.set(recorded.id, share('public', recorded.id))
  const { json } = await fetch('?include=share,audio_url')
  expect(json.share).toEqual({ private: {}, public: share('public', recorded.id) })
  expect(json.audio_url).toMatch(/^https:\/\/plaud-bucket\.s3\.amazonaws\.com\/audiofiles\//)
})

it('GET /recorder/files/{id}/fetch: audio-url is another word for audio_url', async () => {
  expect((await bundled().fetch('?include=audio-url')).json.audio_url).toMatch(/^https:/)
})

it('GET /recorder/files/{id}/fetch: blanks and repetitions in include do no harm', async () => {
  const deployment = bundled()
  const { json } = await deployment.fetch('?include=%20summary%20,summary')
  expect(Object.keys(json)).toContain('summary')
  expect(calls(deployment)).toHaveLength(1)
})

it.each(['video', 'transcript,video', 'transcript,', ',', 'Transcript'])(
  'GET /recorder/files/{id}/fetch: include=%s is 400 naming the field',
  async (include) => {
    const { fetch, plaud } = bundled()
    const { status, json } = await fetch(`?include=${include}`)
    expect([status, json.error]).toEqual([
      400,
      'include: must be a comma list of transcript, summary, share, audio_url',
    ])
    expect(plaud.calls).toEqual([])
  },
)

it('GET /recorder/files/{id}/fetch: strict=maybe is 400 naming the field', async () => {
  const { status, json } = await bundled().fetch('?strict=maybe')
  expect([status, json.error]).toEqual([400, 'strict: must be true, false, 1 or 0'])
})

it('GET /recorder/files/{id}/fetch: not strict, content in progress is listed in not_ready', async () => {
  const { status, json } = await bundled(recording()).fetch('?include=transcript,summary,share')
  expect(status).toBe(200)
  expect(json).toMatchObject({ not_ready: ['transcript', 'summary'], errors: [], share: { private: {}, public: {} } })
})

it('GET /recorder/files/{id}/fetch: not strict, a failure is reported with the status of the single route', async () => {
  const broken = transcript([], { body: 'no JSON' })
  const { fetch, plaud } = bundled(readyRecording({ transcript: broken, audio: false }))
  plaud.fail({ kind: 'status', status: 429 }, { on: ({ url }) => url.pathname.startsWith('/share/') })
  const { status, json } = await fetch('?include=transcript,summary,share,audio_url')
  expect(status).toBe(200)
  expect(json.errors).toEqual([
    { attachment: 'transcript', status: 502, error: expect.stringMatching(/cannot be read/) },
    { attachment: 'share', status: 429, error: expect.any(String) },
    { attachment: 'audio_url', status: 404, error: 'audio not found' },
  ])
  expect(json).toMatchObject({ not_ready: [], summary: { images: [] } })
})

it.each([
  ['409', recording(), 'transcript,summary'],
  ['502', readyRecording({ transcript: transcript([], { body: 'no JSON' }) }), 'summary,transcript'],
  ['404', readyRecording({ audio: false }), 'transcript,audio_url'],
])('GET /recorder/files/{id}/fetch: strict, %s of an attachment fails the call', async (status, recorded, include) => {
  const answer = await bundled(recorded).fetch(`?strict=true&include=${include}`)
  expect(answer.status).toBe(Number(status))
})

it('GET /recorder/files/{id}/fetch: strict, the first failure counts, in the order of the attachments', async () => {
  const recorded = readyRecording({ notes: [note('', { task_status: 0 })], transcript: transcript([], { body: '-' }) })
  expect((await bundled(recorded).fetch('?strict=1&include=summary,transcript')).status).toBe(502)
})

it('GET /recorder/files/{id}/fetch: strict, without a failure, is the same bundle', async () => {
  const { fetch } = bundled()
  expect((await fetch('?strict=true')).json).toEqual((await fetch('?strict=false')).json)
})

it.each(['', '?strict=true', '?include=share,audio_url'])(
  'GET /recorder/files/{id}/fetch%s: an unknown id is 404',
  async (query) => {
    expect((await connected().get(`/files/${UNKNOWN}/fetch${query}`)).status).toBe(404)
  },
)

it('GET /recorder/files/{id}/fetch: 401 when the product rejects the account', async () => {
  const { fetch, plaud } = bundled()
  plaud.fail({ kind: 'status', status: 401 }, { on: ({ url }) => url.pathname.startsWith('/file/detail/') })
  expect((await fetch()).status).toBe(401)
})
