import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { at } from '../ask.ts'
import { command, follows, walk } from '../model.ts'
import { asking, getId } from './asking.ts'
import { APP_ID, APP_SECRET, SOCIAL_TOKEN, USER_ID } from './index.ts'

const THREADS = '/v1.0/me/threads'
const PUBLISH = '/v1.0/me/threads_publish'
const HOUR = 3_600_000
const DAY = 24 * HOUR

type Product = ReturnType<typeof asking>
const getCode = ({ body }: { body: object }) => at(body, 'error.code')
const getIds = ({ body }: { body: object }) => [at(body, 'data')].flat().map((one) => at(one, 'id'))

/** Media by how long they are prepared, in milliseconds, and the problem that they then have. */
const MEDIA = {
  text: { ms: 0, form: { media_type: 'TEXT', text: '새 글입니다' } },
  image: { ms: 1_000, form: { media_type: 'IMAGE', image_url: 'https://media.example/door.jpg' } },
  video: { ms: 8_000, form: { media_type: 'VIDEO', video_url: 'https://media.example/walk.mp4' } },
  broken: {
    ...{ ms: 8_000, problem: 'INVALID_DURATION' },
    form: { media_type: 'VIDEO', video_url: 'https://media.example/INVALID_DURATION.mp4' },
  },
}

interface Container {
  id: string
  madeAt: number
  media: keyof typeof MEDIA
  isItem: boolean
  isPublished: boolean
}

/** What the account must show: its posts, newest first, its containers, and when it published and deleted. */
interface Account {
  posts: string[]
  containers: Container[]
  published: number[]
}
type Step = fc.AsyncCommand<Account, Product>

/** The status of a container (facts, section 3). */
function statusOf({ madeAt, media, isPublished }: Container, now: number): string {
  if (isPublished) return 'PUBLISHED'
  if (now - madeAt >= DAY) return 'EXPIRED'
  if (now - madeAt < MEDIA[media].ms) return 'IN_PROGRESS'
  return media === 'broken' ? 'ERROR' : 'FINISHED'
}

const nth = <Thing>(things: readonly Thing[], n: number): Thing | undefined => things[n % things.length]

const makes = fc
  .record({ media: fc.constantFrom<keyof typeof MEDIA>('text', 'image', 'video', 'broken'), isItem: fc.boolean() })
  .map(
    ({ media, isItem }): Step =>
      command(`prepares ${isItem ? 'an item with ' : ''}${media}`, async (account, product) => {
        const asItem = isItem && media !== 'text'
        const form = { ...MEDIA[media].form, ...(asItem && { is_carousel_item: 'true' }) }
        const id = getId(await product.post(THREADS, form))
        account.containers.push({ id, madeAt: product.clock.now(), media, isItem: asItem, isPublished: false })
      }),
  )

const publishes = fc.nat(9).map(
  (n): Step =>
    command(`publishes container ${n}`, async (account, product) => {
      const container = nth(account.containers, n)
      if (!container) return
      const now = product.clock.now()
      const answer = await product.post(PUBLISH, { creation_id: container.id })
      if (container.isItem || statusOf(container, now) !== 'FINISHED') expect(getCode(answer)).toBe(24)
      else {
        container.isPublished = true
        account.posts.unshift(getId(answer))
        account.published.push(now)
        expect(getId(answer)).not.toBe(container.id)
      }
      const limits = await product.get('/v1.0/me/threads_publishing_limit')
      const recent = account.published.filter((time) => time > now - DAY)
      expect(at(limits.body, 'data.0.quota_usage')).toBe(recent.length)
    }),
)

const looks = fc.nat(9).map(
  (n): Step =>
    command(`looks at container ${n}`, async ({ containers }, { get, clock }) => {
      const container = nth(containers, n)
      if (!container) return
      const status = statusOf(container, clock.now())
      const { body } = await get(`/v1.0/${container.id}`, { fields: 'status,error_message' })
      const problem = status === 'ERROR' ? { error_message: 'INVALID_DURATION' } : {}
      expect(body).toEqual({ id: container.id, status, ...problem })
    }),
)

const carousels = fc.constant<Step>(
  command('makes a carousel of two items', async (account, product) => {
    const items = account.containers.filter(({ isItem }) => isItem).slice(-2)
    const children = items.map(({ id }) => id).join(',')
    const answer = await product.post(THREADS, { media_type: 'CAROUSEL', children })
    const isReady = items.every((item) => statusOf(item, product.clock.now()) === 'FINISHED')
    if (items.length < 2 || !isReady) expect(getCode(answer)).toBe(100)
    else expect(await product.post(PUBLISH, { creation_id: getId(answer) })).toMatchObject({ status: 200 })
    if (items.length < 2 || !isReady) return
    for (const item of items) item.isPublished = true
    account.published.push(product.clock.now())
    account.posts.unshift(String(getIds(await product.get(THREADS, { limit: '1' }))[0]))
  }),
)

const deletes = fc.nat(40).map(
  (n): Step =>
    command(`deletes post ${n}`, async (account, { ask, get }) => {
      const id = nth(account.posts, n)
      expect((await ask('DELETE', `/v1.0/${id}`)).body).toEqual({ success: true, deleted_id: id })
      expect(getCode(await get(`/v1.0/${id}`))).toBe(100)
      account.posts = account.posts.filter((post) => post !== id)
    }),
)

const lists = fc.integer({ min: 1, max: 40 }).map(
  (limit): Step =>
    command(`reads the posts, ${limit} a page`, async ({ posts }, { get }) => {
      const seen = await walk(async (after) => {
        const page = await get(THREADS, { limit: String(limit), ...(after && { after }) })
        return { items: getIds(page), next: at(page.body, 'paging.next') && at(page.body, 'paging.cursors.after') }
      })
      expect(seen).toEqual(posts)
    }),
)

const waits = fc
  .constantFrom(1, 1_000, 8_000, DAY)
  .map((ms): Step => command(`${ms} ms pass`, async (_, { clock }) => clock.advance(ms)))

test('a post is what was prepared, ready, and published once; lists are those of the account', () =>
  follows(() => {
    const real = asking()
    // Time passes before the first step, so that what it makes is newer than the seed.
    real.clock.advance(1)
    const { media, profile } = real.threads.state
    const own = [...media.values()].filter(
      ({ username, repliedTo, isItem }) => username === profile.username && !repliedTo && !isItem,
    )
    own.sort((a, b) => b.publishedAt - a.publishedAt || (a.id < b.id ? 1 : -1))
    return { model: { posts: own.map(({ id }) => id), containers: [], published: [] }, real }
  }, [makes, publishes, looks, carousels, deletes, lists, waits]))

test.each([
  ['a word of the other vocabulary', { media_type: 'TEXT_POST', text: 'a' }],
  ['a text without text', { media_type: 'TEXT' }],
  ['a URL that is none', { media_type: 'IMAGE', image_url: 'door.jpg' }],
  ['501 characters', { media_type: 'TEXT', text: '가'.repeat(501) }],
  ['126 emoji, which count as 504', { media_type: 'TEXT', text: '🎉'.repeat(126) }],
  ['an answer to what does not exist', { media_type: 'TEXT', text: 'a', reply_to_id: '1' }],
  ['a link beside an image', { ...MEDIA.image.form, link_attachment: 'https://books.example/' }],
  ['an alternative text of 1,001 characters', { ...MEDIA.image.form, alt_text: 'a'.repeat(1001) }],
  ['a topic with a period', { media_type: 'TEXT', text: 'a', topic_tag: 'a.b' }],
])('facts 3: %s is code 100', async (_, form) => {
  expect(getCode(await asking().post(THREADS, form))).toBe(100)
})

test('facts 3: 500 Korean characters and 125 emoji are taken, unless the text is measured in bytes', async () => {
  const { threads, post } = asking()
  for (const text of ['가'.repeat(500), '🎉'.repeat(125)]) {
    expect((await post(THREADS, { media_type: 'TEXT', text })).status).toBe(200)
  }
  threads.switches.textMeasure = 'bytes'
  expect(getCode(await post(THREADS, { media_type: 'TEXT', text: '가'.repeat(167) }))).toBe(100)
})

test('facts 6: 250 posts, 1,000 replies, 100 deletes and 2,200 searches in 24 hours', async () => {
  const { threads, clock, get, post, ask } = asking()
  const ids = getIds(await get(THREADS)).map(String)
  const text = { media_type: 'TEXT', text: 'again', auto_publish_text: 'true' }
  const calls = {
    posts: () => post(THREADS, text),
    replies: () => post(THREADS, { ...text, reply_to_id: ids[0] ?? '' }),
    searches: () => get('/v1.0/keyword_search', { q: 'a' }),
    deletes: () => ask('DELETE', `/v1.0/${ids.pop()}`),
  }
  const limits = { posts: 250, replies: 1000, searches: 2200, deletes: 100 }
  for (const [name, call] of Object.entries(calls)) {
    const times = threads.state.usage[name as keyof typeof calls]
    times.push(...Array(limits[name as keyof typeof limits] - 1).fill(clock.now()))
    expect([(await call()).status, getCode(await call())]).toEqual([200, 613])
    clock.advance(DAY)
    expect((await call()).status).toBe(200)
  }
})

test('facts 4: a hidden reply hides what is below it, and only replies at the top can be hidden', async () => {
  const { threads, post } = asking()
  const find = (text: string) => [...threads.state.media.values()].find((one) => one.text?.startsWith(text))
  const hide = (text: string) => post(`/v1.0/${find(text)?.id}/manage_reply`, { hide: 'true' })
  expect((await hide('Which thread')).body).toEqual({ success: true })
  expect([find('Waxed linen')?.hidden, find('실은 어디서')?.hidden]).toEqual([true, undefined])
  expect([getCode(await hide('첫눈이')), getCode(await hide('Waxed linen'))]).toEqual([100, 100])
})

test('facts 4 and 5: fields, replies and insights have what is asked for', async () => {
  const { get } = asking()
  expect((await get('/v1.0/me')).body).toEqual({ id: USER_ID })
  expect(getCode(await get('/v1.0/me', { fields: 'id,shoe_size' }))).toBe(100)
  const { body } = await get(THREADS, { fields: 'text,children{media_url}', limit: '100' })
  const find = (text: string) => [body.data].flat().find((one) => String(at(one, 'text')).includes(text))
  expect(at(find('three shelves'), 'children.data.2.media_url')).toBe('https://media.example/cat.jpg')
  const path = `/v1.0/${at(find('낭독회를 엽니다'), 'id')}`
  const [replies, conversation] = [await get(`${path}/replies`), await get(`${path}/conversation`)]
  expect([getIds(replies).length, getIds(conversation).length]).toEqual([1, 3])
  const insights = await get(`${path}/insights`, { metric: 'views,replies' })
  expect([0, 1].map((n) => at(insights.body, `data.${n}.values.0.value`))).toEqual([540, 3])
  const days = await get('/v1.0/me/threads_insights', { metric: 'views' })
  const ends = ['2026-11-20T08:00:00+0000', '2026-11-21T08:00:00+0000']
  expect([0, 1].map((n) => at(days.body, `data.0.values.${n}.end_time`))).toEqual(ends)
})

test('facts 4: a search by an app that is not approved finds only posts of the account', async () => {
  const { threads, get } = asking()
  const search = async (q: string) => at((await get('/v1.0/keyword_search', { q })).body, 'data.length')
  expect(await search('동네 책방')).toBeGreaterThan(0)
  threads.switches.isSearchApproved = false
  expect([await search('동네 책방'), await search('난로')]).toEqual([0, 1])
})

test.each([
  ['POST', '/v1.0/17910000000000001/repost', 'threads_content_publish'],
  ['GET', '/v1.0/me/mentions', 'threads_manage_mentions'],
  ['GET', '/v1.0/keyword_search', 'threads_keyword_search'],
  ['GET', '/v1.0/me/replies', 'threads_read_replies'],
] as const)('facts 2: %s %s without its permission is code 10', async (method, path, scope) => {
  const { threads, ask } = asking()
  const read = async () => getCode(await ask(method, path, { access_token: 'reader', q: 'a' }))
  threads.state.tokens.issue('long', { value: 'reader', scopes: ['threads_basic'] })
  expect(await read()).toBe(10)
  threads.state.tokens.issue('long', { value: 'reader', scopes: ['threads_basic', scope] })
  expect(await read()).not.toBe(10)
})

test('facts 2: a token comes from a code of one use, lives 60 days, and is refreshed after a day', async () => {
  const { clock, threads, get, post } = asking()
  const redirect_uri = 'https://gateway.example/connected'
  const code = threads.state.tokens.authorize(redirect_uri)
  const app = { client_id: APP_ID, client_secret: APP_SECRET }
  const redeem = () => post('/oauth/access_token', { ...app, grant_type: 'authorization_code', redirect_uri, code })
  const short = String((await redeem()).body.access_token)
  expect(getCode(await redeem())).toBe(100)
  const exchange = { grant_type: 'th_exchange_token', client_secret: APP_SECRET, access_token: short }
  const long = (await get('/access_token', exchange)).body
  expect(long.expires_in).toBe(60 * 86_400)
  const refresh = (access_token: unknown) =>
    get('/refresh_access_token', { grant_type: 'th_refresh_token', access_token: String(access_token) })
  expect(getCode(await refresh(long.access_token))).toBe(100)
  clock.advance(DAY)
  expect(getCode(await get('/v1.0/me', { access_token: short }))).toBe(190)
  expect((await refresh(long.access_token)).body.access_token).not.toBe(long.access_token)
  clock.advance(39 * DAY - 1)
  expect((await get('/v1.0/me')).status).toBe(200)
  clock.advance(1)
  expect(getCode(await get('/v1.0/me', { access_token: SOCIAL_TOKEN }))).toBe(190)
})
