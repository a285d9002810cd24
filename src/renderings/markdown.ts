import type { Cue } from './cue.ts'
import { clock } from './timestamps.ts'
import { utterances } from './utterances.ts'

/**
 * What CommonMark, GitHub's strikethrough and its `$` mathematics read inside a line. Block marks need no escape: no
 * words stand at the start of a line. An underscore between letters or digits means nothing and stays, since GitHub
 * would show the backslash inside an address that it links.
 */
const INLINE_MARKS = /[\\`*[\]<~$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)/gu

const literal = (words: string) => words.replace(INLINE_MARKS, '\\$&')

/** One paragraph per utterance: `**Speaker** [HH:MM:SS] words`, or the time and the words. */
export const markdown = (cues: readonly Cue[]) =>
  utterances(cues)
    .map(({ start, speaker, words }) => {
      const said = `[${clock(start)}] ${literal(words)}`
      return speaker === '' ? said : `**${literal(speaker)}** ${said}`
    })
    .join('\n\n')
