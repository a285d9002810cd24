import { at, count, items, list, text } from '../../base/json.ts'

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
  /** The track that the product shows with the original audio, if it names one. */
  defaultTrack: CaptionTrack | undefined
  /** The language of the original audio (BCP 47), if the audio or a machine-made track shows it. */
  spoken: string | undefined
}

/** The caption tracks in a player response. Empty without any. */
export function captionTracks(player: unknown): CaptionTracks {
  const renderer = at(player, 'captions', 'playerCaptionsTracklistRenderer')
  // Unusable tracks keep their index, because the audio refers to tracks by index.
  const places = list(at(renderer, 'captionTracks')).map(captionTrack)
  const voices = list(at(renderer, 'audioTracks'))
  // The formats name their audio as well, also where the captions do not.
  const original = [...voices, ...list(at(player, 'streamingData', 'adaptiveFormats'))].find(isOriginal)
  const audio = original ?? voices[count(at(renderer, 'defaultAudioTrackIndex')) ?? 0]
  const place = at(audio, 'hasDefaultTrack') === false ? null : count(at(audio, 'defaultCaptionTrackIndex'))
  // If the audio refers to more tracks than there are, one is missing and no index is reliable.
  const isWhole = list(at(audio, 'captionTrackIndices')).every((index) => Number(index) < places.length)
  const tracks = places.filter((track) => track !== undefined)
  const defaultTrack = place !== null && isWhole ? places[place] : undefined
  // A video with dubs has a machine-made track for each voice, so the first one may be that of a dub.
  const generated = defaultTrack?.isGenerated ? defaultTrack : tracks.find(({ isGenerated }) => isGenerated)
  return { tracks, defaultTrack, spoken: audioLanguage(original) ?? generated?.language ?? audioLanguage(audio) }
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

const audioId = (audio: unknown): string => text(at(audio, 'audioTrackId')) ?? text(at(audio, 'audioTrack', 'id')) ?? ''

/** An audio track's id is its language and a number: `ko.4`. */
const audioLanguage = (audio: unknown): string | undefined =>
  /^([A-Za-z]{2,3}(?:-\w+)*)\.\d+$/.exec(audioId(audio))?.[1]

/** The number of the voice that was recorded. Dubs have others. */
const isOriginal = (audio: unknown): boolean => audioId(audio).endsWith('.4')

/** A text of the player: `simpleText` from web clients, `runs` from the others. */
export const label = (value: unknown): string | null =>
  text(at(value, 'simpleText')) ?? text(items(at(value, 'runs'), (run) => text(at(run, 'text'))).join(''))
