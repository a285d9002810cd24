import { GatewayError } from '../../base/errors.ts'
import type { Answer, RecordState, RunResult } from '../../base/idempotency.ts'
import type { FirstStep, IdempotencyRecord } from './record.ts'
import { recordedAnswer } from './recorded-answer.ts'

/** The response to the caller. */
export interface RunAnswer {
  answer: Answer
  /** Whether the response is that of an earlier request: this one has changed nothing. */
  replayed: boolean
}

/** The record of a run that may have sent, and whose outcome is unknown. */
export type UnknownRun = Extract<RecordState, { state: 'unknown' }>

export interface OnceOptions extends FirstStep {
  /**
   * Runs the work, if nothing was ever sent under the key. Throws a GatewayError only when nothing was sent, or the
   * product processed nothing. Then the key counts as unused.
   */
  send(): Promise<RunResult>
  /** Responds when an earlier run may have sent. It must not send without a check. */
  recover(before: UnknownRun): Promise<RunAnswer>
}

/** Does something at most once for the Idempotency-Key of a record (decisions.md section 7). */
export async function runOnce(record: IdempotencyRecord, { send, recover, ...first }: OnceOptions): Promise<RunAnswer> {
  const found = await record.begin(first)
  if (found.state === 'unknown') return recover(found)
  if (found.state !== 'new') return { answer: recordedAnswer(found), replayed: true }
  const result = await unlockOnError(record, send)
  await record.settle(result)
  return { answer: result.answer, replayed: false }
}

/**
 * Releases the record when the work fails. The work throws an error only when nothing was sent, or the product
 * processed nothing. After an unexpected error, the record stays with its run, whose outcome is then unknown.
 */
export async function unlockOnError<Value>(record: IdempotencyRecord, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof GatewayError) await record.release()
    throw error
  }
}
