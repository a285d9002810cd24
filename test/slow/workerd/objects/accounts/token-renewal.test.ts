import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Env } from '../../../../../src/base/env.ts'
import { unwrap } from '../../../../../src/base/errors.ts'
import { platform } from '../../../../../src/base/platform.ts'
import { getSettings, Settings } from '../../../../../src/base/settings.ts'
import { AccountOrigin } from '../../../../../src/objects/accounts/records.ts'
import { TokenRenewal, TokenStore } from '../../../../../src/objects/accounts/tokens.ts'
import { dropCachedCredentials, storeCredentials } from '../../../../../src/upstream/credentials.ts'
import { CLOSED_MS } from '../../../../../src/upstream/data-key.ts'
import { writeRecord } from '../../../../../src/upstream/store.ts'
import { Clock } from '../../../../simulators/clock.ts'
import {
  createPlaud,
  EU_BROWSER_SESSION,
  EU_REFRESH_TOKEN,
  EU_USER_TOKEN,
  EU_WORKSPACE_TOKEN,
  type PlaudSimulator,
  readToken,
} from '../../../../simulators/recorder/index.ts'
import { freshDeployment } from '../../../../support/fresh.ts'
import { OBJECTS } from '../../../../support/objects.ts'
import { createWorldAt, expectNothingUnexpected, holdDeadlines, type World } from '../../../../support/world.ts'

/** "ACCOUNTS renews ahead of the expiry, by the object's own alarm" (docs/spec/recorder.md, "The token"). */

const ENV = env as unknown as Env
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The alarm is set a little late, so that the object's own clock has reached its time. */
const LATE = 5_000

let world: World
let plaud: PlaudSimulator

beforeEach(() => {
  const clock = new Clock()
  plaud = createPlaud({ clock })
  world = createWorldAt(clock, plaud)
  holdDeadlines()
})
afterEach(async () => {
  expectNothingUnexpected(world)
  vi.restoreAllMocks()
  await freshDeployment()
})

const object = () => OBJECTS.ACCOUNTS.getByName('recorder/jonas')
const ask = (connected = EU_REFRESH_TOKEN) => object().token('recorder', connected, {})
const alarmAt = () => runInDurableObject(object(), (_, { storage }) => storage.getAlarm())
const kept = () =>
  runInDurableObject(object(), async (_, { storage }) => [...(await storage.list({ prefix: 'token/' })).keys()])
const now = () => world.clock.now()

async function getToken(answer: ReturnType<typeof ask>): Promise<string> {
  return unwrap(await answer).token
}

/** As the management of accounts does: from then on this is the account's token. */
const connect = (token: string) => storeCredentials(getSettings(ENV), 'recorder', { RECORDER_TOKEN: token })

/** Lets the time pass until the alarm is due, and rings it. */
async function ring(): Promise<void> {
  const at = await alarmAt()
  if (at === null) throw new Error('no alarm is set')
  world.clock.advance(at - now())
  expect(await runDurableObjectAlarm(object())).toBe(true)
}

describe('the alarm', () => {
  it('is set a tenth of its day before the workspace token expires, whether it was renewed or pasted', async () => {
    await ask()
    expect(await alarmAt()).toBe(now() + 0.9 * DAY + LATE)
    await freshDeployment()
    expect(await getToken(ask(EU_BROWSER_SESSION))).toBe(EU_WORKSPACE_TOKEN)
    expect(await alarmAt()).toBe(Date.parse('2026-11-22T00:00:00Z') - 0.1 * DAY + LATE)
  })

  it('renews an account that nobody uses for 60 days', async () => {
    await connect(EU_BROWSER_SESSION)
    await ask(EU_BROWSER_SESSION)
    for (let day = 0; day < 60; day++) await ring()
    expect(plaud.state.refreshes).toBe(60)
    const token = await getToken(ask(EU_BROWSER_SESSION))
    expect(plaud.state.refreshes).toBe(60)
    expect((readToken(token)?.exp ?? 0) * 1000).toBeGreaterThan(now() + 23 * HOUR - MINUTE)
    expect(await kept()).toHaveLength(1)
  })

  it('renews a user token as well, by exchange', async () => {
    await connect(EU_USER_TOKEN)
    await ask(EU_USER_TOKEN)
    await ring()
    expect(plaud.state.mints).toBe(2)
  })

  it('that rings while a request renews joins that renewal', async () => {
    await connect(EU_REFRESH_TOKEN)
    const first = await getToken(ask())
    const at = (await alarmAt()) ?? 0
    world.clock.advance(at - now())
    const [token] = await Promise.all([
      getToken(object().token('recorder', EU_REFRESH_TOKEN, { refused: first })),
      runDurableObjectAlarm(object()),
    ])
    expect(token).not.toBe(first)
    expect(plaud.state.refreshes).toBe(2)
  })

  it('waits as long as CREDENTIALS_KEY is wrong, which counts as no failure, and then renews', async () => {
    await connect(EU_REFRESH_TOKEN)
    await ask()
    const setKey = (CREDENTIALS_KEY: string) =>
      runInDurableObject(object(), (instance) =>
        Object.assign((instance as unknown as { env: Env }).env, { CREDENTIALS_KEY }),
      )
    const { CREDENTIALS_KEY = '' } = ENV
    await setKey(btoa('w'.repeat(32)))
    try {
      // More often than a failing renewal is tried.
      for (let time = 0; time < 60; time++) {
        await ring()
        expect(await alarmAt()).toBe(now() + CLOSED_MS)
      }
    } finally {
      await setKey(CREDENTIALS_KEY)
    }
    expect(plaud.state.refreshes).toBe(1)
    await ring()
    expect(plaud.state.refreshes).toBe(2)
  })

  it('that the platform lost is set again by the next use', async () => {
    await connect(EU_REFRESH_TOKEN)
    await ask()
    world.clock.advance(((await alarmAt()) ?? 0) - now() + MINUTE)
    await runInDurableObject(object(), (_, { storage }) => storage.setAlarm(now() - MINUTE))
    await ask()
    expect(await alarmAt()).toBeGreaterThanOrEqual(now())
  })

  it('that fires too early by the clock of the object does nothing, and the next use sets it again', async () => {
    await connect(EU_REFRESH_TOKEN)
    await ask()
    const at = await alarmAt()
    await runDurableObjectAlarm(object())
    expect([plaud.state.refreshes, await alarmAt()]).toEqual([1, null])
    await ask()
    expect([plaud.state.refreshes, await alarmAt()]).toEqual([1, at])
  })
})

describe('a token that lives shortly', () => {
  /**
   * Simulates a time in which the account is used at an interval and its alarms fire. Returns how often it was renewed.
   */
  async function renewalsIn(time: number, useEvery: number): Promise<number> {
    await connect(EU_REFRESH_TOKEN)
    const end = now() + time
    for (let use = now(); use < end && plaud.state.refreshes < 1_000; ) {
      const alarm = (await alarmAt()) ?? Infinity
      world.clock.advance(Math.max(0, Math.min(use, alarm) - now()))
      if (alarm <= use) await runDurableObjectAlarm(object())
      else {
        await getToken(ask())
        use += useEvery
      }
    }
    return plaud.state.refreshes
  }

  it.each([
    ['an hour', 3_600, DAY, 26, 27],
    ['half an hour', 1_800, DAY, 52, 55],
    ['a minute', 60, 4 * HOUR, 1, 48],
    ['no time at all', 0, 4 * HOUR, 1, 48],
    ['until a minute ago', -60, 4 * HOUR, 1, 48],
  ])(
    'of %s is renewed in the last tenth of it, and no sooner than 5 minutes after the last time',
    async (_, life, time, least, most) => {
      plaud.switches.workspaceTokenLife = life
      const renewals = await renewalsIn(time, time / 120)
      expect(renewals).toBeGreaterThanOrEqual(least)
      expect(renewals).toBeLessThanOrEqual(most)
    },
  )

  it('is renewed as rarely without any use', async () => {
    plaud.switches.workspaceTokenLife = 3_600
    expect(await renewalsIn(DAY, DAY)).toBeLessThanOrEqual(27)
  })
})

describe('an account whose renewals fail', () => {
  it('is tried with a growing backoff, and its callers get the error at once in the meantime', async () => {
    plaud.fail({ kind: 'status', status: 429 })
    const end = now() + HOUR
    while (now() < end) {
      expect(await ask()).toMatchObject({ ok: false, status: 429 })
      world.clock.advance(10_000)
    }
    const tries = plaud.calls.filter(({ url }) => url.pathname.includes('/workspace/refresh/')).length
    // The client itself repeats a read that is limited, 3 times at most.
    expect(tries).toBeLessThanOrEqual(3 * 19)
    plaud.heal()
    world.clock.advance(5 * MINUTE)
    expect(await ask()).toMatchObject({ ok: true })
  })

  it('and is used: the alarm is not set sooner than its own wait', async () => {
    await connect(EU_REFRESH_TOKEN)
    await ask()
    plaud.fail({ kind: 'status', status: 401 })
    await ring()
    expect(await alarmAt()).toBeNull()
    const tries = () => plaud.calls.length
    const before = tries()
    for (let minute = 0; minute < 60; minute++) {
      await ask()
      const at = await alarmAt()
      if (at !== null && at <= now()) await runDurableObjectAlarm(object())
      world.clock.advance(MINUTE)
    }
    expect(tries() - before).toBeLessThanOrEqual(2 * 3)
  })
})

describe('a response to a refresh', () => {
  const isRefresh = ({ url }: { url: URL }) => url.pathname.includes('/workspace/refresh/')
  const stored = () =>
    runInDurableObject(object(), (_, { storage }) =>
      new TokenStore<{ refresh?: { token: string } }>(storage, getSettings(ENV)).read(EU_REFRESH_TOKEN),
    )

  it('that names its token access_token is taken', async () => {
    const data = { access_token: 'test-access', expires_in: 86_400, refresh_token: 'test-refresh' }
    plaud.fail({ kind: 'status', status: 200, body: JSON.stringify({ status: 0, data }) }, { on: isRefresh })
    expect(await getToken(ask())).toBe('test-access')
    expect((await stored())?.refresh?.token).toBe('test-refresh')
  })

  it('that lacks its token is 502, and its new refresh token is stored anyway', async () => {
    const data = { refresh_token: 'test-refresh', refresh_expires_in: 2_592_000 }
    plaud.fail({ kind: 'status', status: 200, body: JSON.stringify({ status: 0, data }) }, { on: isRefresh, times: 1 })
    expect(await ask()).toMatchObject({ ok: false, status: 502, message: expect.stringContaining('workspace_token') })
    expect((await stored())?.refresh?.token).toBe('test-refresh')
    expect(JSON.stringify(await ask())).not.toContain('test-refresh')
    const bearer = plaud.calls.filter(isRefresh).at(1)?.headers.get('Authorization')
    expect(bearer).toMatch(/^bearer test-refresh$/i)
  })
})

describe('an account that was connected before', () => {
  it('is not renewed when none is connected any more, and is deleted an hour later', async () => {
    await ask()
    await ring()
    expect([await alarmAt(), (await kept()).length]).toEqual([now() + HOUR, 1])
    await ring()
    expect([plaud.state.refreshes, await alarmAt(), await kept()]).toEqual([1, null, []])
  })

  it('is not deleted after one read of STORE: that may be late', async () => {
    await ask()
    await ring()
    await connect(EU_REFRESH_TOKEN)
    await ring()
    expect([plaud.state.refreshes, (await kept()).length]).toEqual([2, 1])
  })

  it('is deleted when another token is connected, whose own is stored', async () => {
    await ask()
    await connect(EU_USER_TOKEN)
    await ask(EU_USER_TOKEN)
    expect(await kept()).toHaveLength(2)
    await ring()
    await ring()
    expect([plaud.state.mints, await kept()]).toEqual([3, [expect.any(String)]])
    expect(plaud.state.refreshes).toBe(1)
  })
})

describe('a failed renewal ahead of the expiry', () => {
  it('is tried again after 10 minutes, 20 ... six hours, and the token at hand serves as long as it lives', async () => {
    await connect(EU_REFRESH_TOKEN)
    const token = await getToken(ask())
    plaud.fail({ kind: 'status', status: 500 })
    const waits = []
    for (let time = 0; time < 8; time++) {
      await ring()
      waits.push(((await alarmAt()) ?? 0) - now())
      if (time < 2) expect(await getToken(ask())).toBe(token)
    }
    expect(waits.map((ms) => ms / MINUTE)).toEqual([10, 20, 40, 80, 160, 320, 360, 360])
    plaud.heal()
    await ring()
    expect(await getToken(ask())).not.toBe(token)
    expect(await alarmAt()).toBe(now() + 0.9 * DAY + LATE)
  })

  it('does not replace a valid workspace token by a user token', async () => {
    await connect(EU_USER_TOKEN)
    const token = await getToken(ask(EU_USER_TOKEN))
    plaud.fail({ kind: 'status', status: 500 })
    await ring()
    expect(plaud.calls.length).toBeGreaterThan(2)
    expect(await getToken(ask(EU_USER_TOKEN))).toBe(token)
  })

  it('because the account is rejected is not repeated, and is logged without any token', async () => {
    await connect(EU_REFRESH_TOKEN)
    await ask()
    plaud.fail({ kind: 'status', status: 401 })
    await ring()
    expect(await alarmAt()).toBeNull()
    expect(world.log).toEqual(['{"renewal":"recorder","status":401,"reason":"upstream 401"}'])
  })
})

describe('what leaves the object', () => {
  it('is no refresh token', async () => {
    const outcome = await ask()
    expect(outcome).toMatchObject({ ok: true, value: { isFresh: true, endsAt: now() + 30 * DAY } })
    expect(JSON.stringify(outcome)).not.toContain(btoa('{"alg":"HS256","typ":"WRT"}').replaceAll('=', ''))
  })
})

describe('without a CREDENTIALS_KEY that works', () => {
  const renewalUnder = <Value>(CREDENTIALS_KEY: string, work: (renewal: TokenRenewal) => Promise<Value>) =>
    runInDurableObject(object(), (_, { storage }) =>
      work(new TokenRenewal(storage, new AccountOrigin(storage), new Settings({ ...ENV, CREDENTIALS_KEY }), platform)),
    )

  it.each([
    ['', EU_REFRESH_TOKEN, 'CREDENTIALS_KEY is not set: the refresh token in RECORDER_TOKEN is replaced'],
    ['short', EU_REFRESH_TOKEN, 'CREDENTIALS_KEY must be 32 bytes in base64'],
    ['short', EU_USER_TOKEN, 'CREDENTIALS_KEY must be 32 bytes in base64'],
  ])('%j: no token is used whose successor cannot be stored', async (key, connected, message) => {
    await renewalUnder(key, async (renewal) => {
      await expect(renewal.token('recorder', connected, {})).rejects.toMatchObject({
        status: 500,
        message: expect.stringContaining(message),
      })
    })
    expect(plaud.calls).toEqual([])
  })

  it('a user token is exchanged anyway, and no alarm is set', async () => {
    await renewalUnder('', async (renewal) => {
      const { token } = await renewal.token('recorder', EU_USER_TOKEN, {})
      expect(readToken(token)?.typ).toBe('WT')
      expect(await renewal.token('recorder', EU_USER_TOKEN, {})).toMatchObject({ token, isFresh: false })
    })
    expect(await alarmAt()).toBeNull()
  })
})

it('an account that cannot be read now is tried again later', async () => {
  await connect(EU_REFRESH_TOKEN)
  await ask()
  await writeRecord(getSettings(ENV), 'credentials/recorder', '{}')
  dropCachedCredentials(getSettings(ENV), 'recorder')
  await ring()
  expect(await alarmAt()).toBe(now() + 10 * MINUTE)
  expect(await kept()).toHaveLength(1)
})
