import { describe, expect, test } from 'vitest'
import { asking, getCode } from './asking.ts'
import { APP_ID, APP_SECRET, SOCIAL_TOKEN, USER_ID } from './index.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const refresh = { grant_type: 'th_refresh_token' }

describe('a token', () => {
  test('is taken from the query, from the form and from the Bearer header', async () => {
    const { threads } = asking()
    const url = 'https://graph.threads.net/v1.0/me'
    const form = {
      method: 'POST',
      body: new URLSearchParams({ access_token: SOCIAL_TOKEN, media_type: 'TEXT', text: '안녕' }),
    }
    const bearer = { headers: { authorization: `Bearer ${SOCIAL_TOKEN}` } }
    const statuses = await Promise.all(
      [
        new Request(`${url}?access_token=${SOCIAL_TOKEN}`),
        new Request(`${url}/threads`, form),
        new Request(url, bearer),
        new Request(url.replace('.net', '.com'), bearer),
        new Request(url),
      ].map(async (request) => (await threads.fetch(request)).status),
    )
    expect(statuses).toEqual([200, 200, 200, 200, 400])
  })

  test('is 190 when unknown, and when its 60 days have passed', async () => {
    const { clock, get } = asking()
    expect(getCode(await get('/v1.0/me', { access_token: 'wrong' }))).toBe(190)
    clock.advance(40 * DAY - 1)
    expect((await get('/v1.0/me')).status).toBe(200)
    clock.advance(1)
    const expired = await get('/v1.0/me')
    expect(getCode(expired)).toBe(190)
    expect(expired.status).toBe(400)
  })

  test('needs the permission of the call', async () => {
    const { threads, get, ask } = asking()
    threads.state.tokens.issue('long', { value: 'reader', scopes: ['threads_basic'] })
    const reader = { access_token: 'reader' }
    const { body } = await get('/v1.0/me/threads', { limit: '1', ...reader })
    const [{ id }] = body.data as [{ id: string }]
    expect(getCode(await get(`/v1.0/${id}/insights`, { metric: 'views', ...reader }))).toBe(10)
    expect(getCode(await ask('DELETE', `/v1.0/${id}`, reader))).toBe(10)
    expect(getCode(await ask('POST', '/v1.0/me/threads', { media_type: 'TEXT', text: 'a', ...reader }))).toBe(10)
  })
})

describe('a refresh', () => {
  test('gives a new token of 60 days and leaves the old one its time', async () => {
    const { clock, get } = asking()
    const { body } = await get('/refresh_access_token', refresh)
    expect(body).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 60 * 86_400 })
    expect(body.access_token).not.toBe(SOCIAL_TOKEN)
    const fresh = { access_token: String(body.access_token) }
    expect((await get('/v1.0/me')).status).toBe(200)
    expect((await get('/v1.0/me', fresh)).status).toBe(200)
    clock.advance(40 * DAY)
    expect(getCode(await get('/v1.0/me'))).toBe(190)
    expect((await get('/v1.0/me', fresh)).status).toBe(200)
  })

  test('requires an age of 24 hours', async () => {
    const { clock, get } = asking({ tokenDaysLeft: 60 })
    clock.advance(DAY - 1)
    expect(getCode(await get('/refresh_access_token', refresh))).toBe(100)
    clock.advance(1)
    expect((await get('/refresh_access_token', refresh)).status).toBe(200)
  })

  test('comes too late for an expired token', async () => {
    const { get } = asking({ tokenDaysLeft: 0 })
    expect(getCode(await get('/refresh_access_token', refresh))).toBe(190)
  })

  test('can be switched to revoke the old token, or to keep its string', async () => {
    const { threads, get, clock } = asking({ tokenDaysLeft: 5 })
    threads.switches.refresh = 'same'
    expect((await get('/refresh_access_token', refresh)).body.access_token).toBe(SOCIAL_TOKEN)
    clock.advance(6 * DAY)
    threads.switches.refresh = 'revoke'
    expect((await get('/refresh_access_token', refresh)).status).toBe(200)
    expect(getCode(await get('/v1.0/me'))).toBe(190)
  })

  test('has no version in its path', async () => {
    const { threads, get } = asking()
    expect((await get('/v1.0/me/refresh_access_token', refresh)).status).toBe(404)
    expect(threads.unexpected).toHaveLength(1)
    expect((await get('/v1.0/refresh_access_token', refresh)).status).toBe(400)
  })
})

describe('the way to a long-lived token', () => {
  const redirect_uri = 'https://gateway.example/connected'
  const exchangeCode = (code: string) => ({
    client_id: APP_ID,
    client_secret: APP_SECRET,
    grant_type: 'authorization_code',
    redirect_uri,
    code,
  })

  test('goes from a code of one use over a token of one hour', async () => {
    const { clock, threads, get, post } = asking()
    const code = threads.state.tokens.authorize(redirect_uri)
    const { body } = await post('/oauth/access_token', exchangeCode(code))
    expect(body).toEqual({ access_token: expect.any(String), user_id: USER_ID })
    expect(getCode(await post('/oauth/access_token', exchangeCode(code)))).toBe(100)

    const short = { access_token: String(body.access_token) }
    const exchange = { grant_type: 'th_exchange_token', client_secret: APP_SECRET, ...short }
    expect((await get('/access_token', exchange)).body.expires_in).toBe(60 * 86_400)
    clock.advance(HOUR)
    expect(getCode(await get('/access_token', exchange))).toBe(190)
    expect(getCode(await get('/v1.0/me', short))).toBe(190)
  })

  test('refuses a code after an hour, and another redirect URI', async () => {
    const { clock, threads, post } = asking()
    const other = threads.state.tokens.authorize('https://elsewhere.example/')
    expect(getCode(await post('/oauth/access_token', exchangeCode(other)))).toBe(100)
    const late = threads.state.tokens.authorize(redirect_uri)
    clock.advance(HOUR)
    expect(getCode(await post('/oauth/access_token', exchangeCode(late)))).toBe(100)
  })

  test('a token contains its dates', async () => {
    const { clock, get } = asking()
    const { body } = await get('/debug_token', { input_token: SOCIAL_TOKEN })
    expect(body.data).toMatchObject({ is_valid: true, user_id: USER_ID, expires_at: clock.now() / 1000 + 40 * 86_400 })
  })
})
