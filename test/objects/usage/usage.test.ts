import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getSettings } from '../../../src/base/settings.ts'
import { koreanDay, type UsageCount } from '../../../src/base/usage.ts'
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
const usage = () => OBJECTS.USAGE.getByName('usage')
const count = (over: Partial<UsageCount> = {}): UsageCount => ({
  ...{ day: TODAY, key: 'k1', name: 'make', area: 'video' as const },
  ...{ ok: 1, refused: 2, failed: 3, last: 1000 },
  ...over,
})

describe('USAGE', () => {
  it('sums up what isolates send, also several at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => usage().add([count(), count({ area: 'shop' })])))
    const sums = { day: TODAY, key: 'k1', name: 'make', ok: 20, refused: 40, failed: 60 }
    expect(await usage().since(TODAY)).toEqual([
      { ...sums, area: 'shop' },
      { ...sums, area: 'video' },
    ])
    expect(await usage().keys(TODAY)).toEqual([{ key: 'k1', last: 1000, requests: 240 }])
  })

  it('returns the newest day first, and requests without a key as null', async () => {
    await usage().add([count({ day: TODAY - 1 }), count({ key: null, name: null })])
    const rows = await usage().since(TODAY - 1)
    expect(rows.map(({ day, key, name }) => [TODAY - day, key, name])).toEqual([
      [0, null, null],
      [1, 'k1', 'make'],
    ])
    expect((await usage().keys(TODAY)).map(({ key, requests }) => [key, requests])).toEqual([['k1', 0]])
  })

  it('calls a key by its latest name, whatever comes late', async () => {
    await usage().add([count({ name: 'new', last: 2000 })])
    await usage().add([count({ name: 'old', last: 1000 })])
    expect((await usage().since(TODAY)).map(({ name }) => name)).toEqual(['new'])
    expect((await usage().keys(TODAY)).map(({ last }) => last)).toEqual([2000])
  })

  it('deletes a day after 35 of them, but not when a key was last used', async () => {
    await usage().add([count({ day: TODAY - 35 }), count({ day: TODAY - 34 })])
    await usage().add([count()])
    expect((await usage().since(0)).map(({ day }) => TODAY - day)).toEqual([0, 34])
  })

  it('stores at most 50,000 rows and 2,000 keys, the latest', async () => {
    await usage().add([count({ key: 'first', last: 1 })])
    await runInDurableObject(usage(), (_, { storage: { sql } }) => {
      sql.exec('UPDATE day_counts SET rowid = 1')
      sql.exec(
        `INSERT INTO day_counts (rowid, day, key, area, ok, refused, failed) VALUES (50000, ${TODAY}, 'x', 'shop', 1, 0, 0)`,
      )
      for (let key = 0; key < 1999; key++)
        sql.exec('INSERT INTO used_keys VALUES (?, ?, ?)', `u${key}`, 'name', key + 2)
    })
    expect(await usage().keys(TODAY)).toHaveLength(2000)
    await usage().add([count({ key: 'last', last: 5000 })])
    const keys = (await usage().keys(TODAY)).map(({ key }) => key)
    expect([keys.length, keys.includes('first'), keys.includes('last')]).toEqual([2000, false, true])
    expect((await usage().since(TODAY)).map(({ key }) => key).sort()).toEqual(['last', 'x'])
  })
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
    const at = { day: '2026-11-21', group: 'recorder', ok: 0, failed: 0 }
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
    await usage().add([count({ day: TODAY - 3 }), count({ day: TODAY - 2 })])
    expect(await missing(30)).toBeNull()
    await runInDurableObject(usage(), (_, { storage: { sql } }) => {
      sql.exec('UPDATE day_counts SET rowid = 50001 WHERE day = ?', TODAY - 2)
    })
    await usage().add([count()])
    expect(await missing(30)).toBe('2026-11-18')
    expect(await missing(4)).toBe('2026-11-18')
    expect(await missing(3)).toBeNull()
  })

  it('take a number of days up to 30', async () => {
    const { ask } = deploy()
    await usage().add([0, 1, 6, 7, 29, 30].map((days) => count({ day: TODAY - days })))
    const told = async (query: string) => (await ask(`usage${query}`)).json.days.length
    expect([await told('?days=1'), await told('?days=2'), await told(''), await told('?days=30')]).toEqual([1, 2, 3, 5])
    expect(await told('?days=90')).toBe(5)
    expect((await ask('usage?days=many')).status).toBe(400)
  })

  it('when USAGE is unavailable: 503, and the list of keys without the counts', async () => {
    const { gateway, ask, knock, make } = deploy()
    const { key } = await make('automation')
    const fails = async () => {
      throw new Error('the object was reset')
    }
    const calls = { record: fails, auditEntries: fails, failedRequests: fails }
    gateway.env.USAGE = {
      getByName: () => ({
        ...calls,
        add: fails,
        since: fails,
        keys: fails,
        cutUntil: fails,
        addRefusedOrigins: fails,
        refusedOrigins: fails,
      }),
    }
    expect((await knock(key)).status).toBe(401)
    expect(await ask('usage')).toMatchObject({ status: 503 })
    expect((await ask('keys')).json.keys).toEqual([
      expect.objectContaining({ name: 'automation', last_used_at: null, requests_30d: null }),
    ])
  })
})
