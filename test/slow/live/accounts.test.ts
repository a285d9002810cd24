import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CLOCK_HEADER } from '../../../scripts/support/clock-module.ts'
import { startWithEmptyData } from '../../../src/upstream/data-key.ts'
import { runningClock } from '../../simulators/clock.ts'
import { createPlaud, EU_USER_TOKEN, type PlaudSimulator } from '../../simulators/recorder/index.ts'
import type { Call } from '../../simulators/simulator.ts'
import { createThreads, SOCIAL_TOKEN } from '../../simulators/social/index.ts'
import type { Overrides } from '../../support/gateway.ts'
import { LIVE_CREDENTIALS_KEY, LIVE_KEY, type LiveRuntime, startGateways } from './gateways.ts'

/** Account tokens over more than one isolate, a restart, a new CREDENTIALS_KEY, and days that pass. */

const DAY = 86_400_000
const SETTINGS = { RECORDER_TOKEN: EU_USER_TOKEN, SOCIAL_TOKEN }
const OTHER_KEY = Buffer.alloc(32, 1).toString('base64')

let storage: string
let clock: MovableClock
let plaud: PlaudSimulator
let threads: ReturnType<typeof createThreads>
let runtime: LiveRuntime | undefined

/** The clock of the products. The gateways' own is moved with a header. */
class MovableClock {
  ahead = 0
  readonly now = () => runningClock.now() + this.ahead
}

beforeEach(async () => {
  storage = await mkdtemp(join(tmpdir(), 'latchkey-accounts-'))
  clock = new MovableClock()
  plaud = createPlaud({ clock })
  threads = createThreads({ clock })
})

afterEach(async () => {
  await runtime?.stop()
  await rm(storage, { recursive: true })
})

/** Starts two Workers that share STORE and the objects. A running one stops first, its storage stays. */
async function start(settings: Overrides = {}): Promise<void> {
  await runtime?.stop()
  const productAt = (host: string) => [plaud, threads].find(({ answersFor }) => answersFor(host))
  const gateway = { settings: { ...SETTINGS, ...settings }, productAt }
  runtime = await startGateways(
    [
      { name: 'one', ...gateway },
      { name: 'two', sharesWith: 'one', ...gateway },
    ],
    storage,
  )
}

async function ask(gateway: string, path: string, headers: Record<string, string> = {}) {
  if (!runtime) throw new Error('nothing runs')
  const { status, json } = await runtime.ask(gateway, `/api/v1${path}`, {
    headers: { 'X-API-KEY': LIVE_KEY, ...headers },
  })
  return { status, error: json?.error }
}

const isMint = ({ url }: Call) => url.pathname.startsWith('/user-app/auth/workspace/token/')
const ok = { status: 200, error: undefined }

/**
 * The account's owner opens the product's own page, which exchanges the token again and so revokes the gateway's token.
 */
async function exchangeElsewhere() {
  const call = plaud.calls.find(isMint)
  if (!call) throw new Error('nothing was exchanged yet')
  await plaud.fetch(new Request(call.url, { method: 'POST', headers: call.headers, body: call.body }))
}

describe('two Workers on one account', () => {
  it('make one exchange for all concurrent requests', async () => {
    await start()
    const asked = Array.from({ length: 20 }, (_, at) => ask(at % 2 ? 'one' : 'two', '/recorder/devices'))
    expect(await Promise.all(asked)).toEqual(asked.map(() => ok))
    expect(plaud.state.mints).toBe(1)
  })

  it('succeed when both have an expired token, and ACCOUNTS as well', async () => {
    await start()
    await ask('one', '/recorder/devices')
    await ask('two', '/recorder/devices')
    await exchangeElsewhere()
    expect(await ask('one', '/recorder/devices')).toEqual(ok)
    await exchangeElsewhere()
    expect(await ask('two', '/recorder/devices')).toEqual(ok)
  })
})

describe('a restart', () => {
  it('makes no new exchange: the token was written down', async () => {
    await start()
    await ask('one', '/recorder/devices')
    await start()
    expect(await ask('two', '/recorder/devices')).toEqual(ok)
    expect(plaud.state.mints).toBe(1)
  })

  it('with another data key creates again what it cannot decrypt', async () => {
    await start()
    for (const path of ['/recorder/devices', '/social/me']) await ask('one', path)
    await start({ CREDENTIALS_KEY: OTHER_KEY })
    expect(await ask('one', '/recorder/devices')).toMatchObject({ status: 500 })
    await startWithEmptyData(await (runtime ?? expect.fail()).readSettings('one', OTHER_KEY))
    for (const path of ['/recorder/devices', '/social/me']) expect(await ask('one', path)).toEqual(ok)
    expect(plaud.state.mints).toBe(2)
  })

  it('with the key before as CREDENTIALS_KEY_PREVIOUS reads everything, and then does without it', async () => {
    await start()
    await ask('one', '/recorder/devices')
    await start({ CREDENTIALS_KEY: OTHER_KEY, CREDENTIALS_KEY_PREVIOUS: LIVE_CREDENTIALS_KEY })
    expect(await ask('one', '/recorder/devices')).toEqual(ok)
    await start({ CREDENTIALS_KEY: OTHER_KEY })
    expect(await ask('one', '/recorder/devices')).toEqual(ok)
    expect(plaud.state.mints).toBe(1)
  })
})

it("an isolate's cached accounts are read again after a response, and before one when they are older", async () => {
  await start()
  for (const seconds of [0, 90, 91, 100, 149, 400]) {
    clock.ahead = seconds * 1_000
    const headers = { [CLOCK_HEADER]: String(clock.now()) }
    const asked = ['/recorder/devices', '/recorder/devices', '/social/me'].map((path) => ask('one', path, headers))
    expect(await Promise.all(asked)).toEqual([ok, ok, ok])
  }
  expect(plaud.state.mints).toBe(1)
})

describe('days that pass', () => {
  const later = (days: number) => {
    clock.ahead = days * DAY
    return { [CLOCK_HEADER]: String(clock.now()) }
  }

  it('revoke the workspace token: it is exchanged once more', async () => {
    await start()
    await ask('one', '/recorder/devices')
    expect(await ask('one', '/recorder/devices', later(2))).toEqual(ok)
    expect(plaud.state.mints).toBe(2)
  })

  it('make the social token due: a warm isolate refreshes it once, and the new one outlives a restart', async () => {
    await start()
    for (let time = 0; time < 2; time++) expect(await ask('one', '/social/me')).toEqual(ok)
    // The simulated token expires in 40 days. The gateway refreshes it in the last ten.
    const days = 35
    for (let time = 0; time < 3; time++) expect(await ask('one', '/social/me', later(days))).toEqual(ok)
    const refreshes = () => threads.calls.filter(({ url }) => url.pathname === '/refresh_access_token').length
    expect(refreshes()).toBe(1)
    await start()
    expect(await ask('one', '/social/me', later(days + 20))).toEqual(ok)
    expect(refreshes()).toBe(1)
  })
})
