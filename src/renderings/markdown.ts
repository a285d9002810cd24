import type { Cue } from './cue.ts'
import { clock } from './timestamps.ts'
import { utterances } from './utterances.ts'

/**
 * The characters that CommonMark, GitHub's strikethrough and its `$` mathematics interpret inside a line. Block syntax
 * needs no escape, because no text is at the start of a line. An underscore between letters or digits has no meaning
 * and is not escaped, because GitHub shows the backslash in a URL that it turns into a link.
 */
const INLINE_MARKS = /[\\`*[\]<~$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)/gu

/** Searching for the characters first is faster, and skips most lines. */
const literal = (words: string) => (/[\\`*[\]<~$_&]/.test(words) ? words.replace(INLINE_MARKS, '\\$&') : words)

/** One paragraph per utterance: `**Speaker** [HH:MM:SS] words`, or the time and the words. */
export const markdown = (cues: readonly Cue[]) =>
  utterances(cues)
    .map(({ start, speaker, words }) => {
      const line = `[${clock(start)}] ${literal(words)}`
      return speaker === '' ? line : `**${literal(speaker)}** ${line}`
    })
    .join('\n\n')
