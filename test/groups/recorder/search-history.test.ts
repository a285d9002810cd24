import { expect, it } from 'vitest'
import { KR_USER_TOKEN } from '../../simulators/recorder/index.ts'
import { connected, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

const queries = (json: { history: { query: string }[] }) => json.history.map(({ query }) => query)

it('GET /recorder/search/history: queries with their counts, the latest first', async () => {
  const { get, world } = connected()
  for (const query of ['timber', '회의', 'timber']) {
    await get(`/search?query=${encodeURIComponent(query)}`)
    world.clock.advance(1000)
  }
  const { status, json } = await get('/search/history')
  expect(status).toBe(200)
  expect(json).toEqual({
    history: [
      { query: 'timber', count: 2, last_searched_at: '2026-11-21T09:00:02.000Z' },
      { query: '회의', count: 1, last_searched_at: '2026-11-21T09:00:01.000Z' },
    ],
  })
})

it('GET /recorder/search/history: empty before the first search', async () => {
  expect((await connected().get('/search/history')).json).toEqual({ history: [] })
})

it('GET /recorder/search/history: limit defaults to 10', async () => {
  const { get, world } = connected()
  for (let number = 1; number <= 12; number++) {
    await get(`/search?query=query%20${number}`)
    world.clock.advance(1000)
  }
  const { json } = await get('/search/history')
  expect(queries(json)).toHaveLength(10)
  expect(queries(json)[0]).toBe('query 12')
  expect(queries((await get('/search/history?limit=')).json)).toHaveLength(10)
})

it('GET /recorder/search/history: limit chooses how many', async () => {
  const { get } = connected()
  for (const query of ['a', 'b', 'c']) await get(`/search?query=${query}`)
  expect(queries((await get('/search/history?limit=2')).json)).toEqual(['c', 'b'])
})

it.each([
  ['0', 1],
  ['-5', 1],
  ['100000', 3],
])('GET /recorder/search/history: limit=%s is moved into 1..200', async (limit, expected) => {
  const { get } = connected()
  for (const query of ['a', 'b', 'c']) await get(`/search?query=${query}`)
  expect(queries((await get(`/search/history?limit=${limit}`)).json)).toHaveLength(expected)
})

it('GET /recorder/search/history: limit=ten is 400 naming the field', async () => {
  const { status, json } = await connected().get('/search/history?limit=ten')
  expect([status, json.error]).toEqual([400, 'limit: must be an integer'])
})

it('GET /recorder/search/history: a search by the gateway counts as well', async () => {
  const { get } = connected({ switches: { search: 'absent' } })
  await get('/search?query=timber')
  expect(queries((await get('/search/history')).json)).toEqual(['timber'])
})

it('GET /recorder/search/history: a search that failed or was refused does not count', async () => {
  const { get, plaud } = connected()
  plaud.fail({ kind: 'status', status: 429 }, { on: ({ url }) => url.pathname === '/gsearch/v1/search' })
  await get('/search?query=timber')
  await get('/search?query=timber&date_from=x')
  expect((await get('/search/history')).json).toEqual({ history: [] })
})

it('GET /recorder/search/history: it is stored in ACCOUNTS, so another isolate has it', async () => {
  const { get, another } = connected()
  await get('/search?query=timber')
  expect(queries((await another().get('/search/history')).json)).toEqual(['timber'])
})

it('GET /recorder/search/history: another account has another history', async () => {
  const { get, another } = connected()
  await get('/search?query=timber')
  expect((await another({ RECORDER_TOKEN: KR_USER_TOKEN }).get('/search/history')).json).toEqual({ history: [] })
})

it('GET /recorder/search/history: the product is not called', async () => {
  const { get, plaud } = connected()
  await get('/search/history')
  expect(plaud.calls).toEqual([])
})

it('GET /recorder/search/history: 401 when the account is not connected', async () => {
  const { status, json } = await connected({ token: null }).get('/search/history')
  expect([status, json.error]).toEqual([
    401,
    'recorder account is not connected: connect it at https://latchkey.test/#recorder',
  ])
})
