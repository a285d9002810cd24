import { describe, expect, it } from 'vitest'
import { Clock } from '../clock.ts'
import { createYouTube, DATA_API_KEY, VIDEO_IDS, type YouTube } from './index.ts'
import { DAILY_UNITS } from './state.ts'

const oembed = (product: YouTube, address: string) =>
  product.fetch(new Request(`https://www.youtube.com/oembed?url=${encodeURIComponent(address)}&format=json`))

const watch = (id: string) => `https://www.youtube.com/watch?v=${id}`

describe('oEmbed, section 7', () => {
  it.each([
    [400, 'https://video.example/watch?v=okManual001'],
    [400, 'https://www.youtube.com/watch?v=short'],
    [401, watch(VIDEO_IDS.notEmbeddable)],
    [403, watch(VIDEO_IDS.private)],
    [404, watch(VIDEO_IDS.deleted)],
  ])('returns %i for %s, in plain words', async (status, address) => {
    const response = await oembed(createYouTube(), address)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toContain('text/html')
  })

  it('responds for an IP address that the player blocks', async () => {
    const product = createYouTube()
    product.switches.botCheck = true
    product.switches.tooManyRequests = true
    expect((await oembed(product, watch(VIDEO_IDS.manual))).status).toBe(200)
  })
})

const list = (product: YouTube, query: Record<string, string>, headers: Record<string, string> = {}) =>
  product.fetch(new Request(`https://www.googleapis.com/youtube/v3/videos?${new URLSearchParams(query)}`, { headers }))

const ALL = { part: 'snippet,contentDetails,statistics', key: DATA_API_KEY }

describe('data API, section 7', () => {
  it('lists the requested parts, with numbers as strings', async () => {
    const response = await list(createYouTube(), { ...ALL, id: VIDEO_IDS.manual })
    const { items, ...rest } = await response.json<{ items: object[]; kind: string }>()
    expect(rest.kind).toBe('youtube#videoListResponse')
    expect(items).toMatchObject([
      {
        id: VIDEO_IDS.manual,
        snippet: { publishedAt: '2026-11-08T09:30:00Z', categoryId: '19', liveBroadcastContent: 'none' },
        contentDetails: { duration: 'PT12M34S', caption: 'true' },
        statistics: { viewCount: '184223', likeCount: '9120' },
      },
    ])
    expect(items[0]).not.toHaveProperty('status')
  })

  it('takes the key in a header too', async () => {
    const { key, ...query } = ALL
    const response = await list(createYouTube(), { ...query, id: VIDEO_IDS.manual }, { 'x-goog-api-key': key })
    expect(response.status).toBe(200)
  })

  it.each([VIDEO_IDS.deleted, VIDEO_IDS.private, VIDEO_IDS.removedByPolicy])('has no item for %s', async (id) => {
    const response = await list(createYouTube(), { ...ALL, id })
    expect([response.status, await response.json()]).toMatchObject([200, { items: [] }])
  })

  it('marks broadcasts with liveBroadcastContent, without a length', async () => {
    const response = await list(createYouTube(), { ...ALL, id: `${VIDEO_IDS.liveNow},${VIDEO_IDS.premiere}` })
    expect(await response.json()).toMatchObject({
      items: [
        { snippet: { liveBroadcastContent: 'live' }, contentDetails: { duration: 'P0D' } },
        { snippet: { liveBroadcastContent: 'upcoming' } },
      ],
    })
  })

  it.each([
    ['a wrong key', { ...ALL, key: 'test-wrong-key', id: 'x' }, 400, 'badRequest'],
    ['no key', { part: 'snippet', id: 'x' }, 403, 'forbidden'],
    ['no part', { key: DATA_API_KEY, id: 'x' }, 400, 'missingRequiredParameter'],
    ['no id', { ...ALL }, 400, 'missingRequiredParameter'],
  ])('refuses %s', async (_, query, status, reason) => {
    const response = await list(createYouTube(), query)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { code: status, errors: [{ reason }] } })
  })

  it('spends one unit a call and ends with quotaExceeded, until the next day', async () => {
    const clock = new Clock('2026-11-21T09:00:00Z')
    const product = createYouTube({ clock })
    const ask = () => list(product, { ...ALL, id: VIDEO_IDS.manual })
    await ask()
    expect([...product.state.unitsUsed]).toEqual([['2026-11-21', 1]])
    product.state.unitsUsed.set('2026-11-21', DAILY_UNITS)
    const refused = await ask()
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ error: { errors: [{ reason: 'quotaExceeded' }] } })
    clock.advance(86_400_000)
    expect((await ask()).status).toBe(200)
    product.switches.quotaExceeded = true
    expect((await ask()).status).toBe(403)
  })

  it('is only on its own host', async () => {
    const product = createYouTube()
    expect(product.answersFor('www.googleapis.com')).toBe(true)
    expect(product.answersFor('video.example')).toBe(false)
    await product.fetch(new Request('https://www.youtube.com/youtube/v3/videos'))
    expect(product.unexpected).toHaveLength(1)
  })
})
