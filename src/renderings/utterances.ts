import type { Cue } from './cue.ts'

/** A cue prepared for output: `start` >= 0, no line break in either string, `speaker` empty when unknown. */
export interface Utterance {
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
export function utterances(cues: readonly Cue[]): Utterance[] {
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
export const attributed = ({ speaker, words }: Utterance) => (speaker === '' ? words : `${speaker}: ${words}`)
