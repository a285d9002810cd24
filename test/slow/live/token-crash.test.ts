import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runningClock } from '../../simulators/clock.ts'
import { createPlaud, EU_REFRESH_TOKEN, EU_USER_TOKEN, type PlaudSimulator } from '../../simulators/recorder/index.ts'
import { LIVE_KEY, type LiveRuntime, startGateways } from './gateways.ts'

/**
 * The runtime is killed in the middle of a token exchange and started again on its stored data. The account works,
 * whether the product had issued the new token or not.
 */

let storage: string
let plaud: PlaudSimulator
let gateways: LiveRuntime
/** Halts an exchange: before the product issues the token, or after it, before its response. */
let halt: 'before' | 'after' | undefined
let halted = false

beforeEach(async () => {
  storage = await mkdtemp(join(tmpdir(), 'latchkey-token-'))
  plaud = createPlaud({ clock: runningClock })
  halted = false
  const { fetch } = plaud
  plaud.fetch = async (request) => {
    if (!halt || !/\/auth\/workspace\/(token|refresh)\//.test(request.url)) return fetch(request)
    if (halt === 'after') await fetch(request)
    halted = true
    return new Promise<never>(() => {})
  }
})

afterEach(async () => {
  await gateways.stop()
  await rm(storage, { recursive: true })
})

async function start(token = EU_USER_TOKEN): Promise<void> {
  const productAt = (host: string) => (plaud.answersFor(host) ? plaud : undefined)
  const settings = { RECORDER_TOKEN: token }
  gateways = await startGateways([{ name: 'one', settings, productAt }], storage)
}

const ask = async () => {
  const { status, text } = await gateways.ask('one', '/api/v1/recorder/devices', { headers: { 'X-API-KEY': LIVE_KEY } })
  return status === 200 ? status : text
}

it.each(['before', 'after'] as const)('killed %s the product created the token', async (point) => {
  await start()
  expect(await ask()).toBe(200)
  // The owner's browser exchanges again, which revokes the gateway's stored token.
  const made = plaud.calls.find(({ url }) => url.pathname.includes('/auth/workspace/token/'))
  if (!made) throw new Error('nothing was exchanged')
  await plaud.fetch(new Request(made.url, { method: 'POST', headers: made.headers, body: made.body }))

  halt = point
  const lost = ask().catch(() => 'killed')
  await vi.waitFor(() => expect(halted).toBe(true), { timeout: 60_000 })
  await gateways.stop()
  expect(await lost).toBe('killed')

  halt = undefined
  await start()
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([200, 200, 200])
  expect(await ask()).toBe(200)
})

it.each([
  ['before', 'replaced', 200],
  ['after', 'overlapping', 200],
  // Nobody has the new refresh token then.
  ['after', 'replaced', 401],
] as const)('killed %s the product renewed, its refresh token %s: %i', async (point, rotation, status) => {
  plaud.switches.rotation = rotation
  await start(EU_REFRESH_TOKEN)
  halt = point
  const lost = ask().catch(() => 'killed')
  await vi.waitFor(() => expect(halted).toBe(true), { timeout: 60_000 })
  await gateways.stop()
  expect(await lost).toBe('killed')

  halt = undefined
  await start(EU_REFRESH_TOKEN)
  const answers = await Promise.all([ask(), ask(), ask()])
  expect(answers).toEqual(answers.map(() => (status === 200 ? 200 : expect.stringMatching(/reconnect/))))
})
