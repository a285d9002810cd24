import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { EU_REFRESH_TOKEN } from '../../simulators/recorder/index.ts'
import type { Call } from '../../simulators/simulator.ts'
import { createGateway } from '../../support/gateway.ts'
import { OBJECTS } from '../../support/objects.ts'
import { openBrowser } from './browser.ts'
import { type Deployment, deploy, getFields, startAnew, withoutAccount } from './deployment.ts'

/** Links that connect one account without the admin key (docs/spec/admin.md, "Links for customers"). */

startAnew()

const HOUR = 3_600_000
const COOKIE = '__Host-latchkey-link'

async function makeLink({ send }: Pick<Deployment, 'send'>, account = 'notes') {
  const { status, json } = await send('POST', `/api/v1/admin/accounts/${account}/link`)
  expect(status).toBe(201)
  const { pathname, hash, origin } = new URL(json.url)
  expect([origin, pathname]).toEqual(['https://latchkey.test', `/connect/${account}`])
  return { token: hash.slice(1), expiresAt: json.expires_at }
}

/** A customer's browser, which knows nothing but the link. */
const getCustomer = ({ gateway }: Pick<Deployment, 'gateway'>) => openBrowser({}, gateway)
const open = (customer: ReturnType<typeof getCustomer>, token: string, account = 'notes') =>
  customer.send('POST', '/api/v1/connect/session', { account, token })
const connect = (customer: ReturnType<typeof getCustomer>, fields: object, account = 'notes') =>
  customer.send('PUT', `/api/v1/connect/${account}`, fields)

async function linked() {
  const deployment = await deploy({ ...withoutAccount('notes'), SERVICE_NAME: 'Haneul' })
  const customer = getCustomer(deployment)
  return { deployment, customer, fields: getFields('notes', deployment.connected), ...(await makeLink(deployment)) }
}

describe('a link', () => {
  it('connects its account, without the admin key', async () => {
    const { deployment, customer, token, fields, expiresAt } = await linked()
    expect(expiresAt).toBe(new Date(deployment.world.clock.now() + 4 * HOUR).toISOString())
    const opened = await open(customer, token)
    expect([opened.status, opened.json]).toEqual([
      200,
      {
        ...{ account: 'notes', group: 'notes', service_name: 'Haneul', fields: ['token'] },
        ...{ owner_name: 'Haneul', note: null },
        ...{ expires_at: expiresAt, can_click: false },
      },
    ])
    expect(opened.headers.getSetCookie()[0]).toMatch(/; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=14400$/)
    const answer = await connect(customer, fields)
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        account: 'notes',
        identity: '하늘 연구소',
        state: 'ok',
        expires_at: null,
        newest: { title: expect.any(String), at: expect.any(String) },
      },
    ])
    const { json } = await deployment.get('/api/v1/admin/accounts')
    expect(json.accounts[1]).toMatchObject({ account: 'notes', state: 'ok', source: 'kept' })
    expect(customer.cookies.has(COOKIE)).toBe(false)
  })

  it('is not used up by opening it, nor by a refusal of the product', async () => {
    const { customer, token, fields } = await linked()
    for (let time = 0; time < 2; time++) expect((await open(customer, token)).status).toBe(200)
    expect((await connect(customer, { token: 'test-wrong.secret-of-nobody' })).status).toBe(400)
    expect((await connect(customer, fields)).status).toBe(200)
  })

  it('can be used once: afterwards 410, to open it and with a stored cookie', async () => {
    const { deployment, customer, token, fields } = await linked()
    await open(customer, token)
    const kept = new Map(customer.cookies)
    await connect(customer, fields)
    expect((await open(getCustomer(deployment), token)).status).toBe(410)
    const again = openBrowser({}, deployment.gateway, kept)
    const { status, json } = await connect(again, fields)
    expect([status, json.error]).toEqual([410, 'this link was used: ask its sender for another one'])
  })

  it('counts once for two that use it at the same time', async () => {
    const { customer, token, fields } = await linked()
    await open(customer, token)
    const answers = await Promise.all([connect(customer, fields), connect(customer, fields)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410])
  })

  it('expires after 4 hours: 410', async () => {
    const { deployment, customer, token, fields } = await linked()
    await open(customer, token)
    deployment.world.clock.advance(4 * HOUR)
    expect((await open(customer, token)).json.error).toBe('this link has ended: ask its sender for another one')
    expect((await connect(customer, fields)).status).toBe(410)
  })

  it('opens only its own account, and nothing of the management app', async () => {
    const { customer, token, deployment } = await linked()
    expect((await open(customer, token, 'social')).status).toBe(401)
    await open(customer, token)
    const other = await connect(customer, getFields('social', deployment.connected), 'social')
    expect([other.status, other.json.error]).toEqual([401, expect.stringContaining('no link to the social account')])
    for (const path of ['accounts', 'overview', 'api-key']) {
      expect((await customer.get(`/api/v1/admin/${path}`)).status).toBe(401)
    }
    expect((await customer.get('/api/v1/admin/session')).json).toEqual({ signed_in: false })
    expect((await customer.send('POST', '/api/v1/admin/accounts/notes/link')).status).toBe(401)
  })

  it.each([null, 'https://elsewhere.example'])('is not used by the page of %s: 403', async (origin) => {
    const { customer, token, fields } = await linked()
    await open(customer, token)
    expect((await customer.send('PUT', '/api/v1/connect/notes', fields, origin)).status).toBe(403)
  })

  it('is stored only as its digest', async () => {
    const { deployment, token } = await linked()
    const { STORE } = deployment.gateway.env
    const { keys } = await STORE.list()
    const all = JSON.stringify([keys, deployment.world.log])
    expect(all).not.toContain(token)
  })

  it('that does not exist: 401, and 429 after too many', async () => {
    const { deployment } = await linked()
    const limit = [true, true, false][Symbol.iterator]()
    const settings = { ...deployment.gateway.env }
    settings.TRY_LIMIT = { limit: async () => ({ success: limit.next().value ?? false }) }
    const customer = openBrowser({}, createGateway(settings as never))
    Object.assign(customer.gateway.env, { TRY_LIMIT: settings.TRY_LIMIT })
    const statuses = []
    for (const token of ['x'.repeat(43), 'y'.repeat(43), 'short']) statuses.push((await open(customer, token)).status)
    expect(statuses).toEqual([401, 401, 429])
  })
})

describe('the sender of links', () => {
  const listed = async ({ gateway }: Pick<Deployment, 'gateway'>) => {
    const headers = { Authorization: `Bearer ${ADMIN_KEY}` }
    return (await gateway.call('/api/v1/admin/links', { headers, key: null })).json.links
  }

  it('contains the sender and a line of text, which its page shows', async () => {
    const { deployment, customer } = await linked()
    const said = { owner_name: 'Kim of\u202E Haneul', note: 'For the report,\nas discussed' }
    const { json } = await deployment.send('POST', '/api/v1/admin/accounts/notes/link', said)
    const opened = await open(customer, new URL(json.url).hash.slice(1))
    expect(opened.json).toMatchObject({ owner_name: 'Kim of Haneul', note: 'For the report, as discussed' })
  })

  it('sees every link of a week, without the link itself', async () => {
    const { deployment, customer, token, fields } = await linked()
    await makeLink(deployment, 'social')
    await open(customer, token)
    await connect(customer, { token: 'test-wrong.secret-of-nobody' })
    await connect(customer, fields)
    const links = await listed(deployment)
    const of = (account: string) => links.find((link: { account: string }) => link.account === account)
    expect(of('social')).toMatchObject({ state: 'open', tries_left: 10, owner_name: 'Haneul', note: null })
    expect(of('notes')).toMatchObject({ state: 'used', tries_left: 8 })
    expect(JSON.stringify(links)).not.toContain(token)
    deployment.world.clock.advance(4 * HOUR)
    expect((await listed(deployment)).map(({ state }: { state: string }) => state).sort()).toEqual(['ended', 'used'])
  })

  it('sees none a week after its end, and what it said to its recipient is gone', async () => {
    const { deployment } = await linked()
    await deployment.send('POST', '/api/v1/admin/accounts/social/link', { note: 'Dear customer Park' })
    deployment.world.clock.advance(7 * 24 * HOUR)
    await deployment.signIn()
    const texts = JSON.stringify(await listed(deployment))
    expect(texts).toContain('Dear customer Park')
    deployment.world.clock.advance(8 * 24 * HOUR)
    await deployment.signIn()
    expect(await listed(deployment)).toEqual([])
    const stored = await runInDurableObject(OBJECTS.ACCOUNTS.getByName('state/social'), (_, { storage: { kv } }) =>
      JSON.stringify([...kv.list()]),
    )
    expect(stored).not.toContain('Park')
  })

  it('revokes one, which then connects nothing', async () => {
    const { deployment, customer, token, fields } = await linked()
    await open(customer, token)
    const [{ id }] = await listed(deployment)
    expect((await deployment.send('DELETE', `/api/v1/admin/links/${id}`)).status).toBe(204)
    expect((await connect(customer, fields)).status).toBe(401)
    expect((await open(customer, token)).status).toBe(401)
    expect(await listed(deployment)).toEqual([])
    expect((await deployment.send('DELETE', `/api/v1/admin/links/${id}`)).status).toBe(404)
  })

  it('revokes all of them with a new ADMIN_KEY', async () => {
    const { deployment, token, fields } = await linked()
    const { gateway } = deployment
    const later = openBrowser(
      {},
      createGateway({ ...withoutAccount('notes'), ADMIN_KEY: 'another-admin-key-of-20-characters' }),
    )
    expect((await open(later, token)).status).toBe(410)
    later.cookies.set(COOKIE, `notes.${token}`)
    expect((await connect(later, fields)).status).toBe(410)
    await later.signIn('another-admin-key-of-20-characters')
    expect((await later.get('/api/v1/admin/links')).json.links).toMatchObject([{ state: 'ended' }])
    expect((await open(getCustomer({ gateway }), token)).status).toBe(200)
  })
})

describe('who has a link', () => {
  it('may not store an untested account: 403, and the previous one stays', async () => {
    const { customer, token } = await linked()
    await open(customer, token)
    const { status, json } = await connect(customer, { token: 'attackers-own.token', force: true })
    expect([status, json.error]).toEqual([403, expect.stringMatching(/^force: /)])
  })

  it('has 10 tries', async () => {
    const { deployment, customer, token, fields } = await linked()
    await open(customer, token)
    const calls = () => deployment.world.simulators.flatMap(({ calls }) => calls).length
    const before = calls()
    const statuses = []
    for (let time = 0; time < 12; time++)
      statuses.push((await connect(customer, { token: `test-wrong.secret-${time}` })).status)
    expect(statuses).toEqual([...Array(10).fill(400), 410, 410])
    expect(calls() - before).toBe(10)
    const { status, json } = await connect(customer, fields)
    expect([status, json.error]).toEqual([410, 'this link was tried too often: ask its sender for another one'])
  })

  it('connects by the tenth try', async () => {
    const { customer, token, fields } = await linked()
    await open(customer, token)
    for (let time = 0; time < 9; time++) await connect(customer, { token: `test-wrong.secret-${time}` })
    expect((await connect(customer, fields)).status).toBe(200)
  })
})

describe('an invalid link', () => {
  it.each([
    ['a token of another form', 'notes', 'short'],
    ['an account that does not exist', 'nonsense', 'x'.repeat(43)],
  ])('%s is refused without asking an object', async (_, account, token) => {
    const { deployment } = await linked()
    const asked: string[] = []
    const { ACCOUNTS } = deployment.gateway.env
    const getByName = (name: string) => {
      asked.push(name)
      return ACCOUNTS.getByName(name)
    }
    const settings = {
      ...deployment.gateway.env,
      ACCOUNTS: { getByName, idFromName: ACCOUNTS.idFromName.bind(ACCOUNTS) },
    }
    const stranger = openBrowser({}, createGateway(settings as never))
    stranger.cookies.set(COOKIE, `${account}.${token}`)
    expect((await connect(stranger, { token: 'x' }, account)).status).toBe(401)
    expect(asked).toEqual([])
  })
})

describe('a test of a credential', () => {
  /** A deployment that records which objects are called. */
  async function watched(account: 'recorder' | 'social') {
    const { ACCOUNTS } = createGateway().env
    const asked: string[] = []
    const getByName = (name: string) => {
      asked.push(name)
      return ACCOUNTS.getByName(name)
    }
    const deployment = await deploy(withoutAccount(account))
    Object.assign(deployment.gateway.env, {
      ACCOUNTS: { getByName, idFromName: (name: string) => ACCOUNTS.idFromName(name) },
    })
    const objects = () => asked.filter((name) => name.startsWith(`${account}/`))
    const put = (fields: object) => deployment.send('PUT', `/api/v1/admin/accounts/${account}`, fields)
    return { deployment, put, objects }
  }

  it.each(['recorder', 'social'] as const)('that the product of %s refuses makes no object', async (account) => {
    const { put, objects } = await watched(account)
    const token = account === 'social' ? 'THAAnobody' : 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJub2JvZHkifQ.c2lnbmF0dXJl'
    expect((await put({ token })).status).toBe(400)
    expect(objects()).toEqual([])
  })

  it.each(['recorder', 'social'] as const)(
    'of %s passes the new token to the object of the account',
    async (account) => {
      const { deployment, put, objects } = await watched(account)
      expect((await put(getFields(account, deployment.connected))).status).toBe(200)
      expect(new Set(objects()).size).toBe(1)
    },
  )

  describe('whose refresh token works once, while its product goes away', () => {
    const isRefresh = ({ url }: Call) => url.pathname.startsWith('/user-app/auth/workspace/refresh/')
    const fields = { token: EU_REFRESH_TOKEN }
    const refusal = [400, expect.stringMatching(/nothing was changed: copy the credential again/)]
    const told = ({ status, json }: Awaited<ReturnType<Deployment['send']>>) => [status, json.error]

    it('after the exchange: force connects it with the new token, and without it the person is asked to copy it again', async () => {
      const { deployment, put } = await watched('recorder')
      const plaud = deployment.getProduct('recorder')
      plaud.fail({ kind: 'status', status: 503 }, { on: (call) => !isRefresh(call) })
      expect(told(await put(fields))).toEqual([502, expect.stringMatching(/could not be tested .*force/)])
      expect(plaud.calls.filter(isRefresh)).toHaveLength(1)
      plaud.heal()
      expect(told(await put(fields))).toEqual(refusal)
      expect((await put({ ...fields, force: true })).status).toBe(200)
      const tested = await deployment.send('POST', '/api/v1/admin/accounts/recorder/test')
      expect(tested.json.account).toMatchObject({ state: 'ok', source: 'kept' })
    })

    it('before its response arrives: the person is asked to copy it again, also for an account that force connected', async () => {
      const { deployment, put } = await watched('recorder')
      const plaud = deployment.getProduct('recorder')
      plaud.fail({ kind: 'cut' }, { on: isRefresh })
      expect((await put(fields)).status).toBe(502)
      plaud.heal()
      expect(told(await put(fields))).toEqual(refusal)
      expect((await put({ ...fields, force: true })).status).toBe(200)
      const tested = await deployment.send('POST', '/api/v1/admin/accounts/recorder/test')
      expect(tested.json.account).toMatchObject({ state: 'rejected', hint: expect.stringMatching(/^reconnect/) })
    })
  })
})
