import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CLOCK_HEADER } from '../../../scripts/support/clock-module.ts'
import { runningClock } from '../../simulators/clock.ts'
import {
  createPlaud,
  EU_ACCOUNT,
  EU_BROWSER_SESSION,
  EU_USER_TOKEN,
  ownClaims,
  type PlaudSimulator,
  readToken,
  recorderToken,
} from '../../simulators/recorder/index.ts'
import { LIVE_KEY, type LiveRuntime, startGateways } from './gateways.ts'

/**
 * A recorder account with the session scheme of 2026, over days, restarts and alarms (docs/spec/recorder.md, "The
 * token").
 */

const HOUR = 3_600_000
const DAY = 24 * HOUR

let storage: string
let plaud: PlaudSimulator
let runtime: LiveRuntime | undefined
/** How far the clock of the product and, through a header, of the gateway is ahead, in milliseconds. */
let ahead: number

beforeEach(async () => {
  ahead = 0
  storage = await mkdtemp(join(tmpdir(), 'latchkey-session-'))
  plaud = createPlaud({ clock: { now: () => runningClock.now() + ahead } })
})

afterEach(async () => {
  await runtime?.stop()
  await rm(storage, { recursive: true })
})

/** Starts the gateway, or restarts it on its stored data. */
async function start(token: string): Promise<void> {
  await runtime?.stop()
  const productAt = (host: string) => (plaud.answersFor(host) ? plaud : undefined)
  runtime = await startGateways([{ name: 'one', settings: { RECORDER_TOKEN: token }, productAt }], storage)
}

async function ask(clock: number) {
  if (!runtime) throw new Error('nothing runs')
  const headers = { 'X-API-KEY': LIVE_KEY, [CLOCK_HEADER]: String(clock) }
  const { status, json } = await runtime.ask('one', '/api/v1/recorder/devices', { headers })
  return { status, error: json?.error }
}

const ok = { status: 200, error: undefined }

it('a session of a browser outlives its 24 hours and its 30 days, over restarts', async () => {
  const base = runningClock.now()
  const later = (ms: number) => {
    ahead = ms
    return ask(base + ms)
  }
  await start(EU_BROWSER_SESSION)
  expect(await later(0)).toEqual(ok)
  expect(plaud.state.refreshes).toBe(0)
  expect(await later(25 * HOUR)).toEqual(ok)
  expect(plaud.state.refreshes).toBe(1)
  for (const days of [20, 45, 70]) {
    await start(EU_BROWSER_SESSION)
    expect(await later(days * DAY)).toEqual(ok)
    expect(await later(days * DAY + HOUR)).toEqual(ok)
  }
  expect([plaud.state.refreshes, plaud.state.mints]).toEqual([4, 0])
  await start(EU_BROWSER_SESSION)
  const { status, error } = await later(101 * DAY)
  expect([status, error]).toEqual([401, expect.stringMatching(/reconnect/)])
})

it('the alarm renews ahead of the expiry, on the real runtime and over a restart', async () => {
  // A pasted token that is in the last tenth of its day after the restart, on a busy machine as well.
  const exp = Math.floor(runningClock.now() / 1000) + 0.1 * 86_400 + 10
  const workspaceToken = recorderToken({ typ: 'WT', ...ownClaims(EU_ACCOUNT), exp })
  const session = JSON.stringify({ workspaceToken, userToken: EU_USER_TOKEN })
  await start(session)
  expect(await ask(runningClock.now())).toEqual(ok)
  expect(plaud.state.mints).toBe(0)
  await start(session)
  await vi.waitFor(() => expect(plaud.state.mints).toBe(1), { timeout: 60_000, interval: 250 })
  expect(await ask(runningClock.now())).toEqual(ok)
  expect(plaud.state.mints).toBe(1)
  const [token] = [...plaud.state.workspaceTokens.values()].map(({ token }) => token)
  expect((readToken(token ?? '')?.exp ?? 0) * 1000 - runningClock.now()).toBeGreaterThan(23 * HOUR)
})
