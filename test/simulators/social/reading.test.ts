import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asking, getCode, getData, getId } from './asking.ts'
import { USER_ID } from './index.ts'

const POSTS = '/v1.0/me/threads'

/** The id of the seeded post whose text contains these words. */
async function find({ get }: ReturnType<typeof asking>, words: string): Promise<string> {
  const posts = getData(await get(POSTS, { fields: 'id,text', limit: '100' }))
  return String(posts.find(({ text }) => String(text).includes(words))?.id)
}

describe('fields', () => {
  test('are only the id when no fields are requested', async () => {
    const product = asking()
    expect((await product.get('/v1.0/me')).body).toEqual({ id: USER_ID })
    for (const post of getData(await product.get(POSTS))) expect(Object.keys(post)).toEqual(['id'])
  })

  test('are those requested, without fields that have no value', async () => {
    const product = asking()
    const id = await find(product, '첫눈')
    const { body } = await product.get(`/v1.0/${id}`, { fields: 'text,media_type,media_url,alt_text,timestamp,owner' })
    expect(body).toEqual({
      id,
      text: '첫눈이 온다는 소식에 난로를 꺼냈습니다.',
      media_type: 'IMAGE',
      media_url: 'https://media.example/stove.jpg',
      timestamp: '2026-11-18T11:50:00+0000',
      owner: { id: USER_ID },
    })
  })

  test('of an unknown name are code 100', async () => {
    const { get } = asking()
    expect(getCode(await get('/v1.0/me', { fields: 'id,shoe_size' }))).toBe(100)
  })

  test('take a selection inside of children', async () => {
    const product = asking()
    const id = await find(product, 'three shelves')
    const { body } = await product.get(`/v1.0/${id}`, { fields: 'media_type,children{media_url}' })
    expect(body.media_type).toBe('CAROUSEL_ALBUM')
    expect(body.children).toMatchObject({ data: [{}, {}, { media_url: 'https://media.example/cat.jpg' }] })
    const plain = await product.get(`/v1.0/${id}`, { fields: 'children' })
    expect(Object.keys((plain.body.children as { data: [object] }).data[0])).toEqual(['id'])
  })
})

describe('the list of posts', () => {
  test('contains thirty posts, newest first, in the vocabulary of reads', async () => {
    const { get } = asking()
    const posts = getData(await get(POSTS, { fields: 'id,timestamp,media_type', limit: '100' }))
    expect(posts).toHaveLength(30)
    const times = posts.map(({ timestamp }) => String(timestamp))
    expect(times).toEqual(times.toSorted().reverse())
    expect(new Set(posts.map(({ media_type }) => media_type))).toEqual(
      new Set(['TEXT_POST', 'IMAGE', 'VIDEO', 'CAROUSEL_ALBUM', 'REPOST_FACADE']),
    )
  })

  test('gives 25 and at most 100', async () => {
    const { get } = asking()
    expect(getData(await get(POSTS))).toHaveLength(25)
    expect(getData(await get(POSTS, { limit: '3' }))).toHaveLength(3)
    expect(getData(await get(POSTS, { limit: '1000' }))).toHaveLength(30)
    expect(getCode(await get(POSTS, { limit: 'all' }))).toBe(100)
  })

  test('is walked by its after cursors without loss or repetition, and back by before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 31 }), async (limit) => {
        const { get } = asking()
        const whole = getData(await get(POSTS, { limit: '100' })).map(({ id }) => id)
        const walked: unknown[] = []
        let after: string | undefined
        for (let pages = 0; pages <= 30; pages++) {
          const { body } = await get(POSTS, { limit: String(limit), ...(after && { after }) })
          const { data, paging } = body as {
            data: { id: string }[]
            paging?: { cursors: { after: string }; next?: string }
          }
          if (!paging) break
          walked.push(...data.map(({ id }) => id))
          after = paging.cursors.after
          expect(Boolean(paging.next)).toBe(walked.length < 30)
        }
        expect(walked).toEqual(whole)
      }),
      { numRuns: 12 },
    )
    const { get } = asking()
    const { body } = await get(POSTS, { limit: '10' })
    const { after } = (body.paging as { cursors: { after: string } }).cursors
    const second = await get(POSTS, { limit: '10', after })
    const { before } = (second.body.paging as { cursors: { before: string } }).cursors
    expect((await get(POSTS, { limit: '10', before })).body.data).toEqual(body.data)
    expect(getCode(await get(POSTS, { before, after }))).toBe(100)
    expect(getCode(await get(POSTS, { after: 'nonsense' }))).toBe(100)
  })

  test('is narrowed by since and until, in Unix seconds or as dates', async () => {
    const { get } = asking()
    const texts = async (since: string, until: string) =>
      getData(await get(POSTS, { fields: 'timestamp', since, until })).map(({ timestamp }) =>
        String(timestamp).slice(0, 10),
      )
    const november = ['2026-11-04', '2026-11-03', '2026-11-01']
    expect(await texts('2026-11-01', '2026-11-05')).toEqual(november)
    expect(await texts(String(Date.UTC(2026, 10, 1) / 1000), String(Date.UTC(2026, 10, 5) / 1000))).toEqual(november)
    expect(getCode(await get(POSTS, { since: '2026-11-05', until: '2026-11-01' }))).toBe(100)
  })
})

describe('replies', () => {
  const fields = 'id,text,is_reply,is_reply_owned_by_me,replied_to,root_post,hide_status,owner'

  test('are the top level, a conversation is all of it', async () => {
    const product = asking()
    const id = await find(product, '낭독회를 엽니다')
    const replies = getData(await product.get(`/v1.0/${id}/replies`, { fields }))
    expect(replies.map(({ text }) => text)).toEqual(['한 자리 부탁드려요!'])
    const conversation = getData(await product.get(`/v1.0/${id}/conversation`, { fields, reverse: 'false' }))
    expect(conversation).toHaveLength(3)
    expect(conversation[1]).toMatchObject({
      is_reply: true,
      is_reply_owned_by_me: true,
      replied_to: { id: conversation[0]?.id },
      root_post: { id },
    })
    expect(conversation[1]).not.toHaveProperty('owner')
  })

  test('come newest first unless reverse is false', async () => {
    const product = asking()
    const id = await find(product, '수선하는 법')
    const ids = async (reverse?: string) =>
      getData(await product.get(`/v1.0/${id}/replies`, reverse ? { reverse } : {})).map((reply) => reply.id)
    expect(await ids('false')).toEqual((await ids()).toReversed())
    expect((await ids()).length).toBe(3)
  })
})

describe('deleting', () => {
  test('removes an own post and counts against 100 in 24 hours', async () => {
    const product = asking()
    const id = await find(product, '첫눈')
    expect((await product.ask('DELETE', `/v1.0/${id}`)).body).toEqual({ success: true, deleted_id: id })
    expect(getCode(await product.get(`/v1.0/${id}`))).toBe(100)
    const { usage } = product.threads.state
    usage.deletes.push(...Array.from({ length: 99 }, () => product.clock.now()))
    const next = await find(product, '수능')
    expect(getCode(await product.ask('DELETE', `/v1.0/${next}`))).toBe(613)
    product.clock.advance(86_400_000)
    expect((await product.ask('DELETE', `/v1.0/${next}`)).status).toBe(200)
  })

  test("refuses somebody else's reply", async () => {
    const product = asking()
    const post = await find(product, '내일 토요일')
    const [reply] = getData(await product.get(`/v1.0/${post}/replies`))
    expect(getCode(await product.ask('DELETE', `/v1.0/${String(reply?.id)}`))).toBe(10)
  })
})

test('an unknown object is code 100 with subcode 33, at HTTP 400 or 500', async () => {
  const { threads, get } = asking()
  const missing = await get('/v1.0/17910000000009999')
  expect(missing.body.error).toMatchObject({
    code: 100,
    error_subcode: 33,
    fbtrace_id: expect.stringMatching(/^A.{22}$/),
  })
  expect(missing.status).toBe(400)
  threads.switches.badParameterStatus = 500
  expect((await get('/v1.0/17910000000009999')).status).toBe(500)
  expect(threads.unexpected).toEqual([])
})

test('an unknown path is recorded', async () => {
  const { threads, get, post } = asking()
  await get('/v1.0/me/friends')
  await post('/v1.0/me')
  expect(threads.unexpected).toEqual([
    'Threads: GET https://graph.threads.net/v1.0/me/friends',
    'Threads: POST https://graph.threads.net/v1.0/me',
  ])
})

test('a limit of calls refuses every call with its code', async () => {
  const { threads, get } = asking()
  threads.switches.rateLimitCode = 32
  expect(getCode(await get('/v1.0/me'))).toBe(32)
  threads.switches.rateLimitCode = undefined
  expect(getId(await get('/v1.0/me'))).toBe(USER_ID)
})
