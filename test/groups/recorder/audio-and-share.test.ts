import { expect, it } from 'vitest'
import { readyRecording, share } from '../../simulators/recorder/index.ts'
import { calls, connected, leaveNothingBehind, lines } from './connected.ts'

leaveNothingBehind()

it.each(['[]', '{"message":"hello"}'])('GET /recorder/files/{id}/share: %s shows no share state, 502', async (body) => {
  const { get, plaud } = connected()
  plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname.startsWith('/share/') })
  expect((await get('/files/ffffffffffffffffffffffffffffffff/share')).status).toBe(502)
})

const UNKNOWN = 'ffffffffffffffffffffffffffffffff'

function one(overrides: Parameters<typeof readyRecording>[0] = {}) {
  const recorded = readyRecording(overrides)
  return { ...connected({ recordings: [recorded] }), id: recorded.id }
}

it('GET /recorder/files/{id}/audio-url: file_id and a signed link that works', async () => {
  const { get, plaud, id } = one()
  const { status, json } = await get(`/files/${id}/audio-url`)
  expect(status).toBe(200)
  expect(json).toEqual({ file_id: id, audio_url: expect.stringContaining('X-Amz-Signature=') })
  expect((await plaud.fetch(new Request(json.audio_url))).status).toBe(200)
})

it.each(['tempUrl', 'url', 'data', 'data.temp_url', 'data.url', 'data[].downloadUrl'] as const)(
  'GET /recorder/files/{id}/audio-url: the link is read where a region has it, in %s',
  async (audioPlace) => {
    const { get, plaud, id } = one()
    plaud.switches.audioPlace = audioPlace
    const { status, json } = await get(`/files/${id}/audio-url`)
    expect(status).toBe(200)
    expect((await plaud.fetch(new Request(json.audio_url))).status).toBe(200)
  },
)

const LINK = 'https://plaud-bucket.s3.amazonaws.com/audiofiles/a.mp3?X-Amz-Signature=1'
const OPUS = LINK.replace('.mp3', '.opus')

it.each([
  { data: { audio: { download_url: LINK } } },
  { data: { url: { mp3: LINK, opus: OPUS } } },
  { data: { signedUrl: LINK } },
  { temp_url: null, temp_url_mp3: LINK },
  { temp_url_opus: OPUS, data: [LINK] },
  { data: { temp_url_opus: OPUS, temp_url: LINK } },
])('GET /recorder/files/{id}/audio-url: the usual format in %o', async (answer) => {
  const { get, plaud, id } = one()
  const body = JSON.stringify({ status: 0, msg: 'success', ...answer })
  plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname.startsWith('/file/temp-url/') })
  expect((await get(`/files/${id}/audio-url`)).json.audio_url).toBe(LINK)
})

it.each(['http://plaud-bucket.s3.amazonaws.com/a.mp3', 'javascript:alert(1)', '//evil.example.test/a'])(
  'GET /recorder/files/{id}/audio-url: %s is not passed on',
  async (link) => {
    const { get, plaud, id } = one()
    const body = JSON.stringify({ status: 0, temp_url: link })
    plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname.startsWith('/file/temp-url/') })
    const { status, text } = await get(`/files/${id}/audio-url`)
    expect(status).toBe(502)
    expect(text).not.toContain(link)
  },
)

it('GET /recorder/files/{id}/audio-url: the other format when the usual one does not exist', async () => {
  const { get, plaud, id } = one()
  plaud.switches.audioFormat = 'opus'
  const { status, json } = await get(`/files/${id}/audio-url`)
  expect([status, json.audio_url]).toEqual([200, expect.stringMatching(/^https:.*\.opus\?/)])
})

it('GET /recorder/files/{id}/audio-url: an answer that says nothing about the audio is 502', async () => {
  for (const body of [
    '{"status":0,"temp_url":7}',
    '{"temp_url":""}',
    '{"status":0,"msg":"success"}',
    '{"status":0,"data":{}}',
    '{"status":0,"data":{"domains":{"api":"https://api-euc1.plaud.ai"}}}',
    '{"status":0,"data":"https://api-euc1.plaud.ai"}',
    '{"status":0,"data":{"domain":"https://api-euc1.plaud.ai/"}}',
    '{"status":0,"temp_url":"","data":{"url":{"mp3_url":4}}}',
  ]) {
    const { get, plaud, id } = one()
    plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname.startsWith('/file/temp-url/') })
    expect.soft((await get(`/files/${id}/audio-url`)).status, String(body)).toBe(502)
  }
})

it('GET /recorder/files/{id}/audio-url: an answer without a known place is 502, in a bundle as well', async () => {
  const { get, plaud, id } = one()
  plaud.switches.audioPlace = 'elsewhere'
  const { status, json } = await get(`/files/${id}/audio-url`)
  expect([status, json.error]).toEqual([502, 'the recorder service answered in a form that cannot be read: temp_url'])
  const bundle = await get(`/files/${id}/fetch?include=audio_url`)
  expect(bundle.json.errors).toEqual([{ attachment: 'audio_url', status: 502, error: json.error }])
})

it.each(['404', 'null', 'empty', 'data'] as const)(
  'GET /recorder/files/{id}/audio-url: 404 when there is no audio (%s)',
  async (noAudio) => {
    const { get, plaud, id } = one({ audio: false })
    plaud.switches.noAudio = noAudio
    expect((await get(`/files/${id}/audio-url`)).status).toBe(404)
  },
)

it('GET /recorder/files/{id}/audio-url: an unknown id is 404', async () => {
  expect((await one().get(`/files/${UNKNOWN}/audio-url`)).status).toBe(404)
})

it('GET /recorder/files/{id}/share: both sides as loose as the product sends them', async () => {
  const { get, plaud, id } = one()
  plaud.state.shares.public.set(id, share('public', id))
  plaud.state.shares.private.set(id, share('private', id))
  const { status, json } = await get(`/files/${id}/share`)
  expect(status).toBe(200)
  expect(json).toEqual({ private: share('private', id), public: share('public', id) })
})

it.each(['object', 'null'] as const)(
  'GET /recorder/files/{id}/share: a side without a share is an empty object (%s)',
  async (noShare) => {
    const { get, plaud, id } = one()
    plaud.switches.noShare = noShare
    plaud.state.shares.public.set(id, share('public', id))
    expect((await get(`/files/${id}/share`)).json).toEqual({ private: {}, public: share('public', id) })
  },
)

it('GET /recorder/files/{id}/share: sends the id with each key that clients have used', async () => {
  const deployment = one()
  await deployment.get(`/files/${deployment.id}/share`)
  expect(lines(calls(deployment)).sort()).toEqual(['POST /share/private/get', 'POST /share/public/get'])
  for (const { body } of calls(deployment)) {
    expect(JSON.parse(body)).toEqual({ file_id: deployment.id, object_id: deployment.id, object_type: 'file' })
  }
})

it('GET /recorder/files/{id}/share: it only reads, so a failure in passing is repeated', async () => {
  const deployment = one()
  deployment.plaud.fail(
    { kind: 'status', status: 503 },
    { on: ({ url }) => url.pathname.startsWith('/share/'), times: 1 },
  )
  expect((await deployment.get(`/files/${deployment.id}/share`)).status).toBe(200)
  expect(calls(deployment)).toHaveLength(3)
})

it.each(['private', 'public'])('GET /recorder/files/{id}/share: 502 when the %s side cannot be had', async (side) => {
  const { get, plaud, id } = one()
  plaud.fail({ kind: 'status', status: 500 }, { on: ({ url }) => url.pathname === `/share/${side}/get` })
  expect((await get(`/files/${id}/share`)).status).toBe(502)
})

it('GET /recorder/files/{id}/share: an empty response is 502, not a recording without a share', async () => {
  const { get, plaud, id } = one()
  plaud.fail({ kind: 'empty' }, { on: ({ url }) => url.pathname === '/share/public/get' })
  expect((await get(`/files/${id}/share`)).status).toBe(502)
})

it('GET /recorder/files/{id}/share: an unknown id is 404', async () => {
  expect((await one().get(`/files/${UNKNOWN}/share`)).status).toBe(404)
})
