import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keyCopy } from '../../../src/base/access.ts'
import { sha256Hex } from '../../../src/base/crypto.ts'
import type { Env } from '../../../src/base/env.ts'
import { GROUPS } from '../../../src/base/groups.ts'
import { getSettings } from '../../../src/base/settings.ts'
import { isNamedKey } from '../../../src/gateway/auth/key.ts'
import { dataKey } from '../../../src/upstream/data-key.ts'
import { readRecord } from '../../../src/upstream/store.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { KEYED_PATH, LET_IN } from '../../gateway/auth/try-keys.ts'
import { freshDeployment, storedNames } from '../../support/fresh.ts'
import { type Answer, createGateway, json, type Overrides } from '../../support/gateway.ts'
import { createWorld, holdDeadlines, type World } from '../../support/world.ts'

/** docs/spec/admin.md, "Keys". The clock of these tests is at 2026-11-21T09:00Z. */

const { STORE } = env as unknown as Env
const NOW = '2026-11-21T09:00:00.000Z'

let world: World

beforeEach(() => {
  world = createWorld()
  holdDeadlines()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

/** A deployment with its ADMIN_KEY, in which keys are tried. */
function deploy(overrides: Overrides = {}) {
  const gateway = createGateway({ ADMIN_KEY, ...overrides })
  const ask = (method: string, path: string, body?: unknown): Promise<Answer> => {
    const init = body === undefined ? { method } : json(method, body)
    const headers = new Headers(init.headers)
    headers.set('Authorization', `Bearer ${ADMIN_KEY}`)
    return gateway.call(`/api/v1/admin/keys${path}`, { ...init, headers, key: null })
  }
  return {
    ...{ gateway, ask },
    make: async (body: object) => (await ask('POST', '', { name: 'make', ...body })).json,
    list: async () => (await ask('GET', '')).json.keys,
    knock: async (key: string) => {
      const answer = await gateway.call(KEYED_PATH, { key })
      return `${answer.status} ${answer.json.error}`
    },
  }
}

const told = {
  id: expect.stringMatching(/^[0-9a-f]{16}$/),
  lineage: expect.stringMatching(/^[0-9a-f]{16}$/),
  prefix: expect.stringMatching(/^lk_\w{5}$/),
  ...{ name: 'make', licence: 'pro', groups: null, accounts: null, read_only: false },
  ...{
    created_at: NOW,
    expires_at: null,
    disabled: false,
    limits: null,
    confirm: false,
    last_used_at: null,
    requests_30d: 0,
  },
}

it('a key that asks first stays so until it is changed, also when it is rotated', async () => {
  const { ask, make } = deploy()
  const { record } = await make({ licence: 'pro', confirm: true })
  expect(record.confirm).toBe(true)
  const rolled = await ask('POST', `/${record.id}/roll`, { overlap_hours: 1 })
  expect(rolled.json.record.confirm).toBe(true)
  expect((await ask('PATCH', `/${record.id}`, { confirm: false })).json.record.confirm).toBe(false)
})

it('a key that was rotated goes on with the usage of those before it, also when they are gone', async () => {
  const { gateway, ask, make, list } = deploy()
  const [first, second] = [Date.parse('2026-11-19T00:00:00Z'), Date.parse('2026-11-20T00:00:00Z')]
  const { record } = await make({})
  const uses = [{ key: record.id, last: first, requests: 7 }]
  const usage = { keys: async () => uses, add: async () => {}, audit: { record: async () => {} } }
  Object.assign(gateway.env, { USAGE: { getByName: () => usage } })
  const rolled = (await ask('POST', `/${record.id}/roll`, { overlap_hours: 1 })).json.record
  expect(rolled).toMatchObject({ last_used_at: new Date(first).toISOString(), requests_30d: 7 })
  uses.push({ key: rolled.id, last: second, requests: 2 })
  const again = (await ask('POST', `/${rolled.id}/roll`, { overlap_hours: 1 })).json.record
  for (const id of [record.id, rolled.id]) expect((await ask('DELETE', `/${id}`)).status).toBe(200)
  expect(await list()).toMatchObject([{ id: again.id, last_used_at: new Date(second).toISOString(), requests_30d: 9 }])
})

describe('limits of payments', () => {
  const limits = { max_amount: 100_000, daily_amount: 1_000_000 }

  it('are set, changed, left as they are, and taken away', async () => {
    const { make, ask, list } = deploy()
    const { record } = await make({ licence: 'pro', limits })
    expect(record.limits).toEqual(limits)
    const patch = async (change: object) => (await ask('PATCH', `/${record.id}`, change)).json.record.limits
    expect(await patch({ name: 'other' })).toEqual(limits)
    expect(await patch({ limits: { daily_amount: 5 } })).toEqual({ max_amount: null, daily_amount: 5 })
    expect((await list())[0].limits).toEqual({ max_amount: null, daily_amount: 5 })
    expect(await patch({ limits: null })).toBeNull()
    expect((await list())[0].limits).toBeNull()
  })

  it('stay with a key that is rotated', async () => {
    const { make, ask } = deploy()
    const { record } = await make({ licence: 'pro', limits })
    expect((await ask('POST', `/${record.id}/roll`, { overlap_hours: 1 })).json.record.limits).toEqual(limits)
  })

  it.each([
    [{}, 'limits: must hold max_amount, daily_amount or both'],
    [{ max_amount: 0 }, 'limits.max_amount: must be a positive integer of at most 10 digits'],
    [{ daily_amount: 1.5 }, 'limits.daily_amount: must be a positive integer of at most 10 digits'],
    [{ max_amount: 5, max: 5 }, 'limits.max: is not known: did you mean limits.max_amount?'],
  ])('%j is 400', async (wrong, error) => {
    const { status, json } = await deploy().ask('POST', '', { name: 'make', limits: wrong })
    expect([status, json.error]).toEqual([400, error])
  })

  it('the longest record fits beside a name in STORE', async () => {
    const { make, ask } = deploy()
    const longest = { max_amount: 9_999_999_999, daily_amount: 9_999_999_999 }
    const fields = {
      licence: 'payment',
      groups: GROUPS,
      read_only: true,
      expires_at: '2099-12-31',
      limits: longest,
      confirm: true,
    }
    const { record } = await make({ name: '가'.repeat(100), ...fields })
    expect((await ask('PATCH', `/${record.id}`, { disabled: false })).status).toBe(200)
    const rolled = await ask('POST', `/${record.id}/roll`, { overlap_hours: 1 })
    expect(rolled.status).toBe(201)
    expect((await ask('POST', `/${rolled.json.record.id}/roll`, { overlap_hours: 1 })).status).toBe(201)
  })
})

describe('POST /admin/keys', () => {
  it('creates a working key, and shows it once', async () => {
    const { make, list, knock } = deploy()
    const { key, record } = await make({ licence: 'pro' })
    expect(isNamedKey(key)).toBe(true)
    expect(record).toEqual({ ...told, licence: 'pro' })
    expect(await knock(key)).toBe(LET_IN)
    expect(await list()).toEqual([record])
    expect(JSON.stringify(await list())).not.toContain(key.slice(3))
  })

  it('has the licence of the deployment unless said, and shows by which characters its owner knows it', async () => {
    const { make, ask } = deploy({ LICENCE: 'payment' })
    const { key, record } = await make({})
    expect(record).toMatchObject({ licence: 'payment', prefix: key.slice(0, 8) })
    const { json } = await ask('POST', `/${record.id}/roll`, { overlap_hours: 1 })
    expect(json.record.prefix).toBe(json.key.slice(0, 8))
    expect(json.previous.prefix).toBe(record.prefix)
  })

  it('accepts a licence, groups, read-only access and an expiry', async () => {
    const { make } = deploy()
    const groups = ['video', 'recorder', 'video']
    const { record } = await make({ licence: 'pro', groups, read_only: true, expires_at: '2027-01-31T09:00:00+09:00' })
    const end = { expires_at: '2027-01-31T00:00:00.000Z' }
    expect(record).toEqual({ ...told, licence: 'pro', groups: ['video', 'recorder'], read_only: true, ...end })
  })

  it.each(['2027-01-31', '2028-02-29', '2026-11-21'])(
    'takes the date %s as the end of that day in Korea',
    async (date) => {
      const { record } = await deploy().make({ expires_at: date })
      expect(record.expires_at).toBe(`${date}T14:59:59.999Z`)
    },
  )

  it.each([
    [{ name: '' }, 'name: is required'],
    [{ name: undefined }, 'name: is required'],
    [{ name: 'x'.repeat(101) }, 'name: must have at most 100 characters, not 101'],
    [{ name: 'a\nb' }, 'name: must hold no line break and no other control character'],
    [{ name: '\ud800' }, 'name: must hold no half of a character'],
    [{ licence: 'premium' }, 'licence: must be one of basic, pro, payment'],
    [{ groups: ['music'] }, /^groups\[0\]: must be one of recorder, notes, /],
    [{ groups: [] }, 'groups: must name a group at least'],
    [{ read_only: 'yes' }, 'read_only: must be true, false, 1 or 0'],
    [{ expires_at: '2027-02-30' }, 'expires_at: must be a date, such as 2027-12-31, or ISO 8601 with an offset'],
    [{ expires_at: 'tomorrow' }, /^expires_at: must be a date/],
    [{ expires_at: '2027-01-31T09:00' }, /^expires_at: must be a date/],
    [{ expires_at: '2026-11-20' }, 'expires_at: must lie in the future'],
    [{ expires_at: NOW }, 'expires_at: must lie in the future'],
  ])('refuses %j', async (body, error) => {
    const { ask, list } = deploy()
    const answer = await ask('POST', '', { name: 'make', ...body })
    expect(answer.status).toBe(400)
    if (typeof error === 'string')
      expect(answer.json).toEqual({ error, code: 'invalid_input', parameters: expect.any(Object) })
    else expect(answer.json.error).toMatch(error)
    expect(await list()).toEqual([])
  })

  it('needs CREDENTIALS_KEY: 500 that names it', async () => {
    const { status, json } = await deploy({ CREDENTIALS_KEY: '' }).ask('POST', '', { name: 'make' })
    expect([status, json.error]).toEqual([500, 'CREDENTIALS_KEY is not set, and stored credentials need it'])
    expect(await storedNames()).toEqual([])
  })

  it('is 503 with Retry-After when STORE does not accept it', async () => {
    const { ask, list } = deploy()
    vi.spyOn(STORE, 'put').mockRejectedValue(new Error('KV PUT failed: 429 Too Many Requests'))
    const { status, json, headers } = await ask('POST', '', { name: 'make' })
    expect([status, headers.get('Retry-After'), json.error]).toEqual([
      503,
      '2',
      'the storage of this gateway did not take the new key, and it was not made: try again',
    ])
    expect(await list()).toEqual([])
  })

  it('stores it under its digest, below the id of the data key, without the key', async () => {
    const { gateway, make } = deploy()
    const { key, record } = await make({})
    const settings = getSettings(gateway.env)
    const name = keyCopy(await sha256Hex(key))
    expect(await storedNames()).toEqual([`${(await dataKey(settings)).id}/${name}`])
    const copy = await readRecord(settings, name)
    expect(copy).toMatchObject({ id: record.id, name: 'make' })
    expect(JSON.stringify(copy)).not.toContain(key.slice(8))
    expect(record.id).toBe((await sha256Hex(key)).slice(0, 16))
  })

  it.each([
    ['Korean', '가'.repeat(100)],
    ['pictures', '😀'.repeat(50)],
    ['quotes', '"'.repeat(100)],
  ])('stores the longest record: %s', async (_, name) => {
    const { make, list } = deploy()
    const groups = ['recorder', 'notes', 'workspace', 'shop', 'payment', 'video', 'social']
    const accounts = Array.from({ length: 28 }, (_, at) => `shop-consumer:${'a'.repeat(30)}${at + 10}`)
    const more = { accounts, confirm: true }
    await make({ name, licence: 'payment', groups, read_only: true, expires_at: '2099-12-31', ...more })
    expect(await list()).toEqual([expect.objectContaining({ groups })])
  })
})

describe('GET /admin/keys', () => {
  it('lists all keys, oldest first, without a look into STORE', async () => {
    const { make, list } = deploy()
    for (const name of ['third', 'first', 'second']) {
      await make({ name })
      world.clock.advance(1000)
    }
    const look = vi.spyOn(STORE, 'list')
    const get = vi.spyOn(STORE, 'get')
    expect((await list()).map(({ name }: { name: string }) => name)).toEqual(['third', 'first', 'second'])
    expect([look.mock.calls.length, get.mock.calls.length]).toEqual([0, 0])
  })

  it('lists none when none can be stored, and is 500 that names CREDENTIALS_KEY when that is gone or wrong', async () => {
    expect(await deploy({ CREDENTIALS_KEY: '' }).list()).toEqual([])
    await deploy().make({})
    for (const CREDENTIALS_KEY of ['', btoa('w'.repeat(32))]) {
      const { status, json } = await deploy({ CREDENTIALS_KEY }).ask('GET', '')
      expect([status, json.error]).toEqual([500, expect.stringMatching(/^CREDENTIALS_KEY is not /)])
    }
  })
})

describe('PATCH /admin/keys/{id}', () => {
  it('changes only the given fields', async () => {
    const { make, ask, list } = deploy()
    const { record } = await make({ groups: ['video'], expires_at: '2027-01-31' })
    const { status, json: answer } = await ask('PATCH', `/${record.id}`, { name: 'n8n', read_only: true })
    expect([status, answer.record]).toEqual([200, { ...record, name: 'n8n', read_only: true }])
    expect(await list()).toEqual([answer.record])
  })

  it('keeps each of several changes at once', async () => {
    const { make, ask, list } = deploy()
    const { record } = await make({})
    const changes = [{ name: 'n8n' }, { read_only: true }, { groups: ['video'] }, { expires_at: '2027-01-31' }]
    const answers = await Promise.all(changes.map((change) => ask('PATCH', `/${record.id}`, change)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const expires_at = '2027-01-31T14:59:59.999Z'
    expect(await list()).toEqual([{ ...record, name: 'n8n', read_only: true, groups: ['video'], expires_at }])
  })

  it('changes the licence, which applies at once', async () => {
    const { make, ask, knock } = deploy()
    const { key, record } = await make({ licence: 'basic' })
    expect(await knock(key)).toContain('PRO user')
    expect((await ask('PATCH', `/${record.id}`, { licence: 'pro' })).json.record).toEqual({ ...record, licence: 'pro' })
    expect(await knock(key)).toBe(LET_IN)
  })

  it('removes groups and expiry with null', async () => {
    const { make, ask } = deploy()
    const { record } = await make({ groups: ['video'], expires_at: '2027-01-31' })
    const { json: answer } = await ask('PATCH', `/${record.id}`, { groups: null, expires_at: null })
    expect(answer.record).toEqual({ ...record, groups: null, expires_at: null })
  })

  it('disables a key and enables it again, effective at once in the same isolate', async () => {
    const { make, ask, knock } = deploy()
    const { key, record } = await make({ licence: 'pro' })
    expect(await knock(key)).toBe(LET_IN)
    await ask('PATCH', `/${record.id}`, { disabled: true })
    expect(await knock(key)).toMatch(/^401 X-API-KEY is disabled/)
    await ask('PATCH', `/${record.id}`, { disabled: false })
    expect(await knock(key)).toBe(LET_IN)
  })

  it('refuses an expiry in the past, and an unknown id', async () => {
    const { make, ask } = deploy()
    const { record } = await make({})
    const past = await ask('PATCH', `/${record.id}`, { expires_at: '2026-11-01' })
    expect([past.status, past.json.error]).toEqual([400, 'expires_at: must lie in the future'])
    await ask('DELETE', `/${record.id}`)
    expect((await ask('PATCH', `/${record.id}`, { name: 'other' })).status).toBe(404)
    const unknown = await ask('PATCH', '/ffffffffffffffff', { name: 'other' })
    expect([unknown.status, unknown.json.error]).toEqual([404, 'there is no API key with this id'])
  })
})

describe('POST /admin/keys/{id}/roll', () => {
  it('with an overlap leaves two keys, which are disabled and narrowed together, here at once', async () => {
    const { make, ask, knock } = deploy()
    const first = await make({})
    const { json: rolled } = await ask('POST', `/${first.record.id}/roll`, { overlap_hours: 24 })
    expect([await knock(first.key), await knock(rolled.key)]).toEqual([LET_IN, LET_IN])
    await ask('PATCH', `/${rolled.record.id}`, { groups: ['video'] })
    for (const key of [first.key, rolled.key]) expect(await knock(key)).toMatch(/^403 this API key does not open/)
    await ask('PATCH', `/${rolled.record.id}`, { disabled: true })
    for (const key of [first.key, rolled.key]) expect(await knock(key)).toMatch(/^401 X-API-KEY is disabled/)
  })

  const fields = { licence: 'pro', groups: ['recorder'], read_only: true, expires_at: '2027-01-31' }

  it('creates a key with all properties of the previous one, which expires after the overlap', async () => {
    const { make, ask, knock, list } = deploy()
    const first = await make(fields)
    world.clock.advance(1000)
    const { status, json: rolled } = await ask('POST', `/${first.record.id}/roll`, { overlap_hours: 24 })
    expect(status).toBe(201)
    const { id, created_at, prefix, ...same } = first.record
    expect(rolled.record).toEqual({
      ...same,
      prefix: expect.not.stringContaining(prefix),
      id: expect.not.stringContaining(id),
      created_at: '2026-11-21T09:00:01.000Z',
    })
    expect(rolled.previous).toEqual({ ...first.record, expires_at: '2026-11-22T09:00:01.000Z' })
    expect(await list()).toEqual([rolled.previous, rolled.record])
    expect([await knock(first.key), await knock(rolled.key)]).toEqual([LET_IN, LET_IN])
    world.clock.advance(24 * 3_600_000)
    expect([await knock(first.key), await knock(rolled.key)]).toEqual(['401 X-API-KEY has expired', LET_IN])
  })

  it('without an overlap revokes the previous key at once', async () => {
    const { make, ask, knock } = deploy()
    const { key, record } = await make({ licence: 'pro' })
    await knock(key)
    await ask('POST', `/${record.id}/roll`, { overlap_hours: 0 })
    expect(await knock(key)).toBe('401 X-API-KEY has expired')
  })

  it('lets the previous key live no longer than it would have', async () => {
    const { make, ask } = deploy()
    const { record } = await make({ expires_at: '2026-11-21' })
    const { json: rolled } = await ask('POST', `/${record.id}/roll`, { overlap_hours: 168 })
    expect(rolled.previous.expires_at).toBe(record.expires_at)
  })

  it.each([-1, 169, 1.5, '24', undefined])('refuses an overlap of %j hours', async (hours) => {
    const { make, ask, list } = deploy()
    const { record } = await make({})
    const { status, json: answer } = await ask('POST', `/${record.id}/roll`, { overlap_hours: hours })
    expect([status, answer.error]).toEqual([
      400,
      expect.stringMatching(/^overlap_hours: (must be an integer from 0 to 168|is required)/),
    ])
    expect(await list()).toEqual([record])
  })

  it('refuses a disabled and an expired key: 409', async () => {
    const { make, ask } = deploy()
    const { record } = await make({ expires_at: '2026-11-21' })
    const roll = () => ask('POST', `/${record.id}/roll`, { overlap_hours: 1 })
    await ask('PATCH', `/${record.id}`, { disabled: true })
    expect([(await roll()).status, (await roll()).json.error]).toEqual([
      409,
      'this API key is disabled: enable it first',
    ])
    await ask('PATCH', `/${record.id}`, { disabled: false })
    world.clock.advance(24 * 3_600_000)
    expect((await roll()).json.error).toMatch(/^this API key has expired/)
  })

  it('leaves one new key of three rotations at once, and refuses a later one: 409', async () => {
    const { make, ask, list, knock } = deploy()
    const { record } = await make({ licence: 'pro' })
    const roll = (id: string) => ask('POST', `/${id}/roll`, { overlap_hours: 0 })
    const answers = await Promise.all([roll(record.id), roll(record.id), roll(record.id)])
    const [rolled, ...refused] = answers.sort((one, other) => one.status - other.status)
    expect(rolled?.status).toBe(201)
    const next = rolled?.json.record.id
    for (const { status, json: told } of [...refused, await roll(record.id)])
      expect([status, told.error]).toEqual([
        409,
        `this API key was replaced by ${next}: rotate that one, or delete it first`,
      ])
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual([record.id, next])
    expect(await knock(rolled?.json.key)).toBe(LET_IN)
    expect((await roll(next)).status).toBe(201)
  })

  it('may be repeated once the new key was deleted', async () => {
    const { make, ask } = deploy()
    const { record } = await make({})
    const roll = () => ask('POST', `/${record.id}/roll`, { overlap_hours: 1 })
    await ask('DELETE', `/${(await roll()).json.record.id}`)
    expect((await roll()).status).toBe(201)
  })

  it('leaves no key behind when the previous one cannot be changed', async () => {
    const { make, ask, list } = deploy()
    const { record } = await make({})
    const put = STORE.put.bind(STORE)
    let puts = 0
    vi.spyOn(STORE, 'put').mockImplementation((async (...input: Parameters<typeof put>) => {
      puts += 1
      if (puts === 2) throw new Error('KV PUT failed: 429 Too Many Requests')
      return put(...input)
    }) as typeof STORE.put)
    expect((await ask('POST', `/${record.id}/roll`, { overlap_hours: 1 })).status).toBe(503)
    expect(await list()).toEqual([record])
  })
})

describe('DELETE /admin/keys/{id}', () => {
  it('deletes the key: refused at once in the same isolate', async () => {
    const { make, ask, knock, list } = deploy()
    const { key, record } = await make({ licence: 'pro' })
    await knock(key)
    expect((await ask('DELETE', `/${record.id}`)).status).toBe(200)
    expect(await knock(key)).toBe('401 X-API-KEY is not valid')
    expect(await list()).toEqual([])
    expect((await ask('DELETE', `/${record.id}`)).status).toBe(404)
  })
})

it('a key is the same after a rotation of CREDENTIALS_KEY: its list, its copy and its changes', async () => {
  const { key, record } = await deploy().make({ licence: 'pro' })
  const { ask, list, knock } = deploy({
    CREDENTIALS_KEY: btoa('x'.repeat(32)),
    CREDENTIALS_KEY_PREVIOUS: btoa('\0'.repeat(32)),
  })
  expect(await list()).toEqual([record])
  expect(await knock(key)).toBe(LET_IN)
  expect((await ask('PATCH', `/${record.id}`, { disabled: true })).status).toBe(200)
  expect(await knock(key)).toMatch(/^401 X-API-KEY is disabled/)
})
