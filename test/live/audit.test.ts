import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { CLOCK_HEADER } from '../../scripts/support/clock-module.ts'
import { ADMIN_KEY } from '../contract/admin.rows.ts'
import { runningClock } from '../upstreams/clock.ts'
import { LIVE_KEY, type LiveRuntime, startGateways } from './gateways.ts'

/** No write is missing from the audit log, over a restart, and none stays longer than 90 days (decisions.md section 11.10). */

const DAY = 86_400_000
const WRITES = 1_000
const AT_ONCE = 25

let storage: string
let runtime: LiveRuntime

const startAgain = async () => {
  await runtime?.stop()
  runtime = await startGateways([{ name: 'one', settings: { ADMIN_KEY }, productAt: () => undefined }], storage)
}

beforeAll(async () => {
  storage = await mkdtemp(join(tmpdir(), 'latchkey-audit-'))
  await startAgain()
}, 60_000)

afterAll(async () => {
  await runtime.stop()
  await rm(storage, { recursive: true })
})

/** A write that is refused, since no payment account is connected. */
async function write(number: number): Promise<void> {
  const { status } = await runtime.ask('one', '/api/v1/payment/cancel', {
    method: 'POST',
    headers: { 'X-API-KEY': LIVE_KEY, 'X-Payment-Mode': 'true', 'Content-Type': 'application/json' },
    body: JSON.stringify({ bill_id: `BILL-${number}`, price: 1000 }),
  })
  expect(status).toBe(401)
}

/** @param now epoch milliseconds; the gateway's own clock when absent */
async function admin(path: string, now?: number) {
  const headers = { Authorization: `Bearer ${ADMIN_KEY}`, ...(now && { [CLOCK_HEADER]: String(now) }) }
  return runtime.ask('one', `/api/v1/admin${path}`, { headers })
}

/** The targets of payments in the log. */
async function targets(now?: number): Promise<string[]> {
  const { text } = await admin('/audit?format=csv&action=payment_cancel_bill', now)
  return text.match(/BILL-\d+/g) ?? []
}

it('a thousand writes are a thousand entries, over a restart and for 90 days', {
  timeout: 90_000,
}, async () => {
  for (let begun = 0; begun < WRITES; begun += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, place) => write(begun + place)))
  await vi.waitFor(async () => expect(await targets()).toHaveLength(WRITES), { timeout: 10_000, interval: 500 })
  expect(new Set(await targets()).size).toBe(WRITES)

  await startAgain()
  expect(new Set(await targets()).size).toBe(WRITES)
  expect((await admin('/audit')).json).toMatchObject({ not_recorded: 0 })
  expect((await admin('/requests?limit=200')).json.entries).toHaveLength(200)

  // They are hidden after 90 days, and the next entry deletes them: setting the clock back does not restore them.
  const began = runningClock.now()
  expect(await targets(began + 91 * DAY)).toEqual([])
  await admin('/api-key', began + 91 * DAY)
  expect((await admin('/audit', began + 91 * DAY)).json.entries).toMatchObject([{ action: 'admin_get_api_key' }])
  expect(await targets(began)).toEqual([])
})
