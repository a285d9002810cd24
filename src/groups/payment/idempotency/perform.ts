import { conflict, GatewayError } from '../../../base/errors.ts'
import type { RunResult } from '../../../base/idempotency.ts'
import type { Reply } from '../../../gateway/reply.ts'
import type { BillAnswer } from '../answers.ts'
import { findBill } from '../bills.ts'
import { USED_ID } from '../codes.ts'
import { type PendingChange, type RecordedChange, releasingOnFailure, sendChange } from './pending-change.ts'
import { exists } from './proof.ts'
import { openRecord } from './record.ts'
import { recover } from './recovery.ts'
import { answerReply, stateReply, stillRunning } from './replies.ts'

/** Makes a change, only once for an Idempotency-Key where the caller gave one (decisions.md section 7). */
export async function perform(pending: PendingChange, key: string | undefined): Promise<Reply<BillAnswer>> {
  const { state, connection, change } = pending
  const { body, billId, ownId = false } = change
  if (key === undefined) return answerReply((await sendChange(pending, await change.call())).answer)

  const record = await openRecord(state, await connection.account(), key)
  const found = await record.begin({ body, billId, looks: ownId })
  if (found.state === 'new') return answerReply((await sendFirst({ ...pending, record })).answer)
  return found.state === 'unknown' ? recover({ ...pending, record }, found) : stateReply(found)
}

/** Sends where nothing was ever sent under the key. */
async function sendFirst(pending: RecordedChange): Promise<RunResult> {
  const { record, change } = pending
  const result = await releasingOnFailure(record, async () => {
    const call = await change.call()
    if (change.ownId && change.billId !== undefined) await checkUnused(pending, change.billId)
    return sendChange(pending, call)
  })
  await record.settle(result)
  return result
}

/**
 * Reads the bill before it is sent, since a bill under an id of the caller's own proves something later only if it is
 * known that there was none before. A used id is refused here: the product would refuse it too, but its answer could get
 * lost and leave the outcome unknown. Where the bill cannot be read nothing is sent, and the key stays usable.
 */
async function checkUnused({ connection, record }: RecordedChange, billId: string): Promise<void> {
  const isThere = exists(await findBill(connection, billId).catch(throwNothingSent))
  if (isThere) throw conflict(USED_ID.message)
  if (!(await record.send(isThere === false))) throw stillRunning(1)
}

/** Tells the caller that it was the reading that failed, and that nothing was sent. */
function throwNothingSent(error: unknown): never {
  if (!(error instanceof GatewayError) || error.status < 500) throw error
  const { status, message, reason, headers } = error
  throw new GatewayError(status, `${message}; nothing was sent`, { reason, headers })
}
