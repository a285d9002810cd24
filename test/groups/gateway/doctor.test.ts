import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LICENCES } from '../../../src/base/groups.ts'
import { nameKey } from '../../gateway/auth/keys/named-keys.ts'
import { freshStorage } from '../../support/fresh.ts'
import { PRO_KEY } from '../../support/gateway.ts'
import { deploy, withoutAccount } from '../admin/deployment.ts'

/** `GET /api/v1/doctor` (docs/spec/gateway.md, "The doctor"). */

beforeEach(freshStorage)
afterEach(() => vi.restoreAllMocks())

type Accounts = { account: string; state: string }[]
const told = (accounts: Accounts) => accounts.map(({ account, state }) => `${account} ${state}`)

const ALL = ['recorder', 'notes', 'workspace', 'shop-seller', 'shop-consumer', 'payment', 'video', 'social']

async function doctor(settings = {}, { key = PRO_KEY, search = '' } = {}) {
  const deployment = await deploy(settings)
  const ask = async () => {
    const { status, json } = await deployment.gateway.call(`/api/v1/doctor${search}`, { key })
    return { status, ...json }
  }
  return { deployment, ask }
}

describe('all is well', () => {
  it('and it says so for each connected account, after one call to each product', async () => {
    const { ask, deployment } = await doctor()
    const { status, ok, accounts } = await ask()
    expect([status, ok, told(accounts)]).toEqual([200, true, ALL.map((name) => `${name} ok`)])
    expect(accounts[0]).toEqual({
      account: 'recorder',
      group: 'recorder',
      state: 'ok',
      identity: expect.stringContaining('@'),
      expires_at: expect.any(String),
      last_ok_at: expect.any(String),
    })
    for (const { name, calls } of deployment.world.simulators) expect(calls.length, name).toBeLessThan(6)
  })

  it('some are not connected: those are left out, unless requested', async () => {
    const { ask } = await doctor({ ...withoutAccount('notes'), ...withoutAccount('video') })
    expect(told((await ask()).accounts)).toEqual(
      ALL.filter((name) => name !== 'notes' && name !== 'video').map((name) => `${name} ok`),
    )
    const named = await doctor(withoutAccount('notes'), { search: '?accounts=notes,%20shop-seller' })
    const { status, ok, accounts } = await named.ask()
    expect([status, ok, told(accounts)]).toEqual([200, true, ['notes not_connected', 'shop-seller ok']])
  })
})

it('one fails: 503, with what to do, and the others are reported as well', async () => {
  const { ask, deployment } = await doctor()
  deployment.getProduct('notes').fail({ kind: 'status', status: 401 })
  deployment.getProduct('video').fail({ kind: 'html' })
  const { status, ok, accounts } = await ask()
  expect([status, ok]).toEqual([503, false])
  expect(accounts.filter(({ state }: { state: string }) => state !== 'ok')).toEqual([
    expect.objectContaining({
      account: 'notes',
      state: 'rejected',
      message: expect.any(String),
      hint: expect.any(String),
    }),
    expect.objectContaining({ account: 'video', state: 'unreachable' }),
  ])
  expect(JSON.parse(deployment.world.log.at(-1) ?? '')).toMatchObject({ status: 503, reason: 'unavailable' })
})

it('a wrong setting: 503 that names it', async () => {
  const { ask } = await doctor({ PAYMENT_HOST: 'elsewhere.example' }, { search: '?accounts=payment' })
  expect(await ask()).toMatchObject({
    status: 503,
    accounts: [{ state: 'misconfigured', message: expect.stringContaining('PAYMENT_HOST') }],
  })
})

it('a shop that refuses the address: what to register, with the address that the shop names', async () => {
  const RELAY = { RELAY_URL: 'https://relay.example', RELAY_TOKEN: 'r'.repeat(32), RELAY_FOR: 'video' }
  const { ask, deployment } = await doctor(RELAY, { search: '?accounts=shop-seller' })
  const message = '[FORBIDDEN] Not allowed IP 203.0.113.7. Please check the registered IP list in WING.'
  deployment.getProduct('shop-seller').fail({ kind: 'status', status: 403, body: JSON.stringify({ message }) })
  expect(await ask()).toMatchObject({
    status: 503,
    accounts: [
      {
        state: 'misconfigured',
        message: expect.stringMatching(/^the shop refuses the address 203\.0\.113\.7: /),
        hint: expect.stringContaining('correct what the message names'),
      },
    ],
  })
})

it.each([
  [{ RELAY_URL: 'https://relay.example' }, /^RELAY_URL is set without RELAY_TOKEN: /],
  [{ RELAY_TOKEN: 'r'.repeat(32) }, /^RELAY_TOKEN is set without RELAY_URL: /],
  [{ RELAY_FOR: 'recorder' }, /^RELAY_FOR is set without RELAY_URL: /],
  [{ RELAY_FOR: 'recorder', RELAY_TOKEN: 'r'.repeat(32) }, /^RELAY_TOKEN and RELAY_FOR are set without RELAY_URL: /],
  [{ RELAY_URL: 'https://relay.example', RELAY_TOKEN: 'short' }, /^RELAY_TOKEN must have at least 32 /],
  [{ RELAY_URL: 'https://relay.example', RELAY_TOKEN: 'r'.repeat(32), RELAY_FOR: 'shop' }, /^RELAY_FOR /],
])('settings of the relay that do not fit together are a warning: %j', async (settings, warning) => {
  const { ask } = await doctor(settings, { search: '?accounts=notes' })
  expect(await ask()).toMatchObject({ warnings: [expect.stringMatching(warning)] })
})

it('settings of the relay that fit together, and none, are no warning', async () => {
  const settings = { RELAY_URL: 'https://relay.example', RELAY_TOKEN: 'r'.repeat(32) }
  expect(await (await doctor(settings, { search: '?accounts=notes' })).ask()).not.toHaveProperty('warnings')
  expect(await (await doctor({}, { search: '?accounts=notes' })).ask()).not.toHaveProperty('warnings')
})

describe('a key', () => {
  it.each(LICENCES)('with a %s licence may call it', async (licence) => {
    const { ask } = await doctor()
    const { deployment } = { deployment: await deploy() }
    const { status } = await deployment.gateway.call('/api/v1/doctor', { key: await nameKey({ licence }) })
    expect([status, (await ask()).status]).toEqual([200, 200])
  })

  it('with two groups gets only their accounts', async () => {
    const deployment = await deploy()
    const key = await nameKey({ groups: ['shop', 'video'] })
    const ask = async (search = '') => (await deployment.gateway.call(`/api/v1/doctor${search}`, { key })).json
    expect(told((await ask()).accounts)).toEqual(['shop-seller ok', 'shop-consumer ok', 'video ok'])
    expect(await ask('?accounts=notes')).toEqual({
      error: 'this API key does not open the notes group',
      code: 'insufficient_scope',
    })
    expect(deployment.getProduct('notes').calls).toEqual([])
  })

  it('with the licence payment gets only the payment account', async () => {
    const deployment = await deploy()
    const key = await nameKey({ licence: 'payment' })
    const ask = async (search = '') => (await deployment.gateway.call(`/api/v1/doctor${search}`, { key })).json
    expect(told((await ask()).accounts)).toEqual(['payment ok'])
    expect(deployment.getProduct('notes').calls).toEqual([])
    expect((await ask('?accounts=notes')).error).toBe(
      'accounts: a key of the licence payment does not open the notes group',
    )
  })

  it('that the owner gave away calls each product at most once a minute', async () => {
    const deployment = await deploy()
    const key = await nameKey()
    const notes = deployment.getProduct('notes')
    const ask = (as: string) => deployment.gateway.call('/api/v1/doctor?accounts=notes', { key: as })
    await ask(key)
    const { length } = notes.calls
    notes.fail({ kind: 'status', status: 401 })
    expect((await ask(key)).json.ok).toBe(true)
    expect(notes.calls).toHaveLength(length)
    expect((await ask(PRO_KEY)).json.ok).toBe(false)
    expect((await ask(key)).json.ok).toBe(false)
    deployment.world.clock.advance(60_000)
    await ask(key)
    expect(notes.calls.length).toBeGreaterThan(length + 1)
  })

  it('that is missing: 401', async () => {
    const { deployment } = await doctor()
    expect((await deployment.gateway.call('/api/v1/doctor', { key: null })).status).toBe(401)
  })
})

it('an account of another name: 400 that lists them', async () => {
  const { ask } = await doctor({}, { search: '?accounts=mail' })
  expect(await ask()).toEqual({
    status: 400,
    error: `accounts: must be a comma list of ${ALL.join(', ')}`,
    code: 'invalid_input',
  })
})
