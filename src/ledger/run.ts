import type { Outcome } from '../accounts/outcome.ts'
import type { BillResult } from '../groups/payment/result-fields.ts'

/** What a caller is told of a change. */
export type Answer = Outcome<BillResult>

/** How a run ended: with an answer that is final, or with a failure that leaves open what the product did. */
export interface Ending {
  state: 'done' | 'unknown'
  answer: Answer
}

/** One request that wants to make the change of an Idempotency-Key. */
export interface Run {
  /** Its own, never used again: what a run asks a second time is known by it. */
  id: string
  /** Digest of the body. */
  body: string
  /** The bill that it is about, chosen before anything is sent. */
  billId: string | undefined
  /**
   * Whether it reads the bill before it sends, since the id is not the gateway's own: it says with `send` that it goes on,
   * and until then nothing is sent.
   */
  looks: boolean
}

/** What an Idempotency-Key means for the request that brings it. */
export type Found =
  /** Nothing was ever sent under it: the request runs, and the record is its own. */
  | { state: 'new' }
  /** @property retryAfter seconds */
  | { state: 'running'; retryAfter: number }
  | { state: 'other body' }
  | { state: 'done'; answer: Answer }
  /**
   * `run` may have sent, and will do nothing any more. `fresh`: the bill did not exist before it. `answer` is absent
   * where that run ended without one.
   */
  | { state: 'unknown'; run: string; billId: string | undefined; fresh: boolean; answer: Answer | undefined }
