import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getSettings } from '../../../src/base/settings.ts'
import {
  firstHour,
  hourOf,
  koreanDay,
  type UsageCount,
  type UsageQuery,
  type UsageRow,
} from '../../../src/base/usage.ts'
import { createKey } from '../../../src/gateway/auth/keys.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { nameKey } from '../../gateway/auth/keys/named-keys.ts'
import { KEYED_PATH } from '../../gateway/auth/try-keys.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { createGateway } from '../../support/gateway.ts'
import { OBJECTS } from '../../support/objects.ts'
import { createWorld, type World } from '../../support/world.ts'

/** docs/spec/admin.md, "Usage". The clock of these tests is at 2026-11-21T09:00Z, and today is 2026-11-21 in Korea. */

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const TODAY = koreanDay(Date.parse('2026-11-21T09:00:00Z'))
const DAY = 24
/** The first hour of this day. */
const HOUR = firstHour(TODAY)
const usage = () => OBJECTS.USAGE.getByName('usage')
const count = (over: Partial<UsageCount> = {}): UsageCount => ({
  ...{ hour: HOUR, key: 'k1', name: 'make', operation: 'video_list_captions' },
  ...{ ok: 1, refused: 2, failed: 3, ms: 600, max_ms: 300, last: 1000 },
  ...over,
})
const rows = (since: number, over: Partial<UsageQuery> = {}) =>
  usage().since({ since, span: 'day', by: 'group', ...over })

describe('USAGE', () => {
  it('sums up what isolates send, also several at once', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        usage().add([
          count({ max_ms: at }),
          count({ operation: 'shop_list_sales' }),
          count({ operation: 'shop_list_x' }),
        ]),
      ),
    )
    const sums = { hour: HOUR, key: 'k1', name: 'make', operation: null, failed: 60 }
    expect(await rows(HOUR)).toEqual([
      { ...sums, area: 'shop', ok: 40, refused: 80, failed: 120, ms: 24_000, max_ms: 300 },
      { ...sums, area: 'video', ok: 20, refused: 40, ms: 12_000, max_ms: 19 },
    ])
    expect((await rows(HOUR, { by: 'operation' })).map(({ operation, ok }) => [operation, ok])).toEqual([
      ['shop_list_sales', 20],
      ['shop_list_x', 20],
      ['video_list_captions', 20],
    ])
    expect(await usage().keys(HOUR)).toEqual([{ key: 'k1', last: 1000, requests: 360 }])
  })

  it('returns the newest day first, and requests without a key as null', async () => {
    await usage().add([count({ hour: HOUR - 1 }), count({ key: null, name: null })])
    expect((await rows(HOUR - DAY)).map(({ hour, key, name }) => [HOUR - hour, key, name])).toEqual([
      [0, null, null],
      [DAY, 'k1', 'make'],
    ])
    expect((await usage().keys(HOUR)).map(({ key, requests }) => [key, requests])).toEqual([['k1', 0]])
  })

  it('calls a key by its latest name, whatever comes late', async () => {
    await usage().add([count({ name: 'new', last: 2000 }), count({ name: 'old', operation: 'video_x', last: 500 })])
    await usage().add([count({ name: 'old', last: 1000 })])
    expect((await rows(HOUR)).map(({ name }) => name)).toEqual(['new'])
    expect((await usage().keys(HOUR)).map(({ last }) => last)).toEqual([2000])
  })

  it('adds up the hours of a day after 48 of them, and loses no request', async () => {
    for (let hour = 0; hour < 5 * DAY; hour++) await usage().add([count({ hour: HOUR + hour, max_ms: hour })])
    const now = HOUR + 5 * DAY - 1
    const hours = await rows(0, { span: 'hour' })
    expect(hours.map(({ hour }) => hour)).toEqual([
      ...Array.from({ length: 48 }, (_, at) => now - at),
      ...[2 * DAY, DAY, 0].map((hour) => HOUR + hour),
    ])
    expect((await rows(0)).map(({ hour, ok, ms, max_ms }) => [(hour - HOUR) / DAY, ok, ms, max_ms])).toEqual(
      [4, 3, 2, 1, 0].map((day) => [day, DAY, DAY * 600, day * DAY + 23]),
    )
  })

  it('deletes a day after 35 of them, but not when a key was last used', async () => {
    await usage().add([count({ hour: HOUR - 35 * DAY }), count({ hour: HOUR - 34 * DAY })])
    await usage().add([count({ hour: HOUR + 23 })])
    expect((await rows(0)).map(({ hour }) => (HOUR - hour) / DAY)).toEqual([0, 34])
  })

  it('stores at most 50,000 rows and 2,000 keys, the latest', async () => {
    await usage().add([count({ key: 'first', last: 1 })])
    await fill(50_000, HOUR)
    await runInDurableObject(usage(), (_, { storage: { sql } }) => {
      for (let key = 0; key < 1999; key++)
        sql.exec('INSERT INTO used_keys VALUES (?, ?, ?)', `u${key}`, 'name', key + 2)
    })
    expect(await usage().keys(HOUR)).toHaveLength(2000)
    await usage().add([count({ key: 'last', hour: HOUR + 1, last: 5000 })])
    const keys = (await usage().keys(HOUR)).map(({ key }) => key)
    expect([keys.length, keys.includes('first'), keys.includes('last')]).toEqual([2000, false, true])
    const counted = (await rows(HOUR)).map(({ key }) => key)
    expect([counted.length, counted.includes('first'), counted.includes('last')]).toEqual([50_000, false, true])
  })
})

/** Stores as many rows of an hour, each of another key. */
const fill = (rows: number, hour: number) =>
  runInDurableObject(usage(), (_, { storage: { sql } }) => {
    sql.exec(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
       INSERT INTO usage_counts SELECT ?, 'x' || n, 'shop_list_sales', 1, 0, 0, 5, 5 FROM numbers`,
      rows,
      hour,
    )
  })

describe('GET /admin/usage and /admin/keys', () => {
  function deploy() {
    const gateway = createGateway({ ADMIN_KEY })
    gateway.env.USAGE = OBJECTS.USAGE as unknown as NonNullable<typeof gateway.env.USAGE>
    const ask = async (path: string) => {
      const headers = { Authorization: `Bearer ${ADMIN_KEY}` }
      const { status, json } = await gateway.call(`/api/v1/admin/${path}`, { headers, key: null })
      return { status, json }
    }
    const make = (name: string) => createKey(getSettings(gateway.env), { name, licence: 'pro' })
    return { gateway, ask, make, knock: (key: string | null) => gateway.call(KEYED_PATH, { key }) }
  }

  it('show what keys were used for, by this isolate at once', async () => {
    const { ask, knock, make } = deploy()
    const { key } = await make('n8n')
    await knock(key)
    await knock(key)
    await knock(null)
    // The holder of a disabled key is a stranger.
    await knock(await nameKey({ disabled: true }))
    const at = { day: '2026-11-21', group: 'recorder', operation: null, ok: 0, failed: 0, mean_ms: 0, max_ms: 0 }
    const { json: told } = await ask('usage?days=1')
    const [{ id, last_used_at, requests_30d }] = (await ask('keys')).json.keys
    expect(told.days).toEqual([
      { ...at, key: null, key_id: null, refused: 2 },
      { ...at, key: 'n8n', key_id: id, refused: 2 },
    ])
    expect(Date.parse(told.complete_until)).toBe(world.clock.now() - 15_000)
    expect([last_used_at, requests_30d]).toEqual([expect.stringMatching(/^2026-11-21T09:00/), 2])
  })

  it('say until when counts are missing, because there were more rows than are stored', async () => {
    const { ask } = deploy()
    const missing = async (days: number) => (await ask(`usage?days=${days}`)).json.missing_until
    await usage().add([count({ hour: HOUR - 3 * DAY }), count({ hour: HOUR - 2 * DAY })])
    expect(await missing(30)).toBeNull()
    await fill(49_998, HOUR - 2 * DAY)
    await usage().add([count()])
    expect(await missing(30)).toBe('2026-11-18')
    expect(await missing(4)).toBe('2026-11-18')
    expect(await missing(3)).toBeNull()
  })

  it('take a number of days up to 30', async () => {
    const { ask } = deploy()
    await usage().add([0, 1, 6, 7, 29, 30].map((days) => count({ hour: HOUR - days * DAY })))
    const told = async (query: string) => (await ask(`usage${query}`)).json.days.length
    expect([await told('?days=1'), await told('?days=2'), await told(''), await told('?days=30')]).toEqual([1, 2, 3, 5])
    expect(await told('?days=90')).toBe(5)
    expect((await ask('usage?days=many')).status).toBe(400)
  })

  it('tell hours and operations apart, with the mean and the longest duration', async () => {
    const { ask } = deploy()
    const now = hourOf(world.clock.now())
    const list = 'video_list_captions'
    await usage().add([
      count({ hour: now }),
      count({ hour: now, operation: 'video_get_metadata', ms: 60, max_ms: 30 }),
      ...[1, 23, 24].map((ago) => count({ hour: now - ago, ok: 0, refused: 0, failed: 1, ms: 5, max_ms: 5 })),
    ])
    const { days, hours } = (await ask('usage?hours=24&by=operation')).json
    expect(days).toEqual([])
    const of = (hour: string, operation: string, mean_ms: number, max_ms: number) =>
      expect.objectContaining({ hour, key_id: 'k1', group: 'video', operation, mean_ms, max_ms })
    expect(hours).toEqual([
      of('2026-11-21T09:00:00.000Z', 'video_get_metadata', 10, 30),
      of('2026-11-21T09:00:00.000Z', list, 100, 300),
      of('2026-11-21T08:00:00.000Z', list, 5, 5),
      of('2026-11-20T10:00:00.000Z', list, 5, 5),
    ])
    expect((await ask('usage?by=operation')).json.days.map(({ operation }: UsageRow) => operation)).toContain(list)
    expect((await ask('usage?hours=24&days=7')).json.error).toBe('hours: must not be sent together with days')
    expect((await ask('usage?by=weekday')).json.error).toBe('by: must be one of group, operation')
    expect((await ask('usage?since=1')).status).toBe(400)
  })

  it('are a table that no spreadsheet runs', async () => {
    const { gateway, ask } = deploy()
    await usage().add([count({ name: '=1+1' })])
    const headers = { Authorization: `Bearer ${ADMIN_KEY}` }
    const table = await gateway.call('/api/v1/admin/usage?format=csv&by=operation', { headers, key: null })
    expect(table.headers.get('Content-Disposition')).toContain('latchkey-usage.csv')
    // The reader of the test drops the byte order mark.
    expect(table.text.split('\r\n').slice(0, 2)).toEqual([
      'day,key,key_id,group,operation,ok,refused,failed,mean_ms,max_ms',
      "2026-11-21,'=1+1,k1,video,video_list_captions,1,2,3,100,300",
    ])
    expect((await ask('usage?format=xlsx')).status).toBe(400)
  })

  it('when USAGE is unavailable: 503, and the list of keys without the counts', async () => {
    const { gateway, ask, knock, make } = deploy()
    const { key } = await make('automation')
    const fails = async () => {
      throw new Error('the object was reset')
    }
    gateway.env.USAGE = {
      getByName: () => ({
        audit: { record: fails, entries: fails, failures: fails },
        add: fails,
        since: fails,
        keys: fails,
        cutUntil: fails,
        refusedOrigins: { add: fails, list: fails },
      }),
    }
    expect((await knock(key)).status).toBe(401)
    expect(await ask('usage')).toMatchObject({ status: 503 })
    expect((await ask('keys')).json.keys).toEqual([
      expect.objectContaining({ name: 'automation', last_used_at: null, requests_30d: null }),
    ])
  })
})
