import { describe, expect, test } from 'vitest'
import { asking, getCode, getData, getId } from './asking.ts'

const CREATE = '/v1.0/me/threads'
const PUBLISH = '/v1.0/me/threads_publish'
const HOUR = 3_600_000

const video = { media_type: 'VIDEO', video_url: 'https://media.example/walk.mp4' }
const image = { media_type: 'IMAGE', image_url: 'https://media.example/door.jpg' }

const readStatus = async ({ get }: ReturnType<typeof asking>, id: string) =>
  (await get(`/v1.0/${id}`, { fields: 'status,error_message' })).body

describe('a container', () => {
  test('of a text is ready at once, and published once', async () => {
    const product = asking()
    const id = getId(await product.post(CREATE, { media_type: 'TEXT', text: '새 글입니다' }))
    expect(await readStatus(product, id)).toEqual({ id, status: 'FINISHED' })
    const post = getId(await product.post(PUBLISH, { creation_id: id }))
    expect(post).not.toBe(id)
    expect((await product.get(`/v1.0/${post}`, { fields: 'text,media_type,timestamp' })).body).toEqual({
      id: post,
      text: '새 글입니다',
      media_type: 'TEXT_POST',
      timestamp: '2026-11-21T09:00:00+0000',
    })
    expect((await readStatus(product, id)).status).toBe('PUBLISHED')
    expect(getCode(await product.post(PUBLISH, { creation_id: id }))).toBe(24)
  })

  test('of a video is prepared for some seconds: published early, it is code 24', async () => {
    const product = asking()
    const id = getId(await product.post(CREATE, video))
    product.clock.advance(7_999)
    expect((await readStatus(product, id)).status).toBe('IN_PROGRESS')
    const early = await product.post(PUBLISH, { creation_id: id })
    expect(early.body.error).toMatchObject({ code: 24, error_subcode: 4279009 })
    product.clock.advance(1)
    expect((await readStatus(product, id)).status).toBe('FINISHED')
    expect((await product.post(PUBLISH, { creation_id: id })).status).toBe(200)
  })

  test('of bad media ends in ERROR with the reason', async () => {
    const product = asking()
    const bad = { ...video, video_url: 'https://media.example/INVALID_ASPEC_RATIO.mp4' }
    const id = getId(await product.post(CREATE, bad))
    expect((await readStatus(product, id)).status).toBe('IN_PROGRESS')
    product.clock.advance(8_000)
    expect(await readStatus(product, id)).toEqual({ id, status: 'ERROR', error_message: 'INVALID_ASPEC_RATIO' })
    expect(getCode(await product.post(PUBLISH, { creation_id: id }))).toBe(24)
  })

  test('expires after 24 hours', async () => {
    const product = asking()
    const id = getId(await product.post(CREATE, image))
    product.clock.advance(24 * HOUR - 1)
    expect((await readStatus(product, id)).status).toBe('FINISHED')
    product.clock.advance(1)
    expect((await readStatus(product, id)).status).toBe('EXPIRED')
    expect(getCode(await product.post(PUBLISH, { creation_id: id }))).toBe(24)
  })

  test('returns id and status when no fields are requested', async () => {
    const product = asking()
    const id = getId(await product.post(CREATE, image))
    expect((await product.get(`/v1.0/${id}`)).body).toEqual({ id, status: 'IN_PROGRESS' })
  })
})

describe('auto_publish_text', () => {
  test('publishes a text in one step', async () => {
    const product = asking()
    const id = getId(await product.post(CREATE, { media_type: 'TEXT', text: 'One step', auto_publish_text: 'true' }))
    expect((await product.get(`/v1.0/${id}`, { fields: 'text' })).body.text).toBe('One step')
  })

  test('does nothing for media', async () => {
    const product = asking()
    const id = getId(await product.post(CREATE, { ...image, auto_publish_text: 'true' }))
    expect((await readStatus(product, id)).status).toBe('IN_PROGRESS')
    expect(product.threads.state.usage.posts).toEqual([])
  })
})

describe('a reply', () => {
  test('is in its conversation, not among the posts, and counts as a reply', async () => {
    const product = asking()
    const [newest] = getData(await product.get(CREATE, { limit: '1' }))
    const root = String(newest?.id)
    const reply = { media_type: 'TEXT', text: '네, 기다릴게요', reply_to_id: root, auto_publish_text: 'true' }
    const id = getId(await product.post(CREATE, reply))
    expect(getData(await product.get(`/v1.0/${root}/replies`)).map((entry) => entry.id)).toContain(id)
    expect(getData(await product.get(CREATE, { limit: '100' }))).toHaveLength(30)
    const { posts, replies } = product.threads.state.usage
    expect([posts.length, replies.length]).toEqual([0, 1])
  })
})

describe('the limits', () => {
  const publishText = (product: ReturnType<typeof asking>, more = {}) =>
    product.post(CREATE, { media_type: 'TEXT', text: 'again', auto_publish_text: 'true', ...more })

  test('are 250 posts and 1,000 replies in rolling 24 hours, enforced at the publish step', async () => {
    const product = asking()
    const { usage } = product.threads.state
    usage.posts.push(...Array.from({ length: 249 }, () => product.clock.now()))
    expect((await publishText(product)).status).toBe(200)
    expect(getCode(await publishText(product))).toBe(613)
    const container = await product.post(CREATE, { media_type: 'TEXT', text: 'later' })
    expect(container.status).toBe(200)
    expect(getCode(await product.post(PUBLISH, { creation_id: getId(container) }))).toBe(613)

    const [newest] = getData(await product.get(CREATE, { limit: '1' }))
    usage.replies.push(...Array.from({ length: 999 }, () => product.clock.now()))
    const toNewest = { reply_to_id: String(newest?.id) }
    expect((await publishText(product, toNewest)).status).toBe(200)
    expect(getCode(await publishText(product, toNewest))).toBe(613)
    product.clock.advance(24 * HOUR)
    expect((await publishText(product)).status).toBe(200)
  })

  test('are returned by threads_publishing_limit', async () => {
    const product = asking()
    await publishText(product)
    const fields = 'quota_usage,config,reply_quota_usage,reply_config,delete_quota_usage,delete_config'
    expect((await product.get('/v1.0/me/threads_publishing_limit', { fields })).body).toEqual({
      data: [
        {
          quota_usage: 1,
          config: { quota_total: 250, quota_duration: 86_400 },
          reply_quota_usage: 0,
          reply_config: { quota_total: 1000, quota_duration: 86_400 },
          delete_quota_usage: 0,
          delete_config: { quota_total: 100, quota_duration: 86_400 },
        },
      ],
    })
  })
})

describe('a container is refused with code 100', () => {
  const emoji = '🎉'
  test.each([
    ['without a media type', { text: 'a' }],
    ['with a word of the other vocabulary', { media_type: 'TEXT_POST', text: 'a' }],
    ['of a text without text', { media_type: 'TEXT' }],
    ['of an image without its URL', { media_type: 'IMAGE', text: 'a' }],
    ['of a URL that is none', { media_type: 'IMAGE', image_url: 'door.jpg' }],
    ['of 501 characters', { media_type: 'TEXT', text: '가'.repeat(501) }],
    ['of 126 emoji, which count as 504', { media_type: 'TEXT', text: emoji.repeat(126) }],
    ['answering what does not exist', { media_type: 'TEXT', text: 'a', reply_to_id: '1' }],
    ['with a link beside an image', { ...image, link_attachment: 'https://books.example/' }],
    ['with an alternative text of 1,001 characters', { ...image, alt_text: 'a'.repeat(1001) }],
    ['with a topic that has a period', { media_type: 'TEXT', text: 'a', topic_tag: 'a.b' }],
  ])('%s', async (_, parameters) => {
    const { post } = asking()
    expect(getCode(await post(CREATE, parameters))).toBe(100)
  })

  test('when its parameters come as JSON', async () => {
    const { threads, ask } = asking()
    const answer = await ask(
      'POST',
      CREATE,
      {},
      {
        headers: { 'content-type': 'application/json', authorization: `Bearer ${threads.token.value}` },
        body: JSON.stringify({ media_type: 'TEXT', text: 'a' }),
      },
    )
    expect(getCode(answer)).toBe(100)
  })

  test('but not at 500 Korean characters or 125 emoji, unless the text is measured in bytes', async () => {
    const { threads, post } = asking()
    const texts = ['가'.repeat(500), emoji.repeat(125)]
    for (const text of texts) expect((await post(CREATE, { media_type: 'TEXT', text })).status).toBe(200)
    threads.switches.textMeasure = 'bytes'
    expect(getCode(await post(CREATE, { media_type: 'TEXT', text: '가'.repeat(167) }))).toBe(100)
    expect((await post(CREATE, { media_type: 'TEXT', text: '가'.repeat(166) })).status).toBe(200)
  })
})
