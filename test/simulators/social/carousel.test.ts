import { describe, expect, test } from 'vitest'
import { asking, getCode, getData, getId } from './asking.ts'

const CREATE = '/v1.0/me/threads'
const PUBLISH = '/v1.0/me/threads_publish'

const image = { media_type: 'IMAGE', image_url: 'https://media.example/door.jpg', is_carousel_item: 'true' }
const video = { media_type: 'VIDEO', video_url: 'https://media.example/walk.mp4', is_carousel_item: 'true' }

/** A product with an image and a video that were just made as items. */
async function withItems() {
  const product = asking()
  const items = [getId(await product.post(CREATE, image)), getId(await product.post(CREATE, video))]
  const status = async (id: string) => (await product.get(`/v1.0/${id}`, { fields: 'status' })).body.status
  const create = (children = items) =>
    product.post(CREATE, { media_type: 'CAROUSEL', text: '두 장', children: children.join(',') })
  return { ...product, items, status, create }
}

describe('a carousel', () => {
  test('consists of ready items, is published, and counts once', async () => {
    const product = await withItems()
    product.clock.advance(8_000)
    const id = getId(await product.create())
    const post = getId(await product.post(PUBLISH, { creation_id: id }))
    const { body } = await product.get(`/v1.0/${post}`, { fields: 'media_type,children' })
    expect(body.media_type).toBe('CAROUSEL_ALBUM')
    expect((body.children as { data: unknown[] }).data).toHaveLength(2)
    expect(product.threads.state.usage.posts).toHaveLength(1)
    expect(getData(await product.get(CREATE, { limit: '100' }))).toHaveLength(31)
  })

  test('takes 2 to 20 items', async () => {
    const product = await withItems()
    product.clock.advance(8_000)
    const [first = ''] = product.items
    expect(getCode(await product.create([first]))).toBe(100)
    expect(getCode(await product.create(Array(21).fill(first)))).toBe(100)
    expect((await product.create(Array(20).fill(first))).status).toBe(200)
  })

  test('is prepared itself, too, and is code 24 until then', async () => {
    const product = await withItems()
    product.threads.switches.preparationMs.CAROUSEL = 2_000
    product.clock.advance(8_000)
    const id = getId(await product.create())
    expect(await product.status(id)).toBe('IN_PROGRESS')
    expect(getCode(await product.post(PUBLISH, { creation_id: id }))).toBe(24)
    product.clock.advance(2_000)
    expect((await product.post(PUBLISH, { creation_id: id })).status).toBe(200)
  })
})

describe('items', () => {
  test.each([
    ['are not ready', 1_000],
    ['have expired', 24 * 3_600_000],
  ])('that %s are refused', async (_, ms) => {
    const product = await withItems()
    product.clock.advance(ms)
    expect((await product.create()).body.error).toMatchObject({ code: 100, error_subcode: 4279004 })
  })

  test('that are not ready may be taken: then publishing is code 24 until they are', async () => {
    const product = await withItems()
    product.threads.switches.unreadyItems = 'taken'
    const id = getId(await product.create())
    expect(await product.status(id)).toBe('IN_PROGRESS')
    expect(getCode(await product.post(PUBLISH, { creation_id: id }))).toBe(24)
    product.clock.advance(8_000)
    expect((await product.post(PUBLISH, { creation_id: id })).status).toBe(200)
  })

  test('are used up once they are published, and are no posts', async () => {
    const product = await withItems()
    product.clock.advance(8_000)
    const [item = ''] = product.items
    expect(getCode(await product.post(PUBLISH, { creation_id: item }))).toBe(24)
    await product.post(PUBLISH, { creation_id: getId(await product.create()) })
    expect(await product.status(item)).toBe('PUBLISHED')
    expect((await product.create()).status).toBe(400)
  })

  test('have their own descriptions, which the carousel has not', async () => {
    const { post, items } = await withItems()
    expect((await post(CREATE, { ...image, alt_text: 'A door' })).status).toBe(200)
    const carousel = { media_type: 'CAROUSEL', children: items.join(','), alt_text: 'A door' }
    expect((await post(CREATE, carousel)).body.error).toMatchObject({ message: expect.stringContaining('alt_text') })
  })
})
