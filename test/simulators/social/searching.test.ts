import { describe, expect, test } from 'vitest'
import { asking, getCode, getData } from './asking.ts'
import { USERNAME } from './index.ts'

const SEARCH = '/v1.0/keyword_search'
const MENTIONS = '/v1.0/me/mentions'
const DAY = 86_400_000

describe('mentions', () => {
  test('are posts of others that name the account, newest first, paged without links', async () => {
    const { get } = asking()
    const { body } = await get(MENTIONS, { fields: 'text,username', limit: '2' })
    const [first, second] = getData({ status: 200, body })
    expect([first?.username, second?.username]).toEqual(['minji.reads', 'sora.kim'])
    expect(first?.text).toContain(`@${USERNAME}`)
    const { cursors, ...links } = body.paging as { cursors: { after: string } }
    expect(links).toEqual({})
    expect(getData(await get(MENTIONS, { after: cursors.after }))).toHaveLength(1)
    expect(getData(await get(MENTIONS, { since: '2026-11-01' }))).toHaveLength(2)
  })

  test('of a time before the product are refused', async () => {
    expect(getCode(await asking().get(MENTIONS, { since: '1688540399' }))).toBe(100)
  })
})

describe('a search', () => {
  const texts = async (product: ReturnType<typeof asking>, parameters: Record<string, string>) =>
    getData(await product.get(SEARCH, { fields: 'text,timestamp', ...parameters }))

  test('finds public posts, the best liked or the newest first', async () => {
    const product = asking()
    const top = await texts(product, { q: '책방' })
    expect(top[0]?.text).toContain('동네 책방')
    const recent = (await texts(product, { q: 'a', search_type: 'RECENT' })).map(({ timestamp }) => timestamp)
    expect(recent).toEqual([...recent].sort().reverse())
  })

  test.each([{}, { q: 'a', search_type: 'BEST' }])('of %j is refused', async (parameters) => {
    expect(getCode(await asking().get(SEARCH, parameters))).toBe(100)
  })

  test('by an app that is not approved finds only posts of the account', async () => {
    const product = asking()
    product.threads.switches.isSearchApproved = false
    expect(await texts(product, { q: '동네 책방' })).toEqual([])
    expect(await texts(product, { q: '난로' })).toHaveLength(1)
  })

  test('is counted when it finds something: 2,200 in 24 hours', async () => {
    const product = asking()
    await product.get(SEARCH, { q: 'nobody wrote this' })
    expect(product.threads.state.usage.searches).toEqual([])
    product.threads.state.usage.searches.push(...Array(2199).fill(product.clock.now()))
    expect((await product.get(SEARCH, { q: 'a' })).status).toBe(200)
    expect(getCode(await product.get(SEARCH, { q: 'a' }))).toBe(613)
    product.clock.advance(DAY)
    expect((await product.get(SEARCH, { q: 'a' })).status).toBe(200)
  })
})

test.each([
  [MENTIONS, 'threads_manage_mentions'],
  [SEARCH, 'threads_keyword_search'],
] as const)('%s without its permission is code 10', async (path, scope) => {
  const product = asking()
  const ask = () => product.get(path, { access_token: 'reader', q: 'a' })
  product.threads.state.tokens.issue('long', { value: 'reader', scopes: ['threads_basic'] })
  expect(getCode(await ask())).toBe(10)
  product.threads.state.tokens.issue('long', { value: 'reader', scopes: ['threads_basic', scope] })
  expect((await ask()).status).toBe(200)
})
