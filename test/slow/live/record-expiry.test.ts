import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CLOCK_HEADER } from '../../../scripts/support/clock-module.ts'
import { runningClock } from '../../simulators/clock.ts'
import { API_KEY, createPaySsam, MEMBER_ID, MERCHANT_ID } from '../../simulators/payment/index.ts'
import { LIVE_KEY, type LiveRuntime, startGateways } from './gateways.ts'

/**
 * An idempotency record is valid for 24 hours, whatever happens to the runtime (docs/spec/gateway.md,
 * "Idempotency-Key").
 */

const HOUR = 3_600_000
const product = createPaySsam({ clock: runningClock })
const settings = {
  PAYMENT_HOST: 'erp-api.payssam.kr',
  PAYMENT_API_KEY: API_KEY,
  PAYMENT_MEMBER_ID: MEMBER_ID,
  PAYMENT_MERCHANT_ID: MERCHANT_ID,
  PAYMENT_BUSINESS_NUMBER: '111-22-33333',
}
const start = runningClock.now()

let storage: string
let runtime: LiveRuntime

const startAgain = async () => {
  await runtime?.stop()
  runtime = await startGateways([{ name: 'one', settings, productAt: () => product }], storage)
}

beforeAll(async () => {
  storage = await mkdtemp(join(tmpdir(), 'latchkey-records-'))
  await startAgain()
}, 60_000)

afterAll(async () => {
  await runtime.stop()
  await rm(storage, { recursive: true })
})

async function request(hours: number) {
  const { status, headers, json } = await runtime.ask('one', '/api/v1/payment/request', {
    method: 'POST',
    headers: {
      'X-API-KEY': LIVE_KEY,
      'X-Payment-Mode': 'true',
      'Idempotency-Key': 'lesson-7',
      'Content-Type': 'application/json',
      [CLOCK_HEADER]: String(start + hours * HOUR),
    },
    body: JSON.stringify({
      product_nm: 'Lesson',
      member_nm: '홍길동',
      phone: '010-1234-5678',
      price: 33_000,
      expire_dt: '2026-12-31',
      callback_url: 'https://academy.example/payments',
    }),
  })
  return { status, bill: json.result?.bill_id, replayed: headers.get('Idempotent-Replayed') }
}

it('the same key is one bill for 24 hours, over a restart, and another one after that', {
  timeout: 30_000,
}, async () => {
  const first = await request(0)
  expect(first).toEqual({ status: 200, bill: expect.any(String), replayed: null })
  expect(await request(12)).toEqual({ ...first, replayed: 'true' })
  await startAgain()
  expect(await request(23)).toEqual({ ...first, replayed: 'true' })
  const next = await request(25)
  expect(next).toEqual({ status: 200, bill: expect.any(String), replayed: null })
  expect(next.bill).not.toBe(first.bill)
  expect(await request(26)).toEqual({ ...next, replayed: 'true' })
})
