import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Product, send, type UpstreamRequest } from '../../../src/upstream/client.ts'
import type { Overrides } from '../../support/gateway.ts'
import { createWorld } from '../../support/world.ts'
import { answerWith, getOutgoing, lost } from './product.ts'

/** Calls to the products of RELAY_FOR go through the relay of RELAY_URL (docs/spec/gateway.md, "The relay"). */

beforeEach(() => void createWorld())
afterEach(() => vi.restoreAllMocks())

const TOKEN = 'relay-token-of-at-least-32-characters'
const SETTINGS = { RELAY_URL: 'https://relay.example.test', RELAY_TOKEN: TOKEN, RELAY_FOR: 'shop-seller' }
const SELLER: Product = { group: 'shop', hosts: (host) => host === 'shop.example.test', relayedAs: 'shop-seller' }
const REQUEST: UpstreamRequest = {
  url: new URL('https://shop.example.test/a%2Fb/c?from=1%2B09:00&empty='),
  headers: { Authorization: 'signed' },
}

const answer = (outcome: string | undefined, status = 200) =>
  new Response('{}', { status, headers: outcome === undefined ? {} : { 'X-Relay': outcome } })

async function attempt(settings: Overrides, product = SELLER, request: Partial<UpstreamRequest> = {}) {
  const outcome = await send(getOutgoing({ ...SETTINGS, ...settings }), product, { ...REQUEST, ...request }).then(
    ({ status }) => status,
    (error: unknown) => error,
  )
  return outcome
}

const failure = (status: number, message: RegExp) =>
  expect.objectContaining({ status, message: expect.stringMatching(message) })

it('the call keeps its path and query byte for byte, its headers, and gets the token', async () => {
  const calls = answerWith(answer('forwarded'))
  expect(await attempt({})).toBe(200)
  expect(calls.map(({ url }) => url)).toEqual([
    'https://relay.example.test/shop.example.test/a%2Fb/c?from=1%2B09:00&empty=',
  ])
  expect(Object.fromEntries(new Headers(calls[0]?.init.headers))).toEqual({
    authorization: 'signed',
    'x-relay-token': TOKEN,
  })
  expect(calls[0]?.init.redirect).toBe('manual')
})

it('RELAY_URL may have a path', async () => {
  const calls = answerWith(answer('forwarded'))
  await attempt({ RELAY_URL: 'http://127.0.0.1:8788/relay/' })
  expect(calls[0]?.url).toMatch(/^http:\/\/127\.0\.0\.1:8788\/relay\/shop\.example\.test\/a%2Fb/)
})

it.each([
  ['without RELAY_URL', { RELAY_URL: '' }, SELLER, {}],
  ['a product that is not listed', { RELAY_FOR: 'video, recorder' }, SELLER, {}],
  ['a product that no relay forwards', {}, { ...SELLER, relayedAs: undefined }, {}],
] as [string, Overrides, Product, Partial<UpstreamRequest>][])(
  '%s: the call goes direct',
  async (_, settings, product) => {
    const calls = answerWith(answer(undefined))
    expect(await attempt(settings, product)).toBe(200)
    expect(calls[0]?.url).toBe(REQUEST.url.href)
    expect(new Headers(calls[0]?.init.headers).has('X-Relay-Token')).toBe(false)
  },
)

it('an overridden base URL is used without the relay', async () => {
  const calls = answerWith(answer(undefined))
  const override = new URL('https://proxy.example.test')
  expect(await attempt({}, SELLER, { url: new URL('/orders', override), override })).toBe(200)
  expect(calls[0]?.url).toBe('https://proxy.example.test/orders')
})

it('a host that is not the product’s is refused before the relay is called', async () => {
  const calls = answerWith(answer('forwarded'))
  expect(await attempt({}, SELLER, { url: new URL('https://evil.example.test/') })).toEqual(failure(502, /not its own/))
  expect(calls).toHaveLength(0)
})

describe('a wrong setting is 500 with its name, and nothing is sent', () => {
  it('whatever is wrong', async () => {
    for (const [settings, message] of [
      [{ RELAY_TOKEN: '' }, /^RELAY_TOKEN must have at least 32/],
      [{ RELAY_TOKEN: 'a'.repeat(31) }, /^RELAY_TOKEN must have at least 32/],
      [{ RELAY_TOKEN: `${'a'.repeat(40)}\n` }, /^RELAY_TOKEN must have at least 32/],
      [{ RELAY_URL: 'http://relay.example.test' }, /^RELAY_URL must be an https URL/],
      [{ RELAY_URL: 'https://relay.example.test/?token=1' }, /^RELAY_URL must be an https URL/],
      [{ RELAY_FOR: 'shop' }, /^RELAY_FOR must be a comma list of shop-seller, /],
      [{ RELAY_FOR: 'shop-seller,' }, /^RELAY_FOR must be a comma list of shop-seller, /],
    ] as const) {
      const calls = answerWith(answer('forwarded'))
      expect.soft(await attempt(settings), JSON.stringify(settings)).toEqual(failure(500, message))
      expect.soft(calls, JSON.stringify(settings)).toHaveLength(0)
    }
  })
})

describe("the relay's own response is no response of the product", () => {
  it('401: the token is not the relay’s', async () => {
    const calls = answerWith(answer('refused', 401))
    expect(await attempt({})).toEqual(failure(500, /^RELAY_TOKEN is not the token of the relay/))
    expect(calls).toHaveLength(1)
  })

  it('403: the relay does not know the host', async () => {
    answerWith(answer('refused', 403))
    expect(await attempt({})).toEqual(failure(500, /does not forward calls to shop\.example\.test/))
  })

  it.each([
    ['the product was unreachable', answer('unreachable', 502)],
    ['something before the relay answered', answer(undefined, 200)],
    ['the connection to the relay broke', lost],
  ])('%s: a read is repeated, and ends as a broken connection', async (_, step) => {
    const calls = answerWith(step)
    expect(await attempt({})).toEqual(
      failure(502, /^the connection to the shop service broke, on its way through the relay/),
    )
    expect(calls.length).toBeGreaterThan(1)
  })

  it('a write is sent once', async () => {
    const calls = answerWith(answer('unreachable', 502))
    expect(await attempt({}, SELLER, { method: 'POST', body: '{}' })).toEqual(failure(502, /broke/))
    expect(calls).toHaveLength(1)
  })

  it.each([401, 403, 302, 500])('a %i that was forwarded is the product’s', async (status) => {
    answerWith(answer('forwarded', status))
    expect(await attempt({}, SELLER, { method: 'POST' })).toBe(status)
  })
})
