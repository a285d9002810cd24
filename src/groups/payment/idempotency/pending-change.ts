import { GatewayError } from '../../../base/errors.ts'
import type { RunResult } from '../../../base/once.ts'
import type { OnceRun } from '../../../gateway/once.ts'
import type { RequestState } from '../../../gateway/state.ts'
import { withinLimits } from '../../../gateway/usage.ts'
import type { ProductCall } from '../api-version.ts'
import { changeBill } from '../bills.ts'
import type { Mutation } from '../changes.ts'
import type { Connection } from '../connection.ts'
import { beginBill, dropBill, findStoredBill, noteBill } from '../listed/bill-store.ts'
import { getReading } from '../listed/reading.ts'
import type { BillResult } from '../result-fields.ts'

/** One change that a request asks for. */
export interface PendingChange {
  state: RequestState
  connection: Connection
  change: Mutation
}

/** Sends the call of a change. A request does this once, whatever the outcome. */
export async function sendChange(
  pending: PendingChange,
  call: ProductCall,
  billId = pending.change.billId,
): Promise<RunResult> {
  const { state, connection, change } = pending
  if (billId === undefined) return changeBill(connection, call, { billId })
  const { explanation } = change
  const getStoredPrice = async () => (await findStoredBill(pending, billId))?.price ?? undefined
  const explain = (bill: BillResult) => explanation?.(bill, getStoredPrice)
  const about = { billId, ...(explanation && { explain }) }
  const run = state.platform.uuid()
  const bill = change.listed && { ...change.listed, bill_id: billId, sentAt: state.platform.now() }
  if (bill) await beginBill(pending, run, bill)
  let result: RunResult
  try {
    result = await changeBill(connection, call, about)
  } catch (error) {
    if (bill && error instanceof GatewayError) await dropBill(pending, run, billId)
    throw error
  }
  if (result.answer.ok) {
    const at = state.platform.now()
    const fields = result.answer.value
    const { becomes } = change
    const reading = getReading(fields, at) ?? (becomes && { state: becomes, at, fields })
    if (reading) await noteBill(pending, billId, reading, bill)
  } else if (bill && result.state === 'done') await dropBill(pending, run, billId)
  return result
}

/** Sends a change within the limits of the caller. All runs of one Idempotency-Key count once. */
export const spending = <Result extends RunResult>(
  { state, change }: PendingChange,
  { id, run }: Pick<OnceRun, 'id' | 'run'>,
  send: () => Promise<Result>,
): Promise<Result> => withinLimits(state, { id, run, amount: change.amount }, send)
