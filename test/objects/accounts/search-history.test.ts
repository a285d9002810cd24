import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { freshDeployment } from '../../support/fresh.ts'
import { OBJECTS } from '../../support/objects.ts'
import { createWorld, type World } from '../../support/world.ts'

/** The search history of a recorder account. The product has no readable one. */

const { ACCOUNTS } = OBJECTS
const KEY = 'deployment'

let world: World

beforeEach(() => {
  world = createWorld()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const object = (name = 'recorder/mina') => ACCOUNTS.getByName(name)

async function search(...queries: string[]) {
  for (const query of queries) {
    await object().recordSearch(KEY, query)
    world.clock.advance(1000)
  }
}
const latest = async (limit = 10) =>
  (await object().searches.latest(KEY, limit)).map(({ query, count }) => `${query} ${count}`)

it('is empty at first', async () => {
  expect(await object().searches.latest(KEY, 10)).toEqual([])
})

it('lists queries with counts, the latest first', async () => {
  await search('harbour', '회의', 'harbour', 'tides')
  expect(await latest()).toEqual(['tides 1', 'harbour 2', '회의 1'])
})

it('contains when each was last searched, ISO 8601 in UTC', async () => {
  await search('harbour', 'tides', 'harbour')
  expect(await object().searches.latest(KEY, 1)).toEqual([
    { query: 'harbour', count: 2, last_searched_at: '2026-11-21T09:00:02.000Z' },
  ])
})

it('returns as many as requested', async () => {
  await search('a', 'b', 'c')
  expect(await latest(2)).toEqual(['c 1', 'b 1'])
})

it('orders queries of one moment by their coming', async () => {
  for (const query of ['a', 'b', 'c']) await object().recordSearch(KEY, query)
  expect(await latest()).toEqual(['c 1', 'b 1', 'a 1'])
})

it('takes any text as it is', async () => {
  const odd = ["'; DROP TABLE searches; --", '%', '🙂', 'a\nb', '']
  await search(...odd)
  expect((await object().searches.latest(KEY, 10)).map(({ query }) => query)).toEqual(odd.reverse())
})

it('holds at most 200 queries: the oldest are dropped, also of one moment', async () => {
  await runInDurableObject(object(), async (instance) => {
    for (let number = 0; number < 210; number++) await instance.recordSearch(KEY, `query ${number}`)
  })
  const kept = await object().searches.latest(KEY, 1000)
  expect(kept.map(({ query }) => query)).toEqual(Array.from({ length: 200 }, (_, at) => `query ${209 - at}`))
})

it('keeps a query that is repeated', async () => {
  await runInDurableObject(object(), async (instance) => {
    await instance.recordSearch(KEY, 'first')
    for (let number = 0; number < 250; number++) {
      world.clock.advance(1)
      await instance.recordSearch(KEY, `query ${number}`)
      world.clock.advance(1)
      await instance.recordSearch(KEY, 'first')
    }
  })
  expect(await latest(1)).toEqual(['first 251'])
})

describe('one account', () => {
  it('does not see the history of another', async () => {
    await search('harbour')
    expect(await object('recorder/jonas').searches.latest(KEY, 10)).toEqual([])
  })

  it('stores it on disk', async () => {
    await search('harbour')
    const rows = await runInDurableObject(object(), (_, { storage }) =>
      storage.sql.exec('SELECT * FROM key_searches').toArray(),
    )
    expect(rows).toEqual([{ key: KEY, query: 'harbour', count: 1, last: Date.parse('2026-11-21T09:00:00Z') }])
  })
})

it('is separate for each key', async () => {
  await object().recordSearch('0123456789abcdef', 'of a key')
  await object().recordSearch(KEY, 'of the deployment')
  expect(await latest()).toEqual(['of the deployment 1'])
  expect((await object().searches.latest('0123456789abcdef', 10)).map(({ query }) => query)).toEqual(['of a key'])
  expect(await object().erase()).toMatchObject({ searches: 2 })
  expect(await object().contents()).toEqual({ searches: [], tokens: 0, links: 0, bills: [] })
})
