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

/** What `BREAKS` would change. Most lines hold none of it, and are told faster than cleaned. */
const UNTIDY = /[\p{Cc}\p{Zl}\p{Zp}]/u

const isUntidy = (text: string) => text.includes('  ') || UNTIDY.test(text)

/** A lone surrogate has no UTF-8 form. It becomes U+FFFD here, as it would when the answer is encoded. */
const oneLine = (text: string) => (isUntidy(text) ? text.replace(BREAKS, ' ') : text).toWellFormed().trim()

/** The utterances that have words, in the order given. */
export function utterances(cues: readonly Cue[]): Utterance[] {
  const found: Utterance[] = []
  /** Few people speak, and each many times. */
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

/** `Speaker: words`, or the words alone. */
export const attributed = ({ speaker, words }: Utterance) => (speaker === '' ? words : `${speaker}: ${words}`)
