import { describe, expect, it } from 'vitest'
import { captionTracks, chooseTrack } from '../../../src/groups/video/tracks.ts'

/** `ko` is a written track, `ko*` a machine-made one. */
const player = (codes: string[], list: object = {}) => ({
  captions: {
    playerCaptionsTracklistRenderer: {
      captionTracks: codes.map((code) => ({
        baseUrl: `https://www.youtube.com/api/timedtext?lang=${code}`,
        languageCode: code.replace('*', ''),
        ...(code.endsWith('*') ? { kind: 'asr' } : {}),
      })),
      ...list,
    },
  },
})

const chosen = (codes: string[], lang?: string, list?: object) => {
  const track = chooseTrack(captionTracks(player(codes, list)), lang)
  return track.language + (track.isGenerated ? '*' : '')
}

describe('the choice of a language (video facts, section 5)', () => {
  it.each([
    [['en', 'ko*', 'ko'], 'ko', 'ko'],
    [['en', 'ko*'], 'ko', 'ko*'],
    [['en-GB', 'en*'], 'en', 'en*'],
    [['en*', 'en-GB'], 'en-US', 'en-GB'],
    [['en*', 'ko'], 'en-US', 'en*'],
    [['zh-Hans', 'zh-Hant'], 'zh-hant', 'zh-Hant'],
    [['ko', 'pt-BR'], 'pt_BR', 'pt-BR'],
    [['fil', 'fi'], 'fi', 'fi'],
  ])('of %j, %s is %s', (codes, lang, expected) => {
    expect(chosen(codes, lang)).toBe(expected)
  })

  it('a language that is missing is 404 and lists each one that there is', () => {
    expect(() => chosen(['ko', 'ko*', 'en-GB'], 'fr')).toThrow(
      expect.objectContaining({ status: 404, message: 'lang: this video has no transcript in fr, only in ko, en-GB' }),
    )
  })

  it('is the default track of the audio when none is asked for', () => {
    const audioTracks = [{ defaultCaptionTrackIndex: 0 }, { defaultCaptionTrackIndex: 2 }]
    expect(chosen(['en', 'ar', 'ko*'], undefined, { audioTracks, defaultAudioTrackIndex: 1 })).toBe('ko*')
    expect(chosen(['en', 'ar', 'ko*'], undefined, { audioTracks })).toBe('en')
  })

  it.each([
    ['says that it has none', [{ defaultCaptionTrackIndex: 1, hasDefaultTrack: false }]],
    ['names none', [{ captionTrackIndices: [0, 1, 2] }]],
    ['names one that is not there', [{ defaultCaptionTrackIndex: 7 }]],
    ['is unknown', []],
  ])('is the first written one, else the first, when the audio %s', (_, audioTracks) => {
    expect(chosen(['en*', 'ar', 'ko'], undefined, { audioTracks })).toBe('ar')
    expect(chosen(['en*', 'ko*'], undefined, { audioTracks: [] })).toBe('en*')
  })

  it('is 404 without tracks', () => {
    expect(() => chosen([])).toThrow(expect.objectContaining({ status: 404 }))
    expect(() => chosen([], 'ko')).toThrow(expect.objectContaining({ status: 404 }))
  })
})

describe('tracks of a player answer', () => {
  it('leaves out what cannot be read, and keeps the place of the default one', () => {
    const answer = player([], {
      captionTracks: [{ languageCode: 'en' }, { baseUrl: 'https://x.example/' }, { languageCode: 'ko', baseUrl: 'x' }],
      audioTracks: [{ defaultCaptionTrackIndex: 2 }],
    })
    const { tracks, defaultTrack } = captionTracks(answer)
    expect(tracks).toEqual([{ language: 'ko', isGenerated: false, baseUrl: 'x' }])
    expect(defaultTrack?.language).toBe('ko')
  })

  it.each([[undefined], [{}], [{ captions: null }], [{ captions: { playerCaptionsTracklistRenderer: {} } }]])(
    'has none in %j',
    (answer) => {
      expect(captionTracks(answer)).toEqual({ tracks: [], defaultTrack: undefined })
    },
  )
})
