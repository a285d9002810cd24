import { afterEach, expect, it, vi } from 'vitest'
import { searchAll } from '../../../src/groups/gateway/search.ts'
import { setTable } from '../../tasks/stage.ts'

/** One search over all products (docs/spec/gateway.md, "Search"). */

afterEach(() => vi.restoreAllMocks())

type Source = { source: string; found: number; error: string | null; words: string[] | null; where: string[] }

const getSources = (json: { searched: Source[] }) => Object.fromEntries(json.searched.map((one) => [one.source, one]))

it('finds words in every source, and says where it looked', async () => {
  const { gateway } = setTable({ WORKSPACE_TOKEN: 'ntn_test-full' })
  const { status, json } = await gateway.call('/api/v1/search?query=%ED%9A%8C%EC%9D%98&limit=2')
  expect(status).toBe(200)
  const sources = getSources(json)
  expect(Object.keys(sources)).toEqual(['recordings', 'notes', 'workspace', 'posts', 'purchases', 'orders'])
  expect(sources.workspace?.where).toEqual(['titles'])
  expect(Object.values(sources).map(({ error }) => error)).toEqual([null, null, null, null, null, null])
  const recordings = json.results.filter(({ kind }: { kind: string }) => kind === 'recording')
  expect(recordings.length).toBeGreaterThan(0)
  expect(recordings[0]).toMatchObject({
    id: expect.any(String),
    title: expect.any(String),
    snippets: [expect.any(String)],
  })
  expect(recordings[0].at).toMatch(/^\d{4}-\d\d-\d\dT/)
  expect(sources.recordings?.found).toBeGreaterThanOrEqual(1)
})

it('looks for each word where nothing has all of them, and says so', async () => {
  const { gateway } = setTable()
  const { json } = await gateway.call(
    '/api/v1/search?query=%EC%97%86%EB%8A%94%EB%A7%90+%ED%9A%8C%EC%9D%98&groups=notes',
  )
  expect(json.searched).toEqual([expect.objectContaining({ source: 'notes', words: ['없는말', '회의'] })])
  expect(json.results.length).toBeGreaterThan(0)
})

it('is in part when one of the words was searched in part', async () => {
  const ask = async (_method: string, _path: string, body?: unknown) => {
    const { query } = body as { query: string }
    return Response.json({ results: [], has_more: query === 'budget' })
  }
  const search = (query: string) =>
    searchAll(ask, { query, from: undefined, to: undefined, limit: 5 }, new Set(['workspace']), NOW)
  expect((await search('plan budget')).searched).toMatchObject([{ words: ['plan', 'budget'], complete: false }])
  expect((await search('plan meeting')).searched).toMatchObject([{ words: ['plan', 'meeting'], complete: true }])
})

it('keeps to the days that are asked for', async () => {
  const { gateway } = setTable()
  const ask = async (query: string) =>
    (await gateway.call(`/api/v1/search?query=%ED%9A%8C%EC%9D%98&groups=recorder,notes&limit=20&${query}`)).json.results
  const all: { at: string }[] = await ask('')
  const [first] = all.map(({ at }) => Date.parse(at)).sort((a, b) => a - b)
  const early: { at: string }[] = await ask(`to=${first}`)
  expect(early.length).toBeGreaterThan(0)
  expect(early.length).toBeLessThan(all.length)
  expect(early.every(({ at }) => Date.parse(at) <= Number(first))).toBe(true)
})

it('reports a source that cannot be searched', async () => {
  const { gateway } = setTable({ NOTES_TOKEN: '' })
  const { status, json } = await gateway.call('/api/v1/search?query=%ED%9A%8C%EC%9D%98&groups=recorder,notes')
  expect(status).toBe(200)
  expect(getSources(json).notes?.error).toMatch(/not connected/)
})

const NOW = Date.parse('2026-11-21T03:00:00Z')
const DAY_MS = 86_400_000
const notes = (count: number) => Array.from({ length: count }, (_, n) => ({ guid: `g${n}`, title: 'a' }))

it.each([
  ['recordings', 'recorder', { files: [], complete: false }, { files: [], complete: true }],
  ['notes', 'notes', { notes: notes(20), next_cursor: null }, { notes: notes(19), next_cursor: null }],
  ['notes', 'notes', { notes: [], next_cursor: 'more' }, { notes: [], next_cursor: null }],
  ['workspace', 'workspace', { results: [], has_more: true }, { results: [], has_more: false }],
  ['posts', 'social', { posts: [], next_cursor: 'more' }, { posts: [], next_cursor: null }],
] as const)('%s that are cut are not complete', async (source, group, cut, whole) => {
  const complete = async (body: object) => {
    const ask = async () => Response.json(body)
    const { searched } = await searchAll(ask, { query: 'a', limit: 5 }, new Set([group]), NOW)
    return searched.find((one) => one.source === source)?.complete
  }
  expect([await complete(cut), await complete(whole)]).toEqual([false, true])
})

it('orders of a seller before the 30 days that are searched are missing, and purchases are not', async () => {
  const complete = async (days: number) => {
    const ask = async () => Response.json({ result: [] })
    const query = { query: 'a', limit: 5, from: NOW - days * DAY_MS }
    return (await searchAll(ask, query, new Set(['shop']), NOW)).searched.map((one) => [one.source, one.complete])
  }
  expect(await complete(30)).toEqual([
    ['purchases', true],
    ['orders', true],
  ])
  expect(await complete(31)).toEqual([
    ['purchases', true],
    ['orders', false],
  ])
})

it('is one request for the log and the counts', async () => {
  const { gateway } = setTable()
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await gateway.call('/api/v1/search?query=a')
  expect(log.mock.calls.map(([line]) => JSON.parse(String(line)).operation)).toEqual(['gateway_search'])
})

it('refuses a group that has nothing to search', async () => {
  const { gateway } = setTable()
  const { status, json } = await gateway.call('/api/v1/search?query=a&groups=payment')
  expect({ status, error: json.error }).toEqual({
    status: 400,
    error: 'groups: must be a comma list of recorder, notes, workspace, social, shop',
  })
})

it('is a tool, whose times are local', async () => {
  const model = await setTable().talk()
  const { results } = await model.call('gateway_search', { query: '회의', groups: ['recorder'], from: '2026-01-01' })
  expect(results[0].at).toMatch(/\+09:00$/)
})
