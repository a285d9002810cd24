import { describe, expect, it, vi } from 'vitest'
import {
  alarmAt,
  type Connected,
  connected,
  connectInStore,
  errorBody,
  getToken,
  isUpkeep,
  leaveNothingBehind,
  refreshes,
  ring,
  withoutDeadlines,
} from '../../../../groups/social/connected.ts'
import type { Call } from '../../../../simulators/simulator.ts'
import { SOCIAL_TOKEN } from '../../../../simulators/social/index.ts'

/**
 * "ACCOUNTS refreshes the long-lived token in the last tenth of its lifetime" (docs/spec/social.md, "Failures"): on
 * use, and by its alarm.
 */

leaveNothingBehind()

const HOUR = 3_600_000
const DAY = 24 * HOUR
const RECONNECT = 'the social account was rejected by its service: reconnect it at https://latchkey.test/#social'

const isDebug = ({ url }: Call) => url.pathname === '/debug_token'
const isRefresh = ({ url }: Call) => url.pathname === '/refresh_access_token'
const upkeep = ({ threads }: Connected) => threads.calls.filter(isUpkeep).map(({ url }) => url.pathname)

/** The token of the latest requested call. */
const usedLast = ({ threads }: Connected) => {
  const call = threads.calls.findLast((candidate) => !isUpkeep(candidate))
  return call && getToken(call)
}

describe('on use', () => {
  it('a token with more than six days left is checked once, and not refreshed', async () => {
    const deployment = connected({ tokenDaysLeft: 40 })
    await deployment.get('/me')
    await deployment.get('/me')
    await deployment.another().get('/me')
    expect(upkeep(deployment)).toEqual(['/debug_token'])
    expect(usedLast(deployment)).toBe(SOCIAL_TOKEN)
  })

  it('a token is refreshed when six days are left, and not a moment before', async () => {
    const deployment = connected({ tokenDaysLeft: 40 })
    await deployment.get('/me')
    deployment.world.clock.advance(34 * DAY - 1)
    await deployment.get('/me')
    expect(refreshes(deployment)).toBe(0)
    deployment.world.clock.advance(1)
    await deployment.get('/me')
    expect(refreshes(deployment)).toBe(1)
    expect(usedLast(deployment)).not.toBe(SOCIAL_TOKEN)
  })

  it('is refreshed once under fifty concurrent requests of two isolates', async () => {
    const deployment = connected({ tokenDaysLeft: 5 })
    withoutDeadlines()
    const other = deployment.another()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 ? other : deployment).get('/limits')),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
    expect(refreshes(deployment)).toBe(1)
    const used = new Set(deployment.threads.calls.filter((call) => !isUpkeep(call)).map(getToken))
    expect(used.size).toBe(1)
    expect(used).not.toContain(SOCIAL_TOKEN)
  })

  it('the new token is preferred from then on, in every isolate', async () => {
    const deployment = connected({ tokenDaysLeft: 5 })
    await deployment.get('/me')
    const fresh = usedLast(deployment)
    await deployment.another().get('/me')
    expect(usedLast(deployment)).toBe(fresh)
    deployment.world.clock.advance(20 * DAY)
    expect((await deployment.another().get('/me')).status).toBe(200)
    expect(usedLast(deployment)).toBe(fresh)
    expect(upkeep(deployment)).toEqual(['/debug_token', '/refresh_access_token'])
  })

  it('the hot path calls neither the product nor ACCOUNTS', async () => {
    const deployment = connected()
    await deployment.get('/me')
    const asked = vi.spyOn(deployment.env.ACCOUNTS, 'getByName')
    expect((await deployment.get('/me')).status).toBe(200)
    expect(upkeep(deployment)).toHaveLength(1)
    expect(asked).not.toHaveBeenCalled()
  })
})

describe('by the alarm', () => {
  it.each(['new', 'revoke', 'same'] as const)(
    'renews a token that nobody uses, refresh being "%s"',
    async (refresh) => {
      const deployment = connected({ tokenDaysLeft: 40 })
      await connectInStore()
      deployment.threads.switches.refresh = refresh
      await deployment.get('/me')
      const { clock } = deployment.world
      for (const end = clock.now() + 200 * DAY; clock.now() < end; ) await ring(deployment)
      expect(refreshes(deployment)).toBe(5)
      expect((await deployment.another().get('/me')).status).toBe(200)
      expect(refreshes(deployment)).toBe(5)
    },
  )

  it('refreshes six days before the expiry, and calls only for the token', async () => {
    const deployment = connected({ tokenDaysLeft: 40 })
    await connectInStore()
    await deployment.get('/me')
    const start = deployment.world.clock.now()
    await ring(deployment)
    expect(Math.floor((deployment.world.clock.now() - start) / DAY)).toBe(34)
    expect(upkeep(deployment)).toEqual(['/debug_token', '/refresh_access_token'])
    expect(deployment.threads.calls).toHaveLength(3)
    await deployment.get('/me')
    expect(usedLast(deployment)).not.toBe(SOCIAL_TOKEN)
  })

  it('tries again an hour after a refresh that failed', async () => {
    const deployment = connected({ tokenDaysLeft: 40 })
    await connectInStore()
    await deployment.get('/me')
    deployment.threads.fail({ kind: 'status', status: 500 }, { on: isRefresh })
    await ring(deployment)
    const tried = deployment.world.clock.now()
    deployment.threads.heal()
    await ring(deployment)
    expect(deployment.world.clock.now() - tried).toBeLessThan(HOUR + 60_000)
    expect(refreshes(deployment)).toBeGreaterThan(1)
    await deployment.get('/me')
    expect(usedLast(deployment)).not.toBe(SOCIAL_TOKEN)
  })

  it('does not refresh a token that is no longer connected', async () => {
    const deployment = connected({ tokenDaysLeft: 40 })
    await deployment.get('/me')
    await ring(deployment)
    await ring(deployment)
    expect(refreshes(deployment)).toBe(0)
    expect(await alarmAt()).toBeNull()
  })

  it('gives up a token that the product rejects, and logs it', async () => {
    const deployment = connected({ tokenDaysLeft: 40 })
    await connectInStore()
    await deployment.get('/me')
    deployment.world.clock.advance(50 * DAY)
    await ring(deployment)
    expect(await alarmAt()).toBeNull()
    expect(JSON.parse(deployment.world.log.at(-1) ?? '')).toMatchObject({ renewal: 'social', status: 401 })
  })

  it('is not set without CREDENTIALS_KEY: the token is used as it is', async () => {
    const deployment = connected({ tokenDaysLeft: 3 })
    await deployment.another({ CREDENTIALS_KEY: '' }).get('/me')
    expect(upkeep(deployment)).toEqual([])
    expect(await alarmAt()).toBeNull()
  })
})

describe('a refresh that', () => {
  it.each(['new', 'revoke', 'same'] as const)('is of the kind "%s" survives', async (refresh) => {
    const deployment = connected({ tokenDaysLeft: 8 })
    deployment.threads.switches.refresh = refresh
    for (let weeks = 0; weeks < 30; weeks++) {
      expect((await deployment.another().get('/me')).status).toBe(200)
      deployment.world.clock.advance(7 * DAY)
    }
    expect(refreshes(deployment)).toBe(4)
  })

  it('revoking the old token in the middle of a request does not fail that request', async () => {
    const deployment = connected({ tokenDaysLeft: 40 })
    deployment.threads.switches.refresh = 'revoke'
    withoutDeadlines()
    await deployment.get('/me')
    deployment.world.clock.advance(34 * DAY - 1)
    deployment.threads.fail({ kind: 'delay', ms: 100 }, { on: (call) => call.method === 'POST', times: 1 })
    const posting = deployment.post({ text: '잠시만요' })
    await new Promise((resolve) => setTimeout(resolve, 30))
    deployment.world.clock.advance(1)
    expect((await deployment.another().get('/me')).status).toBe(200)
    expect(refreshes(deployment)).toBe(1)
    expect((await posting).status).toBe(201)
    expect(deployment.threads.state.usage.posts).toHaveLength(1)
  })

  it.each([
    ['fails', { kind: 'status', status: 500 }],
    ['is limited', { kind: 'status', status: 429 }],
    ['is refused', { kind: 'status', status: 400, body: errorBody(100) }],
    ['is answered with a page', { kind: 'html' }],
    ['is cut', { kind: 'cut' }],
    ['is not answered', { kind: 'timeout' }],
    ['is answered without a token', { kind: 'status', status: 200, body: '{}' }],
  ] as const)('%s leaves the token in use, and is tried again after an hour', async (_, fault) => {
    const deployment = connected({ tokenDaysLeft: 5 })
    deployment.threads.fail(fault, { on: isRefresh })
    expect((await deployment.get('/me')).status).toBe(200)
    expect(usedLast(deployment)).toBe(SOCIAL_TOKEN)
    const tried = refreshes(deployment)
    expect((await deployment.another().get('/me')).status).toBe(200)
    expect(refreshes(deployment)).toBe(tried)

    deployment.threads.heal()
    deployment.world.clock.advance(HOUR)
    expect((await deployment.get('/me')).status).toBe(200)
    expect(refreshes(deployment)).toBe(tried + 1)
    expect(usedLast(deployment)).not.toBe(SOCIAL_TOKEN)
  })
})

it('a refresh that gives five days is repeated a tenth of them before the expiry', async () => {
  const deployment = connected({ tokenDaysLeft: 5 })
  const body = JSON.stringify({ access_token: SOCIAL_TOKEN, expires_in: (5 * DAY) / 1000 })
  deployment.threads.fail({ kind: 'status', status: 200, body }, { on: isRefresh })
  await deployment.get('/me')
  await deployment.another().get('/me')
  deployment.world.clock.advance(4.5 * DAY - 1)
  await deployment.get('/me')
  expect(refreshes(deployment)).toBe(1)
  deployment.world.clock.advance(1)
  await deployment.get('/me')
  expect(refreshes(deployment)).toBe(2)
})

it('a refresh that gives a day or less is not repeated before the product allows it', async () => {
  const deployment = connected({ tokenDaysLeft: 5 })
  const body = JSON.stringify({ access_token: SOCIAL_TOKEN, expires_in: (1.05 * DAY) / 1000 })
  deployment.threads.fail({ kind: 'status', status: 200, body }, { on: isRefresh })
  await deployment.get('/me')
  deployment.world.clock.advance(DAY - 1)
  await deployment.another().get('/me')
  expect(refreshes(deployment)).toBe(1)
  deployment.world.clock.advance(1)
  await deployment.get('/me')
  expect(refreshes(deployment)).toBe(2)
})

describe('the age of SOCIAL_TOKEN', () => {
  it.each([
    ['refuses', { kind: 'status', status: 400, body: errorBody(100) }],
    ['forbids', { kind: 'status', status: 400, body: errorBody(10) }],
    ['does not know the question', { kind: 'status', status: 404 }],
    ['answers without it', { kind: 'status', status: 200, body: '{"data":{"is_valid":true}}' }],
    ['says that it never ends', { kind: 'status', status: 200, body: '{"data":{"expires_at":0}}' }],
  ] as const)('is shown by a refresh when the product %s', async (_, fault) => {
    const deployment = connected({ tokenDaysLeft: 40 })
    deployment.threads.fail(fault, { on: isDebug })
    await deployment.get('/me')
    await deployment.another().get('/me')
    expect(upkeep(deployment)).toEqual(['/debug_token', '/refresh_access_token'])
    deployment.world.clock.advance(49 * DAY)
    await deployment.another().get('/me')
    expect(refreshes(deployment)).toBe(1)
  })

  it('of less than a day is not refreshed until it can be', async () => {
    const deployment = connected({ tokenDaysLeft: 60 })
    deployment.threads.fail({ kind: 'status', status: 404 }, { on: isDebug })
    expect((await deployment.get('/me')).status).toBe(200)
    expect(usedLast(deployment)).toBe(SOCIAL_TOKEN)
    deployment.world.clock.advance(DAY)
    await deployment.get('/me')
    expect(usedLast(deployment)).not.toBe(SOCIAL_TOKEN)
  })

  it('that cannot be learnt now is learnt an hour later, without a refresh', async () => {
    const deployment = connected({ tokenDaysLeft: 40 })
    deployment.threads.fail({ kind: 'status', status: 500 }, { on: isDebug })
    expect((await deployment.get('/me')).status).toBe(200)
    deployment.threads.heal()
    deployment.world.clock.advance(HOUR)
    await deployment.get('/me')
    expect(upkeep(deployment)).toEqual(['/debug_token', '/debug_token'])
  })
})

describe('an expired token', () => {
  it('is 401 and says to reconnect', async () => {
    const deployment = connected({ tokenDaysLeft: 0 })
    for (const answer of [await deployment.get('/me'), await deployment.post({ text: '안녕' })]) {
      expect([answer.status, answer.json.error]).toEqual([401, RECONNECT])
    }
    expect(deployment.threads.state.usage.posts).toEqual([])
  })

  it('is 401 too when it expired after its last use', async () => {
    const deployment = connected({ tokenDaysLeft: 40 })
    await deployment.get('/me')
    deployment.world.clock.advance(40 * DAY)
    expect((await deployment.get('/me')).json.error).toBe(RECONNECT)
    expect((await deployment.another().get('/me')).json.error).toBe(RECONNECT)
  })

  it('is read about once per request', async () => {
    const deployment = connected({ tokenDaysLeft: 40 })
    await deployment.get('/me')
    const token = deployment.threads.state.tokens.all.get(SOCIAL_TOKEN)
    if (token) token.revoked = true
    const before = deployment.threads.calls.length
    expect((await deployment.get('/me')).status).toBe(401)
    expect(deployment.threads.calls.length - before).toBe(1)
  })
})
