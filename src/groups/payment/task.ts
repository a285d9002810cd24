import { GatewayError } from '../../base/errors.ts'
import type { Ending } from '../../base/idempotency.ts'
import type { RequestState } from '../../gateway/state.ts'
import type { Change } from './changes.ts'
import type { Connection } from './connection.ts'
import type { ProductCall } from './generation.ts'
import { changeBill } from './payssam.ts'
import type { IdempotencyRecord } from './record.ts'

/** One change, asked for by one request. */
export interface Task {
  state: RequestState
  connection: Connection
  change: Change
}

/** The same with the record of its Idempotency-Key. */
export interface RecordedTask extends Task {
  record: IdempotencyRecord
}

/** Sends the call: once for each request, whatever becomes of it. */
export const send = ({ state, connection, change }: Task, call: ProductCall, billId = change.billId): Promise<Ending> =>
  changeBill(state.outgoing, connection, call, billId)

/**
 * Gives the record free when the work fails: a failure is thrown only where nothing was sent, or nothing looked at. After
 * any other error the run stays without an end, and is found out.
 */
export async function orRelease<Value>(record: IdempotencyRecord, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof GatewayError) await record.release()
    throw error
  }
}
