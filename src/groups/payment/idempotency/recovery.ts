import { GatewayError } from '../../../base/errors.ts'
import type { Answer, RecordState, RunResult } from '../../../base/idempotency.ts'
import { failed } from '../../../base/outcome.ts'
import type { Reply } from '../../../gateway/reply.ts'
import type { BillAnswer } from '../answers.ts'
import { findBill } from '../bills.ts'
import { outcomeUnknown } from '../verdict.ts'
import { type RecordedChange, releasingOnFailure, sendChange } from './pending-change.ts'
import type { IdempotencyRecord } from './record.ts'
import { answerReply, neverAnswered, replayReply, stateReply, unknownReply } from './replies.ts'

/** The record of a run that may have sent, and whose outcome nobody knows. */
type UnknownRun = Extract<RecordState, { state: 'unknown' }>

/** What the bill says of the change: its answer, that nothing was done, nothing, or that it cannot be read. */
type Evidence = { done: Answer } | 'undone' | 'nothing' | 'unread'

/**
 * Answers where a run before may have sent. What the bill proves is the answer; if it proves that nothing was done, the
 * change is sent again; if it proves nothing, the outcome stays unknown. Nothing is sent blindly.
 */
export async function recover(pending: RecordedChange, before: UnknownRun): Promise<Reply<BillAnswer>> {
  const { answer = neverAnswered(before.billId) } = before
  const evidence = await readEvidence(pending, before)
  if (evidence === 'undone') return sendAgain(pending, before)
  if (evidence === 'nothing') return unknownReply(answer, 'only a new Idempotency-Key would send it anew')
  if (evidence === 'unread')
    return unknownReply(answer, 'the bill cannot be read now: ask again with the same Idempotency-Key')
  await pending.record.settle({ state: 'done', answer: evidence.done }, before.run)
  return replayReply(evidence.done)
}

/** Sends after a run that has done nothing. When many requests see that at once, one of them gets to send. */
async function sendAgain(pending: RecordedChange, before: UnknownRun): Promise<Reply<BillAnswer>> {
  const { record, change } = pending
  const call = await change.call(before.billId)
  const found = await record.takeOver(before.run)
  if (found.state !== 'new') return stateReply(found)
  const result = await releasingOnFailure(record, () => sendChange(pending, call, before.billId))
  if (result.answer.ok) return settledReply(record, result)

  // The first call may have been carried out late, and this one refused because of it.
  const evidence = await readEvidence(pending, { ...before, fresh: true })
  if (typeof evidence === 'object') {
    await record.settle({ state: 'done', answer: evidence.done })
    return replayReply(evidence.done)
  }
  if (result.state === 'unknown' || evidence === 'undone') return settledReply(record, result)
  const { message, reason } = result.answer
  const unknown = failed(outcomeUnknown(502, message, before.billId, reason))
  return settledReply(record, { state: 'unknown', answer: unknown })
}

async function settledReply(record: IdempotencyRecord, result: RunResult): Promise<Reply<BillAnswer>> {
  await record.settle(result)
  return answerReply(result.answer)
}

async function readEvidence({ connection, change }: RecordedChange, { billId, fresh }: UnknownRun): Promise<Evidence> {
  if (billId === undefined || !change.proof) return 'nothing'
  const bill = await findBill(connection, billId).catch(unreadAfter)
  if (bill === 'unread') return bill
  const proved = change.proof(bill, fresh)
  if (proved !== 'done') return proved
  return bill ? { done: { ok: true, value: bill } } : 'nothing'
}

function unreadAfter(error: unknown): 'unread' {
  if (error instanceof GatewayError) return 'unread'
  throw error
}
