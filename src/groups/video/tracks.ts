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
  /** The one that belongs to the language spoken, where the product says so. */
  ofAudio: CaptionTrack | undefined
}

/** The caption tracks of a player answer (video facts, section 3); none when it has none. */
export function captionTracks(player: unknown): CaptionTracks {
  const found = at(player, 'captions', 'playerCaptionsTracklistRenderer')
  // Unusable ones keep their place, since the audio names its track by position.
  const places = list(at(found, 'captionTracks')).map(trackOf)
  const audio = at(found, 'audioTracks', count(at(found, 'defaultAudioTrackIndex')) ?? 0)
  const place = at(audio, 'hasDefaultTrack') === false ? null : count(at(audio, 'defaultCaptionTrackIndex'))
  return {
    tracks: places.filter((track) => track !== undefined),
    ofAudio: place === null ? undefined : places[place],
  }
}

function trackOf(raw: unknown): CaptionTrack | undefined {
  const language = text(at(raw, 'languageCode'))
  const baseUrl = text(at(raw, 'baseUrl'))
  return language && baseUrl ? { language, isGenerated: at(raw, 'kind') === 'asr', baseUrl } : undefined
}

/**
 * The track to read (video facts, section 5). With a language: written in exactly it, machine-made in exactly it, then
 * the same of its kin (`en-GB` for `en`). Without: the audio's own, the first written one, the first.
 * Throws 404 when there is no track, or none in the language asked for; the message lists those that there are.
 */
export function chooseTrack({ tracks, ofAudio }: CaptionTracks, lang?: string): CaptionTrack {
  const written = tracks.filter((track) => !track.isGenerated)
  const first = ofAudio ?? written[0] ?? tracks[0]
  if (!first) throw refusal('no-captions').error
  if (lang === undefined) return first

  const asked = normalized(lang)
  const ordered = [...written, ...tracks.filter((track) => track.isGenerated)]
  const found =
    ordered.find(({ language }) => normalized(language) === asked) ??
    ordered.find(({ language }) => primary(language) === primary(lang))
  if (found) return found
  const available = [...new Set(tracks.map(({ language }) => language))].join(', ')
  throw notFound(`lang: this video has no transcript in ${lang}, only in ${available}`)
}

const normalized = (language: string) => language.toLowerCase().replaceAll('_', '-')

const primary = (language: string) => normalized(language).split('-')[0]
