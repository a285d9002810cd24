import { runInDurableObject } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { unwrap } from '../../../src/base/errors.ts'
import { EVENTS_NAME } from '../../../src/base/events.ts'
import { getSettings } from '../../../src/base/settings.ts'
import { EventLog } from '../../../src/objects/events/event-log.ts'
import { startWithEmptyData } from '../../../src/upstream/data-key.ts'
import { BINDINGS } from '../../support/gateway.ts'
import { OBJECTS } from '../../support/objects.ts'
import { DAY, events, settle, subscribe, useStage } from './stage.ts'

/** docs/spec/events.md, "The promise": the fields of an event that are about people are stored encrypted. */
const stage = useStage()

const [FIRST = '', SECOND = '', OTHER = ''] = [1, 2, 3].map((byte) => btoa(String.fromCharCode(byte).repeat(32)))
const DATA = { shipmentBoxId: 'b1', receiver: { name: '홍길동', addr1: '서울시 은행로 1' } }
const { receiver, ...data } = DATA

const sheet = () => ({
  ...{
    type: 'shop.ordersheet.created' as const,
    account: 'shop-seller' as const,
    subject: 'b1',
    at: stage().clock.now(),
  },
  ...{ data, personal: { receiver } },
})

/** Everything that the object stores, as text. */
const stored = () =>
  runInDurableObject(OBJECTS.EVENTS.getByName(EVENTS_NAME), (_, { storage }) => {
    const tables = storage.sql
      .exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE '%event%'")
      .toArray()
    return JSON.stringify([
      ...storage.kv.list(),
      ...tables.map(({ name }) => storage.sql.exec(`SELECT * FROM ${name}`).toArray()),
    ])
  })
const feed = async () => unwrap(await events().feed(null, { limit: 10 })).events.map((event) => event.data)

it('the feed, a delivery and the export have them, and the storage does not', async () => {
  await subscribe({ types: ['shop.ordersheet.created'] })
  await events().keep([sheet()])
  await settle(stage())
  expect(await feed()).toEqual([DATA])
  expect(stage().received.map(({ body }) => JSON.parse(body).data)).toEqual([DATA])
  expect((await events().contents('shop-seller')).events).toMatchObject([
    { type: 'shop.ordersheet.created', data: DATA },
  ])
  const all = await stored()
  expect(all).toContain('b1')
  for (const word of ['홍길동', '은행로', 'receiver']) expect(all).not.toContain(word)
})

it('nothing of them is left after they were erased, and after 30 days', async () => {
  await events().keep([sheet()])
  await events().erase(['shop-seller'])
  expect(await stored()).not.toContain('b1')
  await events().keep([sheet()])
  stage().clock.advance(31 * DAY)
  expect(await feed()).toEqual([])
  expect(await stored()).not.toContain('b1')
})

it('they are readable after CREDENTIALS_KEY was rotated, and are not stored without it', async () => {
  await feed()
  for (const CREDENTIALS_KEY of [FIRST, OTHER]) await startWithEmptyData(getSettings({ ...BINDINGS, CREDENTIALS_KEY }))
  await stage().sql(async (sql) => {
    const log = (keys: Partial<typeof BINDINGS>) => new EventLog(sql, getSettings({ ...BINDINGS, ...keys }))
    const add = async (by: EventLog) => {
      const [sealed] = await by.seal([sheet()])
      return by.add(sealed ?? expect.unreachable(), 0) ?? 0
    }
    const read = async (by: EventLog, seq: number) => (await by.open(by.at(seq) ?? expect.unreachable())).data
    const seq = await add(log({ CREDENTIALS_KEY: FIRST }))
    const both = log({ CREDENTIALS_KEY: SECOND, CREDENTIALS_KEY_PREVIOUS: FIRST })
    expect(await read(both, seq)).toEqual(DATA)
    expect(await read(log({ CREDENTIALS_KEY: OTHER }), seq)).toEqual(data)

    const without = log({ CREDENTIALS_KEY: '' })
    const other = await add(without)
    expect([await read(without, other), await read(both, other)]).toEqual([data, data])
  })
})
