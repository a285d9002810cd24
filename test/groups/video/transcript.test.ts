import { afterEach, describe, expect, it, vi } from 'vitest'
import { transcript as answer } from '../../../src/groups/video/outputs.ts'
import { FORMATS } from '../../../src/renderings/formats.ts'
import { mediaCaptions, plussub } from '../../renderings/parsers.ts'
import { VIDEO_IDS } from '../../simulators/video/index.ts'
import { expectNothingUnexpected } from '../../support/world.ts'
import { PLAYER, relay, type Stage, setStage, TIMEDTEXT } from './stage.ts'

let stage: Stage

afterEach(() => {
  vi.restoreAllMocks()
  expectNothingUnexpected(stage.world)
})

const content = async (video_id: string, format: string) => (await stage.transcript({ video_id, format })).json.content

describe('POST /video/transcript/v2', () => {
  it('returns the text in the spoken language, from two calls', async () => {
    stage = setStage()
    const { status, json } = await stage.transcript({ video_url: `https://youtu.be/${VIDEO_IDS.manual}?si=abc` })
    expect([status, json]).toEqual([
      200,
      {
        success: true,
        video_id: VIDEO_IDS.manual,
        language: 'ko',
        is_generated: false,
        format: 'text',
        content: [
          '안녕하세요, 서울 산책입니다.',
          '오늘은 11월의 북촌 골목을 함께 걸어 보겠습니다.',
          '아침 기온은 3도, 하늘은 맑습니다.',
          '먼저 작은 찻집에 들러 볼까요?',
          '유자차 한 잔에 5천 원입니다.',
        ].join('\n'),
      },
    ])
    expect(stage.called()).toEqual([PLAYER, TIMEDTEXT])
    expect(stage.clients()).toEqual(['VISIONOS'])
    const [player, captions] = stage.product.calls.map(({ headers }) => headers.get('user-agent'))
    expect(captions).toBe(player)
    expect(captions).toMatch(/Safari/)
  })

  it.each([
    `https://www.youtube.com/watch?v=${VIDEO_IDS.manual}&t=12`,
    `https://m.youtube.com/shorts/${VIDEO_IDS.manual}`,
    `music.youtube.com/watch?v=${VIDEO_IDS.manual}`,
    `https://www.youtube-nocookie.com/embed/${VIDEO_IDS.manual}`,
    `https://www.youtube.com/attribution_link?u=%2Fwatch%3Fv%3D${VIDEO_IDS.manual}`,
    VIDEO_IDS.manual,
  ])('accepts %s and calls only the product', async (video_url) => {
    stage = setStage()
    expect((await stage.transcript({ video_url })).json.video_id).toBe(VIDEO_IDS.manual)
    expect(stage.called()).toEqual([PLAYER, TIMEDTEXT])
  })

  it('refuses wrong fields without a call', async () => {
    for (const [body, error] of [
      [{}, /^video_url: is required/],
      [{ video_url: 'https://youtube.com.example/watch?v=okManual001' }, /^video_url: is not on a host/],
      [{ video_url: 'https://www.youtube.com/playlist?list=PL1' }, /^video_url: is a playlist/],
      [{ video_url: 'https://user@www.youtube.com/watch?v=okManual001' }, /^video_url: must not hold a user name/],
      [{ video_url: 'http://127.0.0.1/watch?v=okManual001' }, /^video_url: must name a host/],
      [{ video_id: 'short' }, /^video_id: must be 11/],
      [{ video_id: 'okManual001', format: 'pdf' }, /^format: must be one of text/],
      [{ video_id: 'okManual001', lang: '../x' }, /^lang: must be language codes/],
      [{ video_id: 'okManual001', lang: ['ko', 'e n'] }, /^lang: must be language codes/],
      [{ video_id: 'okManual001', lang: [] }, /^lang: must/],
      [{ video_id: 'okManual001', source: 'both' }, /^source: must be one of any, written, generated/],
    ] as const) {
      stage = setStage()
      const { status, json } = await stage.transcript(body)
      expect
        .soft([status, json], JSON.stringify(body))
        .toEqual([400, { success: false, error: expect.stringMatching(error) }])
      expect.soft(stage.called(), JSON.stringify(body)).toEqual([])
    }
  })
})

describe('formats', () => {
  it.each(FORMATS)('%s is a success of the declared form', async (format) => {
    stage = setStage()
    const { json } = await stage.transcript({ video_id: VIDEO_IDS.automaticOnly, format })
    expect(answer().parse(json)).toEqual(json)
    expect(json).toMatchObject({ format, language: 'en', is_generated: true })
  })

  it('text and plain are words only, markdown has times', async () => {
    stage = setStage()
    const text = await content(VIDEO_IDS.quirks, 'text')
    expect(text).toBe(
      "Salt & pepper, that's it\nno length on this one\ntwo people speak\nat the same time\nx < y <i> ok\nback.",
    )
    expect(await content(VIDEO_IDS.quirks, 'plain')).toBe(text)
    expect(await content(VIDEO_IDS.quirks, 'markdown')).toMatch(
      /^\[00:00:01\] Salt & pepper, that's it\n\n\[00:00:03\] /,
    )
  })

  it('json is segments in seconds', async () => {
    stage = setStage()
    expect(await content(VIDEO_IDS.quirks, 'json')).toEqual([
      { start: 1, duration: 2, text: "Salt & pepper, that's it" },
      { start: 3.5, duration: 2.5, text: 'no length on this one' },
      { start: 6, duration: 4, text: 'two people speak' },
      { start: 8, duration: 1.5, text: 'at the same time' },
      { start: 10, duration: 2, text: 'x < y <i> ok' },
      { start: 12, duration: 0.8, text: 'back.' },
    ])
  })

  it('rolling captions come out one after the other', async () => {
    stage = setStage()
    expect(await content(VIDEO_IDS.automaticOnly, 'json')).toMatchObject([
      { start: 0.16, duration: 2.32, text: 'so this is a small kitchen with one' },
      { start: 2.48, duration: 2.2 },
      { start: 4.68, duration: 4.64 },
      { start: 9.32, duration: 2.76 },
    ])
  })

  it.each([VIDEO_IDS.manual, VIDEO_IDS.automaticOnly, VIDEO_IDS.quirks])(
    'srt and vtt of %s parse elsewhere',
    async (id) => {
      stage = setStage()
      const segments: { start: number; text: string }[] = await content(id, 'json')
      const times = segments.map(({ start }) => Math.round(start * 1000))
      const [srt, vtt] = [await content(id, 'srt'), await content(id, 'vtt')]
      for (const file of [srt, vtt]) {
        const cues = plussub(file)
        expect(cues.map(({ from }) => from)).toEqual(times)
        expect(cues.every(({ from, to }) => to > from)).toBe(true)
      }
      expect((await mediaCaptions(srt, 'srt')).map(({ text }) => text.normalize('NFKC'))).toEqual(
        segments.map(({ text }) => text),
      )
      const shown = await mediaCaptions(vtt, 'vtt')
      expect(shown.map(({ from, text }) => [from, text])).toEqual(segments.map(({ text }, at) => [times[at], text]))
    },
  )
})

describe('languages (video facts, section 5)', () => {
  it('a preference returns its track', async () => {
    for (const [asked, language, is_generated] of [
      [{}, 'ko', false],
      [{ lang: 'en' }, 'en', true],
      [{ lang: 'en-gb' }, 'en-GB', false],
      [{ lang: 'pt' }, 'pt-BR', false],
      [{ lang: 'zh_Hant' }, 'zh-Hant', false],
      [{ lang: 'fr, pt' }, 'pt-BR', false],
      [{ lang: ['fr', 'en', 'ko'] }, 'en', true],
      [{ lang: '' }, 'ko', false],
      [{ lang: null }, 'ko', false],
      [{ lang: 'en', source: 'written' }, 'en-GB', false],
      [{ source: 'generated' }, 'en', true],
    ] as const) {
      stage = setStage()
      const { json } = await stage.transcript({ video_id: VIDEO_IDS.manyLanguages, ...asked })
      expect.soft(json, JSON.stringify(asked)).toMatchObject({ success: true, language, is_generated })
      expect.soft(stage.product.calls.at(-1)?.url.searchParams.get('lang'), JSON.stringify(asked)).toBe(language)
    }
  })

  it('a missing language is 404 with the available ones', async () => {
    stage = setStage()
    const { status, json } = await stage.transcript({ video_id: VIDEO_IDS.manyLanguages, lang: 'fr' })
    expect([status, json.error]).toEqual([
      404,
      'lang: this video has no transcript in fr, only in ar, en-GB, ko, pt-BR, zh-Hans, zh-Hant, en',
    ])
    expect(stage.called()).toEqual([PLAYER])
  })
})

describe('the language spoken', () => {
  it.each([
    [VIDEO_IDS.translated, 'ko', true],
    [VIDEO_IDS.dubbed, 'ko', false],
  ])('%s is read in %s, though its first track is a translation', async (video_id, language, is_generated) => {
    stage = setStage()
    expect((await stage.transcript({ video_id })).json).toMatchObject({ language, is_generated })
  })
})

describe('a relay instead of the product', () => {
  it.each(['https://relay.example', 'https://relay.example/video/', 'http://127.0.0.1:8080'])(
    '%s is the only origin that is called, including caption links',
    async (VIDEO_URL) => {
      stage = setStage({ VIDEO_URL }, relay(VIDEO_URL.replace(/\/$/, ''), 'https://www.youtube.com'))
      const { json } = await stage.transcript({ video_id: VIDEO_IDS.manual })
      expect(json).toMatchObject({ success: true, language: 'ko' })
      expect(stage.called()).toEqual([PLAYER, TIMEDTEXT])
    },
  )

  it('an unsafe URL is 500 and names the setting', async () => {
    stage = setStage({ VIDEO_URL: 'http://relay.example' })
    const { status, json } = await stage.transcript({ video_id: VIDEO_IDS.manual })
    expect([status, json]).toEqual([500, { success: false, error: expect.stringMatching(/^VIDEO_URL must be/) }])
  })
})
