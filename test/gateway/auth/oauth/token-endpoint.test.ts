import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { ACCESS_NAME } from '../../../../src/base/access.ts'
import { getSettings } from '../../../../src/base/settings.ts'
import { tenantTag } from '../../../../src/gateway/auth/oauth/grants.ts'
import type { Gateway } from '../../../support/gateway.ts'
import { CALLBACK, deployOAuth, ORIGIN, startAnew } from './deployment.ts'
import { authorized, postToken, readTokens, readTools, register, toExchange } from './raw.ts'

/**
 * The token endpoint acts on what the OAuth package did with an authenticated client, whatever a form names
 * (docs/spec/mcp.md, "The token endpoint").
 */

startAnew()

const SECRET = 'A'.repeat(32)

/** A client with tokens, and another one that anybody could register, with a code of its own. */
async function connected() {
  const deployment = await deployOAuth()
  const { gateway, owner } = deployment
  const victim = await readTokens(gateway, owner)
  const evil = await authorized(gateway, owner)
  const [user = '', grantId = ''] = victim.refresh.split(':')
  return { ...deployment, victim, evil, grantId, madeUp: `${user}:${grantId}:${SECRET}` }
}

const accessOf = (gateway: Gateway) => gateway.env.ACCESS.getByName(ACCESS_NAME)

/** All that ACCESS stores about grants. */
const readRows = (gateway: Gateway, grantId = '') =>
  runInDurableObject(accessOf(gateway) as never, (_, { storage: { sql } }) =>
    ['oauth_records', 'refreshed_grants', 'issued_refresh_tokens', 'ended_grants'].flatMap((table) =>
      sql
        .exec(`SELECT * FROM ${table}`)
        .toArray()
        .map((row) => JSON.stringify({ table, ...row }))
        .filter((row) => row.includes(grantId)),
    ),
  )

const postRaw = (gateway: Gateway, body: string, headers: Record<string, string> = {}, query = '') =>
  gateway.call(`/oauth/token${query}`, {
    method: 'POST',
    key: null,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body,
  })

type Connected = Awaited<ReturnType<typeof connected>>
const basic = (id: string) => ({ Authorization: `Basic ${btoa(`${encodeURIComponent(id)}:x`)}` })
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

describe('a request that is refused changes nothing', () => {
  it.each<[string, (all: Connected) => Promise<{ status: number; json: { error: string } }>, string]>([
    ['a made-up token, of nobody', ({ gateway, madeUp }) => postToken(gateway, { token: madeUp }), 'invalid_client'],
    [
      'a made-up token of another user',
      ({ gateway, grantId }) => postToken(gateway, { token: `x:${grantId}:y` }),
      'invalid_client',
    ],
    [
      'the right token, of nobody',
      ({ gateway, victim }) => postToken(gateway, { token: victim.refresh }),
      'invalid_client',
    ],
    [
      'the right token, with an id in the query',
      ({ gateway, victim }) =>
        postRaw(gateway, form({ token: victim.refresh }), {}, `?client_id=${encodeURIComponent(victim.clientId)}`),
      'invalid_client',
    ],
    [
      'the right token, with a wrong secret',
      ({ gateway, victim }) => postRaw(gateway, form({ token: victim.refresh }), basic(victim.clientId)),
      'invalid_client',
    ],
    [
      'the right token, with an id in the header and the body',
      ({ gateway, victim }) =>
        postRaw(gateway, form({ token: victim.refresh, client_id: victim.clientId }), basic(victim.clientId)),
      'invalid_request',
    ],
    [
      'a JSON body',
      ({ gateway, victim }) =>
        postRaw(gateway, JSON.stringify({ token: victim.refresh, client_id: victim.clientId }), {
          'Content-Type': 'application/json',
        }),
      'invalid_request',
    ],
    [
      "another client's code",
      ({ gateway, victim, evil }) => postToken(gateway, toExchange({ ...evil, clientId: victim.clientId }, evil.code)),
      'invalid_grant',
    ],
    [
      "another client's refresh token",
      ({ gateway, victim, evil }) =>
        postToken(gateway, {
          ...{ grant_type: 'refresh_token', client_id: evil.clientId, refresh_token: victim.refresh },
        }),
      'invalid_grant',
    ],
    [
      'a made-up refresh token',
      ({ gateway, evil, madeUp }) =>
        postToken(gateway, { grant_type: 'refresh_token', client_id: evil.clientId, refresh_token: madeUp }),
      'invalid_grant',
    ],
    [
      'a grant type that there is not',
      ({ gateway, evil }) => postToken(gateway, { grant_type: 'Refresh_Token', client_id: evil.clientId }),
      'unsupported_grant_type',
    ],
  ])('%s', async (_, send, error) => {
    const all = await connected()
    const before = await readRows(all.gateway)
    for (let times = 0; times < 2; times++) expect((await send(all)).json.error).toBe(error)
    expect(await readRows(all.gateway)).toEqual(before)
    expect(Array.isArray(await readTools(all.gateway, all.victim.access))).toBe(true)
  })

  it.each<[string, (all: Connected) => string]>([
    ['a refresh token beside a code', ({ madeUp }) => form({ refresh_token: madeUp })],
    ['a token beside a code', ({ madeUp }) => form({ token: madeUp })],
    ['a second code', ({ madeUp }) => form({ code: madeUp })],
    ['the same code twice', ({ evil }) => form({ code: evil.code })],
    ['an empty second code', () => 'code='],
    ['a second client_id', ({ victim }) => form({ client_id: victim.clientId })],
    ['an empty second client_id', () => 'client_id='],
    ['a second grant_type', () => 'grant_type=refresh_token'],
    ['a repeated field that is unknown', () => 'a=1&a=2'],
  ])('an exchange with %s', async (_, more) => {
    const all = await connected()
    const { gateway, evil } = all
    const before = await readRows(gateway)
    const exchange = new URLSearchParams(toExchange(evil, evil.code) as Record<string, string>)
    for (const body of [`${exchange}&${more(all)}`, `${more(all)}&${exchange}`]) {
      const { status, json } = await postRaw(gateway, body)
      expect([status, json.error]).toEqual([400, 'invalid_request'])
    }
    expect(await readRows(gateway)).toEqual(before)
  })

  it.each(['code', 'token'])('a refresh with a %s', async (name) => {
    const { gateway, victim, madeUp } = await connected()
    const before = await readRows(gateway)
    const fields = { grant_type: 'refresh_token', client_id: victim.clientId, refresh_token: victim.refresh }
    const { status, json } = await postToken(gateway, { ...fields, [name]: madeUp })
    expect([status, json.error]).toEqual([400, 'invalid_request'])
    expect(await readRows(gateway)).toEqual(before)
  })

  it.each(['code', 'refresh_token'])('a revocation with a %s', async (name) => {
    const { gateway, victim, evil, madeUp } = await connected()
    const before = await readRows(gateway)
    const { status, json } = await postToken(gateway, {
      ...{ client_id: evil.clientId, token: victim.access, [name]: madeUp },
    })
    expect([status, json.error]).toEqual([400, 'invalid_request'])
    expect(await readRows(gateway)).toEqual(before)
  })
})

describe('a request of one client does nothing to the grant of another', () => {
  it.each<[string, (all: Connected) => string]>([
    ['unknown fields, which are ignored', () => form({ client_assertion_x: '1', Refresh_Token: 'a:b:c', TOKEN: 'x' })],
    ['an empty refresh token, which counts as absent', () => 'refresh_token=&token='],
    ['a hint', () => 'token_type_hint=refresh_token'],
    ['fields in other cases', ({ madeUp }) => form({ Refresh_token: madeUp, Token: madeUp, CODE: madeUp })],
    ['two resources, which RFC 8707 allows', () => form({ resource: `${ORIGIN}/mcp` })],
  ])('an exchange with %s', async (_, more) => {
    const all = await connected()
    const { gateway, evil, grantId } = all
    const before = await readRows(gateway, grantId)
    const exchange = new URLSearchParams(toExchange(evil, evil.code) as Record<string, string>)
    expect((await postRaw(gateway, `${exchange}&${more(all)}`)).status).toBe(200)
    expect(await readRows(gateway, grantId)).toEqual(before)
  })

  it('by tokens in the query, which are ignored and not logged', async () => {
    const { gateway, evil, grantId, madeUp, world } = await connected()
    const before = await readRows(gateway, grantId)
    const body = form(toExchange(evil, evil.code) as Record<string, string>)
    const query = `?${form({ refresh_token: madeUp, token: madeUp })}`
    expect((await postRaw(gateway, body, {}, query)).status).toBe(200)
    expect(await readRows(gateway, grantId)).toEqual(before)
    expect(world.log.join('\n')).not.toContain(SECRET)
  })

  it('by a revocation, whatever the hint says', async () => {
    const { gateway, victim, evil } = await connected()
    const before = await readRows(gateway)
    for (const token of [victim.access, victim.refresh])
      for (const hint of ['refresh_token', 'access_token', 'x', undefined]) {
        const { status } = await postToken(gateway, { client_id: evil.clientId, token, token_type_hint: hint })
        expect(status).toBe(200)
      }
    expect(await readRows(gateway)).toEqual(before)
  })

  it('in ACCESS itself, which takes the grant from the package', async () => {
    const { gateway, evil, grantId, madeUp, victim } = await connected()
    const before = await readRows(gateway, grantId)
    const ownerMark = await tenantTag(getSettings(gateway.env))
    const send = (fields: Record<string, string>) =>
      accessOf(gateway).answerToken({
        ...{ url: `${ORIGIN}/oauth/token`, body: form(fields), authorization: undefined, ownerMark },
        ...{ contentType: 'application/x-www-form-urlencoded', client: undefined },
      })
    const exchange = toExchange(evil, evil.code) as Record<string, string>
    const other = { client_id: evil.clientId }
    for (const fields of [
      { token: madeUp },
      { ...other, token: madeUp },
      { ...other, token: victim.refresh },
      { ...exchange, code_verifier: 'x'.repeat(43), refresh_token: madeUp },
      { ...exchange, refresh_token: madeUp, token: madeUp },
    ])
      expect((await send(fields)).endedId).toBeUndefined()
    expect(await readRows(gateway, evil.code.split(':')[1])).toContainEqual(expect.stringContaining('refreshed_grants'))
    expect(await readRows(gateway, grantId)).toEqual(before)
  })

  it('and a stolen token is still detected afterwards', async () => {
    const { gateway, victim, evil, owner, world, madeUp } = await connected()
    const renew = (refresh_token: string) =>
      postToken(gateway, { grant_type: 'refresh_token', client_id: victim.clientId, refresh_token })
    const { json: second } = await renew(victim.refresh)
    expect(Array.isArray(await readTools(gateway, second.access_token))).toBe(true)
    world.clock.advance(11_000)
    const polluted = { ...toExchange(evil, evil.code), refresh_token: madeUp }
    expect((await postToken(gateway, polluted)).json.error).toBe('invalid_request')
    expect((await renew(victim.refresh)).json.error).toBe('invalid_grant')
    const { grants } = (await owner.get('/api/v1/admin/grants')).json
    expect(grants.map(({ ended_reason }: { ended_reason: string }) => ended_reason)).toContain('token reuse')
  })

  it("and each grant has its own 90 days, whichever client's token comes with it", async () => {
    const { gateway, victim, evil, world } = await connected()
    await postToken(gateway, toExchange(evil, evil.code))
    world.clock.advance(10 * 24 * 3_600_000)
    const fields = { grant_type: 'refresh_token', client_id: victim.clientId, refresh_token: victim.refresh }
    expect((await postToken(gateway, fields)).status).toBe(200)
  })
})

describe('a client id that does not verify', () => {
  const metadata = {
    client_uri: 'https://client.example/about',
    redirect_uris: [1, 2, 3, 4, 5].map((at) => `https://client.example/oauth/callback/${at}`),
  }

  it.each([
    ['of 60,000 characters', () => 'x'.repeat(60_000)],
    ['of 513 characters', () => 'x'.repeat(513)],
    ['of 171 characters of three bytes', () => '가'.repeat(171)],
    ['of 600 characters with the form of a registration', () => `lkc_${'a'.repeat(600)}.${'b'.repeat(43)}`],
    ['with a colon', () => `client:${'x'.repeat(600)}`],
    ['without anything', () => ''],
    ['that is an address of 60,000 characters', () => `https://client.example/${'x'.repeat(60_000)}`],
    ['that is an address without a document', () => 'https://client.example/none.json'],
  ])('%s is invalid_client', async (_, toId) => {
    const { gateway } = await connected()
    for (const fields of [
      { grant_type: 'refresh_token', refresh_token: 'owner-x:AAAAAAAAAAAAAAAA:B' },
      { token: 'owner-x:AAAAAAAAAAAAAAAA:B' },
    ]) {
      const { status, json } = await postToken(gateway, { ...fields, client_id: toId() })
      expect([json.error, status < 500]).toEqual(['invalid_client', true])
    }
  })

  it('because its registration is older than an hour, or was changed, is invalid_client', async () => {
    const { gateway, world, owner } = await deployOAuth()
    const { client_id } = (await register(gateway, metadata)).json
    expect(client_id.length).toBeGreaterThan(512)
    const fields = { grant_type: 'refresh_token', refresh_token: 'owner-x:AAAAAAAAAAAAAAAA:B' }
    const changed = client_id.replace(/\.(.)/, (_: string, first: string) => `.${first === 'A' ? 'B' : 'A'}`)
    const send = async (id: string) => (await postToken(gateway, { ...fields, client_id: id })).json.error
    expect([await send(client_id), await send(changed)]).toEqual(['invalid_grant', 'invalid_client'])
    world.clock.advance(3_600_001)
    expect(await send(client_id)).toBe('invalid_client')
    const request = form({ response_type: 'code', client_id, redirect_uri: CALLBACK })
    expect((await owner.send('POST', '/api/v1/admin/grants/ask', { request })).status).toBe(400)
  })

  it('a token with a long name is unknown', async () => {
    const { gateway, victim } = await connected()
    const token = `${'x'.repeat(2000)}:AAAAAAAAAAAAAAAA:B`
    const { clientId: client_id } = victim
    const { json } = await postToken(gateway, { grant_type: 'refresh_token', client_id, refresh_token: token })
    expect(json.error).toBe('invalid_grant')
    expect((await postToken(gateway, { client_id, token })).status).toBe(200)
  })
})
