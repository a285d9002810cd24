import { GatewayError } from '../../../base/errors.ts'
import type { Answer, RunResult } from '../../../base/idempotency.ts'
import { failed } from '../../../base/outcome.ts'
import { recordedAnswer } from '../../../gateway/idempotency/recorded-answer.ts'
import { type RunAnswer, type UnknownRun, unlockOnError } from '../../../gateway/idempotency/run-once.ts'
import type { ProductCall } from '../api-version.ts'
import { findBill } from '../bills.ts'
import { outcomeUnknown } from '../classify-response.ts'
import { noteBill } from '../listed/bill-store.ts'
import { getReading } from '../listed/reading.ts'
import { type RecordedChange, sendChange, spending } from './pending-change.ts'

/** What the bill shows: the response of the change, that nothing was done, nothing, or that the bill cannot be read. */
type Evidence = { done: Answer } | 'undone' | 'nothing' | 'unread'

/**
 * Responds when an earlier run may have sent the change. If the bill shows that it was made, that is the response. If
 * it shows that nothing was done, the change is sent again. If it shows neither, the outcome stays unknown. Nothing is
 * sent without that check.
 */
export async function recover(pending: RecordedChange, before: UnknownRun): Promise<RunAnswer> {
  const { answer = neverAnswered(before.billId) } = before
  const evidence = await readEvidence(pending, before)
  if (evidence === 'undone') return sendAgain(pending, before)
  if (evidence === 'nothing') return stillUnknown(answer, 'only a new Idempotency-Key would send it again')
  if (evidence === 'unread')
    return stillUnknown(answer, 'the bill cannot be read now: ask again with the same Idempotency-Key')
  await pending.record.settle({ state: 'done', answer: evidence.done }, before.run)
  return replay(evidence.done)
}

/** Sends after a run that did nothing. Of several concurrent requests, only one may send. */
async function sendAgain(pending: RecordedChange, before: UnknownRun): Promise<RunAnswer> {
  const { record, change } = pending
  const call = await change.call(before.billId)
  const found = await record.takeOver(before.run)
  if (found.state !== 'new') return replay(recordedAnswer(found))
  const { result, replayed } = await unlockOnError(record, () => sendWithin(pending, call, before))
  await record.settle(result)
  return { answer: result.answer, replayed }
}

/** The outcome of the change after this call, and whether the first call made it. */
async function sendWithin(pending: RecordedChange, call: ProductCall, before: UnknownRun) {
  let replayed = false
  const result = await spending(pending, async (): Promise<RunResult> => {
    const result = await sendChange(pending, call, before.billId)
    if (result.answer.ok) return result

    // The first call may have been processed late, which made the product refuse this one.
    const evidence = await readEvidence(pending, { ...before, fresh: true })
    if (typeof evidence === 'object') {
      replayed = true
      return { state: 'done', answer: evidence.done }
    }
    if (result.state === 'unknown' || evidence === 'undone') return result
    const { message, reason } = result.answer
    return { state: 'unknown', answer: failed(outcomeUnknown(502, message, before.billId, reason)) }
  })
  return { result, replayed }
}

const replay = (answer: Answer): RunAnswer => ({ answer, replayed: true })

/** The error of a run whose outcome stays unknown, with advice for the caller. */
const stillUnknown = (answer: Answer, advice: string): RunAnswer =>
  replay(answer.ok ? answer : { ...answer, message: `${answer.message}; ${advice}` })

const neverAnswered = (billId: string | undefined): Answer =>
  failed(outcomeUnknown(502, 'the first request with this Idempotency-Key never ended', billId, 'unavailable'))

async function readEvidence(pending: RecordedChange, { billId, fresh }: UnknownRun): Promise<Evidence> {
  const { connection, change } = pending
  if (billId === undefined || !change.proof) return 'nothing'
  const bill = await findBill(connection, billId).catch(unreadAfter)
  if (bill === 'unread') return bill
  const reading = getReading(bill, pending.state.platform.now())
  if (reading) await noteBill(pending, billId, reading)
  const proved = change.proof(bill, fresh)
  if (proved !== 'done') return proved
  return bill ? { done: { ok: true, value: bill } } : 'nothing'
}

function unreadAfter(error: unknown): 'unread' {
  if (error instanceof GatewayError) return 'unread'
  throw error
}
