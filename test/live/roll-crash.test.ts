import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ADMIN_KEY } from '../contract/admin.rows.ts'
import { runningClock } from '../upstreams/clock.ts'
import { createPlaud } from '../upstreams/recorder/index.ts'
import type { Simulator } from '../upstreams/simulator.ts'
import { type LiveRuntime, startGateways } from './gateways.ts'
import { HALTED_HOST, haltingModule } from './halting-module.ts'

/**
 * The runtime is killed at each step of a key's rotation (decisions.md section 11.6). The subscriptions continue with a
 * key that somebody has.
 */

/** The KV writes, the calls of EVENTS and the response, in the order of a rotation. */
const STEPS = ['put', 'keyRolled', 'put', 'answer']

let storage: string
let gateways: LiveRuntime | undefined
let halted: string | undefined
beforeEach(async () => {
  storage = await mkdtemp(join(tmpdir(), 'latchkey-roll-'))
})
afterEach(async () => {
  await gateways?.stop()
  await rm(storage, { recursive: true })
})

const outside: Simulator = {
  ...createPlaud({ clock: runningClock }),
  fetch: async (request: Request) => {
    halted = new URL(request.url).pathname.slice(1)
    return new Promise<never>(() => {})
  },
}

async function start(haltsAt?: number): Promise<void> {
  halted = undefined
  const gateway = {
    ...{ name: 'one', settings: { ADMIN_KEY, LICENCE: 'pro' } },
    productAt: (host: string) => (host === HALTED_HOST ? outside : undefined),
    ...(haltsAt !== undefined && { before: [haltingModule(haltsAt)] }),
  }
  gateways = await startGateways([gateway], storage)
}

async function ask(method: string, path: string, { key, body }: { key?: string; body?: object } = {}) {
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    ...(key === undefined ? { Authorization: `Bearer ${ADMIN_KEY}` } : { 'X-API-KEY': key }),
  }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  return (gateways ?? expect.fail()).ask('one', `/api/v1${path}`, init)
}

const listed = async (): Promise<string[]> =>
  (await ask('GET', '/admin/keys')).json.keys.map(({ id }: { id: string }) => id)
const subscriptions = async () => (await ask('GET', '/admin/events')).json.subscriptions

it.each(STEPS.map((name, at) => [at + 1, name] as const))('killed at step %i, before %s', async (step, name) => {
  await start(step)
  const { key, record } = (await ask('POST', '/admin/keys', { body: { name: 'n8n', licence: 'pro' } })).json
  const fields = { url: 'https://hooks.example.com/', types: ['account.rejected'] }
  expect((await ask('POST', '/events/subscriptions', { key, body: fields })).status).toBe(201)
  const roll = { body: { overlap_hours: 24 } }
  const lost = ask('POST', `/admin/keys/${record.id}/roll`, roll).catch(() => 'killed')
  await vi.waitFor(() => expect(halted).toBe(name), { timeout: 60_000 })
  await gateways?.stop()
  expect(await lost).toBe('killed')

  await start()
  // The person's key works as before, and the unseen new key may be deleted: the subscription stays.
  expect((await ask('GET', '/events/subscriptions', { key })).json.subscriptions).toMatchObject([{ enabled: true }])
  for (const id of await listed()) if (id !== record.id) await ask('DELETE', `/admin/keys/${id}`)
  expect(await subscriptions()).toMatchObject([{ enabled: true, disabled_reason: null }])
  // Rotating again gives a key, and the subscription continues only with that one.
  const again = await ask('POST', `/admin/keys/${record.id}/roll`, roll)
  expect(again).toMatchObject({ status: 201, json: { subscriptions: [{ enabled: true }] } })
  await ask('DELETE', `/admin/keys/${record.id}`)
  expect(await listed()).toEqual([again.json.record.id])
  expect(await subscriptions()).toMatchObject([{ enabled: true, disabled_reason: null }])
  expect((await ask('GET', '/events/subscriptions', { key: again.json.key })).json.subscriptions).toHaveLength(1)
})
