import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GatewayError } from '../../../src/base/errors.ts'
import { parseVideoId, requestedVideo, VIDEO_ID } from '../../../src/groups/video/youtube.ts'
import { anyText } from '../../support/any-text.ts'

const ID = 'a-B_c1D2e3F'

describe('every form of video facts, section 4', () => {
  it('gives the id', () => {
    for (const form of [
      ID,
      `  ${ID}\n`,
      `https://www.youtube.com/watch?v=${ID}`,
      `http://youtube.com/watch?v=${ID}`,
      `HTTPS://WWW.YOUTUBE.COM/watch?v=${ID}`,
      `www.youtube.com/watch?v=${ID}`,
      `//www.youtube.com/watch?v=${ID}`,
      `https://www.youtube.com/watch/?v=${ID}`,
      `https://www.youtube.com/watch?feature=shared&v=${ID}&t=42s`,
      `https://www.youtube.com/watch?v=${ID}&list=PLtest&index=2`,
      `https://www.youtube.com/watch?v=${ID}&ab_channel=서울산책`,
      `https://www.youtube.com/watch_popup?v=${ID}`,
      `https://www.youtube.com/?v=${ID}`,
      `https://www.youtube.com/watch#!v=${ID}`,
      `https://www.youtube.com/#!v=${ID}&feature=x`,
      `https://m.youtube.com/watch?v=${ID}`,
      `https://music.youtube.com/watch?v=${ID}&si=x`,
      `https://gaming.youtube.com/watch?v=${ID}`,
      `https://www.youtubekids.com/watch?v=${ID}`,
      `https://youtu.be/${ID}`,
      `https://youtu.be/${ID}?si=x&t=3`,
      `youtu.be/${ID}`,
      `https://www.youtube.com/shorts/${ID}`,
      `https://www.youtube.com/shorts/${ID}/?feature=share`,
      `https://www.youtube.com/live/${ID}?si=x`,
      `https://www.youtube.com/embed/${ID}?start=5`,
      `https://www.youtube-nocookie.com/embed/${ID}`,
      `https://youtube-nocookie.com/embed/${ID}`,
      `https://www.youtube.com/v/${ID}?version=3`,
      `https://www.youtube.com/e/${ID}`,
      `https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3D${ID}%26feature%3Dshare`,
      `https://www.youtube.com/attribution_link?u=${encodeURIComponent(`https://youtu.be/${ID}`)}`,
    ])
      expect.soft(parseVideoId(form), String(form)).toBe(ID)
  })
})

describe('anything but a video is 400 with a reason that names video_url', () => {
  it('and says why', () => {
    for (const [url, reason] of [
      ['https://www.youtube.com/playlist?list=PLtest', 'playlist'],
      ['https://www.youtube.com/watch?list=PLtest', 'playlist'],
      ['https://www.youtube.com/embed/videoseries?list=PLtest', 'no video id'],
      ['https://www.youtube.com/embed/live_stream?channel=UCtest', 'no video id'],
      ['https://www.youtube.com/watch?v=videoseries', 'no video id'],
      ['https://www.youtube.com/@seoulwalks', 'channel'],
      ['https://www.youtube.com/@seoulwalks/live', 'channel'],
      ['https://www.youtube.com/channel/UCseoulWalks000000000001', 'channel'],
      ['https://www.youtube.com/c/seoulwalks', 'channel'],
      ['https://www.youtube.com/user/seoulwalks', 'channel'],
      ['https://www.youtube.com/', 'no video id'],
      ['https://www.youtube.com/watch', 'no video id'],
      ['https://www.youtube.com/shorts/', 'no video id'],
      [`https://www.youtube.com/${ID}`, 'no video id'],
      ['https://youtu.be/', 'no video id'],
      [`https://www.youtube.com/watch?v=${ID}x`, 'not 11'],
      ['https://youtu.be/short', 'not 11'],
      [`https://www.youtube.com/watch?v=${ID.slice(1)}%2F`, 'not 11'],
      [`https://video.example/watch?v=${ID}`, 'host'],
      [`https://notyoutube.com/watch?v=${ID}`, 'host'],
      [`https://youtube.com.video.example/watch?v=${ID}`, 'host'],
      [`https://youtube.co/watch?v=${ID}`, 'host'],
      [`https://m.youtu.be/${ID}`, 'host'],
      [`https://www.youtube.com./watch?v=${ID}`, 'host'],
      [`https://www.y\u043eutube.com/watch?v=${ID}`, 'host'],
      [`https://www.%79outube.com/watch?v=${ID}`, 'host'],
      [`https://video.example/?u=https://www.youtube.com/watch?v=${ID}`, 'host'],
      [`https://www.youtube.com:443/watch?v=${ID}`, 'port'],
      [`https://www.youtube.com:8443/watch?v=${ID}`, 'port'],
      [`youtube.com:80/watch?v=${ID}`, 'port'],
      [`https://user:word@www.youtube.com/watch?v=${ID}`, 'password'],
      [`https://www.youtube.com@video.example/watch?v=${ID}`, 'password'],
      [`https://@www.youtube.com/watch?v=${ID}`, 'password'],
      [`https://127.0.0.1/watch?v=${ID}`, 'IP'],
      [`https://0x7f.1/watch?v=${ID}`, 'IP'],
      [`https://[::1]/watch?v=${ID}`, 'IP'],
      [`https://127.0.0.1:8080/watch?v=${ID}`, 'IP'],
      [`ftp://www.youtube.com/watch?v=${ID}`, 'http or https'],
      [`javascript://www.youtube.com/watch?v=${ID}`, 'http or https'],
      ['file:///etc/passwd', 'http or https'],
      ['data:text/html,x', 'not a URL'],
      [`https://www.youtube.com\\@video.example/watch?v=${ID}`, 'not a URL'],
      [`https://www.you\ttube.com/watch?v=${ID}`, 'not a URL'],
      [`https://www.youtube.com/watch?v=${ID} and more`, 'not a URL'],
      [`https://www.youtube.com/watch?v=${ID}&x=${'x'.repeat(2048)}`, 'not a URL'],
      ['', 'not a URL'],
      [`https://www.youtube.com/attribution_link?u=https%3A%2F%2Fvideo.example%2Fwatch%3Fv%3D${ID}`, 'host'],
      [`https://www.youtube.com/attribution_link?u=%2F%2Fvideo.example%2Fwatch%3Fv%3D${ID}`, 'host'],
      [
        `https://www.youtube.com/attribution_link?u=%2Fattribution_link%3Fu%3D%252Fwatch%253Fv%253D${ID}`,
        'no video id',
      ],
      [`https://video.example/attribution_link?u=%2Fwatch%3Fv%3D${ID}`, 'host'],
      ['https://www.youtube.com/attribution_link?a=x', 'no video id'],
    ] as const) {
      const failure = toFailure(() => parseVideoId(url))
      expect.soft(failure, String(url)).toMatchObject({ status: 400, message: expect.stringMatching(/^video_url: /) })
      expect.soft(failure?.message, String(url)).toContain(reason)
    }
  })
})

const toFailure = (work: () => unknown): GatewayError | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof GatewayError) return error
    throw error
  }
}

const ID_CHARACTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-']
const ids = fc
  .array(fc.constantFrom(...ID_CHARACTERS), { minLength: 11, maxLength: 11 })
  .map((characters) => characters.join(''))
  .filter((id) => id !== 'videoseries' && id !== 'live_stream')

describe('properties', () => {
  const forms = fc.constantFrom(
    (id: string) => `https://www.youtube.com/watch?v=${id}`,
    (id: string) => `youtu.be/${id}?t=1`,
    (id: string) => `https://m.youtube.com/shorts/${id}`,
    (id: string) => `https://www.youtube.com/attribution_link?u=${encodeURIComponent(`/watch?v=${id}`)}`,
  )

  it('every id comes out of every form as it went in', () => {
    fc.assert(fc.property(ids, forms, (id, form) => parseVideoId(form(id)) === id && parseVideoId(id) === id))
  })

  it('whatever is given, the result is an id or a 400 that names the field', () => {
    const pieces = fc.constantFrom(
      'https://',
      'www.',
      'youtube.com',
      'youtu.be',
      '/watch',
      '?v=',
      '@',
      ':',
      '//',
      '\\',
      ID,
    )
    const texts = fc.oneof(
      anyText(),
      fc.tuple(fc.domain(), anyText()).map(([host, rest]) => `https://${host}/${encodeURI(rest)}`),
      fc.array(pieces).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        let id = ID
        const failure = toFailure(() => {
          id = parseVideoId(text)
        })
        if (failure) return failure.status === 400 && failure.message.startsWith('video_url: ')
        return VIDEO_ID.test(id)
      }),
      { numRuns: 2000 },
    )
  })

  it('no other host is taken for one of the product', () => {
    fc.assert(
      fc.property(fc.domain(), ids, (host, id) => {
        fc.pre(!/(^|\.)(youtube(-nocookie|kids)?\.com|youtu\.be)$/.test(host))
        return toFailure(() => parseVideoId(`https://${host}/watch?v=${id}`))?.status === 400
      }),
    )
  })
})

describe('video_url or video_id', () => {
  it('takes either, or both when they agree', () => {
    expect(requestedVideo({ video_id: ID })).toBe(ID)
    expect(requestedVideo({ video_url: `https://youtu.be/${ID}` })).toBe(ID)
    expect(requestedVideo({ video_url: '', video_id: ID })).toBe(ID)
    expect(requestedVideo({ video_url: `https://youtu.be/${ID}`, video_id: ID })).toBe(ID)
  })

  it('refuses two that differ', () => {
    const two = { video_url: `https://youtu.be/${ID}`, video_id: 'okManual001' }
    expect(toFailure(() => requestedVideo(two))).toMatchObject({
      status: 400,
      message: expect.stringMatching(/video_url/),
    })
  })
})
