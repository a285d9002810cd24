import { conflict, GatewayError } from '../../../base/errors.ts'
import type { RunResult } from '../../../base/idempotency.ts'
import { SUCCESS } from '../../../gateway/http/envelope.ts'
import { type Reply, reply } from '../../../gateway/http/reply.ts'
import { type IdempotencyRecord, openRecord } from '../../../gateway/idempotency/record.ts'
import { readAnswer, stillRunning } from '../../../gateway/idempotency/recorded-answer.ts'
import { runOnce } from '../../../gateway/idempotency/run-once.ts'
import { withinLimits } from '../../../gateway/usage/spending.ts'
import type { BillAnswer } from '../answers.ts'
import { findBill } from '../bills.ts'
import { USED_ID } from '../codes.ts'
import { splitPersonal } from '../result-fields.ts'
import { withoutDuplicate } from './duplicates.ts'
import { type PendingChange, type RecordedChange, sendChange, spending } from './pending-change.ts'
import { exists } from './reconcile.ts'
import { recover } from './recovery.ts'

/** Makes a change, only once per Idempotency-Key if the caller sent one (decisions.md section 7). */
export async function runIdempotent(pending: PendingChange, key: string | undefined): Promise<Reply<BillAnswer>> {
  const { answer, replayed } = await (key === undefined ? runPlain(pending) : runRecorded(pending, key))
  const { fields: result, headers } = readAnswer(answer, { replayed })
  return reply({ ...SUCCESS.payment, result }, 200, headers)
}

async function runPlain(pending: PendingChange) {
  const { state, change } = pending
  const id = state.platform.uuid()
  const { answer } = await withoutDuplicate(pending, id, () =>
    withinLimits(state, { id, run: id, amount: change.amount }, async () => sendChange(pending, await change.call())),
  )
  return { answer, replayed: false }
}

async function runRecorded(pending: PendingChange, key: string) {
  const { state, connection, change } = pending
  const { body, billId, ownId = false } = change
  const { baseUrl, memberId, merchantId } = await connection.account()
  const record = withoutPayer(await openRecord(state, [baseUrl, memberId, merchantId], key))
  const recorded = { ...pending, record }
  return runOnce(record, {
    ...{ body, billId, looks: ownId },
    send: () => withoutDuplicate(pending, record.id, () => spending(recorded, () => sendFirst(recorded))),
    recover: (before) => recover(recorded, before),
  })
}

/** A record that stores no field about the person who paid. LEDGER is not encrypted. */
const withoutPayer = (record: IdempotencyRecord): IdempotencyRecord => ({
  ...record,
  settle: (result, run) => {
    const { answer } = result
    return record.settle(
      answer.ok ? { ...result, answer: { ...answer, value: splitPersonal(answer.value).data } } : result,
      run,
    )
  },
})

/** Sends the change if nothing was ever sent under the key. */
async function sendFirst(pending: RecordedChange): Promise<RunResult> {
  const { change } = pending
  const call = await change.call()
  if (change.ownId && change.billId !== undefined) await checkUnused(pending, change.billId)
  return sendChange(pending, call)
}

/**
 * Reads the bill before anything is sent: a bill with a caller's own id proves something later only if it did not exist
 * before. An id in use is refused here. The product would also refuse it, but its response could get lost and leave the
 * outcome unknown. When the bill cannot be read, nothing is sent and the key stays usable.
 */
async function checkUnused({ connection, record }: RecordedChange, billId: string): Promise<void> {
  const isThere = exists(await findBill(connection, billId).catch(throwNothingSent))
  if (isThere) throw conflict(USED_ID.message)
  if (!(await record.send(isThere === false))) throw stillRunning(1)
}

/** Throws an error that says that reading failed and nothing was sent. */
function throwNothingSent(error: unknown): never {
  if (!(error instanceof GatewayError) || error.status < 500) throw error
  const { status, message, reason, headers } = error
  throw new GatewayError(status, `${message}; nothing was sent`, { reason, headers })
}
