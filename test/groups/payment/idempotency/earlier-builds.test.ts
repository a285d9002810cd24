import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../../../../src/base/digest.ts'
import type { Ledger } from '../../../../src/objects/ledger/ledger.ts'
import { nameKey } from '../../../gateway/auth/keys/named-keys.ts'
import { PRO_KEY } from '../../../support/gateway.ts'
import { OBJECTS } from '../../../support/objects.ts'
import { AUTOPAY_CUSTOMER, MEMBER_ID, MERCHANT_ID, PAID_BILL } from '../../../upstreams/payment/index.ts'
import { leaveNothingBehind, type Stage, setStage, V1_HOST } from '../stage.ts'

/** Records that earlier builds stored, in their own formats and under their own names, and what a rollback finds. */

leaveNothingBehind()

const { LEDGER } = OBJECTS
const REQUEST = {
  product_nm: 'Workbook',
  member_nm: 'Hong Gildong',
  phone: '010-1234-5678',
  price: 33_000,
  expire_dt: '2030-12-31',
  callback_url: 'https://academy.example/payments',
}
/** The fields are in the order of the schema, as the earlier builds digested them. */
const WRITES: readonly [path: string, operation: string, body: object, billId: string][] = [
  ['cancel', 'payment_cancel_bill', { bill_id: PAID_BILL, price: 150_000 }, PAID_BILL],
  ['request', 'payment_request_bill', REQUEST, '1112233333AAAAAAAAAA'],
  [
    'autopay/request',
    'payment_request_autopay',
    { customer: AUTOPAY_CUSTOMER, product_nm: 'Lessons', price: 9_900 },
    '1112233333BBBBBBBBBB',
  ],
]

/** The name of a record in both builds: the digest of the key. */
const getName = async (operation: string, once: string, key = PRO_KEY) =>
  sha256Hex(JSON.stringify([await sha256Hex(key), operation, `https://${V1_HOST}`, MEMBER_ID, MERCHANT_ID, once]))

const sorted = (body: object) =>
  JSON.stringify(Object.fromEntries(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))))

const keep = (name: string, entry: object) =>
  runInDurableObject(LEDGER.getByName(name), (_: Ledger, { storage }) => storage.kv.put('entry', entry))
const kept = (name: string) =>
  runInDurableObject(LEDGER.getByName(name), (_: Ledger, { storage }) => storage.kv.get<{ body: string }>('entry'))

const answer = (billId: string) => ({ ok: true, value: { bill_id: billId } })

/** What each build stored about a run: one with a response, or one with an unknown outcome. */
const FORMS: Readonly<Record<string, (body: object, billId: string, now: number, isDone: boolean) => Promise<object>>> =
  {
    'version 1.0.0': async (body, billId, startedAt, isDone) => ({
      ...{ body: await sha256Hex(JSON.stringify(body)), billId, startedAt },
      ...(isDone && { ending: { state: 'done', answer: answer(billId) } }),
    }),
    'the build after it': async (body, billId, startedAt, isDone) => ({
      body: await sha256Hex(sorted('phone' in body ? { ...body, phone: '01012345678' } : body)),
      ...{ billId, fresh: true, run: 'run-1', startedAt, again: false },
      ...(isDone ? { stage: 'done', answer: answer(billId) } : { stage: 'sending' }),
    }),
  }

describe.each(Object.entries(FORMS))('a record of %s', (_, form) => {
  async function stored(stage: Stage, at: (typeof WRITES)[number], isDone: boolean) {
    const [, operation, body, billId] = at
    await keep(await getName(operation, 'a'), await form(body, billId, stage.world.clock.now(), isDone))
  }

  it.each(WRITES)('%s: its response is replayed', async (...write) => {
    const stage = setStage()
    await stored(stage, write, true)
    const [path, , body, billId] = write
    const answer = await stage.post(path, body, { once: 'a' })
    expect([answer.status, answer.json.result?.bill_id, stage.called()]).toEqual([200, billId, 0])
    expect(answer.headers.get('Idempotent-Replayed')).toBe('true')
  })

  it.each(WRITES)('%s: another body is refused', async (...write) => {
    const stage = setStage()
    await stored(stage, write, true)
    const [path, , body] = write
    const other = await stage.post(path, { ...body, price: 1 }, { once: 'a' })
    expect([other.status, other.json.error, stage.called()]).toEqual([
      400,
      'Idempotency-Key: was used before with another body',
      0,
    ])
  })

  it.each(WRITES)('%s: a run that never ended is checked, and at most one call is sent', async (...write) => {
    const stage = setStage()
    await stored(stage, write, false)
    const [path, , body] = write
    stage.world.clock.advance(61_000)
    const first = await stage.post(path, body, { once: 'a' })
    expect(first.status).toBe(200)
    expect(stage.called(path.startsWith('autopay') ? '/bill/url' : path === 'cancel' ? '/cancel' : '/send')).toBe(1)
    const second = await stage.post(path, body, { once: 'a' })
    expect([second.status, second.headers.get('Idempotent-Replayed')]).toEqual([200, 'true'])
    expect(second.json.result.bill_id).toBe(first.json.result.bill_id)
  })

  it('is found only with the same key', async () => {
    const stage = setStage()
    const [write] = WRITES
    if (!write) throw new Error('no write')
    await stored(stage, write, true)
    const answer = await stage.post('cancel', write[2], { once: 'a', key: await nameKey() })
    expect(answer.headers.has('Idempotent-Replayed')).toBe(false)
  })
})

describe('after a rollback', () => {
  it.each(WRITES)('%s: the previous build finds what was sent, in its own format', async (path, operation, body) => {
    const { post } = setStage()
    const { json } = await post(path, body, { once: 'a' })
    expect(await kept(await getName(operation, 'a'))).toMatchObject({
      body: await sha256Hex(sorted('phone' in body ? { ...body, phone: '01012345678' } : body)),
      stage: 'done',
      answer: { ok: true, value: { bill_id: json.result.bill_id } },
    })
  })
})

it('a key of the deployment that has changed is the same caller', async () => {
  const before = setStage()
  const [, [path, , body] = ['', '', {}, '']] = WRITES
  const first = await before.post(path, body, { once: 'a' })
  const after = setStage({ API_KEY: 'another-key' })
  const second = await after.post(path, body, { once: 'a', key: 'another-key' })
  expect(second.json).toEqual(first.json)
  expect([second.headers.get('Idempotent-Replayed'), after.called()]).toEqual(['true', 0])
})
