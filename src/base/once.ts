import type { Outcome } from './errors.ts'

/** The caller's response to a change: text fields. */
export type Answer = Outcome<{ [field: string]: string }>

/** How a run ended: with a final response, or with one that leaves open what the product did. */
export interface RunResult {
  state: 'done' | 'unknown'
  answer: Answer
}

/** One request that wants to make the change of an Idempotency-Key. */
export interface Run {
  /** A unique id that shows the record when a run repeats a step. */
  id: string
  /** A digest of the body. */
  body: string
  /** The bill of the change, chosen before anything is sent. */
  billId: string | undefined
  /**
   * Whether the run reads or prepares something before it sends: it reads a bill whose id the caller chose, or has the
   * product prepare a post. Such a run calls `send` before it sends anything.
   */
  isPrepared: boolean
}

/** What the record of an Idempotency-Key means for a request with that key. */
export type RecordState =
  /**
   * Nothing was ever sent under the key. The request may run, and the record belongs to it. `steps`: what an earlier run
   * of the same request kept.
   */
  | { state: 'new'; steps?: string | undefined }
  /** @property retryAfter seconds */
  | { state: 'running'; retryAfter: number }
  | { state: 'other body' }
  | { state: 'done'; run: string; answer: Answer }
  /**
   * The run `run` may have sent the change and has ended. `fresh`: the bill did not exist before that run. `answer` is
   * absent when that run ended without one.
   */
  | {
      state: 'unknown'
      run: string
      billId: string | undefined
      fresh: boolean
      answer: Answer | undefined
      steps?: string | undefined
    }

/** A bill or a charge that was sent a short time ago. */
export interface RecentBill {
  /** The same for all runs of one Idempotency-Key. */
  id: string
  billId: string
  /** Epoch milliseconds. */
  at: number
}

/** How long a bill is recent, in milliseconds. */
export const RECENT_MS = 10 * 60_000

/** Cancels what a request claimed before it sent, when nothing was sent or done. Never rejects. */
export type Release = () => Promise<void>
