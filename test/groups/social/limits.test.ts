import { expect, test } from 'vitest'
import { limits as limitsAnswer } from '../../../src/groups/social/answers.ts'
import { limitFields, limitsOf } from '../../../src/groups/social/limits.ts'
import { asking } from '../../upstreams/social/asking.ts'

test('limits tell what is used, the total and the window', async () => {
  const { get, post } = asking()
  await post('/v1.0/me/threads', { media_type: 'TEXT', text: '하나', auto_publish_text: 'true' })
  const limits = limitsOf((await get('/v1.0/me/threads_publishing_limit', { fields: limitFields() })).body)
  expect(limitsAnswer().parse({ success: true, limits }).limits).toEqual({
    posts: { used: 1, total: 250, window_seconds: 86_400 },
    replies: { used: 0, total: 1000, window_seconds: 86_400 },
    deletes: { used: 0, total: 100, window_seconds: 86_400 },
  })
})

test('a limit that the product does not tell is null', () => {
  const config = { quota_total: 250, quota_duration: 86_400 }
  expect(limitsOf({ data: [{ quota_usage: 0, config, reply_quota_usage: 3 }] })).toEqual({
    posts: { used: 0, total: 250, window_seconds: 86_400 },
    replies: null,
    deletes: null,
  })
})

test.each([{}, { data: [] }, { data: [{ quota_usage: 'many' }] }])('limits are 502 when the answer is %j', (answer) => {
  expect(() => limitsOf(answer)).toThrow(expect.objectContaining({ status: 502 }))
})
