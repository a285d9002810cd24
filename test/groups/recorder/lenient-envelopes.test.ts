import { expect, it } from 'vitest'
import { calls, connected, leaveNothingBehind, lines } from './connected.ts'

leaveNothingBehind()

/**
 * The routes whose payload is passed through unchanged (docs/spec/gateway.md, "Responses"), and their calls to the
 * product.
 */
const ROUTES = [
  ['/membership/status', '/membership/free-trial/status'],
  ['/config', '/config/init?platform=web&version=1.1.1'],
  ['/user/feature-access', '/user/feature-access'],
] as const

it.each(ROUTES)('GET /recorder%s: calls %s', async (path, upstream) => {
  const deployment = connected()
  const { status, json } = await deployment.get(path)
  expect(status).toBe(200)
  expect(json).toMatchObject({ status: 0, msg: 'success', data: expect.any(Object) })
  expect(lines(calls(deployment))).toEqual([`GET ${upstream}`])
})

it.each(ROUTES)('GET /recorder%s: the text that came, to the letter', async (path, upstream) => {
  const { get, plaud } = connected()
  const body = '{ "status": 0,\n  "price": 1.50, "name": "\\uac00", "data": { "b": 1, "a": null } }'
  plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname + url.search === upstream })
  expect((await get(path)).text).toBe(body)
})

it.each(ROUTES)('GET /recorder%s: an integer that a double would round leaves as a string', async (path, upstream) => {
  const { get, plaud } = connected()
  const body = '{"status":0,"data":{"id":9007199254740993,"ids":[-12345678901234567890],"small":9007199254740991}}'
  plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname + url.search === upstream })
  expect((await get(path)).json.data).toEqual({
    id: '9007199254740993',
    ids: ['-12345678901234567890'],
    small: 9007199254740991,
  })
})

it.each(ROUTES)('GET /recorder%s: an empty body is no payload, 502', async (path, upstream) => {
  const { get, plaud } = connected()
  plaud.fail({ kind: 'empty' }, { on: ({ url }) => url.pathname + url.search === upstream })
  expect((await get(path)).status).toBe(502)
})

it.each(ROUTES)('GET /recorder%s: anything but an envelope is 502', async (path, upstream) => {
  for (const body of ['[]', ' [{"status":0}]', '{}', 'null', '"hello"']) {
    const { get, plaud } = connected()
    plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname + url.search === upstream })
    expect((await get(path)).status, body).toBe(502)
  }
})

it.each(ROUTES)('GET /recorder%s: 401 when the product rejects the account', async (path, upstream) => {
  const { get, plaud } = connected()
  plaud.fail({ kind: 'status', status: 401 }, { on: ({ url }) => url.pathname + url.search === upstream })
  const { status, json } = await get(path)
  expect(status).toBe(401)
  expect(json.error).toMatch(/reconnect/)
})

it.each(ROUTES)('GET /recorder%s: 502 when the product fails', async (path, upstream) => {
  const { get, plaud } = connected()
  plaud.fail({ kind: 'status', status: 500 }, { on: ({ url }) => url.pathname + url.search === upstream })
  expect((await get(path)).status).toBe(502)
})
