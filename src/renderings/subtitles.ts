import type { Cue } from './cue.ts'
import { timestamp } from './timestamps.ts'
import { attributed, type Utterance, utterances } from './utterances.ts'

/** WebVTT drops a cue that does not end after its start; a shorter stand-in would fall between two frames. */
const UNTIMED_SHOWN_MS = 1000

/** WebVTT wants cues in order of start; both formats allow them to overlap, so an end is never cut. */
const ordered = (cues: readonly Cue[]) => utterances(cues.toSorted((a, b) => a.start - b.start))

const timing = ({ start, end }: Utterance, mark: ',' | '.') =>
  `${timestamp(start, mark)} --> ${timestamp(end > start ? end : start + UNTIMED_SHOWN_MS, mark)}`

/**
 * SubRip has neither a specification nor an escape. Players hide `<tags>`, `{overrides}` and `\N`, some decode
 * `&entities;`, and others show those as written: no ASCII form is safe in all of them.
 */
const PLAYER_MARKS = /[<{\\]|(?<=--)>|&(?=#?\w+;)/g

/** The full-width form, 0xFEE0 above each visible ASCII character: it reads the same and NFKC turns it back. */
const inert = (words: string) => words.replace(PLAYER_MARKS, (mark) => String.fromCharCode(mark.charCodeAt(0) + 0xfee0))

/** SubRip: numbered cues, one blank line apart. */
export const srt = (cues: readonly Cue[]) =>
  ordered(cues)
    .map((utterance, index) => `${index + 1}\n${timing(utterance, ',')}\n${inert(attributed(utterance))}\n`)
    .join('\n')

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const entities = (words: string) => words.replace(/[&<>]/g, (mark) => ENTITIES[mark] ?? mark)

/** Closed although WebVTT allows it to stay open: many scripts look for `<v ...>...</v>`. */
const voiced = ({ speaker, words }: Utterance) =>
  speaker === '' ? entities(words) : `<v ${entities(speaker)}>${entities(words)}</v>`

/** WebVTT: cues without identifiers, one blank line apart, speakers as voices. */
export const vtt = (cues: readonly Cue[]) =>
  ['WEBVTT\n', ...ordered(cues).map((utterance) => `${timing(utterance, '.')}\n${voiced(utterance)}\n`)].join('\n')
