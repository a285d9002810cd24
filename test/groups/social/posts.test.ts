import { describe, expect, test } from 'vitest'
import { post as postAnswer } from '../../../src/groups/social/answers.ts'
import { postFields, postOf, postsOf } from '../../../src/groups/social/posts.ts'
import { asking } from '../../upstreams/social/asking.ts'
import { SOCIAL_TOKEN, USERNAME } from '../../upstreams/social/index.ts'

const everyPost = async ({ get } = asking()) =>
  postsOf((await get('/v1.0/me/threads', { fields: postFields(), limit: '100' })).body).posts

describe('a post', () => {
  test('has every field, null or false where the product sends none', () => {
    expect(postOf({ id: '17910000000000001' })).toEqual({
      id: '17910000000000001',
      type: 'other',
      text: null,
      published_at: null,
      username: null,
      url: null,
      media_url: null,
      thumbnail_url: null,
      alt_text: null,
      link: null,
      topic: null,
      items: [],
      is_quote: false,
      quoted_post: null,
      reposted_post: null,
      has_replies: null,
      is_reply: false,
      is_own_reply: null,
      reply_to: null,
      root_post: null,
      hide_status: null,
    })
  })

  test('of the product reads as ours, of every type, and fits its schema', async () => {
    const posts = await everyPost()
    expect(posts).toHaveLength(30)
    for (const post of posts) expect(postAnswer().parse({ success: true, post }).post).toEqual(post)
    expect(new Set(posts.map(({ type }) => type))).toEqual(new Set(['text', 'image', 'video', 'carousel', 'repost']))
    expect(new Set(posts.map(({ username }) => username))).toEqual(new Set([USERNAME]))
    expect(posts.find(({ text }) => text?.includes('수선하는'))).toMatchObject({
      type: 'video',
      published_at: '2026-10-15T10:30:00.000Z',
      media_url: 'https://media.example/mending.mp4',
      thumbnail_url: 'https://media.example/mending.mp4.jpg',
      alt_text: '실로 책등을 꿰매는 손',
      has_replies: true,
      is_reply: false,
    })
    expect(posts.find(({ type }) => type === 'carousel')?.items.length).toBeGreaterThan(1)
    const quote = posts.find(({ is_quote }) => is_quote)
    expect(posts.map(({ id }) => id)).toContain(quote?.quoted_post)
    expect(posts.find(({ link }) => link)?.link).toMatch(/^https:\/\/books\.example\//)
    expect(posts.find(({ topic }) => topic === '한글날')).toBeDefined()
    expect(posts.find(({ type }) => type === 'repost')?.reposted_post).toMatch(/^\d{17}$/)
  })

  test('that is a reply tells what it answers and whose it is', async () => {
    const product = asking()
    const root = (await everyPost(product)).find(({ text }) => text?.includes('낭독회를 엽니다'))
    const page = await product.get(`/v1.0/${root?.id}/conversation`, { fields: postFields(), reverse: 'false' })
    const [first, second] = postsOf(page.body).posts
    expect(first).toMatchObject({ is_reply: true, is_own_reply: false, reply_to: root?.id, root_post: root?.id })
    expect(second).toMatchObject({ is_reply: true, is_own_reply: true, reply_to: first?.id, root_post: root?.id })
  })

  test.each([null, [], {}, { id: 17 }, { id: '1', text: 5 }, { id: '1', timestamp: 'soon' }])(
    'is 502 when the answer is %j',
    (answer) => {
      expect(() => postOf(answer)).toThrow(expect.objectContaining({ status: 502 }))
    },
  )
})

describe('a page', () => {
  test('goes on by its cursor until a page is empty, and never shows the link that holds the token', async () => {
    const { get } = asking()
    const ids: string[] = []
    let after: string | null = null
    do {
      const { body } = await get('/v1.0/me/threads', { fields: postFields(), limit: '11', ...(after && { after }) })
      if (ids.length === 0) expect(JSON.stringify(body)).toContain(SOCIAL_TOKEN)
      const page: ReturnType<typeof postsOf> = postsOf(body)
      expect(JSON.stringify(page)).not.toContain(SOCIAL_TOKEN)
      ids.push(...page.posts.map(({ id }) => id))
      after = page.next_cursor
    } while (after !== null && ids.length <= 30)
    expect(ids).toHaveLength(30)
    expect(new Set(ids).size).toBe(30)
  })

  test('without posts has no next one, whatever its cursors say', () => {
    expect(postsOf({ data: [], paging: { cursors: { after: 'x' } } })).toEqual({ posts: [], next_cursor: null })
    expect(postsOf({ data: [{ id: '1' }] }).next_cursor).toBeNull()
  })

  test.each([{}, { data: {} }, { data: [{}] }, 'page'])('is 502 when the answer is %j', (answer) => {
    expect(() => postsOf(answer)).toThrow(expect.objectContaining({ status: 502 }))
  })
})
