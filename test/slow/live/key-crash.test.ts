import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { alarmsModule } from '../../../scripts/support/clock-module.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { runningClock } from '../../simulators/clock.ts'
import { createPlaud } from '../../simulators/recorder/index.ts'
import type { Simulator } from '../../simulators/simulator.ts'
import { type LiveRuntime, readKeyCopies, startGateways } from './gateways.ts'
import { HALT_HEADER, HALTED_HOST, haltingModule } from './halting-module.ts'

/**
 * The runtime is killed at each step of a key's change (docs/spec/admin.md, "Keys"). What was decided is finished after
 * the restart: the copy of the key in STORE, and its subscriptions.
 */

let storage: string
let gateways: LiveRuntime | undefined
let halted: string | undefined
beforeEach(async () => {
  storage = await mkdtemp(join(tmpdir(), 'latchkey-keys-'))
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

/** The alarm finishes a change when its request has not for ten seconds. */
const LATER_MS = 10_000

const gateway = {
  ...{ name: 'one', settings: { ADMIN_KEY, LICENCE: 'pro' } },
  productAt: (host: string) => (host === HALTED_HOST ? outside : undefined),
}

async function start(haltsAt: number): Promise<void> {
  halted = undefined
  gateways = await startGateways([{ ...gateway, before: [haltingModule(haltsAt)] }], storage)
}

/** Starts the gateway after the alarm was due. */
async function startLater(): Promise<void> {
  gateways = await startGateways([{ ...gateway, before: [alarmsModule(LATER_MS)] }], storage, LATER_MS)
}

interface Options {
  key?: string
  body?: object
  halts?: boolean
}

async function ask(method: string, path: string, { key, body, halts = false }: Options = {}) {
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    ...(key === undefined ? { Authorization: `Bearer ${ADMIN_KEY}` } : { 'X-API-KEY': key }),
    ...(halts && { [HALT_HEADER]: 'yes' }),
  }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  return (gateways ?? expect.fail()).ask('one', `/api/v1${path}`, init)
}

const FIELDS = { url: 'https://hooks.example.com/', types: ['account.rejected'] }

/** A key with a subscription, in a gateway that will halt at a step. */
async function stage(step: number) {
  await start(step)
  const { key, record } = (await ask('POST', '/admin/keys', { body: { name: 'n8n', licence: 'pro' } })).json
  expect((await ask('POST', '/events/subscriptions', { key, body: FIELDS })).status).toBe(201)
  return { key, id: record.id as string }
}

/** Sends a change, kills the runtime at the step that it halts at, and starts it again. */
async function killAt(name: string, method: string, path: string, body?: object): Promise<void> {
  const lost = ask(method, path, { halts: true, ...(body && { body }) }).catch(() => 'killed')
  await vi.waitFor(() => expect(halted).toBe(name), { timeout: 60_000 })
  await gateways?.stop()
  expect(await lost).toBe('killed')
  await startLater()
}

const list = async () => (await ask('GET', '/admin/keys')).json.keys
const listed = async (): Promise<string[]> => (await list()).map(({ id }: { id: string }) => id)
const subscriptions = async () => (await ask('GET', '/admin/events')).json.subscriptions
const knock = async (key: string): Promise<string> => (await ask('GET', '/events/types', { key })).json.error ?? 'in'
/** The keys that isolates find in STORE. */
async function copies() {
  return readKeyCopies(await (gateways ?? expect.fail()).readSettings('one'))
}
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 500 })

describe.each([
  [1, 'keyChanged'],
  [2, 'put'],
])('killed at step %i of disabling, before %s', (step, name) => {
  it('the key ends, and its subscriptions are paused', async () => {
    const { key, id } = await stage(step)
    await killAt(name, 'PATCH', `/admin/keys/${id}`, { disabled: true })
    expect(await list()).toMatchObject([{ id, disabled: true }])
    await eventually(async () => {
      expect(await copies()).toMatchObject([{ id, disabled: true }])
      expect(await subscriptions()).toMatchObject([{ enabled: false, disabled_reason: 'key' }])
      expect(await knock(key)).toMatch(/disabled/)
    })
  })
})

describe.each([
  [1, 'keyChanged'],
  [2, 'delete'],
])('killed at step %i of a deletion, before %s', (step, name) => {
  it('the key ends with its subscriptions, and stays deleted', async () => {
    const { key, id } = await stage(step)
    await killAt(name, 'DELETE', `/admin/keys/${id}`)
    expect(await list()).toEqual([])
    expect((await ask('PATCH', `/admin/keys/${id}`, { body: { name: 'back' } })).status).toBe(404)
    await eventually(async () => {
      expect(await copies()).toEqual([])
      expect(await subscriptions()).toMatchObject([{ enabled: false, disabled_reason: 'key' }])
      expect(await knock(key)).toBe('X-API-KEY is not valid')
    })
  })
})

it('killed at the first step of a creation, the key is as the list says', async () => {
  await start(1)
  // The data key is made before.
  await ask('GET', '/admin/accounts')
  await killAt('put', 'POST', '/admin/keys', { name: 'n8n' })
  const [{ id }] = await list()
  await eventually(async () => expect(await copies()).toMatchObject([{ id }]))
})

describe.each([
  [1, 'put'],
  [2, 'keyRolled'],
  [4, 'put'],
])('killed at step %i of a rotation without an overlap, before %s', (step, name) => {
  it('the previous key ends, its subscriptions are paused, and the new one can be rotated', async () => {
    const { key, id } = await stage(step)
    await killAt(name, 'POST', `/admin/keys/${id}/roll`, { overlap_hours: 0 })
    const [, unseen] = await listed()
    await eventually(async () => {
      expect(await copies()).toEqual([
        expect.objectContaining({ id, replaced_by: unseen, expires_at: expect.any(String) }),
        expect.objectContaining({ id: unseen, lineage: id }),
      ])
      expect(await subscriptions()).toMatchObject([{ enabled: false, disabled_reason: 'key' }])
      expect(await knock(key)).toBe('X-API-KEY has expired')
    })
    const again = await ask('POST', `/admin/keys/${unseen}/roll`, { body: { overlap_hours: 0 } })
    expect(await knock(again.json.key)).toBe('in')
  })
})

/** The KV writes, the calls of EVENTS and the response, in the order of a rotation. */
const STEPS = ['put', 'keyChanged', 'put', 'keep', 'answer']

describe.each(STEPS.map((name, at) => [at + 1, name] as const))(
  'killed at step %i of a rotation with an overlap, before %s',
  (step, name) => {
    it('the subscriptions continue with a key that somebody has', async () => {
      const { key, id } = await stage(step)
      const roll = { overlap_hours: 24 }
      await killAt(name, 'POST', `/admin/keys/${id}/roll`, roll)
      // The person's key works as before, and the unseen new key may be deleted: the subscription stays.
      expect((await ask('GET', '/events/subscriptions', { key })).json.subscriptions).toMatchObject([{ enabled: true }])
      for (const other of await listed()) if (other !== id) await ask('DELETE', `/admin/keys/${other}`)
      expect(await subscriptions()).toMatchObject([{ enabled: true, disabled_reason: null }])
      // Rotating again gives a key, and the subscription continues only with that one.
      const again = await ask('POST', `/admin/keys/${id}/roll`, { body: roll })
      expect(again).toMatchObject({ status: 201, json: { subscriptions: [{ enabled: true }] } })
      await ask('DELETE', `/admin/keys/${id}`)
      expect(await listed()).toEqual([again.json.record.id])
      expect(await subscriptions()).toMatchObject([{ enabled: true, disabled_reason: null }])
      const { json } = await ask('GET', '/events/subscriptions', { key: again.json.key })
      expect(json.subscriptions).toHaveLength(1)
    })
  },
)
