import { lazy } from '../base/lazy.ts'

/**
 * One utterance of a transcript, as the recorder and video groups return it. Times are integer milliseconds from the
 * start of the recording. They may be negative, unordered or overlapping, and durations may be zero. Strings may
 * contain any characters.
 */
export interface Cue {
  start: number
  end: number
  /** Absent or blank when the speaker is unknown. */
  speaker?: string
  text: string
}

/** The numbers with this many digits, from 0. */
const padded = (digits: number) =>
  lazy((): readonly string[] => Array.from({ length: 10 ** digits }, (_, value) => String(value).padStart(digits, '0')))

/** `00` to `99`. A subtitle file has tens of thousands of them, and a lookup takes a tenth of the time of padStart. */
const pairs = padded(2)

/** `000` to `999`, for the same reason: each part of a concatenated string is copied once more. */
const triples = padded(3)

const pair = (value: number) => pairs()[value] ?? String(value)

/** `HH:MM:SS` of integer milliseconds >= 0, rounded down to the second. Hours have two digits or more. */
export function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  const minutes = Math.floor(seconds / 60)
  return `${pair(Math.floor(seconds / 3600))}:${pair(minutes % 60)}:${pair(seconds % 60)}`
}

/** `HH:MM:SS` and the milliseconds after `mark`: a comma in SubRip, a period in WebVTT. */
export const timestamp = (milliseconds: number, mark: ',' | '.') =>
  clock(milliseconds) + mark + triples()[milliseconds % 1000]

/** The parts of an utterance that are read, the same for every product. */
export interface Spoken {
  /** Milliseconds from the start. Null when the product omits it. */
  start: number | null
  end: number | null
  /** The speakers, without unknown ones. */
  speakers: readonly string[]
  /** Other names of them. */
  aliases?: readonly string[]
  words: string
}

/** An utterance without a time starts where the one before it ended. */
export function getStarts(spoken: readonly Pick<Spoken, 'start' | 'end'>[]): number[] {
  let latest = 0
  return spoken.map(({ start, end }) => {
    const from = start ?? latest
    latest = end ?? from
    return from
  })
}

/** The words of several speakers name them already. */
export function toCues(spoken: readonly Spoken[]): Cue[] {
  const starts = getStarts(spoken)
  return spoken.map(({ end, speakers, words }, index) => {
    const start = starts[index] ?? 0
    const [speaker = ''] = speakers.length === 1 ? speakers : []
    return { start, end: end ?? start, speaker, text: words }
  })
}

/**
 * The duration of a cue that does not end after its start, because WebVTT drops it. A much shorter cue may never be
 * shown.
 */
const UNTIMED_SHOWN_MS = 1000

/** WebVTT requires cues ordered by start. Both formats allow overlaps, so end times are not changed. */
const ordered = (cues: readonly Cue[]) => utterances(cues.toSorted((a, b) => a.start - b.start))

const timing = ({ start, end }: Utterance, mark: ',' | '.') =>
  `${timestamp(start, mark)} --> ${timestamp(end > start ? end : start + UNTIMED_SHOWN_MS, mark)}`

/**
 * The characters that players interpret. SubRip has neither a specification nor an escape: players hide `<tags>`,
 * `{overrides}` and `\N`, and some decode `&entities;`, which others show unchanged. No ASCII form is safe in all
 * players.
 */
const PLAYER_MARKS = /[<{\\]|(?<=--)>|&(?=#?\w+;)/g

/**
 * The full-width form, 0xFEE0 above each visible ASCII character. It looks the same, and NFKC restores the original.
 */
const fullWidth = (mark: string) => String.fromCharCode(mark.charCodeAt(0) + 0xfee0)

/** Searching for the characters first is faster, and skips most lines. */
const inert = (words: string) => (/[<{\\>&]/.test(words) ? words.replace(PLAYER_MARKS, fullWidth) : words)

/** SubRip: numbered cues, separated by a blank line. */
export const srt = (cues: readonly Cue[]) =>
  ordered(cues)
    .map((utterance, index) => {
      const { speaker, words } = utterance
      const attribution = speaker === '' ? '' : `${inert(speaker)}: `
      return `${index + 1}\n${timing(utterance, ',')}\n${attribution}${inert(words)}\n`
    })
    .join('\n')

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const entities = (words: string) => words.replace(/[&<>]/g, (mark) => ENTITIES[mark] ?? mark)

/** The voice tag is closed, which WebVTT does not require, because many scripts look for `<v ...>...</v>`. */
const voiced = ({ speaker, words }: Utterance) =>
  speaker === '' ? entities(words) : `<v ${entities(speaker)}>${entities(words)}</v>`

/** WebVTT: cues without identifiers, separated by a blank line, with speakers as voices. */
export const vtt = (cues: readonly Cue[]) =>
  ['WEBVTT\n', ...ordered(cues).map((utterance) => `${timing(utterance, '.')}\n${voiced(utterance)}\n`)].join('\n')

/** A cue prepared for output: `start` >= 0, no line break in either string, `speaker` empty when unknown. */
interface Utterance {
  start: number
  end: number
  speaker: string
  words: string
}

/**
 * Runs of spaces and control characters: all kinds of line breaks, ESC, and NUL, where players written in C stop
 * reading.
 */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp} ]+/gu

/** Text that `BREAKS` would change. Most lines need no change, and testing is faster than replacing. */
const UNTIDY = /[\p{Cc}\p{Zl}\p{Zp}]/u

const isUntidy = (text: string) => text.includes('  ') || UNTIDY.test(text)

/** A lone surrogate has no UTF-8 form. It becomes U+FFFD here, as it would when the response is encoded. */
const oneLine = (text: string) => (isUntidy(text) ? text.replace(BREAKS, ' ') : text).toWellFormed().trim()

/** The utterances that have text, in the given order. */
function utterances(cues: readonly Cue[]): Utterance[] {
  const found: Utterance[] = []
  /** A recording has few speakers, and many utterances by each. */
  const speakers = new Map<string, string>()
  for (const { start, end, speaker = '', text } of cues) {
    const words = oneLine(text)
    if (words === '') continue
    let name = speakers.get(speaker)
    if (name === undefined) {
      name = oneLine(speaker)
      speakers.set(speaker, name)
    }
    found.push({ start: Math.max(0, start), end, speaker: name, words })
  }
  return found
}

/** `Speaker: words`, or only the words. */
const attributed = ({ speaker, words }: Utterance) => (speaker === '' ? words : `${speaker}: ${words}`)

/** The transcript formats that a caller may request, in the order of the message that names them. */
export const FORMATS = ['text', 'markdown', 'srt', 'vtt', 'json', 'plain'] as const

export type Format = (typeof FORMATS)[number]

/** `json` is each group's own format, so it is not rendered from cues. */
export type RenderedFormat = Exclude<Format, 'json'>

/** One line per utterance: `[HH:MM:SS] Speaker: words`. */
const timedText = (cues: readonly Cue[]) =>
  utterances(cues)
    .map((utterance) => `[${clock(utterance.start)}] ${attributed(utterance)}`)
    .join('\n')

/** The words only, one utterance per line. */
const plain = (cues: readonly Cue[]) =>
  utterances(cues)
    .map(({ words }) => words)
    .join('\n')

/**
 * The characters that CommonMark, GitHub's strikethrough and its `$` mathematics interpret inside a line. Block syntax
 * needs no escape, because no text is at the start of a line. An underscore between letters or digits has no meaning
 * and is not escaped, because GitHub shows the backslash in a URL that it turns into a link.
 */
const INLINE_MARKS = /[\\`*[\]<~$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)/gu

/** Searching for the characters first is faster, and skips most lines. */
const literal = (words: string) => (/[\\`*[\]<~$_&]/.test(words) ? words.replace(INLINE_MARKS, '\\$&') : words)

/** One paragraph per utterance: `**Speaker** [HH:MM:SS] words`, or the time and the words. */
const markdown = (cues: readonly Cue[]) =>
  utterances(cues)
    .map(({ start, speaker, words }) => {
      const line = `[${clock(start)}] ${literal(words)}`
      return speaker === '' ? line : `**${literal(speaker)}** ${line}`
    })
    .join('\n\n')

const renderers: Readonly<Record<RenderedFormat, (cues: readonly Cue[]) => string>> = {
  text: timedText,
  markdown,
  srt,
  vtt,
  plain,
}

/**
 * A transcript in a format. Utterances without text are left out. `srt` and `vtt`
 * are sorted by start, the others keep the order of the cues. Without cues the text is empty, or just the header in
 * `vtt`.
 */
export const render = (cues: readonly Cue[], format: RenderedFormat): string => renderers[format](cues)
