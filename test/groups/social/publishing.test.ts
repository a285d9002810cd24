import { describe, expect, it } from 'vitest'
import type { Call } from '../../simulators/simulator.ts'
import { SOCIAL_TOKEN, USERNAME } from '../../simulators/social/index.ts'
import { asked, type Connected, connected, getToken, isUpkeep, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

const CREATE = 'POST /v1.0/me/threads'
const PUBLISH = 'POST /v1.0/me/threads_publish'
const HOUR = 3_600_000

const image = { text: '새 책이 들어왔어요', image_url: 'https://media.example/new.jpg' }
const video = { text: '', video_url: 'https://media.example/walk.mp4' }

const isPublish = ({ url }: Call) => url.pathname.endsWith('/threads_publish')
const isCreate = ({ url }: Call) => url.pathname.endsWith('/me/threads')

const newest = async ({ get }: Connected) => (await get('/posts?limit=1')).json.posts[0]
const writes = (deployment: Connected) => asked(deployment).filter((line) => line.startsWith('POST'))

describe('a new post', () => {
  it('of text is published through a container without a status check, and returned', async () => {
    const deployment = connected()
    const { status, json } = await deployment.post({ text: '첫눈이 옵니다 ❄️' })
    expect(status).toBe(201)
    expect(json.post).toMatchObject({
      type: 'text',
      text: '첫눈이 옵니다 ❄️',
      username: USERNAME,
      published_at: '2026-11-21T09:00:00.000Z',
      is_reply: false,
    })
    expect(asked(deployment)).toEqual([CREATE, PUBLISH, expect.stringMatching(/^GET /)])
    expect(json.already_published).toBeUndefined()
    expect(await newest(deployment)).toEqual(json.post)
  })

  it('with a link', async () => {
    const deployment = connected()
    const { json } = await deployment.post({ text: 'Details', link: 'https://books.example/a?b=c&d=e#f' })
    expect(json.post.link).toBe('https://books.example/a?b=c&d=e#f')
    expect(await newest(deployment)).toEqual(json.post)
  })

  it.each([
    ['image', image, 'https://media.example/new.jpg'],
    ['video', video, 'https://media.example/walk.mp4'],
  ])('with an %s waits until that is prepared', async (type, body, media_url) => {
    const deployment = connected()
    const { status, json } = await deployment.post(body)
    expect([status, json.post.type, json.post.media_url]).toEqual([201, type, media_url])
    expect(writes(deployment)).toEqual([CREATE, PUBLISH])
    expect(await newest(deployment)).toEqual(json.post)
  })

  it.each([
    ['text', { text: '네, 열려 있어요' }],
    ['image', image],
  ])('of %s as a reply', async (type, body) => {
    const deployment = connected()
    const { id: root } = await newest(deployment)
    const { status, json } = await deployment.post({ ...body, reply_to: root })
    expect(status).toBe(201)
    expect(json.post).toMatchObject({ type, is_reply: true, is_own_reply: true, reply_to: root, root_post: root })
    expect(writes(deployment)).toEqual([CREATE, PUBLISH])
    expect((await deployment.get(`/posts/${root}/replies`)).json.replies[0]).toEqual(json.post)
    expect(deployment.threads.state.usage).toMatchObject({ posts: [], replies: [expect.any(Number)] })
  })

  it('of text as a quote is published in two steps', async () => {
    const deployment = connected()
    const { id: quoted_post } = await newest(deployment)
    const { status, json } = await deployment.post({ text: '다시 봅니다', quote: quoted_post })
    expect(status).toBe(201)
    expect(json.post).toMatchObject({ type: 'text', is_quote: true, quoted_post })
    expect(writes(deployment)).toEqual([CREATE, PUBLISH])
  })

  it('contains the alt text of its image, its topic, and who may reply', async () => {
    const deployment = connected()
    const more = { alt_text: '쌓아 둔 책', topic: '새 책', reply_control: 'followers_only' }
    const { json } = await deployment.post({ ...image, ...more })
    expect(json.post).toMatchObject({ alt_text: '쌓아 둔 책', topic: '새 책' })
    expect(deployment.threads.state.media.get(json.post.id)?.replyControl).toBe('followers_only')
  })

  it('of an account sends its token in the form, never in the URL', async () => {
    const { threads, post } = connected()
    await post(image)
    for (const call of threads.calls.filter(({ method }) => method === 'POST')) {
      expect(call.url.search).toBe('')
      expect(call.headers.get('Content-Type')).toBe('application/x-www-form-urlencoded')
      expect(getToken(call)).toBe(SOCIAL_TOKEN)
    }
  })

  it('that is published is returned although it cannot be read', async () => {
    const { threads, post, get } = connected()
    const { id: root } = (await get('/posts?limit=1')).json.posts[0]
    threads.fail(
      { kind: 'status', status: 500 },
      {
        on: ({ method, url }) =>
          method === 'GET' &&
          /\/\d+$/.test(url.pathname) &&
          url.searchParams.get('fields')?.includes('permalink') === true,
      },
    )
    const { status, json } = await post({ text: '네', reply_to: root })
    expect(status).toBe(201)
    expect(json.post).toMatchObject({ type: 'text', text: '네', is_reply: true, reply_to: root, published_at: null })
    expect(threads.state.media.get(json.post.id)?.text).toBe('네')
  })

  it('another value is 400 naming the field', async () => {
    for (const [body, error] of [
      [{}, 'text: is required'],
      [{ text: ' ' }, 'text: must not be empty without image_url, video_url or items'],
      [
        { text: '가'.repeat(501) },
        'text: must be at most 500 characters, not 501, where an emoji counts as its UTF-8 bytes',
      ],
      [{ text: 'a', image_url: 'http://media.example/a.jpg' }, 'image_url: must be an https URL'],
      [{ text: 'a', image_url: 'https://10.0.0.1/a.jpg' }, 'image_url: must name a host on the public internet'],
      [
        { text: 'a', video_url: 'https://u:p@media.example/a.mp4' },
        'video_url: must hold no user name and no password',
      ],
      [{ ...image, ...video }, 'video_url: cannot be combined with image_url'],
      [
        { text: 'a', alt_text: 'b' },
        'alt_text: needs image_url or video_url: in a carousel it belongs to each of items',
      ],
      [{ ...image, alt_text: '가'.repeat(1001) }, 'alt_text: must be at most 1,000 characters, not 1001'],
      [{ text: 'a', topic: 'a.b' }, 'topic: must be 1 to 50 characters, without . and &'],
      [{ text: 'a', topic: '가'.repeat(51) }, 'topic: must be 1 to 50 characters, without . and &'],
      [
        { text: 'a', reply_control: 'nobody' },
        'reply_control: must be one of everyone, accounts_you_follow, mentioned_only, parent_post_author_only, followers_only',
      ],
      [{ text: 'a', quote: 'me' }, 'quote: must be the id of a post, which is a number'],
      [{ text: 'a', reply_to: 'me' }, 'reply_to: must be the id of a post, which is a number'],
    ] as const) {
      const { post, threads } = connected()
      const { status, json } = await post(body)
      expect.soft([status, json.error], JSON.stringify(body)).toEqual([400, error])
      expect.soft(threads.calls, JSON.stringify(body)).toEqual([])
    }
  })

  it('that the product measures otherwise is 400 in its words', async () => {
    const { post, threads } = connected()
    threads.switches.textMeasure = 'bytes'
    const { status, json } = await post({ text: '가'.repeat(200) })
    expect([status, json.error]).toEqual([400, 'Param text must be at most 500 characters long.'])
  })

  it('quoting what does not exist is 400', async () => {
    const { status, json } = await connected().post({ text: '네', quote: '17910000000000009' })
    expect([status, json.error]).toEqual([400, 'Param quote_post_id is not a valid threads_media ID'])
  })

  it('answering what does not exist is 400', async () => {
    const { status, json } = await connected().post({ text: '네', reply_to: '17910000000000009' })
    expect([status, json.error]).toEqual([400, 'Param reply_to_id is not a valid threads_media ID'])
  })
})

describe('media that are not ready in time', () => {
  const slow = () => {
    const deployment = connected()
    deployment.threads.switches.preparationMs.VIDEO = 60_000
    return deployment
  }

  it('are 409, and repeating the same post continues from there', async () => {
    const deployment = slow()
    const { status, json } = await deployment.post(video)
    expect([status, json.error]).toEqual([
      409,
      'the social service is still preparing the media of this post: try again in a minute',
    ])
    deployment.world.clock.advance(60_000)
    expect((await deployment.another().post(video)).status).toBe(201)
    expect(writes(deployment)).toEqual([CREATE, PUBLISH])
    expect(deployment.threads.state.usage.posts).toHaveLength(1)
  })

  it('are polled every three seconds, with time left to publish', async () => {
    const deployment = slow()
    const started = deployment.world.clock.now()
    await deployment.post(video)
    const looks = asked(deployment).filter((line) => line.startsWith('GET'))
    expect(looks).toHaveLength(7)
    expect(deployment.world.clock.now() - started).toBe(18_000)
  })

  it('are polled within SUBREQUESTS', async () => {
    const deployment = connected({ settings: { SUBREQUESTS: '5' } })
    deployment.threads.switches.preparationMs.VIDEO = 60_000
    expect((await deployment.post(video)).status).toBe(409)
    expect(asked(deployment)).toHaveLength(3)
  })

  it('belong only to this post', async () => {
    const deployment = slow()
    await deployment.post(video)
    deployment.world.clock.advance(60_000)
    expect((await deployment.post(image)).status).toBe(201)
    expect((await newest(deployment)).type).toBe('image')
    expect(writes(deployment).filter((line) => line === CREATE)).toHaveLength(2)
  })

  it('are waited for as well when the product says so only at the publishing step', async () => {
    const deployment = connected()
    deployment.threads.fail(
      { kind: 'status', status: 200, body: '{"id":"1","status":"FINISHED"}' },
      { on: isLook, times: 1 },
    )
    expect((await deployment.post(video)).status).toBe(201)
    expect(writes(deployment)).toEqual([CREATE, PUBLISH, PUBLISH])
    expect(deployment.threads.state.usage.posts).toHaveLength(1)
  })

  it('that have expired are prepared again', async () => {
    const deployment = slow()
    await deployment.post(video)
    for (const container of deployment.threads.state.containers.values()) container.createdAt -= 24 * HOUR
    deployment.threads.switches.preparationMs.VIDEO = 0
    expect((await deployment.post(video)).status).toBe(201)
    expect(writes(deployment)).toEqual([CREATE, CREATE, PUBLISH])
  })

  it('are deleted after a day', async () => {
    const deployment = slow()
    await deployment.post(video)
    deployment.world.clock.advance(24 * HOUR)
    deployment.threads.switches.preparationMs.VIDEO = 0
    expect((await deployment.post(video)).status).toBe(201)
    expect(writes(deployment)).toEqual([CREATE, CREATE, PUBLISH])
  })

  it('are prepared again when the product has lost them, which it may seem to have for some minutes', async () => {
    const deployment = slow()
    await deployment.post(video)
    deployment.threads.state.containers.clear()
    deployment.threads.switches.preparationMs.VIDEO = 0
    expect((await deployment.post(video)).status).toBe(409)
    deployment.world.clock.advance(5 * 60_000)
    expect((await deployment.post(video)).status).toBe(201)
    expect(writes(deployment)).toEqual([CREATE, CREATE, PUBLISH])
  })
})

describe('media with an unknown state', () => {
  const unknown = () => {
    const deployment = connected()
    deployment.threads.fail({ kind: 'status', status: 200, body: '{"status":"RESTING"}' }, { on: isLook })
    return deployment
  }

  it('are published: the product itself knows if they are ready', async () => {
    const deployment = unknown()
    deployment.threads.switches.preparationMs.IMAGE = 0
    expect((await deployment.post(image)).status).toBe(201)
    expect(writes(deployment)).toEqual([CREATE, PUBLISH])
  })

  it('are tried again when the product says that they are not ready, then 409, and are continued', async () => {
    const deployment = unknown()
    deployment.threads.switches.preparationMs.VIDEO = 60_000
    const { status, json } = await deployment.post(video)
    expect([status, json.error]).toEqual([409, expect.stringContaining('still preparing')])
    deployment.world.clock.advance(60_000)
    expect((await deployment.post(video)).status).toBe(201)
    expect(writes(deployment)).toEqual([CREATE, PUBLISH, PUBLISH, PUBLISH, PUBLISH, PUBLISH])
  })
})

const isLook = ({ url }: Call) => url.searchParams.get('fields')?.startsWith('id,status') === true

describe('media that the product cannot use', () => {
  it.each([
    ['FAILED_DOWNLOADING_VIDEO', 'the social service could not download the video: it must be public'],
    ['INVALID_ASPEC_RATIO', 'the aspect ratio is not accepted'],
    ['UNKNOWN', 'the social service could not use it'],
  ])('%s is 400 in words', async (problem, words) => {
    const { post } = connected()
    const { status, json } = await post({ text: '', video_url: `https://media.example/${problem}.mp4` })
    expect([status, json.error]).toEqual([400, `video_url: ${words}`])
  })

  it('are prepared again by the next request', async () => {
    const deployment = connected()
    const body = { text: '', image_url: 'https://media.example/UNKNOWN.jpg' }
    expect((await deployment.post(body)).json.error).toBe('image_url: the social service could not use it')
    expect((await deployment.post(body)).status).toBe(400)
    expect(writes(deployment)).toEqual([CREATE, CREATE])
  })
})

describe('writes are sent once', () => {
  it.each([
    ['creation', isCreate],
    ['publishing', isPublish],
  ])('a failing %s is not repeated', async (_, on) => {
    const deployment = connected()
    deployment.threads.fail({ kind: 'status', status: 503 }, { on: (call) => call.method === 'POST' && on(call) })
    expect((await deployment.post(image)).status).toBe(502)
    expect(deployment.threads.calls.filter((call) => call.method === 'POST' && on(call))).toHaveLength(1)
  })
})

describe('quotas', () => {
  const fill = ({ threads, world }: Connected, name: 'posts' | 'replies' | 'deletes', count: number) =>
    threads.state.usage[name].push(...Array.from({ length: count }, () => world.clock.now()))

  it('of 250 posts: 429, and what was prepared is published later', async () => {
    const deployment = connected()
    fill(deployment, 'posts', 250)
    for (const body of [{ text: 'again' }, image]) {
      const { status, json } = await deployment.post(body)
      expect([status, json.error]).toEqual([
        429,
        'the social account has reached a limit of its service: try again later',
      ])
    }
    deployment.threads.state.usage.posts.length = 0
    expect((await deployment.post(image)).status).toBe(201)
    expect(writes(deployment).filter((line) => line === CREATE)).toHaveLength(2)
  })

  it('of replies and deletes are their own', async () => {
    const deployment = connected()
    fill(deployment, 'replies', 1000)
    fill(deployment, 'deletes', 100)
    const { id } = await newest(deployment)
    expect((await deployment.post({ text: '네', reply_to: id })).status).toBe(429)
    expect((await deployment.remove(id)).status).toBe(429)
    expect((await deployment.post({ text: '오늘' })).status).toBe(201)
  })
})

describe('DELETE /social/posts/{id}', () => {
  it('deletes a post', async () => {
    const deployment = connected()
    const { id } = await newest(deployment)
    const { status, json } = await deployment.remove(id)
    expect([status, json]).toEqual([200, { success: true, deleted_id: id }])
    expect((await deployment.get(`/posts/${id}`)).status).toBe(404)
    expect((await deployment.remove(id)).status).toBe(404)
  })

  it('of somebody else is 403', async () => {
    const deployment = connected()
    const { id } = await newest(deployment)
    const { replies } = (await deployment.get(`/posts/${id}/replies`)).json
    expect((await deployment.remove(replies[0].id)).status).toBe(403)
  })

  it.each([
    ['{"success":true}', 200],
    ['{}', 200],
    ['{"success":null,"id":"1"}', 200],
    ['{"success":false}', 502],
  ])('with the response %s is %i: only a denial is a failure', async (body, expected) => {
    const deployment = connected()
    const { id } = await newest(deployment)
    deployment.threads.fail({ kind: 'status', status: 200, body }, { on: (call) => !isUpkeep(call) })
    expect((await deployment.remove(id)).status).toBe(expected)
  })
})
