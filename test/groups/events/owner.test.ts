import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { simulatedProducts } from '../../../scripts/support/products.ts'
import type { Stub } from '../../../src/base/env.ts'
import { EVENT_TYPES } from '../../../src/base/events.ts'
import { getSettings } from '../../../src/base/settings.ts'
import { sendRecorded } from '../../../src/gateway/audit.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { getRecord, keepKeyRecord, nameKey } from '../../gateway/auth/keys/named-keys.ts'
import { EVENT_ID, eventsStandIn, SUBSCRIPTION_ID } from '../../support/events.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { createGateway, json, type Overrides, PRO_KEY } from '../../support/gateway.ts'
import { OBJECTS } from '../../support/objects.ts'
import { createWorld, type World } from '../../support/world.ts'
import { openBrowser, SESSION } from '../admin/browser.ts'

/** docs/spec/events.md, "Who may use them": the routes of events take the owner as well as keys. */

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const EVENTS = '/api/v1/events'
const PATH = `${EVENTS}/subscriptions/${SUBSCRIPTION_ID}`
const FIELDS = { url: 'https://hooks.example.com/1', types: ['account.rejected'] }
const BEARER = { Authorization: `Bearer ${ADMIN_KEY}` }

function deploy(overrides: Overrides = {}) {
  const gateway = createGateway({ ADMIN_KEY, EVENTS: eventsStandIn(), ...overrides })
  gateway.env.USAGE = OBJECTS.USAGE as unknown as NonNullable<typeof gateway.env.USAGE>
  const call = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = BEARER,
    key?: string,
  ) => {
    const init = body === undefined ? { method } : json(method, body)
    // Entries of the audit log have an order.
    world.clock.advance(1)
    return gateway.call(path, { ...init, headers: { ...init.headers, ...headers }, key: key ?? null })
  }
  const audited = async (): Promise<string[]> => {
    await sendRecorded(getSettings(gateway.env))
    const { entries } = (await call('GET', '/api/v1/admin/audit')).json
    return entries.map(
      ({
        actor,
        action,
        target,
        outcome,
      }: {
        actor: { kind: string }
        action: string
        target: string
        outcome: string
      }) => [actor.kind, action, target, outcome].join(' '),
    )
  }
  return { gateway, call, audited }
}

const CHANGES: [string, string, unknown?][] = [
  ['PATCH', PATH, { enabled: false }],
  ['POST', `${PATH}/test`],
  ['POST', `${PATH}/secret`],
  ['POST', `${PATH}/redeliver`],
  ['POST', `${EVENTS}/${EVENT_ID}/redeliver`, {}],
  ['DELETE', PATH],
]
const READS = [`${EVENTS}/types`, `${EVENTS}/subscriptions`, PATH, `${PATH}/deliveries?outcome=failed`, EVENTS]

describe('ADMIN_KEY as Bearer', () => {
  it('opens every route, for the subscriptions of all keys, and each change is recorded as the admin', async () => {
    const { call, audited } = deploy()
    const made = await call('POST', `${EVENTS}/subscriptions`, FIELDS)
    expect(made).toMatchObject({ status: 201, json: { key_id: 'admin', url: FIELDS.url } })
    expect((await call('GET', PATH)).json).toMatchObject({ key_id: 'deployment', url: expect.any(String) })
    expect((await call('GET', `${EVENTS}/subscriptions`)).json.subscriptions).toHaveLength(3)
    for (const path of READS) expect((await call('GET', path)).status, path).toBe(200)
    for (const [method, path, body] of CHANGES)
      expect((await call(method, path, body)).status, `${method} ${path}`).toBeLessThan(300)
    expect((await audited()).reverse()).toEqual([
      `admin events_create_subscription ${made.json.id} ok`,
      `admin events_change_subscription ${SUBSCRIPTION_ID} ok`,
      `admin events_test_subscription ${SUBSCRIPTION_ID} ok`,
      `admin events_roll_secret ${SUBSCRIPTION_ID} ok`,
      `admin events_redeliver_failed ${SUBSCRIPTION_ID} ok`,
      `admin events_redeliver_event ${EVENT_ID} ok`,
      `admin events_delete_subscription ${SUBSCRIPTION_ID} ok`,
    ])
  })

  it('lists the types of all connected accounts', async () => {
    const { types } = (await deploy(simulatedProducts().settings).call('GET', `${EVENTS}/types`)).json
    expect(types.map(({ type }: { type: string }) => type)).toEqual(Object.keys(EVENT_TYPES))
  })

  it('that is wrong, or is an API key, is 401 and says where an API key goes', async () => {
    const { call } = deploy()
    for (const key of ['wrong-key-of-the-admin', PRO_KEY, await nameKey()]) {
      const { status, json: body } = await call('GET', EVENTS, undefined, { Authorization: `Bearer ${key}` })
      expect([status, body.code, body.error]).toEqual([401, 'not_signed_in', expect.stringContaining('X-API-KEY')])
    }
    const { status, json: body } = await call('GET', EVENTS, undefined, {})
    expect([status, body.code]).toEqual([401, 'invalid_key'])
  })

  it('makes no subscription and reads no events without the licence, and manages what there is', async () => {
    const { call } = deploy({ LICENCE: 'basic' })
    for (const answer of [await call('POST', `${EVENTS}/subscriptions`, FIELDS), await call('GET', EVENTS)])
      expect([answer.status, answer.json.code]).toEqual([400, 'licence_required'])
    expect((await call('DELETE', PATH)).status).toBe(204)
  })

  it('is not counted as the use of a key', async () => {
    const { gateway, call } = deploy()
    const add = vi.fn(async () => {})
    gateway.env.USAGE = { getByName: () => ({ add }) as unknown as Stub<'USAGE'> }
    await call('GET', EVENTS)
    expect(add).not.toHaveBeenCalled()
    await call('GET', EVENTS, undefined, {}, PRO_KEY)
    expect(add).toHaveBeenCalledOnce()
  })
})

describe('the session', () => {
  const arrive = async (overrides: Overrides = {}) => {
    const { gateway, audited } = deploy(overrides)
    const browser = openBrowser({}, gateway)
    await browser.signIn()
    return { browser, audited, gateway }
  }

  it("opens reads, and changes from the gateway's own page, recorded as the admin", async () => {
    const { browser, audited } = await arrive()
    for (const path of READS) expect((await browser.get(path)).status, path).toBe(200)
    for (const [method, path, body] of CHANGES)
      expect((await browser.send(method, path, body)).status, `${method} ${path}`).toBeLessThan(300)
    expect(await audited()).toContain(`admin events_redeliver_failed ${SUBSCRIPTION_ID} ok`)
  })

  it.each([null, 'https://elsewhere.example', 'null', 'http://latchkey.test'])(
    'changes nothing from the page of %s: 403',
    async (origin) => {
      const { browser } = await arrive({ ALLOWED_ORIGINS: '*' })
      for (const [method, path, body] of [...CHANGES, ['POST', `${EVENTS}/subscriptions`, FIELDS] as const]) {
        const { status, json: answer } = await browser.send(method, path, body, origin)
        expect([status, answer.code], `${method} ${path}`).toEqual([403, 'origin_refused'])
      }
      expect((await browser.get(PATH)).json.enabled).toBe(true)
    },
  )

  it('that ended is 401, and its cookie is deleted', async () => {
    const { browser } = await arrive()
    world.clock.advance(13 * 3_600_000)
    const { status, json: body } = await browser.get(EVENTS)
    expect([status, body.code, browser.cookies.has(SESSION)]).toEqual([401, 'not_signed_in', false])
  })
})

describe('a key', () => {
  it('comes before the session and ADMIN_KEY of the same request, also a wrong one', async () => {
    const { call, gateway, audited } = deploy()
    const browser = openBrowser({}, gateway)
    await browser.signIn()
    const own = { Cookie: `${SESSION}=${browser.cookies.get(SESSION)}`, ...BEARER, Origin: 'https://latchkey.test' }
    const key = await nameKey({ groups: ['events', 'video'] })
    expect((await call('GET', PATH, undefined, own, key)).status).toBe(404)
    expect((await call('GET', PATH, undefined, own)).status).toBe(200)
    const wrong = await call('DELETE', PATH, undefined, own, 'not-a-key')
    expect([wrong.status, wrong.json.code]).toEqual([401, 'invalid_key'])
    expect((await call('DELETE', PATH, undefined, { ...own, 'X-API-KEY': '' })).status).toBe(401)
    expect((await call('POST', `${PATH}/test`, undefined, own, PRO_KEY)).status).toBe(200)
    expect(await audited()).toContain(`deployment events_test_subscription ${SUBSCRIPTION_ID} ok`)
  })

  it('that was revoked opens nothing', async () => {
    const { call } = deploy()
    const key = await nameKey()
    await keepKeyRecord(key, await getRecord(key, { disabled: true }))
    expect((await call('GET', EVENTS, undefined, {}, key)).status).toBe(401)
    expect((await call('POST', `${EVENTS}/subscriptions`, FIELDS, {}, key)).status).toBe(401)
  })

  it('delivers again what failed of its own subscription only, and reads the failed attempts of that', async () => {
    const { call } = deploy()
    const other = await nameKey()
    expect((await call('POST', `${PATH}/redeliver`, undefined, {}, PRO_KEY)).json).toEqual({ deliveries: 0 })
    expect((await call('GET', `${PATH}/deliveries?outcome=failed`, undefined, {}, PRO_KEY)).status).toBe(200)
    expect((await call('POST', `${PATH}/redeliver`, undefined, {}, other)).status).toBe(403)
    expect((await call('GET', `${PATH}/deliveries?outcome=failed`, undefined, {}, other)).status).toBe(403)
    const elsewhere = await nameKey({ groups: ['events', 'video'] })
    expect((await call('POST', `${PATH}/redeliver`, undefined, {}, elsewhere)).status).toBe(404)
  })

  it('does not open the overview, which alone is left under /admin', async () => {
    const { call } = deploy()
    expect((await call('GET', '/api/v1/admin/events', undefined, {}, PRO_KEY)).status).toBe(401)
    expect((await call('POST', '/api/v1/admin/events/poll')).status).toBe(200)
    expect((await call('POST', '/api/v1/admin/events/subscriptions', FIELDS)).status).toBe(404)
  })
})
