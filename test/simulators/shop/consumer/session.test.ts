import { expect, test } from 'vitest'
import { Clock } from '../../clock.ts'
import { createCoupangConsumer } from './index.ts'
import { CONSUMER_SESSION } from './session.ts'

const LIST = '/ssr/api/myorders/model/page?requestYear=2026&pageIndex=0&size=10'
const BROWSER = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'

function setUp() {
  const consumer = createCoupangConsumer({ clock: new Clock() })
  const ask = (path: string, headers: Record<string, string> = {}) =>
    consumer.fetch(
      new Request(`https://mc.coupang.com${path}`, {
        headers: { cookie: CONSUMER_SESSION, 'user-agent': BROWSER, ...headers },
      }),
    )
  return { consumer, ask }
}

test('facts 4.1: member/auth returns whether the cookie is signed in', async () => {
  const { consumer, ask } = setUp()
  expect(await (await ask('/ssr/api/member/auth')).json()).toBe(true)
  expect(await (await ask('/ssr/api/member/auth', { cookie: 'sid=other' })).json()).toBe(false)
  consumer.switches.expired = true
  expect(await (await ask('/ssr/api/member/auth')).json()).toBe(false)
})

test.each(['', 'sid=test-session', CONSUMER_SESSION.replace('test-session', 'other')])(
  'cookie %j has no session',
  async (cookie) => {
    const answer = await setUp().ask(LIST, { cookie })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toMatch(/^https:\/\/login\.coupang\.com\//)
  },
)

test('facts 4.4: an expired session is a redirect to the login host, a 401, or the login page with 200', async () => {
  const { consumer, ask } = setUp()
  consumer.switches.expired = true
  expect((await ask(LIST)).status).toBe(302)
  consumer.switches.signedOut = 'unauthorized'
  expect((await ask(LIST)).status).toBe(401)
  consumer.switches.signedOut = 'login-page'
  const page = await ask(LIST)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(await page.text()).toContain('로그인')
})

test('the edge returns 403 with its own page when it blocks, and for anything but a browser', async () => {
  const { consumer, ask } = setUp()
  expect((await ask(LIST, { 'user-agent': 'curl/8.0' })).status).toBe(403)
  consumer.switches.blocked = true
  const blocked = await ask(LIST)
  expect(blocked.status).toBe(403)
  expect(blocked.headers.get('content-type')).toContain('text/html')
  expect(await blocked.text()).toContain('Access Denied')
})

test('a path that the site does not have is 404 and recorded', async () => {
  const { consumer, ask } = setUp()
  expect((await ask('/ssr/api/nothing')).status).toBe(404)
  expect(consumer.unexpected).toEqual(['coupang consumer: GET https://mc.coupang.com/ssr/api/nothing'])
})
