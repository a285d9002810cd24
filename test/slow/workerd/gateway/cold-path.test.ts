import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Subject, subjects } from '../../../contract/subjects.ts'
import { createCountedGateway } from '../../../gateway/counted-gateway.ts'
import { headersFor, V1_HOST } from '../../../groups/payment/stage.ts'
import { Clock } from '../../../simulators/clock.ts'
import { EU_ACCOUNT, EU_BROWSER_SESSION, recorderToken } from '../../../simulators/recorder/index.ts'
import type { Simulator } from '../../../simulators/simulator.ts'
import { freshDeployment } from '../../../support/fresh.ts'
import { json, type Overrides } from '../../../support/gateway.ts'
import { createWorldAt, holdDeadlines } from '../../../support/world.ts'

/** The cost before a product's call: reads of STORE and calls of objects, cold and warm. */

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

function deploy({ row, contract, method, operation }: Subject, settings: Overrides = {}) {
  const clock = new Clock()
  const product: Simulator = (row.simulate ?? contract.simulate)(clock)
  createWorldAt(clock, product)
  holdDeadlines()
  const gateway = createCountedGateway({ ...contract.connected, ...row.connected, ...settings })
  let before = 0
  const send = async () => {
    const init = row.body === undefined ? { method } : json(method, row.body)
    const { status } = await gateway.call(row.path, { ...init, headers: { ...init.headers, ...row.headers } })
    return [operation.status, row.again?.status].includes(status) ? undefined : status
  }
  /** Sends this many concurrent requests, and returns what they took. */
  const ask = async (times = 1) => {
    const failed = await Promise.all(Array.from({ length: times }, send))
    const { reads, hops } = gateway.counted()
    const calls = product.calls.length - before
    before = product.calls.length
    return { reads: reads.length, hops, calls, failed: failed.filter((status) => status !== undefined) }
  }
  return { ask, clock, product }
}

const getSubject = (id: string): Subject => {
  const subject = subjects.find((each) => each.id === id)
  if (!subject) throw new Error(`no operation ${id}`)
  return subject
}

interface Cost {
  reads: number
  hops: string[]
  calls: number
}

const none = { reads: 0, hops: [] }

// The record of an account says whose it is: a post is found by that, also after the account was connected again.
const postHops = ['records.read', 'begin', 'token', 'send', 'settle']
const repostHops = ['records.read', 'begin', 'send', 'token', 'settle']

const billHops = ['claimRecentBill', 'beginBill', 'noteBill']

/**
 * With CREDENTIALS_KEY: a read of the data key, at the same time one where an account is stored
 * (upstream/store/records.test.ts), and a hop where its token is renewed.
 */
const COSTS: [id: string, cold: Cost, warm: Cost][] = [
  ['recorder_get_config', { reads: 2, hops: ['token'], calls: 3 }, { ...none, calls: 1 }],
  ['recorder_get_user', { reads: 2, hops: ['token'], calls: 4 }, { ...none, calls: 2 }],
  ['recorder_fetch_file', { reads: 2, hops: ['token'], calls: 7 }, { ...none, calls: 5 }],
  ['recorder_get_share', { reads: 2, hops: ['token'], calls: 4 }, { ...none, calls: 2 }],
  [
    'recorder_doctor',
    { reads: 2, hops: ['token', 'records.read'], calls: 5 },
    { reads: 0, hops: ['records.read'], calls: 3 },
  ],
  ['notes_list_notes', { reads: 2, hops: [], calls: 2 }, { ...none, calls: 1 }],
  ['workspace_get_schema', { ...none, calls: 1 }, { ...none, calls: 1 }],
  ['shop_get_category', { reads: 2, hops: [], calls: 1 }, { ...none, calls: 1 }],
  // The list of bills is written before a bill is sent. What is read about a bill is stored after the response.
  ['payment_read_bill', { reads: 2, hops: ['noteBill'], calls: 1 }, { reads: 0, hops: ['noteBill'], calls: 1 }],
  ['payment_request_bill', { reads: 2, hops: billHops, calls: 1 }, { reads: 0, hops: billHops, calls: 1 }],
  ['payment_format_phone_number', { ...none, calls: 0 }, { ...none, calls: 0 }],
  ['video_get_transcript', { ...none, calls: 2 }, { ...none, calls: 2 }],
  ['social_get_user', { reads: 2, hops: ['token'], calls: 2 }, { ...none, calls: 1 }],
  // A post claims its publication at its record. The second request counts as a repetition and gets the first post.
  [
    'social_create_post',
    { reads: 2, hops: postHops, calls: 4 },
    { reads: 0, hops: ['records.read', 'begin'], calls: 1 },
  ],
  ['social_repost', { reads: 2, hops: repostHops, calls: 2 }, { reads: 0, hops: ['records.read', 'begin'], calls: 0 }],
]

it.each(COSTS)('%s: the cost of its first and its second request', async (id, cold, warm) => {
  const { ask } = deploy(getSubject(id))
  expect(await ask()).toEqual({ ...cold, failed: [] })
  expect(await ask()).toEqual({ ...warm, failed: [] })
})

it.each(COSTS.map(([id]) => id))(
  '%s: two first requests at once read the data key and an account once each',
  async (id) => {
    const { ask } = deploy(getSubject(id))
    expect((await ask(2)).reads).toBeLessThanOrEqual(4)
    expect((await ask(2)).reads).toBe(0)
  },
)

describe('a payment', () => {
  const subject = getSubject('payment_request_bill')
  const by = (headers: Record<string, string>) => deploy({ ...subject, row: { ...subject.row, headers } })

  it('with the account in its headers reads nothing from STORE, and calls only the object that knows equal bills', async () => {
    expect(await by(headersFor(V1_HOST)).ask()).toEqual({ reads: 0, hops: ['claimRecentBill'], calls: 1, failed: [] })
  })

  it('opens a record in LEDGER only with an Idempotency-Key', async () => {
    const { hops } = await by({ ...headersFor(V1_HOST), 'Idempotency-Key': 'a' }).ask()
    expect(hops).toContain('begin')
  })
})

it('a post with an image stores what was prepared', async () => {
  const subject = getSubject('social_create_post')
  const { ask } = deploy({ ...subject, row: { ...subject.row, ...subject.row.variants?.['with an image'] } })
  expect((await ask()).hops).toEqual(['records.read', 'begin', 'token', 'keep', 'send', 'settle'])
})

it('a carousel stores each created item, which are ready, and its own container', async () => {
  const subject = getSubject('social_create_post')
  const { ask } = deploy({ ...subject, row: { ...subject.row, ...subject.row.variants?.['as a carousel'] } })
  const hops = (await ask()).hops.filter((hop) => hop !== 'token')
  expect(hops).toEqual(['records.read', 'begin', ...Array(4).fill('keep'), 'send', 'settle'])
})

it('without CREDENTIALS_KEY no isolate looks into STORE for an account', async () => {
  const { ask } = deploy(getSubject('notes_list_notes'), { CREDENTIALS_KEY: '' })
  expect((await ask()).reads).toBe(0)
  expect((await ask()).reads).toBe(0)
})

describe('an account whose token contains no known region', () => {
  const claims = { sub: EU_ACCOUNT.id, region: 'aws:eu-central-1-local' }
  const userToken = recorderToken({ typ: 'UT', ...claims })

  it('gets its origin together with its token, in one call', async () => {
    const first = deploy(getSubject('recorder_get_config'), { RECORDER_TOKEN: userToken })
    expect(await first.ask()).toMatchObject({ hops: ['token'], failed: [] })
    expect(await first.ask()).toMatchObject({ hops: [], calls: 1, failed: [] })
  })

  it('reads it once per isolate when a request needs no token of ACCOUNTS', async () => {
    const workspaceToken = recorderToken({ typ: 'WT', ...claims, wid: 'ws_1', exp: 1_900_000_000 })
    const { ask } = deploy(getSubject('recorder_get_config'), { RECORDER_TOKEN: workspaceToken })
    expect((await ask()).hops[0]).toBe('origin.read')
    expect((await ask()).hops).not.toContain('origin.read')
  })
})

it('an account without a user token is not read again for each request of its user', async () => {
  const { ask } = deploy(getSubject('recorder_get_user'), { RECORDER_TOKEN: EU_BROWSER_SESSION })
  expect(await ask()).toMatchObject({ reads: 2, hops: ['token'], failed: [] })
  expect(await ask()).toMatchObject({ reads: 0, hops: [], failed: [] })
})
