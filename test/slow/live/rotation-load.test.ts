import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { Clock, runningClock } from '../../simulators/clock.ts'
import { createTiro, TIRO_KEYS } from '../../simulators/notes/index.ts'
import {
  API_KEY,
  BUSINESS_NUMBER,
  createPaySsam,
  MEMBER_ID,
  MERCHANT_ID,
  POINTS_OF_MESSAGE,
} from '../../simulators/payment/index.ts'
import type { Simulator } from '../../simulators/simulator.ts'
import { type LiveRuntime, startGateways } from './gateways.ts'
import { ownedGateway } from './owned-gateway.ts'

/**
 * CREDENTIALS_KEY is rotated in the middle of a load, while Workers with the previous settings still run, and rolled
 * back. No caller notices: no key is refused, no bill is sent twice, and no event is lost.
 */

const [OLD, NEW] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string]
const BEFORE = { CREDENTIALS_KEY: OLD }
const ROTATED = { CREDENTIALS_KEY: NEW, CREDENTIALS_KEY_PREVIOUS: OLD }
const AFTER = { CREDENTIALS_KEY: NEW }

const PAYMENT = {
  PAYMENT_HOST: 'erp-api.payssam.kr',
  PAYMENT_API_KEY: API_KEY,
  PAYMENT_MEMBER_ID: MEMBER_ID,
  PAYMENT_MERCHANT_ID: MERCHANT_ID,
  PAYMENT_BUSINESS_NUMBER: BUSINESS_NUMBER,
}

const tiro = createTiro({ clock: new Clock() })
const payssam = createPaySsam({ clock: runningClock, bills: [] })
payssam.state.points = 10_000 * POINTS_OF_MESSAGE
/** The bills of the events that the subscription got. */
const received = new Set<string>()
const receiver: Simulator = {
  ...createTiro({ clock: new Clock() }),
  answersFor: (host) => host === 'hooks.example.com',
  fetch: async (request) => {
    received.add(((await request.json()) as { data: { bill_id: string } }).data.bill_id)
    return new Response(null, { status: 204 })
  },
}

let storage: string
let runtime: LiveRuntime
let key: string
let id: string
beforeAll(async () => {
  storage = await mkdtemp(join(tmpdir(), 'latchkey-rotation-'))
})
afterAll(async () => {
  await runtime?.stop()
  await rm(storage, { recursive: true })
})

/** The first has the objects. The others share them, as new isolates do while a deployment reaches all places. */
async function start(...settings: object[]): Promise<void> {
  await runtime?.stop()
  const productAt = (host: string) => [tiro, payssam, receiver].find((product) => product.answersFor(host))
  const gateways = settings.map((keys, at) => ({
    ...{ name: `worker-${at}`, productAt, settings: { ADMIN_KEY, ...PAYMENT, ...keys } },
    ...(at > 0 && { sharesWith: 'worker-0' }),
  }))
  runtime = await startGateways(gateways, storage)
}

const keyed = (more: object = {}) => ({ headers: { 'X-API-KEY': key, 'Content-Type': 'application/json', ...more } })

/** Sends a bill twice with one Idempotency-Key, at two Workers. */
async function sendTwice(once: string, ...workers: string[]): Promise<string> {
  const body = JSON.stringify({
    ...{ product_nm: once, member_nm: '홍길동', phone: '010-1234-5678', price: 33_000, expire_dt: '2099-12-31' },
  })
  const init = { method: 'POST', ...keyed({ 'X-Payment-Mode': 'true', 'Idempotency-Key': once }), body }
  const bills: string[] = []
  for (const worker of workers) {
    const { status, json } = await runtime.ask(worker, '/api/v1/payment/request', init)
    expect([once, worker, status, json.error || undefined]).toEqual([once, worker, 200, undefined])
    bills.push(json.result.bill_id)
  }
  expect(new Set(bills).size).toBe(1)
  return bills[0] ?? expect.fail()
}

/** The customer pays, and the product reports it to the URL that it was given with the bill. */
async function pay(billId: string, worker: string): Promise<void> {
  const { url, body } = payssam.pay(billId)
  const init = { method: 'POST', body: JSON.stringify(body) }
  expect((await runtime.ask(worker, new URL(url).pathname, init)).json?.code).toBe('0000')
}

async function read(worker: string): Promise<void> {
  const { status, json } = await runtime.ask(worker, '/api/v1/notes/notes', keyed())
  expect([worker, status, json.error]).toEqual([worker, 200, undefined])
}

const rotation = async (worker: string) =>
  (await ownedGateway(runtime, worker, ADMIN_KEY).admin('GET', '/overview')).json.rotation
const COMPLETE = { remaining: 0, safe_to_remove_previous: true }

/** The paid bills of all pages of the feed. */
async function readFeed(worker: string): Promise<string[]> {
  const found: string[] = []
  let page = { next_after: '', has_more: true }
  while (page.has_more) {
    const query = new URLSearchParams({ types: 'payment.bill.paid', limit: '100', after: page.next_after })
    const { json } = await runtime.ask(worker, `/api/v1/events?${query}`, keyed())
    found.push(...json.events.map(({ data }: { data: { bill_id: string } }) => data.bill_id))
    page = json
  }
  return found
}

/** What everybody sees at any time. */
async function expectAll(worker: string): Promise<void> {
  await read(worker)
  expect((await readFeed(worker)).toSorted()).toEqual(paid.toSorted())
  expect(payssam.state.bills.size).toBe(sent.length)
}
const sent: string[] = []
const paid: string[] = []

it('a rotation in the middle of a load, and its roll-back, are noticed by nobody', { timeout: 300_000 }, async () => {
  await start(BEFORE, ROTATED)
  const owner = ownedGateway(runtime, 'worker-0', ADMIN_KEY)
  const made = await owner.admin('POST', '/keys', { name: 'load', licence: 'pro' })
  key = made.json.key
  expect((await owner.admin('PUT', '/accounts/notes', { token: TIRO_KEYS.full })).status).toBe(200)
  const subscription = { url: 'https://hooks.example.com/in', types: ['payment.bill.paid'] }
  const body = JSON.stringify(subscription)
  const subscribed = await runtime.ask('worker-0', '/api/v1/events/subscriptions', { method: 'POST', ...keyed(), body })
  expect(subscribed.status).toBe(201)
  id = subscribed.json.subscription?.id ?? subscribed.json.id
  const early = await sendTwice('early', 'worker-0', 'worker-0')
  sent.push(early)

  let workers = ['worker-0']
  let count = 0
  let isOver = false
  const pick = () => workers[++count % workers.length] ?? expect.fail()
  const load = (work: () => Promise<void>) =>
    Array.from({ length: 3 }, async () => {
      // A key may send 600 requests a minute.
      for (; !isOver; await setTimeout(150)) await work()
    })
  const running = Promise.all([
    ...load(() => read(pick())),
    ...load(async () => {
      const bill = await sendTwice(`bill-${++count}`, pick(), pick())
      sent.push(bill)
      await pay(bill, pick())
      paid.push(bill)
    }),
  ])
  await setTimeout(1_500)
  // The first request with the new settings completes it.
  expect(await rotation('worker-1')).toEqual(COMPLETE)
  workers = ['worker-0', 'worker-1']
  await setTimeout(3_000)
  workers = ['worker-1']
  await setTimeout(1_500)
  isOver = true
  await running
  expect(paid.length).toBeGreaterThan(5)
  await expectAll('worker-0')
  await expectAll('worker-1')

  for (const settings of [ROTATED, BEFORE, ROTATED, AFTER]) {
    await start(settings)
    await expectAll('worker-0')
    const bill = await sendTwice(`later-${sent.length}`, 'worker-0', 'worker-0')
    sent.push(bill)
    await pay(bill, 'worker-0')
    paid.push(bill)
    expect(await sendTwice('early', 'worker-0')).toBe(early)
  }
  expect(await rotation('worker-0')).toEqual(COMPLETE)
  // The URL was given to the product before the rotation.
  await pay(early, 'worker-0')
  paid.push(early)
  await expectAll('worker-0')
  await vi.waitFor(() => expect(received).toEqual(new Set(paid)), { timeout: 60_000, interval: 250 })
  const path = `/api/v1/events/subscriptions/${id}`
  expect((await runtime.ask('worker-0', path, keyed())).json).toMatchObject({ enabled: true, last_error: null })
})
