import type { RawAnswer } from '../../../scripts/support/ask.ts'
import type { LogLine } from '../../../scripts/support/log-line.ts'
import type { Trial } from './trial.ts'

/** A request with everything that happened. */
export interface Outcome {
  trial: Trial
  /** Undefined when there was none. */
  answer: RawAnswer | undefined
  /** Why there was none. */
  lost?: string
  /** The log lines with the request's id. Undefined when the log is unavailable. */
  lines?: readonly LogLine[]
}

/** The part of an outcome that is needed until the end of a run. */
export interface Done {
  trial: Trial
  status: number | undefined
  /** The log's reason of a failure. */
  reason: string | undefined
  ms: number
}

/** A difference from the documented behaviour. */
export interface Finding {
  /** A short text, the same for all findings of one kind. */
  what: string
  /** What was found. */
  seen: string
  /** Undefined when it belongs to no single request. */
  trial?: Trial
}
