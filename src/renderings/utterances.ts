import type { Cue } from './cue.ts'

/** A cue prepared for output: `start` >= 0, no line break in either string, `speaker` empty when it is not known. */
export interface Utterance {
  start: number
  end: number
  speaker: string
  words: string
}

/** Runs of spaces and control characters: line breaks of all kinds, ESC, and NUL, at which a player in C stops reading. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp} ]+/gu

/** A lone surrogate has no UTF-8 form. It becomes U+FFFD here, as it would when the answer is encoded. */
const oneLine = (text: string) => text.toWellFormed().replace(BREAKS, ' ').trim()

/** The utterances that have words, in the order given. */
export const utterances = (cues: readonly Cue[]): Utterance[] =>
  cues
    .map(({ start, end, speaker = '', text }) => ({
      start: Math.max(0, start),
      end,
      speaker: oneLine(speaker),
      words: oneLine(text),
    }))
    .filter(({ words }) => words !== '')

/** `Speaker: words`, or the words alone. */
export const attributed = ({ speaker, words }: Utterance) => (speaker === '' ? words : `${speaker}: ${words}`)
