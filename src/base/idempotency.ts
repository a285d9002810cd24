import type { Outcome } from './outcome.ts'

/** What a caller is told of a change: fields of text. */
export type Answer = Outcome<{ [field: string]: string }>

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

/**
 * The record of one Idempotency-Key (decisions.md section 7). It belongs to one run at a time, and only that run may send.
 * Each step may be asked for twice, since an answer of the object may be lost.
 */
export interface RecordObject {
  /** Opens the record for a run, or tells what became of the run before. */
  begin(run: Run): Promise<Found>
  /** A run that looked goes on to send; false where the record is not its own any more. */
  send(run: string, fresh: boolean): Promise<boolean>
  /** Gives the right to send to one run after `before`, which proved to have done nothing. */
  takeOver(run: string, before: string): Promise<Found>
  /** Keeps how a run ended; what is final stays. */
  settle(run: string, ending: Ending): Promise<void>
  /** Gives up a run that left nothing behind. */
  release(run: string): Promise<void>
}
