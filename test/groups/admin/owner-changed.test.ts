import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { describe, expect, it, vi } from 'vitest'
import { simulatedProducts } from '../../../scripts/support/products.ts'
import { ACCESS_NAME } from '../../../src/base/access.ts'
import type { Env } from '../../../src/base/env.ts'
import { platform } from '../../../src/base/platform.ts'
import { getSettings } from '../../../src/base/settings.ts'
import { storeCredentials } from '../../../src/upstream/credentials.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { settle, useStage } from '../../objects/events/stage.ts'
import { ADDRESSES, createReceivers } from '../../simulators/receivers/index.ts'
import { createGateway, json, PRO_KEY } from '../../support/gateway.ts'
import { OBJECTS, OWN_BINDINGS, useBindings } from '../../support/objects.ts'
import { openBrowser } from './browser.ts'
import { getFields } from './deployment.ts'

/** What the owner is told of (docs/spec/events.md, "What the owner changed"), with the real EVENTS and ACCESS. */

const stage = useStage()
useBindings(() => ({ ...OWN_BINDINGS, ADMIN_KEY, LICENCE: 'pro', API_KEY: PRO_KEY }) as Partial<Env>)

const API = '/api/v1'
const ADMIN = `${API}/admin`
const SUBSCRIPTIONS = `${API}/events/subscriptions`
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/605.1.15'

interface Told {
  change: string
  by: string
  device: string | null
  target: string | null
  at: string
}

function deploy() {
  const receivers = createReceivers()
  vi.spyOn(platform, 'fetch').mockImplementation(async (url, init) => {
    const request = new Request(url, init)
    const { hostname } = new URL(url)
    if (!/slack|discord|telegram/.test(hostname)) {
      stage().received.push({ at: 0, url, headers: new Headers(init.headers), body: String(init.body) })
      return new Response('ok')
    }
    return receivers.fetch(request)
  })
  const gateway = createGateway({ ADMIN_KEY, ...OWN_BINDINGS })
  const bearer = async (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? { method } : json(method, body)
    const headers = new Headers(init.headers)
    headers.set('Authorization', `Bearer ${ADMIN_KEY}`)
    return gateway.call(path, { ...init, headers, key: null })
  }
  const told = async (): Promise<Told[]> => {
    const { events } = (await bearer('GET', `${API}/events?types=owner.changed&limit=100`)).json
    return events.map(({ data }: { data: Told }) => data)
  }
  const messages = async () => {
    await settle(stage())
    return receivers.messages.splice(0).map(({ receiver, text }) => `${receiver}: ${text.split('\n')[0]}`)
  }
  return { gateway, bearer, told, messages, receivers }
}

const changes = async (told: () => Promise<Told[]>) =>
  (await told()).map(({ change, by, target }) => [change, by, target])

describe('a sign-in', () => {
  it('from a device that was not seen before is told, once a device and year', async () => {
    const { gateway, told } = deploy()
    const browser = openBrowser({}, gateway)
    const first = await browser.signIn()
    expect(first.headers.getSetCookie()[1]).toMatch(
      /^__Host-latchkey-device=[\w.-]+; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=31536000$/,
    )
    const at = new Date(stage().clock.now()).toISOString()
    expect(await told()).toEqual([{ change: 'signed_in', by: 'admin_key', device: null, target: null, at }])
    await browser.send('DELETE', `${ADMIN}/session`)
    await browser.signIn()
    // Seen again, so that it is known for another year.
    stage().clock.advance(364 * DAY)
    await browser.signIn()
    stage().clock.advance(364 * DAY)
    await browser.signIn()
    expect(await told()).toHaveLength(0)
    await openBrowser({}, gateway).signIn()
    stage().clock.advance(366 * DAY)
    await browser.signIn()
    expect(await changes(told)).toEqual([['signed_in', 'admin_key', null]])
  })

  it.each([
    ['that nobody signed', (value: string) => `${value.slice(0, -5)}AAAA${value.slice(-1)}`],
    ['of another year', (value: string) => value.replace(/^1\.\d{13}/, '1.9999999999999')],
    ['of another form', () => 'seen'],
  ])('with a cookie of a device %s is told', async (_what, forge) => {
    const { gateway, told } = deploy()
    const browser = openBrowser({}, gateway)
    await browser.signIn()
    const name = '__Host-latchkey-device'
    browser.cookies.set(name, forge(browser.cookies.get(name) ?? ''))
    await browser.signIn()
    expect(await told()).toHaveLength(2)
  })

  it('that failed is not told', async () => {
    const { gateway, told } = deploy()
    await openBrowser({}, gateway).signIn('a-wrong-admin-key-of-20')
    expect(await told()).toEqual([])
  })

  it('says what device it was, as it said', async () => {
    const { gateway, told } = deploy()
    const init = json('POST', { admin_key: ADMIN_KEY })
    const headers = { ...Object.fromEntries(new Headers(init.headers)), 'User-Agent': IPHONE }
    await gateway.call(`${ADMIN}/session`, { ...init, headers, key: null })
    expect(await told()).toMatchObject([{ change: 'signed_in', device: 'iPhone, Safari' }])
  })
})

describe('a key', () => {
  it('that is made or replaced is told, by its name', async () => {
    const { bearer, told } = deploy()
    const { record } = (await bearer('POST', `${ADMIN}/keys`, { name: 'n8n' })).json
    await bearer('PATCH', `${ADMIN}/keys/${record.id}`, { name: 'make' })
    await bearer('POST', `${ADMIN}/keys/${record.id}/roll`, { overlap_hours: 1 })
    expect(await changes(told)).toEqual([
      ['key_created', 'admin_key', 'n8n'],
      ['key_created', 'admin_key', 'make'],
    ])
  })

  it('that STORE did not take is not told', async () => {
    const { bearer, told } = deploy()
    await runInDurableObject(OBJECTS.ACCESS.getByName(ACCESS_NAME), (instance) => {
      const { env } = instance as unknown as { env: Env }
      vi.spyOn(env.STORE, 'put').mockRejectedValue(new Error('KV is away'))
    })
    expect((await bearer('POST', `${ADMIN}/keys`, { name: 'n8n' })).status).toBe(503)
    vi.restoreAllMocks()
    stage().clock.advance(MINUTE)
    await runDurableObjectAlarm(OBJECTS.ACCESS.getByName(ACCESS_NAME))
    expect(await told()).toEqual([])
  })
})

describe('an account', () => {
  const { settings } = simulatedProducts()
  const path = `${ADMIN}/accounts/payment`
  const credential = (more: object = {}) => ({ ...getFields('payment', settings), ...more, force: true })

  it('that is connected over another credential or disconnected is told, and the first or the same one is not', async () => {
    const { bearer, told } = deploy()
    for (const [method, body] of [
      ['PUT', credential()],
      ['PUT', credential()],
      ['PUT', credential({ merchant_id: 'thief' })],
      ['DELETE', undefined],
      ['DELETE', undefined],
      ['PUT', credential()],
    ] as const)
      expect((await bearer(method, path, body)).status).toBe(200)
    expect((await bearer('DELETE', `${ADMIN}/data`, { account: 'payment' })).status).toBe(200)
    expect(await changes(told)).toEqual([
      ['account_replaced', 'admin_key', 'payment'],
      ['account_disconnected', 'admin_key', 'payment'],
      ['account_disconnected', 'admin_key', 'payment'],
    ])
  })

  it('that is connected over a secret of the deployment, or by a link, is told', async () => {
    const { bearer, told, gateway } = deploy()
    Object.assign(gateway.env, { VIDEO_API_KEY: settings.VIDEO_API_KEY })
    const { url } = (await bearer('POST', `${ADMIN}/accounts/notes/link`, {})).json
    const notes = getFields('notes', settings)
    await storeCredentials(getSettings(gateway.env), 'notes', { NOTES_TOKEN: 'another' })
    await bearer('PUT', `${ADMIN}/accounts/video`, { api_key: 'AIza-another', force: true })
    const customer = openBrowser({}, gateway)
    const token = new URL(url).hash.slice(1)
    await customer.send('POST', `${API}/connect/session`, { account: 'notes', token })
    const { simulators } = simulatedProducts(stage().clock)
    vi.mocked(platform.fetch).mockImplementation(async (address, init) => {
      const product = simulators.find(({ answersFor }) => answersFor(new URL(address).hostname))
      return product ? product.fetch(new Request(address, init)) : new Response('ok')
    })
    expect((await customer.send('PUT', `${API}/connect/notes`, notes)).status).toBe(200)
    expect(await changes(told)).toEqual([
      ['account_replaced', 'admin_key', 'video'],
      ['account_replaced', 'link', 'notes'],
    ])
  })

  it('that STORE did not take is not told', async () => {
    const { bearer, told, gateway } = deploy()
    await bearer('PUT', path, credential())
    const put = vi.spyOn(gateway.env.STORE, 'put').mockRejectedValue(new Error('KV is away'))
    expect((await bearer('PUT', path, credential({ merchant_id: 'thief' }))).status).toBe(503)
    put.mockRestore()
    stage().clock.advance(MINUTE)
    await runDurableObjectAlarm(OBJECTS.ACCESS.getByName(ACCESS_NAME))
    expect(await told()).toEqual([])
  })

  it('that was announced, and whose request never came back, is told by the alarm', async () => {
    const { told } = deploy()
    const access = OBJECTS.ACCESS.getByName(ACCESS_NAME)
    const hand = { by: 'admin_key', device: null } as const
    await access.announceChange({ ...hand, change: 'account_replaced', target: 'payment' })
    expect(await told()).toEqual([])
    stage().clock.advance(30_000)
    await runDurableObjectAlarm(access)
    await runDurableObjectAlarm(access)
    expect(await changes(told)).toEqual([['account_replaced', 'admin_key', 'payment']])
  })
})

describe('a subscription', () => {
  it('that is new, moved, paused or deleted is told to the others, and to the channel that is left', async () => {
    const { bearer, told, messages } = deploy()
    await bearer('POST', SUBSCRIPTIONS, { url: ADDRESSES.slack })
    expect(await messages()).toEqual([])
    const { id } = (await bearer('POST', SUBSCRIPTIONS, { url: ADDRESSES.discord })).json
    expect(await messages()).toEqual([expect.stringMatching(/^slack: A new notification goes to discord\.com/)])

    await bearer('PATCH', `${SUBSCRIPTIONS}/${id}`, { url: ADDRESSES.telegram })
    const moved = 'A notification now goes to another address, at api.telegram.org (with the admin key).'
    expect((await messages()).sort()).toEqual([
      expect.stringContaining(`discord: ${moved}`),
      expect.stringContaining(`slack: ${moved}`),
    ])
    await bearer('PATCH', `${SUBSCRIPTIONS}/${id}`, { enabled: false })
    expect((await messages()).sort()).toEqual([
      expect.stringContaining('slack: A notification to api.telegram.org was switched off'),
      expect.stringContaining('telegram: A notification to api.telegram.org was switched off'),
    ])
    // It was left already.
    await bearer('DELETE', `${SUBSCRIPTIONS}/${id}`)
    expect(await messages()).toEqual([expect.stringContaining('slack: A notification to api.telegram.org was deleted')])
    expect((await told()).map(({ change, target }) => [change, target])).toEqual([
      ['subscription_created', 'hooks.slack.com'],
      ['subscription_created', 'discord.com'],
      ['subscription_moved', 'api.telegram.org'],
      ['subscription_disabled', 'api.telegram.org'],
      ['subscription_deleted', 'api.telegram.org'],
    ])
    const { subscriptions } = (await bearer('GET', SUBSCRIPTIONS)).json
    expect(subscriptions).toHaveLength(1)
  })

  it('is told as deleted once to its own channel, which nobody sees any more, in its language', async () => {
    const { bearer, messages } = deploy()
    const { id } = (await bearer('POST', SUBSCRIPTIONS, { url: ADDRESSES.slack, language: 'ko' })).json
    expect((await bearer('DELETE', `${SUBSCRIPTIONS}/${id}`)).status).toBe(204)
    expect((await bearer('GET', SUBSCRIPTIONS)).json.subscriptions).toEqual([])
    expect((await bearer('GET', `${SUBSCRIPTIONS}/${id}`)).status).toBe(404)
    expect(await messages()).toEqual([
      'slack: 알림을 삭제했습니다. 보내던 곳: hooks.slack.com(관리자 키 사용). 본인이 한 일이 아니면 관리자 키를 바꾸세요. 그러면 모든 기기에서 로그아웃됩니다.',
    ])
    const left = await stage().sql((sql) => sql.exec('SELECT id FROM event_subscriptions').toArray())
    expect(left).toEqual([])
  })

  it('that no longer hears of the owner is told that as the last', async () => {
    const { bearer, messages } = deploy()
    const { id } = (await bearer('POST', SUBSCRIPTIONS, { url: ADDRESSES.slack })).json
    await bearer('PATCH', `${SUBSCRIPTIONS}/${id}`, { types: ['account.rejected'] })
    expect(await messages()).toEqual([expect.stringContaining('to hooks.slack.com was switched off')])
    await bearer('PATCH', `${SUBSCRIPTIONS}/${id}`, { description: 'Alerts', language: 'ko' })
    await bearer('PATCH', `${SUBSCRIPTIONS}/${id}`, { enabled: true })
    expect(await messages()).toEqual([])
  })

  it('of a program is told to the program only if it subscribed to that, signed by its secret', async () => {
    const { bearer } = deploy()
    const types = ['recorder.file.ready']
    const { id: silent } = (await bearer('POST', SUBSCRIPTIONS, { url: 'https://hooks.example.com/1', types })).json
    const { id } = (await bearer('POST', SUBSCRIPTIONS, { url: 'https://hooks.example.com/2', types: ['owner.*'] }))
      .json
    await bearer('DELETE', `${SUBSCRIPTIONS}/${silent}`)
    await settle(stage())
    await bearer('PATCH', `${SUBSCRIPTIONS}/${id}`, { url: 'https://thief.example.net/2' })
    await settle(stage())
    const sent = stage().received.map(({ url, body, headers }) => [
      url,
      JSON.parse(body).data.change,
      /^v1,/.test(headers.get('webhook-signature') ?? ''),
    ])
    expect(sent).toEqual([
      ['https://hooks.example.com/2', 'subscription_deleted', true],
      ['https://hooks.example.com/2', 'subscription_moved', true],
    ])
  })

  it('that cannot be told as the last is forgotten within a day', async () => {
    const { bearer } = deploy()
    vi.mocked(platform.fetch).mockImplementation(async () => new Response('no', { status: 500 }))
    const { id } = (await bearer('POST', SUBSCRIPTIONS, { url: ADDRESSES.slack })).json
    await bearer('DELETE', `${SUBSCRIPTIONS}/${id}`)
    await settle(stage(), DAY)
    const left = await stage().sql((sql) => [
      ...sql.exec('SELECT id FROM event_subscriptions').toArray(),
      ...sql.exec('SELECT seq FROM event_outbox').toArray(),
      ...sql.exec('SELECT id FROM event_attempts').toArray(),
    ])
    expect(left).toEqual([])
  })
})

describe('a key of the deployment, which opens everything', () => {
  const asKey = (gateway: ReturnType<typeof deploy>['gateway']) => (method: string, path: string, body?: unknown) =>
    gateway.call(path, body === undefined ? { method } : json(method, body))

  it('is told nothing by *, reads nothing, and can name it nowhere', async () => {
    const { gateway, bearer, told } = deploy()
    const key = asKey(gateway)
    const { id } = (await key('POST', SUBSCRIPTIONS, { url: 'https://hooks.example.com/1', types: ['*'] })).json
    await openBrowser({}, gateway).signIn()
    await settle(stage())
    expect(stage().received).toEqual([])
    expect(await told()).toHaveLength(1)
    const [event] = (await bearer('GET', `${API}/events?types=owner.changed`)).json.events
    for (const path of ['', '?types=owner.changed', '?order=newest'])
      expect((await key('GET', `${API}/events${path}`)).json.events).toEqual([])
    expect((await key('POST', `${API}/events/${event.id}/redeliver`, {})).status).toBe(404)
    expect((await key('GET', `${API}/events/types`)).text).not.toContain('owner.changed')

    const own = { url: 'https://hooks.example.com/2', types: ['owner.changed'] }
    expect((await key('POST', SUBSCRIPTIONS, own)).status).toBe(403)
    expect((await key('POST', SUBSCRIPTIONS, { ...own, types: ['owner.*'] })).status).toBe(403)
    expect((await key('PATCH', `${SUBSCRIPTIONS}/${id}`, { types: ['owner.*'] })).status).toBe(403)
    expect((await key('POST', `${SUBSCRIPTIONS}/${id}/test`, { type: 'owner.changed' })).status).toBe(403)
    // Nor does the owner tell a key's by mistake.
    const refused = await bearer('PATCH', `${SUBSCRIPTIONS}/${id}`, { types: ['owner.changed'] })
    expect([refused.status, refused.json.error]).toEqual([
      400,
      'types: owner.changed is only for subscriptions of the owner',
    ])
    expect((await bearer('POST', `${SUBSCRIPTIONS}/${id}/test`, { type: 'owner.changed' })).status).toBe(400)
    expect((await bearer('POST', `${API}/events/${event.id}/redeliver`, { subscription_id: id })).json).toEqual({
      deliveries: 0,
    })
    await settle(stage())
    expect(stage().received).toEqual([])
  })

  it('tells nobody what it does with its own subscriptions', async () => {
    const { gateway, bearer, told } = deploy()
    const key = asKey(gateway)
    const { id } = (await key('POST', SUBSCRIPTIONS, { url: ADDRESSES.slack })).json
    expect((await bearer('GET', `${SUBSCRIPTIONS}/${id}`)).json.types).not.toContain('owner.changed')
    await key('PATCH', `${SUBSCRIPTIONS}/${id}`, { url: ADDRESSES.discord })
    await key('DELETE', `${SUBSCRIPTIONS}/${id}`)
    expect(await told()).toEqual([])
  })
})
