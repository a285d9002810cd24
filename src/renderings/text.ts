import type { Cue } from './cue.ts'
import { clock } from './timestamps.ts'
import { attributed, utterances } from './utterances.ts'

/** One line per utterance: `[HH:MM:SS] Speaker: words`. */
export const timedText = (cues: readonly Cue[]) =>
  utterances(cues)
    .map((utterance) => `[${clock(utterance.start)}] ${attributed(utterance)}`)
    .join('\n')

/** The words only, one utterance per line. */
export const plain = (cues: readonly Cue[]) =>
  utterances(cues)
    .map(({ words }) => words)
    .join('\n')
