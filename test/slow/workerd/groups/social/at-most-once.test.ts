import { describe, expect, it } from 'vitest'
import { asked, type Connected, connected, leaveNothingBehind } from '../../../../groups/social/connected.ts'
import type { Call } from '../../../../simulators/simulator.ts'
import { USERNAME } from '../../../../simulators/social/index.ts'

/**
 * A post is published once for repeated requests, with an Idempotency-Key and without one (docs/spec/social.md, "At
 * most once").
 */

leaveNothingBehind()

const MINUTE = 60_000
const text = { text: '오늘은 여섯 시에 닫습니다' }
const image = { text: '새 책이 들어왔어요', image_url: 'https://media.example/new.jpg' }

const isPublish = ({ url }: Call) => url.pathname.endsWith('/threads_publish')
const isCreate = ({ method, url }: Call) => method === 'POST' && url.pathname.endsWith('/me/threads')
const isRepost = ({ url }: Call) => url.pathname.endsWith('/repost')

const published = ({ threads: { state } }: Connected) => state.usage.posts.length + state.usage.replies.length
const reposts = ({ threads: { state } }: Connected) =>
  [...state.media.values()].filter(({ mediaType, username }) => mediaType === 'REPOST_FACADE' && username === USERNAME)

const getId = ({ threads }: Connected, words: string) =>
  [...threads.state.media.values()].find((media) => media.text?.includes(words))?.id ?? ''

describe('a lost response without an Idempotency-Key', () => {
  const kinds = (deployment: Connected) => [text, image, { ...text, reply_to: getId(deployment, '동네') }]

  it.each([0, 1, 2])('of post %i says that it may be published, and the same request finds it', async (kind) => {
    const deployment = connected()
    const body = kinds(deployment)[kind]
    deployment.threads.fail({ kind: 'lost' }, { on: isPublish, times: 1 })
    const lost = await deployment.post(body)
    expect([lost.status, lost.json.error]).toEqual([504, expect.stringContaining('the post may be published')])
    for (const isolate of [deployment, deployment.another()]) {
      const { status, json } = await isolate.post(body)
      expect([status, json.already_published, json.post.text]).toEqual([201, true, body?.text])
      expect(deployment.threads.state.media.has(json.post.id)).toBe(true)
    }
    expect(published(deployment)).toBe(1)
  })

  it('is found a day later, and the post after that is another one', async () => {
    const deployment = connected()
    deployment.threads.fail({ kind: 'lost' }, { on: isPublish, times: 1 })
    await deployment.post(text)
    deployment.world.clock.advance(23 * 60 * MINUTE)
    expect((await deployment.post(text)).json.already_published).toBe(true)
    deployment.world.clock.advance(5 * MINUTE)
    const { status, json } = await deployment.post(text)
    expect([status, json.already_published, published(deployment)]).toEqual([201, undefined, 2])
  })

  it('is found behind hundreds of newer posts', async () => {
    const deployment = connected()
    deployment.threads.fail({ kind: 'lost' }, { on: isPublish, times: 1 })
    await deployment.post(text)
    for (let post = 0; post < 250; post++) {
      deployment.world.clock.advance(post < 150 ? 100 : MINUTE)
      deployment.threads.write({ text: `${post}` })
    }
    expect((await deployment.post(text)).json.already_published).toBe(true)
    expect(published(deployment)).toBe(1)
  })

  it('is found at once when the connection breaks and the request has time left', async () => {
    const deployment = connected()
    deployment.threads.fail({ kind: 'cut' }, { on: isPublish, times: 1 })
    const { status, json } = await deployment.post(image)
    expect([status, json.already_published, published(deployment)]).toEqual([201, undefined, 1])
  })

  it.each(['status', 'no status', 'unknown'] as const)(
    'that was an empty failure, though it published, is found at once: the container says %s',
    async (told) => {
      for (const kind of [0, 1, 2]) {
        const deployment = connected()
        Object.assign(deployment.threads.switches, { silentPublishing: true, publishedContainer: told })
        const body = kinds(deployment)[kind]
        const { status, json } = await deployment.post(body)
        expect([status, json.post?.text]).toEqual([201, body?.text])
        expect((await deployment.post(body)).json).toMatchObject({
          post: { id: json.post.id },
          already_published: true,
        })
        expect(published(deployment)).toBe(1)
      }
    },
  )

  it.each([
    ['no status', 0],
    ['no status', 60],
    ['unknown', 0],
    ['unknown', 1],
    ['unknown', 60],
  ] as const)('that never came is found when the container says %s, %i minutes later', async (told, minutes) => {
    const deployment = connected()
    deployment.threads.switches.publishedContainer = told
    deployment.threads.fail({ kind: 'lost' }, { on: isPublish, times: 1 })
    expect((await deployment.post(image)).status).toBe(504)
    deployment.world.clock.advance(minutes * MINUTE)
    const { status, json } = await deployment.post(image)
    expect([status, json.already_published, published(deployment)]).toEqual([201, true, 1])
  })

  it('whose container is unknown, and which is not listed, is not published again', async () => {
    const deployment = connected()
    deployment.threads.switches.publishedContainer = 'unknown'
    deployment.threads.fail({ kind: 'lost' }, { on: isPublish, times: 1 })
    await deployment.post(image)
    const isList = ({ method, url }: Call) => method === 'GET' && url.pathname.endsWith('/me/threads')
    deployment.threads.fail({ kind: 'status', status: 200, body: '{"data":[]}' }, { on: isList })
    expect((await deployment.post(image)).status).toBe(409)
    deployment.threads.heal()
    expect((await deployment.post(image)).json.already_published).toBe(true)
    expect(published(deployment)).toBe(1)
  })

  it('that was a permission error of the product, though it published', async () => {
    const deployment = connected()
    const { fetch } = deployment.threads
    deployment.threads.fetch = async (request) => {
      const answer = await fetch(request)
      if (!request.url.endsWith('/threads_publish')) return answer
      return new Response('{"error":{"message":"Application does not have permission","code":10}}', { status: 500 })
    }
    const { status } = await deployment.post(image)
    expect([status, published(deployment)]).toEqual([201, 1])
  })

  it('of an unpublished post lets it be published', async () => {
    const deployment = connected()
    deployment.threads.fail({ kind: 'status', status: 503 }, { on: isPublish, times: 1 })
    expect((await deployment.post(image)).json.error).toContain('may be published')
    const { status, json } = await deployment.post(image)
    expect([status, json.already_published, published(deployment)]).toEqual([201, undefined, 1])
    expect(asked(deployment).filter((line) => line === 'POST /v1.0/me/threads')).toHaveLength(1)
  })

  it('is 409 while the product does not list the post that it reports as published', async () => {
    const deployment = connected()
    deployment.threads.fail({ kind: 'lost' }, { on: isPublish, times: 1 })
    await deployment.post(text)
    const isList = ({ method, url }: Call) => method === 'GET' && url.pathname.endsWith('/me/threads')
    deployment.threads.fail({ kind: 'status', status: 200, body: '{"data":[]}' }, { on: isList })
    const { status, json } = await deployment.post(text)
    expect([status, json.error]).toEqual([409, expect.stringContaining('does not list it yet')])
    deployment.threads.heal()
    expect((await deployment.post(text)).json.already_published).toBe(true)
    expect(published(deployment)).toBe(1)
  })
})

describe('an identical request without an Idempotency-Key', () => {
  it('within five minutes is a repeated one, and a later one another post', async () => {
    const deployment = connected()
    const first = await deployment.post(text)
    deployment.world.clock.advance(5 * MINUTE - 1)
    const second = await deployment.post(text)
    expect([second.status, second.json.already_published]).toEqual([201, true])
    expect(second.json.post).toEqual(first.json.post)
    deployment.world.clock.advance(1)
    expect((await deployment.post(text)).json.already_published).toBeUndefined()
    expect(published(deployment)).toBe(2)
  })

  it('of a post that was deleted in between publishes it again', async () => {
    const deployment = connected()
    const { json } = await deployment.post(text)
    await deployment.remove(json.post.id)
    deployment.world.clock.advance(MINUTE)
    expect((await deployment.post(text)).json.already_published).toBeUndefined()
    expect(published(deployment)).toBe(2)
  })

  it.each([text, image])('at the same time in two isolates is one post: %j', async (body) => {
    const deployment = connected()
    const others = [deployment, deployment.another(), deployment.another()]
    const answers = await Promise.all(others.map(({ post }) => post(body)))
    expect(published(deployment)).toBe(1)
    for (const { status } of answers) expect([201, 409]).toContain(status)
    const ids = answers.filter(({ status }) => status === 201).map(({ json }) => json.post.id)
    expect(new Set(ids).size).toBe(1)
    expect(answers.filter(({ status, json }) => status === 201 && !json.already_published)).toHaveLength(1)
  })
})

describe('with an Idempotency-Key', () => {
  it.each([text, image])('the same key gets the first post: %j', async (body) => {
    const deployment = connected()
    const first = await deployment.post(body, 'key-1')
    const second = await deployment.another().post(body, 'key-1')
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.json).toEqual(first.json)
    expect([first, second].map(({ headers }) => headers.get('Idempotent-Replayed'))).toEqual([null, 'true'])
    expect(published(deployment)).toBe(1)
  })

  it('another key is another post of the same words', async () => {
    const deployment = connected()
    const [a, b] = [await deployment.post(text, 'key-1'), await deployment.post(text, 'key-2')]
    expect(a.json.post.id).not.toBe(b.json.post.id)
    expect(published(deployment)).toBe(2)
  })

  it('another body under the same key is 400, and nothing is published', async () => {
    const deployment = connected()
    await deployment.post(text, 'key-1')
    const { status, json } = await deployment.post(image, 'key-1')
    expect([status, json.error]).toEqual([400, 'Idempotency-Key: was used before with another body'])
    expect(published(deployment)).toBe(1)
  })

  it.each(['lost', 'network'] as const)('a response that is %s is fixed by the next one', async (kind) => {
    const deployment = connected()
    deployment.threads.fail({ kind }, { on: isPublish, times: 1 })
    expect((await deployment.post(image, 'key-1')).status).toBeGreaterThanOrEqual(502)
    for (const replayed of [kind === 'lost' ? 'true' : null, 'true']) {
      const { status, json, headers } = await deployment.post(image, 'key-1')
      expect([status, json.post?.text, headers.get('Idempotent-Replayed')]).toEqual([201, image.text, replayed])
    }
    expect(published(deployment)).toBe(1)
  })

  it('a post that was published and cannot be listed is open: a later request finds it', async () => {
    const deployment = connected()
    const isList = ({ method, url }: Call) => method === 'GET' && url.pathname.endsWith('/me/threads')
    deployment.threads.switches.publishedContainer = 'unknown'
    deployment.threads.fail({ kind: 'cut' }, { on: isPublish, times: 1 })
    // A refusal of the list is no proof that nothing was published.
    deployment.threads.fail({ kind: 'status', status: 400 }, { on: isList })
    expect((await deployment.post(image, 'key-1')).status).toBe(502)
    expect((await deployment.post(image, 'key-1')).status).toBe(400)
    deployment.threads.heal()
    deployment.world.clock.advance(6 * MINUTE)
    const { status, headers } = await deployment.post(image, 'key-1')
    expect([status, headers.get('Idempotent-Replayed'), published(deployment)]).toEqual([201, 'true', 1])
  })

  it('a post whose container the product lost, and whose list it refuses, is not published again', async () => {
    const deployment = connected()
    const isList = ({ method, url }: Call) => method === 'GET' && url.pathname.endsWith('/me/threads')
    deployment.threads.switches.preparationMs.VIDEO = 60_000
    const video = { text: '', video_url: 'https://media.example/walk.mp4' }
    expect((await deployment.post(video, 'key-1')).status).toBe(409)
    deployment.world.clock.advance(6 * MINUTE)
    // It publishes, says that it knows no such container, and lists nothing.
    const { fetch } = deployment.threads
    deployment.threads.fetch = async (request) => {
      const answer = await fetch(request)
      if (!request.url.endsWith('/threads_publish')) return answer
      deployment.threads.state.containers.clear()
      return new Response('{"error":{"message":"The requested resource does not exist","code":24}}', { status: 404 })
    }
    deployment.threads.fail({ kind: 'status', status: 400 }, { on: isList })
    expect((await deployment.post(video, 'key-1')).status).toBe(400)
    deployment.threads.heal()
    const { status, headers } = await deployment.post(video, 'key-1')
    expect([status, headers.get('Idempotent-Replayed'), published(deployment)]).toEqual([201, 'true', 1])
  })

  it('a refusal leaves the key to be used again', async () => {
    const deployment = connected()
    deployment.threads.fail({ kind: 'status', status: 400 }, { on: isCreate, times: 1 })
    expect((await deployment.post(text, 'key-1')).status).toBe(400)
    expect((await deployment.post(text, 'key-1')).status).toBe(201)
    expect(published(deployment)).toBe(1)
  })

  it('many at once publish once', async () => {
    const deployment = connected()
    const isolates = Array.from({ length: 6 }, (_, at) => (at % 2 ? deployment.another() : deployment))
    const answers = await Promise.all(isolates.map(({ post }) => post(text, 'key-1')))
    for (const { status } of answers) expect([201, 409]).toContain(status)
    expect(published(deployment)).toBe(1)
  })

  it('an invalid key is 400', async () => {
    const { status, json } = await connected().post(text, 'a b')
    expect([status, json.error]).toEqual([400, 'Idempotency-Key: must be 1 to 255 visible ASCII characters'])
  })
})

describe('a repost', () => {
  const repost = (deployment: Connected, key?: string) =>
    deployment.request('POST', `/posts/${getId(deployment, '동네')}/repost`, undefined, key)
  const count = (deployment: Connected) => reposts(deployment).length

  it('whose response is lost is found among the newest posts', async () => {
    const deployment = connected()
    const before = count(deployment)
    deployment.threads.fail({ kind: 'lost' }, { on: isRepost, times: 1 })
    const lost = await repost(deployment)
    expect([lost.status, lost.json.error]).toEqual([504, expect.stringContaining('may be published')])
    const { status, json } = await repost(deployment)
    expect([status, json.already_published, count(deployment)]).toEqual([201, true, before + 1])
  })

  it('that was not made is made again a minute later', async () => {
    const deployment = connected()
    const before = count(deployment)
    deployment.threads.fail({ kind: 'network' }, { on: isRepost, times: 1 })
    expect((await repost(deployment)).status).toBe(502)
    expect((await repost(deployment)).status).toBe(409)
    deployment.world.clock.advance(MINUTE)
    expect((await repost(deployment)).status).toBe(201)
    expect(count(deployment)).toBe(before + 1)
  })

  it('is made once per key, and once for two concurrent requests', async () => {
    const deployment = connected()
    const before = count(deployment)
    const [first, second] = [await repost(deployment, 'key-1'), await repost(deployment, 'key-1')]
    expect([first.json, second.headers.get('Idempotent-Replayed')]).toEqual([second.json, 'true'])
    expect(count(deployment)).toBe(before + 1)
    deployment.world.clock.advance(MINUTE)
    await Promise.all([repost(deployment), repost(deployment)])
    expect(count(deployment)).toBe(before + 2)
  })
})
