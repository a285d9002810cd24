import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { simulatedProducts } from '../../../scripts/support/products.ts'
import type { Env, Stub } from '../../../src/base/env.ts'
import { outcome, unwrap } from '../../../src/base/errors.ts'
import { EVENT_TYPES, OWNERS_GROUP, PATTERNS, TYPES } from '../../../src/base/events.ts'
import { callObject } from '../../../src/base/objects.ts'
import { getSettings } from '../../../src/base/settings.ts'
import { endpoint } from '../../../src/gateway/http/endpoint.ts'
import { stateObject } from '../../../src/upstream/accounts.ts'
import { secretsDigest } from '../../../src/upstream/credentials.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { getId, getRecord, keepKeyRecord, nameKey } from '../../gateway/auth/keys/named-keys.ts'
import { EVENT_ID, eventsStandIn, SUBSCRIPTION_ID } from '../../support/events.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { createGateway, json, type Overrides } from '../../support/gateway.ts'
import { createWorld, type World } from '../../support/world.ts'

/** docs/spec/events.md, "Subscriptions": what the routes validate before they call EVENTS, and what they pass on. */

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

/** What no key sees is for the owner. */
const ALL = TYPES.filter((type) => EVENT_TYPES[type] !== OWNERS_GROUP)

/** A deployment whose EVENTS is observed. */
function deploy(overrides: Overrides = {}) {
  const namespace = eventsStandIn()
  const events: Stub<'EVENTS'> = namespace.getByName('')
  const gateway = createGateway({ ADMIN_KEY, ...overrides, EVENTS: namespace })
  const ask = (method: string, path: string, body?: unknown, key?: string) =>
    gateway.call(`/api/v1/events${path}`, {
      ...(body === undefined ? { method } : json(method, body)),
      ...(key !== undefined && { key }),
    })
  const subscribe = (fields: object, key?: string) =>
    ask('POST', '/subscriptions', { url: 'https://hooks.example.com/1', types: ['account.rejected'], ...fields }, key)
  return { ask, subscribe, events, gateway }
}

describe('POST /events/subscriptions', () => {
  it('returns the subscription with its secret, and its id at the top', async () => {
    const { status, json: body } = await deploy().subscribe({ include: ['transcript'], description: 'Minutes' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      id: expect.stringMatching(/^sub_/),
      url: 'https://hooks.example.com/1',
      types: ['account.rejected'],
      include: ['transcript'],
      description: 'Minutes',
      secret: expect.stringMatching(/^whsec_/),
    })
  })

  it('says which accounts do not work now to who subscribes to their state, also by a change', async () => {
    const { ask, subscribe, gateway } = deploy({ NOTES_TOKEN: 'tiro.test', VIDEO_API_KEY: 'ntn_misplaced' })
    const settings = getSettings(gateway.env)
    const credential = await secretsDigest({ NOTES_TOKEN: 'tiro.test' })
    const failure = {
      kind: 'rejected',
      status: 401,
      message: 'reconnect it',
      code: 'account_rejected',
      request_id: '1',
    } as const
    await callObject(settings, stateObject('notes'), (state) =>
      state.noteUse({ at: world.clock.now(), credential, failure }),
    )
    const accounts_not_working = [
      { account: 'notes', state: 'rejected', message: 'reconnect it' },
      { account: 'video', state: 'misconfigured', message: expect.stringContaining('VIDEO_API_KEY') },
    ]
    for (const types of [['account.rejected'], ['account.*'], ['*']])
      expect((await subscribe({ types })).json.accounts_not_working).toEqual(accounts_not_working)
    const { json: other } = await subscribe({ types: ['recorder.file.ready'] })
    expect(other).not.toHaveProperty('accounts_not_working')
    const { json: changed } = await ask('PATCH', `/subscriptions/${other.id}`, { types: ['account.recovered'] })
    expect(changed.accounts_not_working).toEqual(accounts_not_working)
    // Of all types, a limited key gets those of its groups.
    const key = await nameKey({ groups: ['events', 'notes'] })
    expect((await subscribe({ types: ['*'] }, key)).json.accounts_not_working).toEqual(accounts_not_working.slice(0, 1))
    // The subscription stands although the accounts do not answer.
    gateway.env.ACCOUNTS = { getByName: () => ({}), idFromName: () => '' } as unknown as Env['ACCOUNTS']
    const { status, json: made } = await subscribe({})
    expect([status, made.accounts_not_working]).toEqual([201, undefined])
  })

  it('is 200 without a secret for one that exists, and a replay says so', async () => {
    const { ask, events, gateway } = deploy()
    const found = unwrap(await events.subscription(null, SUBSCRIPTION_ID))
    const subscribing = vi.spyOn(events, 'subscribe')
    const body = { url: 'https://hooks.example.com/1', types: ['account.rejected'] }
    const existing = { subscription: found, secret: undefined, state: 'existing' as const }
    subscribing.mockImplementationOnce(() => outcome(async () => existing))
    const again = await ask('POST', '/subscriptions', body)
    expect(again).toMatchObject({ status: 200, json: { id: SUBSCRIPTION_ID } })
    expect(again.json).not.toHaveProperty('secret')
    const replayed = { subscription: found, secret: 'whsec_1', state: 'replayed' as const }
    subscribing.mockImplementationOnce(() => outcome(async () => replayed))
    const init = json('POST', body)
    const headers = { ...init.headers, 'Idempotency-Key': 'a' }
    const {
      status,
      headers: answered,
      json: told,
    } = await gateway.call('/api/v1/events/subscriptions', { ...init, headers })
    expect([status, answered.get('Idempotent-Replayed'), told.secret]).toEqual([201, 'true', 'whsec_1'])
    expect(subscribing.mock.calls.map(([, , about]) => about?.idempotencyKey)).toEqual([undefined, 'a'])
  })

  it('passes on the key that created it, without the key itself', async () => {
    const { subscribe, events } = deploy()
    const made = vi.spyOn(events, 'subscribe')
    const key = await nameKey({
      name: 'n8n',
      groups: ['events', 'recorder'],
      expires_at: '2027-01-01T00:00:00.000Z',
    })
    await subscribe({ types: ['recorder.file.ready', 'recorder.file.ready'] }, key)
    expect(made.mock.calls).toEqual([
      [
        {
          id: expect.stringMatching(/^[0-9a-f]{16}$/),
          name: 'n8n',
          licence: 'pro',
          groups: ['events', 'recorder'],
          expiresAt: Date.parse('2027-01-01'),
        },
        {
          url: 'https://hooks.example.com/1',
          types: ['recorder.file.ready'],
          accounts: null,
          include: [],
          filter: null,
          description: null,
          language: 'en',
          origin: 'https://latchkey.test',
        },
        { idempotencyKey: undefined, namedKey: await getId(key), hand: undefined },
      ],
    ])
  })

  it.each([
    ['http://hooks.example.com/1', /^url: must be an https address, such as https:\/\/hooks.example.com\/latchkey$/],
    ['hooks.example.com', /^url: must be an https address/],
    ['https://me:secret@hooks.example.com/1', /^url: must hold no user name/],
    ['https://192.168.0.7/1', /^url: must name a host on the public internet$/],
    ['https://localhost/1', /^url: must name a host/],
    ['http://localhost:5678/1', /^url: must be an https address/],
    ['http://127.0.0.1:5678/1', /^url: must be an https address/],
    ['https://latchkey.test/api/v1/notes/webhooks', /^url: must name a host/],
    ['https://hooks.example.com:0/1', /^url: must have no port 0$/],
    ['', /^url: is required$/],
    [`https://hooks.example.com/${'x'.repeat(2048)}`, /^url: must have at most 2048 characters, not \d+$/],
  ])('refuses to deliver to %s', async (url, error) => {
    const { events, subscribe } = deploy()
    const made = vi.spyOn(events, 'subscribe')
    const answer = await subscribe({ url })
    expect(answer).toMatchObject({ status: 400, json: { error: expect.stringMatching(error) } })
    expect(made).not.toHaveBeenCalled()
  })

  it("accepts another port, and the caller's own machine if it was called on loopback", async () => {
    expect((await deploy().subscribe({ url: 'https://n8n.example.com:5678/webhook/1' })).status).toBe(201)
    for (const askedAt of ['http://localhost:8787/api', 'http://127.0.0.1:8787/api', 'http://[::1]:8787/api']) {
      expect(endpoint('http://localhost:5678/webhook/1#part', askedAt)).toBe('http://localhost:5678/webhook/1')
      expect(endpoint('https://hooks.example.com/1', askedAt)).toBe('https://hooks.example.com/1')
      expect(() => endpoint('http://me:secret@localhost:5678/1', askedAt)).toThrow(/^url: must hold no user name/)
      expect(() => endpoint('http://192.168.0.7/1', askedAt)).toThrow(/^url: must be an https address/)
    }
    for (const askedAt of ['https://latchkey.test/api', 'http://localhost.example.com/api', 'http://192.168.0.7/api']) {
      expect(() => endpoint('http://localhost:5678/webhook/1', askedAt)).toThrow(/^url: must be an https address/)
    }
  })

  it('refuses the URL of the gateway itself, which would cause an endless loop', async () => {
    const askedAt = 'https://gateway.example.com/api/v1/events/subscriptions'
    for (const url of [
      'https://gateway.example.com/1',
      'https://GATEWAY.example.com.:8443/',
      'https://gateway.example.com',
    ])
      expect(() => endpoint(url, askedAt)).toThrow('url: must not point to this gateway itself')
    expect(endpoint('https://www.gateway.example.com/1', askedAt)).toBe('https://www.gateway.example.com/1')
    const local = 'http://localhost:8787/api'
    expect(() => endpoint('http://localhost:8787/1', local)).toThrow('url: must not point to this gateway itself')
    expect(endpoint('http://localhost:5678/1', local)).toBe('http://localhost:5678/1')
    const { ask, subscribe } = deploy()
    const { id } = (await subscribe({})).json
    const change = { url: 'https://hooks.example.com:0/' }
    expect(await ask('PATCH', `/subscriptions/${id}`, change)).toMatchObject({ status: 400 })
  })

  it('refuses wrong fields by their names', async () => {
    for (const [fields, error] of [
      [{ types: [] }, 'types: must name a type at least'],
      [{ filter: {} }, 'filter: is only for types of workspace.row and workspace.page'],
      [{ types: ['workspace.row.updated'], filter: { stage: 'Done' } }, /^filter: .*stage/],
      [{ types: ['workspace.row.updated'], filter: { data_source_id: 'x' } }, /^filter.data_source_id: must be the id/],
      [{ types: ['workspace.row.updated'], filter: { properties: [] } }, /^filter.properties: must name a property/],
      [{ types: ['recorder.file.gone'] }, `types[0]: must be one of ${PATTERNS.join(', ')}`],
      [{ include: ['audio'] }, 'include[0]: must be one of transcript, summary'],
    ] as const)
      expect
        .soft(await deploy().subscribe(fields), JSON.stringify(fields))
        .toMatchObject({ status: 400, json: { error } })
  })

  it.each([
    '2F1C0DE0000340008000000000000001',
    'collection://2f1c0de0-0003-4000-8000-000000000001?v=1',
    'https://app.notion.com/p/Projects-2f1c0de0000340008000000000000001',
    'https://app.notion.com/p/2f1c0de0000340008000000000000001?v=2f1c0de0000940008000000000000001&p=2f1c0de0000540008000000000000001&pm=s',
  ])('reads the table of a filter in %s', async (data_source_id) => {
    const { subscribe } = deploy()
    const { json: told } = await subscribe({ types: ['workspace.row.updated'], filter: { data_source_id } })
    expect(told.filter).toEqual({ data_source_id: '2f1c0de0-0003-4000-8000-000000000001' })
  })

  it('refuses a type of a group that the key does not open, and types of every group for a limited key', async () => {
    const { subscribe, ask } = deploy()
    const key = await nameKey({ groups: ['events', 'recorder'] })
    const error = 'types: payment.bill.paid needs a key that opens the payment group'
    const types = ['recorder.file.ready', 'payment.bill.paid']
    expect(await subscribe({ types }, key)).toMatchObject({ status: 403, json: { error } })
    const { id } = (await subscribe({ types: ['recorder.file.ready'] }, key)).json
    expect(await ask('PATCH', `/subscriptions/${id}`, { types }, key)).toMatchObject({ status: 403, json: { error } })
    for (const type of ['account.expiring', 'latchkey.test']) {
      expect(await subscribe({ types: ['recorder.file.ready', type] }, key)).toMatchObject({
        status: 403,
        json: { error: `types: ${type} needs a key that is not limited to groups` },
      })
      expect((await subscribe({ types: [type] }, await nameKey())).status).toBe(201)
    }
  })

  it('is closed for a read-only key, which may still list subscriptions', async () => {
    const { subscribe, ask } = deploy()
    const key = await nameKey({ read_only: true })
    expect(await subscribe({}, key)).toMatchObject({ status: 403, json: { error: 'this API key only reads' } })
    for (const path of ['', '/secret', '/test']) {
      const method = path ? 'POST' : 'DELETE'
      expect((await ask(method, `/subscriptions/${SUBSCRIPTION_ID}${path}`, undefined, key)).status).toBe(403)
    }
    expect((await ask('GET', '/subscriptions', undefined, key)).status).toBe(200)
  })
})

describe('PATCH /events/subscriptions/{id}', () => {
  it('passes on only the given fields, and validates the URL', async () => {
    const { ask, events } = deploy()
    const change = vi.spyOn(events, 'change')
    const path = `/subscriptions/${SUBSCRIPTION_ID}`
    expect((await ask('PATCH', path, { enabled: false })).json).toMatchObject({ enabled: false })
    expect((await ask('PATCH', path, { description: null })).json).toMatchObject({ description: null })
    expect((await ask('PATCH', path, { url: 'https://10.0.0.1/1' })).status).toBe(400)
    expect(change.mock.calls.map(([, , given]) => given)).toEqual([{ enabled: false }, { description: null }])
  })
})

describe('a subscription of another key', () => {
  const OTHERS: [string, string, unknown?][] = [
    ['PATCH', '', { url: 'https://thief.example.com/1' }],
    ['DELETE', ''],
    ['POST', '/test'],
    ['POST', '/secret'],
    ['GET', '/deliveries'],
  ]

  it('is shown without its URL to a key that opens its groups, which cannot change it', async () => {
    const { ask, subscribe, gateway } = deploy()
    const own = await nameKey({ name: 'n8n' })
    const made = (await subscribe({ types: ['recorder.file.ready'] }, own)).json
    const { id, types, host, enabled, created_at } = made
    for (const key of [undefined, await nameKey(), await nameKey({ groups: ['events', 'recorder'] })]) {
      const seen = (await ask('GET', `/subscriptions/${id}`, undefined, key)).json
      expect(seen).toEqual({ id, types, host, enabled, created_at })
      expect((await ask('GET', '/subscriptions', undefined, key)).json.subscriptions).toContainEqual(seen)
      for (const [method, path, body] of OTHERS) {
        expect((await ask(method, `/subscriptions/${id}${path}`, body, key)).status).toBe(403)
      }
      const again = await ask('POST', `/${EVENT_ID}/redeliver`, { subscription_id: id }, key)
      expect(again.status).toBe(403)
    }
    const { secret: _, ...told } = made
    expect((await ask('GET', `/subscriptions/${id}`, undefined, own)).json).toEqual(told)
    const headers = { Authorization: `Bearer ${ADMIN_KEY}` }
    const { subscriptions } = (await gateway.call('/api/v1/admin/events', { key: null, headers })).json
    expect(subscriptions).toContainEqual(told)
  })

  it('for every group does not exist for a key that is limited to groups', async () => {
    const { ask } = deploy()
    const key = await nameKey({ groups: ['events', 'video'] })
    expect((await ask('GET', `/subscriptions/${SUBSCRIPTION_ID}`, undefined, key)).status).toBe(404)
    expect((await ask('GET', '/subscriptions', undefined, key)).json.subscriptions).toEqual([])
  })

  it('shows its URL neither to a model nor to a read-only key, not even to its own', async () => {
    const { ask, subscribe, gateway } = deploy()
    const key = await nameKey({ name: 'n8n' })
    const { id } = (await subscribe({ url: 'https://hooks.example.com/VERYSECRET' }, key)).json
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call' }
    for (const params of [
      { name: 'events_list_subscriptions', arguments: {} },
      { name: 'events_get_subscription', arguments: { id } },
    ]) {
      const headers = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' }
      const { text } = await gateway.call('/mcp', { ...json('POST', { ...message, params }), headers, key })
      expect(text).toContain(id)
      expect(text).not.toContain('VERYSECRET')
    }
    await keepKeyRecord(key, await getRecord(key, { name: 'n8n', read_only: true }))
    world.clock.advance(60_000)
    const reading = await ask('GET', `/subscriptions/${id}`, undefined, key)
    expect(reading.json).toMatchObject({ id, key_name: 'n8n' })
    expect(reading.text).not.toContain('VERYSECRET')
  })
})

describe("what is outside of a key's groups", () => {
  it('is 404 in every route about a subscription, and in no list', async () => {
    const { ask, subscribe } = deploy()
    const { id } = (await subscribe({ types: ['payment.bill.paid'] })).json
    const key = await nameKey({ groups: ['events', 'recorder'] })
    const routes: [string, string, unknown?][] = [
      ['GET', ''],
      ['PATCH', '', { enabled: true }],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/secret'],
      ['GET', '/deliveries'],
    ]
    for (const [method, path, body] of routes) {
      expect((await ask(method, `/subscriptions/${id}${path}`, body, key)).status).toBe(404)
    }
    const { subscriptions } = (await ask('GET', '/subscriptions', undefined, key)).json
    expect(subscriptions.map((one: { id: string }) => one.id)).not.toContain(id)
    expect((await ask('GET', `/subscriptions/${id}`)).status).toBe(200)
  })
})

describe('pages', () => {
  it('of deliveries continue while there are more', async () => {
    const { ask } = deploy()
    const path = `/subscriptions/${SUBSCRIPTION_ID}/deliveries`
    const first = (await ask('GET', `${path}?limit=1`)).json
    const second = (await ask('GET', `${path}?limit=1&before=${first.next_before}`)).json
    expect([first, second].map(({ deliveries }) => deliveries.length)).toEqual([1, 1])
    expect(second.deliveries[0].id).not.toBe(first.deliveries[0].id)
    expect(second.next_before).toBeNull()
    expect((await ask('GET', path)).json.next_before).toBeNull()
  })

  it('of the feed take types as a comma list, and refuse unknown ones', async () => {
    const { ask, events } = deploy()
    const feed = vi.spyOn(events, 'feed')
    await ask('GET', '?types=account.rejected,%20latchkey.test&limit=500&after=7')
    const types = ['account.rejected', 'latchkey.test']
    expect(feed.mock.calls).toEqual([
      [
        { id: 'deployment', groups: null },
        { after: '7', order: 'oldest', types, limit: 100 },
      ],
    ])
    const error = `types: must be a comma list of ${TYPES.join(', ')}`
    expect(await ask('GET', '?types=account.gone')).toMatchObject({ status: 400, json: { error } })
  })
})

describe('GET /events', () => {
  it('passes on the order', async () => {
    const { ask, events } = deploy()
    const feed = vi.spyOn(events, 'feed')
    await ask('GET', '?order=newest&limit=2')
    expect(feed.mock.calls).toEqual([
      [
        { id: 'deployment', groups: null },
        { order: 'newest', limit: 2 },
      ],
    ])
  })

  it.each([
    ['order=newst', 'order: must be one of oldest, newest'],
    ['since=2026-11-20', 'since: is not known'],
    ['sort=desc', 'sort: is not known'],
    ['befor=1', 'befor: is not known'],
  ])('refuses %s, instead of returning more than was asked for', async (query, error) => {
    const body = { error: expect.stringContaining(error) }
    expect(await deploy().ask('GET', `?${query}`)).toMatchObject({ status: 400, json: body })
  })
})

describe('GET /events/types', () => {
  const toOperationTypes = async (overrides: Overrides, key?: string): Promise<string[]> => {
    const { types } = (await deploy(overrides).ask('GET', '/types', undefined, key)).json
    return types.map(({ type }: { type: string }) => type)
  }

  it('has all when every account is connected, and a test event when none is', async () => {
    expect(await toOperationTypes(simulatedProducts().settings)).toEqual(ALL)
    expect(await toOperationTypes({})).toEqual(['latchkey.test'])
  })

  it('has the reports of payments when that account is connected', async () => {
    const settings = Object.entries(simulatedProducts().settings).filter(([name]) => name.startsWith('PAYMENT_'))
    const ofAccounts = ALL.filter((type) => /^(account|latchkey)\./.test(type))
    expect(await toOperationTypes(Object.fromEntries(settings))).toEqual([
      'payment.bill.paid',
      'payment.bill.cancelled',
      'payment.bill.expired',
      'payment.points.low',
      ...ofAccounts,
    ])
  })

  it("has only those of the key's groups", async () => {
    const { settings } = simulatedProducts()
    const ofAccounts = ALL.filter((type) => /^(account|latchkey)\./.test(type))
    expect(await toOperationTypes(settings, await nameKey({ groups: ['events', 'shop'] }))).toEqual([
      'shop.order.created',
      'shop.ordersheet.created',
      'shop.return.created',
      'shop.inquiry.created',
      ...ofAccounts,
    ])
    expect(await toOperationTypes(settings, await nameKey({ groups: ['events'] }))).toEqual(['latchkey.test'])
  })
})

it('returns 503 when EVENTS cannot be reached', async () => {
  const EVENTS: Env['EVENTS'] = {
    getByName: () => {
      throw new Error('Durable Object reset because its code was updated.')
    },
  }
  const { status, headers, json: body } = await createGateway({ EVENTS }).call('/api/v1/events/subscriptions')
  expect([status, headers.get('Retry-After')]).toEqual([503, '5'])
  expect(body.error).toBe('the events of this gateway cannot be reached at the moment: try again in a few seconds')
})
