import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { GROUPS } from '../../src/base/groups.ts'
import { CUT_KEY, MISSING_KEY, mistyped, nameKey } from '../gateway/auth/keys/named-keys.ts'
import { freshDeployment } from '../support/fresh.ts'
import { createGateway, json, PRO_KEY } from '../support/gateway.ts'
import { createWorld } from '../support/world.ts'
import { send } from './message.ts'

beforeEach(() => void createWorld())

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const gateway = createGateway()
const list = (sent: Parameters<typeof send>[3]) => send(gateway, 'tools/list', {}, sent)

describe('the key', () => {
  it('may be in X-API-KEY', async () => {
    expect(await list({ key: PRO_KEY })).toMatchObject({ status: 200, json: { result: { tools: expect.any(Array) } } })
  })

  it.each([`Bearer ${PRO_KEY}`, `bearer  ${PRO_KEY}`])('may be in Authorization: %s', async (Authorization) => {
    expect((await list({ key: null, headers: { Authorization } })).status).toBe(200)
  })

  it('of X-API-KEY is used when both are sent', async () => {
    const headers = { Authorization: `Bearer ${PRO_KEY}` }
    expect((await list({ key: 'wrong-key', headers })).status).toBe(401)
    expect((await list({ key: PRO_KEY, headers: { Authorization: 'Bearer wrong-key' } })).status).toBe(200)
  })

  it.each<[string, Record<string, string>]>([
    ['none', {}],
    ['an empty one', { 'X-API-KEY': '' }],
    ['another scheme', { Authorization: `Basic ${PRO_KEY}` }],
  ])('missing, %s: 401 that asks for one', async (_, headers) => {
    const { status, json, headers: answered } = await list({ key: null, headers })
    expect({ status, json, challenge: answered.get('WWW-Authenticate') }).toEqual({
      status: 401,
      json: { error: MISSING_KEY, code: 'invalid_key' },
      challenge: 'Bearer realm="mcp"',
    })
  })

  it.each<[string, () => Promise<string>, string]>([
    ['wrong', async () => 'wrong-key', 'X-API-KEY is not valid'],
    ['mistyped', async () => mistyped(await nameKey()), CUT_KEY],
    ['expired', () => nameKey({ expires_at: '2026-11-21T08:59:59.000Z' }), 'X-API-KEY has expired'],
  ])('%s: 401 that says so', async (_, key, error) => {
    const { status, json, headers } = await list({ key: null, headers: { Authorization: `Bearer ${await key()}` } })
    expect({ status, json, challenge: headers.get('WWW-Authenticate') }).toEqual({
      status: 401,
      json: { error, code: 'invalid_key' },
      challenge: 'Bearer realm="mcp", error="invalid_token"',
    })
  })

  it('cannot be checked without API_KEY: 500 that names the setting, and no challenge', async () => {
    const { status, json, headers } = await send(createGateway({ API_KEY: '' }), 'tools/list')
    expect({ status, json }).toEqual({
      status: 500,
      json: { error: expect.stringContaining('API_KEY'), code: 'setting_missing' },
    })
    expect(headers.has('WWW-Authenticate')).toBe(false)
  })
})

describe('other methods', () => {
  it.each(['GET', 'DELETE', 'PUT', 'PATCH', 'HEAD'])('%s: 405, with or without a key', async (method) => {
    for (const key of [PRO_KEY, null]) {
      const { status, headers } = await gateway.call('/mcp', { method, key })
      expect({ status, allow: headers.get('Allow') }).toEqual({ status: 405, allow: 'POST' })
    }
  })
})

describe('Origin', () => {
  const origin = 'https://app.example.test'
  const listFrom = (Origin: string, ALLOWED_ORIGINS: string, key: string | null = PRO_KEY) =>
    send(createGateway({ ALLOWED_ORIGINS }), 'tools/list', {}, { key, headers: { Origin } })

  it.each([
    [origin, ''],
    ['https://other.example.test', origin],
    ['http://app.example.test', origin],
    ['null', origin],
  ])('%s when ALLOWED_ORIGINS is %j: 403, whatever the key', async (asking, allowed) => {
    for (const key of [PRO_KEY, null]) {
      const { status, json, headers } = await listFrom(asking, allowed, key)
      expect({ status, json }).toEqual({
        status: 403,
        json: { error: expect.stringMatching(/^Origin: .+ is not in ALLOWED_ORIGINS: /), code: 'origin_refused' },
      })
      expect(headers.has('Access-Control-Allow-Origin')).toBe(false)
    }
  })

  it.each([
    [`https://other.example.test,${origin}`, origin],
    ['*', '*'],
  ])('listed in %s: gets CORS headers', async (allowed, told) => {
    const { status, headers } = await listFrom(origin, allowed)
    expect({ status, told: headers.get('Access-Control-Allow-Origin') }).toEqual({ status: 200, told })
  })

  it('may ask beforehand whether it may send the headers of the protocol', async () => {
    const headers = { Origin: origin, 'Access-Control-Request-Method': 'POST' }
    const answer = await createGateway({ ALLOWED_ORIGINS: origin }).call('/mcp', {
      method: 'OPTIONS',
      headers,
      key: null,
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('Access-Control-Allow-Headers')?.split(',')).toEqual(
      expect.arrayContaining(['Authorization', 'X-API-KEY', 'MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name']),
    )
  })
})

describe('what is sent', () => {
  const JSON_TYPE = { 'Content-Type': 'application/json' }
  const post = (init: RequestInit) => gateway.call('/mcp', { method: 'POST', headers: JSON_TYPE, ...init })

  it.each<[string, RequestInit, number, unknown]>([
    ['broken JSON', { body: '{' }, 400, { jsonrpc: '2.0', id: null, error: expect.objectContaining({ code: -32700 }) }],
    [
      'another type',
      { ...json('POST', {}), headers: { 'Content-Type': 'text/plain' } },
      415,
      { jsonrpc: '2.0', id: null, error: expect.objectContaining({ code: -32000 }) },
    ],
    ['more than 1 MiB', { body: ' '.repeat(1024 * 1024 + 1) }, 413, { error: expect.any(String) }],
    ['no message', { body: '' }, 400, { jsonrpc: '2.0', id: null, error: expect.objectContaining({ code: -32700 }) }],
    [
      'a list of messages',
      json('POST', [1, 2]),
      400,
      { jsonrpc: '2.0', id: null, error: expect.objectContaining({ code: -32600 }) },
    ],
  ])('%s is refused', async (_, init, status, body) => {
    expect(await post(init)).toMatchObject({ status, json: body })
  })

  it.each(['null', '[]', '1', '"x"', '{"jsonrpc":"2.0"}'])('%s is no message: 400', async (body) => {
    expect(await post({ body })).toMatchObject({ status: 400, json: { jsonrpc: '2.0', error: expect.any(Object) } })
  })

  it.each(['video,nothing', 'x', 'video,'])('?groups=%s is 400 that lists the groups', async (groups) => {
    const error = `groups: must be a comma list of ${[...GROUPS, 'gateway'].join(', ')}`
    expect(await list({ path: `/mcp?groups=${groups}` })).toMatchObject({ status: 400, json: { error } })
  })
})
