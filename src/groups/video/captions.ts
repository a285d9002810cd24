import { badGateway, foreignReason, notFound } from '../../base/errors.ts'
import { at, count, decodeEntities, items, list, number, text } from '../../base/json.ts'
import type { Cue } from '../../renderings/formats.ts'
import { requiredFields } from '../../upstream/failures.ts'
import type { Segment } from './outputs.ts'
import { refusal } from './refusals.ts'

const PATH = '/api/timedtext'

/**
 * The path and query to read a track as json3, on the product's host or its relay. Changes nothing but `fmt`, because
 * the link is signed. Throws 502 for a link to anything but the product's captions.
 */
export function captionPath(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  const ours = url?.protocol === 'https:' && /^([\w-]+\.)*youtube\.com$/.test(url.hostname) && url.port === ''
  if (!url || !ours || url.pathname !== PATH) {
    throw badGateway('the video service named a caption address that is not its own', foreignReason(url))
  }
  const query = url.search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '' && !/^fmt(=|$)/.test(parameter))
  return `${PATH}?${[...query, 'fmt=json3'].join('&')}`
}

/** Whether a link requires a token. Reading such a link would take seconds and return nothing. */
export function needsToken(baseUrl: string): boolean {
  const marks = URL.canParse(baseUrl) ? (new URL(baseUrl).searchParams.get('exp') ?? '').split(',') : []
  return marks.includes('xpe') || marks.includes('xpv')
}

const required = requiredFields('video', 'events', 'events[].segs[].utf8')

/**
 * The cues of a json3 caption file, ordered by start, with times in integer milliseconds, and each text on one line. A
 * line without a duration lasts until the next one. If it is the last one, its duration is 0. Throws 502 for any other
 * file.
 *
 * @param rolling machine-made captions, whose lines stay on screen while the next ones appear: each ends where the next
 * starts
 */
export function captionCues(file: unknown, { rolling }: { rolling: boolean }): Cue[] {
  const events = at(file, 'events')
  // A file without lines has no `events`.
  if (!Array.isArray(events) && at(file, 'wireMagic') !== 'pb3') required('events', undefined)
  const written = list(events).flatMap((event) => list(at(event, 'segs')))
  // Text under another field name would turn a full transcript into an empty one.
  if (written.length > 0)
    required(
      'events[].segs[].utf8',
      written.find((part) => typeof at(part, 'utf8') === 'string'),
    )
  const lines = list(events)
    .flatMap(captionLine)
    .sort((a, b) => a.start - b.start)
  return timed(lines, rolling)
}

/** The cues in `format: json`: in seconds, to the millisecond. */
export const segments = (cues: readonly Cue[]): Segment[] =>
  cues.map(({ start, end, text }) => ({ start: start / 1000, duration: Math.max(0, end - start) / 1000, text }))

interface Line {
  start: number
  /** Milliseconds. 0 when the file omits it. */
  duration: number
  text: string
}

function captionLine(event: unknown): Line[] {
  const words = list(at(event, 'segs'))
    .map((word) => text(at(word, 'utf8')) ?? '')
    .join('')
  const line = clean(words)
  const start = milliseconds(at(event, 'tStartMs'))
  // Events without text define a window, or append the line break of rolling captions.
  if (line === '' || start === null) return []
  return [{ start, duration: milliseconds(at(event, 'dDurationMs')) ?? 0, text: line }]
}

/** The format omits a number that is 0. Null for an invalid time. */
function milliseconds(value: unknown): number | null {
  if (value === undefined) return 0
  return count(Math.round(number(value) ?? Number.NaN))
}

function timed(lines: readonly Line[], rolling: boolean): Cue[] {
  const cues: Cue[] = []
  // Backwards, so that the next later start is known. Lines with the same start are shown together.
  let nextStart: number | undefined
  let followingStart: number | undefined
  for (const { start, duration, text: words } of lines.toReversed()) {
    if (nextStart !== undefined && nextStart > start) followingStart = nextStart
    nextStart = start
    const named = duration > 0 ? start + duration : (followingStart ?? start)
    cues.push({ start, end: rolling ? Math.min(named, followingStart ?? named) : named, text: words })
  }
  return cues.reverse()
}

/**
 * Zero-width spaces and byte order marks, which caption editors leave behind. Joiners stay, because scripts need them.
 */
const INVISIBLE = /[\u200b\ufeff]/g

/** Decodes entities once, and collapses whitespace to one space. */
const clean = (words: string) => decodeEntities(words).replace(INVISIBLE, '').replace(/\s+/g, ' ').trim()

interface CaptionTrack {
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
  // A video with dubs has a machine-made track for each voice, so the first one may belong to a dub.
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
 * A machine-made track in another language belongs to a dub.
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
