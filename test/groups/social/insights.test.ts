import { describe, expect, test } from 'vitest'
import { metrics as metricsAnswer } from '../../../src/groups/social/answers.ts'
import { ACCOUNT_METRICS, metricsOf, POST_METRICS } from '../../../src/groups/social/insights.ts'
import { asking } from '../../upstreams/social/asking.ts'

describe('insights', () => {
  test('of a post are totals', async () => {
    const { threads, get } = asking()
    const video = [...threads.state.media.values()].find(({ mediaType }) => mediaType === 'VIDEO')
    const metrics = metricsOf((await get(`/v1.0/${video?.id}/insights`, { metric: POST_METRICS })).body)
    expect(metrics).toEqual({
      views: { total: 2210 },
      likes: { total: 310 },
      replies: { total: 4 },
      reposts: { total: 40 },
      quotes: { total: 6 },
      shares: { total: 71 },
    })
  })

  test('of a repost are none', async () => {
    const { threads, get } = asking()
    const repost = [...threads.state.media.values()].find(({ mediaType }) => mediaType === 'REPOST_FACADE')
    expect(metricsOf((await get(`/v1.0/${repost?.id}/insights`, { metric: POST_METRICS })).body)).toEqual({})
  })

  test('of the account are totals as well, with days and links where the product tells them', async () => {
    const { body } = await asking().get('/v1.0/me/threads_insights', { metric: ACCOUNT_METRICS })
    const metrics = metricsOf(body)
    expect(metricsAnswer().parse({ success: true, metrics }).metrics).toEqual(metrics)
    expect(Object.keys(metrics)).toEqual(ACCOUNT_METRICS.split(','))
    const { views, clicks, followers_count } = metrics
    expect(views?.days?.map(({ ended_at }) => ended_at)).toEqual([
      '2026-11-20T08:00:00.000Z',
      '2026-11-21T08:00:00.000Z',
    ])
    expect(views?.total).toBe(views?.days?.reduce((sum, { value }) => sum + value, 0))
    expect(clicks).toEqual({
      total: 71,
      links: [
        { url: 'https://books.example/november', value: 57 },
        { url: 'https://books.example/hours', value: 14 },
      ],
    })
    expect(followers_count).toEqual({ total: 1284 })
  })

  test('without any count, as clicks come when there are no links, are 0', () => {
    expect(metricsOf({ data: [{ name: 'clicks', period: 'day' }] })).toEqual({ clicks: { total: 0 } })
    expect(metricsOf({ data: [{ name: 'views', values: [] }] })).toEqual({ views: { total: 0 } })
  })

  test.each([
    null,
    {},
    { data: 'none' },
    { data: [{ values: [] }] },
    { data: [{ name: 'views', values: [{ value: '9' }] }] },
  ])('are 502 when the answer is %j', (answer) => {
    expect(() => metricsOf(answer)).toThrow(expect.objectContaining({ status: 502 }))
  })
})
