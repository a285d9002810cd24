import { describe, expect, it } from 'vitest'
import { storedNames } from '../../../support/fresh.ts'
import { CALLBACK, deployOAuth, startAnew } from './deployment.ts'
import { agree, ask } from './owner.ts'
import { begin, postToken, readTokens, register, toExchange } from './raw.ts'

/** Clients that register themselves, and what strangers can have stored (docs/spec/mcp.md, "Clients of OAuth"). */

startAnew()

const MINUTE = 60_000

describe('a registration', () => {
  it('has at most 4 KiB', async () => {
    const { gateway } = await deployOAuth()
    const uris = (count: number) => Array.from({ length: count }, (_, at) => `${CALLBACK}/${at}/${'x'.repeat(100)}`)
    expect((await register(gateway, { redirect_uris: uris(20) })).status).toBe(201)
    expect((await register(gateway, { redirect_uris: uris(40) })).status).toBe(413)
  })

  it('counts for an hour until its client is given access, and then for as long as that lasts', async () => {
    const { gateway, owner, world } = await deployOAuth()
    const late = (await register(gateway)).json.client_id
    const granted = await readTokens(gateway, owner)
    world.clock.advance(59 * MINUTE)
    expect((await ask(owner, (await begin(late)).query)).status).toBe(200)
    world.clock.advance(MINUTE)
    expect((await ask(owner, (await begin(late)).query)).status).toBe(400)
    world.clock.advance(28 * 24 * 60 * MINUTE)
    await owner.signIn()
    const renewed = { grant_type: 'refresh_token', client_id: granted.clientId, refresh_token: granted.refresh }
    expect((await postToken(gateway, renewed)).status).toBe(200)
    const again = await begin(granted.clientId)
    const { json } = await agree(owner, again.query)
    const code = new URL(json.redirect_to).searchParams.get('code') ?? ''
    expect((await postToken(gateway, toExchange(again, code))).status).toBe(200)
  })

  it('is a different client, although it has the same data in the same moment', async () => {
    const { gateway } = await deployOAuth()
    expect((await register(gateway)).json.client_id).not.toBe((await register(gateway)).json.client_id)
  })

  it('that was changed is of no use', async () => {
    const { gateway, owner } = await deployOAuth()
    const id: string = (await register(gateway)).json.client_id
    const [text = '', signature = ''] = id.split('.')
    const payload = JSON.parse(atob(text.slice(4).replaceAll('-', '+').replaceAll('_', '/')))
    const forged = btoa(JSON.stringify({ ...payload, r: ['https://evil.example/callback'] }))
    const query = (client: string) => begin(client, { redirect_uri: 'https://evil.example/callback' })
    const changed = `lkc_${forged.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.${signature}`
    expect((await ask(owner, (await query(changed)).query)).status).toBe(400)
  })

  it('is 429 after five in a minute from an IP address, and another one still registers', async () => {
    const { gateway, world } = await deployOAuth()
    const from = async (address: string) => (await register(gateway, {}, { 'CF-Connecting-IP': address })).status
    for (let at = 0; at < 5; at++) expect(await from('203.0.113.1')).toBe(201)
    expect(await from('203.0.113.1')).toBe(429)
    for (let at = 0; at < 5; at++) expect(await from(`2001:db8:0:1::${at}`)).toBe(201)
    expect(await from('2001:db8:0:1::ff')).toBe(429)
    expect(await from('203.0.113.2')).toBe(201)
    world.clock.advance(MINUTE)
    expect(await from('203.0.113.1')).toBe(201)
  })

  it('is 429 after 20 in a minute, from any IP addresses, and refused ones do not count', async () => {
    const { gateway, world } = await deployOAuth()
    for (let at = 0; at < 30; at++) await register(gateway, { redirect_uris: [] })
    for (let at = 0; at < 20; at++)
      expect((await register(gateway, {}, { 'CF-Connecting-IP': `203.0.113.${at >> 2}` })).status).toBe(201)
    const { status, headers, json } = await register(gateway)
    expect([status, headers.get('Retry-After'), json.error]).toEqual([429, '60', 'temporarily_unavailable'])
    world.clock.advance(MINUTE)
    expect((await register(gateway)).status).toBe(201)
  })

  it('requires the secret of a client with a secret', async () => {
    const { gateway, owner } = await deployOAuth()
    const { json: client } = await register(gateway, { token_endpoint_auth_method: 'client_secret_post' })
    const begun = await begin(client.client_id)
    const { json } = await agree(owner, begun.query)
    const fields = toExchange(begun, new URL(json.redirect_to).searchParams.get('code') ?? '')
    expect((await postToken(gateway, fields)).status).toBe(401)
    expect((await postToken(gateway, { ...fields, client_secret: 'wrong' })).status).toBe(401)
    expect((await postToken(gateway, { ...fields, client_secret: client.client_secret })).status).toBe(200)
  })
})

describe('OAUTH_REGISTRATION=closed', () => {
  it('refuses registrations, says so in the metadata, and accepts clients with a document', async () => {
    const { gateway, owner } = await deployOAuth({ OAUTH_REGISTRATION: 'closed' })
    expect((await register(gateway)).status).toBe(403)
    const { json } = await gateway.call('/.well-known/oauth-authorization-server', { key: null })
    expect(json).not.toHaveProperty('registration_endpoint')
    expect((await ask(owner, (await begin('https://client.example/oauth/metadata.json')).query)).status).toBe(200)
  })

  it('is a setting of two values', async () => {
    const { gateway } = await deployOAuth({ OAUTH_REGISTRATION: 'off' })
    const { status, json } = await register(gateway)
    expect([status, json.error]).toEqual([500, 'OAUTH_REGISTRATION must be open or closed'])
  })
})

it('somebody without a key has nothing written to KV', async () => {
  const { gateway, owner } = await deployOAuth()
  const { json } = await register(gateway)
  await ask(owner, (await begin(json.client_id)).query)
  await ask(owner, (await begin('https://client.example/oauth/metadata.json')).query)
  await postToken(gateway, { grant_type: 'refresh_token', client_id: json.client_id, refresh_token: 'a:b:c' })
  expect(await storedNames()).toEqual([])
})
