import type { RunResult } from '../../../base/idempotency.ts'
import type { IdempotencyRecord } from '../../../gateway/idempotency/record.ts'
import { withinLimits } from '../../../gateway/spending.ts'
import type { RequestState } from '../../../gateway/state.ts'
import { changeBill } from '../bills.ts'
import type { Change } from '../changes.ts'
import type { Connection } from '../connection.ts'
import type { ProductCall } from '../generation.ts'

/** One change that one request asks for. */
export interface PendingChange {
  state: RequestState
  connection: Connection
  change: Change
}

/** The same with the record of its Idempotency-Key. */
export interface RecordedChange extends PendingChange {
  record: IdempotencyRecord
}

/** Sends the call of a change. A request does this once, whatever comes of it. */
export const sendChange = (
  { connection, change }: PendingChange,
  call: ProductCall,
  billId = change.billId,
): Promise<RunResult> => changeBill(connection, call, { billId, explanation: change.explanation })

/** Sends a change within the limits of the caller: all runs of one key count once. */
export const spending = <Result extends RunResult>(
  { state, change, record }: RecordedChange,
  send: () => Promise<Result>,
): Promise<Result> => withinLimits(state, { id: record.id, run: record.run, amount: change.amount }, send)
