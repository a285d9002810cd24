import { describe, expect, it } from 'vitest'
import { ADMIN_KEY } from '../../../contract/admin.rows.ts'
import { openBrowser } from '../../../groups/admin/browser.ts'
import { createGateway, json } from '../../../support/gateway.ts'
import { CALLBACK, DOCUMENT_ID, deployOAuth, ORIGIN, startAnew } from './deployment.ts'
import { agree, ask } from './owner.ts'
import { authorized, begin, postToken, readTokens, readTools, register, rpc, toExchange } from './raw.ts'

startAnew()

describe('an open redirect', () => {
  it.each([
    'https://client.example/callback/',
    'https://client.example/callback?next=1',
    'https://client.example/callback#x',
    'https://client.example/Callback',
    'https://client.example:8443/callback',
    'https://client.example.evil.example/callback',
    'https://client.example@evil.example/callback',
    'http://client.example/callback',
    'https://evil.example/callback',
    'javascript:alert(1)',
    '//evil.example/callback',
    '',
  ])(
    'to %s, which does not exactly match the registered one, is refused without any redirect',
    async (redirect_uri) => {
      const { gateway, owner } = await deployOAuth()
      const { query } = await begin((await register(gateway)).json.client_id, { redirect_uri })
      for (const answer of [await ask(owner, query), await agree(owner, query)]) {
        expect(answer.status).toBe(400)
        expect(answer.text).not.toContain('redirect_to')
        expect(answer.headers.get('Location')).toBeNull()
      }
    },
  )

  it.each([
    [{ redirect_uris: ['http://evil.example/callback'] }, 'https'],
    [{ redirect_uris: ['javascript:alert(1)'] }, ''],
    [{ redirect_uris: ['https://a.example/#x'] }, ''],
    [{ redirect_uris: ['https:evil.example'] }, 'normal form'],
    [{ redirect_uris: ['https://*.example/callback'] }, 'normal form'],
    [{ redirect_uris: [' https://a.example/callback'] }, 'normal form'],
    [{ redirect_uris: ['https://a.example/x/../callback'] }, 'normal form'],
    [{ redirect_uris: ['https://A.example/callback'] }, 'normal form'],
    [{ redirect_uris: [] }, ''],
  ])('cannot be registered: %j', async (metadata, said) => {
    const { gateway } = await deployOAuth()
    const { status, json: answer } = await register(gateway, metadata)
    expect(status).toBe(400)
    expect(answer.error_description).toContain(said)
  })

  it('of an error goes only to the registered URI', async () => {
    const { gateway, owner } = await deployOAuth()
    const client = (await register(gateway)).json.client_id
    const wrong = await begin(client, { resource: 'https://other.example/mcp' })
    const { json: answer } = await ask(owner, wrong.query)
    const leave = new URL(answer.leave_to)
    expect([answer.client, leave.origin + leave.pathname]).toEqual([null, CALLBACK])
    expect(answer.error).toEqual({ code: 'invalid_target', description: expect.any(String) })
    expect(Object.fromEntries(leave.searchParams)).toMatchObject({
      error: 'invalid_target',
      state: 'state-1',
      iss: ORIGIN,
    })
  })
})

describe('a visitor without a session', () => {
  const WRONG = [
    ['a wrong response type', { response_type: 'token' }],
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }],
    ['another resource', { resource: 'https://other.example/mcp' }],
    ['nothing wrong', {}],
  ] as const

  it.each(WRONG)('is sent nowhere by a client that registered itself: %s', async (_, changes) => {
    const { gateway, owner } = await deployOAuth()
    const redirect_uri = 'https://phish.example/sign-in'
    const { client_id } = (await register(gateway, { redirect_uris: [redirect_uri] })).json
    const { query } = await begin(client_id, { redirect_uri, ...changes })
    const visitor = openBrowser({}, gateway)
    const { status, json } = await ask(visitor, query)
    expect([status, json.leave_to]).toEqual([200, null])
    if (json.client === null) expect(json).toMatchObject({ error: { code: expect.stringMatching(/^[a-z_]+$/) } })
    expect((await agree(visitor, query)).status).toBe(401)
    // The owner may go back.
    expect((await ask(owner, query)).json.leave_to).toMatch(/^https:\/\/phish\.example\/sign-in\?error=/)
    await owner.send('DELETE', '/api/v1/admin/session')
    expect((await ask(owner, query)).json.leave_to).toBeNull()
  })

  it.each(WRONG)('may go back to a client whose document says who it is: %s', async (_, changes) => {
    const { gateway } = await deployOAuth()
    const { json } = await ask(openBrowser({}, gateway), (await begin(DOCUMENT_ID, changes)).query)
    expect(json.leave_to).toMatch(/^https:\/\/client\.example\/callback\?error=/)
  })
})

describe('a parameter that comes twice', () => {
  it.each(['client_id', 'redirect_uri', 'state', 'scope', 'code_challenge'])('%s is refused', async (name) => {
    const { gateway, owner } = await deployOAuth()
    const { query } = await begin((await register(gateway)).json.client_id)
    const doubled = `${query}&${name}=https%3A%2F%2Fevil.example`.replace('&scope=', '&scope=read&scope=')
    for (const answer of [await ask(owner, doubled), await agree(owner, doubled)])
      expect([answer.status, answer.json.error]).toEqual([400, expect.stringMatching(`^${name}: comes more than once`)])
  })
})

describe('PKCE', () => {
  it.each([
    ['without a challenge', { code_challenge: undefined, code_challenge_method: undefined }],
    ['with the challenge in the clear', { code_challenge_method: 'plain' }],
  ])('a request %s goes back with an error, to a client with a secret as well', async (_, changes) => {
    const { gateway, owner } = await deployOAuth()
    for (const method of ['none', 'client_secret_basic']) {
      const client = (await register(gateway, { token_endpoint_auth_method: method })).json.client_id
      const { json: answer } = await agree(owner, (await begin(client, changes)).query)
      expect(new URL(answer.redirect_to).searchParams.get('error')).toBe('invalid_request')
      expect(answer.redirect_to).not.toContain('code=')
    }
  })

  it.each([
    ['another verifier', { code_verifier: 'A'.repeat(43) }],
    ['no verifier', { code_verifier: undefined }],
    ['another redirect URI', { redirect_uri: 'https://client.example/other' }],
    ['another audience', { resource: 'https://other.example/mcp' }],
  ])('a code is not exchanged with %s', async (_, changes) => {
    const { gateway, owner, world } = await deployOAuth()
    const begun = await authorized(gateway, owner)
    const { status, json: answer } = await postToken(gateway, { ...toExchange(begun, begun.code), ...changes })
    expect([status, answer.access_token]).toEqual([400, undefined])
    expect(world.log.at(-1)).toMatch(/"reason":"oauth \w+"/)
    expect(world.log.join('\n')).not.toContain(begun.code)
  })
})

describe('a code', () => {
  it('that is injected into another client gives nothing', async () => {
    const { gateway, owner } = await deployOAuth()
    const begun = await authorized(gateway, owner)
    const other = await begin((await register(gateway)).json.client_id)
    const fields = toExchange({ ...begun, clientId: other.clientId }, begun.code)
    expect((await postToken(gateway, fields)).json).toMatchObject({ error: 'invalid_grant' })
    expect((await postToken(gateway, toExchange(other, begun.code))).json).toMatchObject({ error: 'invalid_grant' })
  })

  it('that is sent twice revokes what it gave', async () => {
    const { gateway, owner } = await deployOAuth()
    const begun = await readTokens(gateway, owner)
    const again = await postToken(gateway, toExchange(begun, begun.code))
    expect([again.status, again.json.error]).toEqual([400, 'invalid_grant'])
    expect(await readTools(gateway, begun.access)).toBe(401)
    const refreshed = { grant_type: 'refresh_token', client_id: begun.clientId, refresh_token: begun.refresh }
    expect((await postToken(gateway, refreshed)).json).toMatchObject({ error: 'invalid_grant' })
  })

  it('comes back with who gave it, against a mix-up of servers', async () => {
    const { gateway, owner } = await deployOAuth()
    const { callback } = await authorized(gateway, owner)
    expect(callback.searchParams.get('iss')).toBe(ORIGIN)
    expect(callback.searchParams.get('state')).toBe('state-1')
  })
})

describe('a token', () => {
  it('for another host of the same deployment is refused', async () => {
    const { gateway, owner } = await deployOAuth()
    const { access } = await readTokens(gateway, owner)
    const { createApp } = await import('../../../../src/app.ts')
    const { platform } = await import('../../../../src/base/platform.ts')
    const { createExecutionContext } = await import('cloudflare:test')
    const request = new Request('https://other.test/mcp', {
      ...json('POST', { jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      headers: {
        Authorization: `Bearer ${access}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
    })
    const answer = await createApp(platform).fetch(request, gateway.env, createExecutionContext())
    expect(answer.status).toBe(401)
  })

  it('opens only /mcp: no operation accepts it, in any header', async () => {
    const { gateway, owner } = await deployOAuth()
    const { access } = await readTokens(gateway, owner, { read_only: false })
    await readTools(gateway, access)
    for (const path of ['/api/v1/recorder/files', '/api/v1/admin/overview', '/api/v1/doctor'])
      for (const headers of [{ Authorization: `Bearer ${access}` }, { 'X-API-KEY': access }])
        expect((await gateway.call(path, { headers, key: null })).status).toBe(401)
    const asKey = await rpc(gateway, '', 'tools/list', {}, { 'X-API-KEY': access, Authorization: '' })
    expect(asKey.status).toBe(401)
    // X-API-KEY counts where both are sent.
    expect((await rpc(gateway, access, 'tools/list', {}, { 'X-API-KEY': 'wrong-key' })).status).toBe(401)
  })

  it('in the URL is refused', async () => {
    const { gateway, owner } = await deployOAuth()
    const { access } = await readTokens(gateway, owner)
    const body = json('POST', { jsonrpc: '2.0', id: 1, method: 'tools/list' })
    for (const name of ['access_token', 'token', 'authorization']) {
      const answer = await gateway.call(`/mcp?${name}=${encodeURIComponent(access)}`, { ...body, key: null })
      expect(answer.status).toBe(401)
      expect(answer.text).not.toContain(access)
    }
  })

  it.each([
    `owner-${'0'.repeat(64)}:0123456789abcdef:${'x'.repeat(32)}`,
    'owner:x:y',
    `other:0123456789abcdef:${'x'.repeat(32)}`,
  ])('that was made up, %s, is refused with a challenge', async (token) => {
    const { gateway } = await deployOAuth()
    const { status, headers } = await rpc(gateway, token, 'tools/list', {})
    expect(status).toBe(401)
    expect(headers.get('WWW-Authenticate')).toMatch(/error="invalid_token", scope="read", resource_metadata="https:/)
  })

  it('that expired is refused', async () => {
    const { gateway, owner, world } = await deployOAuth()
    const { access } = await readTokens(gateway, owner)
    expect(Array.isArray(await readTools(gateway, access))).toBe(true)
    world.clock.advance(24 * 3_600_000 - 1000)
    expect(Array.isArray(await readTools(gateway, access))).toBe(true)
    world.clock.advance(1000)
    expect(await readTools(gateway, access)).toBe(401)
  })

  it('is renewed with a refresh token, which is replaced and works for its own client', async () => {
    const { gateway, owner } = await deployOAuth()
    const { clientId: client_id, refresh } = await readTokens(gateway, owner)
    const fields = { grant_type: 'refresh_token', client_id, refresh_token: refresh }
    const other = (await register(gateway)).json.client_id
    expect((await postToken(gateway, { ...fields, client_id: other })).json.error).toBe('invalid_grant')
    const { json: renewed } = await postToken(gateway, fields)
    expect(renewed.refresh_token).not.toBe(refresh)
    expect(Array.isArray(await readTools(gateway, renewed.access_token))).toBe(true)
    const next = await postToken(gateway, { ...fields, refresh_token: renewed.refresh_token })
    expect(next.status).toBe(200)
    expect((await postToken(gateway, fields)).json.error).toBe('invalid_grant')
  })

  it('is revoked by its client (RFC 7009)', async () => {
    const { gateway, owner } = await deployOAuth()
    const { clientId: client_id, access, refresh } = await readTokens(gateway, owner)
    expect((await postToken(gateway, { client_id, token: refresh })).status).toBe(200)
    expect(await readTools(gateway, access)).toBe(401)
  })

  it('that its client revoked is refused within a minute by an isolate that has cached it', async () => {
    const { gateway, owner, world } = await deployOAuth()
    const { clientId: client_id, access, refresh } = await readTokens(gateway, owner)
    // Another isolate has its own settings object, and so its own cache.
    const other = createGateway({ ADMIN_KEY })
    expect(Array.isArray(await readTools(other, access))).toBe(true)
    expect((await postToken(gateway, { client_id, token: refresh })).status).toBe(200)
    world.clock.advance(60_000)
    expect(await readTools(other, access)).toBe(401)
  })
})

describe('consent', () => {
  it('by a form of another site is refused, and so is one without a session', async () => {
    const { gateway, owner } = await deployOAuth()
    const { query } = await begin((await register(gateway)).json.client_id)
    expect((await owner.send('POST', '/api/v1/admin/grants', { request: query }, 'https://evil.example')).status).toBe(
      403,
    )
    expect((await owner.send('POST', '/api/v1/admin/grants', { request: query }, null)).status).toBe(403)
    expect((await agree(openBrowser({}, gateway), query)).status).toBe(401)
    const form = await gateway.call('/api/v1/admin/grants', {
      method: 'POST',
      key: null,
      headers: {
        Cookie: [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        Origin: ORIGIN,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: `request=${encodeURIComponent(query)}`,
    })
    expect(form.status).toBe(415)
    expect((await owner.get('/api/v1/admin/grants')).json.grants).toEqual([])
  })

  it('is protected from guessing admin keys by the limit of the sign-in', async () => {
    const { gateway } = await deployOAuth()
    let tries = 0
    Object.assign(gateway.env, { TRY_LIMIT: { limit: async () => ({ success: ++tries <= 3 }) } })
    const stranger = openBrowser({}, gateway)
    const statuses = []
    for (let at = 0; at < 5; at++) statuses.push((await stranger.signIn(`wrong-key-of-twenty-characters-${at}`)).status)
    expect(statuses).toEqual([401, 401, 401, 429, 429])
  })

  it('shows no name that deceives: it is one line, without marks that turn or hide text', async () => {
    const { gateway, owner } = await deployOAuth()
    const client_name = `Claude\n\u202Egnidaer\u200B ${'x'.repeat(200)}`
    const { query } = await begin((await register(gateway, { client_name })).json.client_id)
    const { name } = (await ask(owner, query)).json.client
    expect(name).toMatch(/^Claude gnidaer x{50,}$/)
    expect(name.length).toBeLessThanOrEqual(80)
  })

  it('says that access goes to a program on the computer', async () => {
    const { gateway, owner } = await deployOAuth()
    const { json: client } = await register(gateway, { redirect_uris: ['http://127.0.0.1/callback'] })
    const { query } = await begin(client.client_id, { redirect_uri: 'http://127.0.0.1:53123/callback' })
    expect((await ask(owner, query)).json.client).toMatchObject({ redirect_host: '127.0.0.1', is_local: true })
  })
})

describe('floods', () => {
  it.each([
    ['registrations', async ({ gateway }: Deployed) => register(gateway)],
    [
      'requests of clients that nobody knows',
      async ({ owner }: Deployed) => ask(owner, (await begin('unknown')).query),
    ],
    [
      'documents that have to be asked for',
      async ({ owner }: Deployed) =>
        ask(owner, (await begin(`https://client.example/${crypto.randomUUID()}.json`)).query),
    ],
  ])('of %s end at the limit of attempts', async (_, work) => {
    const deployed = await deployOAuth()
    let tries = 0
    Object.assign(deployed.gateway.env, { TRY_LIMIT: { limit: async () => ({ success: ++tries <= 3 }) } })
    const statuses = []
    for (let at = 0; at < 6; at++) statuses.push((await work(deployed)).status)
    expect(statuses.at(-1)).toBe(429)
    expect(statuses[0]).toBeLessThan(429)
  })

  it('of bytes are refused', async () => {
    const { gateway } = await deployOAuth()
    expect((await register(gateway, { client_name: 'x'.repeat(70_000) })).status).toBe(413)
  })
})

type Deployed = Awaited<ReturnType<typeof deployOAuth>>
