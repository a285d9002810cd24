import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ACCESS_NAME } from '../../../src/base/access.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { openBrowser } from '../../groups/admin/browser.ts'
import { headersFor, leaveNothingBehind, setStage, V1_HOST } from '../../groups/payment/stage.ts'
import { AUTOPAY_CUSTOMER, PAID_BILL, WAITING_BILL } from '../../simulators/payment/index.ts'
import { json } from '../../support/gateway.ts'
import { holdDeadlines } from '../../support/world.ts'
import { nameKey } from './keys/named-keys.ts'

/**
 * Keys with `confirm`: the owner agrees to each call that has an effect (docs/spec/mcp.md, "The agreement of a
 * person").
 */

leaveNothingBehind()

const MINUTE = 60_000
const AUTOPAY = { customer: AUTOPAY_CUSTOMER }
const BILL = {
  ...{ product_nm: '11월 수강료', member_nm: '홍길동', phone: '010-1234-5678', price: 33_000 },
  ...{ message: '안녕하세요', expire_dt: '2099-12-31', callback_url: 'https://academy.example/payments' },
}

async function setUp() {
  const stage = setStage({ ADMIN_KEY })
  const key = await nameKey({ name: 'agent', confirm: true })
  const owner = openBrowser({}, stage.gateway)
  await owner.signIn()
  const post = (path: string, body: object, once?: string, by = key) =>
    stage.post(path, body, { key: by, ...(once !== undefined && { once }) })
  /** Makes a call that waits, and returns the id of its confirmation. */
  const wait = async (path: string, body: object, once?: string, by = key) => {
    const answer = await post(path, body, once, by)
    expect([answer.status, answer.headers.get('X-Error-Code')]).toEqual([403, 'confirmation_required'])
    const [, id = ''] =
      /https:\/\/latchkey\.test\/confirm#([\w-]{43})$/.exec(answer.json.error) ?? expect.fail(answer.text)
    return id
  }
  const decide = (id: string, agree: boolean) => owner.send('POST', `/api/v1/admin/confirmations/${id}`, { agree })
  const look = (id: string) => owner.get(`/api/v1/admin/confirmations/${id}`)
  return { ...stage, key, owner, post, wait, decide, look }
}

let all: Awaited<ReturnType<typeof setUp>>
beforeEach(async () => {
  all = await setUp()
})
afterEach(() => expect(JSON.stringify(all.world.log)).not.toMatch(/홍길동|confirm#/))

it('nothing is sent before the owner agreed, who sees what it is', async () => {
  const { wait, look, decide, post, called } = all
  const id = await wait('request', BILL, 'a')
  expect(called()).toBe(0)
  const seen = await look(id)
  expect(seen.json).toMatchObject({ operation: 'payment_request_bill', caller: 'agent', state: 'waiting' })
  expect(seen.json.fields).toEqual(
    expect.arrayContaining([
      { name: 'price', value: '33000' },
      { name: 'member_nm', value: '홍길동' },
      { name: 'message', value: '안녕하세요' },
    ]),
  )
  expect(await wait('request', BILL, 'a')).toBe(id)
  expect((await decide(id, true)).json.state).toBe('agreed')
  expect((await post('request', BILL, 'a')).status).toBe(200)
  expect(called()).toBe(1)
  expect((await look(id)).json.state).toBe('used')
})

it('asks nobody for a key that was made without it, also one for payments', async () => {
  const { owner, post, called } = all
  const { key, record } = (await owner.send('POST', '/api/v1/admin/keys', { name: 'n8n', groups: ['payment'] })).json
  expect(record.confirm).toBe(false)
  expect((await post('request', BILL, 'a', key)).status).toBe(200)
  expect(called()).toBe(1)
})

it('is valid for this call, this caller, and 10 minutes', async () => {
  const { wait, decide, called, world, post } = all
  const id = await wait('request', BILL, 'a')
  await decide(id, true)
  expect(await wait('request', { ...BILL, price: 33_001 }, 'a')).not.toBe(id)
  expect(await wait('request', BILL, 'b')).not.toBe(id)
  expect(await wait('request', BILL, 'a', await nameKey({ confirm: true }))).not.toBe(id)
  world.clock.advance(10 * MINUTE)
  expect(await wait('request', BILL, 'a')).not.toBe(id)
  expect((await decide(id, true)).status).toBe(404)
  expect(called()).toBe(0)
  expect((await post('read', { bill_id: PAID_BILL })).status).toBe(200)
})

it('a refusal stays', async () => {
  const { wait, decide, post, called } = all
  const id = await wait('request', BILL, 'a')
  expect((await decide(id, false)).json.state).toBe('refused')
  expect((await decide(id, true)).json.state).toBe('refused')
  const { status, json } = await post('request', BILL, 'a')
  expect([status, json.error]).toEqual([403, 'the owner of this gateway refused this call: nothing was done'])
  expect(called()).toBe(0)
})

it('an invalid call, and one that the key may not make, ask nobody', async () => {
  const { post } = all
  expect((await post('request', { ...BILL, price: -1 })).status).toBe(400)
  const reader = await nameKey({ confirm: true, read_only: true })
  expect((await post('request', BILL, 'a', reader)).json.error).toBe('this API key only reads')
})

describe('calls that wait', () => {
  const askTimes = async (times: number, by?: string) => {
    const ids: string[] = []
    for (let at = 0; at < times; at++) ids.push(await all.wait('request', { ...BILL, price: 1000 + at }, `a${at}`, by))
    return ids
  }
  const states = async (ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await all.look(id)).json.state ?? 'gone'))

  it('are 20 of a caller at most: the next one replaces the oldest of the same caller', async () => {
    const ids = await askTimes(22)
    expect(await states(ids)).toEqual(['gone', 'gone', ...Array(20).fill('waiting')])
  })

  it('of many callers never keep another one from asking', async () => {
    const [first = ''] = await askTimes(1)
    for (let keys = 0; keys < 25; keys++) await askTimes(21, await nameKey({ confirm: true }))
    expect(await states([first])).toEqual(['waiting'])
    await all.decide(first, true)
    expect((await all.post('request', { ...BILL, price: 1000 }, 'a0')).status).toBe(200)
  })
})

it('an agreement is for the account that the call names', async () => {
  const { wait, decide, post, key, called } = all
  await decide(await wait('resend', { bill_id: WAITING_BILL }), true)
  const answer = await all.gateway.call('/api/v1/payment/resend', {
    ...json('POST', { bill_id: WAITING_BILL }),
    ...{ key, headers: { 'Content-Type': 'application/json', ...headersFor(V1_HOST) } },
  })
  expect([answer.status, called()]).toEqual([403, 0])
  expect((await post('resend', { bill_id: WAITING_BILL })).status).toBe(200)
})

it('of several messages the owner sees how many, and to whom; the agreement is for these bills', async () => {
  const { wait, look, decide, post, called, key } = all
  const { result } = (await post('request', BILL, 'a', await nameKey({ name: 'n8n' }))).json
  const body = { bill_ids: [result.bill_id, WAITING_BILL] }
  const id = await wait('resend', body, 'b')
  expect((await look(id)).json.fields).toEqual([
    { name: 'messages', value: '2' },
    { name: 'customers', value: JSON.stringify(['홍길동, 11월 수강료, 33,000 won', WAITING_BILL]) },
    { name: 'bill_ids', value: JSON.stringify(body.bill_ids) },
  ])
  await decide(id, true)
  expect(await wait('resend', { bill_ids: [WAITING_BILL] }, 'b')).not.toBe(id)
  expect(called('/resend')).toBe(0)
  for (const _ of [1, 2])
    expect((await post('resend', body, 'b', key)).json).toMatchObject({ successful: 2, failed: 0 })
  expect(called('/resend')).toBe(2)
})

it('of several bills the owner sees how many, their sum and each; the agreement is for these bills', async () => {
  const { wait, look, decide, post, called, key } = all
  const { callback_url: _, ...bill } = BILL
  const bills = [bill, { ...bill, member_nm: '이둘', phone: '010-8765-4321', price: 12_000 }]
  const id = await wait('requests', { bills }, 'a')
  const { fields } = (await look(id)).json
  expect(fields).toEqual([
    { name: 'count', value: '2' },
    { name: 'total', value: '45000' },
    { name: 'bills', value: expect.any(String) },
  ])
  for (const text of ['홍길동', '이둘', '010-8765-4321', '12000', '안녕하세요']) expect(fields[2].value).toContain(text)
  await decide(id, true)
  const others = [bills[0], { ...bills[1], price: 120_000 }]
  expect(await wait('requests', { bills: others }, 'a')).not.toBe(id)
  expect(called()).toBe(0)
  for (const _ of [1, 2])
    expect((await post('requests', { bills }, 'a', key)).json).toMatchObject({ successful: 2, failed: 0 })
  expect(called('/send')).toBe(2)
})

it('a key that only reads sends no message, of one bill or of several', async () => {
  const reader = await nameKey({ read_only: true })
  for (const body of [{ bill_id: WAITING_BILL }, { bill_ids: [WAITING_BILL] }])
    expect((await all.post('resend', body, 'a', reader)).json.error).toBe('this API key only reads')
  expect((await all.post('requests', { bills: [] }, 'a', reader)).json.error).toBe('this API key only reads')
  expect(all.called()).toBe(0)
})

it('an account that the caller brought is the first field, and the connected one is none', async () => {
  const { wait, look, gateway, key } = all
  const connected = await look(await wait('request', BILL, 'a'))
  expect(connected.json.fields.map(({ name }: { name: string }) => name)).not.toContain('account')
  const ask = async (path: string, body: object, headers: Record<string, string>) => {
    const init = { ...json('POST', body), key, headers: { 'Content-Type': 'application/json', ...headers } }
    const { json: answer } = await gateway.call(`/api/v1/payment/${path}`, init)
    return look(/#([\w-]{43})$/.exec(answer.error)?.[1] ?? expect.fail(answer.error))
  }
  const brought = { ...headersFor(V1_HOST), 'X-Payment-Merchant-ID': 'THIEF' }
  const [bill] = (await ask('request', BILL, brought)).json.fields
  expect(bill).toEqual({ name: 'account', value: expect.stringMatching(/^THIEF, \d{3}-\d{2}-\d{5}, …\w{4}, erp-api/) })
  expect(JSON.stringify(bill)).not.toContain(headersFor(V1_HOST)['X-Payment-Api-Key'])
  // An open body may have a field of that name.
  const [first] = (await ask('autopay/manage', { account: 'the one you know', ...AUTOPAY }, brought)).json.fields
  expect(first).toEqual(bill)
})

it('50 agreements at once allow one execution, of 100 calls at once', async () => {
  const { wait, decide, post, called } = all
  holdDeadlines()
  const body = { bill_id: WAITING_BILL }
  const id = await wait('resend', body)
  // A session makes at most 60 changes a minute.
  const decided = await Promise.all(Array.from({ length: 50 }, () => decide(id, true)))
  expect(decided.every(({ json }) => json.state === 'agreed')).toBe(true)
  const answers = await Promise.all(Array.from({ length: 100 }, () => post('resend', body)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(99)
  expect(called('/resend')).toBe(1)
})

it('with an Idempotency-Key, the same call may be repeated, and is made once', async () => {
  const { wait, decide, post, called } = all
  await decide(await wait('cancel', { bill_id: PAID_BILL, price: 150_000 }, 'a'), true)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post('cancel', { bill_id: PAID_BILL, price: 150_000 }, 'a')),
  )
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  expect(new Set(answers.map(({ status }) => status)).has(403)).toBe(false)
  expect((await post('cancel', { bill_id: PAID_BILL, price: 150_000 }, 'a')).headers.get('Idempotent-Replayed')).toBe(
    'true',
  )
  expect(called('/cancel')).toBe(1)
})

describe('the page', () => {
  it('opens with the session of the owner only', async () => {
    const { wait, gateway, key } = all
    const id = await wait('request', BILL, 'a')
    const path = `/api/v1/admin/confirmations/${id}`
    expect((await gateway.call(path, { key })).status).toBe(401)
    expect((await openBrowser({}, gateway).get(path)).status).toBe(401)
    expect((await openBrowser({}, gateway).send('POST', path, { agree: true })).status).toBe(401)
    const { owner } = all
    expect((await owner.send('POST', path, { agree: true }, 'https://evil.example')).status).toBe(403)
  })

  it('knows no other id', async () => {
    const { look } = all
    expect((await look('0'.repeat(43))).status).toBe(404)
    expect((await look('a')).status).toBe(400)
  })

  it('shows the whole text, or says how much is not there', async () => {
    const { wait, look } = all
    const message = `${'안내 '.repeat(372)}the end`
    const { fields, more_fields } = (await look(await wait('request', { ...BILL, message }, 'a'))).json
    expect(fields).toContainEqual({ name: 'message', value: message })
    expect(more_fields).toBeUndefined()
    const lines = (await look(await wait('request', { ...BILL, message: '첫째 줄\n둘째\u202e 줄' }, 'b'))).json
    expect(lines.fields).toContainEqual({ name: 'message', value: '첫째 줄\n둘째\ufffd 줄' })
    // A body that is passed on as it is.
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`field_${at}`, `value ${at}`]))
    const open = (await look(await wait('autopay/manage', { ...AUTOPAY, ...many }))).json
    expect(open.fields).toEqual(expect.arrayContaining(Object.entries(many).map(([name, value]) => ({ name, value }))))
    const long = { a: 'x'.repeat(30_000), b: 'shown', c: 'y'.repeat(40_000) }
    const cut = (await look(await wait('autopay/manage', { ...AUTOPAY, ...long }))).json
    const last = cut.fields.find(({ name }: { name: string }) => name === 'a')
    expect(last).toEqual({
      name: 'a',
      value: expect.stringMatching(/^x{19000,}$/),
      more_characters: expect.any(Number),
    })
    expect(last.value.length + last.more_characters).toBe(30_000)
    expect(cut.fields).toContainEqual({ name: 'b', value: 'shown' })
    expect(cut.more_fields).toBe(1)
  })

  it('what it shows is stored encrypted', async () => {
    const { wait, gateway } = all
    await wait('request', BILL, 'a')
    const rows = await runInDurableObject(gateway.env.ACCESS.getByName(ACCESS_NAME) as never, (_, { storage }) =>
      storage.sql.exec('SELECT * FROM confirmations').toArray(),
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(/홍길동|수강료|33000/)
  })
})
