import type { Cue } from './cue.ts'
import { timestamp } from './timestamps.ts'
import { type Utterance, utterances } from './utterances.ts'

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
