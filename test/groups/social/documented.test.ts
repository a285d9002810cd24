import { describe, expect, it } from 'vitest'
import accountInsights from '../../recordings/threads/account-insights.json' with { type: 'json' }
import deleted from '../../recordings/threads/deleted.json' with { type: 'json' }
import limits from '../../recordings/threads/limits.json' with { type: 'json' }
import recordedPost from '../../recordings/threads/post.json' with { type: 'json' }
import postInsights from '../../recordings/threads/post-insights.json' with { type: 'json' }
import posts from '../../recordings/threads/posts.json' with { type: 'json' }
import profile from '../../recordings/threads/profile.json' with { type: 'json' }
import replies from '../../recordings/threads/replies.json' with { type: 'json' }
import { type Connected, connected, isUpkeep, leaveNothingBehind } from './connected.ts'

/** The product's own sample answers, as test/recordings has them, through the gateway. */

leaveNothingBehind()

const { body: sample } = recordedPost
const ID = sample.id
const ISO = '2024-09-12T23:17:39.000Z'

/** The product's response at paths with this end. */
const answering = (end: string, body: object): Connected => {
  const deployment = connected()
  const on = (call: Parameters<typeof isUpkeep>[0]) => !isUpkeep(call) && call.url.pathname.endsWith(end)
  deployment.threads.fail({ kind: 'status', status: 200, body: JSON.stringify(body) }, { on })
  return deployment
}

const post = {
  id: ID,
  type: 'text',
  text: sample.text,
  long_text: null,
  published_at: ISO,
  username: sample.username,
  url: sample.permalink,
  media_url: null,
  thumbnail_url: null,
  alt_text: null,
  link: null,
  topic: null,
  items: [],
  is_quote: false,
  quoted_post: null,
  reposted_post: null,
  has_replies: false,
  is_reply: null,
  is_own_reply: null,
  reply_to: null,
  root_post: null,
  hide_status: null,
  poll: {
    options: [
      { text: 'Dunes', share: 0.25 },
      { text: 'Tides', share: 0.75 },
    ],
    total_votes: null,
    ends_at: ISO,
  },
}

describe('what is read', () => {
  it('a profile', async () => {
    const { body } = profile
    expect((await answering('/me', body).get('/me')).json.user).toEqual({
      id: body.id,
      username: body.username,
      name: body.name,
      is_verified: null,
      picture_url: body.threads_profile_picture_url,
      biography: body.threads_biography,
    })
  })

  it('a post', async () => {
    expect((await answering(`/${ID}`, sample).get(`/posts/${ID}`)).json.post).toEqual(post)
  })

  it('a page of posts', async () => {
    const { json } = await answering('/me/threads', posts.body).get('/posts')
    expect(json).toEqual({ success: true, posts: [post], next_cursor: 'QVFI2' })
  })

  it('a page of replies', async () => {
    const { json } = await answering('/replies', replies.body).get(`/posts/${ID}/replies`)
    const flags = { is_reply: true, is_own_reply: false }
    const told = [{ ...post, ...flags, reply_to: '17910000000000002', root_post: '17910000000000001', poll: null }]
    expect(json).toEqual({ success: true, replies: told, next_cursor: 'QVFI2' })
  })

  it('insights of a post', async () => {
    const names = ['views', 'likes', 'replies', 'reposts', 'quotes']
    const { json } = await answering('/insights', postInsights.body).get(`/posts/${ID}/insights`)
    expect(json.metrics).toEqual(Object.fromEntries(names.map((name, total) => [name, { total }])))
  })

  it('insights of the account', async () => {
    const totals = ['likes', 'replies', 'reposts', 'quotes', 'followers_count']
    const { json } = await answering('/threads_insights', accountInsights.body).get('/insights')
    expect(json.metrics).toEqual({
      views: {
        total: 7,
        days: [
          { ended_at: '2024-09-16T07:00:00.000Z', value: 3 },
          { ended_at: '2024-09-17T07:00:00.000Z', value: 4 },
        ],
      },
      ...Object.fromEntries(totals.map((name, total) => [name, { total }])),
    })
  })

  it('limits, of only posts and replies', async () => {
    const { json } = await answering('/threads_publishing_limit', limits.body).get('/limits')
    expect(json.limits).toEqual({
      posts: { used: 1, total: 250, window_seconds: 86_400 },
      replies: { used: 0, total: 1000, window_seconds: 86_400 },
      deletes: null,
    })
  })
})

describe('what is written', () => {
  it('a container, its state and the post that it becomes', async () => {
    const deployment = answering('/threads', { id: ID })
    const fail = (body: object, end: string) =>
      deployment.threads.fail(
        { kind: 'status', status: 200, body: JSON.stringify(body) },
        { on: ({ url }) => url.pathname.endsWith(end), times: 1 },
      )
    fail({ id: ID, status: 'FINISHED' }, `/${ID}`)
    fail({ id: '17910000000000999' }, '/threads_publish')
    fail({ ...sample, id: '17910000000000999' }, '/17910000000000999')
    const { status, json } = await deployment.post({ text: sample.text, image_url: 'https://media.example/a.jpg' })
    expect([status, json.post]).toEqual([201, { ...post, id: '17910000000000999' }])
  })

  it('a deletion', async () => {
    const { status, json } = await answering(`/${ID}`, deleted.body).remove(ID)
    expect([status, json]).toEqual([200, deleted.body])
  })
})
