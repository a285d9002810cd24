import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { simulatedProducts } from '../../../scripts/support/products.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { runningClock } from '../../simulators/clock.ts'
import { AUTOPAY_CUSTOMER } from '../../simulators/payment/index.ts'
import { LIVE_KEY, type LiveRuntime, startGateways } from './gateways.ts'
import { ownedGateway } from './owned-gateway.ts'

/**
 * A caller with a new key is the same caller: a repeated request is not charged twice (docs/spec/gateway.md,
 * "Idempotency-Key").
 */

const { simulators, settings } = simulatedProducts(runningClock)
const productAt = (host: string) => simulators.find(({ answersFor }) => answersFor(host))
const CHARGE = { customer: AUTOPAY_CUSTOMER, product_nm: 'Monthly lessons', price: 9_900 }

let storage: string
let runtime: LiveRuntime

const start = async (API_KEY = LIVE_KEY) => {
  await runtime?.stop()
  runtime = await startGateways([{ name: 'one', settings: { ...settings, ADMIN_KEY, API_KEY }, productAt }], storage)
}
const owner = () => ownedGateway(runtime, 'one', ADMIN_KEY)

beforeAll(async () => {
  storage = await mkdtemp(join(tmpdir(), 'latchkey-lineage-'))
  await start()
}, 60_000)
afterAll(async () => {
  await runtime.stop()
  await rm(storage, { recursive: true })
})

async function charge(key: string, once: string) {
  const { status, headers, json } = await runtime.ask('one', '/api/v1/payment/autopay/request', {
    method: 'POST',
    headers: {
      'X-API-KEY': key,
      'X-Payment-Mode': 'true',
      'Idempotency-Key': once,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(CHARGE),
  })
  return { status, bill: json.result?.bill_id, replayed: headers.get('Idempotent-Replayed') }
}

const roll = async (id: string) => (await owner().admin('POST', `/keys/${id}/roll`, { overlap_hours: 1 })).json

it('a named key that is rotated, twice', { timeout: 30_000 }, async () => {
  const made = (await owner().admin('POST', '/keys', { name: 'make', licence: 'pro' })).json
  const first = await charge(made.key, 'order-4711')
  expect(first).toEqual({ status: 200, bill: expect.any(String), replayed: null })
  const rolled = await roll(made.record.id)
  expect(await charge(rolled.key, 'order-4711')).toEqual({ ...first, replayed: 'true' })
  const again = await roll(rolled.record.id)
  expect(await charge(again.key, 'order-4711')).toEqual({ ...first, replayed: 'true' })
  expect(await charge(made.key, 'order-4711')).toEqual({ ...first, replayed: 'true' })

  const other = (await owner().admin('POST', '/keys', { name: 'make', licence: 'pro' })).json
  const own = await charge(other.key, 'order-4711')
  expect(own).toMatchObject({ status: 200, replayed: null })
  expect(own.bill).not.toBe(first.bill)
})

it('keys of one lineage that come at once send once', { timeout: 30_000 }, async () => {
  const made = (await owner().admin('POST', '/keys', { name: 'make', licence: 'pro' })).json
  const rolled = await roll(made.record.id)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => charge(at % 2 ? made.key : rolled.key, 'order-1')),
  )
  expect(answers.filter(({ status, replayed }) => status === 200 && replayed === null)).toHaveLength(1)
  for (const { status } of answers) expect([200, 409]).toContain(status)
})

it('the key of the deployment, when API_KEY changes', { timeout: 30_000 }, async () => {
  const first = await charge(LIVE_KEY, 'order-2')
  expect(first).toMatchObject({ status: 200, replayed: null })
  await start('another-api-key')
  expect(await charge('another-api-key', 'order-2')).toEqual({ ...first, replayed: 'true' })
})

it('an OAuth client that is connected again', { timeout: 30_000 }, async () => {
  const { connect, useTool } = owner()
  const origin = await runtime.readOrigin('one')
  const choice = { groups: ['payment'], read_only: false, payments: true }
  const args = { ...CHARGE, idempotency_key: 'order-3', confirm_duplicate: true }
  const { clientId, access } = await connect(origin, choice)
  const bill = async (token: string) =>
    /"bill_id":"(\w+)"/.exec(await useTool(token, 'payment_request_autopay', args))?.[1] ?? 'none'
  const first = await bill(access)
  expect(first).not.toBe('none')
  const again = await connect(origin, choice, clientId)
  expect(again.access).not.toBe(access)
  expect(await bill(again.access)).toBe(first)
})
