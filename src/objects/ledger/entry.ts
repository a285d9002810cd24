import type { Answer, RecordState, Run } from '../../base/once.ts'

/** The storage name of the object's record. */
export const ENTRY = 'entry'

export interface Entry {
  /** A digest of the body. */
  body: string
  /** The bill of the change, chosen before anything was sent. */
  billId: string | undefined
  /** Whether the bill is known not to have existed before the first run that sent. */
  fresh: boolean
  /** The id of the run that the record belongs to. */
  run: string
  /** When that run started, in epoch milliseconds. */
  startedAt: number
  /** Whether an earlier run may have sent. */
  again: boolean
  /**
   * The stage of the run: `looking` has sent nothing, `sending` may send from now on. Or its end: `released` because
   * nothing was sent, `unknown`, `done`.
   */
  stage: 'looking' | 'sending' | 'released' | 'unknown' | 'done'
  /** What the run has prepared. A later run of the same request continues from there, until one is done. */
  steps?: string | undefined
  /** The caller's response. For an unknown outcome, absent when nobody got one. */
  answer?: Answer | undefined
}

/** How long a record is valid after its run started, in milliseconds. */
export const HELD_MS = 24 * 60 * 60 * 1000
/** The deadline of a request: an older run sends nothing any more. */
const RUN_MS = 25_000
/** A run that has not ended after this time never will. It may have sent its call. */
const CRASHED_MS = 60_000
/** How long a caller should wait for a run that may end at any moment, in seconds. */
const SOON = 2

/** When the record expires, in epoch milliseconds. */
export const getEnd = ({ startedAt }: Entry): number => startedAt + HELD_MS

const isCrashed = ({ startedAt }: Entry, now: number) => now >= startedAt + CRASHED_MS

export const isRunning = (entry: Entry, now: number): boolean =>
  (entry.stage === 'looking' || entry.stage === 'sending') && !isCrashed(entry, now)

/** Whether the run has ended and nothing was ever sent, so that the key counts as unused. */
export const isUnsent = (entry: Entry, now: number): boolean =>
  entry.stage === 'released' || (entry.stage === 'looking' && isCrashed(entry, now))

/** What a record means for a request with this body, if something was sent or may still be sent. */
export function foundIn(entry: Entry, body: Run['body'], now: number): RecordState {
  const { run, billId, fresh, answer, steps, startedAt } = entry
  if (body !== entry.body) return { state: 'other body' }
  if (entry.stage === 'done' && answer) return { state: 'done', run, answer }
  if (!isRunning(entry, now) && !isUnsent(entry, now)) return { state: 'unknown', run, billId, fresh, answer, steps }
  const age = now - startedAt
  return { state: 'running', retryAfter: age < RUN_MS ? SOON : Math.max(1, Math.ceil((CRASHED_MS - age) / 1000)) }
}
