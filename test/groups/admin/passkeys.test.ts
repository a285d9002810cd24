import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ACCESS_NAME } from '../../../src/base/access.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { type Authenticator, createAuthenticator } from '../../support/authenticator.ts'
import { freshObjects } from '../../support/fresh.ts'
import { createGateway } from '../../support/gateway.ts'
import { createWorld, holdDeadlines, type World } from '../../support/world.ts'
import { type Browser, openBrowser } from './browser.ts'

/** Passkeys of the owner (docs/spec/admin.md, "Passkeys"). */

let world: World
beforeEach(() => {
  freshObjects()
  world = createWorld()
  holdDeadlines()
})
afterEach(() => vi.restoreAllMocks())

const ADMIN = '/api/v1/admin'
const MINUTE = 60_000
const OTHER_KEY = `${ADMIN_KEY}-2`

const ask = async (browser: Browser, path: string) => (await browser.send('POST', `${ADMIN}/${path}/options`)).json

async function register(browser: Browser, device: Authenticator, name?: string) {
  const response = await device.create(await ask(browser, 'passkeys'))
  return browser.send('POST', `${ADMIN}/passkeys`, { response, ...(name && { name }) })
}

async function signInWith(browser: Browser, device: Authenticator, difference?: Parameters<Authenticator['get']>[1]) {
  const response = await device.get(await ask(browser, 'session/passkey'), difference)
  return browser.send('POST', `${ADMIN}/session/passkey`, { response })
}

const list = async (browser: Browser) =>
  (await browser.get(`${ADMIN}/passkeys`)).json.passkeys.map(({ name, host }: Record<string, string>) => [name, host])

/** A deployment whose owner has a passkey on a device, and a browser there that is not signed in. */
async function withPasskey(overrides: Record<string, string> = {}) {
  const owner = openBrowser(overrides)
  await owner.signIn()
  const device = await createAuthenticator()
  expect((await register(owner, device, 'My phone')).status).toBe(201)
  return { owner, device, browser: openBrowser({}, owner.gateway) }
}

describe('a passkey', () => {
  it('is added with its host and a name, and signs in', async () => {
    const { owner, device, browser } = await withPasskey()
    const { status, json, headers } = await signInWith(browser, device)
    expect([status, json]).toEqual([200, { expires_at: new Date(world.clock.now() + 60 * MINUTE).toISOString() }])
    expect(headers.getSetCookie()[0]).toMatch(/^__Host-latchkey=.*; HttpOnly; SameSite=Strict/)
    expect((await browser.get(`${ADMIN}/overview`)).status).toBe(200)
    const { passkeys } = (await owner.get(`${ADMIN}/passkeys`)).json
    const at = new Date(world.clock.now()).toISOString()
    expect(passkeys).toEqual([
      { id: expect.any(String), name: 'My phone', host: 'latchkey.test', created_at: at, last_used_at: at },
    ])
  })

  it('is known to whoever wants to sign in at its host, and only while there is one', async () => {
    const { owner, browser } = await withPasskey()
    const isThere = async () => (await ask(browser, 'session/passkey')).has_passkey
    expect(await isThere()).toBe(true)
    const elsewhere = `https://other.test${ADMIN}/session/passkey/options`
    expect((await owner.gateway.call(elsewhere, { method: 'POST', key: null })).json.has_passkey).toBe(false)
    const [passkey] = (await owner.get(`${ADMIN}/passkeys`)).json.passkeys
    await owner.send('DELETE', `${ADMIN}/passkeys/${passkey.id}`)
    expect(await isThere()).toBe(false)
  })

  it('has the name of its device unless it is given one, is renamed, and is removed, also the last one', async () => {
    const { owner, device, browser } = await withPasskey()
    world.clock.advance(MINUTE)
    await register(owner, await createAuthenticator())
    expect(await list(owner)).toEqual([
      ['My phone', 'latchkey.test'],
      ['passkey', 'latchkey.test'],
    ])
    const [first, second] = (await owner.get(`${ADMIN}/passkeys`)).json.passkeys
    const path = (passkey: { id: string }) => `${ADMIN}/passkeys/${passkey.id}`
    expect((await owner.send('PATCH', path(first), { name: ' My \n tablet ' })).json.name).toBe('My tablet')
    expect((await owner.send('PATCH', path(first), { name: ' ' })).json.parameters).toEqual({ fields: ['name'] })
    for (const passkey of [first, second]) expect((await owner.send('DELETE', path(passkey))).status).toBe(204)
    expect(await list(owner)).toEqual([])
    expect((await owner.send('DELETE', path(first))).status).toBe(404)
    expect((await owner.send('PATCH', path(first), { name: 'gone' })).status).toBe(404)
    expect((await signInWith(browser, device)).status).toBe(401)
    expect((await browser.signIn()).status).toBe(200)
  })

  describe('that is removed', () => {
    async function signedInTwice() {
      const { owner, device, browser } = await withPasskey()
      await signInWith(browser, device)
      world.clock.advance(1000)
      // Another passkey, and the name does not tell them apart.
      const other = await createAuthenticator()
      await register(owner, other)
      const byOther = openBrowser({}, createGateway({ ADMIN_KEY }))
      await signInWith(byOther, other)
      const [first, second] = (await owner.get(`${ADMIN}/passkeys`)).json.passkeys
      await owner.send('PATCH', `${ADMIN}/passkeys/${second.id}`, { name: first.name })
      const remove = (from: Browser, query = '') => from.send('DELETE', `${ADMIN}/passkeys/${first.id}${query}`)
      const isIn = async (each: Browser) => (await each.get(`${ADMIN}/overview`)).status === 200
      return { owner, browser, byOther, device, remove, isIn }
    }

    it('ends the sessions that it opened, everywhere within 10 s, and no other', async () => {
      const { owner, browser, byOther, device, remove, isIn } = await signedInTwice()
      const elsewhere = openBrowser({}, createGateway({ ADMIN_KEY }))
      await signInWith(elsewhere, device)
      expect((await remove(owner)).status).toBe(204)
      expect(await isIn(browser)).toBe(false)
      world.clock.advance(10_000)
      expect(await Promise.all([elsewhere, owner, byOther].map(isIn))).toEqual([false, true, true])
    })

    it('keeps the session that asks, also if it opened it, and ends the one that added it', async () => {
      const { owner, browser, byOther, remove, isIn } = await signedInTwice()
      expect((await remove(browser)).status).toBe(204)
      expect(await Promise.all([browser, owner, byOther].map(isIn))).toEqual([true, false, true])
    })

    it('keeps them all with keep_sessions', async () => {
      const { owner, browser, remove, isIn } = await signedInTwice()
      expect((await remove(owner, '?keep_sessions=maybe')).status).toBe(400)
      expect((await remove(owner, '?keep_sessions=true')).status).toBe(204)
      expect(await isIn(browser)).toBe(true)
    })

    it('opens no session that was on its way', async () => {
      const { owner, device, remove, browser } = await signedInTwice()
      const object = browser.gateway.env.ACCESS.getByName(ACCESS_NAME)
      const removing = openBrowser({}, createGateway({ ADMIN_KEY }))
      const startSession: typeof object.startSession = async (...args) => {
        await remove(owner)
        return object.startSession(...args)
      }
      removing.gateway.env.ACCESS = {
        getByName: () =>
          new Proxy(object, {
            get: (target, name) => (name === 'startSession' ? startSession : Reflect.get(target, name, target)),
          }),
      }
      const { status, headers } = await signInWith(removing, device)
      expect([status, headers.getSetCookie()]).toEqual([401, []])
    })
  })

  it('is added once, and offered to a browser once', async () => {
    const { owner, device } = await withPasskey()
    expect((await ask(owner, 'passkeys')).excludeCredentials).toHaveLength(1)
    expect((await register(owner, device)).status).toBe(409)
  })

  it('is one of 20 at most', async () => {
    const { owner } = await withPasskey()
    for (let count = 1; count < 20; count++) await register(owner, await createAuthenticator())
    const { status, json } = await register(owner, await createAuthenticator())
    expect([status, json.error]).toEqual([409, 'there are 20 passkeys: remove one first'])
  })

  it('is ended by a new ADMIN_KEY, with all sessions, for good once that has signed in', async () => {
    const { owner, device, browser } = await withPasskey()
    await signInWith(browser, device)
    const later = openBrowser({}, createGateway({ ADMIN_KEY: OTHER_KEY }), new Map(browser.cookies))
    expect((await later.get(`${ADMIN}/overview`)).status).toBe(401)
    expect((await signInWith(later, device)).status).toBe(401)
    await later.signIn(OTHER_KEY)
    expect(await list(later)).toEqual([])
    expect((await later.get(`${ADMIN}/sessions`)).json.sessions).toHaveLength(1)
    // With the previous key again.
    world.clock.advance(MINUTE)
    expect((await owner.get(`${ADMIN}/overview`)).status).toBe(401)
    expect((await signInWith(browser, device)).status).toBe(401)
    // The device still has it, and may be added again.
    expect((await register(later, device)).status).toBe(201)
    expect((await signInWith(later, device)).status).toBe(200)
  })
})

describe('a browser at an IP address', () => {
  it.each(['http://127.0.0.1:8787', 'http://192.168.0.4:8787', 'http://[::1]:8787'])(
    'reads where there are passkeys instead (%s)',
    async (origin) => {
      const { gateway } = openBrowser()
      for (const path of ['passkeys/options', 'session/passkey/options']) {
        const init = { method: 'POST', key: null, headers: { Authorization: `Bearer ${ADMIN_KEY}` } }
        const { status, json } = await gateway.call(`${origin}${ADMIN}/${path}`, init)
        expect([status, json.error]).toEqual([400, expect.stringContaining('http://localhost:8787')])
      }
    },
  )
})

describe('an answer is refused', () => {
  const expectRefused = async (answer: Promise<{ status: number; json: { code?: string } }>) => {
    const { status, json } = await answer
    expect([status, json.code]).toEqual([401, 'not_signed_in'])
  }

  it('for a challenge that was answered, also at the same time', async () => {
    const { device, browser } = await withPasskey()
    const response = await device.get(await ask(browser, 'session/passkey'))
    const send = () => openBrowser({}, browser.gateway).send('POST', `${ADMIN}/session/passkey`, { response })
    const statuses = (await Promise.all([send(), send(), send()])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 401, 401])
    await expectRefused(send())
  })

  it('for a challenge that was used up by a wrong answer', async () => {
    const { device, browser } = await withPasskey()
    const options = await ask(browser, 'session/passkey')
    const send = async (difference = {}) =>
      browser.send('POST', `${ADMIN}/session/passkey`, { response: await device.get(options, difference) })
    await expectRefused(send({ isVerified: false }))
    await expectRefused(send())
  })

  it('after 5 minutes, and not before', async () => {
    const { device, browser } = await withPasskey()
    const late = await device.get(await ask(browser, 'session/passkey'))
    world.clock.advance(MINUTE)
    const early = await device.get(await ask(browser, 'session/passkey'))
    world.clock.advance(4 * MINUTE)
    await expectRefused(browser.send('POST', `${ADMIN}/session/passkey`, { response: late }))
    expect((await browser.send('POST', `${ADMIN}/session/passkey`, { response: early })).status).toBe(200)
  })

  it.each([
    ['of the page of another origin', { origin: 'https://elsewhere.example' }],
    ['of another port', { origin: 'https://latchkey.test:8443' }],
    ['that the device signed for another host', { host: 'elsewhere.example' }],
    ['without a fingerprint, a face or a PIN', { isVerified: false }],
  ])('%s', async (_what, difference) => {
    const { owner, device, browser } = await withPasskey()
    await expectRefused(signInWith(browser, device, difference))
    const response = await (await createAuthenticator()).create(await ask(owner, 'passkeys'), difference)
    const added = await owner.send('POST', `${ADMIN}/passkeys`, { response })
    expect([added.status, added.json.parameters]).toEqual([400, { fields: ['response'] }])
    expect(await list(owner)).toHaveLength(1)
  })

  it('of a copy of the passkey, whose counter lags behind', async () => {
    const { device, browser } = await withPasskey()
    expect((await signInWith(browser, device, { counter: 7 })).status).toBe(200)
    await expectRefused(signInWith(browser, device, { counter: 7 }))
    expect((await signInWith(browser, device, { counter: 8 })).status).toBe(200)
  })

  it('of a device that nobody added', async () => {
    const { browser } = await withPasskey()
    await expectRefused(signInWith(browser, await createAuthenticator()))
  })

  it('of another device in the name of one that was added', async () => {
    const { device, browser } = await withPasskey()
    const options = await ask(browser, 'session/passkey')
    const { id, rawId } = await device.get(options)
    const response = { ...(await (await createAuthenticator()).get(options)), id, rawId }
    await expectRefused(browser.send('POST', `${ADMIN}/session/passkey`, { response }))
  })

  it('to a challenge for something else, or of another deployment', async () => {
    const { owner, device, browser } = await withPasskey()
    const stranger = openBrowser({ ADMIN_KEY: OTHER_KEY })
    for (const options of [
      await ask(owner, 'session/proof'),
      await ask(owner, 'passkeys'),
      await ask(stranger, 'session/passkey'),
      { challenge: 'AAAA' },
    ]) {
      const response = await device.get(options)
      await expectRefused(browser.send('POST', `${ADMIN}/session/passkey`, { response }))
    }
  })

  it.each([[{}], [{ id: 'AAAA' }], [{ response: null }], [{ response: { clientDataJSON: 'bnVsbA' } }]])(
    'that is not one (%j)',
    async (changed) => {
      const { device, browser } = await withPasskey()
      const whole = await device.get(await ask(browser, 'session/passkey'))
      const response = Object.keys(changed).length === 0 ? {} : { ...whole, ...changed }
      await expectRefused(browser.send('POST', `${ADMIN}/session/passkey`, { response }))
    },
  )

  it('from the page of another origin, and with a field that is not known', async () => {
    const { device, browser } = await withPasskey()
    const response = await device.get(await ask(browser, 'session/passkey'))
    const path = `${ADMIN}/session/passkey`
    expect((await browser.send('POST', path, { response }, 'https://elsewhere.example')).status).toBe(403)
    expect((await browser.send('POST', path, { response, admin: 1 })).status).toBe(400)
    expect((await browser.send('POST', path, { response: 'text' })).json.parameters).toEqual({ fields: ['response'] })
  })

  it('after too many tries from an address, which count with those of the key', async () => {
    const { device, browser } = await withPasskey()
    let left = 3
    browser.gateway.env.TRY_LIMIT = { limit: async () => ({ success: --left >= 0 }) }
    const stranger = await createAuthenticator()
    for (let tries = 0; tries < 2; tries++) await expectRefused(signInWith(browser, stranger))
    expect((await browser.signIn('a-wrong-admin-key-of-20')).status).toBe(401)
    const { status, headers } = await signInWith(browser, device)
    expect([status, headers.get('Retry-After')]).toEqual([429, '60'])
  })
})

it('shows no challenge, no credential and no key in the log', async () => {
  const { device, browser } = await withPasskey()
  const response = await device.get(await ask(browser, 'session/passkey'))
  await browser.send('POST', `${ADMIN}/session/passkey`, { response })
  const log = world.log.join('\n')
  for (const secret of [response.id, response.response.signature, ADMIN_KEY]) expect(log).not.toContain(secret)
  expect(log).toContain('"operation":"admin_sign_in_with_passkey","actor":"admin"')
})
