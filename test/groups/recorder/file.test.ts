import { expect, it } from 'vitest'
import { readyRecording } from '../../simulators/recorder/index.ts'
import { calls, connected, downloads, leaveNothingBehind, lines } from './connected.ts'

leaveNothingBehind()

const UNKNOWN = 'ffffffffffffffffffffffffffffffff'

const tides = () => readyRecording({ filename: 'Tides', keywords: ['moon'] })

it('GET /recorder/files/{id}: the metadata as the product sends it', async () => {
  const recording = tides()
  const deployment = connected({ recordings: [recording] })
  const { status, json } = await deployment.get(`/files/${recording.id}`)
  expect(status).toBe(200)
  expect(json.status).toBe(0)
  expect(json.data).toMatchObject({
    file_id: recording.id,
    file_name: 'Tides',
    duration: recording.duration,
    extra_data: { aiContentHeader: { language_code: 'en', keywords: ['moon'] } },
  })
  const [transcript, summary] = json.data.content_list
  expect(transcript).toMatchObject({ data_type: 'transaction', err_code: '', extra: { task_id: expect.any(String) } })
  expect(summary).toMatchObject({ data_type: 'auto_sum_note', extra: { summ_type_type: 'system' } })
})

it('GET /recorder/files/{id}: without the voice embeddings', async () => {
  const recording = tides()
  const { get } = connected({ recordings: [recording] })
  const { json, text } = await get(`/files/${recording.id}`)
  expect(json.data).not.toHaveProperty('embeddings')
  expect(text.length).toBeLessThan(5_000)
})

it('GET /recorder/files/{id}: fetches neither transcript nor summary', async () => {
  const recording = tides()
  const deployment = connected({ recordings: [recording] })
  await deployment.get(`/files/${recording.id}`)
  expect(lines(calls(deployment))).toEqual([`GET /file/detail/${recording.id}`])
  expect(downloads(deployment)).toEqual([])
})

it('GET /recorder/files/{id}: a recording in the trash is there as well', async () => {
  const recording = readyRecording({ is_trash: true })
  const { get } = connected({ recordings: [recording] })
  expect((await get(`/files/${recording.id}`)).json.data.is_trash).toBe(true)
})

it.each(['code', '404'] as const)(
  'GET /recorder/files/{id}: an unknown id is 404 when the product signals it with %s',
  async (unknownId) => {
    const { get } = connected({ switches: { unknownId } })
    const { status, json } = await get(`/files/${UNKNOWN}`)
    expect([status, json]).toEqual([404, { error: 'there is no recording with this id in the connected account' }])
  },
)

it.each(['{"status":0}', '{"status":0,"data":null}', '{"status":0,"data":"x"}', '{}', '{"message":"hello"}', '[]'])(
  'GET /recorder/files/{id}: %s is no recording, and does not mean that it is gone',
  async (body) => {
    const { get, plaud } = connected()
    plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname.startsWith('/file/') })
    for (const path of ['', '/fetch?strict=true', '/transcript', '/summary', '/tabs']) {
      expect((await get(`/files/${UNKNOWN}${path}`)).status, path).toBe(502)
    }
  },
)

it.each([undefined, null, 7])('GET /recorder/files/{id}: the id of the request replaces %s', async (file_id) => {
  const { get, plaud } = connected()
  const body = JSON.stringify({ status: 0, data: { file_id, file_name: 'Tides', content_list: null } })
  plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname.startsWith('/file/detail/') })
  const { status, json } = await get(`/files/${UNKNOWN}`)
  expect([status, json.data]).toEqual([200, { file_id: UNKNOWN, file_name: 'Tides', content_list: null }])
})

it('GET /recorder/files/{id}: an id of another form is refused before any call', async () => {
  for (const id of ['a%20b', 'a.b', 'a%2Fb', '%2e%2e', 'a'.repeat(129), '%ED%95%9C', 'a%00']) {
    const { get, plaud } = connected()
    const { status } = await get(`/files/${id}`)
    expect.soft([400, 404], String(id)).toContain(status)
    expect.soft(plaud.calls, String(id)).toEqual([])
  }
})

it('GET /recorder/files/{id}: a bad id is 400 naming it', async () => {
  const { get } = connected()
  const { status, json } = await get('/files/not.an.id')
  expect([status, json.error]).toEqual([400, 'id: must be 1 to 128 of A-Z, a-z, 0-9, _ and -'])
})
