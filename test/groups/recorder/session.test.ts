import { describe, expect, it } from 'vitest'
import { Clock } from '../../simulators/clock.ts'
import {
  EU_ACCOUNT,
  EU_BROWSER_SESSION,
  EU_REFRESH_TOKEN,
  EU_USER_TOKEN,
  EU_WORKSPACE_TOKEN,
  ownClaims,
  readToken,
  recorderToken,
} from '../../simulators/recorder/index.ts'
import type { Call } from '../../simulators/simulator.ts'
import { type Connected, calls, connected, leaveNothingBehind, lines } from './connected.ts'

/**
 * The session scheme of 2026: a workspace token that is valid for a day, and a refresh token for 30 days
 * (docs/spec/recorder.md, "The token").
 */

leaveNothingBehind()

const DAY = 86_400_000

const refreshes = ({ url }: Call) => url.pathname.startsWith('/user-app/auth/workspace/refresh/')
const mints = ({ url }: Call) => url.pathname.startsWith('/user-app/auth/workspace/token/')
const bearer = ({ headers }: Call) => headers.get('Authorization')?.replace('Bearer ', '') ?? ''

describe('a refresh token', () => {
  it('opens the account without another token, renewed once for many requests', async () => {
    const deployment = connected({ token: EU_REFRESH_TOKEN })
    for (let request = 0; request < 3; request++) expect((await deployment.get('/devices')).status).toBe(200)
    const { workspace_id } = EU_ACCOUNT.workspaces[1] ?? {}
    expect(lines(deployment.plaud.calls)[0]).toBe(`POST /user-app/auth/workspace/refresh/${workspace_id}`)
    expect(deployment.plaud.calls[0]?.body).toBe('{}')
    expect(deployment.plaud.state.refreshes).toBe(1)
    expect(readToken(bearer(calls(deployment)[0] as Call))?.typ).toBe('WT')
  })

  it('is used once the pasted workspace token expired, by one of fifty concurrent requests', async () => {
    const { get, plaud, world } = connected({ token: EU_BROWSER_SESSION })
    await get('/devices')
    expect(plaud.calls.map(bearer)).toEqual([EU_WORKSPACE_TOKEN])
    world.clock.advance(DAY)
    const answers = await Promise.all(Array.from({ length: 50 }, () => get('/devices')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect([plaud.state.refreshes, plaud.state.mints]).toEqual([1, 0])
  })

  it('is replaced at each use, so that the account lives on beyond its 30 days', async () => {
    const { get, another, plaud, world } = connected({ token: EU_REFRESH_TOKEN })
    for (let day = 0; day < 60; day += 6) {
      const { get: ask } = day % 12 ? another() : { get }
      expect((await ask('/devices')).status).toBe(200)
      world.clock.advance(6 * DAY)
    }
    expect(plaud.state.refreshes).toBe(10)
    expect(new Set(plaud.calls.filter(refreshes).map(bearer)).size).toBe(10)
  })

  it('that the product does not replace is used until it expires, then the caller is told to reconnect', async () => {
    const { get, plaud, world } = connected({ token: EU_REFRESH_TOKEN, switches: { rotation: 'kept' } })
    for (const days of [0, 2, 5]) {
      world.clock.advance(days * DAY)
      expect((await get('/devices')).status).toBe(200)
    }
    expect(new Set(plaud.calls.filter(refreshes).map(bearer))).toEqual(new Set([EU_REFRESH_TOKEN]))
    world.clock.advance(20 * DAY)
    const { status, json } = await get('/devices')
    expect([status, json.error]).toEqual([401, expect.stringMatching(/reconnect/)])
  })

  it('of a mint keeps an account connected whose user token expired', async () => {
    const token = recorderToken({ typ: 'UT', ...ownClaims(EU_ACCOUNT), exp: Date.parse('2026-11-22T09:00:00Z') / 1000 })
    const { get, plaud, world } = connected({ token })
    for (let day = 0; day < 3; day++) {
      expect((await get('/devices')).status).toBe(200)
      world.clock.advance(DAY)
    }
    expect([plaud.state.mints, plaud.state.refreshes]).toEqual([1, 2])
  })

  it('stays beside a user token that the product has dropped', async () => {
    const token = JSON.stringify([
      recorderToken({ typ: 'UT', ...ownClaims(EU_ACCOUNT) }),
      JSON.parse(EU_BROWSER_SESSION),
    ])
    const { get, plaud, world } = connected({ token })
    plaud.fail({ kind: 'status', status: 401 }, { on: ({ url }) => url.pathname.startsWith('/team-app/') })
    world.clock.advance(DAY)
    expect((await get('/devices')).status).toBe(200)
    expect(plaud.state.refreshes).toBe(1)
  })
})

describe('the end of a session', () => {
  const FIFTH = '2026-11-27T09:00:00.000Z'
  const ending = recorderToken({ typ: 'WRT', ...ownClaims(EU_ACCOUNT), exp: Date.parse(FIFTH) / 1000 })
  const end = async ({ get }: Connected) => (await get('/doctor')).json.token.expires_at

  it('stays when a refresh token is replaced without a later end, whatever the response promises', async () => {
    const deployment = connected({ token: ending, switches: { refreshEnd: 'fixed' } })
    expect((await deployment.get('/devices')).status).toBe(200)
    expect(await end(deployment)).toBe(FIFTH)
  })

  const NOW = new Clock().now() / 1000

  it.each([
    ['seconds', { refresh_expires_in: 3 * 86_400 }, '2026-11-24T09:00:00.000Z'],
    ['seconds as text', { refresh_expires_in: String(3 * 86_400) }, '2026-11-24T09:00:00.000Z'],
    ['a time', { refresh_expires_in: 2_592_000, refresh_expires_at: NOW + 86_400 }, '2026-11-22T09:00:00.000Z'],
    ['a time in milliseconds', { refresh_expires_at: (NOW + 86_400) * 1000 }, '2026-11-22T09:00:00.000Z'],
    ['never', { refresh_expires_in: -1, refresh_expires_at: -1 }, FIFTH],
    ['nothing', {}, FIFTH],
  ])('is the earliest that the product says: %s', async (_, said, expected) => {
    const deployment = connected({ token: EU_REFRESH_TOKEN })
    const data = { workspace_token: EU_WORKSPACE_TOKEN, refresh_token: ending, ...said }
    const body = JSON.stringify({ status: 0, data })
    deployment.plaud.fail({ kind: 'status', status: 200, body }, { on: refreshes })
    await deployment.get('/devices')
    expect(await end(deployment)).toBe(expected)
  })

  it('of a workspace token is its own, so that one which the product did not renew is not used for longer', async () => {
    const { get, plaud, world } = connected({ token: EU_REFRESH_TOKEN })
    const data = { workspace_token: EU_WORKSPACE_TOKEN, expires_in: 5 * 86_400 }
    plaud.fail({ kind: 'status', status: 200, body: JSON.stringify({ status: 0, data }) }, { on: refreshes, times: 1 })
    expect((await get('/devices')).status).toBe(200)
    world.clock.advance(2 * DAY)
    await get('/devices')
    expect(plaud.calls.filter(refreshes)).toHaveLength(2)
    expect(plaud.calls.filter(({ url }) => url.pathname === '/device/list').map(bearer)[1]).not.toBe(EU_WORKSPACE_TOKEN)
  })
})

describe('the lost response of a refresh', () => {
  const lost = { kind: 'cut' } as const

  it('is requested again while the old refresh token is still valid', async () => {
    const { get, plaud } = connected({ token: EU_REFRESH_TOKEN, switches: { rotation: 'overlapping' } })
    plaud.fail(lost, { on: refreshes, times: 1 })
    expect((await get('/devices')).status).toBe(502)
    expect((await get('/devices')).status).toBe(200)
    expect(plaud.calls.filter(refreshes).map(bearer)).toEqual([EU_REFRESH_TOKEN, EU_REFRESH_TOKEN])
  })

  it('says nothing about the tokens, and the next request uses the user token', async () => {
    const tokens = [EU_USER_TOKEN, ...JSON.parse(EU_BROWSER_SESSION)]
    const { get, plaud, world } = connected({ token: JSON.stringify(tokens) })
    plaud.fail(lost, { on: refreshes, times: 1 })
    world.clock.advance(DAY)
    expect((await get('/devices')).status).toBe(502)
    expect(plaud.calls.filter(mints)).toEqual([])
    expect((await get('/files?limit=1')).json.data_file_list).toHaveLength(1)
    expect(plaud.state.mints).toBe(1)
  })

  it('is repeated when the connection broke, since the old token works or is dead whatever is sent', async () => {
    const { get, plaud } = connected({ token: EU_REFRESH_TOKEN })
    plaud.fail({ kind: 'network' }, { on: refreshes, times: 1 })
    expect((await get('/devices')).status).toBe(200)
  })

  it('disconnects an account without another token: the caller is told to reconnect', async () => {
    const { get, plaud } = connected({ token: EU_REFRESH_TOKEN })
    plaud.fail(lost, { on: refreshes, times: 1 })
    await get('/devices')
    const { status, json } = await get('/devices')
    expect([status, json.error]).toEqual([401, expect.stringMatching(/reconnect/)])
  })
})

it.each([404, 403, 400, 409])(
  'a refresh that fails with %i is 502: it says nothing about a recording',
  async (status) => {
    const { get, plaud } = connected({ token: EU_REFRESH_TOKEN })
    plaud.fail({ kind: 'status', status }, { on: refreshes })
    const answer = await get('/files/0123456789abcdef0123456789abcdef')
    expect([answer.status, answer.json.error]).toEqual([
      502,
      expect.stringMatching(/^the recorder service gave no work/),
    ])
  },
)

describe('an expired workspace token with HTTP 401', () => {
  it.each([
    ['a user token', EU_USER_TOKEN],
    ['a browser session', EU_BROWSER_SESSION],
  ])('is renewed once, for an account of %s', async (_, token) => {
    const deployment = connected({ token, switches: { deadWorkspaceToken: 'detail' } })
    await deployment.get('/devices')
    const elsewhere = await deployment.plaud.fetch(
      new Request(`https://api-euc1.plaud.ai/user-app/auth/workspace/token/${EU_ACCOUNT.workspaces[1]?.workspace_id}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${EU_USER_TOKEN}`,
          'User-Agent': 'Mozilla/5.0 (X11)',
          'Content-Type': 'application/json',
        },
        body: '{}',
      }),
    )
    expect(elsewhere.status).toBe(200)
    const { status } = await deployment.send('POST', '/tags', { name: 'Trips' })
    // The browser's own exchange ended the refresh token beside the workspace token as well.
    expect(status).toBe(token === EU_USER_TOKEN ? 201 : 401)
  })

  it('after the renewal as well is 401, after one renewal, and the next request calls again', async () => {
    const { get, plaud } = connected({ token: EU_USER_TOKEN })
    plaud.fail({ kind: 'status', status: 401 }, { on: ({ url }) => url.pathname === '/device/list', times: 2 })
    const { status, json } = await get('/devices')
    expect([status, json.error]).toEqual([401, expect.stringMatching(/reconnect/)])
    expect(plaud.state.mints).toBe(2)
    expect((await get('/devices')).status).toBe(200)
  })

  it.each([
    ['-3999', 'invalid or session expired, re-exchange required'],
    ['-77', 'Session expired'],
  ])("is reported by %s as well, with the product's message", async (status, msg) => {
    const { get, plaud } = connected({ token: EU_USER_TOKEN })
    const body = JSON.stringify({ status: Number(status), msg })
    plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname === '/device/list', times: 1 })
    expect((await get('/devices')).status).toBe(200)
    expect(plaud.state.mints).toBe(2)
  })
})

it.each(['desktop', 'ios'])('app-platform follows the client of the token: %s', async (client_id) => {
  const deployment = connected({ token: recorderToken({ typ: 'UT', ...ownClaims(EU_ACCOUNT), client_id }) })
  expect((await deployment.get('/devices')).status).toBe(200)
  expect((await deployment.get('/user/me')).status).toBe(200)
  expect(new Set(deployment.plaud.calls.map(({ headers }) => headers.get('app-platform')))).toEqual(
    new Set([client_id]),
  )
})

it('no token of a session is in the log or in an error', async () => {
  const { get, plaud, world } = connected({ token: EU_BROWSER_SESSION })
  const told = () => JSON.stringify({ status: -1, msg: `refused: ${plaud.calls.map(bearer).join(' ')}` })
  await get('/devices')
  world.clock.advance(DAY)
  await get('/devices')
  plaud.fail({ kind: 'status', status: 200, body: told() })
  expect((await get('/devices')).json.error).toMatch(/^refused: \*\*\*/)
  world.clock.advance(DAY)
  const { json } = await get('/devices')
  expect(json.error + world.log.join()).not.toContain('eyJ')
})
