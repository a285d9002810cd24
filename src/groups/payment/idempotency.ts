import { conflict, GatewayError } from '../../base/errors.ts'
import type { Ending } from '../../base/idempotency.ts'
import type { Reply } from '../../gateway/reply.ts'
import type { BillAnswer } from './answers.ts'
import { USED_ID } from './codes.ts'
import { findBill } from './payssam.ts'
import { exists } from './proof.ts'
import { recordOf } from './record.ts'
import { findOut } from './recovery.ts'
import { say, sayFound, stillRunning } from './replay.ts'
import { orRelease, type RecordedTask, send, type Task } from './task.ts'

/** Makes a change, only once for an Idempotency-Key where the caller gave one (decisions.md section 7). */
export async function perform(task: Task, key: string | undefined): Promise<Reply<BillAnswer>> {
  const { state, connection, change } = task
  const { body, billId, ownId = false } = change
  if (key === undefined) return say((await send(task, await change.call())).answer)

  const record = await recordOf(state, connection, key)
  const found = await record.begin({ body, billId, looks: ownId })
  if (found.state === 'new') return say((await sendFirst({ ...task, record })).answer)
  return found.state === 'unknown' ? findOut({ ...task, record }, found) : sayFound(found)
}

/** Where nothing was ever sent under the key. */
async function sendFirst(task: RecordedTask): Promise<Ending> {
  const { record, change } = task
  const ending = await orRelease(record, async () => {
    const call = await change.call()
    if (change.ownId && change.billId !== undefined) await lookFirst(task, change.billId)
    return send(task, call)
  })
  await record.settle(ending)
  return ending
}

/**
 * A bill under an id of the caller's own proves something later only if it is known that there was none before. One that
 * is there is refused at once, as the product would refuse it: its own refusal could get lost, and leave the outcome
 * unknown. Where the bill cannot be read nothing is sent, and the key stays usable.
 */
async function lookFirst({ state, connection, record }: RecordedTask, billId: string): Promise<void> {
  const isThere = exists(await findBill(state.outgoing, connection, billId).catch(nothingSent))
  if (isThere) throw conflict(USED_ID.message)
  if (!(await record.send(isThere === false))) throw stillRunning(1)
}

/** A failure to read is not one to send: the caller is to know which it was. */
function nothingSent(error: unknown): never {
  if (!(error instanceof GatewayError) || error.status < 500) throw error
  const { status, message, reason, headers } = error
  throw new GatewayError(status, `${message}; nothing was sent`, { reason, headers })
}
