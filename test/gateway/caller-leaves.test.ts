import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { createApp } from '../../src/app.ts'
import type { Env } from '../../src/base/env.ts'
import { platform } from '../../src/base/platform.ts'
import { operations } from '../../src/gateway/operation.ts'
import { basic } from '../../src/gateway/operation-type.ts'
import type { AppEnv } from '../../src/gateway/state.ts'
import { send } from '../../src/upstream/client.ts'
import { BINDINGS, PRO_KEY } from '../support/gateway.ts'
import { TEXTS } from '../support/texts.ts'
import { createWorld } from '../support/world.ts'

/** "A caller that leaves aborts a read; a write runs on" (docs/spec/gateway.md, "Deadline, calls and size"). */

const PRODUCT = { group: 'shop', hosts: (host: string) => host === 'shop.example.test' } as const
const { read, write } = operations({ group: 'shop', access: basic })
const input = () => ({ json: z.object({}) })

/** Two calls, the second of which must not be made after the caller has left. */
const twice = async (c: { get: (name: 'state') => AppEnv['Variables']['state'] }) => {
  for (const path of ['/first', '/second']) {
    const url = new URL(`https://shop.example.test${path}`)
    await send(c.get('state').upstream, PRODUCT, {
      url,
      method: 'POST',
      reads: c.get('state').operation?.reads ?? false,
    })
  }
}

const app = createApp(platform)
app.router.route(
  '/api/v1',
  new Hono<AppEnv>()
    .get('/shop/read', read('shop_read', { ...TEXTS, status: 204, handle: twice }))
    .post('/shop/ask', read('shop_ask', { ...TEXTS, input, handle: twice, status: 204 }))
    .post('/shop/change', write('shop_change', { ...TEXTS, input, handle: twice, status: 204 })),
)

interface Upstream {
  /** The paths of calls, and which of them were aborted or got a response. */
  called: string[]
  aborted: string[]
  answered: string[]
}

let upstream: Upstream

beforeEach(() => {
  createWorld()
  upstream = { called: [], aborted: [], answered: [] }
  vi.mocked(platform.fetch).mockImplementation(async (url, init) => {
    const { pathname } = new URL(url)
    const { signal } = init
    upstream.called.push(pathname)
    await new Promise<void>((resolve, reject) => {
      const abort = () => {
        upstream.aborted.push(pathname)
        reject(new DOMException('The operation was aborted', 'AbortError'))
      }
      if (signal?.aborted) abort()
      signal?.addEventListener('abort', abort)
      setTimeout(resolve, 20)
    })
    upstream.answered.push(pathname)
    return new Response('{}')
  })
})

afterEach(() => vi.restoreAllMocks())

/** Sends a request and leaves while the first call to the product runs. */
async function leave(path: string, init: RequestInit): Promise<void> {
  const controller = new AbortController()
  const headers = { 'X-API-KEY': PRO_KEY, ...(init.headers as Record<string, string>) }
  const request = new Request(`https://latchkey.test${path}`, { ...init, headers, signal: controller.signal })
  const context = createExecutionContext()
  const settings: Env = { ...BINDINGS, API_KEY: PRO_KEY, LICENCE: 'pro' }
  const response = app.fetch(request, settings, context)
  await vi.waitFor(() => expect(upstream.called).toEqual(['/first']), { interval: 1 })
  controller.abort()
  await response
  await waitOnExecutionContext(context)
}

const post = (headers: Record<string, string>, body: BodyInit): RequestInit => ({ method: 'POST', headers, body })
const JSON_TYPE = { 'Content-Type': 'application/json' }
const chunked = () => new Response(new Blob(['{}'])).body?.pipeThrough(new TransformStream()) ?? ''
const BODIES: [string, () => RequestInit][] = [
  ['JSON', () => post(JSON_TYPE, '{}')],
  ['a body without a type', () => post({}, new TextEncoder().encode('{}'))],
  ['an empty body', () => post(JSON_TYPE, '')],
  ['a chunked body', () => post(JSON_TYPE, chunked())],
]

describe('a read', () => {
  it('ends with its caller, and makes no further calls', async () => {
    await leave('/api/v1/shop/read', {})
    expect(upstream).toEqual({ called: ['/first'], aborted: ['/first'], answered: [] })
  })

  it.each(BODIES)('by POST with %s ends with its caller', async (_, init) => {
    await leave('/api/v1/shop/ask', init())
    expect(upstream).toEqual({ called: ['/first'], aborted: ['/first'], answered: [] })
  })

  it('does not call at all for a caller that left before', async () => {
    const headers = { 'X-API-KEY': PRO_KEY }
    const request = new Request('https://latchkey.test/api/v1/shop/read', { headers, signal: AbortSignal.abort() })
    const context = createExecutionContext()
    await app.fetch(request, { ...BINDINGS, API_KEY: PRO_KEY, LICENCE: 'pro' }, context)
    expect(upstream.answered).toEqual([])
  })
})

describe('a write', () => {
  it.each(BODIES)('with %s runs on to its end', async (_, init) => {
    await leave('/api/v1/shop/change', init())
    expect(upstream).toEqual({ called: ['/first', '/second'], aborted: [], answered: ['/first', '/second'] })
  })

  it('is kept alive by waitUntil', async () => {
    const context = createExecutionContext()
    const waitUntil = vi.spyOn(context, 'waitUntil')
    const settings: Env = { ...BINDINGS, API_KEY: PRO_KEY, LICENCE: 'pro' }
    const headers = { 'X-API-KEY': PRO_KEY, 'Content-Type': 'application/json' }
    const ask = (path: string) =>
      app.fetch(
        new Request(`https://latchkey.test/api/v1/shop/${path}`, { method: 'POST', headers, body: '{}' }),
        settings,
        context,
      )
    await ask('ask')
    expect(waitUntil).not.toHaveBeenCalled()
    await ask('change')
    expect(waitUntil).toHaveBeenCalledTimes(1)
  })
})
