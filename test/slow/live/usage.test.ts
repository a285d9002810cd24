import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Outcomes } from '../../../src/base/usage.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { LIVE_KEY, type LiveRuntime, startGateways } from './gateways.ts'

/** Counts of more than one isolate, over restarts and after a kill. */

/** Within this the last counts are handed over, in milliseconds. */
const HANDED_OVER_MS = 12_000

let storage: string
let stop: (() => Promise<void>) | undefined

beforeEach(async () => {
  storage = await mkdtemp(join(tmpdir(), 'latchkey-usage-'))
})

afterEach(async () => {
  await stop?.()
  await rm(storage, { recursive: true })
})

/** Two Workers of one deployment. A running one is killed first, its storage stays. */
const workers = (['one', 'two'] as const).map((name) => ({
  ...{ name, settings: { ADMIN_KEY }, productAt: () => undefined },
  ...(name === 'two' && { sharesWith: 'one' }),
}))

async function start(): Promise<LiveRuntime> {
  await stop?.()
  const runtime = await startGateways(workers, storage)
  stop = () => runtime.stop()
  return runtime
}

/** Refused for its input, so no product is called. */
async function use({ ask }: LiveRuntime, gateway: string, times = 1): Promise<void> {
  const init = { method: 'POST', headers: { 'X-API-KEY': LIVE_KEY } }
  const answers = Array.from({ length: times }, () => ask(gateway, '/api/v1/payment/read', init))
  for (const { status } of await Promise.all(answers)) expect(status).toBe(400)
}

const asAdmin = { headers: { Authorization: `Bearer ${ADMIN_KEY}` } }

/** All requests that USAGE knows of. */
async function counted({ ask }: LiveRuntime, gateway = 'one'): Promise<number> {
  const { json } = await ask(gateway, '/api/v1/admin/usage?days=30', asAdmin)
  const days: Outcomes[] = json.days
  return days.reduce((sum, { ok, refused, failed }) => sum + ok + refused + failed, 0)
}

it('add up over isolates, several at once and twice in a row, and outlive a restart', async () => {
  let runtime = await start()
  await Promise.all([use(runtime, 'one', 20), use(runtime, 'two', 20)])
  await use(runtime, 'two', 2)
  await vi.waitFor(async () => expect(await counted(runtime)).toBe(42), { timeout: HANDED_OVER_MS, interval: 500 })
  runtime = await start()
  await use(runtime, 'two', 3)
  await vi.waitFor(async () => expect(await counted(runtime)).toBe(45), { timeout: HANDED_OVER_MS, interval: 500 })
  expect(runtime.log.filter((line) => /"reason":"bug"|rror/.test(line))).toEqual([])
})

it('a single request of a fresh isolate is there at once', async () => {
  const runtime = await start()
  await use(runtime, 'two')
  await vi.waitFor(async () => expect(await counted(runtime)).toBe(1), { timeout: 8_000, interval: 100 })
})

it('no response waits for the report', async () => {
  const runtime = await start()
  await use(runtime, 'one')
  const began = performance.now()
  for (let turn = 0; turn < 20; turn++) await use(runtime, 'one')
  expect(performance.now() - began).toBeLessThan(5000)
})

it('a kill loses the last 10 s at most', async () => {
  let gateways = await start()
  await use(gateways, 'one')
  await use(gateways, 'one', 6)
  await pass(HANDED_OVER_MS)
  await use(gateways, 'one')
  await use(gateways, 'one', 3)
  gateways = await start()
  const sum = await counted(gateways)
  expect(sum).toBeGreaterThanOrEqual(7)
  expect(sum).toBeLessThanOrEqual(11)
  await use(gateways, 'one')
  expect(await counted(gateways)).toBe(sum + 1)
})
