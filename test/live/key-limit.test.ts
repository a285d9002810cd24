import { afterAll, beforeAll, expect, it } from 'vitest'
import { formatKey } from '../../src/gateway/keys.ts'
import { LIVE_KEY, type LiveRuntime, startGateways } from './gateways.ts'

/** The limit of wrangler.toml, as the runtime's own limiter counts it: 600 requests a minute and named key. */

const key = formatKey(new Uint8Array(32).fill(7))
const other = formatKey(new Uint8Array(32).fill(8))
let runtime: LiveRuntime

beforeAll(async () => {
  runtime = await startGateways([{ name: 'one', settings: {}, productAt: () => undefined }])
  for (const each of [key, other]) await runtime.keepKey('one', each, { name: 'make', licence: 'pro' })
}, 60_000)

afterAll(() => runtime.stop())

/** Refused for its input: no product is asked. */
const ask = (apiKey: string) =>
  runtime.ask('one', '/api/v1/payment/read', { method: 'POST', headers: { 'X-API-KEY': apiKey } })

// A minute of the limiter may end in the middle of the requests, which is no fault: then they are sent once more.
it('a named key gets 429 after 600 requests in a minute, and no other key with it', {
  timeout: 60_000,
  retry: 2,
}, async () => {
  const statuses = new Set<number>()
  for (let batch = 0; batch < 20; batch++) {
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(key)))
    for (const { status } of answers) statuses.add(status)
  }
  expect(statuses).toEqual(new Set([400]))
  const { status, headers, json } = await ask(key)
  expect([status, headers.get('Retry-After'), json]).toEqual([
    429,
    '60',
    { success: false, error: 'this API key asks too often: wait a minute' },
  ])
  expect((await ask(other)).status).toBe(400)
  expect((await ask(LIVE_KEY)).status).toBe(400)
})
