import { describe, expect, it } from 'vitest'
import { CLIENTS, type PlayerClient, playerCall } from '../../../../src/groups/video/clients.ts'
import {
  fromDataApi,
  fromOembed,
  fromPlayer,
  isoSeconds,
  oembedError,
  rejectedKey,
} from '../../../../src/groups/video/metadata.ts'
import { metadata } from '../../../../src/groups/video/outputs.ts'
import { createYouTube, DATA_API_KEY, VIDEO_IDS, type YouTube } from '../../../simulators/video/index.ts'

const ID = VIDEO_IDS.manual

const get = async (product: YouTube, url: string): Promise<unknown> => (await product.fetch(new Request(url))).json()

const dataApi = (product: YouTube, id: string, key = DATA_API_KEY) =>
  get(
    product,
    `https://www.googleapis.com/youtube/v3/videos?part=snippet,contentDetails,statistics&id=${id}&key=${key}`,
  )

const oembed = (product: YouTube, id: string) =>
  get(product, `https://www.youtube.com/oembed?format=json&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${id}`)

const player = async (product: YouTube, id: string, client: PlayerClient = CLIENTS.WEB): Promise<unknown> => {
  const { path, headers, body } = playerCall(client, id)
  return (await product.fetch(new Request(`https://www.youtube.com${path}`, { method: 'POST', headers, body }))).json()
}

/** What the data API returns for the seeded Korean video: everything that any source knows. */
const WHOLE = {
  id: ID,
  type: 'video',
  title: '11월 북촌 골목 산책',
  description: '가을이 끝나 가는 북촌을 걷습니다.\n00:00 시작\n00:12 찻집\n05:30 골목',
  author: '서울 산책',
  channel_id: 'UCseoulWalks000000000001',
  channel_url: 'https://www.youtube.com/channel/UCseoulWalks000000000001',
  published_at: '2026-11-08T09:30:00Z',
  duration_seconds: 754,
  view_count: 184_223,
  like_count: 9120,
  keywords: ['서울', '북촌', 'Seoul walk'],
  thumbnails: [
    { url: `https://i.ytimg.com/vi/${ID}/default.jpg`, width: 120, height: 90 },
    { url: `https://i.ytimg.com/vi/${ID}/hqdefault.jpg`, width: 480, height: 360 },
  ],
  is_live: false,
  category: 'Travel & Events',
}

describe('one shape from every source', () => {
  it('the data API has all of it', async () => {
    expect(fromDataApi(ID, await dataApi(createYouTube(), ID))).toEqual(WHOLE)
  })

  it('the player as a web client has the same', async () => {
    expect(fromPlayer(ID, await player(createYouTube(), ID))).toEqual(WHOLE)
  })

  it('the player as another client has neither date, nor likes, nor category', async () => {
    const told = fromPlayer(ID, await player(createYouTube(), ID, CLIENTS.ANDROID))
    expect(told).toEqual({ ...WHOLE, like_count: null, published_at: null, category: null })
  })

  it('oEmbed knows title, author and one image', async () => {
    expect(fromOembed(ID, await oembed(createYouTube(), ID))).toEqual({
      ...Object.fromEntries(Object.keys(WHOLE).map((field) => [field, null])),
      id: ID,
      type: 'video',
      title: WHOLE.title,
      author: WHOLE.author,
      channel_url: 'https://www.youtube.com/@seoulwalks',
      thumbnails: WHOLE.thumbnails.slice(1),
    })
  })

  it.each(Object.values(VIDEO_IDS))('%s fits the response from every source that has it', async (id) => {
    const product = createYouTube()
    const told = [
      fromDataApi(id, await dataApi(product, id)),
      fromPlayer(id, await player(product, id)),
      fromOembed(id, await oembed(product, id).catch(() => undefined)),
    ].filter((video) => video !== undefined)
    expect(told.length > 0).toBe(
      product.state.videos.has(id) && id !== VIDEO_IDS.private && id !== VIDEO_IDS.removedByPolicy,
    )
    const answer = metadata()
    for (const record of told) {
      const whole = { success: true, video: { ...record, chapters: null } }
      expect(answer.parse(whole)).toEqual(whole)
    }
  })

  it('a broadcast is live and has no length yet', async () => {
    const product = createYouTube()
    const live = { is_live: true, duration_seconds: null }
    expect(fromDataApi(VIDEO_IDS.liveNow, await dataApi(product, VIDEO_IDS.liveNow))).toMatchObject(live)
    expect(fromPlayer(VIDEO_IDS.liveNow, await player(product, VIDEO_IDS.liveNow))).toMatchObject(live)
  })

  it('a video without keywords has none, an empty description is known', () => {
    const item = { id: ID, snippet: { title: 't', description: '', publishedAt: '2026-11-08' } }
    expect(fromDataApi(ID, { items: [item] })).toMatchObject({
      keywords: [],
      description: '',
      published_at: '2026-11-08',
    })
  })
})

describe('unknown fields of a source are undefined', () => {
  it.each([VIDEO_IDS.deleted, VIDEO_IDS.private])('%s', async (id) => {
    const product = createYouTube()
    expect(fromDataApi(id, await dataApi(product, id))).toBeUndefined()
    expect(fromPlayer(id, await player(product, id))).toBeUndefined()
  })

  it('a blocked player, another video, no response', async () => {
    const product = createYouTube()
    product.switches.botCheck = true
    expect(fromPlayer(ID, await player(product, ID))).toBeUndefined()
    expect(fromPlayer(ID, { videoDetails: { videoId: 'updateApp01', title: 't' } })).toBeUndefined()
    expect(fromDataApi(ID, { items: [{ id: 'otherVideo1' }] })).toBeUndefined()
    for (const source of [fromDataApi, fromPlayer, fromOembed]) expect(source(ID, null)).toBeUndefined()
  })
})

describe('ISO 8601 durations', () => {
  it('a duration is in seconds', () => {
    for (const [duration, seconds] of [
      ['PT12M34S', 754],
      ['PT1H', 3600],
      ['PT45S', 45],
      ['P1DT2H3M4S', 93_784],
      ['P2W', 1_209_600],
      ['P0D', 0],
      ['PT0S', 0],
      ['PT1.5S', 1],
      ['P', null],
      ['PT', null],
      ['P1Y', null],
      ['1:02:03', null],
      ['', null],
    ] as const)
      expect.soft(isoSeconds(duration), String(duration)).toBe(seconds)
  })
})

describe('refusals of the data API and oEmbed (video facts, section 7)', () => {
  const refusedWith = (reason: string, message = '') => ({ error: { message, errors: [{ reason }] } })

  it('a key that is unknown, or lacks access, is 401 and names the setting', async () => {
    const unknown = rejectedKey(400, await dataApi(createYouTube(), ID, 'test-wrong-key'))
    const forbidden = rejectedKey(403, refusedWith('accessNotConfigured'))
    for (const error of [unknown, forbidden, rejectedKey(401, null)]) {
      expect(error).toMatchObject({ status: 401, message: expect.stringContaining('VIDEO_API_KEY') })
    }
  })

  it('an exceeded quota is no refusal of the key', async () => {
    const product = createYouTube()
    product.switches.quotaExceeded = true
    expect(rejectedKey(403, await dataApi(product, ID))).toBeUndefined()
    expect(rejectedKey(403, refusedWith('userRateLimitExceeded'))).toBeUndefined()
  })

  it('nor is a page of the edge, or any other failure', () => {
    expect(rejectedKey(403, undefined)).toBeUndefined()
    expect(rejectedKey(400, refusedWith('badRequest', 'Invalid part'))).toBeUndefined()
    expect(rejectedKey(500, refusedWith('backendError', 'API key store is down'))).toBeUndefined()
  })

  it('oEmbed says by its status whether the video exists', () => {
    for (const [status, ours] of [
      [400, 404],
      [404, 404],
      [403, 404],
      [401, undefined],
      [500, undefined],
    ] as const)
      expect.soft(oembedError({ status, text: 'Forbidden' })?.status, String(status)).toBe(ours)
  })

  it.each(['', '<html>Sorry...</html>', '{"error":{"code":403}}', '"no"'])('oEmbed says nothing with "%s"', (text) => {
    for (const status of [400, 403, 404]) expect(oembedError({ status, text })).toBeUndefined()
  })
})
