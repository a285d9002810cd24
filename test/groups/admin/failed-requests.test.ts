import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FailedRequest } from '../../../src/base/usage.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { nameKey } from '../../gateway/auth/keys/named-keys.ts'
import { createTiro, TIRO_KEYS, type TiroSimulator } from '../../simulators/notes/index.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { createGateway, json } from '../../support/gateway.ts'
import { OBJECTS } from '../../support/objects.ts'
import { createWorld, holdDeadlines, type World } from '../../support/world.ts'

/** docs/spec/admin.md, "Failed requests". */

let world: World
let tiro: TiroSimulator
beforeEach(() => {
  tiro = createTiro()
  world = createWorld(tiro)
  holdDeadlines()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

function deploy(settings: Record<string, string> = {}) {
  const gateway = createGateway({ ADMIN_KEY, NOTES_TOKEN: TIRO_KEYS.full, ...settings })
  gateway.env.USAGE = OBJECTS.USAGE as unknown as NonNullable<typeof gateway.env.USAGE>
  gateway.env.EVENTS = OBJECTS.EVENTS as unknown as NonNullable<typeof gateway.env.EVENTS>
  const admin = (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? { method } : json(method, body)
    const headers = { ...(init.headers as object), Authorization: `Bearer ${ADMIN_KEY}` }
    return gateway.call(`/api/v1/admin/${path}`, { ...init, headers, key: null })
  }
  const list = async (query = ''): Promise<FailedRequest[]> => (await admin('GET', `requests?${query}`)).json.entries
  /** The only failure after this request. */
  const fail = async (path: string, init: RequestInit & { key?: string | null } = {}) => {
    world.clock.advance(1)
    const { headers } = await gateway.call(path, init)
    const [entry] = await list(`request_id=${headers.get('X-Request-Id')}`)
    return entry
  }
  return { gateway, admin, list, fail }
}

const API_KEY = 'word-like-api-key-of-me'

const SECRETS = {
  'a key of the gateway': `lk_${'A1b2C3d4'.repeat(6)}e`,
  'a token of Notion': 'ntn_529871634509Qx7Rk2Lm8Vb3Tn6Wz1Yc4Hd9Jf5Gs',
  'a JSON web token': 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJl',
  'a random text': 'f3a91c07b6d248e5902c4c4e7bb1d6aa',
  'random letters': 'QmTzKpWnRbXcVdLsHjFg',
  'the admin key': ADMIN_KEY,
  'the API key of the deployment': API_KEY,
  'the secret of an account': TIRO_KEYS.full,
  'a password': 'correct-horse-battery-staple-9',
  'a phone number': '01012345678',
}

describe('what is kept of a failed request', () => {
  it.each(Object.entries(SECRETS))('has nothing of %s, wherever it was sent', async (_, secret) => {
    const { gateway, admin, list } = deploy({ API_KEY })
    const send = (path: string, init: RequestInit = {}) => gateway.call(path, { key: API_KEY, ...init })
    const encoded = encodeURIComponent(secret)
    await send(`/api/v1/recorder/files?limit=${encoded}`)
    await send(`/api/v1/recorder/files?${encoded}=1`)
    await send(`/api/v1/recorder/files?limit=1&${encoded}.x[0]=1`)
    await send(`/api/v1/recorder/search?query=a&date_from=${encoded}`)
    await send(`/api/v1/events?types=${encoded}`)
    await send(`/api/v1/shop/sales?from=${encoded}&to=2026-01-01`)
    await send(`/api/v1/${encoded}`)
    await send(`/api/v1/recorder/${encoded}/x?key=${encoded}`)
    await send(`/${encoded}/admin`)
    await send(`/api/v1/notes/notes/${encoded}/unknown`)
    for (const path of ['payment/request', 'video/metadata', 'events/subscriptions'])
      for (const body of [
        { [secret]: 1, text: { [secret]: secret }, [`text ${secret}`]: 1, [`a: ${secret}; b: ${secret}`]: secret },
        { url: secret, types: [secret], video_url: secret, price: secret, phone: secret, bill_id: secret },
        { url: `https://user:${secret}@example.com/${secret}`, types: ['recorder.file.ready'] },
      ])
        await send(`/api/v1/${path}`, json('POST', body))
    const records = { data_source_id: secret, records: [{ [secret]: secret }], key: [secret] }
    await send('/api/v1/workspace/records/upsert', json('POST', records))
    await send('/api/v1/payment/request', {
      ...json('POST', {}),
      headers: { 'X-Payment-Host': secret, 'X-Payment-Mode': secret },
    })
    await admin('PUT', 'accounts/notes', { token: secret, [secret]: secret })
    await admin('PUT', `accounts/${encoded}`, { token: secret })
    await admin('POST', 'keys', { name: 'x', groups: [secret], expires_at: secret })
    await gateway.call('/api/v1/admin/session', { ...json('POST', { admin_key: secret, [secret]: 1 }), key: null })
    const kept = JSON.stringify([await list('limit=200'), await list('limit=200&key=nobody')])
    expect((await list('limit=200')).length).toBeGreaterThan(15)
    expect(kept).not.toContain(secret)
    // A part of it is as bad.
    if (secret.length > 16) expect(kept).not.toContain(secret.slice(0, 12))
    const csv = (await admin('GET', 'requests?format=csv')).text
    expect(csv).not.toContain(secret)
  })

  it('names the fields and what was wrong with them, without values', async () => {
    const { fail } = deploy()
    expect(await fail('/api/v1/recorder/files?limit=abc&from=1764200000')).toMatchObject({
      ...{ method: 'GET', route: '/api/v1/recorder/files', path: null, operation: 'recorder_list_files' },
      ...{ account: 'recorder', code: 'invalid_input', reason: 'input', status: 400, product_status: null },
      fields: [
        { name: 'limit', problem: 'must be an integer of at least 0' },
        { name: 'from', problem: 'is not known' },
      ],
    })
    const post = async (path: string, body: object) => (await fail(`/api/v1/${path}`, json('POST', body)))?.fields
    expect(await post('social/posts', { text: 'hello', scheduled_at: '2026-12-24', replyTo: '1' })).toEqual([
      { name: 'scheduled_at', problem: 'is not known' },
      { name: 'replyTo', problem: 'is not known: did you mean reply_to?' },
    ])
    expect(await post('video/metadata', { videoUrl: 'x' })).toEqual([
      { name: 'videoUrl', problem: 'is not known: did you mean video_url?' },
      { name: 'video_url', problem: 'is required, or video_id in its place' },
    ])
    expect(await post('video/metadata', { video_url: 'https://example.com/watch?v=abc' })).toEqual([
      { name: 'video_url', problem: 'is not on a host of the video service' },
    ])
    const sales = await fail('/api/v1/shop/sales?from=2026-11-20&to=2026-11-01')
    expect(sales).toMatchObject({
      account: 'shop-seller',
      fields: [{ name: 'to', problem: 'must not be before from' }],
    })
  })

  it('has the status of the product, and the template of the path', async () => {
    const { fail } = deploy()
    tiro.fail({ kind: 'status', status: 500 })
    expect(await fail('/api/v1/notes/notes/abcdef')).toMatchObject({
      ...{ status: 502, product_status: 500, method: 'GET', route: '/api/v1/notes/notes/{id}', path: null, fields: [] },
      ...{ account: 'notes', code: 'product_failed' },
    })
  })

  it('has the beginning of an unknown path, never its query', async () => {
    const { fail } = deploy()
    expect(await fail('/api/v1/recorder/recordings/mine?token=abc')).toMatchObject({
      ...{ method: 'GET', route: null, path: '/api/v1/recorder/recordings/mine', code: 'unknown_path' },
      actor: { kind: 'deployment' },
    })
    const long = `/api/v1/${'a/'.repeat(60)}`
    expect((await fail(long))?.path).toBe(long.slice(0, 80))
    expect(await fail('/api/v1/recorder/files', { method: 'DELETE' })).toMatchObject({
      ...{ method: 'DELETE', path: '/api/v1/recorder/files', code: 'method_not_allowed' },
    })
  })
})

describe('equal failures', () => {
  it('are one entry with their number, and each is found by its id', async () => {
    const { gateway, fail, list } = deploy()
    const ids: (string | null)[] = []
    for (let time = 0; time < 23; time++) {
      world.clock.advance(60_000)
      ids.push((await gateway.call('/api/v1/recorder/files?limit=abc')).headers.get('X-Request-Id'))
    }
    await fail('/api/v1/recorder/files?skip=abc')
    const [other, many] = await list()
    expect(other).toMatchObject({ count: 1, fields: [{ name: 'skip' }] })
    expect(many).toMatchObject({ count: 23, request_id: ids.at(-1), fields: [{ name: 'limit' }] })
    expect(Date.parse(`${many?.at}`) - Date.parse(`${many?.first_at}`)).toBeGreaterThanOrEqual(22 * 60_000)
    for (const id of [ids.at(-1), ids.at(-5)]) expect(await list(`request_id=${id}`)).toEqual([many])
  })

  it('of a key do not push out its others, nor strangers each other', async () => {
    const { gateway, fail, list } = deploy()
    const first = await fail('/api/v1/recorder/files?skip=abc')
    const refused = await fail('/api/v1/recorder/files', { key: 'revoked' })
    for (let time = 0; time < 450; time++) {
      await gateway.call('/api/v1/recorder/files?limit=abc')
      await gateway.call(`/wp-${time}.php`, { key: null })
    }
    expect(await list()).toContainEqual(first)
    const [bots, real] = await list('key=nobody')
    expect([bots?.count, bots?.path, real]).toEqual([450, '/wp-449.php', refused])
  })
})

it('are filtered by key, account, status and reason, and paged', async () => {
  const { gateway, admin, fail, list } = deploy()
  const key = await nameKey({ name: 'make' })
  const input = await fail('/api/v1/recorder/files?limit=abc', { key })
  const missing = await fail('/api/v1/notes/notes/unknown-note', { key })
  const other = await fail('/api/v1/notes/notes/unknown-note')
  await gateway.call('/nowhere', { key: null })
  const id = input?.actor.id
  for (const [query, found] of [
    ['', [other, missing, input]],
    [`key=${id}`, [missing, input]],
    ['key=deployment', [other]],
    ['account=notes', [other, missing]],
    ['status=400', [input]],
    ['reason=not_found', [other, missing]],
    ['reason=input', [input]],
    [`account=notes&status=404&reason=not_found&key=${id}`, [missing]],
    ['account=video', []],
  ] as const)
    expect.soft(await list(query), query).toEqual(found)
  const first = (await admin('GET', 'requests?limit=2')).json
  expect(await list(`limit=2&cursor=${first.next_cursor}`)).toEqual([input])
  for (const [query, error] of [
    ['status=abc', 'status: must be an HTTP status'],
    ['account=shop', /^account: must be one of recorder/],
    ['caller=x', /^caller: is not known/],
  ] as const)
    expect.soft((await admin('GET', `requests?${query}`)).json.error).toMatch(error)
})

describe('GET /admin/requests', () => {
  it('leads from the X-Request-Id of a failure to its reason', async () => {
    const { gateway, admin } = deploy()
    const key = await nameKey({ name: 'make' })
    const failed = await gateway.call('/api/v1/notes/notes/unknown-note', { key })
    const id = failed.headers.get('X-Request-Id')
    const { entries } = (await admin('GET', `requests?request_id=${id}`)).json
    expect(entries).toEqual([
      expect.objectContaining({
        ...{ request_id: id, group: 'notes', operation: 'notes_get_note', status: failed.status },
        actor: expect.objectContaining({ kind: 'key', name: 'make' }),
        reason: expect.any(String),
      }),
    ])
    await gateway.call('/nowhere', { key: null })
    const all = (await admin('GET', 'requests')).json
    expect(all).toMatchObject({ entries, without_key: 1 })
    const { entries: hidden } = (await admin('GET', 'requests?key=nobody')).json
    expect(hidden).toMatchObject([{ operation: null, group: null, reason: 'unknown path', path: '/nowhere' }])
    const callerId = entries[0].actor.id
    expect((await admin('GET', `requests?key=${callerId}`)).json.entries).toHaveLength(1)
    expect((await admin('GET', 'requests?group=notes')).json.entries).toEqual(entries)
    expect((await admin('GET', 'requests?group=shop')).json.entries).toEqual([])
  })

  it('names a page that may not call, and the setting that allows it, once a minute', async () => {
    const { gateway, admin } = deploy()
    const origin = 'https://shop.example.com'
    const preflight = { method: 'OPTIONS', headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' } }
    for (let call = 0; call < 12; call++) await gateway.call('/api/v1/notes/notes', { ...preflight, key: null })
    const { entries } = (await admin('GET', 'requests?key=nobody')).json
    expect(entries).toEqual([
      expect.objectContaining({
        ...{ status: 204, outcome: 'refused', reason: 'refused origin', operation: null },
        ...{ origin, setting: 'ALLOWED_ORIGINS', actor: { kind: 'nobody', id: null, name: null } },
      }),
    ])
    world.clock.advance(61_000)
    await gateway.call('/mcp', { ...json('POST', {}), headers: { Origin: origin }, key: null })
    // The page was refused another way, so this is another failure.
    expect((await admin('GET', 'requests?key=nobody')).json.entries).toMatchObject([
      { origin, status: 403 },
      { origin, status: 204 },
    ])
  })

  it('keeps the failures of callers, however many origins a stranger tries', async () => {
    const { gateway, admin } = deploy()
    const key = await nameKey({ name: 'make' })
    const failed = await gateway.call('/api/v1/notes/notes/unknown-note', { key })
    for (let number = 0; number < 300; number++) {
      const headers = { Origin: `https://${number}.example.com`, 'Access-Control-Request-Method': 'POST' }
      await gateway.call('/api/v1/notes/notes', { method: 'OPTIONS', headers, key: null })
    }
    expect((await admin('GET', 'requests?limit=200&key=nobody')).json.entries.length).toBeLessThanOrEqual(100)
    const all = (await admin('GET', 'requests?limit=200')).json.entries
    expect(all.map((one: { request_id: string }) => one.request_id)).toContain(failed.headers.get('X-Request-Id'))
  })

  it('names the setting that a failure is about', async () => {
    const { gateway, admin } = deploy()
    Object.assign(gateway.env, { SUBREQUESTS: 'many' })
    const failed = await gateway.call('/api/v1/notes/notes')
    expect(failed.status).toBe(500)
    const { entries } = (await admin('GET', `requests?request_id=${failed.headers.get('X-Request-Id')}`)).json
    expect(entries).toEqual([expect.objectContaining({ setting: 'SUBREQUESTS', origin: null })])
  })
})

it('failures of two accounts of a product are two, each with its account', async () => {
  const { gateway, list } = deploy()
  for (const account of ['notes:two', 'notes:six', 'notes:two'])
    await gateway.call('/api/v1/notes/notes', { headers: { 'X-Account': account } })
  const found = (await list()).map(({ account, count }) => `${account} ${count}`)
  expect(found.sort()).toEqual(['notes:six 1', 'notes:two 2'])
})
