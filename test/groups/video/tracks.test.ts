import { describe, expect, it } from 'vitest'
import { captionTracks } from '../../../src/groups/video/captions.ts'
import { playerWith } from './player-answer.ts'

describe('tracks of a player response', () => {
  it('leaves out unreadable tracks, and keeps the index of the default one', () => {
    const answer = playerWith([], {
      captionTracks: [
        null,
        { languageCode: 'en' },
        { baseUrl: 'https://x.example/' },
        { languageCode: 'ko', baseUrl: 'x', name: { runs: [{ text: 'Kor' }, null, { text: 'ean' }] } },
      ],
      audioTracks: [{ defaultCaptionTrackIndex: 3 }],
    })
    const { tracks, defaultTrack } = captionTracks(answer)
    expect(tracks).toEqual([{ language: 'ko', name: 'Korean', isGenerated: false, baseUrl: 'x' }])
    expect(defaultTrack?.language).toBe('ko')
  })

  it('relies on no index when the audio counts more tracks than there are', () => {
    const audio = (captionTrackIndices: number[]) => ({
      audioTracks: [{ captionTrackIndices, defaultCaptionTrackIndex: 0 }],
    })
    expect(captionTracks(playerWith(['ar', 'ko'], audio([0, 1]))).defaultTrack?.language).toBe('ar')
    expect(captionTracks(playerWith(['ar', 'ko'], audio([0, 1, 2]))).defaultTrack).toBeUndefined()
  })

  it('is machine-made as the product says', () => {
    for (const [told, isGenerated] of [
      [{ kind: 'asr' }, true],
      [{ vssId: 'a.ko' }, true],
      [{ kind: 7, vssId: 'a.ko' }, true],
      [{ kind: null, vssId: '.ko' }, false],
      [{}, false],
    ] as const) {
      const answer = playerWith([], { captionTracks: [{ languageCode: 'ko', baseUrl: 'x', ...told }] })
      expect.soft(captionTracks(answer).tracks, JSON.stringify(told)).toMatchObject([{ isGenerated }])
    }
  })

  it.each([
    [['ar', 'ko*'], {}, 'ko'],
    [['ar'], { audioTracks: [{ audioTrackId: 'pt-BR.10' }] }, 'pt-BR'],
    [['ar'], { audioTracks: [{ audioTrackId: 'original' }] }, undefined],
    [['ar'], {}, undefined],
  ])('%j with %j: %s is spoken', (codes, list, spoken) => {
    expect(captionTracks(playerWith(codes, list)).spoken).toBe(spoken)
  })

  it.each([[undefined], [{}], [{ captions: null }], [{ captions: { playerCaptionsTracklistRenderer: {} } }]])(
    'has none in %j',
    (answer) => {
      expect(captionTracks(answer)).toEqual({ tracks: [], defaultTrack: undefined, spoken: undefined })
    },
  )
})
