import { notFound } from '../../base/errors.ts'
import { at, count, list, text } from '../../base/loose-json.ts'
import { refusal } from './refusals.ts'

export interface CaptionTrack {
  /** BCP 47, as the product writes it. */
  language: string
  /** Made by a machine, not written by a person. */
  isGenerated: boolean
  /** Signed, and gone within hours. */
  baseUrl: string
}

export interface CaptionTracks {
  tracks: readonly CaptionTrack[]
  /** The track that the product shows with the default audio, where it names one. */
  defaultTrack: CaptionTrack | undefined
}

/** The caption tracks of a player answer (video facts, section 3); none when it has none. */
export function captionTracks(player: unknown): CaptionTracks {
  const renderer = at(player, 'captions', 'playerCaptionsTracklistRenderer')
  // Unusable tracks keep their place, since the audio names its track by position.
  const places = list(at(renderer, 'captionTracks')).map(captionTrack)
  const audio = at(renderer, 'audioTracks', count(at(renderer, 'defaultAudioTrackIndex')) ?? 0)
  const place = at(audio, 'hasDefaultTrack') === false ? null : count(at(audio, 'defaultCaptionTrackIndex'))
  return {
    tracks: places.filter((track) => track !== undefined),
    defaultTrack: place === null ? undefined : places[place],
  }
}

function captionTrack(raw: unknown): CaptionTrack | undefined {
  const language = text(at(raw, 'languageCode'))
  const baseUrl = text(at(raw, 'baseUrl'))
  return language && baseUrl ? { language, isGenerated: at(raw, 'kind') === 'asr', baseUrl } : undefined
}

/**
 * The track to read (video facts, section 5). With a language: written in exactly it, machine-made in exactly it, then
 * the same for another region or script of the language (`en-GB` for `en`). Without: the default track, the first
 * written one, the first.
 * Throws 404 when there is no track, or none in the language asked for; the message lists those that there are.
 */
export function chooseTrack({ tracks, defaultTrack }: CaptionTracks, lang?: string): CaptionTrack {
  const written = tracks.filter((track) => !track.isGenerated)
  const first = defaultTrack ?? written[0] ?? tracks[0]
  if (!first) throw refusal('no-captions').error
  if (lang === undefined) return first

  const wanted = normalized(lang)
  const ordered = [...written, ...tracks.filter((track) => track.isGenerated)]
  const track =
    ordered.find(({ language }) => normalized(language) === wanted) ??
    ordered.find(({ language }) => primary(language) === primary(lang))
  if (track) return track
  const available = [...new Set(tracks.map(({ language }) => language))].join(', ')
  throw notFound(`lang: this video has no transcript in ${lang}, only in ${available}`)
}

const normalized = (language: string) => language.toLowerCase().replaceAll('_', '-')

const primary = (language: string) => normalized(language).split('-')[0]
