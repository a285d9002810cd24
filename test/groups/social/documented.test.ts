import { describe, expect, it } from 'vitest'
import { type Connected, connected, isUpkeep, leaveNothingBehind } from './connected.ts'

/** The product's own sample answers, field by field with other contents, through the gateway (social facts, section 8). */

leaveNothingBehind()

const TIME = '2024-09-12T23:17:39+0000'
const ISO = '2024-09-12T23:17:39.000Z'
const ID = '17910000000000371'

/** What the product answers at a path that ends so. */
const answering = (end: string, body: object): Connected => {
  const deployment = connected()
  const on = (call: Parameters<typeof isUpkeep>[0]) => !isUpkeep(call) && call.url.pathname.endsWith(end)
  deployment.threads.fail({ kind: 'status', status: 200, body: JSON.stringify(body) }, { on })
  return deployment
}

const sample = {
  id: ID,
  media_product_type: 'THREADS',
  media_type: 'TEXT_POST',
  permalink: 'https://www.threads.net/@harbour.books/post/Dabc',
  owner: { id: '26400000000000017' },
  username: 'harbour.books',
  text: 'Which one is next?',
  timestamp: TIME,
  shortcode: 'Dabc',
  is_quote_post: false,
  has_replies: false,
  poll_attachment: {
    option_a: 'Dunes',
    option_b: 'Tides',
    option_a_votes_percentage: 0.25,
    option_b_votes_percentage: 0.75,
    expiration_timestamp: TIME,
  },
}
const cursors = { before: 'QVFI1', after: 'QVFI2' }

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
}

describe('what is read', () => {
  it('a profile', async () => {
    const body = {
      id: '26400000000000017',
      username: 'harbour.books',
      name: 'Harbour Books',
      threads_profile_picture_url: 'https://media.example/p.jpg',
      threads_biography: 'Books by the sea',
    }
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
    const { json } = await answering('/me/threads', { data: [sample], paging: { cursors } }).get('/posts')
    expect(json).toEqual({ success: true, posts: [post], next_cursor: 'QVFI2' })
  })

  it('a page of replies', async () => {
    const { poll_attachment, owner, ...reply } = sample
    const ids = { root_post: { id: '17910000000000001' }, replied_to: { id: '17910000000000002' } }
    const data = [{ ...reply, is_reply: true, is_reply_owned_by_me: false, ...ids }]
    const { json } = await answering('/replies', { data, paging: { cursors } }).get(`/posts/${ID}/replies`)
    const flags = { is_reply: true, is_own_reply: false }
    const replies = [{ ...post, ...flags, reply_to: '17910000000000002', root_post: '17910000000000001' }]
    expect(json).toEqual({ success: true, replies, next_cursor: 'QVFI2' })
  })

  it('insights of a post', async () => {
    const names = ['views', 'likes', 'replies', 'reposts', 'quotes']
    const data = names.map((name, value) => ({
      name,
      period: 'lifetime',
      values: [{ value }],
      title: name,
      description: `The number of ${name}.`,
      id: `${ID}/insights/${name}/lifetime`,
    }))
    const { json } = await answering('/insights', { data }).get(`/posts/${ID}/insights`)
    expect(json.metrics).toEqual(Object.fromEntries(names.map((name, total) => [name, { total }])))
  })

  it('insights of the account', async () => {
    const more = (name: string) => ({ period: 'day', title: name, description: name, id: `26/insights/${name}/day` })
    const totals = ['likes', 'replies', 'reposts', 'quotes', 'followers_count']
    const values = [
      { value: 3, end_time: '2024-09-16T07:00:00+0000' },
      { value: 4, end_time: '2024-09-17T07:00:00+0000' },
    ]
    const data = [
      { name: 'views', ...more('views'), values },
      ...totals.map((name, value) => ({ name, ...more(name), total_value: { value } })),
    ]
    const paging = { previous: 'https://graph.threads.net/1', next: 'https://graph.threads.net/2' }
    const { json } = await answering('/threads_insights', { data, paging }).get('/insights')
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

  it('limits, of posts and replies alone', async () => {
    const config = { quota_total: 250, quota_duration: 86_400 }
    const reply_config = { quota_total: 1000, quota_duration: 86_400 }
    const data = [{ quota_usage: 1, config, reply_quota_usage: 0, reply_config }]
    const { json } = await answering('/threads_publishing_limit', { data }).get('/limits')
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
    const { status, json } = await answering(`/${ID}`, { success: true, deleted_id: ID }).remove(ID)
    expect([status, json]).toEqual([200, { success: true, deleted_id: ID }])
  })
})
