import { describe, expect, it } from 'vitest'
import type { Call } from '../../simulators/simulator.ts'
import { asked, connected, leaveNothingBehind } from './connected.ts'

/** The product does not know a new container or post yet (social facts, section 6). */

leaveNothingBehind()

const CREATE = 'POST /v1.0/me/threads'
const PUBLISH = 'POST /v1.0/me/threads_publish'
const image = { text: '새 책이 들어왔어요', image_url: 'https://media.example/new.jpg' }
const carousel = {
  text: '오늘의 책장',
  items: [{ image_url: 'https://media.example/1.jpg' }, { image_url: 'https://media.example/2.jpg' }],
}

describe.each([
  ['a text', { text: '안녕하세요' }, 1],
  ['an image', image, 1],
  ['a carousel', carousel, 3],
])('%s', (_, body, containers) => {
  it('whose container is FINISHED and unknown is published when the product knows it', async () => {
    const deployment = connected()
    deployment.threads.switches.unknownForMs.publish = 5_000
    expect((await deployment.post(body)).status).toBe(201)
    expect(asked(deployment).filter((line) => line === CREATE)).toHaveLength(containers)
    expect(asked(deployment).filter((line) => line === PUBLISH).length).toBeGreaterThan(1)
    expect(deployment.threads.state.usage.posts).toHaveLength(1)
  })

  it('is 409 when that takes longer than a request, and published through the same container later', async () => {
    const deployment = connected()
    deployment.threads.switches.unknownForMs.publish = 60_000
    const { status, json } = await deployment.post(body)
    expect([status, json.error]).toEqual([409, expect.stringContaining('try again in a minute')])
    deployment.world.clock.advance(60_000)
    const later = await deployment.post(body)
    expect([later.status, later.json.already_published]).toEqual([201, undefined])
    expect(asked(deployment).filter((line) => line === CREATE)).toHaveLength(containers)
    expect(deployment.threads.state.usage.posts).toHaveLength(1)
  })

  it('whose container is still unknown is waited for', async () => {
    const deployment = connected()
    deployment.threads.switches.unknownForMs.look = 4_000
    expect((await deployment.post(body)).status).toBe(201)
    expect(asked(deployment).filter((line) => line === CREATE)).toHaveLength(containers)
  })

  it('whose container the product never knows is created again after minutes, and published once', async () => {
    const deployment = connected()
    deployment.threads.switches.unknownForMs.publish = Infinity
    expect((await deployment.post(body)).status).toBe(409)
    deployment.world.clock.advance(5 * 60_000)
    for (const container of deployment.threads.state.containers.values()) container.createdAt = -Infinity
    deployment.threads.switches.unknownForMs.publish = 0
    expect((await deployment.post(body)).status).toBe(201)
    expect(deployment.threads.state.usage.posts).toHaveLength(1)
  })
})

it('a container that is EXPIRED after a lost publication: the post is found, not published again', async () => {
  const deployment = connected()
  const isPublish = ({ url }: Call) => url.pathname.endsWith('/threads_publish')
  const isContainer = ({ url }: Call) => url.searchParams.get('fields')?.includes('status,') === true
  deployment.threads.fail({ kind: 'lost' }, { on: isPublish, times: 1 })
  const post = { text: '오늘은 여섯 시에 닫습니다' }
  expect((await deployment.post(post)).status).toBe(504)
  deployment.world.clock.advance(60 * 60_000)
  const body = '{"status":"EXPIRED","id":"1"}'
  deployment.threads.fail({ kind: 'status', status: 200, body }, { on: isContainer, times: 1 })
  const { status, json } = await deployment.post(post)
  expect([status, json.already_published]).toEqual([201, true])
  expect(deployment.threads.state.usage.posts).toHaveLength(1)
})

it('publishing is tried after 2, 4 and 8 seconds', async () => {
  const deployment = connected()
  deployment.threads.switches.unknownForMs.publish = 60_000
  const start = deployment.world.clock.now()
  await deployment.post({ text: '안녕하세요' })
  expect(asked(deployment).filter((line) => line === PUBLISH)).toHaveLength(4)
  expect(deployment.world.clock.now() - start).toBe(14_000)
})

describe('a post of a moment ago', () => {
  it.each(['reply_to', 'quote'])('is waited for when another names it as %s', async (field) => {
    const deployment = connected()
    const { json } = await deployment.post({ text: '첫 번째' })
    deployment.threads.switches.unknownForMs.reply = 5_000
    const answer = await deployment.post({ text: '두 번째', [field]: json.post.id })
    expect([answer.status, answer.json.post[field === 'quote' ? 'quoted_post' : field]]).toEqual([201, json.post.id])
  })

  it('is 409 when that takes too long', async () => {
    const deployment = connected()
    const { json } = await deployment.post({ text: '첫 번째' })
    deployment.threads.switches.unknownForMs.reply = 60_000
    const reply = { text: '두 번째', reply_to: json.post.id }
    const { status, json: failure } = await deployment.post(reply)
    expect([status, failure.error]).toEqual([409, expect.stringContaining('try again in a minute')])
    expect((await deployment.request('POST', `/posts/${json.post.id}/repost`)).status).toBe(409)
    deployment.world.clock.advance(60_000)
    expect((await deployment.post(reply)).status).toBe(201)
    expect((await deployment.request('POST', `/posts/${json.post.id}/repost`)).status).toBe(201)
  })
})

describe('GET /social/limits', () => {
  it('requests only posts and replies when the wide set is refused, and caches that', async () => {
    const deployment = connected()
    const token = deployment.threads.token
    token.scopes = token.scopes.filter((scope) => scope !== 'threads_delete')
    const { status, json } = await deployment.get('/limits')
    expect([status, json.limits.posts.total, json.limits.replies.total, json.limits.deletes]).toEqual([
      200,
      250,
      1000,
      null,
    ])
    const before = deployment.threads.calls.length
    expect((await deployment.get('/limits')).json.limits.deletes).toBeNull()
    expect(deployment.threads.calls.length - before).toBe(1)
    deployment.world.clock.advance(6 * 3_600_000)
    token.scopes = [...token.scopes, 'threads_delete']
    expect((await deployment.get('/limits')).json.limits.deletes.total).toBe(100)
  })

  it('is a failure when the narrow set is refused as well', async () => {
    const deployment = connected()
    deployment.threads.fail({ kind: 'status', status: 400 }, { on: ({ url }) => url.pathname.endsWith('limit') })
    expect((await deployment.get('/limits')).status).toBe(400)
  })
})

it('a too long text of a post is reported', async () => {
  const deployment = connected()
  const { id } = deployment.threads.write({ text: '짧게', longText: '길게 '.repeat(1_000) })
  expect((await deployment.get(`/posts/${id}`)).json.post).toMatchObject({
    text: '짧게',
    long_text: '길게 '.repeat(1_000),
  })
})

it('what only an app review allows does not ask to reconnect for a permission', async () => {
  const deployment = connected()
  const body = JSON.stringify({
    error: { message: 'No access', code: 10, error_subcode: 4279067, error_user_msg: 'Advanced access is needed' },
  })
  deployment.threads.fail(
    { kind: 'status', status: 400, body },
    { on: ({ url }) => url.pathname.endsWith('/mentions') },
  )
  const { status, json } = await deployment.get('/mentions')
  expect([status, json.error]).toEqual([403, expect.stringMatching(/App Review.*\(Advanced access is needed\)/)])
  expect(json.error).not.toContain('reconnect it with')
})
