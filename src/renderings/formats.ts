import type { Cue } from './cue.ts'
import { srt, vtt } from './subtitles.ts'
import { clock } from './timestamps.ts'
import { attributed, utterances } from './utterances.ts'

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
