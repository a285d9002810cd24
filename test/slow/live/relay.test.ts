import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildRelay } from '../../../scripts/relay/build.ts'
import { ROOT } from '../../../scripts/support/build.ts'
import { answerAs, readRequest } from '../../../scripts/support/outbound.ts'
import { RELAY_TOKEN, type RunningRelay, startRelay } from '../../node/scripts/relay-process.ts'
import { runningClock } from '../../simulators/clock.ts'
import {
  createCoupangSeller,
  SELLER_ACCESS_KEY,
  SELLER_SECRET_KEY,
  SELLER_VENDOR_ID,
} from '../../simulators/shop/index.ts'
import type { Simulator } from '../../simulators/simulator.ts'
import { LIVE_KEY, type LiveRuntime, startGateways } from './gateways.ts'

/** The seller side of the shop through the built relay. The shop refuses every IP address but the relay's. */

const folder = join(ROOT, 'node_modules/.cache/latchkey-relay-live')
const shop = createCoupangSeller({ clock: runningClock })

/** The only caller that the shop accepts, by the address of the connection. On macOS it needs an alias of lo0. */
const RELAY_ADDRESS = '127.0.0.2'

const server = createServer((incoming, upstream) => {
  const answered = async () => {
    const request = await readRequest(incoming, upstream)
    shop.switches.ipRefused = incoming.socket.remoteAddress === RELAY_ADDRESS ? false : 'message'
    await answerAs(upstream, await shop.fetch(request))
  }
  answered().catch(() => upstream.destroy())
})
const shopUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** A gateway's own call to the shop, from this process. */
const direct: Simulator = {
  ...shop,
  fetch: (request) => {
    const { pathname, search } = new URL(request.url)
    const { method, headers, body } = request
    return fetch(`${shopUrl()}${pathname}${search}`, { method, headers, body, duplex: 'half' } as RequestInit)
  },
}
let relay: RunningRelay
let runtime: LiveRuntime

beforeAll(async () => {
  await buildRelay(folder)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  relay = await startRelay(join(folder, 'relay.mjs'), { product: Number(new URL(shopUrl()).port), from: RELAY_ADDRESS })
  const connected = {
    ...{ SHOP_VENDOR_ID: SELLER_VENDOR_ID, SHOP_ACCESS_KEY: SELLER_ACCESS_KEY, SHOP_SECRET_KEY: SELLER_SECRET_KEY },
  }
  const relayed = { ...connected, RELAY_URL: `http://127.0.0.1:${relay.port}` }
  const productAt = (host: string) => (direct.answersFor(host) ? direct : undefined)
  runtime = await startGateways([
    { name: 'direct', settings: connected, productAt },
    { name: 'relayed', settings: { ...relayed, RELAY_TOKEN }, productAt },
    { name: 'wrong', settings: { ...relayed, RELAY_TOKEN: `${RELAY_TOKEN}-of-another` }, productAt },
  ])
})
afterAll(async () => {
  await runtime.stop()
  await relay.stop()
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})

const DAY = 86_400_000
const day = (time: number) => new Date(time).toISOString().slice(0, 10)
const window = () => ({
  createdAtFrom: day(runningClock.now() - 5 * DAY),
  createdAtTo: day(runningClock.now()),
  status: 'ACCEPT',
})

const ask = (gateway: string, route: string, body: object) =>
  runtime.ask(gateway, `/api/v1/shop/${route}`, {
    method: 'POST',
    headers: { 'X-API-KEY': LIVE_KEY, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

it('without the relay the shop refuses the gateway, whose error names the IP address and the remedy', async () => {
  const { status, json } = await ask('direct', 'category', {})
  expect([status, json.error]).toEqual([
    403,
    expect.stringMatching(/^the shop refuses the address 203\.0\.113\.7: .*RELAY_URL/),
  ])
})

it.each([
  ['category', () => ({})],
  ['ordersheets', window],
] as const)('with it %s succeeds, and the signature is valid', async (route, body) => {
  const { status, json } = await ask('relayed', route, body())
  expect([status, json.status]).toEqual([200, 'success'])
})

it('calls to products that are not listed do not go through it', async () => {
  await runtime.ask('relayed', '/api/v1/video/abcdefghijk/metadata', { headers: { 'X-API-KEY': LIVE_KEY } })
  await ask('relayed', 'category', {})
  // A line is written after its answer, so those of earlier calls may still be missing.
  expect(new Set(relay.log.map((line) => JSON.parse(line).host))).toEqual(new Set(['api-gateway.coupang.com']))
})

it('a wrong token is reported as such, not as an account that was rejected', async () => {
  const { status, json } = await ask('wrong', 'category', {})
  expect([status, json.error]).toEqual([500, 'RELAY_TOKEN is not the token of the relay at RELAY_URL'])
})
