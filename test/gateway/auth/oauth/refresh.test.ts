import { describe, expect, it } from 'vitest'
import { deployOAuth, startAnew } from './deployment.ts'
import { agree } from './owner.ts'
import { begin, postToken, readTokens, readTools, register, toExchange } from './raw.ts'

/** Refresh tokens: who has one, and for how long (docs/spec/mcp.md, "The token endpoint"). */

startAnew()

const DAY = 24 * 3_600_000

async function connected() {
  const deployment = await deployOAuth()
  const { gateway, owner } = deployment
  const { clientId: client_id, refresh, access, ...rest } = await readTokens(gateway, owner)
  const renew = (refresh_token: string) => postToken(gateway, { grant_type: 'refresh_token', client_id, refresh_token })
  const grants = async () => {
    // A session expires before a grant does.
    await owner.signIn()
    return (await owner.get('/api/v1/admin/grants')).json.grants
  }
  return { ...deployment, ...rest, client_id, refresh, access, renew, grants }
}

const ENDED = { ended_at: expect.any(String), ended_reason: 'token reuse', expires_at: null }

describe('two refreshes at once', () => {
  it('get the same tokens, which work', async () => {
    const { gateway, refresh, renew } = await connected()
    const answers = await Promise.all([renew(refresh), renew(refresh), renew(refresh)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const tokens = new Set(answers.map(({ json }) => json.refresh_token))
    expect(tokens.size).toBe(1)
    for (const { json } of answers) expect(Array.isArray(await readTools(gateway, json.access_token))).toBe(true)
    for (const { json } of answers) expect((await renew(json.refresh_token)).status).toBe(200)
  })
})

describe('a repeat of a refresh', () => {
  it('gets nothing after the owner revoked the grant', async () => {
    const { owner, refresh, renew, grants } = await connected()
    expect((await renew(refresh)).status).toBe(200)
    const [{ id }] = await grants()
    expect((await owner.send('DELETE', `/api/v1/admin/grants/${id}`)).status).toBe(204)
    expect(await renew(refresh)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } })
  })
})

describe('a lost response', () => {
  it('is requested again with the same token, however late', async () => {
    const { gateway, world, refresh, renew } = await connected()
    await renew(refresh)
    world.clock.advance(3_600_000)
    const { status, json } = await renew(refresh)
    expect(status).toBe(200)
    expect(Array.isArray(await readTools(gateway, json.access_token))).toBe(true)
    expect((await renew(json.refresh_token)).status).toBe(200)
  })
})

describe('a refresh token that was stolen', () => {
  it('revokes the grant when it comes after its successor was used to refresh', async () => {
    const { gateway, refresh, renew, grants } = await connected()
    const { json: second } = await renew(refresh)
    const { json: third } = await renew(second.refresh_token)
    expect((await renew(refresh)).json.error).toBe('invalid_grant')
    expect((await renew(third.refresh_token)).json.error).toBe('invalid_grant')
    expect(await readTools(gateway, third.access_token)).toBe(401)
    expect(await grants()).toMatchObject([ENDED])
  })

  it('revokes the grant when it comes after the access token of its successor was used', async () => {
    const { gateway, world, refresh, renew, grants } = await connected()
    const { json: second } = await renew(refresh)
    expect(Array.isArray(await readTools(gateway, second.access_token))).toBe(true)
    world.clock.advance(10_000)
    expect((await renew(refresh)).json.error).toBe('invalid_grant')
    expect(await readTools(gateway, second.access_token)).toBe(401)
    expect((await renew(second.refresh_token)).json.error).toBe('invalid_grant')
    expect(await grants()).toMatchObject([ENDED])
  })

  it('revokes the grant however old it is, and for whichever client sends it', async () => {
    const { gateway, world, refresh, renew, grants } = await connected()
    let newest = refresh
    for (let hours = 0; hours < 5; hours++) {
      newest = (await renew(newest)).json.refresh_token
      world.clock.advance(3_600_000)
    }
    const other = (await register(gateway)).json.client_id
    expect(await grants()).toMatchObject([{ ended_reason: null }])
    await postToken(gateway, { grant_type: 'refresh_token', client_id: other, refresh_token: refresh })
    expect((await renew(newest)).json.error).toBe('invalid_grant')
    expect(await grants()).toMatchObject([ENDED])
  })

  it('that was made up revokes nothing', async () => {
    const { refresh, renew } = await connected()
    expect((await renew(refresh.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x')))).json.error).toBe('invalid_grant')
    expect((await renew(refresh)).status).toBe(200)
  })
})

describe('a grant', () => {
  it('expires 90 days after it was created, however often it is renewed', async () => {
    const { gateway, world, refresh, renew, grants } = await connected()
    const [{ created_at }] = await grants()
    let token = refresh
    for (let days = 20; days < 90; days += 20) {
      world.clock.advance(20 * DAY)
      const { status, json } = await renew(token)
      expect(status).toBe(200)
      token = json.refresh_token
    }
    const [{ expires_at }] = await grants()
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(90 * DAY)
    world.clock.advance(10 * DAY - 1_800_000)
    const { json } = await renew(token)
    expect(json.expires_in).toBeLessThanOrEqual(1_800)
    world.clock.advance(1_800_000)
    expect((await renew(json.refresh_token)).json.error).toBe('invalid_grant')
    expect(await readTools(gateway, json.access_token)).toBe(401)
  })

  it('that its client ended, or whose code came twice, is listed with the reason until the owner removes it', async () => {
    const { gateway, owner, client_id, refresh, access, grants } = await connected()
    expect((await postToken(gateway, { client_id, token: refresh })).status).toBe(200)
    expect(await readTools(gateway, access)).toBe(401)
    const begun = await begin(client_id)
    const { json } = await agree(owner, begun.query)
    const exchange = toExchange(begun, new URL(json.redirect_to).searchParams.get('code') ?? '')
    for (const status of [200, 400]) expect((await postToken(gateway, exchange)).status).toBe(status)
    const listed: { id: string; ended_reason: string }[] = await grants()
    expect(listed.map(({ ended_reason }) => ended_reason).sort()).toEqual(['client', 'code reuse'])
    for (const { id } of listed) expect((await owner.send('DELETE', `/api/v1/admin/grants/${id}`)).status).toBe(204)
    expect(await grants()).toEqual([])
  })
})
