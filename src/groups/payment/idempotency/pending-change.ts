import type { RunResult } from '../../../base/idempotency.ts'
import type { IdempotencyRecord } from '../../../gateway/idempotency/record.ts'
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
): Promise<RunResult> => changeBill(connection, call, billId)
