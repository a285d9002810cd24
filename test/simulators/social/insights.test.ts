import { describe, expect, test } from 'vitest'
import { asking, getCode, getData } from './asking.ts'
import { USER_ID } from './index.ts'

const ACCOUNT = '/v1.0/me/threads_insights'

async function parsePost({ get }: ReturnType<typeof asking>, type: string): Promise<string> {
  const posts = getData(await get('/v1.0/me/threads', { fields: 'media_type', limit: '100' }))
  return String(posts.find(({ media_type }) => media_type === type)?.id)
}

describe('insights of a post', () => {
  test('are lifetime values, with every reply of a root post', async () => {
    const product = asking()
    const posts = getData(await product.get('/v1.0/me/threads', { fields: 'text', limit: '100' }))
    const id = String(posts.find(({ text }) => String(text).includes('낭독회를 엽니다'))?.id)
    expect((await product.get(`/v1.0/${id}/insights`, { metric: 'views,replies' })).body).toMatchObject({
      data: [
        {
          name: 'views',
          period: 'lifetime',
          values: [{ value: 540 }],
          title: 'Views',
          id: `${id}/insights/views/lifetime`,
        },
        { name: 'replies', period: 'lifetime', values: [{ value: 3 }] },
      ],
    })
  })

  test('are empty for a repost', async () => {
    const product = asking()
    const id = await parsePost(product, 'REPOST_FACADE')
    expect((await product.get(`/v1.0/${id}/insights`, { metric: 'views' })).body).toEqual({ data: [] })
  })

  test('need known metrics', async () => {
    const product = asking()
    const id = await parsePost(product, 'VIDEO')
    expect(getCode(await product.get(`/v1.0/${id}/insights`))).toBe(100)
    expect(getCode(await product.get(`/v1.0/${id}/insights`, { metric: 'views,clicks' }))).toBe(100)
  })
})

describe('insights of the account', () => {
  test('are daily views, totals, and clicks by link; two days by default', async () => {
    const { get } = asking()
    const [views, likes, clicks, followers] = getData(
      await get(ACCOUNT, { metric: 'views,likes,clicks,followers_count' }),
    )
    expect(views).toMatchObject({
      name: 'views',
      period: 'day',
      values: [{ end_time: '2026-11-20T08:00:00+0000' }, { end_time: '2026-11-21T08:00:00+0000' }],
      id: `${USER_ID}/insights/views/day`,
    })
    expect(views).not.toHaveProperty('total_value')
    expect(likes).toMatchObject({ total_value: { value: 33 } })
    expect(likes).not.toHaveProperty('values')
    expect(clicks?.link_total_values).toContainEqual({ value: 57, link_url: 'https://books.example/november' })
    expect(followers).toMatchObject({ total_value: { value: 1284 } })
  })

  test('take a range in Unix seconds, not before the first insight', async () => {
    const { get } = asking()
    const range = (since: number, until: number) => ({ metric: 'views', since: String(since), until: String(until) })
    const [views] = getData(await get(ACCOUNT, range(Date.UTC(2026, 10, 1) / 1000, Date.UTC(2026, 10, 8) / 1000)))
    expect(views?.values).toHaveLength(7)
    expect(getCode(await get(ACCOUNT, range(1_712_991_599, 1_713_991_600)))).toBe(100)
    expect((await get(ACCOUNT, range(1_712_991_600, 1_713_991_600))).status).toBe(200)
    expect(getCode(await get(ACCOUNT, { metric: 'views', since: '2026-11-01' }))).toBe(100)
  })

  test('refuse followers within a range, or return the current ones', async () => {
    const { get, threads } = asking()
    const range = { metric: 'followers_count', since: '1793491200', until: '1794096000' }
    expect(getCode(await get(ACCOUNT, range))).toBe(100)
    threads.switches.followersInRange = 'ignored'
    expect(getData(await get(ACCOUNT, range))).toMatchObject([{ total_value: { value: 1284 } }])
  })
})
