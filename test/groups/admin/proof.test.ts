import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ADMIN_KEY, GRANT_REQUEST } from '../../contract/admin.rows.ts'
import { type Authenticator, createAuthenticator } from '../../support/authenticator.ts'
import { eventsStandIn, SUBSCRIPTION_ID } from '../../support/events.ts'
import { freshObjects } from '../../support/fresh.ts'
import { createGateway, json } from '../../support/gateway.ts'
import { createWorld, holdDeadlines, type World } from '../../support/world.ts'
import { type Browser, OWN_ORIGIN, openBrowser, SESSION } from './browser.ts'

/** What a session may do long after its sign-in (docs/spec/admin.md, "Proof"). */

let world: World
beforeEach(() => {
  freshObjects()
  world = createWorld()
  holdDeadlines()
})
afterEach(() => vi.restoreAllMocks())

const ADMIN = '/api/v1/admin'
const PROOF = `${ADMIN}/session/proof`
const MINUTE = 60_000
const REQUIRED = [403, 'proof_required']

type Request = readonly [method: string, path: string, body?: object]

const SUBSCRIPTION = `../events/subscriptions/${SUBSCRIPTION_ID}`
const PAYMENT = {
  ...{ host: 'erp-api.payssam.kr', api_key: 'key', member_id: 'member', merchant_id: 'thief' },
  business_number: '1234567890',
}

const told = async ({ send }: Browser, [method, path, body]: Request) => {
  const { pathname, search } = new URL(`${ADMIN}/${path}`, OWN_ORIGIN)
  const { status, json } = await send(method, pathname + search, body)
  return status === 403 ? [status, json.code] : [status]
}

async function withKey() {
  const browser = openBrowser({}, createGateway({ ADMIN_KEY, EVENTS: eventsStandIn() }))
  await browser.signIn()
  const { record } = (await browser.send('POST', `${ADMIN}/keys`, { name: 'make', read_only: true })).json
  return { browser, key: `keys/${record.id}` }
}

const NEEDING: readonly (readonly [what: string, (key: string) => Request])[] = [
  ['makes a key', () => ['POST', 'keys', { name: 'n8n' }]],
  ['rolls a key', (key) => ['POST', `${key}/roll`, { overlap_hours: 0 }]],
  ['shows the key of the deployment', () => ['GET', 'api-key']],
  ['gives a key other groups', (key) => ['PATCH', key, { groups: null }]],
  ['gives a key another licence', (key) => ['PATCH', key, { licence: 'pro' }]],
  ['lets a key write', (key) => ['PATCH', key, { read_only: false }]],
  ['lets a key ask nobody', (key) => ['PATCH', key, { confirm: false }]],
  ['lets a key work again', (key) => ['PATCH', key, { disabled: false }]],
  ['moves the end of a key', (key) => ['PATCH', key, { expires_at: null }]],
  ['changes the limits of a key', (key) => ['PATCH', key, { limits: { max_amount: 1000 } }]],
  ['takes the limits of a key away', (key) => ['PATCH', key, { name: 'n8n', limits: null }]],
  ['gives a key an account', (key) => ['PATCH', key, { accounts: ['payment'] }]],
  ['grants a client access', () => ['POST', 'grants', { request: GRANT_REQUEST }]],
  ['changes the limits of a client', () => ['PATCH', 'grants/0123456789abcdef', { limits: null }]],
  ['lets a client ask nobody', () => ['PATCH', 'grants/0123456789abcdef', { confirm: false }]],
  ['agrees to a call', () => ['POST', `confirmations/${'a'.repeat(43)}`, { agree: true }]],
  ['erases the data of an account', () => ['DELETE', 'data', { account: 'notes' }]],
  ['erases all data', () => ['DELETE', 'data', { all: true }]],
  ['starts with empty data', () => ['POST', 'data-key', { confirm: 'start with empty data' }]],
  ['begins to make a passkey', () => ['POST', 'passkeys/options']],
  ['adds a passkey', () => ['POST', 'passkeys', { response: {} }]],
  ['removes a passkey', () => ['DELETE', `passkeys/${'0'.repeat(16)}`]],
  ['connects an account', () => ['PUT', 'accounts/payment', { ...PAYMENT, force: true }]],
  ['disconnects an account', () => ['DELETE', 'accounts/notes']],
  ['makes a link', () => ['POST', 'accounts/notes/link', { note: 'For the weekly report' }]],
  ['exports the data of an account', () => ['GET', 'data?account=notes']],
  ['lets another page call', () => ['PATCH', 'settings', { allowed_origins: ['https://evil.example'] }]],
  ['lets no page call', () => ['PATCH', 'settings', { time_zone: 'Asia/Seoul', allowed_origins: null }]],
  ['names the service', () => ['PATCH', 'settings', { service_name: 'Your bank' }]],
  ['ends another session', () => ['DELETE', `sessions/${'a'.repeat(22)}`]],
  ['ends the other sessions', () => ['DELETE', 'sessions']],
  ['subscribes', () => ['POST', '../events/subscriptions', { url: 'https://thief.example/1', types: ['*'] }]],
  ['moves a subscription', () => ['PATCH', SUBSCRIPTION, { url: 'https://thief.example/1' }]],
  ['pauses a subscription', () => ['PATCH', SUBSCRIPTION, { enabled: false }]],
  ['resumes a subscription', () => ['PATCH', SUBSCRIPTION, { enabled: true, language: 'ko' }]],
  ['subscribes to other types', () => ['PATCH', SUBSCRIPTION, { types: ['latchkey.test'] }]],
  ['adds what was said', () => ['PATCH', SUBSCRIPTION, { include: ['transcript'] }]],
  ['filters nothing any more', () => ['PATCH', SUBSCRIPTION, { filter: null }]],
  ['deletes a subscription', () => ['DELETE', SUBSCRIPTION]],
  ['rolls a signing secret', () => ['POST', `${SUBSCRIPTION}/secret`]],
]

const FREE: readonly (readonly [what: string, (key: string) => Request])[] = [
  ['renames a key', (key) => ['PATCH', key, { name: 'n8n' }]],
  ['stops a key', (key) => ['PATCH', key, { disabled: true, read_only: true, confirm: true }]],
  ['deletes a key', (key) => ['DELETE', key]],
  ['lets a client ask first', () => ['PATCH', 'grants/0123456789abcdef', { confirm: true }]],
  ['refuses a call', () => ['POST', `confirmations/${'a'.repeat(43)}`, { agree: false }]],
  ['lists keys', () => ['GET', 'keys']],
  ['sets the time zone', () => ['PATCH', 'settings', { time_zone: 'Asia/Seoul' }]],
  ['describes a subscription', () => ['PATCH', SUBSCRIPTION, { description: 'Minutes', language: 'ko' }]],
  ['tests a subscription', () => ['POST', `${SUBSCRIPTION}/test`, {}]],
  ['lists subscriptions', () => ['GET', '../events/subscriptions']],
  ['signs out', () => ['DELETE', 'session']],
  ['begins to prove', () => ['POST', 'session/proof/options']],
]

describe('15 minutes after the sign-in', () => {
  it.each(NEEDING)('a session that %s needs a proof', async (_what, request) => {
    const { browser, key } = await withKey()
    world.clock.advance(15 * MINUTE)
    expect(await told(browser, request(key))).toEqual(REQUIRED)
    expect((await browser.send('POST', PROOF, { admin_key: ADMIN_KEY })).status).toBe(204)
    expect(await told(browser, request(key))).not.toEqual(REQUIRED)
  })

  it.each(FREE)('a session that %s needs none', async (_what, request) => {
    const { browser, key } = await withKey()
    world.clock.advance(16 * MINUTE)
    expect(await told(browser, request(key))).not.toEqual(REQUIRED)
  })

  it('ADMIN_KEY as Bearer needs none, and proving it changes nothing', async () => {
    const { browser, key } = await withKey()
    world.clock.advance(16 * MINUTE)
    const headers = { Authorization: `Bearer ${ADMIN_KEY}` }
    // That would end the session of the browser as well.
    for (const [, request] of NEEDING.filter(([what]) => what !== 'ends the other sessions')) {
      const [method, path, body] = request(key)
      const init = body ? json(method, body) : { method }
      const call = { ...init, key: null, headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers } }
      expect((await browser.gateway.call(`${ADMIN}/${path}`, call)).status).not.toBe(403)
    }
    const init = json('POST', { admin_key: ADMIN_KEY })
    const proof = { ...init, key: null, headers: { 'Content-Type': 'application/json', ...headers } }
    expect((await browser.gateway.call(PROOF, proof)).status).toBe(204)
    expect(await told(browser, ['POST', 'keys', { name: 'n8n' }])).toEqual(REQUIRED)
  })

  it('what is wrong with the input is said first', async () => {
    const { browser } = await withKey()
    world.clock.advance(16 * MINUTE)
    expect(await told(browser, ['POST', 'keys', {}])).toEqual([400])
  })
})

it('signing out of its own session by its id needs no proof', async () => {
  const browser = openBrowser()
  await browser.signIn()
  const { sessions } = (await browser.get(`${ADMIN}/sessions`)).json
  world.clock.advance(16 * MINUTE)
  expect(await told(browser, ['DELETE', `sessions/${sessions[0].id}`])).toEqual([204])
  expect(await told(browser, ['GET', 'keys'])).toEqual([401])
})

const MAKE: Request = ['POST', 'keys', { name: 'n8n' }]

describe('a proof', () => {
  it('counts for less than 15 minutes, in all isolates at once, and for its session only', async () => {
    const browser = openBrowser()
    await browser.signIn()
    const elsewhere = openBrowser({}, createGateway({ ADMIN_KEY }), browser.cookies)
    const other = openBrowser({}, browser.gateway)
    await other.signIn()
    world.clock.advance(15 * MINUTE)
    for (const each of [browser, elsewhere, other]) expect(await told(each, MAKE)).toEqual(REQUIRED)
    await browser.send('POST', PROOF, { admin_key: ADMIN_KEY })
    expect([await told(browser, MAKE), await told(elsewhere, MAKE)]).toEqual([[201], [201]])
    expect(await told(other, MAKE)).toEqual(REQUIRED)
    world.clock.advance(15 * MINUTE - 1)
    expect(await told(browser, MAKE)).toEqual([201])
    world.clock.advance(1)
    expect(await told(browser, MAKE)).toEqual(REQUIRED)
  })

  it('that was given while the clock was ahead does not count, but for a minute', async () => {
    const browser = openBrowser()
    await browser.signIn()
    world.clock.advance(-MINUTE)
    expect(await told(browser, MAKE)).toEqual([201])
    world.clock.advance(-1)
    expect(await told(browser, MAKE)).toEqual(REQUIRED)
    world.clock.advance(-30 * 24 * 60 * MINUTE)
    expect(await told(browser, MAKE)).toEqual(REQUIRED)
    expect((await browser.send('POST', PROOF, { admin_key: ADMIN_KEY })).status).toBe(204)
    expect(await told(browser, MAKE)).toEqual([201])
  })

  async function withPasskey() {
    const browser = openBrowser()
    await browser.signIn()
    const device = await createAuthenticator()
    const response = await device.create((await browser.send('POST', `${ADMIN}/passkeys/options`)).json)
    await browser.send('POST', `${ADMIN}/passkeys`, { response })
    world.clock.advance(15 * MINUTE)
    return { browser, device }
  }
  const answer = async ({ send }: Browser, device: Authenticator, options = `${PROOF}/options`) => ({
    response: await device.get((await send('POST', options)).json),
  })

  it('is a passkey as well, once for each challenge, which was made for a proof', async () => {
    const { browser, device } = await withPasskey()
    const forSignIn = await answer(browser, device, `${ADMIN}/session/passkey/options`)
    expect((await browser.send('POST', PROOF, forSignIn)).status).toBe(403)
    expect(await told(browser, MAKE)).toEqual(REQUIRED)
    const body = await answer(browser, device)
    expect((await browser.send('POST', PROOF, body)).status).toBe(204)
    expect(await told(browser, MAKE)).toEqual([201])
    expect((await browser.send('POST', PROOF, body)).json.code).toBe('proof_required')
  })

  it.each([
    ['a wrong key', { admin_key: 'a-wrong-admin-key-of-20' }, 403, 'proof_required'],
    ['nothing', {}, 400, 'invalid_input'],
    ['both', { admin_key: ADMIN_KEY, response: {} }, 400, 'invalid_input'],
    ['another field', { admin_key: ADMIN_KEY, trust: true }, 400, 'invalid_input'],
  ])('is not %s, and the session stays', async (_what, body, status, code) => {
    const { browser } = await withPasskey()
    const refused = await browser.send('POST', PROOF, body)
    expect([refused.status, refused.json.code]).toEqual([status, code])
    expect(await told(browser, MAKE)).toEqual(REQUIRED)
    expect(await told(browser, ['GET', 'overview'])).toEqual([200])
  })

  it('is not a passkey of somebody else', async () => {
    const { browser } = await withPasskey()
    const body = await answer(browser, await createAuthenticator())
    expect((await browser.send('POST', PROOF, body)).json.code).toBe('proof_required')
  })

  it('is limited like signing in', async () => {
    const { browser } = await withPasskey()
    browser.gateway.env.TRY_LIMIT = { limit: async () => ({ success: false }) }
    expect((await browser.send('POST', PROOF, { admin_key: 'a-wrong-admin-key-of-20' })).status).toBe(429)
    expect((await browser.send('POST', PROOF, { response: { id: 'AAAA' } })).status).toBe(429)
  })

  it('does not open a session that was ended', async () => {
    const { browser } = await withPasskey()
    const other = openBrowser({}, createGateway({ ADMIN_KEY }))
    await other.signIn()
    await other.send('DELETE', `${ADMIN}/sessions`)
    expect((await browser.send('POST', PROOF, { admin_key: ADMIN_KEY })).status).toBe(401)
    expect(browser.cookies.has(SESSION)).toBe(false)
  })

  it('needs a session', async () => {
    const stranger = openBrowser()
    expect((await stranger.send('POST', PROOF, { admin_key: ADMIN_KEY })).status).toBe(401)
    expect((await stranger.send('POST', `${PROOF}/options`)).status).toBe(401)
  })
})
