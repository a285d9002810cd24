import { describe, expect, it } from 'vitest'
import type { Call, Fault } from '../../simulators/simulator.ts'
import { USERNAME } from '../../simulators/social/index.ts'
import type { Scope } from '../../simulators/social/tokens.ts'
import type { Answer } from '../../support/gateway.ts'
import { asked, type Connected, connected, isUpkeep, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

interface Post {
  id: string
  username: string
  text: string
  published_at: string
  hide_status: string | null
}

const getId = ({ threads }: Connected, text: string): string => {
  const found = [...threads.state.media.values()].find((media) => media.text?.startsWith(text))
  if (!found) throw new Error(`nothing begins with ${text}`)
  return found.id
}
const sent = ({ threads }: Connected, name: string) =>
  threads.calls.find((call) => !isUpkeep(call))?.url.searchParams.get(name)

describe('GET /social/mentions', () => {
  it('is posts of others that mention the account, newest first, page by page', async () => {
    const { get } = connected()
    const { json } = await get('/mentions?limit=2')
    expect(json.mentions.map(({ username }: Post) => username)).toEqual(['minji.reads', 'sora.kim'])
    expect(json.mentions[0].text).toContain(`@${USERNAME}`)
    const next = await get(`/mentions?after=${encodeURIComponent(json.next_cursor)}`)
    expect(next.json.mentions).toHaveLength(1)
    const end = await get(`/mentions?after=${encodeURIComponent(next.json.next_cursor)}`)
    expect([end.json.mentions, end.json.next_cursor]).toEqual([[], null])
  })

  it('since and until narrow it', async () => {
    const deployment = connected()
    const { json } = await deployment.get('/mentions?since=2026-11-01&until=2026-11-10')
    expect(json.mentions.map(({ username }: Post) => username)).toEqual(['sora.kim'])
    expect(sent(deployment, 'until')).toBe(String(Date.UTC(2026, 10, 10) / 1000))
  })
})

describe('whether a mention was answered', () => {
  const isReplies = ({ url }: Call) => url.pathname.endsWith('/me/replies')
  const answered = ({ json }: Answer) =>
    json.mentions.map((mention: Post & { answered: boolean | null }) => [mention.username, mention.answered])
  const mention = ({ threads }: Connected, more: object = {}) =>
    threads.write({ username: 'a.reader', text: `Hello @${USERNAME}`, ...more })

  it('is by the replies of the account, read once for a page, since its oldest mention', async () => {
    const deployment = connected()
    const answer = await deployment.get('/mentions')
    expect(answered(answer)).toEqual([
      ['minji.reads', false],
      ['sora.kim', true],
      ['walkingtom', false],
    ])
    expect(answer.json).not.toHaveProperty('answered_error')
    expect(asked(deployment)).toEqual(['GET /v1.0/me/mentions', 'GET /v1.0/me/replies'])
    // Of those with replies, because nobody has answered the others.
    const [call] = deployment.threads.calls.filter(isReplies)
    expect(call?.url.searchParams.get('since')).toBe(String(Date.UTC(2026, 10, 4, 12) / 1000))
  })

  it('is true once the account replies, and false when somebody else does', async () => {
    const deployment = connected()
    const { threads } = deployment
    const [first, second] = [mention(deployment), mention(deployment)]
    threads.answer(first)
    expect(answered(await deployment.get('/mentions?limit=2'))).toEqual(Array(2).fill(['a.reader', false]))
    expect((await deployment.post({ text: 'Hello', reply_to: first.id })).status).toBe(201)
    // Below the reply of somebody else, it is that which was answered.
    threads.answer(threads.answer(second), { username: USERNAME })
    const { mentions } = (await deployment.get('/mentions?limit=2')).json
    const found = new Map(mentions.map(({ id, answered }: { id: string; answered: boolean }) => [id, answered]))
    expect([found.get(first.id), found.get(second.id)]).toEqual([true, false])
  })

  it('is false without a call where no mention has replies', async () => {
    const deployment = connected()
    expect(answered(await deployment.get('/mentions?limit=1'))).toEqual([['minji.reads', false]])
    expect(asked(deployment)).toEqual(['GET /v1.0/me/mentions'])
  })

  it.each([
    [{ kind: 'status', status: 403 }, /permission/],
    [{ kind: 'status', status: 429 }, /limit|many/],
    [{ kind: 'status', status: 500 }, /social service/],
    [{ kind: 'html' }, /social service/],
  ] as [Fault, RegExp][])(
    'is not known when the replies fail with %j, and the mentions are there',
    async (fault, why) => {
      const deployment = connected()
      deployment.threads.fail(fault, { on: isReplies })
      const answer = await deployment.get('/mentions')
      expect(answer.status).toBe(200)
      expect(answered(answer)).toEqual([
        ['minji.reads', false],
        ['sora.kim', null],
        ['walkingtom', false],
      ])
      expect(answer.json.answered_error).toMatch(why)
    },
  )

  it('is not known either when a reply does not say what it answers', async () => {
    const deployment = connected()
    const asked = mention(deployment)
    deployment.threads.answer(asked)
    const body = JSON.stringify({ data: [{ id: '1' }, { id: '2', replied_to: { id: '3' } }] })
    deployment.threads.fail({ kind: 'status', status: 200, body }, { on: isReplies })
    const answer = await deployment.get('/mentions?limit=1')
    expect([answered(answer), answer.json.answered_error]).toEqual([
      [['a.reader', null]],
      'the social service does not say what some replies of the account answer',
    ])
  })

  it('reads three pages of replies at most, and stops when all are found', async () => {
    const deployment = connected()
    const { threads, world } = deployment
    const [old] = [mention(deployment)]
    threads.answer(old)
    world.clock.advance(1_000)
    const other = threads.write({ username: 'a.reader', text: 'Something else.' })
    for (let n = 0; n < 301; n++) threads.answer(other, { username: USERNAME })
    const answer = await deployment.get('/mentions?limit=1')
    expect([answered(answer), threads.calls.filter(isReplies).length]).toEqual([[['a.reader', null]], 3])
    expect(answer.json.answered_error).toMatch(/^only 300 replies/)
    threads.answer(old, { username: USERNAME })
    expect(answered(await deployment.get('/mentions?limit=1'))).toEqual([['a.reader', true]])
    expect(threads.calls.filter(isReplies)).toHaveLength(4)
  })

  it('a dead token is no answer', async () => {
    const deployment = connected()
    deployment.threads.fail({ kind: 'status', status: 401 }, { on: isReplies })
    expect((await deployment.get('/mentions')).status).toBe(401)
  })
})

it('GET /social/posts/{id}/conversation: replies of every depth, of which replies are the top', async () => {
  const deployment = connected()
  const id = getId(deployment, '이번 주 금요일 저녁')
  const { json } = await deployment.get(`/posts/${id}/conversation?limit=2`)
  const rest = await deployment.get(`/posts/${id}/conversation?after=${encodeURIComponent(json.next_cursor)}`)
  const all: Post[] = [...json.replies, ...rest.json.replies]
  expect(all.map(({ text }) => text.slice(0, 4))).toEqual(['감사합니', '네, 이', '한 자리'])
  expect((await deployment.get(`/posts/${id}/replies`)).json.replies).toEqual(all.slice(2))
  expect((await deployment.get('/posts/17910000000000002/conversation')).status).toBe(404)
})

describe('POST /social/replies/{id}/hide', () => {
  it('hides a reply, and shows it again', async () => {
    const deployment = connected()
    const id = getId(deployment, 'Which thread')
    for (const [hide, status] of [
      [true, 'HIDDEN'],
      [true, 'HIDDEN'],
      [false, 'NOT_HUSHED'],
    ] as const) {
      const { json } = await deployment.request('POST', `/replies/${id}/hide`, { hide })
      expect(json).toEqual({ success: true, id, hidden: hide })
      expect((await deployment.get(`/posts/${id}`)).json.post.hide_status).toBe(status)
    }
  })

  it.each([
    ['Waxed linen', 400, 'Only top-level replies can be hidden'],
    ['첫눈이', 400, 'Only replies can be hidden'],
  ])('of %s is %i in words of the product', async (text, status, error) => {
    const deployment = connected()
    const answer = await deployment.request('POST', `/replies/${getId(deployment, text)}/hide`, { hide: true })
    expect([answer.status, answer.json.error]).toEqual([status, error])
  })

  it("of a reply to somebody else's post is 403, which says what may be wrong", async () => {
    const deployment = connected()
    const { json } = await deployment.post({ text: '우리도', reply_to: getId(deployment, '동네 책방 지도') })
    const { status, json: body } = await deployment.request('POST', `/replies/${json.post.id}/hide`, { hide: true })
    expect(status).toBe(403)
    expect(body.error).toMatch(/reconnect it .*; or the reply is not to a post of the account$/)
  })

  it('that the product denies is 502', async () => {
    const deployment = connected()
    deployment.threads.fail(
      { kind: 'status', status: 200, body: '{"success":false}' },
      { on: (call) => !isUpkeep(call) },
    )
    expect((await deployment.request('POST', '/replies/17910000000000001/hide', { hide: true })).status).toBe(502)
  })

  it.each([
    [{}, 'hide: must be true, false, 1 or 0'],
    [{ hide: 'yes' }, 'hide: must be true, false, 1 or 0'],
  ])('with %j is 400', async (body, error) => {
    const { status, json } = await connected().request('POST', '/replies/17910000000000001/hide', body)
    expect([status, json.error]).toEqual([400, error])
  })
})

describe('POST /social/posts/{id}/repost', () => {
  it('returns the id of the new post, which contains the other', async () => {
    const deployment = connected()
    const reposted_post = getId(deployment, '동네 책방 지도')
    const { status, json } = await deployment.request('POST', `/posts/${reposted_post}/repost`)
    expect(status).toBe(201)
    const { post } = (await deployment.get(`/posts/${json.id}`)).json
    expect(post).toMatchObject({ id: json.id, type: 'repost', reposted_post, username: USERNAME })
  })

  it('is sent once, whatever comes back', async () => {
    const deployment = connected()
    const path = `/posts/${getId(deployment, '동네')}/repost`
    deployment.threads.fail({ kind: 'status', status: 503 }, { on: ({ method }) => method === 'POST' })
    expect((await deployment.request('POST', path)).status).toBe(502)
    expect(asked(deployment).filter((line) => line.startsWith('POST'))).toHaveLength(1)
  })

  it('of what is not there is 404, and of an account that is blocked 403', async () => {
    const deployment = connected()
    expect((await deployment.request('POST', '/posts/17910000000000002/repost')).status).toBe(404)
    deployment.threads.switches.blocked = 'action'
    const { status, json } = await deployment.request('POST', `/posts/${getId(deployment, '동네')}/repost`)
    expect([status, json.error]).toEqual([403, expect.stringContaining('We restrict certain activity.')])
  })
})

describe('GET /social/search', () => {
  const search = async ({ get }: Connected, query: string): Promise<Post[]> =>
    (await get(`/search?${query}`)).json.posts

  it('finds the most popular posts, or the newest', async () => {
    const deployment = connected()
    expect((await search(deployment, 'q=%EC%B1%85%EB%B0%A9&limit=1'))[0]?.username).toBe('haru_diary')
    expect(sent(deployment, 'search_type')).toBe('TOP')
    const recent = connected()
    const times = (await search(recent, 'q=a&type=recent')).map(({ published_at }) => published_at)
    expect(times).toEqual([...times].sort().reverse())
    expect(sent(recent, 'search_type')).toBe('RECENT')
  })

  it('is paged, and narrowed by since and until', async () => {
    const { get } = connected()
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { json } = await get(`/search?q=a&limit=5&after=${encodeURIComponent(cursor)}`)
      seen.push(...json.posts.map(({ id }: Post) => id))
      cursor = json.next_cursor
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThan(10)
    const found = await search(connected(), 'q=a&since=2026-11-15&until=2026-11-18')
    expect(found.map(({ published_at }) => published_at.slice(0, 10))).toEqual(['2026-11-15', '2026-11-17'])
  })

  it.each([
    ['', 'q: is required'],
    ['q=%20', 'q: must not be empty'],
    ['q=a&type=best', 'type: must be one of top, recent'],
    ['q=a&since=2026-11-02&until=2026-11-01', 'until: must be later than since'],
    ['q=a&since=2023-01-01', 'Param since must be greater than or equal to 1688540400'],
  ])('%s is 400', async (query, error) => {
    const { status, json } = await connected().get(`/search?${query}`)
    expect([status, json.error]).toEqual([400, error])
  })

  it('past its 2,200 in a day is 429', async () => {
    const { get, threads, world } = connected()
    threads.state.usage.searches.push(...Array(2200).fill(world.clock.now()))
    expect((await get('/search?q=a')).status).toBe(429)
  })
})

describe('an account that was connected without the permission', () => {
  it.each([
    ['GET', '/mentions', 'threads_manage_mentions'],
    ['GET', '/search?q=a', 'threads_keyword_search'],
    ['GET', '/posts/17910000000000371/conversation', 'threads_read_replies'],
    ['POST', '/posts/17910000000000371/repost', 'threads_content_publish'],
    ['POST', '/replies/17910000000001481/hide', 'threads_manage_replies'],
  ] as const)('%s %s is 403 that says to reconnect, and works after that', async (method, path, scope: Scope) => {
    const deployment = connected()
    const body = path.endsWith('/hide') ? { hide: true } : undefined
    const { tokens } = deployment.threads.state
    const as = (value: string, scopes: Scope[]) => {
      tokens.issue('long', { value, scopes })
      return deployment.another({ SOCIAL_TOKEN: value }).request(method, path, body)
    }
    const { status, json } = await as('test-reader-token', ['threads_basic'])
    expect([status, json.error]).toEqual([403, expect.stringContaining('reconnect it with that permission')])
    expect((await as('test-short-token', ['threads_basic', scope])).status).toBeLessThan(300)
  })
})
