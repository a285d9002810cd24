import { describe, expect, it } from 'vitest'
import { captionTracks, chooseTrack, type TrackPreference } from '../../../src/groups/video/captions.ts'
import { playerWith } from './player-answer.ts'

/** `ko` is a written track, `ko*` a machine-made one. */
const chosen = (codes: readonly string[], preference: Partial<TrackPreference> = {}, list?: object) => {
  const captions = captionTracks(playerWith(codes, list))
  const track = chooseTrack(captions, { languages: [], source: 'any', ...preference })
  return track.language + (track.isGenerated ? '*' : '')
}

const audio = (audioTrack: object) => ({ audioTracks: [audioTrack] })

describe('a requested language (video facts, section 5)', () => {
  it('of several, it is the one that was asked for', () => {
    for (const [codes, lang, expected] of [
      [['en', 'ko*', 'ko'], 'ko', 'ko'],
      [['en', 'ko*'], 'ko', 'ko*'],
      [['en-GB', 'en*'], 'en', 'en*'],
      [['en*', 'en-GB'], 'en-US', 'en-GB'],
      [['en*', 'ko'], 'en-US', 'en*'],
      [['zh-Hans', 'zh-Hant'], 'zh-hant', 'zh-Hant'],
      [['ko', 'pt-BR'], 'pt_BR', 'pt-BR'],
      [['fil', 'fi'], 'fi', 'fi'],
    ] as const)
      expect.soft(chosen(codes, { languages: [lang] }), JSON.stringify(codes)).toBe(expected)
  })

  it.each([
    [['fr', 'ko', 'en'], 'ko'],
    [['fr', 'en', 'ko'], 'en'],
    [['en-GB', 'ko'], 'en'],
  ])('of several, %j, it is the first that there is', (languages, expected) => {
    expect(chosen(['ko', 'en', 'de'], { languages })).toBe(expected)
  })

  it('that is missing is 404 and lists the available ones', () => {
    expect(() => chosen(['ko', 'ko*', 'en-GB'], { languages: ['fr', 'de'] })).toThrow(
      expect.objectContaining({
        status: 404,
        message: 'lang: this video has no transcript in fr, de, only in ko, en-GB',
      }),
    )
  })
})

describe('the spoken language, when none is requested', () => {
  it('is the default track of the audio', () => {
    const audioTracks = [{ defaultCaptionTrackIndex: 0 }, { defaultCaptionTrackIndex: 2 }]
    expect(chosen(['en', 'ar', 'ko*'], {}, { audioTracks, defaultAudioTrackIndex: 1 })).toBe('ko*')
    expect(chosen(['en', 'ar', 'ko*'], {}, { audioTracks })).toBe('en')
  })

  it('is that of the audio, if the product says so', () => {
    for (const [what, codes, list, expected] of [
      ['a written one in the language of the machine-made track', ['ar', 'ko', 'ko*'], {}, 'ko'],
      ['of another region too', ['ar', 'en-GB', 'en*'], {}, 'en-GB'],
      ['a written one in the language of the audio track', ['ar', 'ko'], audio({ audioTrackId: 'ko.4' }), 'ko'],
      ['the machine-made one, when all that is written is translated', ['ar', 'de', 'ko*'], {}, 'ko*'],
      ['the first, when nothing tells', ['ar', 'ko'], {}, 'ar'],
      ['the first, when the id tells nothing', ['ar', 'ko'], audio({ audioTrackId: 4 }), 'ar'],
    ] as const)
      expect.soft(chosen(codes, {}, list), what).toBe(expected)
  })

  it.each([
    ['says that it has none', [{ defaultCaptionTrackIndex: 1, hasDefaultTrack: false }]],
    ['names none', [{ captionTrackIndices: [0, 1, 2] }]],
    ['names one that is not there', [{ defaultCaptionTrackIndex: 7 }]],
    ['is unknown', []],
  ])('is found without the default one, when the audio %s', (_, audioTracks) => {
    expect(chosen(['ar', 'ko', 'ko*'], {}, { audioTracks })).toBe('ko')
  })
})

/** One machine-made track for each voice, that of the English dub first (video facts, section 3). */
describe('a video that the product dubbed is read in the language of its original voice', () => {
  const voices = (...ids: string[]) => ids.map((audioTrackId) => ({ audioTrackId }))
  const formats = (...ids: string[]) => ({
    streamingData: { adaptiveFormats: [{ itag: 137 }, ...ids.map((id) => ({ audioTrack: { id } }))] },
  })

  it('in each form of its list', () => {
    for (const [what, list, more] of [
      ['its audio last, and the default', { audioTracks: voices('en-US.10', 'ja.4'), defaultAudioTrackIndex: 1 }, {}],
      [
        'its audio first, and not the default',
        { audioTracks: voices('ja.4', 'en-US.10'), defaultAudioTrackIndex: 1 },
        {},
      ],
      ['without a default', { audioTracks: voices('en-US.3', 'ja.4') }, {}],
      ['named by the formats only', { audioTracks: [{ captionTrackIndices: [0, 1] }] }, formats('en-US.10', 'ja.4')],
      ['named by the formats, not by the audio', { audioTracks: voices('en-US.10') }, formats('en-US.10', 'ja.4')],
      [
        'the track of a dub named as the default one',
        { audioTracks: [{ audioTrackId: 'ja.4', defaultCaptionTrackIndex: 0, hasDefaultTrack: true }] },
        {},
      ],
      [
        'the default track of the dub',
        { audioTracks: [{ audioTrackId: 'en-US.10', defaultCaptionTrackIndex: 0 }, { audioTrackId: 'ja.4' }] },
        {},
      ],
    ] as [string, object, object][]) {
      for (const [codes, expected] of [
        [['en*', 'ja*'], 'ja*'],
        [['en*', 'ja*', 'ko'], 'ja*'],
        [['en*', 'ja*', 'ko', 'ja'], 'ja'],
      ] as const) {
        const captions = captionTracks({ ...playerWith([...codes], list), ...more })
        const track = chooseTrack(captions, { languages: [], source: 'any' })
        expect.soft(track.language + (track.isGenerated ? '*' : ''), what).toBe(expected)
      }
    }
  })

  it('without an original audio the product decides, then the first machine-made track', () => {
    expect(chosen(['en*', 'ja*'], {}, { audioTracks: [{ defaultCaptionTrackIndex: 1 }] })).toBe('ja*')
    expect(chosen(['en*', 'ja*'])).toBe('en*')
  })
})

describe('written or generated', () => {
  it.each([
    [{ source: 'generated' }, 'en*'],
    [{ source: 'written' }, 'en-GB'],
    [{ source: 'written', languages: ['en'] }, 'en-GB'],
    [{ source: 'generated', languages: ['ko', 'en'] }, 'en*'],
    [{ source: 'any', languages: ['en'] }, 'en*'],
  ] as const)('%j gives %s', (preference, expected) => {
    expect(chosen(['ko', 'en-GB', 'en*'], preference)).toBe(expected)
  })

  it('the default track counts only when it is of that kind', () => {
    const list = audio({ defaultCaptionTrackIndex: 0 })
    expect(chosen(['ar', 'ko*'], { source: 'generated' }, list)).toBe('ko*')
  })

  it('neither exists is 404, and says what exists', () => {
    expect(() => chosen(['ko*'], { source: 'written' })).toThrow(
      expect.objectContaining({
        status: 404,
        message: 'source: this video has no written transcript, only others in ko',
      }),
    )
    expect(() => chosen(['ko', 'en*'], { source: 'generated', languages: ['ko'] })).toThrow(
      expect.objectContaining({ status: 404, message: 'lang: this video has no transcript in ko, only in en' }),
    )
  })
})

it('is 404 without tracks', () => {
  expect(() => chosen([])).toThrow(expect.objectContaining({ status: 404 }))
  expect(() => chosen([], { languages: ['ko'] })).toThrow(expect.objectContaining({ status: 404 }))
})
