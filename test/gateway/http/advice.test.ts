import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { platform } from '../../../src/base/platform.ts'
import { createGateway, json, type Overrides, PRO_KEY } from '../../support/gateway.ts'
import { createWorld } from '../../support/world.ts'

/**
 * What a message says only because of where the gateway was asked (docs/spec/gateway.md, "Refusals say what to do
 * next").
 */

beforeEach(() => void createWorld())
afterEach(() => vi.restoreAllMocks())

async function ask(url: string, overrides: Overrides = {}, init: RequestInit = {}) {
  const context = createExecutionContext()
  const request = new Request(url, init)
  if (!request.headers.has('Authorization')) request.headers.set('X-API-KEY', PRO_KEY)
  const answer = await createApp(platform).fetch(request, createGateway(overrides).env, context)
  await waitOnExecutionContext(context)
  return ((await answer.json()) as { error: string }).error
}

describe('a missing setting', () => {
  const LOCAL = ['http://localhost:8787', 'http://127.0.0.1:9000', 'http://[::1]:8787']

  it.each(LOCAL)('is set by npm run setup where the gateway runs on this machine: %s', async (origin) => {
    for (const [path, setting] of [
      ['/api/v1/admin/overview', 'ADMIN_KEY'],
      ['/api/v1/admin/session', 'ADMIN_KEY'],
      ['/api/v1/notes/notes', 'API_KEY'],
    ] as const) {
      const error = await ask(origin + path, { [setting]: '' })
      expect(error).toMatch(new RegExp(`^${setting} is not set`))
      expect(error).toContain('`npm run setup "--" --local`')
      expect(error).not.toContain('wrangler')
    }
  })

  it('is set by wrangler elsewhere', async () => {
    expect(await ask('https://gate.example.com/api/v1/admin/overview', { ADMIN_KEY: '' })).toMatch(
      /by `npx wrangler secret put ADMIN_KEY`$/,
    )
    expect(await ask('https://gate.example.com/api/v1/notes/notes', { API_KEY: '' })).toMatch(
      /by `npx wrangler secret put API_KEY`$/,
    )
  })
})

it.each([
  ['recorder', '/api/v1/recorder/devices', {}],
  ['notes', '/api/v1/notes/notes', {}],
  ['social', '/api/v1/social/me', {}],
  ['shop-consumer', '/api/v1/shop/orders', json('POST', { pageIndex: 0, pageSize: 10 })],
])('an unconnected account, %s, is connected at an address of this gateway', async (account, path, init) => {
  expect(await ask(`https://gate.example.com${path}`, {}, init)).toMatch(
    new RegExp(
      `^\\w+ account is not connected(?: \\(consumer side\\))?: connect it at https://gate\\.example\\.com/#${account}$`,
    ),
  )
})
