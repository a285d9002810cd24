import type { Outcome } from './outcome.ts'

/** What a caller is told of a change: fields of text. */
export type Answer = Outcome<{ [field: string]: string }>

/** How a run ended: with an answer that is final, or with a failure that leaves open what the product did. */
export interface RunResult {
  state: 'done' | 'unknown'
  answer: Answer
}

/** One request that wants to make the change of an Idempotency-Key. */
export interface Run {
  /** An id that is never used again, by which the record knows that a run repeats a step. */
  id: string
  /** Digest of the body. */
  body: string
  /** The digest that version 1.0.0 made of it, for a record that was kept by it. */
  olderBody?: string | undefined
  /** The bill that the change is about, chosen before anything is sent. */
  billId: string | undefined
  /**
   * Whether the run reads the bill before it sends, because the caller chose the id. Such a run sends nothing before it
   * has said so with `send`.
   */
  looks: boolean
}

/** What the record of an Idempotency-Key means for the request that brings the key. */
export type RecordState =
  /** Nothing was ever sent under the key: the request may run, and the record belongs to it. */
  | { state: 'new' }
  /** @property retryAfter seconds */
  | { state: 'running'; retryAfter: number }
  | { state: 'other body' }
  | { state: 'done'; answer: Answer }
  /**
   * The run `run` may have sent, and does nothing any more. `fresh`: the bill did not exist before that run. `answer` is
   * absent where that run ended without one.
   */
  | { state: 'unknown'; run: string; billId: string | undefined; fresh: boolean; answer: Answer | undefined }

/**
 * The record of one Idempotency-Key (decisions.md section 7). It belongs to one run at a time, and only that run may send.
 * Each step may be asked for twice, since an answer of the object may be lost.
 */
export interface RecordObject {
  /**
   * Asked of the object of a lineage: the name of the object that holds the record, which is the one that its first request
   * gave. So a caller with a new key finds the record that it made with the key before.
   */
  locate(name: string): Promise<string>
  /** Opens the record for a run, or tells what became of the run before. */
  begin(run: Run): Promise<RecordState>
  /** A run that has read the bill goes on to send; false where the record belongs to another run by now. */
  send(run: string, fresh: boolean): Promise<boolean>
  /** Gives the right to send to one run after `before`, which proved to have done nothing. */
  takeOver(run: string, before: string): Promise<RecordState>
  /** Keeps how a run ended. A result that is final is not replaced. */
  settle(run: string, ending: RunResult): Promise<void>
  /** Gives up a run that left nothing behind. */
  release(run: string): Promise<void>
}
