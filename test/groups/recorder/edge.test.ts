import { expect, it } from 'vitest'
import type { Fault } from '../../simulators/simulator.ts'
import { calls, connected, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

const onDevices = { on: ({ url }: { url: URL }) => url.pathname === '/device/list' }

it('each call looks like one of the web app, which the edge of the product requires', async () => {
  const { get, send, plaud } = connected()
  await get('/user/me')
  await send('POST', '/tags', { name: 'Trips' })
  for (const { headers, method } of plaud.calls) {
    expect(headers.get('User-Agent')).toMatch(/^Mozilla\/5\.0 \(/)
    expect(headers.get('Origin')).toBe('https://web.plaud.ai')
    expect(headers.get('Referer')).toBe('https://web.plaud.ai/')
    expect(headers.get('Accept')).toBe('application/json, text/plain, */*')
    expect(headers.get('app-platform')).toBe('web')
    expect(headers.get('edit-from')).toBe('web')
    expect(headers.get('Authorization')).toMatch(/^Bearer eyJ/)
    expect(headers.get('Content-Type')).toBe(method === 'GET' ? null : 'application/json')
  }
})

it('no header of the caller reaches the product', async () => {
  const { get, plaud } = connected()
  await get('/devices', {
    headers: { Cookie: 'a=b', 'X-Forwarded-For': '192.0.2.1', 'workspace-id': 'ws_x', Accept: 'x/y' },
  })
  for (const { headers } of plaud.calls) {
    for (const name of ['Cookie', 'X-Forwarded-For', 'workspace-id', 'X-API-KEY', 'X-Request-Id']) {
      expect(headers.has(name)).toBe(false)
    }
    expect(headers.get('Accept')).not.toBe('x/y')
  }
})

it.each([403, 401, 503, 200, 404])('a page of the edge with status %i is 502, never 401', async (status) => {
  const { get, plaud } = connected()
  plaud.fail({ kind: 'html', status }, onDevices)
  expect((await get('/devices')).status).toBe(502)
})

it('a page without its content type is 502 as well', async () => {
  const { get, plaud } = connected()
  const body = '\n<!doctype html><title>Just a moment...</title>'
  plaud.fail({ kind: 'status', status: 403, body }, onDevices)
  expect((await get('/devices')).status).toBe(502)
})

it('a page of the edge: the call fails and reveals nothing of it', async () => {
  for (const [what, fault, expected] of [
    ['broken JSON', { kind: 'broken' }, 502],
    ['JSON cut in the middle', { kind: 'cut' }, 502],
    ['an empty body', { kind: 'empty' }, 502],
    ['an empty 204', { kind: 'empty', status: 204 }, 502],
    ['plain text', { kind: 'status', status: 200, body: 'ok' }, 502],
    ['a bare number', { kind: 'status', status: 200, body: '7' }, 502],
    ['null', { kind: 'status', status: 200, body: 'null' }, 502],
    ['a redirect', { kind: 'redirect', location: 'https://collector.example.test/' }, 502],
    ['a redirect within the product', { kind: 'redirect', location: 'https://api.plaud.ai/user/me', status: 307 }, 502],
    ['a connection that breaks', { kind: 'network' }, 502],
    ['no answer', { kind: 'timeout' }, 504],
  ] as [string, Fault, number][]) {
    const { get, plaud } = connected()
    plaud.fail(fault, onDevices)
    const { status, json } = await get('/devices')
    expect.soft(status, what).toBe(expected)
    expect.soft(json.error, what).toMatch(/recorder service/)
  }
})

it('a redirect is not followed', async () => {
  const deployment = connected()
  deployment.plaud.fail({ kind: 'redirect', location: 'https://collector.example.test/' }, onDevices)
  await deployment.get('/devices')
  expect(calls(deployment)).toHaveLength(1)
  expect(deployment.world.strays).toEqual([])
})

it('a broken connection of a read is tried again', async () => {
  const deployment = connected()
  deployment.plaud.fail({ kind: 'network' }, { ...onDevices, times: 2 })
  expect((await deployment.get('/devices')).status).toBe(200)
})

it.each<[string, Fault, number]>([
  ['breaks', { kind: 'network' }, 502],
  ['is lost', { kind: 'lost' }, 504],
  ['is cut', { kind: 'cut' }, 502],
])('a change whose response %s is not sent again', async (_, fault, expected) => {
  const deployment = connected()
  deployment.plaud.fail(fault, { on: ({ url }) => url.pathname === '/filetag/' })
  expect((await deployment.send('POST', '/tags', { name: 'Trips' })).status).toBe(expected)
  expect(calls(deployment)).toHaveLength(1)
})
