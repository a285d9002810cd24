import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ACCESS_NAME, type KeyRecord } from '../../../src/base/access.ts'
import type { Env } from '../../../src/base/env.ts'
import { unwrap } from '../../../src/base/errors.ts'
import { getSettings } from '../../../src/base/settings.ts'
import { Events } from '../../../src/objects/events/events.ts'
import { decrypt } from '../../../src/upstream/store.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { BINDINGS } from '../../support/gateway.ts'
import { OBJECTS, useBindings } from '../../support/objects.ts'
import { abortObjects } from '../../support/work.ts'
import { createWorld, holdDeadlines, type World } from '../../support/world.ts'

/** docs/spec/admin.md, "Keys": ACCESS decides about keys, and brings the newest state to STORE and EVENTS. */

const MINUTE = 60_000

/** A STORE whose writes the test holds, refuses and lets through late. */
interface Kv {
  kept: Map<string, string>
  /** What was written, in the order in which it arrived. */
  writes: string[]
  /** Writes under way at the moment, and the most of one key ever. */
  running: number
  most: number
  /** Called before a write arrives. */
  before: (text: string | null) => Promise<void> | void
}

let world: World
let kv: Kv
beforeEach(() => {
  world = createWorld()
  holdDeadlines()
  kv = { kept: new Map(), writes: [], running: 0, most: 0, before: () => {} }
})
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

/** The test sees records as they are before they are encrypted. */
async function write(name: string, text: string | null): Promise<void> {
  const record = text === null ? null : await decrypt(SETTINGS, name.replace(/^\w+\//, ''), JSON.parse(text))
  kv.running += 1
  kv.most = Math.max(kv.most, kv.running)
  try {
    await kv.before(record)
  } finally {
    kv.running -= 1
  }
  kv.writes.push(record === null ? 'deleted' : (JSON.parse(record) as KeyRecord).name)
  if (record === null) kv.kept.delete(name)
  else kv.kept.set(name, record)
}
const SETTINGS = getSettings(BINDINGS)
const STORE = {
  get: (name: string) => BINDINGS.STORE.get(name, 'json'),
  put: (name: string, text: string) => write(name, text),
  delete: (name: string) => write(name, null),
} as unknown as Env['STORE']
useBindings(() => ({ STORE }))

const access = () => OBJECTS.ACCESS.getByName(ACCESS_NAME)
const DIGEST = 'a'.repeat(64)
const ID = DIGEST.slice(0, 16)
const TERMS = { name: 'first', licence: 'pro' as const }
const create = async (digest = DIGEST) => unwrap(await access().createKey({ digest, prefix: 'lk_aaaaa', ...TERMS }))
const change = async (fields: object) => unwrap(await access().changeKey(ID, fields))
const roll = async (overlapMs = 0, digest = 'b'.repeat(64)) =>
  unwrap(await access().rollKey(ID, { digest, prefix: 'lk_bbbbb', overlapMs, keepsSubscriptions: overlapMs > 0 }))
const stored = () => [...kv.kept.values()].map((text) => JSON.parse(text) as KeyRecord)
const names = async () => (await access().keys.list()).map(({ name }) => name)

/** Lets time pass, and the alarm ring when it is due. */
async function pass(ms: number): Promise<void> {
  world.clock.advance(ms)
  const at = await runInDurableObject(access(), (_, { storage }) => storage.getAlarm())
  if (at !== null && at <= world.clock.now()) await runDurableObjectAlarm(access())
}
/** Rejects with the reason of the runtime. */
const refuse = () => Promise.reject(new Error('KV PUT failed: 429 Too Many Requests'))

/** Holds the writes of STORE until they are released. */
function hold() {
  const { promise, resolve } = Promise.withResolvers<void>()
  kv.before = () => promise
  return () => {
    kv.before = () => {}
    resolve()
  }
}

describe('the copy of a key', () => {
  it('is written after the change is decided, one write at a time, and never an older state after a newer one', async () => {
    await create()
    const release = hold()
    const answers = ['second', 'third', 'fourth'].map((name) => change({ name }))
    await vi.waitFor(() => expect(kv.running).toBe(1))
    expect(await names()).toEqual(['fourth'])
    release()
    await Promise.all(answers)
    // What a newer change replaces in the meantime is not written at all.
    expect(kv.writes).toEqual(['first', 'second', 'fourth'])
    expect(kv.most).toBe(1)
    expect(stored()).toMatchObject([{ name: 'fourth' }])
  })

  it('of one key does not wait for another one', async () => {
    await create()
    const release = hold()
    const slow = change({ name: 'slow' })
    await vi.waitFor(() => expect(kv.running).toBe(1))
    kv.before = () => {}
    expect(await create('c'.repeat(64))).toMatchObject({ name: 'first' })
    release()
    await slow
  })

  it('that STORE refuses is written again by the alarm, later each time: the change stands', async () => {
    await create()
    kv.before = refuse
    const refused = access().changeKey(ID, { disabled: true })
    expect(await refused).toMatchObject({
      status: 503,
      message: expect.stringMatching(/^the key is changed, which stands, but the storage of this gateway did not take/),
      headers: { 'Retry-After': '2' },
    })
    expect(await access().keys.list()).toMatchObject([{ disabled: true }])
    let tries = 0
    kv.before = () => {
      tries += 1
      return refuse()
    }
    for (let minutes = 0; minutes < 10; minutes++) await pass(MINUTE)
    expect(tries).toBeGreaterThan(3)
    expect(tries).toBeLessThan(10)
    expect(stored()).not.toMatchObject([{ disabled: true }])
    kv.before = () => {}
    await pass(10 * MINUTE)
    expect(stored()).toMatchObject([{ disabled: true }])
  })

  it('is written once more if a write that seemed to fail arrives late', async () => {
    await create()
    let arrive = () => {}
    kv.before = (text) => {
      kv.before = () => {}
      const [name = ''] = kv.kept.keys()
      arrive = () => kv.kept.set(name, text ?? '')
      return refuse()
    }
    await expect(change({ name: 'late' })).rejects.toMatchObject({ status: 503 })
    await change({ disabled: true, name: 'newest' })
    arrive()
    expect(stored()).toMatchObject([{ name: 'late' }])
    await pass(MINUTE)
    expect(stored()).toMatchObject([{ name: 'newest', disabled: true }])
  })

  it.each([
    ['a change', () => change({ disabled: true }), { name: 'first', disabled: true }],
    ['a rotation', () => roll(), { expires_at: '2026-11-21T09:00:00.000Z' }],
  ])('is finished by the alarm when the object is killed before it: %s', async (_, work, expected) => {
    await create()
    hold()
    const lost = work().catch(() => 'killed')
    await vi.waitFor(() => expect(kv.running).toBe(1))
    await abortObjects()
    expect(await lost).toBe('killed')
    kv.before = () => {}
    await pass(10_000)
    await pass(0)
    const own = stored().find(({ id }) => id === ID)
    expect(own).toMatchObject(expected)
    expect(stored()).toEqual(await access().keys.list())
  })

  it('that is not there after 10 s is answered 503, and written later', async () => {
    await create()
    vi.mocked((await import('../../../src/base/platform.ts')).platform.timer).mockImplementation((ms, ring) => {
      if (ms === 10_000) queueMicrotask(ring)
      return () => {}
    })
    const release = hold()
    await expect(change({ name: 'slow' })).rejects.toMatchObject({ status: 503 })
    release()
    await vi.waitFor(() => expect(stored()).toMatchObject([{ name: 'slow' }]))
  })
})

describe('a deleted key', () => {
  it('is not written again by anything, and its copy is deleted again after five minutes', async () => {
    await create()
    const [name = ''] = kv.kept.keys()
    const release = hold()
    const late = change({ name: 'late' })
    await vi.waitFor(() => expect(kv.running).toBe(1))
    const deleted = access().deleteKey(ID)
    release()
    await Promise.all([late, deleted])
    expect(kv.writes).toEqual(['first', 'late', 'deleted'])
    await expect(change({ name: 'back' })).rejects.toMatchObject({ status: 404 })
    await expect(roll()).rejects.toMatchObject({ status: 404 })
    await expect(create()).rejects.toMatchObject({ status: 409 })
    // As if something had brought it back.
    kv.kept.set(name, JSON.stringify({ name: 'back' }))
    await pass(5 * MINUTE)
    expect(stored()).toEqual([])
    const left = (table: string) =>
      runInDurableObject(access(), (_, { storage: { sql } }) => sql.exec(`SELECT * FROM ${table}`).toArray())
    expect(await Promise.all(['named_keys', 'key_copies', 'key_news'].map(left))).toEqual([[], [], []])
    expect(await access().deleteKey(ID)).toMatchObject({ status: 404 })
  })

  it('may be deleted again until STORE has taken it', async () => {
    await create()
    kv.before = refuse
    expect(await access().deleteKey(ID)).toMatchObject({
      status: 503,
      message: expect.stringContaining('which stands'),
    })
    expect(await access().keys.list()).toEqual([])
    kv.before = () => {}
    expect(await access().deleteKey(ID)).toEqual({ ok: true, value: { subscriptions: [], created: [] } })
    expect(await access().deleteKey(ID)).toMatchObject({ status: 404 })
  })
})

describe('a new key that STORE refuses', () => {
  const someTimes = (refused: number) => {
    let writes = 0
    kv.before = () => (++writes === refused ? refuse() : undefined)
  }

  it('is not made, and nothing of it stays', async () => {
    someTimes(1)
    await expect(create()).rejects.toMatchObject({ status: 503, message: expect.stringContaining('was not made') })
    expect(await access().keys.list()).toEqual([])
    await pass(10_000)
    expect(kv.writes).toEqual(['deleted'])
  })

  it.each([1, 2])('in a rotation, at write %i, leaves the previous one as it is', async (refused) => {
    const before = await create()
    someTimes(refused)
    await expect(roll()).rejects.toMatchObject({ status: 503, message: expect.stringContaining('is as before') })
    expect(await access().keys.list()).toEqual([before])
    await pass(10_000)
    await pass(MINUTE)
    expect(stored()).toEqual([before])
    kv.before = () => {}
    expect((await roll(0, 'c'.repeat(64))).previous.expires_at).toBe(new Date(world.clock.now()).toISOString())
  })

  it('in a rotation, takes back no change that came in between', async () => {
    await create()
    const { promise, reject } = Promise.withResolvers<void>()
    kv.before = () => promise
    const rolled = roll()
    await vi.waitFor(() => expect(kv.running).toBe(1))
    kv.before = () => {}
    await change({ name: 'between', expires_at: '2027-01-01T00:00:00.000Z' })
    reject(new Error('KV PUT failed'))
    await expect(rolled).rejects.toMatchObject({ status: 503 })
    const between = { id: ID, name: 'between', expires_at: '2027-01-01T00:00:00.000Z' }
    expect(await access().keys.list()).toMatchObject([between])
    expect(await access().keys.list()).not.toMatchObject([{ replaced_by: expect.anything() }])
  })
})

describe('EVENTS', () => {
  const unreachable = () => Promise.reject(new Error('Durable Object reset'))

  it.each([
    ['changed', () => access().changeKey(ID, { disabled: true }), { id: ID, disabled: true }],
    ['deleted', () => access().deleteKey(ID), undefined],
  ])('that cannot be reached is told by the alarm that a key was %s', async (_, work, expected) => {
    await create()
    const told = vi.spyOn(Events.prototype, 'keyChanged').mockImplementationOnce(unreachable)
    expect(await work()).toMatchObject({ status: 503, message: expect.stringContaining('its subscriptions') })
    // The key itself has ended.
    expect(stored()).not.toMatchObject([{ disabled: false }])
    await pass(10_000)
    expect(told.mock.lastCall).toEqual([ID, expected === undefined ? undefined : expect.objectContaining(expected)])
    expect(told).toHaveBeenCalledTimes(2)
  })

  it('that cannot be reached lets no key be rotated', async () => {
    const before = await create()
    vi.spyOn(Events.prototype, 'keyRolled').mockImplementationOnce(unreachable)
    await expect(roll()).rejects.toMatchObject({ status: 503 })
    expect(await access().keys.list()).toEqual([before])
  })

  it('is told of a rotation: the subscriptions continue with an overlap, and are paused without one', async () => {
    await create()
    const told = vi.spyOn(Events.prototype, 'keyChanged')
    const paused = vi.spyOn(Events.prototype, 'keyRolled')
    await roll(1000)
    expect(told.mock.lastCall).toEqual([ID, { id: ID, name: 'first', licence: 'pro' }])
    expect(paused).not.toHaveBeenCalled()
    const { digest, ...next } = { digest: 'c'.repeat(64), prefix: 'lk_ccccc', overlapMs: 0, keepsSubscriptions: false }
    unwrap(await access().rollKey('b'.repeat(16), { digest, ...next }))
    expect(paused.mock.calls).toEqual([[ID]])
  })

  it('is told again of the key as it was, when STORE refuses the rotation after EVENTS heard of it', async () => {
    await create()
    const told = vi.spyOn(Events.prototype, 'keyChanged')
    let writes = 0
    kv.before = () => (++writes === 2 ? refuse() : undefined)
    await expect(roll(MINUTE)).rejects.toMatchObject({ status: 503 })
    const times = told.mock.calls.length
    await pass(10_000)
    expect(told.mock.calls.length).toBe(times + 1)
    expect(told.mock.lastCall).toEqual([ID, { id: ID, name: 'first', licence: 'pro' }])
  })

  it('hears of the key that represents the lineage, and of its end with the last one', async () => {
    await create()
    const told = vi.spyOn(Events.prototype, 'keyChanged')
    const { record } = await roll(MINUTE)
    unwrap(await access().changeKey(record.id, { name: 'renamed' }))
    unwrap(await access().deleteKey(ID))
    expect(told.mock.lastCall).toEqual([ID, { id: ID, name: 'renamed', licence: 'pro' }])
    unwrap(await access().deleteKey(record.id))
    expect(told.mock.lastCall).toEqual([ID, undefined])
  })
})

it('the owner of what a key sets up is unknown for a key that was deleted, disabled or replaced, or has expired', async () => {
  await create()
  const owner = () => access().keys.findOwner(ID)
  expect(await owner()).toEqual({ id: ID, name: 'first', licence: 'pro' })
  await change({ disabled: true })
  expect(await owner()).toBeUndefined()
  await change({ disabled: false })
  const { record } = await roll(MINUTE)
  expect(await owner()).toMatchObject({ id: ID })
  world.clock.advance(MINUTE)
  expect(await owner()).toBeUndefined()
  expect(await access().keys.findOwner(record.id)).toEqual({ id: ID, name: 'first', licence: 'pro' })
  unwrap(await access().deleteKey(record.id))
  expect(await access().keys.findOwner(record.id)).toBeUndefined()
})

it('a thousand keys are the most', async () => {
  await create()
  await runInDurableObject(access(), (_, { storage: { sql } }) => {
    for (let more = 1; more < 1000; more++)
      sql.exec(
        "INSERT INTO named_keys (id, digest, lineage, record, data_key) SELECT ?, '', '', '{}', data_key FROM named_keys LIMIT 1",
        `${more}`,
      )
  })
  const refused = create('d'.repeat(64))
  await expect(refused).rejects.toMatchObject({ status: 409, message: 'there are 1000 keys: delete one first' })
})

describe('a change of a key that was rotated with an overlap', () => {
  const twoKeys = async () => {
    await create()
    const { record } = await roll(60 * MINUTE)
    return record.id
  }
  const changeOf = async (id: string, fields: object) => unwrap(await access().changeKey(id, fields))
  const copies = () => stored().map(({ name: _, ...terms }) => terms)

  it.each([
    ['disables both', { disabled: true }, { disabled: true }],
    ['closes groups of both', { groups: ['notes'] }, { groups: ['notes'] }],
    ['makes both read-only', { read_only: true }, { read_only: true }],
    ['makes both ask first', { confirm: true }, { confirm: true }],
    ['lowers the licence of both', { licence: 'basic' }, { licence: 'basic' }],
    ['limits both', { limits: { max_amount: 5 } }, { limits: { max_amount: 5 } }],
    ['ends both earlier', { expires_at: '2026-11-21T09:10:00.000Z' }, { expires_at: '2026-11-21T09:10:00.000Z' }],
  ])('%s', async (_, fields, expected) => {
    await changeOf(await twoKeys(), fields)
    expect(await access().keys.list()).toMatchObject([expected, expected])
    expect(copies()).toMatchObject([expected, expected])
  })

  it('disables both when the previous one is named', async () => {
    await twoKeys()
    await changeOf(ID, { disabled: true })
    expect(copies()).toMatchObject([{ disabled: true }, { disabled: true }])
  })

  it('gives nothing to the other one, and leaves it no more than before', async () => {
    const id = await twoKeys()
    await changeOf(id, { groups: ['notes', 'video'], limits: { max_amount: 10, daily_amount: 20 } })
    await changeOf(id, { groups: ['video', 'recorder'], limits: { max_amount: 30 }, expires_at: null, name: 'other' })
    const [previous, present] = await access().keys.list()
    expect(present).toMatchObject({ name: 'other', groups: ['video', 'recorder'], limits: { max_amount: 30 } })
    expect(present?.limits).not.toHaveProperty('daily_amount')
    expect(previous).toMatchObject({
      ...{ name: 'first', groups: ['video'], limits: { max_amount: 10, daily_amount: 20 } },
      expires_at: new Date(world.clock.now() + 60 * MINUTE).toISOString(),
    })
    for (const wider of [{ groups: null }, { limits: null }, { read_only: false }, { confirm: false }])
      await changeOf(id, wider)
    expect((await access().keys.list())[0]).toEqual(previous)
  })

  it('is enabled again with it', async () => {
    const id = await twoKeys()
    await changeOf(id, { disabled: true })
    await changeOf(id, { disabled: false })
    expect((await access().keys.list()).map(({ disabled }) => disabled)).toEqual([false, false])
  })
})
