import type { Reply } from '../../gateway/reply.ts'
import type { RequestState } from '../../gateway/state.ts'
import type { BillAnswer } from './answers.ts'
import { newBillId } from './bill-id.ts'
import { type Connection, connectionOf } from './connection.ts'
import type { Generation } from './generation.ts'
import { type Change, perform } from './idempotency.ts'
import { generationOf } from './payssam.ts'
import type { WriteHeaders } from './schemas.ts'

/** The payment account of a request that changes something. */
export interface Partner {
  connection: Connection
  /** How calls are written for it. */
  api: Generation
  /** The caller's own id for a new bill, else a fresh one: settled before anything is sent. */
  idFor(bill: { bill_id?: string | undefined }): string
  perform(change: Change): Promise<Reply<BillAnswer>>
}

export async function partnerOf(state: RequestState, headers: WriteHeaders): Promise<Partner> {
  const connection = await connectionOf(state, headers)
  return {
    connection,
    api: generationOf(connection),
    idFor: ({ bill_id }) => bill_id ?? newBillId(connection.businessNumber, state.platform.uuid()),
    perform: (change) => perform(state, connection, headers['Idempotency-Key'], change),
  }
}
