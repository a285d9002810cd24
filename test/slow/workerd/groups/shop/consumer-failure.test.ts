import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CLOSED, failure, relay, type Stage, setStage } from '../../../../groups/shop/stage.ts'
import { CONSUMER_SESSION } from '../../../../simulators/shop/index.ts'
import { readsOf } from '../../../../support/fresh.ts'
import { expectNothingUnexpected } from '../../../../support/world.ts'

let stage: Stage

beforeEach(() => {
  stage = setStage()
})

afterEach(() => {
  vi.restoreAllMocks()
  expectNothingUnexpected(stage.world)
})

const PAGE = { pageIndex: 0, pageSize: 10, year: 2025 }
const MAINTAINED = 'the shop is being maintained: try again later'
const RECONNECT = 'the shop account was rejected by its service: reconnect it at https://latchkey.test/#shop-consumer'

describe.each(['orders', 'flattened-orders'] as const)('%s, shop facts 4.4: an error, never an empty list', (route) => {
  async function expectFailure(status: number, error: string | RegExp, body: object = PAGE) {
    const answer = await stage.ask(route, body)
    const message = typeof error === 'string' ? error : expect.stringMatching(error)
    expect([answer.status, answer.json]).toEqual([status, failure(message)])
    return answer
  }

  it.each(['redirect', 'unauthorized', 'login-page'] as const)(
    'an expired session, signalled by %s: 401',
    async (sign) => {
      stage.consumer.switches.expired = true
      stage.consumer.switches.signedOut = sign
      await expectFailure(401, RECONNECT)
      expect(stage.consumer.calls).toHaveLength(1)
    },
  )

  it('a session of some cookies only: 401', async () => {
    stage = setStage({ SHOP_SESSION: CONSUMER_SESSION.split('; ').slice(1).join('; ') })
    await expectFailure(401, RECONNECT)
  })

  it('a session that expires while pages are gathered: 401', async () => {
    stage.consumer.fail({ kind: 'status', status: 401 }, { on: ({ url }) => url.searchParams.get('pageIndex') === '1' })
    await expectFailure(401, RECONNECT, { ...PAGE, pageSize: 20 })
  })

  it('a rejected account is read afresh, so that a reconnected one is seen at once', async () => {
    const look = vi.spyOn(stage.gateway.env.STORE, 'get')
    stage.consumer.fail({ kind: 'status', status: 401 }, { times: 1 })
    await expectFailure(401, RECONNECT)
    expect((await stage.ask(route, PAGE)).status).toBe(200)
    expect((await stage.ask(route, PAGE)).status).toBe(200)
    expect(readsOf(look)).toBe(2)
  })

  it('a redirect to anywhere else: 502', async () => {
    stage.consumer.fail({ kind: 'redirect', location: 'https://www.coupang.com/np/campaigns' })
    await expectFailure(502, 'the shop service answered with a redirect')
    expect(stage.consumer.calls).toHaveLength(1)
  })

  it.each(CLOSED)('a page of maintenance, %i in the wording %s: 502', async (status, wording) => {
    stage.consumer.switches.maintenance = { status, wording }
    await expectFailure(502, MAINTAINED)
  })

  it('a redirect to a page of maintenance: 502', async () => {
    stage.consumer.fail({ kind: 'redirect', location: 'https://www.coupang.com/np/maintenance' })
    await expectFailure(502, MAINTAINED)
  })

  it('a page that is neither the login nor of maintenance: 502', async () => {
    stage.consumer.fail({ kind: 'html' })
    await expectFailure(502, 'the shop service answered 200 with a page instead of data')
  })

  it.each([
    ['a field for a password', '<title>쿠팡!</title><input name="pw" type="password">'],
    [
      'a script that goes to the login',
      '<script>location.replace("https://login.coupang.com/login/login.pang")</script>',
    ],
    ['a refresh that goes to the login', '<meta http-equiv="refresh" content="0;url=https://login.coupang.com/">'],
    ['a notice of maintenance', '<title>로그인</title><input type="password"><p>11월 30일 점검 예정</p>'],
  ])('a login page with %s: 401', async (_, html) => {
    const headers = { 'content-type': 'text/html' }
    stage.consumer.fail({ kind: 'status', status: 200, headers, body: `<!DOCTYPE html><html>${html}</html>` })
    await expectFailure(401, RECONNECT)
  })

  it('the block page of the edge: 502 that says what helps', async () => {
    stage.consumer.switches.blocked = true
    const { text } = await expectFailure(502, /takes this gateway for a robot.*relay.*shop-consumer/)
    expect(text).not.toMatch(/Access Denied|Reference/)
    expect(stage.consumer.calls).toHaveLength(1)
  })

  it.each([undefined, '3', '60'])('429 at once, Retry-After %s', async (seconds) => {
    const headers: Record<string, string> = seconds ? { 'Retry-After': seconds } : {}
    stage.consumer.fail({ kind: 'status', status: 429, headers })
    expect((await expectFailure(429, /./)).headers.get('Retry-After')).toBe(seconds ?? null)
    expect(stage.consumer.calls).toHaveLength(1)
  })

  it.each([
    [400, 400, 1],
    [404, 404, 1],
    [500, 502, 1],
    [503, 502, 3],
    [504, 502, 3],
  ])('%i becomes %i after %i calls', async (status, ours, calls) => {
    stage.consumer.fail({ kind: 'status', status })
    await expectFailure(ours, `HTTP ${status}`)
    expect(stage.consumer.calls).toHaveLength(calls)
  })

  it('a page that is incomplete: 502', async () => {
    stage.consumer.switches.partial = true
    await expectFailure(502, /incomplete page/)
  })

  it('a page without its list: 502', async () => {
    stage.consumer.switches.unknownShape = 'page'
    await expectFailure(502, /cannot be read: orderList/)
  })

  it.each([
    ['broken JSON', { kind: 'broken' }],
    ['a cut answer', { kind: 'cut' }],
    ['nothing', { kind: 'empty' }],
    ['a broken connection', { kind: 'network' }],
    ['a word', { kind: 'status', status: 200, body: '"login"' }],
    ['false', { kind: 'status', status: 200, body: 'false' }],
    ['a list', { kind: 'status', status: 200, body: '[]' }],
    ['an error in place of the model', { kind: 'status', status: 200, body: '{"message":"error"}' }],
  ] as const)('%s: 502', async (_, fault) => {
    stage.consumer.fail(fault)
    await expectFailure(502, /./)
  })

  it('silence: 504', async () => {
    stage.consumer.fail({ kind: 'timeout' })
    await expectFailure(504, 'the shop service did not answer in time')
  })

  it("the session is redacted in the product's message, cookie by cookie", async () => {
    const message = `Session test-session of ${CONSUMER_SESSION} failed for member`
    stage.consumer.fail({ kind: 'status', status: 400, body: JSON.stringify({ message }) })
    await expectFailure(400, 'Session *** of *** failed for member')
  })

  it('without SHOP_SESSION the account is not connected', async () => {
    stage = setStage({ SHOP_SESSION: '' })
    await expectFailure(
      401,
      'shop account is not connected (consumer side): connect it at https://latchkey.test/#shop-consumer',
    )
    expect(stage.consumer.calls).toEqual([])
  })

  it('needs no keys of a seller', async () => {
    stage = setStage({ SHOP_VENDOR_ID: '', SHOP_ACCESS_KEY: '', SHOP_SECRET_KEY: '' })
    expect((await stage.ask(route, PAGE)).status).toBe(200)
  })
})

it.each(['order', 'product'] as const)('flattened-orders: an unknown shape of an %s is rows of null', async (shape) => {
  const before = await stage.ask('flattened-orders', PAGE)
  stage.consumer.switches.unknownShape = shape
  const { status, json } = await stage.ask('flattened-orders', PAGE)
  expect(status).toBe(200)
  const orders = (rows: { order_id: string }[]) => [...new Set(rows.map(({ order_id }) => order_id))]
  expect(orders(json.result.rows)).toEqual(orders(before.json.result.rows))
  for (const row of json.result.rows) expect(row).toMatchObject({ product_name: null })
})

describe('SHOP_CONSUMER_URL', () => {
  const SHOP_CONSUMER_URL = 'https://relay.example.test/consumer'

  beforeEach(() => {
    stage = setStage({ SHOP_CONSUMER_URL }, (_, consumer) => [
      relay(SHOP_CONSUMER_URL, 'https://mc.coupang.com', consumer),
    ])
  })

  it('a relay replaces the product', async () => {
    expect((await stage.ask('orders', PAGE)).json.result.orderList).toHaveLength(10)
    expect(stage.consumer.calls.map(({ url }) => url.pathname)).toEqual(['/ssr/api/myorders/model/page'])
  })

  it.each(['https://login.coupang.com/login/login.pang', 'https://relay.example.test/login/login.pang', '/login/x'])(
    'a redirect to the login at %s is 401',
    async (location) => {
      stage = setStage()
      stage.consumer.fail({ kind: 'redirect', location })
      expect((await stage.ask('orders', PAGE)).status).toBe(401)
    },
  )
})
