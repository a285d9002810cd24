import { GatewayError } from '../../base/errors.ts'
import type { Answer, Ending, Found } from '../../base/idempotency.ts'
import { failed } from '../../base/outcome.ts'
import type { Reply } from '../../gateway/reply.ts'
import type { BillAnswer } from './answers.ts'
import { findBill } from './payssam.ts'
import type { IdempotencyRecord } from './record.ts'
import { neverAnswered, say, sayFound, sayReplayed, sayUnknown } from './replay.ts'
import { orRelease, type RecordedTask, send } from './task.ts'
import { outcomeUnknown } from './verdict.ts'

/** What a run left behind that may have sent. */
type Unknown = Extract<Found, { state: 'unknown' }>

/** What the bill says of the change: its answer, that nothing was done, nothing, or that it cannot be read. */
type Truth = { done: Answer } | 'undone' | 'nothing' | 'unread'

/**
 * Where a run before may have sent: what the bill proves is answered, proved undone the change is sent again, and what
 * proves nothing stays unknown. Nothing is sent blindly.
 */
export async function findOut(task: RecordedTask, before: Unknown): Promise<Reply<BillAnswer>> {
  const { answer = neverAnswered(before.billId) } = before
  const truth = await readTruth(task, before)
  if (truth === 'undone') return sendAgain(task, before)
  if (truth === 'nothing') return sayUnknown(answer, 'only a new Idempotency-Key would send it anew')
  if (truth === 'unread')
    return sayUnknown(answer, 'the bill cannot be read now: ask again with the same Idempotency-Key')
  await task.record.settle({ state: 'done', answer: truth.done }, before.run)
  return sayReplayed(truth.done)
}

/** Sends after a run that has done nothing. Of many requests that find this out, one gets to send. */
async function sendAgain(task: RecordedTask, before: Unknown): Promise<Reply<BillAnswer>> {
  const { record, change } = task
  const call = await change.call(before.billId)
  const found = await record.takeOver(before.run)
  if (found.state !== 'new') return sayFound(found)
  const ending = await orRelease(record, () => send(task, call, before.billId))
  if (ending.answer.ok) return conclude(record, ending)

  // The product may have been late with the call before, and that may be what this one failed for.
  const truth = await readTruth(task, { ...before, fresh: true })
  if (typeof truth === 'object') {
    await record.settle({ state: 'done', answer: truth.done })
    return sayReplayed(truth.done)
  }
  if (ending.state === 'unknown' || truth === 'undone') return conclude(record, ending)
  const { message, reason } = ending.answer
  return conclude(record, { state: 'unknown', answer: failed(outcomeUnknown(502, message, before.billId, reason)) })
}

async function conclude(record: IdempotencyRecord, ending: Ending): Promise<Reply<BillAnswer>> {
  await record.settle(ending)
  return say(ending.answer)
}

async function readTruth({ state, connection, change }: RecordedTask, { billId, fresh }: Unknown): Promise<Truth> {
  if (billId === undefined || !change.proof) return 'nothing'
  const reading = await findBill(state.outgoing, connection, billId).catch(unread)
  if (reading === 'unread') return reading
  const proved = change.proof(reading, fresh)
  if (proved !== 'done') return proved
  return reading ? { done: { ok: true, value: reading } } : 'nothing'
}

function unread(error: unknown): 'unread' {
  if (error instanceof GatewayError) return 'unread'
  throw error
}
