import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { getErrorCode, notFound } from '../../../src/base/errors.ts'
import { platform } from '../../../src/base/platform.ts'
import { VERSION } from '../../../src/base/version.ts'
import { logUnhandledError } from '../../../src/gateway/http/log.ts'
import { reply, SECURE_HEADERS } from '../../../src/gateway/http/respond.ts'
import { operations } from '../../../src/gateway/operation.ts'
import { basic } from '../../../src/gateway/operation-type.ts'
import type { AppEnv } from '../../../src/gateway/state.ts'
import { send } from '../../../src/upstream/client.ts'
import { TEXTS } from '../../support/texts.ts'
import { createWorld, type World } from '../../support/world.ts'
import { createProbe } from '../probe.ts'

let world: World

beforeEach(() => {
  world = createWorld()
})
afterEach(() => vi.restoreAllMocks())

const { read } = operations<Record<string, () => z.core.$ZodType>>({ group: 'shop', access: basic })
/** Operations without a body. */
const empty = operations({ group: 'shop', access: basic })
const _output = () => z.unknown()
const product = { group: 'shop', hosts: (host: string) => host === 'shop.example.test' } as const

const probe = createProbe(
  new Hono<AppEnv>()
    .get('/shop/data', read('shop_data', { ...TEXTS, handle: async () => ({ word: 'said' }) }))
    .get(
      '/shop/created',
      read('shop_created', { ...TEXTS, handle: async () => reply({ a: 1 }, 201, { 'Retry-After': '9' }) }),
    )
    .get('/shop/nothing', empty.write('shop_nothing', { ...TEXTS, status: 204, handle: async () => {} }))
    .get(
      '/shop/slow',
      read('shop_slow', {
        ...TEXTS,
        handle: async (c) => {
          const { upstream } = c.get('state')
          for (let call = 0; call < 3; call++)
            await send(upstream, product, { url: new URL('https://shop.example.test/') })
          return {}
        },
      }),
    )
    .get(
      '/shop/missing',
      read('shop_missing', {
        ...TEXTS,
        handle: async () => {
          throw notFound('there is no such order')
        },
      }),
    )
    .get(
      '/shop/broken',
      read('shop_broken', {
        ...TEXTS,
        handle: async () => {
          throw new TypeError('cannot read token secret-token of undefined')
        },
      }),
    ),
)

const ORIGIN = { Origin: 'https://app.example.test', 'Access-Control-Request-Method': 'GET' }
const BAD_KEY = { 'X-API-KEY': 'wrong-key' }

/** All ways in which a request can end. */
const ENDS: [string, string, RequestInit, number, Record<string, unknown>][] = [
  ['data', '/api/v1/shop/data', {}, 200, { group: 'shop', operation: 'shop_data', actor: 'deployment', key: null }],
  [
    'another status',
    '/api/v1/shop/created',
    {},
    201,
    { group: 'shop', operation: 'shop_created', actor: 'deployment', key: null },
  ],
  [
    'no content',
    '/api/v1/shop/nothing',
    {},
    204,
    { group: 'shop', operation: 'shop_nothing', actor: 'deployment', key: null },
  ],
  [
    'HEAD',
    '/api/v1/shop/data',
    { method: 'HEAD' },
    200,
    { group: 'shop', operation: 'shop_data', actor: 'deployment', key: null },
  ],
  [
    'a failure',
    '/api/v1/shop/missing',
    {},
    404,
    { group: 'shop', operation: 'shop_missing', actor: 'deployment', key: null, reason: 'not found' },
  ],
  [
    'a refused key',
    '/api/v1/shop/data',
    { headers: BAD_KEY },
    401,
    { group: 'shop', operation: 'shop_data', actor: 'nobody', key: null, reason: 'refused key' },
  ],
  [
    'an unknown path',
    '/api/v1/shop/no',
    {},
    404,
    { group: null, operation: null, actor: 'deployment', key: null, reason: 'unknown path' },
  ],
  [
    'an unknown method',
    '/api/v1/shop/data',
    { method: 'POST' },
    405,
    { group: null, operation: null, actor: 'deployment', key: null, reason: 'method' },
  ],
  [
    'a preflight of a page that may not call',
    '/x',
    { method: 'OPTIONS', headers: ORIGIN },
    204,
    { group: null, operation: null, actor: 'nobody', key: null, reason: 'refused origin' },
  ],
  ['a monitor', '/health', {}, 200, { group: null, operation: null, actor: 'nobody', key: null }],
]

describe.each(ENDS)('%s', (_, path, init, status, logged) => {
  it('has the headers of every response', async () => {
    const { headers, body, status: answered } = await probe.fetch(path, init)
    expect(answered).toBe(status)
    expect(Object.fromEntries(headers)).toEqual({
      ...lowerCased(SECURE_HEADERS),
      'cache-control': 'no-store',
      vary: 'Origin',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'server-timing': 'upstream;dur=0;desc="0 calls"',
      ...(status === 204 ? {} : { 'content-type': 'application/json; charset=UTF-8' }),
      ...(status === 201 && { 'retry-after': '9' }),
      ...(status >= 400 && {
        'x-error-code': getErrorCode(String(logged.reason), status),
        link: `</docs/guide/errors#${getErrorCode(String(logged.reason), status)}>; rel="help"`,
      }),
      ...(status === 405 && { allow: 'GET, HEAD' }),
    })
    if (status === 204 || init.method === 'HEAD') expect(body).toBeNull()
    else expect(body).not.toBeNull()
  })

  it('writes one line, with these fields and nothing else', async () => {
    const { headers } = await probe.fetch(path, init)
    expect(world.log.map((line) => JSON.parse(line))).toStrictEqual([
      { request_id: headers.get('X-Request-Id'), ...logged, status, upstream_ms: 0 },
    ])
  })

  it('writes nowhere else', async () => {
    const others = (['info', 'warn', 'error', 'debug', 'trace'] as const).map((method) => vi.spyOn(console, method))
    await probe.fetch(path, init)
    for (const other of others) expect(other).not.toHaveBeenCalled()
  })

  it("keeps the caller's own request id", async () => {
    const headers = new Headers(init.headers)
    headers.set('X-Request-Id', 'trace.1_2-3')
    const answer = await probe.fetch(path, { ...init, headers })
    expect(answer.headers.get('X-Request-Id')).toBe('trace.1_2-3')
    expect(JSON.parse(world.log[0] ?? '')).toMatchObject({ request_id: 'trace.1_2-3' })
  })
})

describe('X-Request-Id', () => {
  it.each(['a', 'A'.repeat(128), 'a.b_c-9'])('%s is preserved', async (id) => {
    const { headers } = await probe.fetch('/health', { headers: { 'X-Request-Id': id } })
    expect(headers.get('X-Request-Id')).toBe(id)
  })

  it('of another form is replaced by a new one', async () => {
    for (const id of ['', 'A'.repeat(129), 'a b', 'a/b', 'a"b', '{a}', 'a,b']) {
      const { headers } = await probe.fetch('/health', { headers: { 'X-Request-Id': id } })
      expect
        .soft(headers.get('X-Request-Id'), JSON.stringify(id))
        .toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    }
  })

  it('is another one for every request', async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => (await probe.fetch('/health')).headers.get('X-Request-Id')))
    expect(new Set(ids).size).toBe(3)
  })
})

describe('what a monitor calls', () => {
  it.each([
    ['/version', { version: VERSION, build: expect.stringMatching(/^[0-9a-f]{16}$/) }],
    ['/health', { status: 'ok' }],
  ])('%s needs no key', async (path, body) => {
    const answer = await probe.fetch(path, { headers: BAD_KEY })
    expect({ status: answer.status, body: await answer.json() }).toStrictEqual({ status: 200, body })
  })
})

describe('the security headers', () => {
  it('are those of hono/secure-headers with its defaults', async () => {
    const stock = new Hono().use(secureHeaders()).get('/', (c) => c.body(null))
    expect(Object.fromEntries((await stock.request('/')).headers)).toEqual(lowerCased(SECURE_HEADERS))
  })
})

describe('Server-Timing and the log', () => {
  it('contain how long the request waited for products, and for how many calls', async () => {
    vi.mocked(platform.fetch).mockImplementation(async () => {
      world.clock.advance(120.4)
      return new Response('{}')
    })
    const { headers } = await probe.fetch('/api/v1/shop/slow')
    expect(headers.get('Server-Timing')).toBe('upstream;dur=361;desc="3 calls"')
    expect(JSON.parse(world.log[0] ?? '')).toMatchObject({ upstream_ms: 361 })
  })
})

describe('an internal error', () => {
  it('reveals nothing, in the envelope of its group', async () => {
    const answer = await probe.fetch('/api/v1/shop/broken')
    expect(await answer.json()).toStrictEqual({
      status: 'error',
      error: 'the gateway failed on this request',
      result: null,
    })
  })

  it('leaves its class and its frames in a second line, without its message', async () => {
    const { headers } = await probe.fetch('/api/v1/shop/broken')
    const [request, bug, ...more] = world.log.map((line) => JSON.parse(line))
    const id = headers.get('X-Request-Id')
    expect(request).toEqual({
      ...{ request_id: id, group: 'shop', operation: 'shop_broken', actor: 'deployment', key: null },
      ...{ status: 500, reason: 'bug', upstream_ms: 0 },
    })
    expect(bug).toEqual({ request_id: id, bug: 'TypeError', frames: expect.any(Array) })
    expect(bug.frames[0]).toMatch(/^at handle \(.*\/(respond\.test\.ts|tests\.mjs):\d+:\d+\)$/)
    expect(more).toEqual([])
    expect(world.log.join()).not.toMatch(/secret-token|cannot read/)
  })

  it.each([
    ['whose message looks like frames', new RangeError('a\n    at secret-token (x.js:1:1)'), 'RangeError'],
    ['without a message', new Error(''), 'Error'],
    ['that is no error at all', 'secret-token', 'string'],
  ])('%s reveals nothing but locations', (_, error, name) => {
    logUnhandledError('request-1', error)
    const line = JSON.parse(world.log[0] ?? '')
    expect(line).toEqual({ request_id: 'request-1', bug: name, frames: expect.any(Array) })
    expect(line.frames).toHaveLength(error instanceof Error ? Math.min(12, line.frames.length) : 0)
    expect(world.log.join()).not.toContain('secret-token')
  })
})

const lowerCased = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
