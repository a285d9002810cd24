import type { Cue } from './cue.ts'

/** A cue made ready for a line of output: `start` >= 0, both strings on one line, `speaker` empty when nobody is named. */
export interface Utterance {
  start: number
  end: number
  speaker: string
  words: string
}

/** Every control character: line breaks of all kinds, NUL (where a player written in C stops reading), ESC. Spaces join in. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp} ]+/gu

/** A lone surrogate has no UTF-8 form: it becomes U+FFFD here, as it would on the wire. */
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
