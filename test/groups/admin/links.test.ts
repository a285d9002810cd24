import { describe, expect, it } from 'vitest'
import { createGateway } from '../../support/gateway.ts'
import { openBrowser } from './browser.ts'
import { type Deployment, deploy, fieldsOf, startAnew, withoutAccount } from './deployment.ts'

/** Links that connect one account without the admin key (decisions.md section 11.4). */

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
const customerOf = ({ gateway }: Pick<Deployment, 'gateway'>) => openBrowser({}, gateway)
const open = (customer: ReturnType<typeof customerOf>, token: string, account = 'notes') =>
  customer.send('POST', '/api/v1/connect/session', { account, token })
const connect = (customer: ReturnType<typeof customerOf>, fields: object, account = 'notes') =>
  customer.send('PUT', `/api/v1/connect/${account}`, fields)

async function linked() {
  const deployment = await deploy({ ...withoutAccount('notes'), SERVICE_NAME: 'Haneul' })
  const customer = customerOf(deployment)
  return { deployment, customer, fields: fieldsOf('notes', deployment.connected), ...(await makeLink(deployment)) }
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
        ...{ expires_at: expiresAt, can_click: false },
      },
    ])
    expect(opened.headers.getSetCookie()[0]).toMatch(/; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=14400$/)
    const answer = await connect(customer, fields)
    expect([answer.status, answer.json]).toEqual([200, { account: 'notes', state: 'ok', expires_at: null }])
    const { json } = await deployment.get('/api/v1/admin/accounts')
    expect(json.accounts[1]).toMatchObject({ account: 'notes', state: 'ok', source: 'kept' })
    expect(customer.cookies.has(COOKIE)).toBe(false)
  })

  it('is not used up by opening it, nor by what the product refuses', async () => {
    const { customer, token, fields } = await linked()
    for (let time = 0; time < 2; time++) expect((await open(customer, token)).status).toBe(200)
    expect((await connect(customer, { token: 'test-wrong.secret-of-nobody' })).status).toBe(400)
    expect((await connect(customer, fields)).status).toBe(200)
  })

  it('counts once: 410 afterwards, to open it and by the cookie that somebody kept', async () => {
    const { deployment, customer, token, fields } = await linked()
    await open(customer, token)
    const kept = new Map(customer.cookies)
    await connect(customer, fields)
    expect((await open(customerOf(deployment), token)).status).toBe(410)
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

  it('ends after 4 hours: 410', async () => {
    const { deployment, customer, token, fields } = await linked()
    await open(customer, token)
    deployment.world.clock.advance(4 * HOUR)
    expect((await open(customer, token)).json.error).toBe('this link has ended: ask its sender for another one')
    expect((await connect(customer, fields)).status).toBe(410)
  })

  it('opens its own account alone, and nothing of the management app', async () => {
    const { customer, token, deployment } = await linked()
    expect((await open(customer, token, 'social')).status).toBe(401)
    await open(customer, token)
    const other = await connect(customer, fieldsOf('social', deployment.connected), 'social')
    expect([other.status, other.json.error]).toEqual([401, expect.stringContaining('no link to the social account')])
    for (const path of ['accounts', 'overview', 'api-key', 'session']) {
      expect((await customer.get(`/api/v1/admin/${path}`)).status).toBe(401)
    }
    expect((await customer.send('POST', '/api/v1/admin/accounts/notes/link')).status).toBe(401)
  })

  it.each([null, 'https://elsewhere.example'])('is not used by the page of %s: 403', async (origin) => {
    const { customer, token, fields } = await linked()
    await open(customer, token)
    expect((await customer.send('PUT', '/api/v1/connect/notes', fields, origin)).status).toBe(403)
  })

  it('is stored as its digest alone', async () => {
    const { deployment, token } = await linked()
    const { STORE } = deployment.gateway.env
    const { keys } = await STORE.list()
    const all = JSON.stringify([keys, deployment.world.log])
    expect(all).not.toContain(token)
  })

  it('that was never made: 401, and 429 after too many', async () => {
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
