import { abortAllDurableObjects, reset, runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StoreName } from '../../src/base/stores.ts'
import { MIGRATIONS } from '../../src/objects/migrations.ts'
import { ADMIN_KEY } from '../contract/admin.rows.ts'
import { createGateway } from '../support/gateway.ts'
import { SHARED_OBJECTS as OBJECTS } from '../support/objects.ts'
import { createWorld, type World } from '../support/world.ts'

/** Decisions.md section 11.9. */

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await reset()
})

/** Each class of objects, with an object's name, and a call that opens it. */
const STORES = {
  accounts: { object: () => OBJECTS.ACCOUNTS.getByName('a'), open: () => OBJECTS.ACCOUNTS.getByName('a').origin() },
  access: {
    object: () => OBJECTS.ACCESS.getByName('access'),
    open: () => OBJECTS.ACCESS.getByName('access').isSessionEnded('s'),
  },
  ledger: { object: () => OBJECTS.LEDGER.getByName('l'), open: () => OBJECTS.LEDGER.getByName('l').release('run') },
  events: {
    object: () => OBJECTS.EVENTS.getByName('events'),
    open: () => OBJECTS.EVENTS.getByName('events').subscriptions(null),
  },
  usage: { object: () => OBJECTS.USAGE.getByName('usage'), open: () => OBJECTS.USAGE.getByName('usage').since(0) },
} satisfies Record<StoreName, unknown>
const NAMES = Object.keys(STORES) as StoreName[]

/** Uses the storage of an object. */
const inside = <Value>(store: StoreName, work: (storage: DurableObjectStorage) => Value) =>
  runInDurableObject(STORES[store].object() as unknown as DurableObjectStub, (_, { storage }) => work(storage))

const getVersion = (store: StoreName) => inside(store, ({ kv }) => kv.get<number>('schema'))

const getTables = ({ sql }: DurableObjectStorage) =>
  sql
    .exec<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'`)
    .toArray()
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('sqlite'))

describe.each(NAMES)('the store of %s', (store) => {
  it('has the version of this code once it was opened', async () => {
    await STORES[store].open()
    expect(await getVersion(store)).toBe(MIGRATIONS[store].length)
  })

  it('of a release without versions runs all migrations, which change no existing data', async () => {
    await STORES[store].open()
    const before = await inside(store, (storage) => {
      storage.kv.delete('schema')
      for (const table of getTables(storage)) fill(storage.sql, table)
      return dump(storage)
    })
    await abortAllDurableObjects()
    await STORES[store].open()
    expect(await getVersion(store)).toBe(MIGRATIONS[store].length)
    expect(await inside(store, dump)).toEqual(before)
  })

  it('of newer code is used, and reported in the log and to the owner', async () => {
    await STORES[store].open()
    await inside(store, (storage) => {
      storage.kv.put('schema', 99)
      for (const table of getTables(storage)) storage.sql.exec(`ALTER TABLE ${table} ADD COLUMN later TEXT DEFAULT 'x'`)
    })
    await abortAllDurableObjects()
    const lines: string[] = []
    vi.spyOn(console, 'log').mockImplementation((line: unknown) => void lines.push(String(line)))
    await STORES[store].open()
    expect(lines.map((line) => JSON.parse(line))).toContainEqual({
      ...{ newer_store: store, version: 99, known: MIGRATIONS[store].length },
    })
    expect(await getVersion(store)).toBe(99)
    await vi.waitFor(async () => expect((await warnings('overview')).map(({ code }) => code)).toContain('store_newer'))
    const [warning] = (await warnings('overview')).filter(({ code }) => code === 'store_newer')
    expect(warning?.message).toMatch(new RegExp(`^${store.toUpperCase()} .* 99.*${MIGRATIONS[store].length}`))
    expect(await warnings('events')).toEqual(store === 'events' ? [warning] : [])
  })
})

it('a report ends with newer code, and after 7 days in which the store was not opened', async () => {
  const usage = OBJECTS.USAGE.getByName('usage')
  const seenAt = world.clock.now()
  await usage.noteNewerStore({ store: 'ledger', version: MIGRATIONS.ledger.length, known: 0, seenAt })
  expect(await usage.newerStores()).toEqual([])
  await usage.noteNewerStore({ store: 'ledger', version: 98, known: 0, seenAt })
  await usage.noteNewerStore({ store: 'ledger', version: 99, known: 0, seenAt })
  const newer = { store: 'ledger', version: 99, known: MIGRATIONS.ledger.length, seenAt }
  expect(await usage.newerStores()).toEqual([newer])
  world.clock.advance(7 * 86_400_000 - 1)
  expect(await usage.newerStores()).toEqual([newer])
  world.clock.advance(1)
  expect(await usage.newerStores()).toEqual([])
})

it('when USAGE does not respond, the overview says nothing about stores', async () => {
  const gateway = deploy()
  const fails = async () => {
    throw new Error('the object was reset')
  }
  const counts = { add: fails, since: fails, keys: fails, cutUntil: fails, noteNewerStore: fails, newerStores: fails }
  gateway.env.USAGE = {
    getByName: () => ({ ...counts, record: fails, auditEntries: fails, failedRequests: fails }),
  }
  expect((await warnings('overview', gateway)).map(({ code }) => code)).not.toContain('store_newer')
})

function deploy() {
  const gateway = createGateway({ ADMIN_KEY })
  gateway.env.USAGE = OBJECTS.USAGE as unknown as NonNullable<typeof gateway.env.USAGE>
  gateway.env.EVENTS = OBJECTS.EVENTS as unknown as typeof gateway.env.EVENTS
  return gateway
}

async function warnings(path: 'overview' | 'events', gateway = deploy()): Promise<{ code: string; message: string }[]> {
  const headers = { Authorization: `Bearer ${ADMIN_KEY}` }
  const { json } = await gateway.call(`/api/v1/admin/${path}`, { headers, key: null })
  return json.warnings
}

/** A readable value for a column. 1 for any other. */
const VALUES: Readonly<Record<string, string>> = {
  record: `'{"id":"1","types":[],"url":"https://h.example.com/","key":{"id":"k1","mark":"m","groups":[]},"createdAt":0,"updatedAt":0,"lastDeliveredAt":null,"failingSince":null}'`,
}

/** One row, whatever the columns are. */
function fill(sql: SqlStorage, table: string): void {
  const columns = sql.exec<{ name: string }>(`PRAGMA table_info(${table})`).toArray()
  sql.exec(
    `INSERT INTO ${table} (${columns.map(({ name }) => name).join()}) VALUES (${columns.map(({ name }) => VALUES[name] ?? '1').join()})`,
  )
}

const dump = (storage: DurableObjectStorage) =>
  getTables(storage).map((table) => [table, storage.sql.exec(`SELECT * FROM ${table}`).toArray()])
