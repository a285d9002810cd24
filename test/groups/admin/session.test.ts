import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { freshObjects } from '../../support/fresh.ts'
import { createGateway, PRO_KEY } from '../../support/gateway.ts'
import { createWorld, holdDeadlines, type World } from '../../support/world.ts'
import { type Browser, openBrowser, SESSION } from './browser.ts'

/** Signing in to the management app (docs/spec/admin.md, "Signing in"), with and without permission. */

let world: World
beforeEach(() => {
  freshObjects()
  world = createWorld()
  holdDeadlines()
})
afterEach(() => vi.restoreAllMocks())

const PATH = '/api/v1/admin/session'
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const at = (ms: number) => new Date(ms).toISOString()
const told = async (browser: Browser) => {
  const { status, json } = await browser.get(PATH)
  return [status, json.expires_at ?? json.error ?? json.signed_in]
}
const NOBODY = [200, false]

describe('a sign-in', () => {
  it('sets a cookie that only this host gets back, over TLS or loopback, and no script reads', async () => {
    const browser = openBrowser()
    const answer = await browser.signIn()
    expect([answer.status, answer.json]).toEqual([200, { expires_at: at(world.clock.now() + 60 * MINUTE) }])
    const [cookie] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-latchkey=[\w.-]+; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=3600$/)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(cookie).not.toContain(ADMIN_KEY)
  })

  it('takes the key with the quotes and blanks that were copied along with it', async () => {
    const browser = openBrowser()
    for (const around of ['""', "''", '``', '“”'])
      expect([around, (await browser.signIn(` ${around[0]}${ADMIN_KEY}${around[1]}\n`)).status]).toEqual([around, 200])
    for (const wrong of [`"${ADMIN_KEY}`, `"${ADMIN_KEY}x"`, `${ADMIN_KEY.slice(0, 5)} ${ADMIN_KEY.slice(5)}`])
      expect((await browser.signIn(wrong)).status).toBe(401)
    const proof = await browser.send('POST', `${PATH}/proof`, { admin_key: `"${ADMIN_KEY}"` })
    expect(proof.status).toBe(204)
    // A shell or a file may have put them around the setting.
    const quoted = openBrowser({ ADMIN_KEY: `"${ADMIN_KEY}"\n` })
    for (const key of [ADMIN_KEY, `"${ADMIN_KEY}"`]) expect((await quoted.signIn(key)).status).toBe(200)
  })

  it('lasts 60 minutes after its last use, and is renewed below 50', async () => {
    const browser = openBrowser()
    await browser.signIn()
    world.clock.advance(9 * MINUTE)
    expect(await told(browser)).toEqual([200, at(world.clock.now() + 51 * MINUTE)])
    world.clock.advance(2 * MINUTE)
    const renewed = await browser.get(PATH)
    expect(renewed.json.expires_at).toBe(at(world.clock.now() + 60 * MINUTE))
    expect(renewed.headers.getSetCookie()).toEqual([expect.stringMatching(/Max-Age=3600$/)])
    world.clock.advance(59 * MINUTE)
    expect((await told(browser))[0]).toBe(200)
    world.clock.advance(60 * MINUTE)
    expect(await told(browser)).toEqual([401, expect.stringContaining('not signed in')])
  })

  it('ends with signing out', async () => {
    const browser = openBrowser()
    await browser.signIn()
    expect((await browser.send('DELETE', PATH)).status).toBe(204)
    expect(browser.cookies.has(SESSION)).toBe(false)
    expect(await told(browser)).toEqual(NOBODY)
  })

  it('that was copied ends with signing out: here at once, in another isolate within 10 s', async () => {
    const browser = openBrowser()
    await browser.signIn()
    const copied = openBrowser({}, browser.gateway, new Map(browser.cookies))
    // Another isolate has its own settings object, and so its own cache.
    const elsewhere = openBrowser({}, createGateway({ ADMIN_KEY }), new Map(browser.cookies))
    expect([(await told(copied))[0], (await told(elsewhere))[0]]).toEqual([200, 200])
    expect((await browser.send('DELETE', PATH)).status).toBe(204)
    expect((await told(copied))[0]).toBe(401)
    world.clock.advance(10_000)
    expect((await told(elsewhere))[0]).toBe(401)
    world.clock.advance(15 * MINUTE)
    expect(await told(elsewhere)).toEqual(NOBODY)
  })

  it('expires 12 hours after signing in, however often it is used', async () => {
    const browser = openBrowser()
    await browser.signIn()
    const end = world.clock.now() + 12 * 60 * MINUTE
    while (world.clock.now() + 30 * MINUTE < end) {
      world.clock.advance(30 * MINUTE)
      expect((await told(browser))[0]).toBe(200)
    }
    expect(await told(browser)).toEqual([200, at(end)])
    world.clock.advance(30 * MINUTE)
    expect((await told(browser))[0]).toBe(401)
  })

  it('is 503 while it is unknown whether it has ended', async () => {
    const browser = openBrowser()
    await browser.signIn()
    world.clock.advance(MINUTE)
    const fails = async () => Promise.reject(new Error('gone'))
    Object.assign(browser.gateway.env, { ACCESS: { getByName: () => ({ sessions: { find: fails } }) } })
    const { status, headers } = await browser.get(PATH)
    expect([status, headers.get('Retry-After')]).toEqual([503, '5'])
  })

  it('is not needed with the key as Bearer, which makes no session', async () => {
    const { get, cookies } = openBrowser()
    const { status, json } = await get(PATH, { Authorization: `Bearer ${ADMIN_KEY}` })
    expect([status, json, cookies.size]).toEqual([200, { signed_in: true, expires_at: null }, 0])
    expect((await get(PATH, { Authorization: `Basic ${ADMIN_KEY}` })).status).toBe(401)
  })
})

describe('the question who is signed in', () => {
  it('is no failure without a cookie', async () => {
    const browser = openBrowser()
    const { status, json, headers } = await browser.get(PATH)
    expect([status, json, headers.getSetCookie()]).toEqual([200, { signed_in: false }, []])
    expect(world.log.map((line) => JSON.parse(line).reason)).toEqual([undefined])
    // A cookie of something else on this host.
    browser.cookies.set('theme', 'dark')
    expect((await browser.get(PATH)).json).toEqual({ signed_in: false })
  })

  it('says who is, and until when', async () => {
    const browser = openBrowser()
    await browser.signIn()
    const expires_at = at(world.clock.now() + 60 * MINUTE)
    expect((await browser.get(PATH)).json).toEqual({ signed_in: true, expires_at })
  })

  it('says how to set ADMIN_KEY where nobody can sign in', async () => {
    const { status, json } = await openBrowser({ ADMIN_KEY: '' }).get(PATH)
    expect([status, json.parameters]).toEqual([401, { setting: 'ADMIN_KEY' }])
  })

  it.each(['/api/v1/admin/session', '/api/v1/admin/overview'])(
    'with a cookie that is no longer valid is 401, and the cookie is deleted (%s)',
    async (path) => {
      const browser = openBrowser()
      await browser.signIn()
      world.clock.advance(13 * 60 * MINUTE)
      const { status, json, headers } = await browser.get(path)
      expect([status, json.code]).toEqual([401, 'not_signed_in'])
      expect(headers.getSetCookie()).toEqual(['__Host-latchkey=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0'])
      expect(browser.cookies.has(SESSION)).toBe(false)
      expect(await told(browser)).toEqual(NOBODY)
    },
  )
})

describe('a cookie', () => {
  it('that someone else created is not accepted, and signing in creates another one', async () => {
    const attacker = openBrowser()
    await attacker.signIn()
    const planted = attacker.cookies.get(SESSION) ?? ''
    const victim = openBrowser()
    victim.cookies.set(SESSION, planted)
    await victim.signIn()
    expect(victim.cookies.get(SESSION)).not.toBe(planted)
    await victim.signIn()
    expect(new Set([planted, victim.cookies.get(SESSION)]).size).toBe(2)
  })

  it.each([
    ['another id', (value: string) => value.replace(/\.[\w-]{22}\./, `.${'A'.repeat(22)}.`)],
    ['another signature', (value: string) => value.slice(0, -43) + 'A'.repeat(43)],
    ['no signature', (value: string) => value.slice(0, -44)],
    ['another form', () => 'signed-in'],
  ])('with %s opens nothing', async (_what, change) => {
    const browser = openBrowser()
    await browser.signIn()
    browser.cookies.set(SESSION, change(browser.cookies.get(SESSION) ?? ''))
    expect((await told(browser))[0]).toBe(401)
  })

  it('of another ADMIN_KEY opens nothing: a new key ends all sessions', async () => {
    const browser = openBrowser()
    await browser.signIn()
    const later = openBrowser({}, createGateway({ ADMIN_KEY: `${ADMIN_KEY}-2` }), browser.cookies)
    expect((await told(later))[0]).toBe(401)
  })

  it.each([null, 'https://elsewhere.example', 'null', 'http://latchkey.test'])(
    'does not open a change that the page of %s sends: 403',
    async (origin) => {
      const browser = openBrowser({ ALLOWED_ORIGINS: '*' })
      await browser.signIn()
      const { status, json, headers } = await browser.send('DELETE', PATH, undefined, origin)
      expect([status, json.error]).toEqual([403, expect.stringMatching(/^Origin: /)])
      expect(headers.has('Access-Control-Allow-Credentials')).toBe(false)
      expect((await told(browser))[0]).toBe(200)
    },
  )
})

describe('a session on a trusted device', () => {
  const trusted = async () => {
    const browser = openBrowser()
    const answer = await browser.send('POST', PATH, { admin_key: ADMIN_KEY, trust: true })
    return { browser, answer }
  }

  it('lasts 30 days, used or not', async () => {
    const { browser, answer } = await trusted()
    const end = world.clock.now() + 30 * DAY
    expect(answer.json).toEqual({ expires_at: at(end) })
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-latchkey=.*; Max-Age=2592000$/)
    world.clock.advance(20 * DAY)
    expect(await told(browser)).toEqual([200, at(end)])
    world.clock.advance(10 * DAY - MINUTE)
    expect(await told(browser)).toEqual([200, at(end)])
    world.clock.advance(MINUTE)
    expect((await told(browser))[0]).toBe(401)
  })

  it('is asked for by true or false', async () => {
    const { status, json } = await openBrowser().send('POST', PATH, { admin_key: ADMIN_KEY, trust: 'yes' })
    expect([status, json.parameters]).toEqual([400, { fields: ['trust'] }])
  })
})

describe('the list of sessions', () => {
  const LIST = '/api/v1/admin/sessions'
  const AGENT = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1'
  const onPhone = (gateway: Browser['gateway']) => {
    const call: typeof gateway.call = (path, init = {}) => {
      const headers = new Headers(init.headers)
      headers.set('User-Agent', AGENT)
      return gateway.call(path, { ...init, headers })
    }
    return openBrowser({}, { ...gateway, call })
  }
  const two = async () => {
    const browser = openBrowser()
    await browser.signIn()
    world.clock.advance(MINUTE)
    const phone = onPhone(browser.gateway)
    await phone.send('POST', PATH, { admin_key: ADMIN_KEY, trust: true })
    return { browser, phone }
  }
  const list = async (browser: Browser) => (await browser.get(LIST)).json.sessions

  it('has each device, how it signed in, and its times, the last used one first', async () => {
    const { browser, phone } = await two()
    const now = world.clock.now()
    const same = { id: expect.stringMatching(/^[\w-]{22}$/), method: 'key', passkey: null }
    const times = (ms: number) => ({ started_at: at(ms), last_seen_at: at(ms), proved_at: at(ms) })
    expect(await list(browser)).toEqual([
      {
        ...same,
        ...times(now),
        device: 'iPhone, Safari',
        trusted: true,
        expires_at: at(now + 30 * DAY),
        current: false,
      },
      {
        ...same,
        ...times(now - MINUTE),
        device: null,
        trusted: false,
        expires_at: at(now + 59 * MINUTE),
        current: true,
      },
    ])
    world.clock.advance(11 * MINUTE)
    await browser.get(PATH)
    expect((await list(phone)).map(({ last_seen_at }: Record<string, string>) => last_seen_at)).toEqual([
      at(now + 11 * MINUTE),
      at(now + 11 * MINUTE),
    ])
  })

  it('has no session that has expired or was ended', async () => {
    const { browser, phone } = await two()
    world.clock.advance(61 * MINUTE)
    expect(await list(phone)).toHaveLength(1)
    await browser.signIn()
    expect(await list(phone)).toHaveLength(2)
    await browser.send('DELETE', PATH)
    expect(await list(phone)).toHaveLength(1)
  })

  it('ends another session: here at once, in another isolate within 10 s', async () => {
    const { browser, phone } = await two()
    const elsewhere = openBrowser({}, createGateway({ ADMIN_KEY }), new Map(phone.cookies))
    expect((await told(elsewhere))[0]).toBe(200)
    const other = (await list(browser)).find(({ current }: { current: boolean }) => !current)
    expect((await browser.send('DELETE', `${LIST}/${other.id}`)).status).toBe(204)
    expect((await told(phone))[0]).toBe(401)
    world.clock.advance(10_000)
    expect((await told(elsewhere))[0]).toBe(401)
    expect((await browser.send('DELETE', `${LIST}/${other.id}`)).status).toBe(404)
    expect((await browser.send('DELETE', `${LIST}/short`)).json.parameters).toEqual({ fields: ['id'] })
  })

  it('ends all others, and with ADMIN_KEY as Bearer all', async () => {
    const { browser, phone } = await two()
    await openBrowser({}, browser.gateway).signIn()
    expect((await browser.send('DELETE', LIST)).json).toEqual({ ended: 2 })
    expect([(await told(browser))[0], (await told(phone))[0]]).toEqual([200, 401])
    const init = { method: 'DELETE', key: null, headers: { Authorization: `Bearer ${ADMIN_KEY}` } }
    expect((await browser.gateway.call(LIST, init)).json).toEqual({ ended: 1 })
    expect((await told(browser))[0]).toBe(401)
  })

  it('does not end by the page of another origin, or by a use at the same time', async () => {
    const { browser, phone } = await two()
    expect((await browser.send('DELETE', LIST, undefined, 'https://elsewhere.example')).status).toBe(403)
    world.clock.advance(11 * MINUTE)
    const [ended] = await Promise.all([browser.send('DELETE', LIST), told(phone), told(phone)])
    expect(ended.status).toBe(200)
    expect((await told(phone))[0]).toBe(401)
    expect(await list(browser)).toHaveLength(1)
  })
})

describe('guessing', () => {
  /** A limiter that counts as the platform's does. */
  const limited = (most: number) => {
    const counts = new Map<string, number>()
    const browser = openBrowser()
    browser.gateway.env.TRY_LIMIT = {
      limit: async ({ key }) => {
        const count = (counts.get(key) ?? 0) + 1
        counts.set(key, count)
        return { success: count <= most }
      },
    }
    const guess = async (key: string, address: string) => {
      const answer = await browser.get(PATH, { Authorization: `Bearer ${key}`, 'CF-Connecting-IP': address })
      return [answer.status, answer.headers.get('Retry-After')]
    }
    return { guess, counts }
  }

  it('is 429 after too many attempts from an IP address, even with the right key, but not from others', async () => {
    const { guess } = limited(3)
    for (let time = 0; time < 3; time++) expect(await guess('a-wrong-key', '192.0.2.1')).toEqual([401, null])
    expect(await guess('a-wrong-key', '192.0.2.1')).toEqual([429, '60'])
    expect(await guess(ADMIN_KEY, '192.0.2.1')).toEqual([429, '60'])
    expect(await guess(ADMIN_KEY, '192.0.2.2')).toEqual([200, null])
  })

  it('counts all of an IPv6 /64 as one IP address', async () => {
    const { guess } = limited(3)
    for (const host of ['1', '2:3', 'ffff:ffff:ffff:ffff'])
      expect(await guess('a-wrong-key', `2001:db8:0:7::${host}`.replace('7::ffff', '7:ffff'))).toEqual([401, null])
    expect(await guess(ADMIN_KEY, '2001:db8:0:7::9')).toEqual([429, '60'])
    expect(await guess(ADMIN_KEY, '2001:db8:0:8::9')).toEqual([200, null])
  })

  it('does not count a program with the right key, however often it calls', async () => {
    const { guess, counts } = limited(3)
    for (let time = 0; time < 10; time++) expect(await guess(ADMIN_KEY, '192.0.2.1')).toEqual([200, null])
    expect(counts.get('192.0.2.1')).toBe(1)
  })
})

it('shows the keys in no response and in no line of the log', async () => {
  const browser = openBrowser()
  const texts = [
    await browser.signIn('a-wrong-admin-key-of-20'),
    await browser.signIn(),
    await browser.send('DELETE', PATH),
  ]
  const all = [...texts.map(({ text }) => text), ...world.log].join('\n')
  for (const secret of [ADMIN_KEY, PRO_KEY, 'a-wrong-admin-key-of-20']) expect(all).not.toContain(secret)
  expect(world.log.map((line) => JSON.parse(line)).map(({ actor, reason }) => [actor, reason])).toEqual([
    ['nobody', 'refused admin'],
    ['admin', undefined],
    ['admin', undefined],
  ])
})

describe('a session makes 60 changes a minute', () => {
  const change = (browser: Browser, name: string) =>
    browser.send('PATCH', '/api/v1/admin/settings', { service_name: name })

  it('the next one is 429 and says when, in every isolate, and another session goes on', async () => {
    const browser = openBrowser()
    await browser.signIn()
    const elsewhere = openBrowser({}, createGateway({ ADMIN_KEY }), new Map(browser.cookies))
    for (let times = 0; times < 30; times++) {
      expect((await change(browser, `a${times}`)).status).toBe(200)
      expect((await change(elsewhere, `b${times}`)).status).toBe(200)
    }
    world.clock.advance(20_000)
    for (const one of [browser, elsewhere]) {
      const { status, headers, json } = await change(one, 'c')
      expect([status, headers.get('Retry-After'), json.code]).toEqual([429, '40', 'too_many_requests'])
    }
    expect((await browser.get('/api/v1/admin/settings')).json.service_name).toBe('b29')
    const other = openBrowser({}, browser.gateway)
    await other.signIn()
    expect((await change(other, 'd')).status).toBe(200)
    world.clock.advance(40_000)
    expect((await change(browser, 'e')).status).toBe(200)
  })

  it('of all kinds together, at once, and counts also what is refused', async () => {
    const browser = openBrowser()
    await browser.signIn()
    const sent = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        at % 2 === 0
          ? change(browser, `a${at}`)
          : browser.send('DELETE', `/api/v1/events/subscriptions/sub_${'0'.repeat(32)}`),
      ),
    )
    expect(sent.filter(({ status }) => status === 429)).toHaveLength(40)
  })

  it('proofs, ending sessions and signing out go on, and ADMIN_KEY as Bearer has no such limit', async () => {
    const browser = openBrowser()
    await browser.signIn()
    for (let times = 0; times < 61; times++) await change(browser, `a${times}`)
    expect((await change(browser, 'b')).status).toBe(429)
    const { send, gateway } = browser
    expect((await send('POST', `${PATH}/proof`, { admin_key: ADMIN_KEY })).status).toBe(204)
    expect((await send('DELETE', '/api/v1/admin/sessions')).status).toBe(200)
    const headers = { Authorization: `Bearer ${ADMIN_KEY}`, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ service_name: 'c' })
    const init = { method: 'PATCH', headers, body, key: null }
    for (let times = 0; times < 70; times++)
      expect((await gateway.call('/api/v1/admin/settings', init)).status).toBe(200)
    expect((await send('DELETE', PATH)).status).toBe(204)
  })

  it('of a session that was ended elsewhere none is made', async () => {
    const browser = openBrowser()
    await browser.signIn()
    const elsewhere = openBrowser({}, createGateway({ ADMIN_KEY }), new Map(browser.cookies))
    await elsewhere.get(PATH)
    await browser.send('DELETE', PATH)
    expect((await change(elsewhere, 'a')).status).toBe(401)
  })
})
