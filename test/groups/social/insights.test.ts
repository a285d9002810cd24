import { describe, expect, test } from 'vitest'
import { POST_METRICS, parseMetrics } from '../../../src/groups/social/insights.ts'
import { metrics as metricsAnswer } from '../../../src/groups/social/outputs.ts'
import { asking } from '../../simulators/social/asking.ts'

const ACCOUNT_METRICS = 'views,likes,replies,reposts,quotes,clicks,followers_count'

describe('insights', () => {
  test('of a post are totals', async () => {
    const { threads, get } = asking()
    const video = [...threads.state.media.values()].find(({ mediaType }) => mediaType === 'VIDEO')
    const metrics = parseMetrics((await get(`/v1.0/${video?.id}/insights`, { metric: POST_METRICS })).body)
    expect(metrics).toEqual({
      views: { total: 2210 },
      likes: { total: 310 },
      replies: { total: 4 },
      reposts: { total: 40 },
      quotes: { total: 6 },
      shares: { total: 71 },
    })
  })

  test('of a repost are empty', async () => {
    const { threads, get } = asking()
    const repost = [...threads.state.media.values()].find(({ mediaType }) => mediaType === 'REPOST_FACADE')
    expect(parseMetrics((await get(`/v1.0/${repost?.id}/insights`, { metric: POST_METRICS })).body)).toEqual({})
  })

  test('of the account are totals as well, with days and links if the product returns them', async () => {
    const { body } = await asking().get('/v1.0/me/threads_insights', { metric: ACCOUNT_METRICS })
    const metrics = parseMetrics(body)
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

  test('an unreadable count is left out: its metric is missing, and not 0', () => {
    const likes = { name: 'likes', total_value: { value: 3 } }
    const count = (metric: object) => parseMetrics({ data: [metric, likes] })
    for (const metric of [
      { name: 'clicks', period: 'day' },
      { name: 'views', values: [] },
      { name: 'views', values: null },
      { name: 'views', values: [{ value: 5 }, { value: null }] },
      { name: 'replies', total_value: {} },
      { name: 'replies', total_value: { value: 'many' } },
      { name: 'clicks', link_total_values: [{ value: {}, link_url: 'https://books.example/' }] },
      { values: [{ value: 5 }] },
      { name: 5, values: [{ value: 5 }] },
      null,
    ] as object[])
      expect(count(metric)).toEqual({ likes: { total: 3 } })
  })

  test('a missing part of a day or a link affects only that', () => {
    const days = [{ value: 5 }, { value: '7', end_time: '2026-11-20T08:00:00+0000' }]
    const clicks = [
      { value: 2, link_url: null },
      { value: 1, link_url: 'https://books.example/' },
    ]
    const data = [
      { name: 'views', values: days },
      { name: 'clicks', link_total_values: clicks },
    ]
    expect(parseMetrics({ data })).toEqual({
      views: { total: 12, days: [{ ended_at: '2026-11-20T08:00:00.000Z', value: 7 }] },
      clicks: { total: 3, links: [{ url: 'https://books.example/', value: 1 }] },
    })
    expect(parseMetrics({ data: [{ name: 'clicks', link_total_values: [] }] })).toEqual({
      clicks: { total: 0, links: [] },
    })
    expect(parseMetrics({ data: null })).toEqual({})
  })

  test.each([null, {}, { data: 'none' }, []])('are 502 when the response is %j', (answer) => {
    expect(() => parseMetrics(answer)).toThrow(expect.objectContaining({ status: 502, reason: 'shape data' }))
  })
})
