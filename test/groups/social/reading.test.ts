import { describe, expect, it } from 'vitest'
import type { Call } from '../../simulators/simulator.ts'
import { USER_ID, USERNAME } from '../../simulators/social/index.ts'
import { asked, type Connected, connected, isUpkeep, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

interface Post {
  id: string
  type: string
  text: string | null
  published_at: string
  items: string[]
  has_replies: boolean
}

const ownCall = ({ threads }: Connected): Call | undefined => threads.calls.find((call) => !isUpkeep(call))
const sent = (deployment: Connected, name: string) => ownCall(deployment)?.url.searchParams.get(name)

const posts = async ({ get }: Connected, query = ''): Promise<Post[]> => (await get(`/posts${query}`)).json.posts
const parsePost = async (deployment: Connected, text: string): Promise<Post> => {
  const found = (await posts(deployment, '?limit=100')).find((post) => post.text?.startsWith(text))
  if (!found) throw new Error(`no post begins with ${text}`)
  return found
}

it('GET /social/me: the connected account', async () => {
  const { status, json } = await connected().get('/me')
  expect([status, json]).toEqual([
    200,
    {
      success: true,
      user: {
        id: USER_ID,
        username: USERNAME,
        name: '책방 서울',
        is_verified: false,
        picture_url: 'https://media.example/profile.jpg',
        biography: '작은 책방의 하루. A small bookshop, one day at a time.',
      },
    },
  ])
})

describe('GET /social/posts', () => {
  it('has 25 posts by default, newest first', async () => {
    const deployment = connected()
    const { json } = await deployment.get('/posts')
    expect(json.posts).toHaveLength(25)
    expect(json.posts[0]).toMatchObject({ type: 'text', published_at: '2026-11-20T09:30:00.000Z', username: USERNAME })
    const times = json.posts.map(({ published_at }: Post) => published_at)
    expect(times).toEqual([...times].sort().reverse())
    expect(sent(deployment, 'limit')).toBe('25')
  })

  it.each([
    ['3', 3],
    ['0', 1],
    ['500', 30],
    ['', 25],
  ])('limit=%s: %i posts', async (limit, count) => {
    expect(await posts(connected(), `?limit=${limit}`)).toHaveLength(count)
  })

  it('is paged by next_cursor until it is null, every post once', async () => {
    const { get, threads } = connected()
    const seen: Post[] = []
    let pages = 0
    for (let cursor: string | null = ''; cursor !== null; pages++) {
      const { json } = await get(`/posts?limit=7&after=${encodeURIComponent(cursor)}`)
      seen.push(...json.posts)
      cursor = json.next_cursor
      expect(pages).toBeLessThan(7)
    }
    expect(seen).toHaveLength(30)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(30)
    expect(threads.calls.at(-1)?.url.searchParams.get('after')).toMatch(/./)
  })

  it('contains nothing of the product’s own paging, whose links contain the token', async () => {
    const { json, text } = await connected().get('/posts?limit=5')
    expect(Object.keys(json)).toEqual(['success', 'posts', 'next_cursor'])
    expect(text).not.toContain('access_token')
  })

  it('since and until narrow it, in any form', async () => {
    const deployment = connected()
    const found = await posts(deployment, '?since=2026-11-01&until=2026-11-04T00:00:00%2B09:00')
    expect(found.map(({ published_at }) => published_at.slice(0, 10))).toEqual(['2026-11-03', '2026-11-01'])
    expect(sent(deployment, 'since')).toBe(String(Date.UTC(2026, 10, 1) / 1000))
    const from = Date.UTC(2026, 10, 20) / 1000
    expect(await posts(connected(), `?since=${from}000`)).toHaveLength(1)
  })

  it.each([
    ['limit=many', 'limit: must be an integer'],
    ['since=soon', 'since: must be epoch milliseconds, an ISO date-time with its offset, or an ISO date'],
    ['since=2026-11-02&until=2026-11-01', 'until: must be later than since'],
  ])('%s is 400 naming the field', async (query, error) => {
    const { status, json } = await connected().get(`/posts?${query}`)
    expect([status, json.error]).toEqual([400, error])
  })

  it('a cursor that the product does not know is 400 in its words', async () => {
    const { status, json } = await connected().get('/posts?after=nowhere')
    expect([status, json.error]).toEqual([400, 'Invalid cursor'])
  })

  it('reads every type of the product’s vocabulary as ours', async () => {
    const types = new Set((await posts(connected(), '?limit=100')).map(({ type }) => type))
    expect([...types].sort()).toEqual(['carousel', 'image', 'repost', 'text', 'video'])
  })
})

describe('GET /social/posts/{id}', () => {
  it('is one post, with its media', async () => {
    const deployment = connected()
    const { id } = await parsePost(deployment, '책 수선하는 법')
    const { json } = await deployment.get(`/posts/${id}`)
    expect(json.post).toMatchObject({
      id,
      type: 'video',
      media_url: 'https://media.example/mending.mp4',
      thumbnail_url: 'https://media.example/mending.mp4.jpg',
      alt_text: '실로 책등을 꿰매는 손',
      is_reply: false,
      has_replies: true,
    })
    expect(json.post.url).toMatch(/^https:\/\/www\.threads\.com\/@chaekbang\.seoul\/post\//)
  })

  it('is a reply with its parents', async () => {
    const deployment = connected()
    const { id: root } = await parsePost(deployment, '이번 주 금요일')
    const { json: first } = await deployment.get(`/posts/${root}/replies`)
    const { json } = await deployment.get(`/posts/${first.replies[0].id}`)
    expect(json.post).toMatchObject({ is_reply: true, is_own_reply: false, reply_to: root, root_post: root })
  })

  it('unknown to the product is 404', async () => {
    const { status, json } = await connected().get('/posts/17919999999999999')
    expect([status, json.error]).toEqual([404, 'the social service knows no such post'])
  })

  it.each(['me', 'debug_token', '..%2Fme', 'a%20b'])('%s is 400, and nothing is called', async (id) => {
    const deployment = connected()
    for (const path of [`/posts/${id}`, `/posts/${id}/replies`, `/posts/${id}/insights`]) {
      expect((await deployment.get(path)).status).toBe(400)
    }
    expect((await deployment.remove(id)).status).toBe(400)
    expect(deployment.threads.calls).toEqual([])
  })
})

describe('GET /social/posts/{id}/replies', () => {
  it('is the top level, newest first, and paged', async () => {
    const deployment = connected()
    const { id } = await parsePost(deployment, '책 수선하는 법')
    const { json } = await deployment.get(`/posts/${id}/replies`)
    const names = json.replies.map(({ username }: { username: string }) => username)
    expect(names).toEqual(['cheap.likes', 'haru_diary', 'paper.crane'])
    expect(json.replies[0].hide_status).toBe('HIDDEN')

    const { json: first } = await deployment.get(`/posts/${id}/replies?limit=2`)
    const { json: second } = await deployment.get(`/posts/${id}/replies?limit=2&after=${first.next_cursor}`)
    expect([...first.replies, ...second.replies]).toEqual(json.replies)
  })

  it('is empty for a post without replies', async () => {
    const deployment = connected()
    const { id } = await parsePost(deployment, '10월의 첫날')
    const { json } = await deployment.get(`/posts/${id}/replies`)
    expect(json).toEqual({ success: true, replies: [], next_cursor: null })
  })
})

describe('insights', () => {
  it('GET /social/posts/{id}/insights: a count by name', async () => {
    const deployment = connected()
    const { id } = await parsePost(deployment, '책 수선하는 법')
    const { json } = await deployment.get(`/posts/${id}/insights`)
    expect(json).toEqual({
      success: true,
      metrics: {
        views: { total: 2210 },
        likes: { total: 310 },
        replies: { total: 4 },
        reposts: { total: 40 },
        quotes: { total: 6 },
        shares: { total: 71 },
      },
    })
  })

  it('GET /social/posts/{id}/insights: of a repost there are none', async () => {
    const deployment = connected()
    const repost = (await posts(deployment, '?limit=100')).find(({ type }) => type === 'repost')
    expect((await deployment.get(`/posts/${repost?.id}/insights`)).json).toEqual({ success: true, metrics: {} })
  })

  it('GET /social/insights: of the last two days by default, with days and links as far as there are', async () => {
    const deployment = connected()
    const { metrics } = (await deployment.get('/insights')).json
    expect(Object.keys(metrics)).toEqual([
      'views',
      'likes',
      'replies',
      'reposts',
      'quotes',
      'clicks',
      'followers_count',
    ])
    expect(metrics.views.days).toHaveLength(2)
    expect(metrics.views.days[0].ended_at).toMatch(/^2026-11-20T\d\d:00:00\.000Z$/)
    expect(metrics.clicks).toEqual({
      total: 71,
      links: [
        { url: 'https://books.example/november', value: 57 },
        { url: 'https://books.example/hours', value: 14 },
      ],
    })
    expect(metrics.followers_count).toEqual({ total: 1284 })
    expect(sent(deployment, 'since')).toBeNull()
  })

  it('GET /social/insights: of a range', async () => {
    const deployment = connected()
    const { json } = await deployment.get('/insights?since=2026-11-01&until=2026-11-08')
    expect(json.metrics.views.days).toHaveLength(7)
    expect(sent(deployment, 'until')).toBe(String(Date.UTC(2026, 10, 8) / 1000))
  })

  const RANGE = '/insights?since=2026-11-01&until=2026-11-08'
  const isOfFollowers = ({ url }: Call) => url.searchParams.get('metric') === 'followers_count'

  it.each(['refused', 'ignored'] as const)(
    'GET /social/insights: of a range, the followers are requested separately, because they may be %s there',
    async (how) => {
      const deployment = connected()
      deployment.threads.switches.followersInRange = how
      const { status, json } = await deployment.get(RANGE)
      expect([status, json.metrics.followers_count]).toEqual([200, { total: 1284 }])
      const apart = deployment.threads.calls.find(isOfFollowers)
      expect([apart?.url.searchParams.get('since'), apart?.url.searchParams.get('until')]).toEqual([null, null])
    },
  )

  it('GET /social/insights: of a range, followers that are refused or missing are left out', async () => {
    for (const body of [
      '{"error":{"code":100,"message":"No"}}',
      '{"data":{}}',
      '{"data":[{"name":"followers_count"}]}',
    ]) {
      const deployment = connected()
      deployment.threads.fail({ kind: 'status', status: 200, body }, { on: isOfFollowers })
      const { status, json } = await deployment.get(RANGE)
      expect([status, Object.keys(json.metrics)]).toEqual([
        200,
        ['views', 'likes', 'replies', 'reposts', 'quotes', 'clicks'],
      ])
    }
  })

  it.each(['name', 'permission', 'parameter', 'unknown object', 'empty'] as const)(
    'GET /social/insights: followers of a profile without Instagram are left out, refused by %s',
    async (how) => {
      const deployment = connected()
      deployment.threads.switches.unlinked = how
      for (const path of ['/insights', RANGE]) {
        const { status, json } = await deployment.get(path)
        expect([status, Object.keys(json.metrics)]).toEqual([
          200,
          ['views', 'likes', 'replies', 'reposts', 'quotes', 'clicks'],
        ])
      }
    },
  )

  it('GET /social/insights: without a range, a dead token and a limit are failures', async () => {
    for (const code of [190, 4]) {
      const deployment = connected()
      const body = JSON.stringify({ error: { code } })
      const on = ({ url }: Call) => url.pathname.endsWith('/threads_insights')
      deployment.threads.fail({ kind: 'status', status: 400, body }, { on })
      expect((await deployment.get('/insights')).status).toBe(code === 190 ? 401 : 429)
    }
  })

  it('GET /social/insights: of a range, a failure is one, whichever call it meets', async () => {
    const deployment = connected()
    deployment.threads.fail({ kind: 'status', status: 200, body: '{"error":{"code":4}}' }, { on: isOfFollowers })
    expect((await deployment.get(RANGE)).status).toBe(429)
  })

  it.each([
    ['since=2026-11-01', 'since: must come together with until'],
    ['since=2024-01-01&until=2024-02-01', 'since: must not be before 2024-04-13T07:00:00Z, the start of insights'],
  ])('GET /social/insights?%s is 400 naming the field', async (query, error) => {
    const { status, json } = await connected().get(`/insights?${query}`)
    expect([status, json.error]).toEqual([400, error])
  })
})

it('GET /social/limits: the usage', async () => {
  const deployment = connected()
  await deployment.post({ text: '오늘의 책' })
  const { json } = await deployment.get('/limits')
  expect(json.limits).toEqual({
    posts: { used: 1, total: 250, window_seconds: 86_400 },
    replies: { used: 0, total: 1000, window_seconds: 86_400 },
    deletes: { used: 0, total: 100, window_seconds: 86_400 },
  })
})

it('SOCIAL_API_URL replaces the product, including its path', async () => {
  const deployment = connected({
    settings: { SOCIAL_API_URL: 'https://graph.threads.com/relay/', CREDENTIALS_KEY: '' },
  })
  deployment.threads.fail({ kind: 'status', status: 200, body: '{"id":"1"}' })
  expect((await deployment.get('/me')).json.user.id).toBe('1')
  expect(ownCall(deployment)?.url.href).toMatch(/^https:\/\/graph\.threads\.com\/relay\/v1\.0\/me\?/)
})

it('one call each, if one is enough', async () => {
  const deployment = connected()
  for (const path of ['/me', '/posts', '/insights', '/limits']) await deployment.get(path)
  expect(asked(deployment)).toEqual([
    'GET /v1.0/me',
    'GET /v1.0/me/threads',
    'GET /v1.0/me/threads_insights',
    'GET /v1.0/me/threads_publishing_limit',
  ])
})

describe('GET /social/posts?insights=true', () => {
  const isInsights = ({ url }: Call) => url.pathname.endsWith('/insights')
  const counted = ({ threads }: Connected) => threads.calls.filter(isInsights).length
  interface Counted extends Post {
    insights: Record<string, number> | null
    insights_error?: string
  }
  const read = async (deployment: Connected, query = '') => {
    const { status, json } = await deployment.get(`/posts?insights=true${query}`)
    return { status, json, posts: json.posts as Counted[] }
  }

  it('has the counts of each post, so that one call shows the best of the month', async () => {
    const deployment = connected()
    const { posts } = await read(deployment, '&since=2026-11-01')
    const [best] = [...posts].sort((one, other) => (other.insights?.views ?? 0) - (one.insights?.views ?? 0))
    expect(best).toMatchObject({
      text: 'A visitor left this note between the pages. Whose is it?',
      insights: { views: 3120, likes: 512, replies: 3, reposts: 66, quotes: 9, shares: 88 },
    })
    const { metrics } = (await deployment.get(`/posts/${best?.id}/insights`)).json
    expect(best?.insights).toEqual(
      Object.fromEntries(Object.entries(metrics).map(([name, metric]) => [name, (metric as { total: number }).total])),
    )
    expect(posts.some((post) => 'insights_error' in post)).toBe(false)
    expect(counted(deployment)).toBe(posts.length + 1)
  })

  it('without it there is none', async () => {
    const deployment = connected()
    for (const query of ['', '?insights=false'])
      expect((await posts(deployment, query)).some((post) => 'insights' in post)).toBe(false)
    expect(counted(deployment)).toBe(0)
    expect((await deployment.get('/posts?insights=maybe')).status).toBe(400)
  })

  it('a repost has no counts, and is not asked for', async () => {
    const deployment = connected()
    const { posts } = await read(deployment, '&limit=40')
    expect(posts.filter(({ type }) => type === 'repost').map(({ insights }) => insights)).toEqual([{}])
    expect([posts.length, counted(deployment)]).toEqual([30, 29])
  })

  it('asks for at most six at once', async () => {
    const deployment = connected()
    const { threads } = deployment
    let most = 0
    const count = (call: Call) => {
      most = Math.max(most, threads.pending.size)
      return isInsights(call)
    }
    threads.fail({ kind: 'delay', ms: 1 }, { on: count })
    await read(deployment)
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(6)
  })

  it('a post whose counts cannot be read says why, and the others have theirs', async () => {
    const deployment = connected()
    const [, second] = await posts(deployment, '?limit=3')
    deployment.threads.fail(
      { kind: 'status', status: 404 },
      { on: ({ url }) => url.pathname === `/v1.0/${second?.id}/insights` },
    )
    const { status, posts: found } = await read(deployment, '&limit=3')
    expect(status).toBe(200)
    expect(found.map(({ insights }) => insights === null)).toEqual([false, true, false])
    expect(found[1]?.insights_error).toMatch(/./)
    expect(found[0]).not.toHaveProperty('insights_error')
  })

  it('if none can be read, the request failed', async () => {
    const deployment = connected()
    deployment.threads.fail({ kind: 'status', status: 403 }, { on: isInsights })
    expect(await read(deployment)).toMatchObject({ status: 403, json: { success: false } })
    deployment.threads.heal()
    deployment.threads.fail({ kind: 'status', status: 401 }, { on: isInsights })
    expect((await read(deployment)).status).toBe(401)
  })

  it('after a limit no further post is asked for', async () => {
    const deployment = connected()
    const [first] = await posts(deployment, '?limit=1')
    deployment.threads.fail(
      { kind: 'status', status: 429, headers: { 'Retry-After': '60' } },
      { on: (call) => isInsights(call) && !call.url.pathname.includes(String(first?.id)) },
    )
    const { status, posts: found } = await read(deployment, '&limit=25')
    expect([status, found.filter(({ insights }) => insights === null).length]).toEqual([200, 23])
    expect(counted(deployment)).toBeLessThan(20)
  })

  it('has as many posts as there are calls for, and the next page has the others', async () => {
    const deployment = connected({ settings: { SUBREQUESTS: '8' } })
    const { json, posts } = await read(deployment, '&limit=20')
    expect([posts.length, posts.every(({ insights }) => insights !== null)]).toEqual([7, true])
    const next = await read(deployment, `&limit=20&after=${encodeURIComponent(json.next_cursor)}`)
    expect(next.posts).toHaveLength(7)
  })
})
