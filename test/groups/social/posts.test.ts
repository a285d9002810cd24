import { describe, expect, test } from 'vitest'
import { post as postAnswer } from '../../../src/groups/social/outputs.ts'
import { POST_FIELDS, parsePost, parsePosts } from '../../../src/groups/social/posts.ts'
import { asking } from '../../simulators/social/asking.ts'
import { SOCIAL_TOKEN, USERNAME } from '../../simulators/social/index.ts'

const everyPost = async ({ get } = asking()) =>
  parsePosts((await get('/v1.0/me/threads', { fields: POST_FIELDS, limit: '100' })).body).posts

describe('a post', () => {
  test.each([
    { id: '17910000000000001' },
    { media_type: 7 },
    {
      ...{ id: null, media_type: [], text: 5, timestamp: 'soon', username: {}, permalink: '', media_url: 1 },
      ...{ is_quote_post: 'no', quoted_post: '17910000000000002', has_replies: '', is_reply: {}, replied_to: {} },
    },
  ])('as %j has every field, null when the product omits it', (answer) => {
    expect(parsePost(answer, '17910000000000001')).toEqual({
      id: '17910000000000001',
      type: null,
      text: null,
      long_text: null,
      published_at: null,
      username: null,
      url: null,
      media_url: null,
      thumbnail_url: null,
      alt_text: null,
      link: null,
      topic: null,
      items: null,
      is_quote: null,
      quoted_post: null,
      reposted_post: null,
      has_replies: null,
      is_reply: null,
      is_own_reply: null,
      reply_to: null,
      root_post: null,
      hide_status: null,
      poll: null,
    })
  })

  test('with a poll shows what can be read', () => {
    for (const [poll_attachment, texts, shares] of [
      [{ option_a: 'Tea', option_d: 'Milk', option_d_votes_percentage: '0.5' }, ['Tea', 'Milk'], [null, 0.5]],
      [{ option_a: 'Tea', option_b: 'Coffee', total_votes: '25' }, ['Tea', 'Coffee'], [null, null]],
      [{ option_a: null, total_votes: 4 }, undefined, undefined],
      ['none', undefined, undefined],
      [[], undefined, undefined],
    ] as const) {
      const { poll } = parsePost({ id: '1', poll_attachment }, '1')
      expect
        .soft(
          poll?.options.map(({ text }) => text),
          JSON.stringify(poll_attachment),
        )
        .toEqual(texts)
      expect
        .soft(
          poll?.options.map(({ share }) => share),
          JSON.stringify(poll_attachment),
        )
        .toEqual(shares)
      expect.soft(postAnswer().shape.post.shape.poll.parse(poll), JSON.stringify(poll_attachment)).toEqual(poll)
    }
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
    expect(posts.find(({ type }) => type === 'carousel')?.items?.length).toBeGreaterThan(1)
    expect(posts.flatMap(({ poll }) => poll ?? [])).toEqual([
      {
        options: [
          { text: '종이책', share: 0.2 },
          { text: '전자책', share: 0.8 },
        ],
        total_votes: 25,
        ends_at: '2026-11-07T03:30:00.000Z',
      },
    ])
    const quote = posts.find(({ is_quote }) => is_quote)
    expect(posts.map(({ id }) => id)).toContain(quote?.quoted_post)
    expect(posts.find(({ link }) => link)?.link).toMatch(/^https:\/\/books\.example\//)
    expect(posts.find(({ topic }) => topic === '한글날')).toBeDefined()
    expect(posts.find(({ type }) => type === 'repost')?.reposted_post).toMatch(/^\d{17}$/)
  })

  test('that is a reply names its post and its owner', async () => {
    const product = asking()
    const root = (await everyPost(product)).find(({ text }) => text?.includes('낭독회를 엽니다'))
    const page = await product.get(`/v1.0/${root?.id}/conversation`, { fields: POST_FIELDS, reverse: 'false' })
    const [first, second] = parsePosts(page.body).posts
    expect(first).toMatchObject({ is_reply: true, is_own_reply: false, reply_to: root?.id, root_post: root?.id })
    expect(second).toMatchObject({ is_reply: true, is_own_reply: true, reply_to: first?.id, root_post: root?.id })
  })

  test('gives the quoted or parent post itself, and flags as 0 and 1', () => {
    const answer = { quoted_post: { id: '7' }, replied_to: { id: 8 }, has_replies: 1, is_reply_owned_by_me: 0 }
    expect(parsePost(answer, '1')).toMatchObject({
      ...{ is_quote: true, quoted_post: '7', is_reply: true, reply_to: '8', has_replies: true, is_own_reply: false },
    })
  })

  test.each<[string, object, string[] | null]>([
    ['the form of the facts', { data: [{ id: '1' }, { id: '2' }] }, ['1', '2']],
    ['a bare list', [{ id: '1' }, { id: '2' }], ['1', '2']],
    ['an item without an id', { data: [{ id: '1' }, {}] }, ['1']],
    ['nothing that is known', { count: 2 }, null],
  ])('that is a carousel has its items from %s', (_, children, items) => {
    expect(parsePost({ media_type: 'CAROUSEL_ALBUM', children }, '1').items).toEqual(items)
  })

  test('has no items, unless it is a carousel with unknown items', () => {
    expect(parsePost({ media_type: 'IMAGE' }, '1').items).toEqual([])
    expect(parsePost({ media_type: 'IMAGE', children: null }, '1').items).toEqual([])
    expect(parsePost({ media_type: 'CAROUSEL_ALBUM' }, '1').items).toBeNull()
  })

  test('is 502 when the response is another', () => {
    for (const answer of [null, [], {}, 'post', { data: [] }])
      expect
        .soft(() => parsePost(answer, '1'), JSON.stringify(answer))
        .toThrow(expect.objectContaining({ status: 502, reason: 'shape json' }))
  })
})

describe('a page', () => {
  test('continues with its cursor until a page is empty, and never shows the link with the token', async () => {
    const { get } = asking()
    const ids: string[] = []
    let after: string | null = null
    do {
      const { body } = await get('/v1.0/me/threads', { fields: POST_FIELDS, limit: '11', ...(after && { after }) })
      if (ids.length === 0) expect(JSON.stringify(body)).toContain(SOCIAL_TOKEN)
      const page: ReturnType<typeof parsePosts> = parsePosts(body)
      expect(JSON.stringify(page)).not.toContain(SOCIAL_TOKEN)
      ids.push(...page.posts.map(({ id }) => id))
      after = page.next_cursor
    } while (after !== null && ids.length <= 30)
    expect(ids).toHaveLength(30)
    expect(new Set(ids).size).toBe(30)
  })

  test('without posts has no next one, whatever its cursors say', () => {
    expect(parsePosts({ data: [], paging: { cursors: { after: 'x' } } })).toEqual({ posts: [], next_cursor: null })
    expect(parsePosts({ data: [{ id: '1' }] }).next_cursor).toBeNull()
  })

  test('leaves out anything but posts, and continues', () => {
    const data = [{ id: '1', text: 'one' }, {}, null, 'post', { id: 2 }]
    const { posts, next_cursor } = parsePosts({ data, paging: { cursors: { after: 'x' } } })
    expect([posts.map(({ id, text }) => [id, text]), next_cursor]).toEqual([
      [
        ['1', 'one'],
        ['2', null],
      ],
      'x',
    ])
    expect(parsePosts({ data: null })).toEqual({ posts: [], next_cursor: null })
  })

  test('takes its cursor from the link to the next page if it is nowhere else', () => {
    const next = 'https://graph.threads.net/v1.0/me/threads?access_token=test-social-token&after=QVFI%3D'
    const data = [{ id: '1' }]
    for (const cursors of [undefined, null, {}, { after: 5 }])
      expect(parsePosts({ data, paging: { cursors, next } }).next_cursor).toBe('QVFI=')
    expect(parsePosts({ data, paging: 'none' }).next_cursor).toBeNull()
    const unreadable = expect.objectContaining({ status: 502, reason: 'shape paging.cursors.after' })
    for (const link of ['nowhere', 'https://graph.threads.net/v1.0/me/threads'])
      expect(() => parsePosts({ data, paging: { next: link } })).toThrow(unreadable)
  })

  test.each([{}, { data: {} }, 'page', null])('is 502 when the response is %j', (answer) => {
    expect(() => parsePosts(answer)).toThrow(expect.objectContaining({ status: 502, reason: 'shape data' }))
  })
})
