import type { Cue } from '../../renderings/cue.ts'
import type { Segment } from './answers.ts'

/** What `format: json` holds (decisions.md section 8): seconds, to the millisecond. */
export const segmentsOf = (cues: readonly Cue[]): Segment[] =>
  cues.map(({ start, end, text }) => ({ start: start / 1000, duration: Math.max(0, end - start) / 1000, text }))
