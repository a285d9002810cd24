import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { alarmsModule } from '../../../scripts/support/clock-module.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { runningClock } from '../../simulators/clock.ts'
import { createPlaud } from '../../simulators/recorder/index.ts'
import type { Simulator } from '../../simulators/simulator.ts'
import { type LiveRuntime, startGateways } from './gateways.ts'
import { HALT_HEADER, HALTED_HOST, haltingModule } from './halting-module.ts'

/**
 * The runtime is killed while somebody acts as the owner (docs/spec/events.md, "What the owner changed"): what was decided
 * stands, and the owner is told of it once.
 */

let storage: string
let gateways: LiveRuntime | undefined
let halted: string | undefined
let received: string[]
beforeEach(async () => {
  storage = await mkdtemp(join(tmpdir(), 'latchkey-owner-'))
  received = []
})
afterEach(async () => {
  await gateways?.stop()
  await rm(storage, { recursive: true })
})

const HOOK = 'hooks.example.com'
const halting: Simulator = {
  ...createPlaud({ clock: runningClock }),
  fetch: async (request: Request) => {
    halted = new URL(request.url).pathname.slice(1)
    return new Promise<never>(() => {})
  },
}
const endpoint: Simulator = {
  ...createPlaud({ clock: runningClock }),
  async fetch(request: Request) {
    const { type, data } = (await request.json()) as { type: string; data: { change: string } }
    received.push(`${new URL(request.url).pathname} ${type} ${data.change}`)
    return new Response('ok')
  },
}

/** A delivery that was cut off is repeated after 30 s. */
const LATER_MS = 30_000

const gateway = {
  ...{ name: 'one', settings: { ADMIN_KEY, LICENCE: 'pro' } },
  productAt: (host: string) => (host === HALTED_HOST ? halting : host === HOOK ? endpoint : undefined),
}

async function start(haltsAt: number): Promise<void> {
  halted = undefined
  gateways = await startGateways([{ ...gateway, before: [haltingModule(haltsAt)] }], storage)
}

/** Starts the gateway when the repetition is due. */
async function startLater(): Promise<void> {
  gateways = await startGateways([{ ...gateway, before: [alarmsModule(LATER_MS)] }], storage, LATER_MS)
}

async function ask(method: string, path: string, body?: object, more: Record<string, string> = {}) {
  const headers = { 'Content-Type': 'application/json', ...more }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  return (gateways ?? expect.fail()).ask('one', `/api/v1${path}`, init)
}
const BEARER = { Authorization: `Bearer ${ADMIN_KEY}` }
const own = (method: string, path: string, body?: object, more: Record<string, string> = {}) =>
  ask(method, path, body, { ...BEARER, ...more })

/** Kills the runtime where a request halts, and starts it again. */
async function killAt(name: string, request: () => Promise<unknown>): Promise<void> {
  const lost = request().catch(() => 'killed')
  await vi.waitFor(() => expect(halted).toBe(name), { timeout: 60_000 })
  await gateways?.stop()
  expect(await lost).toBe('killed')
  await startLater()
}

const HALTS = { [HALT_HEADER]: 'yes' }
const told = async () =>
  (await own('GET', '/events?types=owner.changed&limit=100')).json.events.map(
    ({ data }: { data: { change: string } }) => data.change,
  )
const watch = async (number: number) =>
  (await own('POST', '/events/subscriptions', { url: `https://${HOOK}/${number}`, types: ['owner.changed'] })).json.id
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 500 })

/** The steps of a change in ACCESS that the owner is told of: the call of EVENTS, and the answer. */
describe.each([
  [1, 'keep'],
  [2, 'answer'],
])('a sign-in that is killed at step %i, before %s', (step, name) => {
  it('stands, and the owner is told once', async () => {
    await start(step)
    await watch(1)
    await killAt(name, () => ask('POST', '/admin/session', { admin_key: ADMIN_KEY }, HALTS))
    expect((await own('GET', '/admin/sessions')).json.sessions).toHaveLength(1)
    await eventually(async () => {
      expect(await told()).toEqual(['subscription_created', 'signed_in'])
      // A delivery whose answer was lost may come twice.
      expect([...new Set(received)]).toEqual(['/1 owner.changed signed_in'])
    })
  })
})

it('a proof that is killed before its answer counts', async () => {
  await start(1)
  const signedIn = await ask('POST', '/admin/session', { admin_key: ADMIN_KEY })
  const Cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const origin = async () => (gateways ?? expect.fail()).readOrigin('one')
  const proved = async () => (await own('GET', '/admin/sessions')).json.sessions[0].proved_at
  const before = await proved()
  const Origin = await origin()
  await killAt('answer', () =>
    ask('POST', '/admin/session/proof', { admin_key: ADMIN_KEY }, { Cookie, Origin, ...HALTS }),
  )
  expect(Date.parse(await proved())).toBeGreaterThan(Date.parse(before))
  const made = await ask('POST', '/admin/keys', { name: 'n8n' }, { Cookie, Origin: await origin() })
  expect(made.status).toBe(201)
})

describe.each([
  ['moved', 'PATCH', { url: `https://${HOOK}/3` }, 'subscription_moved'],
  ['paused', 'PATCH', { enabled: false }, 'subscription_disabled'],
  ['deleted', 'DELETE', undefined, 'subscription_deleted'],
] as const)('a subscription that is %s, killed before its answer', (_what, method, body, change) => {
  it('is so, and the others and the channel that is left are told once', async () => {
    await start(1)
    await watch(1)
    const id = await watch(2)
    await eventually(async () => expect(received).toEqual(['/1 owner.changed subscription_created']))
    received.length = 0
    await killAt('answer', () => own(method, `/events/subscriptions/${id}`, body, HALTS))
    const { subscriptions } = (await own('GET', '/admin/events')).json
    const found = subscriptions.find((one: { id: string }) => one.id === id)
    if (method === 'DELETE') expect(found).toBeUndefined()
    else expect(found).toMatchObject(body)
    await eventually(async () => {
      expect(await told()).toEqual(['subscription_created', 'subscription_created', change])
      expect([...new Set(received)].sort()).toEqual([`/1 owner.changed ${change}`, `/2 owner.changed ${change}`])
    })
    expect((await own('GET', '/admin/events')).json.subscriptions).toHaveLength(method === 'DELETE' ? 1 : 2)
  })
})

it('a key that is killed before the owner is told stands, and is told', async () => {
  await start(2)
  // The data key is made before.
  await own('GET', '/admin/accounts')
  await killAt('keep', () => own('POST', '/admin/keys', { name: 'n8n' }, HALTS))
  expect((await own('GET', '/admin/keys')).json.keys).toMatchObject([{ name: 'n8n' }])
  await eventually(async () => expect(await told()).toEqual(['key_created']))
})
