import type { Answer, RecordState, Run, RunResult } from '../../base/idempotency.ts'

/** What the object keeps, under this name. */
export const ENTRY = 'entry'

export interface Entry {
  /** Digest of the body. */
  body: string
  /** The bill that the change is about, chosen before anything was sent. */
  billId: string | undefined
  /** Whether the bill is known not to have existed before the first run that sent. */
  fresh: boolean
  /** The id of the run that the record belongs to. */
  run: string
  /** When that run began, in epoch milliseconds. */
  startedAt: number
  /** Whether a run before it may have sent. */
  again: boolean
  /**
   * How far the run is: `looking` and has sent nothing, `sending` from now on, or at its end: `released` since nothing
   * was sent, `unknown`, `done`.
   */
  stage: 'looking' | 'sending' | 'released' | 'unknown' | 'done'
  /** What its caller was told; of an unknown outcome absent where nobody was. */
  answer?: Answer | undefined
}

/** What version 1.0.0 kept: a run had no name, and no bill was looked for before. */
interface OlderEntry extends Pick<Entry, 'body' | 'billId' | 'startedAt'> {
  ending?: RunResult
}

export type StoredEntry = Entry | OlderEntry

/** How long a record holds after its run began, in milliseconds (decisions.md section 7). */
export const HELD_MS = 24 * 60 * 60 * 1000
/** The deadline of a request (decisions.md section 2): a run that is older sends nothing any more. */
const RUN_MS = 25_000
/** A run that has not ended after this time never will. It may have sent what it had to send. */
const CRASHED_MS = 60_000
/** What a caller is told to wait for a run that may end at any moment, in seconds. */
const SOON = 2

/** When the record runs out, in epoch milliseconds. */
export const getEnd = ({ startedAt }: Entry): number => startedAt + HELD_MS

export const wholeEntry = (stored: StoredEntry): Entry => ('stage' in stored ? stored : renewed(stored))

const renewed = ({ body, billId, startedAt, ending }: OlderEntry): Entry => ({
  ...{ body, billId, startedAt, fresh: false, run: '', again: false },
  ...{ stage: ending?.state ?? 'sending', answer: ending?.answer },
})

const isCrashed = ({ startedAt }: Entry, now: number) => now >= startedAt + CRASHED_MS

export const isRunning = (entry: Entry, now: number): boolean =>
  (entry.stage === 'looking' || entry.stage === 'sending') && !isCrashed(entry, now)

/** Whether the run is over and nothing was ever sent: the key is as if it had never been used. */
export const isUnsent = (entry: Entry, now: number): boolean =>
  entry.stage === 'released' || (entry.stage === 'looking' && isCrashed(entry, now))

/** What a record that something was sent for, or may be yet, means for a request with this body. */
export function foundIn(entry: Entry, { body, olderBody }: Pick<Run, 'body' | 'olderBody'>, now: number): RecordState {
  const { run, billId, fresh, answer, startedAt } = entry
  if (body !== entry.body && olderBody !== entry.body) return { state: 'other body' }
  if (entry.stage === 'done' && answer) return { state: 'done', answer }
  if (!isRunning(entry, now) && !isUnsent(entry, now)) return { state: 'unknown', run, billId, fresh, answer }
  const age = now - startedAt
  return { state: 'running', retryAfter: age < RUN_MS ? SOON : Math.max(1, Math.ceil((CRASHED_MS - age) / 1000)) }
}
