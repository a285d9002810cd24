import { expect, it } from 'vitest'
import { calls, connected, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

const onDevices = { on: ({ url }: { url: URL }) => url.pathname === '/device/list' }

/** The gateway's response to this response of the product's device list. */
async function answerTo(status: number, body: unknown, headers: Record<string, string> = {}) {
  const deployment = connected()
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  deployment.plaud.fail({ kind: 'status', status, body: text, headers }, onDevices)
  return deployment.get('/devices')
}

it('inside a 200, a status has its meaning', async () => {
  for (const [status, msg, expected] of [
    [-3900, 'invalid auth header', 401],
    [-3901, 'session is over', 401],
    [-419, 'workspace token expired', 401],
    [-420, 'workspace refresh token revoked', 401],
    [-401, 'unauthorized', 401],
    [401, 'unauthorized', 401],
    [40101, 'unauthorized', 401],
    [-10000, 'please sign in', 401],
    [-7, 'your token has expired', 401],
    [-7, 'invalid token', 401],
    [-1, 'file not found', 404],
    [-1, 'no such file', 404],
    [-1, 'the file does not exist', 404],
    [-1, 'not allowed', 502],
    [-1, '', 502],
    [-2, 'name already exists', 409],
    [-2, '', 409],
    [-12, 'start trans task error', 502],
    [-111, 'recording is too short', 502],
    [1, 'error', 502],
    [-99, 'something else', 502],
  ] as const) {
    const answer = await answerTo(200, { status, msg, data_devices: [] })
    expect.soft(answer.status, String(status)).toBe(expected)
  }
})

it.each(['-3900', '-1'])('inside a 200, a status that is text is parsed: "%s"', async (status) => {
  const answer = await answerTo(200, { status, msg: 'file not found' })
  expect(answer.status).toBe(status === '-1' ? 404 : 401)
})

it.each(['number', 'string'] as const)('a status 0 that is a %s is success', async (bodyStatus) => {
  const { get } = connected({ switches: { bodyStatus } })
  for (const path of ['/devices', '/files', '/user/me', '/tags', '/config']) {
    expect((await get(path)).status).toBe(200)
  }
})

it.each([{ status: 'ok' }, { status: {} }, { status: true }])('an invalid status is 502: %o', async (body) => {
  expect((await answerTo(200, { ...body, data_devices: [] })).status).toBe(502)
})

it('a body without a status, or with null, is a success', async () => {
  expect((await answerTo(200, { status: null, data_devices: [] })).json).toEqual({ status: 0, data_devices: [] })
  expect((await answerTo(200, { data_devices: [] })).json).toEqual({ status: 0, data_devices: [] })
})

it('a status of HTTP has its meaning', async () => {
  for (const [status, body, expected] of [
    [401, { detail: 'Invalid or expired token' }, 401],
    [401, { detail: 'Authorization header is missing' }, 401],
    [403, { detail: 'A user token is required' }, 401],
    [403, { detail: 'Forbidden' }, 502],
    [402, { detail: 'Payment required' }, 402],
    [404, { detail: 'Not Found' }, 404],
    [409, { detail: 'Conflict' }, 409],
    [422, { detail: [{ loc: ['limit'], msg: 'too many' }] }, 400],
    [429, { detail: 'Too Many Requests' }, 429],
    [500, { detail: 'Internal Server Error' }, 502],
    [502, '', 502],
    [503, 'upstream connect error', 502],
  ] as const)
    expect.soft((await answerTo(status, body)).status, JSON.stringify(status)).toBe(expected)
})

it("a rejected account says to reconnect, without the product's message", async () => {
  const { json } = await answerTo(401, { detail: 'Invalid or expired token' })
  expect(json.error).toBe(
    'the recorder account was rejected by its service: reconnect it at https://latchkey.test/#recorder',
  )
})

it.each([
  ['with', { 'Retry-After': '60' }, '60'],
  ['without', {}, null],
])('HTTP 429 %s Retry-After', async (_, headers, expected) => {
  const answer = await answerTo(429, { detail: 'Too Many Requests' }, headers)
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, expected])
})

it("the product's message reaches the caller, up to 300 characters", async () => {
  expect((await answerTo(200, { status: -1, msg: 'x'.repeat(1000) })).json.error).toBe('x'.repeat(300))
  expect((await answerTo(404, { detail: '파일이 없습니다' })).json.error).toBe('파일이 없습니다')
})

it('no other field of the product reaches the caller', async () => {
  const { text } = await answerTo(200, { status: -1, msg: 'no', debug: 'inner details', data: { secret: 'words' } })
  expect(text).toBe('{"error":"no"}')
})

it.each([429, 502, 503, 504])('a read is repeated after HTTP %i, at most twice', async (status) => {
  const deployment = connected()
  deployment.plaud.fail({ kind: 'status', status }, { ...onDevices, times: 2 })
  expect((await deployment.get('/devices')).status).toBe(200)
  expect(calls(deployment)).toHaveLength(3)
})

it('an error inside a 200 is not repeated', async () => {
  const deployment = connected()
  deployment.plaud.fail({ kind: 'status', status: 200, body: '{"status":-1,"msg":"no"}' }, onDevices)
  await deployment.get('/devices')
  expect(calls(deployment)).toHaveLength(1)
})
