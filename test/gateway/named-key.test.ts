import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Env } from '../../src/base/env.ts'
import { keyRecordName } from '../../src/gateway/keys.ts'
import { createGateway } from '../support/gateway.ts'
import { createWorld, type World } from '../support/world.ts'
import { knocker, LET_IN } from './knock.ts'
import { CUT_KEY, keepKeyRecord, mistyped, nameKey } from './named-keys.ts'

const { STORE } = env as unknown as Env

let world: World

beforeEach(() => {
  world = createWorld()
})

afterEach(async () => {
  vi.restoreAllMocks()
  await reset()
})

describe('how often a named key may ask', () => {
  /** Lets the first ones through, as the binding does, and notes what it was asked about. */
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

  it('is not limited where the deployment has no such binding', async () => {
    const key = await nameKey()
    const gateway = createGateway()
    delete gateway.env.KEY_LIMIT
    expect((await gateway.call('/api/v1/payment/read', { method: 'POST', key })).status).toBe(400)
  })
})

describe('a named key', () => {
  it('is let in, and the log knows its name', async () => {
    const key = await nameKey({ name: 'n8n' })
    expect(await knocker()(key)).toBe(LET_IN)
    expect(JSON.parse(world.log[0] ?? '')).toMatchObject({ key: 'n8n' })
  })

  it('is kept under its digest: the key itself is nowhere in STORE', async () => {
    const key = await nameKey()
    const { keys } = await STORE.list()
    const stored = await Promise.all(keys.map(async ({ name }) => `${name} ${await STORE.get(name)}`))
    expect(keys.map(({ name }) => name)).toEqual([expect.stringMatching(/^keys\/[0-9a-f]{64}$/)])
    expect(stored.join()).not.toContain(key.slice(3))
  })

  it('that nobody made is 401, after one look into STORE', async () => {
    const key = await nameKey()
    await STORE.delete(await keyRecordName(key))
    const get = vi.spyOn(STORE, 'get')
    expect(await knocker()(key)).toBe('401 X-API-KEY is not valid')
    expect(get).toHaveBeenCalledTimes(1)
  })

  it('that is malformed is 401 without a look into STORE', async () => {
    const key = await nameKey()
    const get = vi.spyOn(STORE, 'get')
    const ask = knocker()
    for (const wrong of [mistyped(key), key.slice(0, -1), `${key}0`, key.toLowerCase(), 'lk_', ` ${key}x`]) {
      expect(await ask(wrong)).toBe(`401 ${CUT_KEY}`)
    }
    expect(get).not.toHaveBeenCalled()
  })

  it('is remembered for 60 s, then looked up again', async () => {
    const key = await nameKey()
    const ask = knocker()
    await ask(key)
    await STORE.delete(await keyRecordName(key))
    world.clock.advance(59_999)
    expect(await ask(key)).toBe(LET_IN)
    world.clock.advance(1)
    expect(await ask(key)).toBe('401 X-API-KEY is not valid')
  })

  it('that was refused is not remembered: its record counts at once', async () => {
    const key = await nameKey()
    await STORE.delete(await keyRecordName(key))
    const ask = knocker()
    expect(await ask(key)).toBe('401 X-API-KEY is not valid')
    await keepKeyRecord(key, { name: 'late', licence: 'pro', created_at: '2026-11-01T00:00:00Z' })
    expect(await ask(key)).toBe(LET_IN)
  })

  it('expires at the very time, though it is remembered', async () => {
    const key = await nameKey({ expires_at: new Date(world.clock.now() + 30_000).toISOString() })
    const ask = knocker()
    expect(await ask(key)).toBe(LET_IN)
    world.clock.advance(29_999)
    expect(await ask(key)).toBe(LET_IN)
    world.clock.advance(1)
    expect(await ask(key)).toBe('401 X-API-KEY has expired')
  })

  it('is of one deployment: another one does not remember it', async () => {
    const key = await nameKey()
    await knocker()(key)
    await STORE.delete(await keyRecordName(key))
    expect(await knocker()(key)).toBe('401 X-API-KEY is not valid')
  })

  const whole = { name: 'whole', licence: 'pro', created_at: '2026-11-01T00:00:00.000Z' }

  it.each([
    ['without a name', { ...whole, name: undefined }],
    ['of an unknown licence', { ...whole, licence: 'premium' }],
    ['of an unknown group', { ...whole, groups: ['recorder', 'music'] }],
    ['with an unreadable expiry', { ...whole, expires_at: 'tomorrow' }],
    ['without its birth', { ...whole, created_at: undefined }],
    ['that is no object', 'pro'],
  ])('with a record %s is 500, and nobody is let in', async (_, record) => {
    const key = await nameKey()
    await keepKeyRecord(key, record)
    expect(await knocker()(key)).toBe('500 the stored record of this API key is not valid: create the key again')
  })
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

it('an isolate remembers 500 checked keys at most: the next one clears the list', async () => {
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
