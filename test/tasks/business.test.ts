import { runInDurableObject } from 'cloudflare:test'
import { afterEach, expect, it, vi } from 'vitest'
import type { Env } from '../../src/base/env.ts'
import { getSettings } from '../../src/base/settings.ts'
import { storeCredentials } from '../../src/upstream/credentials.ts'
import { ADMIN_KEY } from '../contract/admin.rows.ts'
import { openBrowser } from '../groups/admin/browser.ts'
import { HOUR, settle } from '../objects/events/stage.ts'

import { TIRO_KEYS } from '../simulators/notes/index.ts'
import { readyRecording, USER_TOKEN } from '../simulators/recorder/index.ts'
import { NOTION_TOKENS } from '../simulators/workspace/index.ts'
import { freshDeployment } from '../support/fresh.ts'
import { BINDINGS, json } from '../support/gateway.ts'
import { OBJECTS, OWN_BINDINGS, useBindings } from '../support/objects.ts'
import { setTable } from './stage.ts'

/**
 * What a small business does with one gateway, from start to end over HTTP: the requests of its programs, what the
 * products did, and the events that arrive. Tasks of AI agents are in agents.test.ts and thirty.test.ts.
 */

/** Where the events of this business go. */
const ENDPOINT = 'https://hooks.example.com/latchkey'

useBindings(() => OWN_BINDINGS)
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

// biome-ignore lint/suspicious/noExplicitAny: a script looks into any answer and fails on what is not there
type Read = any
type Headers = Record<string, string>

/** A gateway with every account, its owner, and the key of a program. */
async function openBusiness(settings: Headers = {}) {
  const table = setTable({ ADMIN_KEY, EVENTS: OWN_BINDINGS.EVENTS, CREDENTIALS_KEY, ...settings })
  const owner = openBrowser({}, table.gateway)
  await owner.signIn()
  const { key, record } = (await owner.send('POST', '/api/v1/admin/keys', { name: 'shop', licence: 'pro' })).json
  const send = (route: string, body?: unknown, headers: Headers = {}, caller = key) => {
    const [method = '', path = ''] = route.split(' ')
    const init = body === undefined ? { method } : json(method, body)
    return table.gateway.call(path, { ...init, headers: { ...(init.headers as Headers), ...headers }, key: caller })
  }
  return {
    ...table,
    ...{ owner, key, keyId: record.id, send },
    /** The answer of a request that has to succeed. */
    ask: async (route: string, body?: unknown, headers: Headers = {}): Promise<Read> => {
      const { status, json: answer, text } = await send(route, body, headers)
      expect([200, 201, 204], text).toContain(status)
      return answer
    },
    /** The events that the endpoint has received, once all that is due within this time was delivered. */
    arrived: async (ms = 0): Promise<Read[]> => {
      await settle(table, ms)
      return table.endpoint.calls.map(({ headers, body }) => ({ id: headers.get('webhook-id'), ...JSON.parse(body) }))
    },
  }
}

const { CREDENTIALS_KEY = '' } = BINDINGS
const BILL = { product_nm: '12월 수강료', phone: '010-1234-5678', price: 150_000, expire_dt: '2026-11-30' }
const STORED = { 'X-Payment-Mode': 'true' }

it('a form is filled in: its bill is sent once, paid, and reported to a program', async () => {
  const { ask, send, arrived, payssam } = await openBusiness()
  await ask('POST /api/v1/events/subscriptions', { url: ENDPOINT, types: ['payment.bill.paid'] })
  // The form was sent twice.
  const once = { ...STORED, 'Idempotency-Key': 'form-7301' }
  const { result } = await ask('POST /api/v1/payment/request', { ...BILL, member_nm: '김하나' }, once)
  expect(await ask('POST /api/v1/payment/request', { ...BILL, member_nm: '김하나' }, once)).toMatchObject({ result })
  expect(result.short_url).toMatch(/^https:/)

  const { url, body } = payssam.pay(result.bill_id)
  const reported = await send(`POST ${new URL(url).pathname}`, body, {}, null)
  expect(reported.json.code).toBe('0000')
  expect(await arrived()).toMatchObject([
    { type: 'payment.bill.paid', data: { bill_id: result.bill_id, appr_state: 'F', appr_price: '150000' } },
  ])
  const { bills } = await ask('GET /api/v1/payment/bills?state=paid')
  expect(bills).toMatchObject([{ bill_id: result.bill_id, price: 150_000 }])
})

it('who has not paid: the overdue bills, and a second message to those payers', async () => {
  const { ask, payssam, clock } = await openBusiness()
  const sent: string[] = []
  for (const [n, member_nm] of ['김하나', '이둘', '박셋'].entries()) {
    const once = { ...STORED, 'Idempotency-Key': `december-${n}` }
    sent.push((await ask('POST /api/v1/payment/request', { ...BILL, member_nm }, once)).result.bill_id)
  }
  payssam.pay(sent[1] ?? '')
  await ask('POST /api/v1/payment/read', { bill_id: sent[1] }, STORED)
  clock.advance(15 * 24 * HOUR)
  const { bills } = await ask('GET /api/v1/payment/bills?state=unpaid')
  expect(bills.map(({ bill_id }: Read) => bill_id).sort()).toEqual([sent[0], sent[2]].sort())
  expect(bills.every(({ days_overdue }: Read) => days_overdue === 6)).toBe(true)
  const bill_ids = bills.map(({ bill_id }: Read) => bill_id)
  const once = { ...STORED, 'Idempotency-Key': 'reminder-january' }
  for (const _ of [1, 2])
    expect(await ask('POST /api/v1/payment/resend', { bill_ids }, once)).toMatchObject({ successful: 2, failed: 0 })
  expect(payssam.state.executed.resends).toBe(2)
})

it('a new recording becomes a row of a Notion table, once, however often its event arrives', async () => {
  const { ask, arrived, plaud, notion, clock } = await openBusiness()
  // In the object that polls: what it remembers of the account belongs to its own settings.
  await runInDurableObject(OBJECTS.EVENTS.getByName('polls'), async (instance) => {
    const { env } = instance as unknown as { env: Env }
    await storeCredentials(getSettings(env), 'recorder', { RECORDER_TOKEN: USER_TOKEN })
  })
  await ask('POST /api/v1/events/subscriptions', { url: ENDPOINT, types: ['recorder.file.ready'] })
  expect(await arrived(HOUR)).toEqual([])
  const made = readyRecording({ filename: '고객 상담', start_time: clock.now() })
  plaud.state.recordings.set(made.id, made)
  const [event, ...others] = await arrived(HOUR)
  expect([event.type, event.data.filename, others]).toEqual(['recorder.file.ready', '고객 상담', []])

  const token = { 'X-Workspace-Token': NOTION_TOKENS.full }
  const { results } = await ask('POST /api/v2/workspace/search', { query: 'Tasks', type: 'data_source' }, token)
  const rows = notion.state.rows.length
  const put = () =>
    ask(
      `POST /api/v2/workspace/data-source/${results[0].id}/upsert`,
      { key: 'Name', records: [{ Name: event.data.filename, State: 'Open' }] },
      token,
    )
  expect(await put()).toMatchObject({ created: 1, unchanged: 0 })
  expect(await put()).toMatchObject({ created: 0, unchanged: 1 })
  expect(notion.state.rows).toHaveLength(rows + 1)
})

it("yesterday's sales, and the products behind them", async () => {
  const { ask } = await openBusiness()
  const day = 'from=2026-11-20&to=2026-11-20'
  const { result } = await ask(`GET /api/v1/shop/sales?${day}`)
  expect(result).toMatchObject({ complete: true, totals: { amount: expect.any(Number) } })
  expect(result.totals.amount).toBeGreaterThan(0)
  const { result: byProduct } = await ask(`GET /api/v1/shop/sales?${day}&group_by=product`)
  const sum = byProduct.rows.reduce((total: number, { amount }: Read) => total + amount, 0)
  expect(sum).toBe(result.totals.amount)
})

it('a key is rotated: for a day both open the gateway, and the events go on', async () => {
  const { owner, ask, arrived, send, key, keyId, clock, payssam } = await openBusiness()
  await ask('POST /api/v1/events/subscriptions', { url: ENDPOINT, types: ['payment.bill.paid'] })
  const rolled = (await owner.send('POST', `/api/v1/admin/keys/${keyId}/roll`, { overlap_hours: 24 })).json
  const opens = async (one: string) => (await send('GET /api/v1/recorder/files', undefined, {}, one)).status
  expect([await opens(key), await opens(rolled.key)]).toEqual([200, 200])
  clock.advance(25 * HOUR)
  expect([await opens(key), await opens(rolled.key)]).toEqual([401, 200])

  const bill = { ...BILL, member_nm: '김하나' }
  const { json: made } = await send('POST /api/v1/payment/request', bill, STORED, rolled.key)
  const { url, body } = payssam.pay(made.result.bill_id)
  await send(`POST ${new URL(url).pathname}`, body, {}, null)
  expect(await arrived()).toMatchObject([{ type: 'payment.bill.paid' }])
})

it('a customer connects an account by a link, once, and never sees the gateway', async () => {
  const { owner, gateway, send } = await openBusiness({ NOTES_TOKEN: '' })
  const list = () => send('GET /api/v1/notes/notes')
  expect((await list()).status).toBe(401)
  const { url } = (await owner.send('POST', '/api/v1/admin/accounts/notes/link')).json
  const [, token] = url.split('#')
  const customer = openBrowser({}, gateway)
  const open = () => customer.send('POST', '/api/v1/connect/session', { account: 'notes', token })
  expect((await open()).json).toMatchObject({ account: 'notes', fields: ['token'] })
  const put = await customer.send('PUT', '/api/v1/connect/notes', { token: TIRO_KEYS.full })
  expect([put.status, put.json.state]).toEqual([200, 'ok'])
  expect((await open()).status).toBe(410)
  expect((await list()).json.notes.length).toBeGreaterThan(0)
  expect((await customer.get('/api/v1/admin/accounts')).status).toBe(401)
})

it("a program's server is down for two hours: every event arrives, each once, and the owner sees what failed", async () => {
  const { ask, send, arrived, endpoint, payssam } = await openBusiness()
  const types = ['payment.bill.paid']
  const { id } = await ask('POST /api/v1/events/subscriptions', { url: ENDPOINT, types })
  endpoint.fail({ kind: 'status', status: 503 })
  for (const member_nm of ['김하나', '이둘']) {
    const { result } = await ask('POST /api/v1/payment/request', { ...BILL, member_nm }, STORED)
    const { url, body } = payssam.pay(result.bill_id)
    await send(`POST ${new URL(url).pathname}`, body, {}, null)
  }
  await arrived(2 * HOUR)
  const down = await ask(`GET /api/v1/events/subscriptions/${id}`)
  expect(down).toMatchObject({ enabled: true, pending_count: 2, failing_since: expect.any(String) })
  const { deliveries } = await ask(`GET /api/v1/events/subscriptions/${id}/deliveries`)
  expect(deliveries[0]).toMatchObject({ ok: false, status: 503, next_attempt_at: expect.any(String) })

  endpoint.heal()
  endpoint.calls.length = 0
  const events = await arrived(24 * HOUR)
  expect(new Set(events.map(({ id }) => id)).size).toBe(2)
  expect(events).toHaveLength(2)
  expect(await ask(`GET /api/v1/events/subscriptions/${id}`)).toMatchObject({ pending_count: 0, failing_since: null })
})
