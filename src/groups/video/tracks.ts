import { at, count, items, list, text } from '../../base/lenient-json.ts'

export interface CaptionTrack {
  /** BCP 47, as the product writes it. */
  language: string
  /** English name of the track, such as `Korean (auto-generated)`. */
  name: string | null
  /** Made by a machine, not written by a person. */
  isGenerated: boolean
  /** Signed, and gone within hours. */
  baseUrl: string
}

export interface CaptionTracks {
  tracks: readonly CaptionTrack[]
  /** The track that the product shows with the default audio, where it names one. */
  defaultTrack: CaptionTrack | undefined
  /** The language spoken, BCP 47, where the machine-made track or the audio tells it. */
  spoken: string | undefined
}

/** The caption tracks of a player answer (video facts, section 3); none when it has none. */
export function captionTracks(player: unknown): CaptionTracks {
  const renderer = at(player, 'captions', 'playerCaptionsTracklistRenderer')
  // Unusable tracks keep their place, since the audio names its track by position.
  const places = list(at(renderer, 'captionTracks')).map(captionTrack)
  const audio = at(renderer, 'audioTracks', count(at(renderer, 'defaultAudioTrackIndex')) ?? 0)
  const place = at(audio, 'hasDefaultTrack') === false ? null : count(at(audio, 'defaultCaptionTrackIndex'))
  // Where the audio counts more tracks than there are, one is missing and no position can be relied on.
  const isWhole = list(at(audio, 'captionTrackIndices')).every((index) => Number(index) < places.length)
  const tracks = places.filter((track) => track !== undefined)
  return {
    tracks,
    defaultTrack: place !== null && isWhole ? places[place] : undefined,
    spoken: tracks.find(({ isGenerated }) => isGenerated)?.language ?? audioLanguage(audio),
  }
}

function captionTrack(raw: unknown): CaptionTrack | undefined {
  const language = text(at(raw, 'languageCode'))
  const baseUrl = text(at(raw, 'baseUrl'))
  if (!language || !baseUrl) return undefined
  return { language, name: label(at(raw, 'name')), isGenerated: isGenerated(raw), baseUrl }
}

/** Told twice: by `kind`, and by `vssId`, which is `a.ko` then and `.ko` for a written track. */
const isGenerated = (raw: unknown): boolean =>
  at(raw, 'kind') === 'asr' || (text(at(raw, 'vssId')) ?? '').startsWith('a.')

/** An audio track's id is its language and a number: `ko.4`. */
const audioLanguage = (audio: unknown): string | undefined =>
  /^([A-Za-z]{2,3}(?:-\w+)*)\.\d+$/.exec(text(at(audio, 'audioTrackId')) ?? '')?.[1]

/** A text of the player: `simpleText` from web clients, `runs` from the others (video facts, section 3). */
export const label = (value: unknown): string | null =>
  text(at(value, 'simpleText')) ?? text(items(at(value, 'runs'), (run) => text(at(run, 'text'))).join(''))
