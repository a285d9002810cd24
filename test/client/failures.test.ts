import { expect, it } from 'vitest'
import { type Client, LatchkeyError } from '../../src/client/index.ts'
import { setStage, toFailure } from './stage.ts'

const answering = (response: Response) =>
  setStage({}, { fetch: async () => response }).latchkey.recorder.get('/devices')

const id = 'no id'
const badId = 'id: must be 1 to 128 of A-Z, a-z, 0-9, _ and -'

const refused: [string, (latchkey: Client) => Promise<unknown>, string][] = [
  ['recorder', ({ recorder }) => recorder.get('/files/:id', { param: { id } }), badId],
  ['notes', ({ notes }) => notes.get('/notes/:id', { param: { id } }), badId],
  [
    'workspace',
    ({ workspace }) =>
      workspace.post('/bulk-delete', { header: { 'X-Workspace-Token': 'ntn_test' }, json: { page_ids: [] } }),
    'page_ids: must not be empty',
  ],
  [
    'shop',
    ({ shop }) => shop.post('/orders', { json: { pageIndex: -1, pageSize: 10 } }),
    'pageIndex: must be at least 0',
  ],
  [
    'payment',
    ({ payment }) => payment.post('/read', { header: { 'X-Payment-Mode': true }, json: { bill_id: 'a,b' } }),
    'bill_id: must be 1 to 20 characters, without commas and control characters',
  ],
  [
    'video',
    ({ video }) => video.post('/transcript/v2', { json: { video_id: 'short' } }),
    'video_id: must be 11 of A-Z, a-z, 0-9, _ and -',
  ],
  ['social', ({ social }) => social.get('/posts/:id', { param: { id } }), badId],
]

it.each(refused)('reads the failure envelope of %s', async (_, ask, message) => {
  const error = await toFailure(ask(setStage().latchkey))
  expect(error).toBeInstanceOf(LatchkeyError)
  expect(error).toMatchObject({
    name: 'LatchkeyError',
    status: 400,
    code: 'invalid_input',
    message,
    retryAfter: undefined,
  })
  expect(error).toHaveProperty('requestId', expect.stringMatching(/^[0-9a-f-]{36}$/))
})

it('reads the envelope outside of the groups, for a route that no longer exists', async () => {
  const { latchkey } = setStage({}, { baseUrl: 'https://latchkey.test/elsewhere' })
  expect(await toFailure(latchkey.recorder.get('/devices'))).toMatchObject({
    status: 404,
    message: expect.stringMatching(/^there is no \/elsewhere\/api\/v1\/recorder\/devices here: /),
  })
})

it('has the seconds of Retry-After', async () => {
  const { latchkey, world } = setStage()
  world.simulators[0]?.fail({ kind: 'status', status: 429, headers: { 'Retry-After': '120' } })
  expect(await toFailure(latchkey.recorder.get('/devices'))).toMatchObject({ status: 429, retryAfter: 120 })
})

it('has the report of a failed doctor, and its hint as the message', async () => {
  const { latchkey } = setStage({ RECORDER_TOKEN: 'test-wrong-token' })
  expect(await toFailure(latchkey.recorder.get('/doctor'))).toMatchObject({
    status: 401,
    message: 'connect the recorder account again: set a fresh RECORDER_TOKEN',
    body: { ok: false, checks: { user: false, devices: false } },
  })
})

it('has the hints of the failed accounts as the message', async () => {
  const { latchkey } = setStage({ RECORDER_TOKEN: 'test-wrong-token' })
  const error = await toFailure(latchkey.doctor({ accounts: ['recorder', 'notes'] }))
  expect(error).toMatchObject({
    status: 503,
    message: expect.stringMatching(/^recorder: \S[^;]*$/),
    body: { ok: false, accounts: [{ account: 'recorder' }, { account: 'notes', state: 'ok' }] },
  })
})

it('says that a page came instead of a response', async () => {
  const page = () =>
    new Response('<!doctype html>', { status: 503, headers: { 'Retry-After': 'Sat, 21 Nov 2026 10:00:00 GMT' } })
  expect(await toFailure(answering(page()))).toMatchObject({
    status: 503,
    message: 'not an answer of the gateway (HTTP 503)',
    requestId: undefined,
    retryAfter: undefined,
    body: undefined,
  })
})

it('takes a page with status 200 for no success', async () => {
  expect(await toFailure(answering(new Response('<!doctype html>')))).toMatchObject({
    name: 'LatchkeyError',
    status: 200,
    message: 'not an answer of the gateway (HTTP 200)',
  })
})

it('takes a redirect for no success', async () => {
  const redirect = new Response(null, { status: 302, headers: { Location: 'https://elsewhere.example/' } })
  expect(await toFailure(answering(redirect))).toMatchObject({ name: 'LatchkeyError', status: 302 })
})

it('passes on what fetch throws', async () => {
  const lost = new TypeError('connection lost')
  const { latchkey } = setStage({}, { fetch: () => Promise.reject(lost) })
  expect(await toFailure(latchkey.recorder.get('/devices'))).toBe(lost)
})

it('aborts a call with its signal', async () => {
  const aborted = new Error('the user went away')
  const fetch = (request: Request) =>
    new Promise<Response>((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason))
    })
  const { latchkey } = setStage({}, { fetch })
  const controller = new AbortController()
  const failure = toFailure(latchkey.recorder.get('/devices', { signal: controller.signal }))
  controller.abort(aborted)
  expect(await failure).toBe(aborted)
})
