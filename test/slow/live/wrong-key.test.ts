import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { runningClock } from '../../simulators/clock.ts'
import { createTiro, TIRO_KEYS } from '../../simulators/notes/index.ts'
import { API_KEY, BUSINESS_NUMBER, createPaySsam, MEMBER_ID, MERCHANT_ID } from '../../simulators/payment/index.ts'
import { simulate } from '../../simulators/simulator.ts'
import type { Overrides } from '../../support/gateway.ts'
import { LIVE_CREDENTIALS_KEY, LIVE_KEY, type LiveRuntime, startGateways } from './gateways.ts'

/**
 * A day with a wrong CREDENTIALS_KEY, from the mistake to the repair, as the owner sees it (docs/operations.md, "If
 * CREDENTIALS_KEY is wrong"). The runtime is killed between the acts.
 */

const [WRONG = '', OTHER = ''] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'))
const NAMING = /^CREDENTIALS_KEY is not the key that encrypted the data of this deployment/

/** The account that the owner connected, and the one that the deployment's secrets open. */
const OURS = { host: 'erp-api.payssam.kr', api_key: API_KEY, member_id: MEMBER_ID, merchant_id: MERCHANT_ID }
const OTHERS = {
  ...{ PAYMENT_HOST: 'erp-api.payssam.kr', PAYMENT_API_KEY: 'the-key-of-merchant-b', PAYMENT_MEMBER_ID: 'member-b' },
  ...{ PAYMENT_MERCHANT_ID: 'merchant-b', PAYMENT_BUSINESS_NUMBER: BUSINESS_NUMBER },
}
const SOURCE = 'notes.notes'
const BILL = {
  ...{ product_nm: 'Workbook', member_nm: 'Hong Gildong', phone: '010-1234-5678', price: 33_000 },
  expire_dt: '2099-12-31',
}

const tiro = createTiro({ clock: runningClock })
const payssam = createPaySsam({ clock: runningClock, bills: [] })
/** An endpoint of the owner. It refuses what it gets as long as it `isDown`. */
const received: { type: string; data: Record<string, unknown> }[] = []
let isDown = false
let attempts = 0
const endpoint = simulate({
  name: 'endpoint',
  hosts: ['hooks.example.com'],
  app: new Hono().post('/in', async (c) => {
    attempts += 1
    if (isDown) return c.text('down', 503)
    received.push(await c.req.json())
    return c.text('ok')
  }),
  errorResponse: (status) => new Response('', { status }),
  own: {},
})
const productAt = (host: string) => [tiro, payssam, endpoint].find(({ answersFor }) => answersFor(host))

let storage: string
let runtime: LiveRuntime | undefined
beforeAll(async () => {
  storage = await mkdtemp(join(tmpdir(), 'wrong-key-'))
})
afterAll(async () => {
  await runtime?.stop()
  await rm(storage, { recursive: true, force: true })
})

/** Kills the runtime, and starts it with other settings. */
async function deploy(settings: Overrides) {
  await runtime?.stop()
  const own = { ADMIN_KEY, EVENTS_POLL_SECONDS: '30', ...OTHERS, ...settings }
  runtime = await startGateways([{ name: 'gateway', settings: own, productAt }], storage)
}

const running = () => runtime ?? expect.fail('no gateway runs')

async function ask(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const { status, json } = await running().ask('gateway', `/api/v1${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status, json }
}
const owner = (method: string, path: string, body?: object) =>
  ask(method, path, body, { Authorization: `Bearer ${ADMIN_KEY}` })
const bill = (key = LIVE_KEY) => ask('POST', '/payment/request', BILL, { 'X-API-KEY': key, 'X-Payment-Mode': 'true' })
const notes = (key: string) => ask('GET', '/notes/notes', undefined, { 'X-API-KEY': key })
/** The product reports a payment to the gateway. */
const report = ({ url, body }: ReturnType<typeof payssam.pay>) =>
  running().ask('gateway', new URL(url).pathname, { method: 'POST', body: JSON.stringify(body) })

const refused = { status: 500, json: { error: expect.stringMatching(NAMING) } }
const warnings = async () =>
  (await owner('GET', '/admin/overview')).json.warnings.map(({ code }: { code: string }) => code)
const within = { timeout: 75_000, interval: 250 }

const day = { key: '', subscription: '', late: '', paid: undefined as ReturnType<typeof payssam.pay> | undefined }

it('in the morning an account is connected, a program has a key, and a bill goes out', {
  timeout: 120_000,
}, async () => {
  await deploy({})
  expect((await owner('PUT', '/admin/accounts/notes', { token: TIRO_KEYS.full })).status).toBe(200)
  const account = { ...OURS, business_number: BUSINESS_NUMBER }
  expect((await owner('PUT', '/admin/accounts/payment', account)).status).toBe(200)
  const made = await owner('POST', '/admin/keys', { name: 'shop', licence: 'pro' })
  day.key = made.json.key
  const types = ['notes.note.created', 'payment.bill.paid']
  const subscribed = await owner('POST', '/events/subscriptions', { url: 'https://hooks.example.com/in', types })
  expect(subscribed.status).toBe(201)
  day.subscription = subscribed.json.id
  const [first, second] = [await bill(), await bill(day.key)]
  expect([first.status, second.status]).toEqual([200, 200])
  day.late = second.json.result.bill_id
  expect([...payssam.state.bills.keys()]).toEqual([first.json.result.bill_id, day.late])
  // The first poll finds what is there, and tells nothing of it.
  const polled = async () =>
    (await owner('GET', '/admin/events')).json.sources.find(({ name }: { name: string }) => name === SOURCE).polled_at
  await vi.waitFor(async () => expect(await polled()).not.toBeNull(), within)
  // This event cannot be delivered before the mistake.
  isDown = true
  expect((await report(payssam.pay(first.json.result.bill_id))).json.code).toBe('0000')
  await vi.waitFor(() => expect(attempts).toBeGreaterThan(0), within)
})

it.each([
  ['another key', { CREDENTIALS_KEY: WRONG }, NAMING],
  ['another key, and a wrong previous one', { CREDENTIALS_KEY: WRONG, CREDENTIALS_KEY_PREVIOUS: OTHER }, NAMING],
  ['no key', { CREDENTIALS_KEY: '' }, /^CREDENTIALS_KEY is not set, and accounts or keys/],
  ['half of a key', { CREDENTIALS_KEY: LIVE_CREDENTIALS_KEY.slice(0, 20) }, /^CREDENTIALS_KEY must be 32 bytes/],
])(
  'with %s nothing is sent as another merchant, and the owner reads why',
  { timeout: 120_000 },
  async (_, mistake, why) => {
    await deploy(mistake)
    const before = { bills: payssam.calls.length, notes: tiro.calls.length, attempts }
    const naming = { status: 500, json: { error: expect.stringMatching(why) } }
    for (let time = 0; time < 2; time++) {
      expect(await Promise.all([bill(), bill(day.key), notes(LIVE_KEY), notes(day.key)])).toMatchObject(
        Array(4).fill(naming),
      )
    }
    const { status, json } = await owner('GET', '/admin/overview')
    expect([status, json.warnings[0]]).toMatchObject([
      200,
      { code: 'wrong_credentials_key', message: expect.stringMatching(why) },
    ])
    expect(json.rotation).toEqual({ remaining: null, safe_to_remove_previous: false })
    const { json: listed } = await owner('GET', '/admin/accounts')
    expect(listed.accounts.map(({ state, source }: { state: string; source: string }) => [state, source])).toEqual(
      Array(8).fill(['misconfigured', null]),
    )
    for (const [method, path, body] of [
      ['PUT', '/admin/accounts/notes', { token: TIRO_KEYS.full, force: true }],
      ['DELETE', '/admin/accounts/payment', undefined],
      ['DELETE', '/admin/data', { all: true }],
      ['POST', '/admin/keys', { name: 'another' }],
      ['GET', '/admin/keys', undefined],
      ['POST', '/events/subscriptions', { url: 'https://hooks.example.com/other', types: ['notes.*'] }],
    ] as const)
      expect([path, await owner(method, path, body)]).toMatchObject([path, { status: 500 }])
    expect({ bills: payssam.calls.length, notes: tiro.calls.length, attempts }).toEqual(before)
  },
)

it('meanwhile polls, deliveries and reports wait, and none counts as failed', { timeout: 120_000 }, async () => {
  await deploy({ CREDENTIALS_KEY: WRONG })
  isDown = false
  const before = { notes: tiro.calls.length, attempts }
  tiro.write({ title: 'Written meanwhile' })
  day.paid = payssam.pay(day.late)
  expect((await report(day.paid)).status).toBe(500)
  await owner('POST', '/admin/events/poll')
  await new Promise((resolve) => setTimeout(resolve, 15_000))
  expect({ notes: tiro.calls.length, attempts }).toEqual(before)
  expect(received).toEqual([])
  const { json } = await owner('GET', '/admin/events')
  const source = json.sources.find(({ name }: { name: string }) => name === SOURCE)
  expect(source).toMatchObject({ failures: 0, last_error: null })
  expect(json.subscriptions).toMatchObject([{ id: day.subscription, enabled: true, pending_count: 1 }])
})

it('with the right key all is back, by itself', { timeout: 180_000 }, async () => {
  await deploy({})
  const before = payssam.state.bills.size
  expect((await bill()).status).toBe(200)
  expect(payssam.state.bills.size).toBe(before + 1)
  expect([(await notes(day.key)).status, (await notes(LIVE_KEY)).status]).toEqual([200, 200])
  expect(await warnings()).not.toContain('wrong_credentials_key')
  expect((await owner('GET', '/admin/overview')).json.rotation.safe_to_remove_previous).toBe(true)
  // The product repeats its report every hour until it gets a success.
  expect((await report(day.paid ?? expect.fail())).json.code).toBe('0000')
  const told = () => received.map(({ type, data }) => [type, data.bill_id ?? data.title])
  const [first] = payssam.state.bills.keys()
  await vi.waitFor(
    () =>
      expect(told().sort()).toEqual([
        ['notes.note.created', 'Written meanwhile'],
        ...[first, day.late].sort().map((id) => ['payment.bill.paid', id]),
      ]),
    within,
  )
})

it('who lost the key starts with empty data, and finds the former data with the former key', {
  timeout: 120_000,
}, async () => {
  await deploy({ CREDENTIALS_KEY: WRONG })
  const start = (body: object) => owner('POST', '/admin/data-key', body)
  expect(await start({ confirm: 'yes' })).toMatchObject({ status: 400, json: { parameters: { fields: ['confirm'] } } })
  expect(await bill()).toMatchObject(refused)
  expect((await start({ confirm: 'start with empty data' })).status).toBe(200)
  expect((await start({ confirm: 'start with empty data' })).status).toBe(409)
  expect(await warnings()).not.toContain('wrong_credentials_key')
  const { json } = await owner('GET', '/admin/audit?action=admin_make_data_key')
  expect(json.entries).toMatchObject([
    { outcome: 'refused', status: 409 },
    { outcome: 'ok', target: 'CREDENTIALS_KEY' },
    { outcome: 'refused', status: 400 },
  ])
  expect((await owner('GET', '/admin/keys')).json.keys).toEqual([])
  expect(await notes(day.key)).toMatchObject({ status: 401 })
  expect(await notes(LIVE_KEY)).toMatchObject({
    status: 401,
    json: { error: expect.stringMatching(/^notes account is not connected/) },
  })
  const { json: made } = await owner('POST', '/admin/keys', { name: 'new', licence: 'pro' })
  expect((await owner('PUT', '/admin/accounts/notes', { token: TIRO_KEYS.full })).status).toBe(200)
  expect((await notes(made.key)).status).toBe(200)

  await deploy({})
  expect((await bill(day.key)).status).toBe(200)
  expect((await notes(day.key)).status).toBe(200)
  expect((await owner('GET', '/admin/keys')).json.keys).toMatchObject([{ name: 'shop' }])
  expect((await notes(made.key)).status).toBe(401)
  await deploy({ CREDENTIALS_KEY: WRONG })
  expect((await notes(made.key)).status).toBe(200)
  await deploy({ CREDENTIALS_KEY: OTHER })
  expect(await notes(made.key)).toMatchObject(refused)
})

it('an account whose record was lost is no other one, and is reconnected', { timeout: 120_000 }, async () => {
  await deploy({})
  const store = await running().readStore('gateway')
  const { keys } = await store.list()
  const records = keys.filter(({ name }) => name.endsWith('/credentials/payment'))
  expect(records).not.toEqual([])
  await Promise.all(records.map(({ name }) => store.delete(name)))
  await deploy({})
  const before = payssam.calls.length
  expect(await bill()).toMatchObject({
    status: 500,
    json: {
      error: expect.stringMatching(/^the payment account is connected, but its stored credential was not found/),
    },
  })
  expect(payssam.calls.length).toBe(before)
  const { json } = await owner('GET', '/admin/accounts')
  const account = json.accounts.find((each: { account: string }) => each.account === 'payment')
  expect(account).toMatchObject({ state: 'misconfigured', source: null })
  expect((await owner('PUT', '/admin/accounts/payment', { ...OURS, business_number: BUSINESS_NUMBER })).status).toBe(
    200,
  )
  expect((await bill()).status).toBe(200)
})

it('keys whose copies STORE has lost are told to the owner, and written again', { timeout: 120_000 }, async () => {
  const store = await running().readStore('gateway')
  const { keys } = await store.list()
  await Promise.all(keys.filter(({ name }) => name.includes('/keys/')).map(({ name }) => store.delete(name)))
  await deploy({})
  expect((await notes(day.key)).status).toBe(401)
  expect(await warnings()).toContain('key_copies_lost')
  expect(await owner('POST', '/admin/keys/copies')).toMatchObject({ status: 200, json: { restored: 1 } })
  await deploy({})
  expect((await notes(day.key)).status).toBe(200)
  expect(await warnings()).not.toContain('key_copies_lost')
})
