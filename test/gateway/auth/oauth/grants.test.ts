import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import type { Env } from '../../../../src/base/env.ts'
import { getSettings } from '../../../../src/base/settings.ts'
import { getOwner } from '../../../../src/gateway/auth/oauth/clients.ts'
import { ADMIN_KEY } from '../../../contract/admin.rows.ts'
import { openBrowser } from '../../../groups/admin/browser.ts'
import { createGateway } from '../../../support/gateway.ts'
import { deployOAuth, ORIGIN, startAnew } from './deployment.ts'
import { agree } from './owner.ts'
import { authorized, begin, postToken, readTokens, readTools, register, rpc, toExchange, useTool } from './raw.ts'

startAnew()

const { USAGE } = env as unknown as Env

describe('the list of grants', () => {
  it('shows whom the owner gave access, and on what terms', async () => {
    const { gateway, owner } = await deployOAuth()
    await readTokens(gateway, owner, { groups: ['workspace'], read_only: false })
    const { json } = await owner.get('/api/v1/admin/grants')
    expect(json).toEqual({
      unavailable: null,
      grants: [
        {
          id: expect.stringMatching(/^[\w-]{16}$/),
          ...{ name: 'Raw client', label: null, domain: null, redirect_host: 'client.example' },
          ...{ groups: ['workspace'], accounts: null, read_only: false, payments: false },
          ...{ limits: null, confirm: false },
          created_at: expect.any(String),
          expires_at: expect.any(String),
          ...{ ended_at: null, ended_reason: null },
          ...{ last_used_at: null, requests_30d: null },
        },
      ],
    })
  })

  it('has the ids with which the audit log names a grant that was created', async () => {
    const { gateway, owner } = await deployOAuth()
    Object.assign(gateway.env, { USAGE })
    await readTokens(gateway, owner)
    const [{ id }] = (await owner.get('/api/v1/admin/grants')).json.grants
    const { entries } = (await owner.get('/api/v1/admin/audit?action=admin_make_grant')).json
    expect(entries).toMatchObject([{ target: id, outcome: 'ok' }])
  })

  it('shows when each was last used and how often', async () => {
    const { gateway, owner } = await deployOAuth()
    const { access } = await readTokens(gateway, owner)
    await readTokens(gateway, owner)
    Object.assign(gateway.env, { USAGE })
    // The first hand-over goes out at once, and nothing waits for the next.
    await useTool(gateway, access, 'recorder_list_files')
    const { json } = await owner.get('/api/v1/admin/grants')
    const counts = json.grants.map(({ requests_30d, last_used_at }: Record<string, unknown>) => [
      requests_30d,
      last_used_at !== null,
    ])
    expect(counts.sort()).toEqual([
      [0, false],
      [1, true],
    ])
    const { json: usage } = await owner.get('/api/v1/admin/usage')
    expect(usage.days).toMatchObject([{ key: 'Raw client', key_id: expect.stringMatching(/^grant_/), ok: 1 }])
  })

  it('marks one that its client has not used yet', async () => {
    const { gateway, owner } = await deployOAuth()
    await authorized(gateway, owner)
    expect((await owner.get('/api/v1/admin/grants')).json.grants).toMatchObject([{ expires_at: null }])
  })
})

it('lists and revokes grants beyond the hundredth', async () => {
  const { gateway, owner } = await deployOAuth()
  const { access } = await readTokens(gateway, owner)
  const [{ id }] = (await owner.get('/api/v1/admin/grants')).json.grants
  const { ACCESS } = gateway.env
  const object = ACCESS.getByName('access')
  const user = getOwner(getSettings(gateway.env))
  const record = JSON.parse((await object.readRecord(`grant:${user}:${id}`)) ?? '')
  for (let at = 0; at < 120; at++) {
    const other = `AAAAAAAAAAAAA${String(at).padStart(3, '0')}`
    await object.oauthRecords.write(`grant:${user}:${other}`, JSON.stringify({ ...record, id: other }), undefined)
  }
  const listed: { id: string }[] = (await owner.get('/api/v1/admin/grants')).json.grants
  expect(listed).toHaveLength(121)
  expect((await owner.send('DELETE', '/api/v1/admin/grants/AAAAAAAAAAAAA119')).status).toBe(204)
  expect((await owner.send('DELETE', `/api/v1/admin/grants/${id}`)).status).toBe(204)
  expect(await readTools(gateway, access)).toBe(401)
  expect((await owner.get('/api/v1/admin/grants')).json.grants).toHaveLength(119)
})

describe('an access token that an isolate has cached', () => {
  it('expires at the exact time', async () => {
    const { gateway, owner, world } = await deployOAuth()
    const begun = await authorized(gateway, owner)
    const { json } = await postToken(gateway, toExchange(begun, begun.code))
    world.clock.advance(json.expires_in * 1000 - 1000)
    expect(Array.isArray(await readTools(gateway, json.access_token))).toBe(true)
    world.clock.advance(1000)
    expect(await readTools(gateway, json.access_token)).toBe(401)
  })

  it('is not valid at another origin of the gateway', async () => {
    const { gateway, owner } = await deployOAuth()
    const { access } = await readTokens(gateway, owner)
    expect(Array.isArray(await readTools(gateway, access))).toBe(true)
    const headers = { Authorization: `Bearer ${access}`, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const elsewhere = await gateway.call('https://latchkey.test.example/mcp', {
      method: 'POST',
      key: null,
      headers,
      body,
    })
    expect(elsewhere.status).toBe(401)
  })
})

describe('a revoked grant', () => {
  it('ends at once where it was revoked: its tokens, its refresh and its code', async () => {
    const { gateway, owner } = await deployOAuth()
    const { access, refresh, clientId: client_id } = await readTokens(gateway, owner)
    expect(Array.isArray(await readTools(gateway, access))).toBe(true)
    const [{ id }] = (await owner.get('/api/v1/admin/grants')).json.grants
    expect((await owner.send('DELETE', `/api/v1/admin/grants/${id}`)).status).toBe(204)
    expect(await readTools(gateway, access)).toBe(401)
    const refreshed = await postToken(gateway, { grant_type: 'refresh_token', client_id, refresh_token: refresh })
    expect(refreshed.json).toMatchObject({ error: 'invalid_grant' })
    expect((await owner.get('/api/v1/admin/grants')).json.grants).toEqual([])
    expect((await owner.send('DELETE', `/api/v1/admin/grants/${id}`)).status).toBe(404)
  })

  it('ends within a minute in an isolate that has cached it', async () => {
    const { gateway, owner, world } = await deployOAuth()
    const { access } = await readTokens(gateway, owner)
    // Another isolate has its own settings object, and so its own cache.
    const other = createGateway({ ADMIN_KEY })
    expect(Array.isArray(await readTools(other, access))).toBe(true)
    const [{ id }] = (await owner.get('/api/v1/admin/grants')).json.grants
    await owner.send('DELETE', `/api/v1/admin/grants/${id}`)
    world.clock.advance(60_000)
    expect(await readTools(other, access)).toBe(401)
  })

  it('is not the earlier one of a client that serves another person as well', async () => {
    const { gateway, owner } = await deployOAuth()
    const first = await readTokens(gateway, owner, { label: ' Kim ' })
    const begun = await begin(first.clientId)
    const { json } = await agree(owner, begun.query, { label: 'Lee' })
    const code = new URL(json.redirect_to).searchParams.get('code') ?? ''
    expect((await postToken(gateway, toExchange(begun, code))).status).toBe(200)
    const { grants } = (await owner.get('/api/v1/admin/grants')).json
    expect(grants.map(({ label }: { label: string }) => label).sort()).toEqual(['Kim', 'Lee'])
    expect(Array.isArray(await readTools(gateway, first.access))).toBe(true)
  })
})

describe('another ADMIN_KEY', () => {
  const OTHER_KEY = 'another-admin-key-of-20-characters'

  it('ends every grant, and does not see earlier ones', async () => {
    const { gateway, owner } = await deployOAuth()
    const { access, refresh, clientId: client_id } = await readTokens(gateway, owner)
    const changed = createGateway({ ADMIN_KEY: OTHER_KEY })
    expect(await readTools(changed, access)).toBe(401)
    const browser = openBrowser({}, changed)
    await browser.signIn(OTHER_KEY)
    expect((await browser.get('/api/v1/admin/grants')).json.grants).toEqual([])
    const refreshed = await postToken(changed, { grant_type: 'refresh_token', client_id, refresh_token: refresh })
    expect(refreshed.json).toMatchObject({ error: 'invalid_grant' })
  })
})

describe('a deployment that lacks something', () => {
  it.each([
    ['ADMIN_KEY', { ...createGateway().env }, ORIGIN, /^this .* OAuth: ADMIN_KEY is not set/],
    ['TLS', { ...createGateway({ ADMIN_KEY }).env }, 'http://192.168.0.2:8787', /OAuth needs https/],
  ])('%s says so, and continues with keys', async (_name, settings, origin, said) => {
    vi.spyOn(console, 'log').mockImplementation(() => {})
    const { createApp } = await import('../../../../src/app.ts')
    const { platform } = await import('../../../../src/base/platform.ts')
    const { createExecutionContext } = await import('cloudflare:test')
    const app = createApp(platform)
    const call = async (path: string, init: RequestInit = {}) =>
      app.fetch(new Request(origin + path, init), settings as Env, createExecutionContext())
    for (const path of ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-authorization-server']) {
      const answer = await call(path)
      expect([answer.status, (await answer.json<{ error: string }>()).error]).toEqual([
        404,
        expect.stringMatching(said),
      ])
    }
    for (const path of ['/oauth/token', '/oauth/register'])
      expect((await call(path, { method: 'POST', body: '' })).status).toBe(404)
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
    const refused = await call('/mcp', { method: 'POST', body, headers })
    expect(refused.headers.get('WWW-Authenticate')).toBe('Bearer realm="mcp"')
    const token = `Bearer owner-${'0'.repeat(64)}:0123456789abcdef:${'x'.repeat(32)}`
    expect((await call('/mcp', { method: 'POST', body, headers: { ...headers, Authorization: token } })).status).toBe(
      401,
    )
    const keyed = await call('/mcp', { method: 'POST', body, headers: { ...headers, 'X-API-KEY': 'test-pro-key' } })
    expect(keyed.status).toBe(200)
  })

  it('storage that fails is 503, and says when to try again', async () => {
    const { gateway, owner } = await deployOAuth()
    const { access } = await readTokens(gateway, owner)
    const broken = async () => Promise.reject(new Error('the object was reset'))
    const object = {
      readRecord: broken,
      oauthRecords: { list: broken },
      registrations: { admit: broken },
      isSessionEnded: async () => false,
    }
    Object.assign(gateway.env, { ACCESS: { getByName: () => object } })
    expect((await rpc(gateway, access, 'tools/list', {})).status).toBe(503)
    const { status, headers } = await owner.get('/api/v1/admin/grants')
    expect([status, headers.get('Retry-After')]).toEqual([503, '5'])
    expect((await register(gateway)).status).toBe(503)
  })
})
