import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { FREEZE, freezingModule, THAW } from './freezing-module.ts'
import { type LiveRuntime, startGateways } from './gateways.ts'

/**
 * KV may return an old list or an old value for a minute. Two changes of a key within that time, at two Workers, both
 * stay (docs/spec/admin.md, "Keys").
 */

const GATEWAYS = ['one', 'two'] as const
let storage: string
let runtime: LiveRuntime

async function start(): Promise<void> {
  await runtime?.stop()
  const gateway = { settings: { ADMIN_KEY }, productAt: () => undefined, before: [freezingModule] }
  runtime = await startGateways(
    [
      { name: 'one', ...gateway },
      { name: 'two', ...gateway, sharesWith: 'one' },
    ],
    storage,
  )
}
beforeAll(async () => {
  storage = await mkdtemp(join(tmpdir(), 'latchkey-stale-'))
  await start()
}, 60_000)
afterAll(async () => {
  await runtime.stop()
  await rm(storage, { recursive: true })
})

let calls = 0
const at = (gateway: (typeof GATEWAYS)[number]) => ({
  admin: (method: string, path: string, body?: object) =>
    runtime.ask(gateway, `/api/v1/admin${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${ADMIN_KEY}`,
        'Content-Type': 'application/json',
        // Each new isolate counts the key as a try, and a machine has twenty a minute.
        'CF-Connecting-IP': `192.0.2.${++calls % 256}`,
      },
      ...(body && { body: JSON.stringify(body) }),
    }),
})
const everywhere = async (path: string) => {
  for (const gateway of GATEWAYS) await runtime.ask(gateway, path)
}
afterEach(() => everywhere(THAW))
const find = async (id: string) =>
  (await at('two').admin('GET', '/keys')).json.keys.find((key: { id: string }) => key.id === id)

/** How a key is answered by an operation of its groups. No account is connected. */
async function opens(gateway: (typeof GATEWAYS)[number], key: string): Promise<string> {
  const { status, json } = await runtime.ask(gateway, '/api/v1/recorder/search/history', {
    headers: { 'X-API-KEY': key },
  })
  return `${status} ${json.error}`
}
const LET_IN = expect.stringMatching(/^401 recorder account is not connected/)
const LIMITS = { max_amount: 1000, daily_amount: 5000 }

const ROWS: [
  name: string,
  first: (id: string) => [string, string, object?],
  second: object,
  after: object | undefined,
][] = [
  ['disabling', (id) => ['PATCH', `/keys/${id}`, { disabled: true }], { name: 'renamed' }, { disabled: true }],
  ['deleting', (id) => ['DELETE', `/keys/${id}`], { name: 'renamed' }, undefined],
  [
    'limits and asking first',
    (id) => ['PATCH', `/keys/${id}`, { confirm: true, limits: LIMITS }],
    { name: 'renamed' },
    { confirm: true, limits: LIMITS },
  ],
  [
    'rotating without an overlap',
    (id) => ['POST', `/keys/${id}/roll`, { overlap_hours: 0 }],
    { name: 'renamed' },
    { expires_at: expect.any(String) },
  ],
  [
    'fewer groups',
    (id) => ['PATCH', `/keys/${id}`, { groups: ['notes'] }],
    { expires_at: '2099-12-31' },
    { groups: ['notes'] },
  ],
]

it.each(ROWS)(
  '%s, and another change while KV still shows the state before it',
  { timeout: 60_000 },
  async (_, first, second, after) => {
    const fields = { name: 'made', licence: 'pro', groups: ['recorder', 'social', 'payment'] }
    const { key, record } = (await at('one').admin('POST', '/keys', fields)).json
    expect(await opens('one', key)).toEqual(LET_IN)
    await everywhere(FREEZE)
    expect((await at('one').admin(...first(record.id))).status).toBeLessThan(300)
    const changed = await at('two').admin('PATCH', `/keys/${record.id}`, second)
    expect(changed.status).toBe(after === undefined ? 404 : 200)
    await everywhere(THAW)
    await start()

    if (after === undefined) expect(await find(record.id)).toBeUndefined()
    else expect(await find(record.id)).toMatchObject({ ...second, ...after, expires_at: expect.toSatisfy(() => true) })
    // All but the limits end what the key may do.
    for (const gateway of GATEWAYS)
      expect(await opens(gateway, key)).toEqual(
        after !== undefined && 'confirm' in after
          ? LET_IN
          : expect.stringMatching(/^40[13] (?:X-API-KEY|this API key)/),
      )
  },
)

it('three rotations at once, at two Workers, leave one new key', async () => {
  const { record } = (await at('one').admin('POST', '/keys', { name: 'rolled', licence: 'pro' })).json
  const roll = (gateway: (typeof GATEWAYS)[number]) =>
    at(gateway).admin('POST', `/keys/${record.id}/roll`, { overlap_hours: 24 })
  const answers = await Promise.all([roll('one'), roll('two'), roll('one')])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  const { keys } = (await at('two').admin('GET', '/keys')).json
  expect(keys.filter((key: { lineage: string }) => key.lineage === record.lineage)).toHaveLength(2)
  const made = answers.find(({ status }) => status === 201)?.json.key
  expect(await opens('two', made)).toEqual(LET_IN)
})

it('a deleted key that the other Worker still caches sets up nothing that stays', async () => {
  const { key, record } = (await at('one').admin('POST', '/keys', { name: 'leaked', licence: 'pro' })).json
  const subscribe = (host: string) =>
    runtime.ask('two', '/api/v1/events/subscriptions', {
      method: 'POST',
      headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: `https://${host}/`, types: ['account.rejected'] }),
    })
  expect((await subscribe('hooks.example.com')).status).toBe(201)
  expect((await at('one').admin('DELETE', `/keys/${record.id}`)).status).toBe(200)
  expect(await opens('two', key)).toEqual(LET_IN)
  expect(await subscribe('thief.example.net')).toMatchObject({ status: 401, json: { code: 'invalid_key' } })
  const { subscriptions } = (await at('one').admin('GET', '/events')).json
  expect(subscriptions).toMatchObject([{ host: 'hooks.example.com', enabled: false, disabled_reason: 'key' }])
})

it('changes of all fields at once, at two Workers, all stay', async () => {
  const { key, record } = (await at('one').admin('POST', '/keys', { name: 'busy', licence: 'pro' })).json
  const changes = [
    ...[{ read_only: true }, { confirm: true }, { accounts: ['payment'] }, { limits: LIMITS }, { groups: ['notes'] }],
    ...[{ expires_at: '2099-12-31' }, { licence: 'payment' }, { name: 'renamed' }, { disabled: true }],
  ]
  const answers = await Promise.all(
    [...changes, ...changes].map((change, place) =>
      at(place % 2 ? 'one' : 'two').admin('PATCH', `/keys/${record.id}`, change),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const expected = Object.assign({}, ...changes, { expires_at: '2099-12-31T14:59:59.999Z' })
  expect(await find(record.id)).toMatchObject(expected)
  await start()
  expect(await opens('one', key)).toMatch(/disabled/)
})
