import { describe, expect, it } from 'vitest'
import { unwrap } from '../../../src/base/errors.ts'
import { type EventsCaller, toOwnerEvent } from '../../../src/base/events.ts'
import type { Account, Group } from '../../../src/base/groups.ts'
import { MIGRATIONS } from '../../../src/objects/schema.ts'
import { events, fileReady, useStage } from './stage.ts'

/** docs/spec/events.md, "Accounts of events": an event belongs to an account. */
const stage = useStage()

const TABLES = ['kept_events', 'event_attempts', 'event_outbox', 'event_marks', 'event_sources'] as const

const types = async (caller: EventsCaller) =>
  unwrap(await events().feed(caller, { limit: 100 })).events.map(({ type }) => type)

const opening = (...groups: Group[]) => ({ id: 'k1', groups })

/** The accounts of the rows of a table, in their order. */
const accountsIn = (table: 'kept_events' | 'event_attempts', order: string) =>
  stage().sql((sql) =>
    sql
      .exec<{ account: string | null }>(`SELECT account FROM ${table} ORDER BY ${order}`)
      .toArray()
      .map(({ account }) => account),
  )

/** A row of each kind as a release stores it that knows only groups, with an attempt to deliver it. */
const ROWS: readonly (readonly [type: string, area: string, data: object, account: Account | null])[] = [
  ['recorder.file.ready', 'recorder', {}, 'recorder'],
  ['shop.order.created', 'shop', {}, 'shop-consumer'],
  ['shop.ordersheet.created', 'shop', {}, 'shop-seller'],
  ['shop.return.created', 'shop', {}, 'shop-seller'],
  ['account.rejected', 'shop', { account: 'shop-consumer' }, 'shop-consumer'],
  ['account.rejected', 'shop', { account: 'shop-seller' }, 'shop-seller'],
  ['account.expiring', 'notes', { account: 'notes' }, 'notes'],
  ['owner.changed', 'admin', {}, null],
]
const ACCOUNTS_OF_ROWS = ROWS.map(([, , , account]) => account)

function insertRows(sql: SqlStorage, now: number): void {
  for (const [index, [type, area, data]] of ROWS.entries()) {
    const id = `evt_${index}`
    sql.exec(
      'INSERT INTO kept_events (id, type, area, at, kept_at, data) VALUES (?, ?, ?, ?, ?, ?)',
      ...[id, type, area, now, now, JSON.stringify(data)],
    )
    const record = JSON.stringify({ event_id: id, type, ok: true })
    sql.exec(
      "INSERT INTO event_attempts (subscription, area, at, record) VALUES ('sub_1', ?, ?, ?)",
      ...[area, now, record],
    )
  }
  // Its event has expired.
  const record = JSON.stringify({ event_id: 'evt_gone', type: 'shop.order.created', ok: true })
  sql.exec("INSERT INTO event_attempts (subscription, area, at, record) VALUES ('sub_1', 'shop', ?, ?)", now, record)
}

/** Puts the store back to a version, with its rows. */
async function downgradeTo(version: number): Promise<void> {
  const now = stage().clock.now()
  await stage().storage((storage) => {
    for (const table of [...TABLES, 'event_readers', 'event_subscriptions']) storage.sql.exec(`DROP TABLE ${table}`)
    for (const step of MIGRATIONS.events.slice(0, 1)) step(storage)
    if (version === 1) insertRows(storage.sql, now)
    for (const step of MIGRATIONS.events.slice(1, version)) step(storage)
    if (version === 2) insertRows(storage.sql, now)
    storage.kv.put('schema_version', version)
  })
  await stage().restart()
}

describe.each([1, 2])('a store of version %d', (version) => {
  it('has an account in each row, and in each attempt', async () => {
    await downgradeTo(version)
    await types(null)
    expect(await accountsIn('kept_events', 'seq')).toEqual(ACCOUNTS_OF_ROWS)
    expect(await accountsIn('event_attempts', 'id')).toEqual([...ACCOUNTS_OF_ROWS, 'shop-consumer'])
  })
})

it('rows of the release before, which used the store again, get their accounts at the next start', async () => {
  await events().keep([])
  await stage().sql((sql) => insertRows(sql, stage().clock.now()))
  await stage().restart()
  expect(await types(opening('shop'))).toEqual(ROWS.flatMap(([type, area]) => (area === 'shop' ? [type] : [])))
  expect(await accountsIn('kept_events', 'seq')).toEqual(ACCOUNTS_OF_ROWS)
  expect(await accountsIn('event_attempts', 'id')).toEqual([...ACCOUNTS_OF_ROWS, 'shop-consumer'])
})

it('the start reads no row where all have their account', async () => {
  await events().keep(Array.from({ length: 50 }, (_, index) => fileReady(`f${index}`)))
  const read = await stage().sql((sql) => {
    const plan = sql.exec<{ detail: string }>(
      "EXPLAIN QUERY PLAN UPDATE kept_events SET account = '' WHERE account IS NULL AND area <> 'admin'",
    )
    return plan.toArray().map(({ detail }) => detail)
  })
  expect(read).toEqual([expect.stringContaining('USING INDEX kept_events_without_account')])
})

it('a key sees the events of the accounts that it opens, and the owner all', async () => {
  const owner = toOwnerEvent({ change: 'signed_in', by: 'passkey', device: null, target: null }, stage().clock.now())
  await events().keep([
    fileReady('f1'),
    fileReady('o1', { type: 'shop.order.created', account: 'shop-consumer' }),
    fileReady('a1', { type: 'account.rejected', account: 'shop-seller' }),
    owner,
  ])
  expect(await types(opening('recorder'))).toEqual(['recorder.file.ready'])
  expect(await types(opening('shop'))).toEqual(['shop.order.created', 'account.rejected'])
  const ofAll = ['recorder.file.ready', 'shop.order.created', 'account.rejected']
  expect(await types({ id: 'deployment', groups: null })).toEqual(ofAll)
  expect(await types(null)).toEqual([...ofAll, 'owner.changed'])
})
