import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sha256Hex } from '../../../../src/base/crypto.ts'
import type { Env } from '../../../../src/base/env.ts'
import { getSettings } from '../../../../src/base/settings.ts'
import { dataKey } from '../../../../src/upstream/data-key.ts'
import { freshDeployment } from '../../../support/fresh.ts'
import { BINDINGS, createGateway } from '../../../support/gateway.ts'
import { createWorld, holdDeadlines, type World } from '../../../support/world.ts'
import { KEYED_PATH, knocker, LET_IN } from '../try-keys.ts'
import { CUT_KEY, dropKeyRecord, freshKey, getId, keepKeyRecord, mistyped, nameKey } from './named-keys.ts'

const { STORE } = env as unknown as Env

let world: World

beforeEach(() => {
  world = createWorld()
})

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

describe('how often a named key may call', () => {
  /** Allows the first requests, like the binding, and records its calls. */
  const limiter = (most: number) => {
    const keys: string[] = []
    return { keys, limit: async ({ key }: { key: string }) => ({ success: keys.push(key) <= most }) }
  }

  it('is what KEY_LIMIT allows: then 429, in the envelope of the group, that says how long to wait', async () => {
    const key = await nameKey()
    const limit = limiter(2)
    const gateway = createGateway()
    gateway.env.KEY_LIMIT = limit
    const ask = () => gateway.call('/api/v1/payment/read', { method: 'POST', key })
    for (const status of [400, 400, 429]) expect((await ask()).status).toBe(status)
    const { json, headers } = await ask()
    expect(json).toEqual({ success: false, error: 'this API key asks too often: wait a minute' })
    expect(headers.get('Retry-After')).toBe('60')
    expect(new Set(limit.keys).size).toBe(1)
    expect(limit.keys.join()).not.toContain(key.slice(3))
    expect(JSON.parse(world.log.at(-1) ?? '')).toMatchObject({ status: 429, reason: 'refused limit' })
  })

  it('is not counted for the key of the deployment, nor for a wrong key', async () => {
    const limit = limiter(0)
    const gateway = createGateway()
    gateway.env.KEY_LIMIT = limit
    await gateway.call('/api/v1/payment/read', { method: 'POST' })
    await gateway.call('/api/v1/payment/read', { method: 'POST', key: 'wrong' })
    expect(limit.keys).toEqual([])
  })

  it.each([
    ['disabled', { disabled: true }],
    ['expired', { expires_at: '2026-11-01T00:00:00.000Z' }],
    ['unknown', undefined],
  ])('limits the holder of a key that is %s as well, before STORE is read', async (_, options) => {
    const key = options ? await nameKey(options) : freshKey()
    const gateway = createGateway()
    gateway.env.KEY_LIMIT = limiter(3)
    await dataKey(getSettings(gateway.env))
    const get = vi.spyOn(STORE, 'get')
    const statuses = []
    for (let times = 0; times < 5; times++) statuses.push((await gateway.call(KEYED_PATH, { key })).status)
    expect(statuses).toEqual([401, 401, 401, 429, 429])
    expect(get.mock.calls.length).toBeLessThanOrEqual(3)
    // Such a key says nothing about who sends it.
    for (const line of world.log) expect(JSON.parse(line)).toMatchObject({ actor: 'nobody', key: null })
  })

  it('is recorded of the key, if it is valid and known', async () => {
    const key = await nameKey()
    const gateway = createGateway()
    gateway.env.KEY_LIMIT = limiter(1)
    for (const status of [200, 429]) {
      expect((await gateway.call('/api/v1/events/types', { key })).status).toBe(status)
      expect(JSON.parse(world.log.at(-1) ?? '')).toMatchObject({ actor: `key ${await getId(key)}`, status })
    }
  })

  it('is not limited when the deployment has no such binding', async () => {
    const key = await nameKey()
    const gateway = createGateway()
    delete gateway.env.KEY_LIMIT
    expect((await gateway.call('/api/v1/payment/read', { method: 'POST', key })).status).toBe(400)
  })
})

const whole = {
  id: '0123456789abcdef',
  prefix: 'lk_01234',
  name: 'whole',
  licence: 'pro',
  created_at: '2026-11-01T00:00:00.000Z',
}

describe('a named key', () => {
  it('is let in, and the log knows its name', async () => {
    const key = await nameKey({ name: 'n8n' })
    expect(await knocker()(key)).toBe(LET_IN)
    expect(JSON.parse(world.log[0] ?? '')).toMatchObject({ key: 'n8n' })
  })

  it('is read once, by its digest, below the id of the data key', async () => {
    const key = await nameKey()
    const get = vi.spyOn(STORE, 'get')
    const ask = knocker()
    expect(await ask(key)).toBe(LET_IN)
    expect(await ask(key)).toBe(LET_IN)
    const names = get.mock.calls.map(([name]) => String(name)).filter((name) => name.includes('/keys/'))
    const { id } = await dataKey(getSettings(BINDINGS))
    expect(names).toEqual([`${id}/keys/${await sha256Hex(key)}`])
  })

  it('that does not exist is 401, after one read of STORE, and one more in a new isolate', async () => {
    const get = vi.spyOn(STORE, 'get')
    const ask = knocker()
    for (const reads of [2, 1]) {
      expect(await ask(freshKey())).toBe('401 X-API-KEY is not valid')
      expect(get).toHaveBeenCalledTimes(reads)
      get.mockClear()
    }
  })

  it('that is malformed is 401 without a read of STORE', async () => {
    const key = await nameKey()
    const get = vi.spyOn(STORE, 'get')
    const ask = knocker()
    for (const wrong of [mistyped(key), key.slice(0, -1), `${key}0`, key.toLowerCase(), 'lk_', ` ${key}x`]) {
      expect(await ask(wrong)).toBe(`401 ${CUT_KEY}`)
    }
    expect(get).not.toHaveBeenCalled()
  })

  it('is cached for 60 s, then read again', async () => {
    const key = await nameKey()
    const ask = knocker()
    await ask(key)
    await dropKeyRecord(key)
    world.clock.advance(59_999)
    expect(await ask(key)).toBe(LET_IN)
    world.clock.advance(1)
    expect(await ask(key)).toBe('401 X-API-KEY is not valid')
  })

  it('that was refused is not cached: its record is effective at once', async () => {
    const key = freshKey()
    const ask = knocker()
    expect(await ask(key)).toBe('401 X-API-KEY is not valid')
    await keepKeyRecord(key, whole)
    expect(await ask(key)).toBe(LET_IN)
  })

  it('expires at the exact time, although it is cached', async () => {
    const key = await nameKey({ expires_at: new Date(world.clock.now() + 30_000).toISOString() })
    const ask = knocker()
    expect(await ask(key)).toBe(LET_IN)
    world.clock.advance(29_999)
    expect(await ask(key)).toBe(LET_IN)
    world.clock.advance(1)
    expect(await ask(key)).toBe('401 X-API-KEY has expired')
  })

  it('belongs to one deployment: another one does not use its cache', async () => {
    const key = await nameKey()
    await knocker()(key)
    await dropKeyRecord(key)
    expect(await knocker()(key)).toBe('401 X-API-KEY is not valid')
  })

  it('with a record that cannot be read is 500, and no access is given', async () => {
    for (const [what, record] of [
      ['without an id', { ...whole, id: undefined }],
      ['without its first characters', { ...whole, prefix: undefined }],
      ['without a name', { ...whole, name: undefined }],
      ['of an unknown licence', { ...whole, licence: 'premium' }],
      ['of an unknown group', { ...whole, groups: ['recorder', 'music'] }],
      ['with an unreadable expiry', { ...whole, expires_at: 'tomorrow' }],
      ['without its birth', { ...whole, created_at: undefined }],
      ['that is no object', 'pro'],
    ] as const) {
      const key = await nameKey()
      await keepKeyRecord(key, record)
      expect
        .soft(await knocker()(key), what)
        .toBe('500 the stored record of this API key is not valid: create the key again')
    }
  })
})

describe('a disabled key', () => {
  const disabled = '401 X-API-KEY is disabled: ask the owner of this gateway'

  it('is 401, and works as soon as its record says so', async () => {
    const key = await nameKey({ disabled: true })
    const ask = knocker()
    expect(await ask(key)).toBe(disabled)
    await keepKeyRecord(key, { ...whole, disabled: false })
    expect(await ask(key)).toBe(LET_IN)
  })

  it('that was let in before is refused within 60 s', async () => {
    const key = await nameKey()
    const ask = knocker()
    await ask(key)
    await keepKeyRecord(key, { ...whole, disabled: true })
    world.clock.advance(60_000)
    expect(await ask(key)).toBe(disabled)
  })
})

describe('a key that only reads', () => {
  const NOTES = { NOTES_TOKEN: 'ntk_test' }
  const refused = { success: false, error: 'this API key only reads' }

  it('is accepted for an operation that reads, including a query by POST', async () => {
    const key = await nameKey({ read_only: true })
    expect(await knocker()(key)).toBe(LET_IN)
    const { status, json } = await createGateway().call('/api/v1/payment/read', { method: 'POST', key })
    expect([status, json.error]).toEqual([400, expect.not.stringContaining('only reads')])
  })

  it('is 403 on a write, before licence and input are checked', async () => {
    const key = await nameKey({ read_only: true, licence: 'basic' })
    const { status, json } = await createGateway(NOTES).call('/api/v1/notes/webhooks', { method: 'POST', key })
    expect([status, json]).toEqual([403, refused])
  })

  it('is refused for its groups first', async () => {
    const key = await nameKey({ read_only: true, groups: ['video'] })
    const { json } = await createGateway(NOTES).call('/api/v1/notes/webhooks', { method: 'POST', key })
    expect(json.error).toBe('this API key does not open the notes group')
  })
})

describe('without CREDENTIALS_KEY', () => {
  it('no key is searched: 401', async () => {
    const key = await nameKey()
    const get = vi.spyOn(STORE, 'get')
    expect(await knocker({ CREDENTIALS_KEY: '' })(key)).toBe('401 X-API-KEY is not valid')
    expect(get).not.toHaveBeenCalled()
  })

  it("a text that is no key is 500 with the setting's name", async () => {
    const ask = knocker({ CREDENTIALS_KEY: 'secret' })
    expect(await ask(await nameKey())).toBe('500 CREDENTIALS_KEY must be 32 bytes in base64')
  })
})

it('is the same after CREDENTIALS_KEY was rotated, and 500 that names a CREDENTIALS_KEY that is not the right one', async () => {
  const key = await nameKey()
  const OTHER = btoa('x'.repeat(32))
  expect(await knocker({ CREDENTIALS_KEY: OTHER, CREDENTIALS_KEY_PREVIOUS: btoa('\0'.repeat(32)) })(key)).toBe(LET_IN)
  expect(await knocker({ CREDENTIALS_KEY: OTHER })(key)).toBe(LET_IN)
  expect(await knocker({ CREDENTIALS_KEY: btoa('y'.repeat(32)) })(key)).toMatch(/^500 CREDENTIALS_KEY is not the key/)
})

describe("a key's scope", () => {
  const refused = '403 this API key does not open the recorder group'

  it('opens its own groups', async () => {
    expect(await knocker()(await nameKey({ groups: ['video', 'recorder'] }))).toBe(LET_IN)
  })

  it('opens no other group', async () => {
    expect(await knocker()(await nameKey({ groups: ['video'] }))).toBe(refused)
  })

  it('that is empty opens nothing', async () => {
    expect(await knocker()(await nameKey({ groups: [] }))).toBe(refused)
  })
})

it('an isolate caches at most 500 checked keys: the next one clears the list', async () => {
  holdDeadlines()
  const key = await nameKey()
  const gateway = createGateway()
  const ask = (each: string) => gateway.call('/api/v1/payment/read', { method: 'POST', key: each })
  await ask(key)
  const others = await Promise.all(Array.from({ length: 499 }, () => nameKey()))
  await Promise.all(others.map(ask))
  const get = vi.spyOn(STORE, 'get')
  await ask(key)
  expect(get).not.toHaveBeenCalled()
  await ask(await nameKey())
  await ask(key)
  expect(get).toHaveBeenCalledTimes(2)
})
