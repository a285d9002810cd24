import { at, count, items, list, text } from '../../base/lenient-json.ts'

export interface CaptionTrack {
  /** BCP 47, as the product writes it. */
  language: string
  /** The English name of the track, such as `Korean (auto-generated)`. */
  name: string | null
  /** Made by a machine, not written by a person. */
  isGenerated: boolean
  /** A signed URL that expires within hours. */
  baseUrl: string
}

export interface CaptionTracks {
  tracks: readonly CaptionTrack[]
  /** The track that the product shows with the default audio, if it names one. */
  defaultTrack: CaptionTrack | undefined
  /** The spoken language (BCP 47), if the machine-made track or the audio shows it. */
  spoken: string | undefined
}

/** The caption tracks in a player response (video facts, section 3). Empty without any. */
export function captionTracks(player: unknown): CaptionTracks {
  const renderer = at(player, 'captions', 'playerCaptionsTracklistRenderer')
  // Unusable tracks keep their index, because the audio refers to tracks by index.
  const places = list(at(renderer, 'captionTracks')).map(captionTrack)
  const audio = at(renderer, 'audioTracks', count(at(renderer, 'defaultAudioTrackIndex')) ?? 0)
  const place = at(audio, 'hasDefaultTrack') === false ? null : count(at(audio, 'defaultCaptionTrackIndex'))
  // If the audio refers to more tracks than there are, one is missing and no index is reliable.
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

/** Shown by `kind`, and by `vssId`, which is `a.ko` for a machine-made and `.ko` for a written track. */
const isGenerated = (raw: unknown): boolean =>
  at(raw, 'kind') === 'asr' || (text(at(raw, 'vssId')) ?? '').startsWith('a.')

/** An audio track's id is its language and a number: `ko.4`. */
const audioLanguage = (audio: unknown): string | undefined =>
  /^([A-Za-z]{2,3}(?:-\w+)*)\.\d+$/.exec(text(at(audio, 'audioTrackId')) ?? '')?.[1]

/** A text of the player: `simpleText` from web clients, `runs` from the others (video facts, section 3). */
export const label = (value: unknown): string | null =>
  text(at(value, 'simpleText')) ?? text(items(at(value, 'runs'), (run) => text(at(run, 'text'))).join(''))
