import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { registered } from '../../contract/subjects.ts'
import { createGateway } from '../../support/gateway.ts'
import { createWorld } from '../../support/world.ts'

beforeEach(() => void createWorld())
afterEach(() => vi.restoreAllMocks())

const APP = 'https://app.example.test'
const LOCAL = 'http://localhost:5173'
const LISTED = `${APP}, ${LOCAL}`

/** docs/spec/gateway.md: the headers of every request, those of MCP, and those that the operations declare. */
const ALLOWED = [
  ...['X-API-KEY', 'Authorization', 'Content-Type', 'X-Request-Id', 'X-Account'],
  ...['MCP-Protocol-Version', 'Mcp-Session-Id', 'Mcp-Method', 'Mcp-Name'],
  ...new Set(registered.flatMap(({ operation }) => Object.keys(operation.input().header?.shape ?? {}))),
]
const EXPOSED = [
  'X-Request-Id',
  'X-Account',
  'X-Error-Code',
  'Link',
  'Retry-After',
  'Idempotent-Replayed',
  'Server-Timing',
]

/** The stock middleware with the same rules, as the reference for ours. */
const stock = (origin: string | string[]) =>
  new Hono()
    .use(
      cors({
        origin,
        allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
        allowHeaders: ALLOWED,
        exposeHeaders: EXPOSED,
        maxAge: 600,
      }),
    )
    .get('/health', (c) => c.body(null))

/** Lists as sets, whatever the blanks between their words. */
function accessControl(headers: Headers): Record<string, string[]> {
  const entries = [...headers].filter(([name]) => name.startsWith('access-control-'))
  return Object.fromEntries(entries.map(([name, value]) => [name, value.split(/\s*,\s*/).sort()]))
}

async function ours(origin: string, init: RequestInit & { path?: string; allowed?: string } = {}) {
  const { path = '/health', allowed = LISTED, ...request } = init
  const headers = { Origin: origin, ...(request.headers as Record<string, string>) }
  const answer = await createGateway({ ALLOWED_ORIGINS: allowed }).call(path, { key: null, ...request, headers })
  return { ...answer, cors: accessControl(answer.headers) }
}

const PREFLIGHT = {
  method: 'OPTIONS',
  headers: { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'x-api-key' },
}

const reference = async (
  origin: string,
  init: { method?: string; headers?: Record<string, string> } = {},
  rule: string | string[] = [APP, LOCAL],
) =>
  accessControl(
    (await stock(rule).request('/health', { ...init, headers: { Origin: origin, ...init.headers } })).headers,
  )

describe('a listed origin', () => {
  it.each([APP, LOCAL])('%s gets the headers of hono/cors', async (origin) => {
    const { cors: said, headers } = await ours(origin)
    expect(said).toEqual(await reference(origin))
    expect(headers.get('Access-Control-Allow-Origin')).toBe(origin)
    expect(headers.get('Vary')).toBe('Origin')
  })

  it.each([APP, LOCAL])('%s gets the preflight response of hono/cors', async (origin) => {
    const { cors: said, status, text, headers } = await ours(origin, PREFLIGHT)
    expect({ said, status, text }).toEqual({ said: await reference(origin, PREFLIGHT), status: 204, text: '' })
    expect(headers.has('Content-Type')).toBe(false)
  })

  it('may send these headers and read those', async () => {
    const { cors: said } = await ours(APP, PREFLIGHT)
    expect(said['access-control-allow-headers']).toEqual([...ALLOWED].sort())
    expect(said['access-control-expose-headers']).toEqual([...EXPOSED].sort())
  })

  it('may send every header that an operation declares', async () => {
    const { cors: said } = await ours(APP, PREFLIGHT)
    const missing = registered.flatMap(({ operation: { id, group, input } }) =>
      Object.keys(input().header?.shape ?? {})
        .filter((name) => !said['access-control-allow-headers']?.includes(name))
        .map((name) => `${id} declares the header ${name}: add it to HEADERS in src/groups/${group}/group.ts`),
    )
    expect(missing, 'a browser may not send a header that no group names in operations({ headers })').toEqual([])
  })

  it.each([
    ['401', '/api/v1/recorder/files', 'GET', 401],
    ['404', '/api/v1/recorder/nowhere', 'GET', 404],
    ['405', '/api/v1/recorder/files', 'PUT', 405],
  ])('may read a failure: %s', async (_, path, method, status) => {
    const answer = await ours(APP, { path, method })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(APP)
    expect(answer.cors).toEqual(await reference(APP))
  })

  it('is never allowed credentials', async () => {
    for (const init of [{}, PREFLIGHT]) {
      expect((await ours(APP, init)).headers.has('Access-Control-Allow-Credentials')).toBe(false)
    }
  })
})

describe('a preflight', () => {
  it('comes before an unknown path and before the key', async () => {
    for (const path of ['/api/v1/recorder/nowhere', '/api/v1/recorder/files', '/nowhere']) {
      expect((await ours(APP, { ...PREFLIGHT, path })).status).toBe(204)
    }
  })

  it('is an OPTIONS with an origin and a requested method; any other is a method like others', async () => {
    const gateway = createGateway({ ALLOWED_ORIGINS: LISTED })
    const options = { method: 'OPTIONS', key: null }
    expect((await gateway.call('/health', { ...options, headers: { Origin: APP } })).status).toBe(405)
    expect((await gateway.call('/health', { ...options, headers: PREFLIGHT.headers })).status).toBe(405)
  })
})

describe('an origin that is not listed', () => {
  it('another origin gets no CORS header, but the response itself', async () => {
    for (const origin of [
      'https://other.example.test',
      'https://app.example.test.evil.test',
      'http://app.example.test',
      'https://app.example.test:8443',
      'https://APP.example.test',
      'null',
      '*',
    ]) {
      const { cors: said, status, headers } = await ours(origin)
      expect
        .soft({ said, status, vary: headers.get('Vary') }, String(origin))
        .toEqual({ said: {}, status: 200, vary: 'Origin' })
    }
  })

  it('gets a preflight that allows nothing', async () => {
    const { cors: said, status, text } = await ours('https://other.example.test', PREFLIGHT)
    expect({ said, status, text }).toEqual({ said: {}, status: 204, text: '' })
  })

  it('is every origin while ALLOWED_ORIGINS is empty', async () => {
    for (const allowed of ['', ' ', ',']) expect((await ours(APP, { allowed })).cors).toEqual({})
  })
})

describe('an entry of ALLOWED_ORIGINS', () => {
  it.each([
    'https://app.example.com/',
    'https://App.Example.com',
    'https://app.example.com:443',
    'https://app.example.com/start?x',
  ])('%s is the origin of that page', async (entry) => {
    const gateway = createGateway({ ALLOWED_ORIGINS: `${entry}, chrome-extension://abc` })
    for (const origin of ['https://app.example.com', 'chrome-extension://abc']) {
      const { headers } = await gateway.call('/health', { key: null, headers: { Origin: origin } })
      expect(headers.get('Access-Control-Allow-Origin')).toBe(origin)
    }
  })
})

describe('ALLOWED_ORIGINS *', () => {
  it('allows any origin, as hono/cors does', async () => {
    const origin = 'https://other.example.test'
    expect((await ours(origin, { allowed: '*' })).cors).toEqual(await reference(origin, {}, '*'))
    expect((await ours(origin, { ...PREFLIGHT, allowed: '*' })).cors).toEqual(await reference(origin, PREFLIGHT, '*'))
  })

  it('counts only when it is listed separately', async () => {
    for (const allowed of ['https://*.example.test', '**', 'https://*']) {
      expect((await ours(APP, { allowed })).cors).toEqual({})
    }
  })
})

it('a request without an origin gets no CORS header', async () => {
  const { headers } = await createGateway({ ALLOWED_ORIGINS: '*' }).call('/health', { key: null })
  expect(accessControl(headers)).toEqual({})
})
