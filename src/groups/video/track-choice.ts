import { notFound } from '../../base/errors.ts'
import { refusal } from './refusals.ts'
import type { CaptionTrack, CaptionTracks } from './tracks.ts'

export const TRACK_SOURCES = ['any', 'written', 'generated'] as const

export interface TrackPreference {
  /** BCP 47 codes, most wanted first. Empty for the spoken language. */
  languages: readonly string[]
  /** Which tracks are accepted: written by a person, machine-made, or both. */
  source: (typeof TRACK_SOURCES)[number]
}

/**
 * The track to read. For each language in turn: written in exactly this language, machine-made in it, then the same for
 * another region or script of it (`en-GB` for `en`). Without a language: the default track, a written one in the spoken
 * language, the machine-made one, the first. Throws 404 without such a track, with a message that lists the available
 * ones.
 */
export function chooseTrack(captions: CaptionTracks, { languages, source }: TrackPreference): CaptionTrack {
  if (captions.tracks.length === 0) throw refusal('no-captions').error
  const tracks = ofSource(captions.tracks, source)
  if (tracks.length === 0) {
    throw notFound(`source: this video has no ${source} transcript, only others in ${available(captions.tracks)}`)
  }
  const track = languages.length === 0 ? spokenTrack(captions, tracks) : firstIn(languages, tracks)
  if (track) return track
  throw notFound(`lang: this video has no transcript in ${languages.join(', ')}, only in ${available(tracks)}`)
}

/** The accepted tracks, written ones first. */
const ofSource = (tracks: readonly CaptionTrack[], source: TrackPreference['source']) => [
  ...(source === 'generated' ? [] : tracks.filter((track) => !track.isGenerated)),
  ...(source === 'written' ? [] : tracks.filter((track) => track.isGenerated)),
]

const available = (tracks: readonly CaptionTrack[]) => [...new Set(tracks.map(({ language }) => language))].join(', ')

/**
 * Written tracks in other languages than the spoken one are translations, so a machine-made track is preferred to them.
 * A machine-made track in another language is that of a dub.
 */
function spokenTrack(
  { defaultTrack, spoken }: CaptionTracks,
  tracks: readonly CaptionTrack[],
): CaptionTrack | undefined {
  const isOfDub = defaultTrack?.isGenerated && spoken && primary(defaultTrack.language) !== primary(spoken)
  if (defaultTrack && !isOfDub && tracks.includes(defaultTrack)) return defaultTrack
  const written = tracks.filter((track) => !track.isGenerated)
  const inSpoken = spoken ? (firstIn([spoken], written) ?? firstIn([spoken], tracks)) : undefined
  return inSpoken ?? tracks.find((track) => track.isGenerated) ?? tracks[0]
}

function firstIn(languages: readonly string[], tracks: readonly CaptionTrack[]): CaptionTrack | undefined {
  for (const wanted of languages) {
    const track =
      tracks.find(({ language }) => normalized(language) === normalized(wanted)) ??
      tracks.find(({ language }) => primary(language) === primary(wanted))
    if (track) return track
  }
  return undefined
}

const normalized = (language: string) => language.toLowerCase().replaceAll('_', '-')

const primary = (language: string) => normalized(language).split('-')[0]
