import { describe, expect, it } from 'vitest'
import { asked, type Connected, connected, leaveNothingBehind } from '../../../../groups/social/connected.ts'
import type { Call } from '../../../../simulators/simulator.ts'

leaveNothingBehind()

const CREATE = 'POST /v1.0/me/threads'
const PUBLISH = 'POST /v1.0/me/threads_publish'
const HOUR = 3_600_000

const imageAt = (n: number) => ({ image_url: `https://media.example/${n}.jpg` })
const images = (count: number) => Array.from({ length: count }, (_, n) => imageAt(n))
const video = { video_url: 'https://media.example/walk.mp4' }
const carousel = { text: '책장 둘과 고양이', items: [imageAt(1), video, imageAt(3)] }

const isPublish = ({ url }: Call) => url.pathname.endsWith('/threads_publish')
const form = ({ body }: Call) => new URLSearchParams(body)
const isItem = (call: Call) => form(call).get('is_carousel_item') === 'true'
const isCarousel = (call: Call) => form(call).get('media_type') === 'CAROUSEL'
const isLook = ({ url }: Call) => url.searchParams.get('fields')?.startsWith('id,status') === true

const getCalls = ({ threads }: Connected, which: (call: Call) => boolean) => threads.calls.filter(which)
const writes = (deployment: Connected) => asked(deployment).filter((line) => line.startsWith('POST'))
const published = ({ threads }: Connected) => threads.state.usage.posts.length

/** A deployment whose product prepares videos for longer than a request may take. */
function slow(settings = {}) {
  const deployment = connected({ settings })
  deployment.threads.switches.preparationMs.VIDEO = 60_000
  return deployment
}

describe('a carousel', () => {
  it('consists of its items, in their order, and counts as one post', async () => {
    const deployment = connected()
    const { status, json } = await deployment.post({ ...carousel, topic: '책', reply_control: 'mentioned_only' })
    expect(status).toBe(201)
    expect(json.post).toMatchObject({ type: 'carousel', text: carousel.text, topic: '책', alt_text: null })
    expect(json.post.items).toHaveLength(3)
    const { media } = deployment.threads.state
    expect(json.post.items.map((id: string) => media.get(id)?.mediaUrl)).toEqual([
      'https://media.example/1.jpg',
      video.video_url,
      'https://media.example/3.jpg',
    ])
    expect(writes(deployment)).toEqual([CREATE, CREATE, CREATE, CREATE, PUBLISH])
    expect(published(deployment)).toBe(1)
    expect((await deployment.get('/posts?limit=1')).json.posts[0]).toEqual(json.post)
  })

  it('describes each item, and needs no text', async () => {
    const deployment = connected()
    const items = [
      { ...imageAt(1), alt_text: '책장' },
      { ...imageAt(2), alt_text: null, video_url: null },
    ]
    const { status, json } = await deployment.post({ text: '', items })
    expect(status).toBe(201)
    const { media } = deployment.threads.state
    expect(json.post.items.map((id: string) => media.get(id)?.altText)).toEqual(['책장', undefined])
  })

  it('replies and quotes like any other post', async () => {
    const deployment = connected()
    const [{ id }] = (await deployment.get('/posts?limit=1')).json.posts
    const { json } = await deployment.post({ ...carousel, reply_to: id, quote: id })
    expect(json.post).toMatchObject({ type: 'carousel', reply_to: id, quoted_post: id, is_quote: true })
    expect(deployment.threads.state.usage).toMatchObject({ posts: [], replies: [expect.any(Number)] })
  })

  it('of twenty images fits in one request of the free plan, six calls at once', async () => {
    const deployment = connected()
    let [open, most] = [0, 0]
    deployment.threads.switches.preparationMs.CAROUSEL = 2_000
    const { fetch } = deployment.threads
    deployment.threads.fetch = async (request) => {
      open += 1
      most = Math.max(most, open)
      const answer = await fetch(request)
      open -= 1
      return answer
    }
    const { status, json } = await deployment.post({ text: '스무 장', items: images(20) })
    expect([status, json.post?.items.length]).toEqual([201, 20])
    expect(asked(deployment).length).toBeLessThanOrEqual(50)
    expect(most).toBe(6)
    expect(published(deployment)).toBe(1)
  })

  it.each([
    [{ text: 'a', items: images(1) }, 'items: must be 2 to 20 items'],
    [{ text: 'a', items: images(21) }, 'items: must be 2 to 20 items, not 21'],
    [{ text: 'a', items: 'many' }, 'items: must be a list'],
    [{ text: 'a', items: [imageAt(1), {}] }, 'items[1]: needs image_url or video_url'],
    [
      { text: 'a', items: [imageAt(1), { ...imageAt(2), ...video }] },
      'items[1].video_url: cannot be combined with image_url',
    ],
    [{ text: 'a', items: [imageAt(1), { image_url: 'a.jpg' }] }, 'items[1].image_url: must be an https URL'],
    [
      { text: 'a', items: [imageAt(1), { ...imageAt(2), alt_text: '가'.repeat(1001) }] },
      'items[1].alt_text: must be at most 1,000 characters, not 1001',
    ],
    [{ ...carousel, ...imageAt(1) }, 'items: cannot be combined with image_url or video_url'],
    [{ ...carousel, link: 'https://books.example/' }, 'link: cannot be combined with image_url, video_url or items'],
    [
      { ...carousel, alt_text: 'b' },
      'alt_text: needs image_url or video_url: in a carousel it belongs to each of items',
    ],
  ])('%j is 400 naming the field', async (body, error) => {
    const { post, threads } = connected()
    const { status, json } = await post(body)
    expect([status, json.error]).toEqual([400, error])
    expect(threads.calls).toEqual([])
  })
})

describe('a carousel that takes longer than a request', () => {
  it('is 409, and is continued: nothing is created twice', async () => {
    const deployment = slow()
    expect((await deployment.post(carousel)).status).toBe(409)
    expect(writes(deployment)).toEqual([CREATE, CREATE, CREATE])
    deployment.world.clock.advance(60_000)
    expect((await deployment.another().post(carousel)).status).toBe(201)
    expect(writes(deployment)).toEqual([CREATE, CREATE, CREATE, CREATE, PUBLISH])
    expect(getCalls(deployment, isItem)).toHaveLength(3)
  })

  it('does not check an item again once it is ready', async () => {
    const deployment = slow()
    await deployment.post(carousel)
    const looked = getCalls(deployment, isLook).map(({ url }) => url.pathname)
    const [first, second, third] = [...new Set(looked)].map((path) => looked.filter((one) => one === path).length)
    expect([first, third]).toEqual([1, 1])
    expect(second).toBeGreaterThan(3)
  })

  it('is prepared itself, too', async () => {
    const deployment = connected()
    deployment.threads.switches.preparationMs.CAROUSEL = 60_000
    expect((await deployment.post(carousel)).status).toBe(409)
    deployment.world.clock.advance(60_000)
    expect((await deployment.post(carousel)).status).toBe(201)
    expect(getCalls(deployment, isCarousel)).toHaveLength(1)
  })

  it.each([4, 5, 7, 12, 30, 43])('stays within SUBREQUESTS=%i, and finishes after several 409s', async (limit) => {
    const deployment = connected({ settings: { SUBREQUESTS: String(limit) } })
    const statuses: number[] = []
    for (let before = 0; statuses.at(-1) !== 201; before = asked(deployment).length) {
      statuses.push((await deployment.post({ text: '스무 장', items: images(20) })).status)
      expect(asked(deployment).length - before).toBeLessThanOrEqual(limit)
      expect(statuses.length).toBeLessThan(40)
      deployment.world.clock.advance(1_000)
    }
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([409]))
    expect(getCalls(deployment, isItem)).toHaveLength(20)
    expect([getCalls(deployment, isCarousel).length, published(deployment)]).toEqual([1, 1])
  })

  it('starts again after a day', async () => {
    const deployment = slow()
    await deployment.post(carousel)
    deployment.world.clock.advance(24 * HOUR)
    deployment.threads.switches.preparationMs.VIDEO = 0
    expect((await deployment.post(carousel)).status).toBe(201)
    expect(getCalls(deployment, isItem)).toHaveLength(6)
  })

  it('is another one with other items, or in another order', async () => {
    const deployment = slow()
    await deployment.post(carousel)
    await deployment.post({ ...carousel, items: [...carousel.items].reverse() })
    expect(getCalls(deployment, isItem)).toHaveLength(6)
  })

  it('with a product that takes items which are not ready, too', async () => {
    const deployment = connected()
    deployment.threads.switches.unreadyItems = 'taken'
    expect((await deployment.post(carousel)).status).toBe(201)
  })
})

describe('an item that cannot be used', () => {
  it('is named, and only it is created again by the next request', async () => {
    const deployment = connected()
    const items = [imageAt(1), { video_url: 'https://media.example/INVALID_DURATION.mp4' }, imageAt(3)]
    for (const creations of [3, 4]) {
      const { status, json } = await deployment.post({ text: 'a', items })
      expect([status, json.error]).toEqual([400, 'items[1].video_url: the duration is not accepted: at most 5 minutes'])
      expect(getCalls(deployment, isItem)).toHaveLength(creations)
    }
  })

  it('because it cannot be fetched is named, and the other items stay', async () => {
    const deployment = connected()
    const items = [...images(4), { image_url: 'https://media.example/UNREACHABLE.jpg' }]
    const { status, json } = await deployment.post({ text: 'a', items })
    expect([status, json.error]).toEqual([400, expect.stringMatching(/^items\[4\]\.image_url: The media could not be/)])
    await deployment.post({ text: 'a', items })
    expect(getCalls(deployment, isItem)).toHaveLength(6)
  })

  it('for another reason is named with the words of the product', async () => {
    const deployment = connected()
    const body = JSON.stringify({ error: { message: 'Param image_url is not a valid URI.', code: 100 } })
    deployment.threads.fail({ kind: 'status', status: 400, body }, { on: isItem, times: 1 })
    const { status, json } = await deployment.post(carousel)
    expect([status, json.error]).toEqual([400, 'items[0]: Param image_url is not a valid URI.'])
  })

  it('because it has expired is 404 with its name, and is created again by the next request', async () => {
    const deployment = slow()
    await deployment.post(carousel)
    const slowItem = [...deployment.threads.state.containers.values()].find(({ mediaType }) => mediaType === 'VIDEO')
    if (slowItem) slowItem.createdAt -= 24 * HOUR
    const { status, json } = await deployment.post(carousel)
    expect([status, json.error]).toEqual([
      404,
      expect.stringMatching(/^items\[1\]: .* has expired: send the post again/),
    ])
    deployment.threads.switches.preparationMs.VIDEO = 0
    expect((await deployment.post(carousel)).status).toBe(201)
    expect(getCalls(deployment, isItem)).toHaveLength(4)
  })

  it('although it was ready is found when the carousel is created: 409, then named', async () => {
    const deployment = slow()
    await deployment.post(carousel)
    deployment.world.clock.advance(60_000)
    const [first] = deployment.threads.state.containers.values()
    if (first) first.createdAt -= 24 * HOUR
    expect((await deployment.post(carousel)).status).toBe(409)
    expect((await deployment.post(carousel)).json.error).toMatch(/^items\[0\]: /)
    expect((await deployment.post(carousel)).status).toBe(201)
    expect([getCalls(deployment, isItem).length, published(deployment)]).toEqual([4, 1])
  })

  it('although all seem ready: 409, then all are created again', async () => {
    const deployment = connected()
    const body = JSON.stringify({ error: { message: 'Invalid parameter', code: 100, error_subcode: 4279004 } })
    deployment.threads.fail({ kind: 'status', status: 400, body }, { on: isCarousel, times: 1 })
    expect((await deployment.post(carousel)).status).toBe(409)
    expect((await deployment.post(carousel)).status).toBe(201)
    expect([getCalls(deployment, isItem).length, published(deployment)]).toEqual([6, 1])
  })
})

describe('a lost response causes no second post', () => {
  it.each([
    ['an item', isItem, 4, 1],
    ['the carousel', isCarousel, 3, 2],
  ])('of %s: only it is created again', async (_, on, items, carousels) => {
    const deployment = connected()
    deployment.threads.fail({ kind: 'lost' }, { on, times: 1 })
    expect((await deployment.post(carousel)).status).toBe(504)
    expect((await deployment.post(carousel)).status).toBe(201)
    expect(getCalls(deployment, isItem)).toHaveLength(items)
    expect([getCalls(deployment, isCarousel).length, published(deployment)]).toEqual([carousels, 1])
  })

  it('of the publishing: the same post again returns the published one', async () => {
    const deployment = connected()
    deployment.threads.fail({ kind: 'lost' }, { on: isPublish, times: 1 })
    expect((await deployment.post(carousel)).status).toBe(504)
    const { status, json } = await deployment.post(carousel)
    expect([status, json.post?.type, json.already_published]).toEqual([201, 'carousel', true])
    expect(published(deployment)).toBe(1)
  })

  it('of two requests at once: one post', async () => {
    const deployment = connected()
    const answers = await Promise.all([deployment.post(carousel), deployment.another().post(carousel)])
    const statuses = answers.map(({ status }) => status)
    expect(statuses).toContain(201)
    for (const status of statuses) expect(status).toBeOneOf([201, 409])
    expect(getCalls(deployment, isItem)).toHaveLength(3)
    expect(published(deployment)).toBe(1)
  })

  it('of an exhausted quota: 429, and what was prepared is published later', async () => {
    const deployment = connected()
    const { usage } = deployment.threads.state
    usage.posts.push(...Array(250).fill(deployment.world.clock.now()))
    expect((await deployment.post(carousel)).status).toBe(429)
    usage.posts.length = 0
    expect((await deployment.post(carousel)).status).toBe(201)
    expect(getCalls(deployment, isItem)).toHaveLength(3)
  })
})
