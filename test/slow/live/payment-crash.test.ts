import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { CLOCK_HEADER } from '../../../scripts/support/clock-module.ts'
import { runningClock } from '../../simulators/clock.ts'
import {
  API_KEY,
  type Bill,
  BUSINESS_NUMBER,
  createPaySsam,
  LARGEST_BILL,
  MEMBER_ID,
  MERCHANT_ID,
  PAID_BILL,
  seedBills,
} from '../../simulators/payment/index.ts'
import { LIVE_KEY, type LiveAnswer, type LiveRuntime, startGateways } from './gateways.ts'

/**
 * Payments on the real runtime, which is killed in the middle of them and started again on its stored data. Nothing is
 * done twice, nothing is reported as done that is not, and the same Idempotency-Key succeeds in the end.
 */

const SETTINGS = {
  PAYMENT_HOST: 'erp-api.payssam.kr',
  PAYMENT_API_KEY: API_KEY,
  PAYMENT_MEMBER_ID: MEMBER_ID,
  PAYMENT_MERCHANT_ID: MERCHANT_ID,
  PAYMENT_BUSINESS_NUMBER: BUSINESS_NUMBER,
}

/** Where a call is when the runtime is killed: at a read, at the work before it is done, or done and not yet answered. */
type Point = 'read' | 'before' | 'after'

interface Case {
  /** Its Idempotency-Key, and the name of the sold item. */
  name: string
  path: 'cancel' | 'request'
  /** The bill's id, if the caller chooses it. */
  bill_id?: string
  /** Where it is killed the first and the second time. After the missing one it succeeds. */
  killed: [Point, Point?]
}

const CASES: Case[] = [
  { name: 'cancel, before the work, twice', path: 'cancel', bill_id: 'PAID-1', killed: ['before', 'before'] },
  { name: 'cancel, before, then after the work', path: 'cancel', bill_id: 'PAID-2', killed: ['before', 'after'] },
  { name: 'cancel, after the work', path: 'cancel', bill_id: 'PAID-3', killed: ['after'] },
  { name: 'request, before the work, twice', path: 'request', killed: ['before', 'before'] },
  { name: 'request, before, then after the work', path: 'request', killed: ['before', 'after'] },
  { name: 'request, after the work', path: 'request', killed: ['after'] },
  { name: 'own id, while it looked', path: 'request', bill_id: 'OWN-1', killed: ['read', 'before'] },
  { name: 'own id, before, then after the work', path: 'request', bill_id: 'OWN-2', killed: ['before', 'after'] },
  { name: 'own id, after the work', path: 'request', bill_id: 'OWN-3', killed: ['after'] },
]
/** Another one takes the id while the gateway is down. */
const TAKEN: Case = { name: 'own id, taken meanwhile', path: 'request', bill_id: 'OWN-4', killed: ['read'] }
const ALL = [...CASES, TAKEN]

const PRICE = 33_000
const getBody = ({ name, path, bill_id }: Case) =>
  path === 'cancel'
    ? { bill_id, price: PRICE }
    : {
        ...(bill_id !== undefined && { bill_id }),
        product_nm: name,
        member_nm: '홍길동',
        phone: '010-1234-5678',
        price: PRICE,
        expire_dt: '2026-12-31',
        callback_url: 'https://academy.example/payments',
      }

const paid = (id: string): Bill => ({ ...(seedBills()[0] as Bill), id, price: String(PRICE) })

interface Sent {
  bill_id?: string
  bill?: { bill_id?: string; product_nm?: string }
}

/** The product, which stops at the point where a case is to be killed, and stays there. */
function haltingProduct() {
  const product = createPaySsam({ clock: runningClock, bills: ['PAID-1', 'PAID-2', 'PAID-3'].map(paid) })
  /** By case name. */
  const halts = new Map<string, Point>()
  const halted = new Set<string>()
  const forever = new Promise<never>(() => {})

  async function fetch(request: Request): Promise<Response> {
    const { bill_id, bill }: Sent = JSON.parse(await request.clone().text())
    const { name = '' } =
      ALL.find((each) => each.bill_id === (bill_id ?? bill?.bill_id) || each.name === bill?.product_nm) ?? {}
    const point = halts.get(name)
    const reads = request.url.endsWith('/read')
    if (point === undefined || reads !== (point === 'read')) return product.fetch(request)
    if (point === 'after') await product.fetch(request)
    halts.delete(name)
    halted.add(name)
    return forever
  }
  return { product, simulator: { ...product, fetch }, halts, halted }
}

describe('a runtime that is killed', () => {
  const { product, simulator, halts, halted } = haltingProduct()
  const start = runningClock.now()
  let storage: string
  let gateways: LiveRuntime

  const run = () =>
    startGateways(
      [
        {
          name: 'latchkey',
          settings: SETTINGS,
          productAt: (host) => (simulator.answersFor(host) ? simulator : undefined),
        },
      ],
      storage,
    )

  /** Sends the request of a case, this many seconds after the first one. */
  const ask = (each: Case, seconds: number): Promise<LiveAnswer> =>
    gateways.ask('latchkey', `/api/v1/payment/${each.path}`, {
      method: 'POST',
      headers: {
        'X-API-KEY': LIVE_KEY,
        'Content-Type': 'application/json',
        'X-Payment-Mode': 'true',
        'Idempotency-Key': encodeURIComponent(each.name),
        [CLOCK_HEADER]: String(start + seconds * 1000),
      },
      body: JSON.stringify(getBody(each)),
    })

  /** Sends cases until each is where it is to be killed, and kills the runtime. */
  async function killAt(which: 0 | 1, cases: Case[], seconds: number) {
    halted.clear()
    for (const { name, killed } of cases) halts.set(name, killed[which] ?? 'before')
    const lost = cases.map((each) => ask(each, seconds).then(told, () => 'no answer'))
    await vi.waitFor(() => expect([...halted].sort()).toEqual(cases.map(({ name }) => name).sort()), 10_000)
    await gateways.stop()
    expect(await Promise.all(lost)).toEqual(cases.map(() => 'no answer'))
  }

  /** The bills that a case created, or the one that it changes. */
  const getBills = ({ name, path, bill_id }: Case) =>
    [...product.state.bills.values()].filter((bill) =>
      path === 'cancel' ? bill.id === bill_id : bill.product === name,
    )

  beforeAll(async () => {
    storage = await mkdtemp(join(tmpdir(), 'latchkey-crash-'))
    gateways = await run()
  })
  afterAll(async () => {
    await gateways.stop()
    await rm(storage, { recursive: true })
  })

  it('does nothing twice, reports nothing wrong, and every caller succeeds', async () => {
    await killAt(0, ALL, 0)
    product.state.bills.set('OWN-4', { ...paid('OWN-4'), state: 'W', product: "somebody else's" })
    const done = structuredClone(product.state.executed)
    expect(done).toMatchObject({ cancels: 1, sends: 2 })

    gateways = await run()
    const early = await Promise.all(ALL.map((each) => ask(each, 10)))
    for (const answer of early) {
      expect(told(answer)).toBe('409 Idempotency-Key: another request with it is still running')
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
    }
    expect(product.state.executed).toEqual(done)

    expect(told(await ask(TAKEN, 70))).toBe('409 bill_id: is already used by another bill')
    const once = CASES.filter(({ killed }) => killed.length === 1)
    for (const each of once) await expectThrough(each, await ask(each, 70), { replayed: true })
    const twice = CASES.filter(({ killed }) => killed.length === 2)
    await killAt(1, twice, 70)

    gateways = await run()
    for (const answer of await Promise.all(twice.map((each) => ask(each, 80)))) expect(answer.status).toBe(409)
    // Two come back at once with each key.
    const both = await Promise.all(twice.map((each) => Promise.all([ask(each, 140), ask(each, 140)])))
    for (const [at, answers] of both.entries()) {
      const each = twice[at] as Case
      const through = answers.filter(({ status }) => status === 200)
      expect(through.length, answers.map(told).join()).toBeGreaterThan(0)
      for (const { status } of answers) expect([200, 409]).toContain(status)
      for (const answer of through) await expectThrough(each, answer)
    }
    for (const each of CASES) await expectThrough(each, await ask(each, 150), { replayed: true })
    expect(product.state.executed).toMatchObject({ cancels: 3, sends: 6 })
    expect(product.unexpected).toEqual([])
  })

  /** The caller's response matches what the product did, once. */
  async function expectThrough(each: Case, answer: LiveAnswer, { replayed = false } = {}) {
    expect(told(answer), each.name).toBe('200')
    if (replayed) expect(answer.headers.get('Idempotent-Replayed'), each.name).toBe('true')
    const bills = getBills(each)
    expect(bills, each.name).toHaveLength(1)
    expect(answer.json.result.bill_id).toBe(bills[0]?.id)
    expect(bills[0]?.state).toBe(each.path === 'cancel' ? 'C' : 'W')
  }
})

describe('two gateways with one LEDGER', () => {
  const product = createPaySsam({ clock: runningClock })
  const productAt = (host: string) => (product.answersFor(host) ? product : undefined)
  let runtime: Awaited<ReturnType<typeof startGateways>>

  beforeAll(async () => {
    runtime = await startGateways([
      { name: 'one', settings: SETTINGS, productAt },
      { name: 'two', settings: SETTINGS, productAt, sharesWith: 'one' },
    ])
  })
  afterAll(() => runtime.stop())

  const ask = (key: string, at: number, body: object) =>
    runtime.ask(at % 2 ? 'one' : 'two', '/api/v1/payment/cancel', {
      method: 'POST',
      headers: {
        'X-API-KEY': LIVE_KEY,
        'Content-Type': 'application/json',
        'X-Payment-Mode': 'true',
        'Idempotency-Key': key,
      },
      body: JSON.stringify(body),
    })
  const calls = () => product.calls.filter(({ url }) => url.pathname.endsWith('/cancel')).length

  /** One of them did it, the others got its result or were told to wait. */
  async function expectOneOfTwenty(key: string, body: object) {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => ask(key, at, body)))
    for (const answer of answers) expect(['200', '409'], told(answer)).toContain(told(answer).slice(0, 3))
    const own = answers.filter(({ status, headers }) => status === 200 && !headers.has('Idempotent-Replayed'))
    expect(own).toHaveLength(1)
  }

  it('twenty requests at once with one key call the product once', async () => {
    product.fail({ kind: 'delay', ms: 100 }, { times: 1 })
    await expectOneOfTwenty('refund-1', { bill_id: PAID_BILL, price: 150_000 })
    expect([calls(), product.state.executed.cancels]).toEqual([1, 1])
  })

  it('twenty concurrent retries of one with an unknown outcome call it once more', async () => {
    const body = { bill_id: LARGEST_BILL, price: 9_999_999_999 }
    product.fail({ kind: 'status', status: 500 }, { times: 1 })
    expect((await ask('refund-2', 0, body)).status).toBe(502)
    expect(calls()).toBe(2)
    await expectOneOfTwenty('refund-2', body)
    expect([calls(), product.state.executed.cancels]).toEqual([3, 2])
  })
})

/** The message of a failure next to its status. */
const told = ({ status, json, text }: LiveAnswer) =>
  status < 400 ? String(status) : `${status} ${json?.error ?? text}`
