import { expect, test } from 'vitest'
import { toLimits } from '../../../src/groups/social/new-posts.ts'
import { limits as limitsAnswer } from '../../../src/groups/social/outputs.ts'
import { asking } from '../../simulators/social/asking.ts'

test('limits contain the usage, the total and the window', async () => {
  const { get, post } = asking()
  await post('/v1.0/me/threads', { media_type: 'TEXT', text: '하나', auto_publish_text: 'true' })
  const fields = 'quota_usage,config,reply_quota_usage,reply_config,delete_quota_usage,delete_config'
  const limits = toLimits((await get('/v1.0/me/threads_publishing_limit', { fields })).body)
  expect(limitsAnswer().parse({ success: true, limits }).limits).toEqual({
    posts: { used: 1, total: 250, window_seconds: 86_400 },
    replies: { used: 0, total: 1000, window_seconds: 86_400 },
    deletes: { used: 0, total: 100, window_seconds: 86_400 },
  })
})

test('a limit that the product omits is null', () => {
  const config = { quota_total: 250, quota_duration: 86_400 }
  expect(toLimits({ data: [{ quota_usage: 0, config, reply_quota_usage: 3 }] })).toEqual({
    posts: { used: 0, total: 250, window_seconds: 86_400 },
    replies: null,
    deletes: null,
  })
})

test('an incomplete limit is null, and no other one with it', () => {
  const config = { quota_total: '250', quota_duration: 86_400 }
  const reply_config = { quota_total: 1000 }
  expect(toLimits({ data: [{ quota_usage: 4, config, reply_quota_usage: 3, reply_config }] })).toEqual({
    posts: { used: 4, total: 250, window_seconds: 86_400 },
    replies: null,
    deletes: null,
  })
  for (const data of [null, [], [null], [{ quota_usage: 'many', config }], [{ quota_usage: 1, config: 250 }]])
    expect(toLimits({ data })).toEqual({ posts: null, replies: null, deletes: null })
})

test.each([{}, null, { data: {} }])('limits are 502 when the response is %j', (answer) => {
  expect(() => toLimits(answer)).toThrow(expect.objectContaining({ status: 502, reason: 'shape data' }))
})
