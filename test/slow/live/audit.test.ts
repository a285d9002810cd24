import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { CLOCK_HEADER } from '../../../scripts/support/clock-module.ts'
import type { AuditEntry } from '../../../src/base/usage.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { runningClock } from '../../simulators/clock.ts'
import { LIVE_KEY, type LiveRuntime, startGateways } from './gateways.ts'

/**
 * The audit log over restarts and for 90 days, against those whom it accuses, and when the runtime is killed
 * (docs/spec/admin.md, "Audit log").
 */

const DAY = 86_400_000
/** More than the log has room for, of what nobody did and of what was refused, if each had an entry of its own. */
const MANY = 2_500

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

/** Sends a request many times, some at once. Returns how many got each status. */
async function repeat(times: number, send: (number: number) => Promise<{ status: number }>) {
  const statuses: Record<number, number> = {}
  const numbers = Array.from({ length: times }, (_, number) => number).values()
  const work = async () => {
    for (const number of numbers) {
      const { status } = await send(number)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 24 }, work))
  return statuses
}

interface Options {
  body?: object
  /** Epoch milliseconds; the gateway's own clock when absent. */
  now?: number | undefined
}

const admin = (method: string, path: string, { body, now }: Options = {}) =>
  runtime.ask('one', `/api/v1/admin${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${ADMIN_KEY}`,
      'Content-Type': 'application/json',
      ...(now && { [CLOCK_HEADER]: String(now) }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })

/** The entries that a query returns, all pages of them. */
async function entries(query: string, now?: number): Promise<AuditEntry[]> {
  const found: AuditEntry[] = []
  for (let cursor = ''; ; ) {
    const { json } = await admin('GET', `/audit?limit=200&${query}${cursor && `&cursor=${cursor}`}`, { now })
    found.push(...json.entries)
    if (json.next_cursor === null) return found
    cursor = json.next_cursor
  }
}
const sum = (found: readonly AuditEntry[]) => found.reduce((total, { count }) => total + count, 0)

it('a thousand refused writes are counted, over a restart and for 90 days', { timeout: 90_000 }, async () => {
  const payments = 'action=payment_cancel_bill'
  const statuses = await repeat(1_000, (number) =>
    // No payment account is connected.
    runtime.ask('one', '/api/v1/payment/cancel', {
      method: 'POST',
      headers: { 'X-API-KEY': LIVE_KEY, 'X-Payment-Mode': 'true', 'Content-Type': 'application/json' },
      body: JSON.stringify({ bill_id: `BILL-${number}`, price: 1000 }),
    }),
  )
  expect(statuses).toEqual({ 401: 1_000 })
  await vi.waitFor(async () => expect(sum(await entries(payments))).toBe(1_000), { timeout: 10_000, interval: 500 })
  // One of each minute that it took.
  const found = await entries(payments)
  expect(found.length).toBe(new Set(found.map(({ at }) => String(at).slice(0, 16))).size)
  expect(found[0]).toMatchObject({ outcome: 'refused', target: expect.stringMatching(/^BILL-\d+$/) })

  await startAgain()
  expect(sum(await entries(payments))).toBe(1_000)
  expect((await admin('GET', '/audit')).json).toMatchObject({ not_recorded: 0 })
  expect((await admin('GET', '/requests')).json).toMatchObject({ entries: [{ count: 1_000 }], next_cursor: null })

  // They are hidden after 90 days, and the next entry deletes them: setting the clock back does not restore them.
  const began = runningClock.now()
  const later = began + 91 * DAY
  expect(await entries(payments, later)).toEqual([])
  await admin('GET', '/api-key', { now: later })
  expect(await entries('', later)).toMatchObject([{ action: 'admin_get_api_key' }])
  expect(await entries(payments, began)).toEqual([])
  await startAgain()
})

it('a key that is refused many times leaves every entry of the owner, and every failure of another key', async () => {
  const make = async (name: string) =>
    (await admin('POST', '/keys', { body: { name, licence: 'pro', groups: ['video'] } })).json
  const [accused, limited, other] = [await make('accused'), await make('limited'), await make('other')]
  await admin('PATCH', `/keys/${accused.record.id}`, { body: { disabled: true } })
  const send = (key: string) => (number: number) =>
    runtime.ask('one', `/api/v1/social/posts/${number}`, { method: 'DELETE', headers: { 'X-API-KEY': key } })
  expect(await repeat(30, send(other.key))).toEqual({ 403: 30 })
  const own = async () => (await entries('actor=admin&outcome=ok')).map(({ id }) => id)
  const before = await own()
  expect(before.length).toBeGreaterThanOrEqual(4)

  const statuses = await repeat(MANY, send(accused.key))
  expect(Object.keys(statuses)).toEqual(['401', '429'])
  // A valid key, and the key of the deployment, which has no limit.
  await repeat(MANY, send(limited.key))
  await repeat(MANY, (number) =>
    runtime.ask('one', '/api/v1/payment/cancel', {
      method: 'POST',
      headers: { 'X-API-KEY': LIVE_KEY, 'Content-Type': 'application/json' },
      body: JSON.stringify({ bill_id: `x${number}` }),
    }),
  )
  await vi.waitFor(async () => expect(sum(await entries('action=payment_cancel_bill'))).toBe(MANY), {
    timeout: 20_000,
    interval: 500,
  })
  expect(await own()).toEqual(before)
  const refused = await entries('actor=nobody&action=social_delete_post')
  expect(sum(refused)).toBe(MANY)
  expect(refused.length).toBeLessThan(20)
  const failures = (await admin('GET', `/requests?limit=200&key=${other.record.id}`)).json.entries
  expect(sum(failures)).toBe(30)
})

it('what the owner changed is in the log, even if the runtime is killed right after the answer', {
  timeout: 60_000,
}, async () => {
  for (let times = 0; times < 4; times++) {
    const { status, headers } = await admin('POST', '/keys', { body: { name: `before kill ${times}` } })
    await startAgain()
    expect(status).toBe(201)
    const id = headers.get('X-Request-Id')
    expect((await entries('action=admin_make_key')).filter(({ request_id }) => request_id === id)).toHaveLength(1)
  }
})

it('a sign-in is in the log, even if the runtime is killed right after the answer', { timeout: 60_000 }, async () => {
  for (let times = 0; times < 4; times++) {
    const { status, headers } = await signIn()
    await startAgain()
    expect(status).toBe(200)
    const id = headers.get('X-Request-Id')
    expect((await entries('action=admin_sign_in')).filter(({ request_id }) => request_id === id)).toHaveLength(1)
  }
})

const signIn = (now?: number) =>
  runtime.ask('one', '/api/v1/admin/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(now && { [CLOCK_HEADER]: String(now) }) },
    body: JSON.stringify({ admin_key: ADMIN_KEY, trust: true }),
  })

/** What a session may change without a new proof. */
const ZONES = ['Asia/Seoul', 'Asia/Tokyo']

it('many changes by a session leave its sign-in, its key and its account, and are counted', async () => {
  const start = runningClock.now()
  const { headers } = await signIn(start)
  const origin = await runtime.readOrigin('one')
  const cookie = headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const session = (method: string, path: string, body: object, now: number) =>
    runtime.ask('one', `/api/v1${path}`, {
      method,
      headers: {
        ...{ Cookie: cookie, Origin: origin, 'Content-Type': 'application/json' },
        [CLOCK_HEADER]: String(now),
      },
      body: JSON.stringify(body),
    })
  const { status, json } = await session('POST', '/admin/keys', { name: 'of the thief' }, start)
  expect(status).toBe(201)
  const account = { token: 'a.token', force: true }
  expect((await session('PUT', '/admin/accounts/notes', account, start)).status).toBe(200)
  // Half of what a session may do, because those that run at once set the clock back and forth.
  const statuses = await repeat(MANY, (number) =>
    session('PATCH', '/admin/settings', { time_zone: ZONES[number % 2] }, start + 60_000 + number * 2_000),
  )
  expect(statuses).toEqual({ 200: MANY })
  const end = start + 60_000 + MANY * 2_000
  const found = await entries('actor=admin&outcome=ok', end)
  const actions = found.map(({ action, target }) => `${action} ${target}`)
  expect(actions).toContain('admin_connect_account notes')
  expect(actions).toContain(`admin_make_key ${json.record.id}`)
  expect(actions).toContain('admin_sign_in session')
  const changed = found.filter(({ action }) => action === 'admin_change_settings')
  expect(sum(changed)).toBe(MANY)
  expect(changed.length).toBeLessThan(100)
  expect((await admin('GET', '/audit', { now: end })).json.not_recorded).toBe(0)
})
