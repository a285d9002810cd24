import { conflict, GatewayError } from '../../../base/errors.ts'
import type { RunResult } from '../../../base/once.ts'
import { SUCCESS } from '../../../gateway/http/envelope.ts'
import { type Reply, reply } from '../../../gateway/http/respond.ts'
import { type OnceAnswer, type OnceRun, once, readAnswer } from '../../../gateway/once.ts'
import type { BillAnswer } from '../answers.ts'
import { findBill } from '../bills.ts'
import { USED_ID } from '../codes.ts'
import { splitPersonal } from '../result-fields.ts'
import { withoutDuplicate } from './duplicates.ts'
import { type PendingChange, sendChange, spending } from './pending-change.ts'
import { exists } from './reconcile.ts'
import { findChange, sendAgain } from './recovery.ts'

/** Makes a change, only once per Idempotency-Key if the caller sent one. */
export async function runIdempotent(pending: PendingChange, key: string | undefined): Promise<Reply<BillAnswer>> {
  const made = await (key === undefined ? runPlain(pending) : runOnce(pending, key))
  const { fields: result, headers } = readAnswer(made)
  return reply({ ...SUCCESS.payment, result }, 200, headers)
}

async function runPlain(pending: PendingChange): Promise<OnceAnswer> {
  const { state, change } = pending
  const id = state.platform.uuid()
  const { answer } = await withoutDuplicate(pending, id, () =>
    spending(pending, { id, run: id }, async () => sendChange(pending, await change.call())),
  )
  return { answer, replayed: false }
}

async function runOnce(pending: PendingChange, key: string): Promise<OnceAnswer> {
  const { state, connection, change } = pending
  const { body, billId, ownId = false } = change
  const { baseUrl, memberId, merchantId } = await connection.account()
  return once(state, {
    account: [baseUrl, memberId, merchantId],
    key,
    body,
    billId,
    looks: ownId,
    async send(run) {
      const { before } = run
      if (!before) return withoutDuplicate(pending, run.id, () => spending(pending, run, () => sendFirst(pending, run)))
      const call = await change.call(before.billId)
      return spending(pending, run, () => sendAgain(pending, call, before))
    },
    find: (before) => findChange(pending, before),
    // LEDGER is not encrypted, so it has nothing about the person who paid.
    recorded: (answer) => (answer.ok ? { ...answer, value: splitPersonal(answer.value).data } : answer),
  })
}

/** Sends the change if nothing was ever sent under the key. */
async function sendFirst(pending: PendingChange, run: OnceRun): Promise<RunResult> {
  const { change } = pending
  const call = await change.call()
  if (change.ownId && change.billId !== undefined) await checkUnused(pending, run, change.billId)
  return sendChange(pending, call)
}

/**
 * Reads the bill before anything is sent: a bill with a caller's own id proves something later only if it did not exist
 * before. An id in use is refused here. The product would also refuse it, but its response could get lost and leave the
 * outcome unknown. When the bill cannot be read, nothing is sent and the key stays usable.
 */
async function checkUnused({ connection }: PendingChange, run: OnceRun, billId: string): Promise<void> {
  const isThere = exists(await findBill(connection, billId).catch(throwNothingSent))
  if (isThere) throw conflict(USED_ID.message)
  await run.startSending(isThere === false)
}

/** Throws an error that says that reading failed and nothing was sent. */
function throwNothingSent(error: unknown): never {
  if (!(error instanceof GatewayError) || error.status < 500) throw error
  const { status, message, reason, headers } = error
  throw new GatewayError(status, `${message}; nothing was sent`, { reason, headers })
}
