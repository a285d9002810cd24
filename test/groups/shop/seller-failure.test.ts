import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCoupangSeller } from '../../simulators/shop/index.ts'
import type { Fault, Simulator } from '../../simulators/simulator.ts'
import { readsOf } from '../../support/fresh.ts'
import { expectNothingUnexpected } from '../../support/world.ts'
import { CLOSED, CONNECTED, failure, type Route, relay, type Stage, setStage } from './stage.ts'

let stage: Stage

beforeEach(() => {
  stage = setStage()
})

afterEach(() => {
  vi.restoreAllMocks()
  expectNothingUnexpected(stage.world)
})

const BODIES = {
  ordersheets: { createdAtFrom: '2026-11-20', createdAtTo: '2026-11-21', status: 'ACCEPT' },
  category: { displayCategoryCode: 51000 },
}
const ROUTES = ['ordersheets', 'category'] as const

const RECONNECT = 'the shop account was rejected by its service: reconnect it at https://latchkey.test/#shop-seller'

async function expectFailure(route: keyof typeof BODIES, status: number, error: string | RegExp) {
  const answer = await stage.ask(route, BODIES[route])
  const message = typeof error === 'string' ? error : expect.stringMatching(error)
  expect([answer.status, answer.json]).toEqual([status, failure(message)])
  return answer
}

const inside200 = (body: object): Fault => ({ kind: 'status', status: 200, body: JSON.stringify(body) })

describe.each(ROUTES)('%s, shop facts 2.5', (route) => {
  it.each(['message', 'code', 'words'] as const)(
    'an IP address that is not registered, signalled by %s: 403 and what to do',
    async (shape) => {
      stage.seller.switches.ipRefused = shape
      await expectFailure(route, 403, /^the shop refuses the address 203\.0\.113\.7: .*relay.*RELAY_URL/)
      expect(stage.seller.calls).toHaveLength(1)
    },
  )

  it.each(CLOSED)('a page of maintenance, %i in the wording %s: 502', async (status, wording) => {
    stage.seller.switches.maintenance = { status, wording }
    await expectFailure(route, 502, 'the shop is being maintained: try again later')
  })

  it.each([
    ['access key', { SHOP_ACCESS_KEY: 'other-access-key' }],
    ['secret key', { SHOP_SECRET_KEY: 'other-secret-key' }],
  ])('a wrong %s: 401', async (_, settings) => {
    stage = setStage(settings)
    await expectFailure(route, 401, RECONNECT)
    expect(stage.seller.calls).toHaveLength(1)
  })

  it('a clock that differs too much: 401', async () => {
    const late = createCoupangSeller({ clock: { now: () => Date.parse('2026-11-21T09:06:00Z') } })
    stage = setStage({}, () => [late])
    await expectFailure(route, 401, RECONNECT)
  })

  it('a rejected account is read afresh, so that a reconnected one is seen at once', async () => {
    const look = vi.spyOn(stage.gateway.env.STORE, 'get')
    const ask = () => stage.ask(route, BODIES[route])
    await ask()
    await ask()
    expect(readsOf(look)).toBe(1)
    stage.seller.fail({ kind: 'status', status: 401 }, { times: 1 })
    expect((await ask()).status).toBe(401)
    expect((await ask()).status).toBe(200)
    expect(readsOf(look)).toBe(2)
  })

  it("too many calls: 429 at once, with the product's Retry-After, if any", async () => {
    stage.seller.switches.rate = { perSecond: 0, recoveryMs: 60_000 }
    expect((await expectFailure(route, 429, 'Too Many Requests')).headers.get('Retry-After')).toBeNull()
    expect(stage.seller.calls).toHaveLength(1)
    stage.seller.fail({ kind: 'status', status: 429, headers: { 'Retry-After': '3' } })
    expect((await expectFailure(route, 429, 'Too Many Requests')).headers.get('Retry-After')).toBe('3')
    expect(stage.seller.calls).toHaveLength(2)
  })

  it.each([
    [400, 400, 1],
    [403, 403, 1],
    [410, 400, 1],
    [412, 400, 1],
    [423, 400, 1],
    [500, 502, 1],
    [503, 502, 3],
    [521, 502, 3],
  ])('%i becomes %i after %i calls: nothing is repeated on a 4xx', async (status, ours, calls) => {
    stage.seller.fail({ kind: 'status', status, body: '{"code":"ERROR","message":"Said by the product"}' })
    await expectFailure(route, ours, 'Said by the product')
    expect(stage.seller.calls).toHaveLength(calls)
  })

  it.each([
    ['a blocked caller’s redirect', { kind: 'redirect', location: 'https://www.coupang.com/' }],
    ['the page of the edge', { kind: 'html', status: 403 }],
    ['a page in place of data', { kind: 'html' }],
    ['broken JSON', { kind: 'broken' }],
    ['a cut answer', { kind: 'cut' }],
    ['nothing', { kind: 'empty' }],
  ] as const)('%s: 502, once', async (_, fault) => {
    stage.seller.fail(fault)
    const { text } = await expectFailure(route, 502, /^the shop service answered/)
    expect(text).not.toMatch(/coupang|<html/i)
    expect(stage.seller.calls).toHaveLength(1)
  })

  it.each([
    [{ code: 400, message: 'Said inside' }, 400, 'Said inside'],
    [{ code: 429, message: 'Too Many Requests' }, 429, 'Too Many Requests'],
    [{ code: '401', message: 'Request is not authorized.' }, 401, RECONNECT],
    [{ code: 403, message: '[FORBIDDEN] Not allowed IP 203.0.113.7' }, 403, /RELAY_URL/],
    [{ code: 500, message: 'Said inside', data: [] }, 502, 'Said inside'],
    [{ code: 'ERROR', message: 'Said inside', data: [] }, 502, 'Said inside'],
    [{ code: 'ERROR', data: {} }, 502, 'the shop service answered 200'],
    [{ code: 0, message: 'OK', data: {} }, 502, 'OK'],
    [{ data: {} }, 502, /cannot be read/],
  ])('a failure inside a 200 is no success: %j', async (body, status, error) => {
    stage.seller.fail(inside200(body))
    await expectFailure(route, status, error)
    expect(stage.seller.calls).toHaveLength(1)
  })

  it("the credentials are redacted in the product's message", async () => {
    const message = `Key test-access-key of vendor A00012345 with test-secret-key`
    stage.seller.fail({ kind: 'status', status: 400, body: JSON.stringify({ code: 'ERROR', message }) })
    await expectFailure(route, 400, 'Key *** of vendor *** with ***')
  })

  it.each(['SHOP_VENDOR_ID', 'SHOP_ACCESS_KEY', 'SHOP_SECRET_KEY'])(
    'without %s the account is not connected',
    async (name) => {
      stage = setStage({ [name]: '' })
      await expectFailure(
        route,
        401,
        `shop account is not connected (seller side): ${name} is not set; connect it at https://latchkey.test/#shop-seller`,
      )
      expect(stage.seller.calls).toEqual([])
    },
  )

  it('needs no customer’s session', async () => {
    stage = setStage({ SHOP_SESSION: '' })
    expect((await stage.ask(route, BODIES[route])).status).toBe(200)
  })
})

it.each([400, 404] as const)('a wrong vendor, refused as %i, is the account’s error: 401', async (status) => {
  stage = setStage({ SHOP_VENDOR_ID: 'A00099999' })
  stage.seller.switches.wrongVendor = status
  await expectFailure('ordersheets', 401, RECONNECT)
})

const REFUSED = 'Your ip address 203.0.113.9 is not allowed for this request.'

it.each<[status: number, body: string | object, address: string]>([
  [400, { code: 400, message: REFUSED }, '203.0.113.9'],
  [401, { code: 'ERROR', message: REFUSED }, '203.0.113.9'],
  [403, { code: 'ERROR', message: REFUSED }, '203.0.113.9'],
  [404, { message: REFUSED }, '203.0.113.9'],
  [200, { code: 'ERROR', message: REFUSED, data: null }, '203.0.113.9'],
  [200, { code: 403, message: REFUSED }, '203.0.113.9'],
  [403, REFUSED, '203.0.113.9'],
  [403, { code: 'IP_NOT_ALLOWED', message: 'Access denied.' }, 'of this gateway'],
  [401, { code: 'ERROR', messages: { korean: '등록되지 않은 IP 주소(203.0.113.9)입니다.' } }, '203.0.113.9'],
  [403, { error: { message: '허용되지 않은 IP입니다: 203.0.113.9' } }, '203.0.113.9'],
  [403, { message: 'Access from 203.0.113.9 is denied' }, '203.0.113.9'],
  [403, { message: 'Client IP 2001:db8::7f is not in the whitelist' }, '2001:db8::7f'],
  [403, { message: 'The IP ::ffff:203.0.113.9 is not registered' }, '203.0.113.9'],
])('an address that may not call, as %i %j', async (status, body, address) => {
  stage.seller.switches.ipRefused = { status, body }
  for (const route of ROUTES) {
    const answer = await stage.ask(route, BODIES[route])
    const error = expect.stringMatching(`^the shop refuses the address ${address.replaceAll('.', '\\.')}: .*RELAY_URL`)
    expect([answer.status, answer.json]).toEqual([403, failure(error)])
  }
  expect(stage.seller.calls).toHaveLength(2)
})

it.each<[status: number, body: string | object, ours: number]>([
  [403, { code: 'ERROR', message: 'This vendor is not allowed for this request.' }, 403],
  [401, { code: 'ERROR', message: 'Request is not authorized.', transactionId: '7d1c0000-0000-4000-8000-0403' }, 401],
  [400, { code: 400, message: 'Not allowed: shipping is restricted at 10:11:12' }, 400],
  [429, { code: 'ERROR', message: 'Too many requests of IP 203.0.113.9 are not allowed' }, 429],
  [403, '<html><title>Access Denied</title>Your IP 203.0.113.9 is not allowed</html>', 502],
])('what only looks like it: %i %j', async (status, body, ours) => {
  stage.seller.switches.ipRefused = { status, body }
  const answer = await stage.ask('category', BODIES.category)
  expect(answer.status).toBe(ours)
  expect(answer.text).not.toContain('the shop refuses the address')
})

it('a timeout is 504 when no window is the cause', async () => {
  stage.seller.fail({ kind: 'status', status: 504 })
  await expectFailure('category', 504, 'the shop service did not answer in time')
})

it.each([
  { SHOP_SELLER_URL: 'https://relay.example.test' },
  { RELAY_URL: 'https://relay.example.test', RELAY_TOKEN: 'a'.repeat(32) },
])('behind a relay, an unregistered IP address must be registered: %j', async (settings) => {
  const origin = 'https://api-gateway.coupang.com'
  const target =
    'SHOP_SELLER_URL' in settings ? settings.SHOP_SELLER_URL : `${settings.RELAY_URL}/api-gateway.coupang.com`
  stage = setStage(settings, (seller) => [forwarding(relay(target, origin, seller))])
  stage.seller.switches.ipRefused = 'message'
  const error =
    'the shop refuses the address 203.0.113.7: register it at WING, Open API; a change takes about 30 minutes'
  await expectFailure('category', 403, error)
})

/** Marks answers as a relay does. */
const forwarding = (simulator: Simulator): Simulator => ({
  ...simulator,
  async fetch(request) {
    const answer = await simulator.fetch(request)
    const headers = new Headers(answer.headers)
    headers.set('X-Relay', 'forwarded')
    return new Response(answer.body, { status: answer.status, headers })
  },
})

describe('SHOP_SELLER_URL', () => {
  const ORIGIN = 'https://api-gateway.coupang.com'

  it.each([
    ['https://relay.example.test', 'ordersheets'],
    ['https://relay.example.test/shop/', 'category'],
    ['http://127.0.0.1:8788', 'ordersheets'],
  ] satisfies [string, Route][])('%s: a relay gets the signed bytes for %s', async (SHOP_SELLER_URL, route) => {
    stage = setStage({ SHOP_SELLER_URL }, (seller) => [relay(SHOP_SELLER_URL.replace(/\/$/, ''), ORIGIN, seller)])
    expect((await stage.ask(route, BODIES[route])).status).toBe(200)
    expect(stage.seller.calls.map(({ url }) => url.origin)).toEqual([ORIGIN])
  })

  it.each(['http://relay.example.test', 'not a URL'])('%s is 500 naming it', async (SHOP_SELLER_URL) => {
    stage = setStage({ ...CONNECTED, SHOP_SELLER_URL })
    await expectFailure('category', 500, /^SHOP_SELLER_URL must be/)
  })
})

it.each<[status: number, body: object]>([
  [404, { code: 'PRECONDITION_FAILED', message: 'No exactly matching API specification.' }],
  [404, { code: 'ERROR', message: 'precondition_failed' }],
  [412, { code: 'ERROR', message: 'Precondition Failed: no such API' }],
  [404, { message: 'NO EXACTLY MATCHING API SPECIFICATION' }],
  [400, { code: 400, message: 'No exactly matching API specification', transactionId: '7d1c0000' }],
  [404, { code: 'ERROR', messages: { english: 'No exactly matching API specification.' } }],
  [200, { code: 'PRECONDITION_FAILED', message: 'Not here', data: null }],
  [404, { code: 'ERROR', message: 'Endpoint not found' }],
])('a call that the product does not offer, as %i %j: 502', async (status, body) => {
  stage.seller.fail({ kind: 'status', status, body: JSON.stringify(body) })
  const { headers } = await expectFailure('category', 502, /^the interface of the shop service has changed: ./)
  expect(headers.get('X-Error-Code')).toBe('product_changed')
  expect(stage.seller.calls).toHaveLength(1)
})

it.each([
  ['Too many requests. Try after 3 seconds', '3'],
  ['Please retry in 2 minutes.', '120'],
  ['Rate limit exceeded, wait 1.5 s', '2'],
  ['Try again after 1500 ms', '2'],
  ['요청이 너무 많습니다. 3초 후에 다시 시도해 주세요.', '3'],
  ['호출 한도를 초과했습니다. 1분 뒤에 다시 호출하세요.', '60'],
  ['10초만 기다려 주세요', '10'],
  ['Too Many Requests', null],
  ['분당 50회까지 호출할 수 있습니다. 잠시 후 다시 시도해 주세요.', null],
])('429 that says %s has Retry-After %s', async (message, seconds) => {
  stage.seller.switches.rate = { perSecond: 0, recoveryMs: 60_000 }
  stage.seller.switches.rateWords = message
  for (const route of ROUTES)
    expect((await expectFailure(route, 429, message)).headers.get('Retry-After')).toBe(seconds)
  stage.seller.fail(inside200({ code: 429, message }))
  expect((await expectFailure('category', 429, message)).headers.get('Retry-After')).toBe(seconds)
})

it('a header says better than words how long to wait', async () => {
  const body = '{"code":"ERROR","message":"Try after 3 seconds"}'
  stage.seller.fail({ kind: 'status', status: 429, headers: { 'Retry-After': '7' }, body })
  expect((await expectFailure('category', 429, 'Try after 3 seconds')).headers.get('Retry-After')).toBe('7')
})
