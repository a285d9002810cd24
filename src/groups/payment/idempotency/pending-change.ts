import { GatewayError } from '../../../base/errors.ts'
import type { RunResult } from '../../../base/idempotency.ts'
import type { RequestState } from '../../../gateway/state.ts'
import { changeBill } from '../bills.ts'
import type { Change } from '../changes.ts'
import type { Connection } from '../connection.ts'
import type { ProductCall } from '../generation.ts'
import type { IdempotencyRecord } from './record.ts'

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

/**
 * Releases the record when the work fails. The work throws a failure only where nothing was sent, or the product looked
 * at nothing. After an error that nobody expected, the record stays with its run, whose outcome is then read from the bill.
 */
export async function releasingOnFailure<Value>(record: IdempotencyRecord, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof GatewayError) await record.release()
    throw error
  }
}
