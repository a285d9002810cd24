import { reset, runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MIGRATIONS, migrate } from '../../src/objects/schema.ts'
import { SHARED_OBJECTS as OBJECTS } from '../support/objects.ts'
import { abortObjects } from '../support/work.ts'
import { createWorld } from '../support/world.ts'

/** docs/storage.md, "All Durable Objects": the versions of stores. */

beforeEach(() => {
  createWorld()
})
afterEach(() => reset())

/**
 * Each class of objects, with an object's name, and a call that opens it. Objects of other tests have other names, so
 * that nothing late reaches these.
 */
const STORES = {
  accounts: {
    object: () => OBJECTS.ACCOUNTS.getByName('a'),
    open: () => OBJECTS.ACCOUNTS.getByName('a').origin.read(),
  },
  access: {
    object: () => OBJECTS.ACCESS.getByName('s'),
    open: () => OBJECTS.ACCESS.getByName('s').sessions.find('s'),
  },
  ledger: { object: () => OBJECTS.LEDGER.getByName('l'), open: () => OBJECTS.LEDGER.getByName('l').release('run') },
  events: {
    object: () => OBJECTS.EVENTS.getByName('e'),
    open: () => OBJECTS.EVENTS.getByName('e').subscriptions(null),
  },
  usage: {
    object: () => OBJECTS.USAGE.getByName('usage'),
    open: () => OBJECTS.USAGE.getByName('usage').since({ since: 0, span: 'day', by: 'group' }),
  },
} satisfies Record<keyof typeof MIGRATIONS, unknown>
const NAMES = Object.keys(STORES) as (keyof typeof MIGRATIONS)[]

/** Uses the storage of an object. */
const inside = <Value>(store: keyof typeof MIGRATIONS, work: (storage: DurableObjectStorage) => Value) =>
  runInDurableObject(STORES[store].object() as unknown as DurableObjectStub, (_, { storage }) => work(storage))

const getVersion = (store: keyof typeof MIGRATIONS) => inside(store, ({ kv }) => kv.get<number>('schema_version'))

const getTables = ({ sql }: DurableObjectStorage) =>
  sql
    .exec<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'`)
    .toArray()
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('sqlite'))

describe.each(NAMES)('the store of %s', (store) => {
  it('has the version of this code once it was opened, and stays as it is', async () => {
    await STORES[store].open()
    expect(await getVersion(store)).toBe(MIGRATIONS[store].length)
    const before = await inside(store, (storage) => {
      for (const table of getTables(storage)) fill(storage.sql, table)
      return dump(storage)
    })
    await abortObjects()
    await STORES[store].open()
    expect(await inside(store, dump)).toEqual(before)
  })

  it('of newer code is used as it is', async () => {
    await STORES[store].open()
    const before = await inside(store, (storage) => {
      storage.kv.put('schema_version', 99)
      for (const table of getTables(storage)) {
        storage.sql.exec(`ALTER TABLE ${table} ADD COLUMN later TEXT DEFAULT 'x'`)
        fill(storage.sql, table)
      }
      return dump(storage)
    })
    await abortObjects()
    await STORES[store].open()
    expect(await inside(store, dump)).toEqual(before)
  })
})

describe('a store of older code', () => {
  const first = ({ sql }: DurableObjectStorage) => void sql.exec('CREATE TABLE steps (name TEXT NOT NULL)')
  const second = ({ sql }: DurableObjectStorage) => void sql.exec('ALTER TABLE steps ADD COLUMN later TEXT')
  const broken = () => {
    throw new Error('a step that fails')
  }
  /** Uses the storage of an object without a table of its own. */
  const run = <Value>(work: (state: DurableObjectState) => Value) =>
    runInDurableObject(STORES.ledger.object() as unknown as DurableObjectStub, (_, state) => work(state))
  /** Its store is of the version that ran these steps. */
  const open = (...steps: ((storage: DurableObjectStorage) => void)[]) =>
    run((state) => {
      state.storage.kv.delete('schema_version')
      migrate(state, steps)
      state.storage.sql.exec("INSERT INTO steps VALUES ('kept')")
    })

  it('runs the steps that it lacks, each once, and keeps its rows', async () => {
    await open(first)
    const rows = await run((state) => {
      migrate(state, [first, second])
      migrate(state, [first, second])
      return state.storage.sql.exec('SELECT * FROM steps').toArray()
    })
    expect(rows).toEqual([{ name: 'kept', later: null }])
    expect(await getVersion('ledger')).toBe(2)
  })

  it('runs none of them when one fails', async () => {
    await open(first)
    await run((state) => expect(() => migrate(state, [first, second, broken])).toThrow('a step that fails'))
    expect((await inside('ledger', dump)).tables).toEqual([['steps', [{ name: 'kept' }]]])
    expect(await getVersion('ledger')).toBe(1)
  })
})

/** A readable value for a column. 1 for any other. */
const VALUES: Readonly<Record<string, string>> = {
  record: `'{"id":"1","types":[],"opened":[],"url":"https://h.example.com/","key":{"id":"k1","mark":"m","groups":[]},"createdAt":0,"updatedAt":0,"lastDeliveredAt":null,"failingSince":null}'`,
}

/** One row, whatever the columns are. */
function fill(sql: SqlStorage, table: string): void {
  const columns = sql.exec<{ name: string }>(`PRAGMA table_info(${table})`).toArray()
  sql.exec(
    `INSERT INTO ${table} (${columns.map(({ name }) => name).join()}) VALUES (${columns.map(({ name }) => VALUES[name] ?? '1').join()})`,
  )
}

const dump = (storage: DurableObjectStorage) => ({
  tables: getTables(storage).map((table) => [table, storage.sql.exec(`SELECT * FROM ${table}`).toArray()]),
  version: storage.kv.get('schema_version'),
})
