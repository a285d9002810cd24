import type { RawAnswer } from '../support/ask.ts'
import type { LogLine } from '../support/log-line.ts'
import type { Trial } from './trial.ts'

/** A request with all that came of it. */
export interface Outcome {
  trial: Trial
  /** Undefined where there was none. */
  answer: RawAnswer | undefined
  /** Why there was none. */
  lost?: string
  /** The lines that name the request, undefined where the log is out of reach. */
  lines?: readonly LogLine[]
}

/** What is kept of an outcome to the end of a run. */
export interface Done {
  trial: Trial
  status: number | undefined
  /** Of a failure, as the log has it. */
  reason: string | undefined
  ms: number
}

/** Something that the gateway promises otherwise. */
export interface Finding {
  /** In a few words, the same for all findings of one kind. */
  what: string
  /** What was seen. */
  seen: string
  /** Undefined for what no single request caused. */
  trial?: Trial
}
