import { afterAll, beforeAll, expect, it } from 'vitest'
import { formatKey } from '../../../src/gateway/auth/key.ts'
import { LIVE_KEY, type LiveRuntime, startGateways } from './gateways.ts'

/** The limit of wrangler.toml, as the runtime's own limiter counts it: 600 requests a minute and named key. */

/** A new key for each try, used for nothing else. */
const keys = [1, 2, 3, 4].map((seed) => formatKey(new Uint8Array(32).fill(seed)))
const other = formatKey(new Uint8Array(32).fill(8))
let runtime: LiveRuntime

beforeAll(async () => {
  runtime = await startGateways([{ name: 'one', settings: {}, productAt: () => undefined }])
  for (const each of [...keys, other]) await runtime.keepKey('one', each, { name: 'make', licence: 'pro' })
}, 60_000)

afterAll(() => runtime.stop())

/** Refused for its input, so no product is called. */
const ask = (apiKey: string) =>
  runtime.ask('one', '/api/v1/payment/read', { method: 'POST', headers: { 'X-API-KEY': apiKey } })

/** The limiter counts by minutes of the clock. */
const minute = () => Math.floor(Date.now() / 60_000)

/** The responses to 600 requests of the key, thirty in parallel, and to the next one. Undefined when a minute ended. */
async function exhaust(key: string) {
  const began = minute()
  const statuses = new Set<number>()
  for (let batch = 0; batch < 20; batch++) {
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(key)))
    for (const { status } of answers) statuses.add(status)
  }
  const last = await ask(key)
  return minute() === began ? { statuses, last } : undefined
}

it('a named key gets 429 after 600 requests in a minute, and no other key with it', { timeout: 120_000 }, async () => {
  let exhausted: Awaited<ReturnType<typeof exhaust>>
  for (const key of keys) exhausted ??= await exhaust(key)
  expect(exhausted?.statuses).toEqual(new Set([400]))
  expect([exhausted?.last.status, exhausted?.last.headers.get('Retry-After'), exhausted?.last.json]).toEqual([
    429,
    '60',
    { success: false, error: 'this API key asks too often: wait a minute' },
  ])
  expect((await ask(other)).status).toBe(400)
  expect((await ask(LIVE_KEY)).status).toBe(400)
})
