import { failed, GatewayError } from '../../../base/errors.ts'
import type { Answer } from '../../../base/once.ts'
import type { Finding, Sent, UnknownRun } from '../../../gateway/once.ts'
import type { ProductCall } from '../api-version.ts'
import { findBill } from '../bills.ts'
import { outcomeUnknown } from '../classify-response.ts'
import { noteBill } from '../listed/bill-store.ts'
import { getReading } from '../listed/reading.ts'
import { type PendingChange, sendChange } from './pending-change.ts'

/** What the bill shows: the response of the change, that nothing was done, nothing, or that the bill cannot be read. */
type Evidence = { done: Answer } | 'undone' | 'nothing' | 'unread'

/** Whether an earlier run made the change, as its bill shows it. */
export async function findChange(pending: PendingChange, before: UnknownRun): Promise<Finding> {
  const evidence = await readEvidence(pending, before)
  if (evidence === 'undone' || typeof evidence === 'object') return evidence
  const advice =
    evidence === 'nothing'
      ? 'only a new Idempotency-Key would send it again'
      : 'the bill cannot be read now: ask again with the same Idempotency-Key'
  const { answer = neverAnswered(before.billId) } = before
  return { unknown: answer.ok ? answer : { ...answer, message: `${answer.message}; ${advice}` } }
}

/** Sends after a run that did nothing. */
export async function sendAgain(pending: PendingChange, call: ProductCall, before: UnknownRun): Promise<Sent> {
  const result = await sendChange(pending, call, before.billId)
  if (result.answer.ok) return result
  // The first call may have been processed late, which made the product refuse this one.
  const evidence = await readEvidence(pending, { ...before, fresh: true })
  if (typeof evidence === 'object') return { state: 'done', answer: evidence.done, isEarlier: true }
  if (result.state === 'unknown' || evidence === 'undone') return result
  const { message, reason } = result.answer
  return { state: 'unknown', answer: failed(outcomeUnknown(502, message, before.billId, reason)) }
}

const neverAnswered = (billId: string | undefined): Answer =>
  failed(outcomeUnknown(502, 'the first request with this Idempotency-Key never ended', billId, 'unavailable'))

async function readEvidence(pending: PendingChange, { billId, fresh }: UnknownRun): Promise<Evidence> {
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
