import { describe, expect, it } from 'vitest'
import { readyRecording } from '../../simulators/recorder/index.ts'
import { calls, connected, leaveNothingBehind, lines } from './connected.ts'

leaveNothingBehind()

const UNKNOWN = 'ffffffffffffffffffffffffffffffff'

const done = (file_id: string) => ({ file_id, status: 'done', error: null })
const refused = (file_id: string, error: unknown) => ({ file_id, status: 'refused', error })
const NO_RECORDING = 'there is no recording with this id in the connected account'

function library() {
  const recordings = [1, 2].map((number) => readyRecording({ filename: `Talk ${number}` }))
  const ids = recordings.map(({ id }) => id)
  return { ...connected({ recordings }), ids, first: ids[0] ?? '' }
}

it('PATCH /recorder/files/{id}: 204, and the next read shows the new name', async () => {
  const { send, get, first } = library()
  expect((await send('PATCH', `/files/${first}`, { filename: '봄 강연' })).status).toBe(204)
  expect((await get(`/files/${first}`)).json.data.file_name).toBe('봄 강연')
  const { data_file_list } = (await get('/files')).json
  expect(data_file_list[0]).toMatchObject({ id: first, filename: '봄 강연', edit_from: 'web' })
})

it('PATCH /recorder/files/{id}: sends the filename and nothing else', async () => {
  const deployment = library()
  await deployment.send('PATCH', `/files/${deployment.first}`, { filename: 'New' })
  const [call] = calls(deployment)
  expect(JSON.parse(call?.body ?? '')).toEqual({ filename: 'New' })
  expect(deployment.plaud.state.recordings.get(deployment.first)?.is_trash).toBe(false)
})

it.each([
  ['no filename', {}, 'filename: is required'],
  ['an empty filename', { filename: '' }, 'filename: must not be empty'],
  ['a filename that is no text', { filename: 7 }, /^filename: /],
  ['a filename of 256 characters', { filename: 'a'.repeat(256) }, /^filename: /],
])('PATCH /recorder/files/{id}: %s is 400 naming the field', async (_, body, error) => {
  const { send, plaud, first } = library()
  const answer = await send('PATCH', `/files/${first}`, body)
  expect(answer.status).toBe(400)
  expect(answer.json.error).toEqual(typeof error === 'string' ? error : expect.stringMatching(error))
  expect(plaud.calls).toEqual([])
})

it('PATCH /recorder/files/{id}: an unknown id is 404', async () => {
  expect((await library().send('PATCH', `/files/${UNKNOWN}`, { filename: 'New' })).status).toBe(404)
})

it('PATCH /recorder/files/{id}: 401 when the product rejects the account', async () => {
  const { send, plaud, first } = library()
  plaud.fail({ kind: 'status', status: 401 }, { on: ({ method }) => method === 'PATCH' })
  expect((await send('PATCH', `/files/${first}`, { filename: 'New' })).status).toBe(401)
})

it('PATCH /recorder/files/{id}: 502 when the product fails, and the change is not sent again', async () => {
  const { send, plaud, first } = library()
  plaud.fail({ kind: 'status', status: 503 }, { on: ({ method }) => method === 'PATCH' })
  expect((await send('PATCH', `/files/${first}`, { filename: 'New' })).status).toBe(502)
  expect(plaud.calls.filter(({ method }) => method === 'PATCH')).toHaveLength(1)
})

it.each(['json', 'empty', 'no content'] as const)('a change with the response %s is done', async (mutationBody) => {
  const { send, plaud, first } = library()
  plaud.switches.mutationBody = mutationBody
  expect((await send('PATCH', `/files/${first}`, { filename: 'New' })).status).toBe(204)
  expect((await send('POST', '/files/trash', { file_ids: [first] })).json.results).toEqual([done(first)])
})

it.each(['[]', 'null', '"hello"'])('a change with the response %s did not reach the product: 502', async (body) => {
  const { send, plaud, first } = library()
  plaud.fail({ kind: 'status', status: 200, body }, { on: ({ method }) => method === 'PATCH' })
  expect((await send('PATCH', `/files/${first}`, { filename: 'New' })).status).toBe(502)
})

it('POST /recorder/files/trash: the recordings are in the trash, and again they are no failure', async () => {
  const { send, get, ids } = library()
  for (let n = 0; n < 2; n++) {
    const { status, json } = await send('POST', '/files/trash', { file_ids: ids })
    expect([status, json]).toEqual([200, { successful: 2, failed: 0, results: ids.map(done) }])
  }
  expect((await get('/files')).json.data_file_list).toEqual([])
  expect((await get('/files?is_trash=1')).json.data_file_list).toHaveLength(2)
})

it('POST /recorder/files/restore: the recordings are back', async () => {
  const { send, get, first } = library()
  await send('POST', '/files/trash', { file_ids: [first] })
  const { status, json } = await send('POST', '/files/restore', { file_ids: [first] })
  expect([status, json]).toEqual([200, { successful: 1, failed: 0, results: [done(first)] }])
  expect((await get('/files')).json.data_file_list).toHaveLength(2)
})

const LIBRARY = 'GET /file/simple/web?skip=0&limit=1000&is_trash=2&sort_by=edit_time&is_desc=true'

describe.each([
  ['trash', '/file/trash/'],
  ['restore', '/file/untrash/'],
])('POST /recorder/files/%s', (word, path) => {
  it('sends the known ids, each once, and tells of each in the order of the request', async () => {
    const deployment = library()
    const [one = '', other = ''] = deployment.ids
    const { status, json } = await deployment.send('POST', `/files/${word}`, { file_ids: [other, UNKNOWN, one, other] })
    expect([status, json]).toEqual([
      200,
      { successful: 3, failed: 1, results: [done(other), refused(UNKNOWN, NO_RECORDING), done(one), done(other)] },
    ])
    expect(lines(calls(deployment))).toEqual([LIBRARY, `POST ${path}`])
    expect(JSON.parse(calls(deployment)[1]?.body ?? '').toSorted()).toEqual([one, other].toSorted())
  })

  it('only unknown ids are 404, and nothing is sent', async () => {
    const deployment = library()
    const { status, json } = await deployment.send('POST', `/files/${word}`, { file_ids: [UNKNOWN] })
    expect([status, json.error, json.results]).toEqual([404, NO_RECORDING, [refused(UNKNOWN, NO_RECORDING)]])
    expect(lines(calls(deployment))).toEqual([LIBRARY])
  })

  it.each([
    [401, 401, 'refused'],
    [429, 429, 'refused'],
    [503, 502, 'unknown'],
  ])('the failure %i of the call is that of each known recording: %i, %s', async (upstream, ours, outcome) => {
    const { plaud, send, first } = library()
    plaud.fail({ kind: 'status', status: upstream }, { on: ({ url }) => url.pathname === path })
    const { status, json } = await send('POST', `/files/${word}`, { file_ids: [first, UNKNOWN] })
    expect([status, json.results.map((one: { status: string }) => one.status)]).toEqual([ours, [outcome, 'refused']])
  })

  it('where the library cannot be read, nothing is sent', async () => {
    const deployment = library()
    deployment.plaud.fail({ kind: 'status', status: 500 }, { on: ({ url }) => url.pathname === '/file/simple/web' })
    const { status, json } = await deployment.send('POST', `/files/${word}`, { file_ids: [deployment.first] })
    expect([status, json.results]).toEqual([
      502,
      [{ file_id: deployment.first, status: 'not_tried', error: json.error }],
    ])
    expect(lines(calls(deployment))).not.toContain(`POST ${path}`)
  })
})

it.each([
  ['no file_ids', undefined, 'file_ids: is required'],
  ['an empty list', { file_ids: [] }, 'file_ids: needs at least one recording'],
  ['an id that is none', { file_ids: ['abc', '../def'] }, /^file_ids\[1\]: /],
  ['text', { file_ids: 'abc' }, /^file_ids: /],
])('POST /recorder/files/trash and restore: %s is 400 naming the field', async (_, body, error) => {
  const { send, plaud } = library()
  for (const word of ['trash', 'restore']) {
    const answer = await send('POST', `/files/${word}`, body)
    expect(answer.status).toBe(400)
    expect(answer.json.error).toEqual(typeof error === 'string' ? error : expect.stringMatching(error))
  }
  expect(plaud.calls).toEqual([])
})
