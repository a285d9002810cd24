import { beforeEach, describe, expect, it } from 'vitest'
import { Clock } from '../clock.ts'
import { ANDROID, IOS, read, readLink, WEB } from './ask.ts'
import { createYouTube, LINK_LIFETIME_SECONDS, VIDEO_IDS, type YouTube } from './index.ts'

let clock: Clock
let product: YouTube

beforeEach(() => {
  clock = new Clock()
  product = createYouTube({ clock })
})

interface Json3 {
  wireMagic: string
  events: { tStartMs: number; dDurationMs?: number; aAppend?: number; segs?: { utf8: string; tOffsetMs?: number }[] }[]
}

const json3 = async (link: URL, changes: Record<string, string | null> = {}): Promise<Json3> =>
  (await read(product, link, { ...changes, fmt: 'json3' })).json()

describe('timedtext, section 3: forms', () => {
  it('is srv1 in XML when no format is requested', async () => {
    const response = await read(product, await readLink(product, VIDEO_IDS.manual), { fmt: null })
    expect(response.headers.get('content-type')).toContain('text/xml')
    const body = await response.text()
    expect(body).toContain('<transcript><text start="0.8" dur="2.2">Hello, this is Seoul Walks.</text>')
    expect(body).toContain('Today let&#39;s stroll')
  })

  it('leaves dur out of srv1 when the duration is missing', async () => {
    const response = await read(product, await readLink(product, VIDEO_IDS.quirks), { fmt: 'srv1' })
    expect(await response.text()).toContain('<text start="3.5">')
  })

  it('is srv3 in milliseconds and words for the unchanged link of a mobile client', async () => {
    const body = await (await read(product, await readLink(product, VIDEO_IDS.automaticOnly))).text()
    expect(body).toContain('<timedtext format="3"><body><p t="160" d="4520"><s>so</s><s t="260"> this</s>')
  })

  it('is WebVTT', async () => {
    const body = await (await read(product, await readLink(product, VIDEO_IDS.manual), { fmt: 'vtt' })).text()
    expect(body).toMatch(/^WEBVTT\nKind: captions\nLanguage: en\n\n00:00:00\.800 --> 00:00:03\.000\nHello/)
  })

  it('is json3 with a window over the whole video and appended line breaks', async () => {
    const { wireMagic, events } = await json3(await readLink(product, VIDEO_IDS.automaticOnly))
    expect(wireMagic).toBe('pb3')
    expect(events[0]).toEqual({ tStartMs: 0, dDurationMs: 312_000, id: 1, wpWinPosId: 1, wsWinStyleId: 1 })
    const appended = events.filter(({ aAppend }) => aAppend === 1)
    expect(appended.map(({ segs }) => segs)).toEqual([[{ utf8: '\n' }], [{ utf8: '\n' }], [{ utf8: '\n' }]])
    const [first, second] = events.filter(({ segs, aAppend }) => segs && !aAppend)
    expect((first?.tStartMs ?? 0) + (first?.dDurationMs ?? 0)).toBeGreaterThan(second?.tStartMs ?? Infinity)
    expect(first?.segs?.[0]).not.toHaveProperty('tOffsetMs')
  })

  it('contains missing durations, entities and line breaks', async () => {
    const { events } = await json3(await readLink(product, VIDEO_IDS.quirks))
    expect(events.some(({ segs, dDurationMs }) => segs && dDurationMs === undefined)).toBe(true)
    const words = events.flatMap(({ segs = [] }) => segs.map(({ utf8 }) => utf8)).join('')
    expect(words).toContain('&amp;')
    expect(words).toContain('\n')
  })
})

describe('timedtext, section 3: which track', () => {
  it('serves the language and kind of the link', async () => {
    const first = async (vssId: string) => {
      const { events } = await json3(await readLink(product, VIDEO_IDS.manual, ANDROID, vssId))
      return events[1]?.segs?.map(({ utf8 }) => utf8).join('')
    }
    expect(await first('.ko')).toBe('안녕하세요, 서울 산책입니다.')
    expect(await first('a.ko')).toBe('안녕하세요 서울 산책입니다')
    expect(await first('.en')).toBe('Hello, this is Seoul Walks.')
  })

  it('has nothing for a language without a track', async () => {
    const link = await readLink(product, VIDEO_IDS.manual)
    expect((await read(product, link, { lang: 'fr' })).status).toBe(404)
    expect((await read(product, link, { lang: 'en', kind: 'asr' })).status).toBe(404)
  })

  it('translates for tlang, until that is limited', async () => {
    const link = await readLink(product, VIDEO_IDS.manual)
    expect((await json3(link, { tlang: 'ja' })).events[1]?.segs?.[0]?.utf8).toMatch(/^\[ja\] /)
    product.switches.translationsLimited = true
    expect((await read(product, link, { tlang: 'ja' })).status).toBe(429)
    expect((await read(product, link)).status).toBe(200)
  })
})

describe('timedtext, sections 2 and 3: who may read', () => {
  it('refuses a changed video, an invented signature and a missing one', async () => {
    const link = await readLink(product, VIDEO_IDS.manual)
    for (const change of [
      { v: VIDEO_IDS.quirks },
      { signature: 'AA.BB' },
      { signature: null },
      { expire: '9999999999' },
    ]) {
      expect((await read(product, link, change)).status).toBe(404)
    }
  })

  it('expires by the clock', async () => {
    const link = await readLink(product, VIDEO_IDS.manual)
    clock.advance(LINK_LIFETIME_SECONDS * 1000 - 1000)
    expect((await read(product, link)).status).toBe(200)
    clock.advance(1000)
    expect((await read(product, link)).status).toBe(404)
  })

  it('returns 200 and nothing for a gated link without a token, captions with one', async () => {
    const link = await readLink(product, VIDEO_IDS.manual, WEB)
    const gated = await read(product, link, { fmt: 'json3' })
    expect([gated.status, await gated.text()]).toEqual([200, ''])
    const token = { pot: 'test-token', potc: '1', c: 'WEB' }
    expect((await json3(link, token)).events.length).toBeGreaterThan(1)
    expect((await read(product, link, { exp: null })).status).toBe(404)
  })

  it('gates other clients when configured, with a mark or without', async () => {
    product.switches.gatedClients = ['ANDROID']
    product.switches.silentlyGatedClients = ['IOS']
    const marked = await readLink(product, VIDEO_IDS.manual, ANDROID)
    const silent = await readLink(product, VIDEO_IDS.manual, IOS)
    expect(marked.searchParams.get('exp')).toBe('xpe')
    expect(silent.searchParams.has('exp')).toBe(false)
    expect(await (await read(product, marked)).text()).toBe('')
    expect(await (await read(product, silent)).text()).toBe('')
    expect(await (await read(product, await readLink(product, VIDEO_IDS.manual, WEB))).text()).not.toBe('')
  })

  it('is blocked with the player', async () => {
    const link = await readLink(product, VIDEO_IDS.manual)
    product.switches.tooManyRequests = true
    expect((await read(product, link)).status).toBe(429)
    product.switches.tooManyRequests = false
    product.switches.page = 'recaptcha'
    expect(await (await read(product, link)).text()).toContain('g-recaptcha')
  })
})
