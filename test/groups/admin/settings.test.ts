import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { createTiro } from '../../simulators/notes/index.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { createGateway, json, type Overrides } from '../../support/gateway.ts'
import { OBJECTS } from '../../support/objects.ts'
import { replaceCalls } from '../../support/stubs.ts'
import { createWorld, holdDeadlines, type World } from '../../support/world.ts'
import { openBrowser } from './browser.ts'

/** docs/spec/admin.md, "Settings". */

let world: World
beforeEach(() => {
  world = createWorld(createTiro())
  holdDeadlines()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const SHOP = 'https://shop.example.com'
const OTHER = 'https://other.example'

/** Each is an isolate of its own: what it cached is not that of another. */
function deploy(overrides: Overrides = {}) {
  const gateway = createGateway({ ADMIN_KEY, ...overrides })
  gateway.env.USAGE = OBJECTS.USAGE as unknown as NonNullable<typeof gateway.env.USAGE>
  const admin = (method: string, body?: unknown, path = 'settings') => {
    const init = body === undefined ? { method } : json(method, body)
    const headers = new Headers(init.headers)
    headers.set('Authorization', `Bearer ${ADMIN_KEY}`)
    return gateway.call(`/api/v1/admin/${path}`, { ...init, headers, key: null })
  }
  const ask = (Origin: string, init: RequestInit = {}, path = '/health') =>
    gateway.call(path, { ...init, headers: { ...(init.headers as object), Origin }, key: null })
  const preflight = (origin: string, address = '') =>
    ask(
      origin,
      {
        method: 'OPTIONS',
        headers: { 'Access-Control-Request-Method': 'POST', ...(address && { 'CF-Connecting-IP': address }) },
      },
      '/api/v1/notes/notes',
    )
  const isAllowed = async (origin: string) => {
    const answers = await Promise.all([ask(origin), preflight(origin), ask(origin, json('POST', {}), '/mcp')])
    const [first, ...others] = answers.map(({ headers }) => headers.get('Access-Control-Allow-Origin') === origin)
    expect(others).toEqual([first, first])
    return first
  }
  const refused = async (): Promise<{ origin: string; count: number }[]> =>
    (await admin('GET')).json.refused_origins.map(({ origin, count }: { origin: string; count: number }) => ({
      origin,
      count,
    }))
  return { gateway, admin, ask, preflight, isAllowed, refused }
}

it('are those of the deployment, else of the owner, else the defaults, and say which', async () => {
  const { admin } = deploy({ TIME_ZONE: 'America/New_York' })
  expect((await admin('GET')).json).toEqual({
    ...{
      allowed_origins: [],
      service_name: 'Latchkey',
      time_zone: 'America/New_York',
      refused_origins: [],
      refused_others: 0,
    },
    source: { allowed_origins: 'default', service_name: 'default', time_zone: 'deployment' },
  })
  const changed = { allowed_origins: [SHOP], service_name: 'Haneul Books', time_zone: 'Europe/Paris' }
  const { time_zone, ...others } = changed
  expect((await deploy().admin('PATCH', { time_zone })).status).toBe(200)
  const { status, json: told } = await admin('PATCH', others)
  expect([status, told]).toEqual([
    200,
    {
      ...{ ...changed, time_zone: 'America/New_York', refused_origins: [], refused_others: 0 },
      source: { allowed_origins: 'app', service_name: 'app', time_zone: 'deployment' },
    },
  ])
  expect((await deploy().admin('GET')).json).toMatchObject({ ...changed, source: { time_zone: 'app' } })
  // Setup writes the default name into every deployment.
  expect((await deploy({ SERVICE_NAME: 'Latchkey' }).admin('GET')).json.service_name).toBe('Haneul Books')
  const removed = await admin('PATCH', { allowed_origins: null, service_name: '' })
  expect(removed.json).toMatchObject({ source: { allowed_origins: 'default', service_name: 'default' } })
  expect((await deploy().admin('GET')).json.time_zone).toBe('Europe/Paris')
})

it.each([
  ['ALLOWED_ORIGINS', OTHER, { allowed_origins: [SHOP] }],
  ['ALLOWED_ORIGINS', '*', { allowed_origins: [] }],
  ['ALLOWED_ORIGINS', OTHER, { allowed_origins: null }],
  ['SERVICE_NAME', 'Hanbit', { service_name: 'Haneul Books' }],
  ['TIME_ZONE', 'America/New_York', { time_zone: null }],
  ['TIME_ZONE', 'America/New_York', { service_name: 'Haneul Books', time_zone: 'Europe/Paris' }],
])('that %s fixes are refused with the place, and nothing is changed: %s, %j', async (place, value, body) => {
  const before = (await deploy().admin('GET')).json
  const { status, headers, json: told } = await deploy({ [place]: value }).admin('PATCH', body)
  const name = place.toLowerCase()
  expect([status, headers.get('X-Error-Code'), told.error]).toEqual([
    409,
    'conflict',
    `${name}: the deployment sets it with ${place}, and nothing was changed. Change ${place} of the Worker, or remove it there to set this here`,
  ])
  expect((await deploy().admin('GET')).json).toEqual(before)
})

const WRONG: readonly (readonly [field: string, body: object])[] = [
  ...['*', 'null', '', 'shop.example.com', 'ftp://shop.example.com', 'https://*.example.com', `${SHOP}/start`].map(
    (origin) => ['allowed_origins.0', { allowed_origins: [origin] }] as const,
  ),
  ...[`${SHOP}?x`, `${SHOP}#x`, 'https://kim@shop.example.com', 'javascript:alert(1)'].map(
    (origin) => ['allowed_origins.1', { allowed_origins: [OTHER, origin] }] as const,
  ),
  ['allowed_origins', { allowed_origins: Array.from({ length: 21 }, (_, at) => `https://${at}.example.com`) }],
  ['allowed_origins', { allowed_origins: SHOP }],
  ['service_name', { service_name: 'x'.repeat(61) }],
  ['time_zone', { time_zone: 'Seoul' }],
  ['time_zone', { time_zone: '+09:00' }],
  ['serviceName', { serviceName: 'Haneul' }],
]

it.each(WRONG)('%s is refused: 400 (%j)', async (field, body) => {
  const { admin } = deploy()
  const { status, json: told } = await admin('PATCH', body)
  expect([status, told.error.replace(/\[(\d+)\]/, '.$1')]).toEqual([400, expect.stringContaining(`${field}: `)])
  expect((await admin('GET')).json.source.allowed_origins).toBe('default')
})

it('an origin is stored as browsers send it, once', async () => {
  const { admin } = deploy()
  const given = [` ${SHOP}/ `, 'HTTPS://Shop.Example.com:443', 'https://가게.example', 'http://localhost:5173']
  expect((await admin('PATCH', { allowed_origins: given })).json.allowed_origins).toEqual([
    ...[SHOP, 'https://xn--o39akk.example', 'http://localhost:5173'],
  ])
})

describe('an allowed origin', () => {
  it('may call here at once, and elsewhere within 10 s; the same when it is removed', async () => {
    const [here, elsewhere] = [deploy(), deploy()]
    expect([await here.isAllowed(SHOP), await elsewhere.isAllowed(SHOP)]).toEqual([false, false])
    await here.admin('PATCH', { allowed_origins: [SHOP] })
    expect([await here.isAllowed(SHOP), await here.isAllowed(OTHER)]).toEqual([true, false])
    world.clock.advance(10_000)
    expect(await elsewhere.isAllowed(SHOP)).toBe(true)
    await here.admin('PATCH', { allowed_origins: [] })
    expect(await here.isAllowed(SHOP)).toBe(false)
    world.clock.advance(10_000)
    expect(await elsewhere.isAllowed(SHOP)).toBe(false)
  })

  it('counts only while the deployment has no ALLOWED_ORIGINS', async () => {
    await deploy().admin('PATCH', { allowed_origins: [SHOP] })
    const { isAllowed, admin } = deploy({ ALLOWED_ORIGINS: OTHER })
    expect([await isAllowed(SHOP), await isAllowed(OTHER)]).toEqual([false, true])
    expect((await admin('GET')).json).toMatchObject({
      allowed_origins: [OTHER],
      source: { allowed_origins: 'deployment' },
    })
  })

  it('is read for requests of other pages only, once in 10 s', async () => {
    const { gateway, ask, preflight } = deploy()
    delete gateway.env.USAGE
    const access = gateway.env.ACCESS.getByName('access')
    const read = vi.fn(() => access.ownerSettings())
    gateway.env.ACCESS = { getByName: () => ({ ...access, ownerSettings: read }) } as never
    await gateway.call('/health')
    await gateway.call('/api/v1/notes/notes', { key: null })
    await ask('https://latchkey.test')
    expect(read).toHaveBeenCalledTimes(0)
    for (const origin of [SHOP, OTHER, SHOP]) await preflight(origin)
    expect(read).toHaveBeenCalledTimes(1)
    world.clock.advance(10_000)
    await ask(SHOP)
    expect(read).toHaveBeenCalledTimes(2)
  })

  it('stays allowed while ACCESS does not respond, and any other is refused', async () => {
    const { gateway, admin, isAllowed } = deploy()
    await admin('PATCH', { allowed_origins: [SHOP] })
    world.clock.advance(60_000)
    gateway.env.ACCESS = { getByName: () => ({ ownerSettings: () => Promise.reject(new Error('reset')) }) } as never
    expect([await isAllowed(SHOP), await isAllowed(OTHER)]).toEqual([true, false])
  })
})

describe('a refused origin', () => {
  it('is listed with how often it was refused, until it is allowed', async () => {
    const { ask, preflight, refused, admin } = deploy()
    for (let call = 0; call < 11; call++) await preflight(SHOP)
    await ask(SHOP)
    world.clock.advance(60_000)
    await preflight(OTHER)
    expect(await refused()).toEqual([
      { origin: OTHER, count: 1 },
      { origin: SHOP, count: 12 },
    ])
    expect((await admin('PATCH', { allowed_origins: [SHOP] })).json.refused_origins).toHaveLength(1)
    await ask(SHOP)
    world.clock.advance(8 * 86_400_000)
    await admin('PATCH', { allowed_origins: [] })
    expect(await refused()).toEqual([])
  })

  it('is not the page of the gateway itself, nor anything that no page is', async () => {
    const { ask, refused } = deploy()
    for (const origin of [
      'https://latchkey.test',
      'null',
      'https://shop.example.com/x',
      `https://${'x'.repeat(200)}.kr`,
    ])
      await ask(origin)
    expect(await refused()).toEqual([])
  })

  it('stays in the list, however many origins strangers invent, and so does one that comes later', async () => {
    const { preflight, refused, admin } = deploy()
    const flood = (name: string, address: string) =>
      Promise.all(Array.from({ length: 40 }, (_, at) => preflight(`https://${name}${at}.example.com`, address)))
    await preflight(SHOP, '203.0.113.1')
    for (let times = 0; times < 4; times++) await flood('a', '203.0.113.66')
    await preflight(OTHER, '203.0.113.2')
    for (let times = 0; times < 4; times++) await flood('b', '2001:db8:0:1::66')
    world.clock.advance(1_000)
    const listed = await refused()
    expect(listed).toHaveLength(2 + 2 * 3)
    expect(listed).toEqual(
      expect.arrayContaining([
        { origin: SHOP, count: 1 },
        { origin: OTHER, count: 1 },
      ]),
    )
    expect((await admin('GET')).json.refused_others).toBe(2 * 4 * 37)
  })

  it('that is listed stays a day, and is then displaced by a newer one', async () => {
    const { preflight, refused } = deploy()
    const names = async () => (await refused()).map(({ origin }: { origin: string }) => origin)
    for (let at = 0; at < 20; at++) await preflight(`https://${at}.example.com`, `203.0.113.${at}`)
    await preflight(SHOP, '198.51.100.1')
    expect(await names()).not.toContain(SHOP)
    world.clock.advance(86_400_000)
    await preflight(SHOP, '198.51.100.1')
    expect(await names()).toContain(SHOP)
    expect(await names()).toHaveLength(20)
  })

  it('causes a write in a second at most', async () => {
    const { gateway, preflight } = deploy()
    const usage = OBJECTS.USAGE.getByName('usage')
    const add = vi.fn((counts: never, others: number) => usage.refusedOrigins.add(counts, others))
    gateway.env.USAGE = {
      getByName: () => replaceCalls(usage, { 'refusedOrigins.add': add }),
    } as never
    await Promise.all(Array.from({ length: 300 }, (_, number) => preflight(`https://${number}.example.com`)))
    expect(add.mock.calls.length).toBeLessThanOrEqual(2)
  })
})

it('the name is that of the sender of a link, and on the pages that customers see', async () => {
  const browser = openBrowser()
  await browser.signIn()
  await browser.send('PATCH', '/api/v1/admin/settings', { service_name: 'Haneul\nBooks' })
  const { url } = (await browser.send('POST', '/api/v1/admin/accounts/notes/link', {})).json
  const token = new URL(url).hash.slice(1)
  const opened = await browser.send('POST', '/api/v1/connect/session', { account: 'notes', token })
  expect(opened.json).toMatchObject({ service_name: 'Haneul Books', owner_name: 'Haneul Books' })
  expect((await browser.get('/api/v1/admin/overview')).json.service_name).toBe('Haneul Books')
})
