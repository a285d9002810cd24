import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { send } from '../../../src/upstream/client.ts'
import { createWorld } from '../../support/world.ts'
import { answerWith, getOutgoing, PRODUCT, status } from './product.ts'

/** Calls go to the hosts that the product file declares, and to the setting's override; nowhere else. */

beforeEach(() => void createWorld())
afterEach(() => vi.restoreAllMocks())

const refusal = { status: 502, message: 'the shop service pointed to an address that is not its own' }

async function attempt(url: string, override?: string) {
  const calls = answerWith(status(200))
  const upstream = getOutgoing()
  const request = { url: new URL(url), override: override === undefined ? undefined : new URL(override) }
  const outcome = await send(upstream, PRODUCT, request).then(
    ({ status: code }) => code,
    (error: unknown) => error,
  )
  return { outcome, calls: calls.length, counted: upstream.budget.calls }
}

const sent = { outcome: 200, calls: 1, counted: 1 }
const refused = { outcome: expect.objectContaining(refusal), calls: 0, counted: 0 }

it.each(['https://shop.example.test/', 'https://shop.example.test:443/a?b', 'https://SHOP.example.test/'])(
  '%s is the product’s',
  async (url) => expect(await attempt(url)).toEqual(sent),
)

it('another host is refused before anything is sent', async () => {
  for (const [what, url] of [
    ['a foreign host', 'https://collector.example.test/'],
    ['a host that ends like ours', 'https://evil-shop.example.test/'],
    ['a host that begins like ours', 'https://shop.example.test.evil.test/'],
    ['a host below ours', 'https://a.shop.example.test/'],
    ['plain http', 'http://shop.example.test/'],
    ['another scheme', 'ftp://shop.example.test/'],
    ['a port', 'https://shop.example.test:8443/'],
    ['a user', 'https://user@shop.example.test/'],
    ['a password', 'https://:password@shop.example.test/'],
    ['our name as the user of another', 'https://shop.example.test@evil.test/'],
    ['an address', 'https://127.0.0.1/'],
    ['loopback', 'http://localhost/'],
    ['a trailing dot', 'https://shop.example.test./'],
  ] as const)
    expect.soft(await attempt(url), what).toEqual(refused)
})

describe('with an override', () => {
  it.each([
    ['https://relay.example.test', 'https://relay.example.test/base/orders'],
    ['https://relay.example.test:8443', 'https://relay.example.test:8443/orders'],
    ['http://localhost:9000', 'http://localhost:9000/orders'],
  ])('%s: its own origin is allowed', async (override, url) => {
    expect(await attempt(url, override)).toEqual(sent)
  })

  it.each([
    ['another port of it', 'https://relay.example.test:444/'],
    ['plain http of it', 'http://relay.example.test/'],
    ['a host below it', 'https://a.relay.example.test/'],
    ['a foreign host', 'https://collector.example.test/'],
    ['credentials', 'https://user:password@relay.example.test/'],
  ])('%s is refused', async (_, url) => {
    expect(await attempt(url, 'https://relay.example.test')).toEqual(refused)
  })

  it('the product’s own hosts stay open, for the links that it signs', async () => {
    expect(await attempt('https://shop.example.test/file', 'https://relay.example.test')).toEqual(sent)
  })
})
