import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { VERSION } from '../../../../src/base/version.ts'
import { SECURE_HEADERS } from '../../../../src/gateway/http/respond.ts'
import { createGateway, json } from '../../../support/gateway.ts'
import { createWorld, createWorldAt, type World } from '../../../support/world.ts'
import { createPlaud, USER_TOKEN } from '../../../upstreams/recorder/index.ts'
import { MODERN, send } from '../message.ts'

let world: World

beforeEach(() => {
  world = createWorld()
})
afterEach(() => vi.restoreAllMocks())

const gateway = createGateway()
const logged = () => world.log.map((line) => JSON.parse(line))
const phone = { name: 'payment_format_phone_number', arguments: { phone: '010-1234-5678' } }

/** Requests as either revision makes them. */
const REVISIONS = [
  ['2025', (method: string, params: object) => send(gateway, method, params)],
  [
    '2026-07-28',
    (method: string, params: { name?: string }) =>
      send(
        gateway,
        method,
        { ...params, _meta: MODERN.meta },
        { headers: { ...MODERN.headers(method), ...(params.name && { 'Mcp-Name': params.name }) } },
      ),
  ],
] as const

describe.each(REVISIONS)('a response of %s', (_, ask) => {
  it('is plain JSON with the headers of every response, for a list and for a call', async () => {
    for (const answer of [await ask('tools/list', {}), await ask('tools/call', phone)]) {
      expect(answer).toMatchObject({ status: 200, json: { jsonrpc: '2.0', id: 1, result: expect.any(Object) } })
      expect(Object.fromEntries(answer.headers)).toEqual({
        ...Object.fromEntries(Object.entries(SECURE_HEADERS).map(([name, value]) => [name.toLowerCase(), value])),
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=UTF-8',
        'server-timing': 'upstream;dur=0;desc="0 calls"',
        vary: 'Origin',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
    }
  })

  it('leaves one line, which names the key', async () => {
    const { headers } = await ask('tools/list', {})
    expect(logged()).toEqual([
      {
        request_id: headers.get('X-Request-Id'),
        group: null,
        operation: null,
        actor: 'deployment',
        key: null,
        status: 200,
        upstream_ms: 0,
      },
    ])
  })

  it('to a call leaves the line of its operation as well, under the same request id', async () => {
    const { headers } = await ask('tools/call', { name: 'recorder_get_config' } as never)
    const request_id = headers.get('X-Request-Id')
    expect(logged()).toMatchObject([
      { request_id, operation: 'recorder_get_config', actor: 'deployment', status: 401 },
      { request_id, operation: null, actor: 'deployment', status: 200 },
    ])
  })
})

describe('the 2025 revisions', () => {
  it('start with a handshake, without a session', async () => {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } }
    const { json, headers } = await send(gateway, 'initialize', params)
    expect(json.result).toEqual({
      protocolVersion: '2025-06-18',
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      serverInfo: { name: 'latchkey', title: 'Latchkey', version: VERSION },
      instructions: expect.stringMatching(/^The accounts that are connected to Latchkey, by product:\n/),
    })
    expect(headers.has('Mcp-Session-Id')).toBe(false)
  })

  it('have notifications, which are accepted without a response', async () => {
    const message = { jsonrpc: '2.0', method: 'notifications/initialized' }
    const accept = { Accept: 'application/json, text/event-stream' }
    const { headers, ...init } = json('POST', message)
    const answer = await gateway.call('/mcp', { ...init, headers: { ...accept, 'Content-Type': 'application/json' } })
    expect(answer).toMatchObject({ status: 202, text: '' })
  })
})

describe('a batch, which the oldest revisions have', () => {
  it('gets one response', async () => {
    const headers = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' }
    const messages = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: phone }))
    const answer = await gateway.call('/mcp', { method: 'POST', headers, body: JSON.stringify(messages) })
    const digits = { content: [{ type: 'text', text: expect.stringContaining('"phone":"01012345678"') }] }
    expect(answer.json).toEqual([1, 2].map((id) => ({ jsonrpc: '2.0', id, result: expect.objectContaining(digits) })))
  })

  const sendBatch = (count: number, revision: Record<string, string> = {}) => {
    const accept = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' }
    const call = { name: 'recorder_list_devices', arguments: {} }
    const messages = Array.from({ length: count }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: call,
    }))
    const connected = createGateway({ RECORDER_TOKEN: USER_TOKEN, SUBREQUESTS: '12' })
    const init = { method: 'POST', headers: { ...accept, ...revision }, body: JSON.stringify(messages) }
    return connected.call('/mcp', init)
  }

  it('shares one call budget, and reports how long all of it waited', async () => {
    const plaud = createPlaud({ clock: world.clock })
    world = createWorldAt(world.clock, plaud)
    const { json: answers, headers } = await sendBatch(20)
    const data = plaud.calls.filter(({ url }) => url.pathname === '/device/list')
    const fine = answers.filter(({ result }: { result: { isError?: boolean } }) => !result.isError)
    expect([data.length, fine.length]).toEqual([12, 12])
    expect(headers.get('Server-Timing')).toMatch(/desc="12 calls"/)
    expect(
      answers.find(({ result }: { result: { isError?: boolean } }) => result.isError).result.content[0].text,
    ).toContain('SUBREQUESTS')
  })

  it('is at most 50 messages long', async () => {
    expect(await sendBatch(51)).toMatchObject({ status: 400, json: { error: expect.stringContaining('at most 50') } })
  })

  it.each(['2025-06-18', '2025-11-25', '2026-07-28'])('is 400 in %s, which has none', async (revision) => {
    const answer = await sendBatch(2, { 'MCP-Protocol-Version': revision })
    expect(answer).toMatchObject({ status: 400, json: { error: expect.stringContaining('one message') } })
  })
})

describe('the revision 2026-07-28', () => {
  it('is discovered', async () => {
    const method = 'server/discover'
    const { json } = await send(gateway, method, { _meta: MODERN.meta }, { headers: MODERN.headers(method) })
    expect(json.result).toMatchObject({ supportedVersions: ['2026-07-28'], capabilities: { tools: {} } })
  })

  it('has subscriptions, of which none is granted: the tools never change', async () => {
    const method = 'subscriptions/listen'
    const params = { notifications: { toolsListChanged: true }, _meta: MODERN.meta }
    const { status, headers, text } = await send(gateway, method, params, { headers: MODERN.headers(method) })
    expect({ status, type: headers.get('Content-Type') }).toEqual({ status: 200, type: 'text/event-stream' })
    expect(text).toContain('"notifications":{}')
  })

  it('is not a later one: 400', async () => {
    const _meta = { ...MODERN.meta, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' }
    const headers = { 'MCP-Protocol-Version': '2099-01-01', 'Mcp-Method': 'tools/list' }
    const { status, json } = await send(gateway, 'tools/list', { _meta }, { headers })
    expect(status).toBe(400)
    expect(json.error).toMatchObject({ data: { supported: ['2026-07-28'], requested: '2099-01-01' } })
  })
})

it('the name of the service is that of SERVICE_NAME', async () => {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'old', version: '1' } }
  const { json } = await send(createGateway({ SERVICE_NAME: 'Doorman' }), 'initialize', params)
  expect(json.result.serverInfo.title).toBe('Doorman')
})

it("keeps the caller's own request id, also for its call", async () => {
  const headers = { 'X-Request-Id': 'trace.1' }
  expect((await send(gateway, 'tools/call', phone, { headers })).headers.get('X-Request-Id')).toBe('trace.1')
  expect(logged()).toMatchObject([{ request_id: 'trace.1' }, { request_id: 'trace.1' }])
})
