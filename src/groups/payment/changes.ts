import { badInput } from '../../base/errors.ts'
import type { Platform } from '../../base/platform.ts'
import { newBillId } from './bill-id.ts'
import type { Connection } from './connection.ts'
import type { Generation, ProductCall } from './generation.ts'
import { koreanDay } from './korean-day.ts'
import { readPhone } from './phone.ts'
import { endsIn, makes, type Proof } from './proof.ts'
import type { AutopayCharge, AutopayMethod, BillToEnd, BillToSend, NamedBill } from './schemas.ts'

/** Who asks for a change, and how it is written. */
export interface Partner {
  connection: Connection
  api: Generation
  platform: Platform
}

/** A change of one bill, or of an account, that is ready to be sent. */
export interface Change {
  /** What the caller wants, by its meaning: an Idempotency-Key holds for this body only. */
  body: unknown
  /** The bill to read should the answer be lost; absent where there is none. */
  billId?: string
  /** The bill is a new one, and its id the caller's own: another bill may have it. */
  ownId?: boolean
  /**
   * Writes the call. Throws 400 for what cannot be sent.
   *
   * @param billId of a new bill, when a run before has chosen it
   */
  call(billId?: string): Promise<ProductCall>
  /** Absent: no bill tells if the change was made. */
  proof?: Proof
}

export const cancel = ({ connection, api }: Partner, body: BillToEnd): Change => ({
  body,
  billId: body.bill_id,
  call: () => api.cancel(connection, body),
  proof: endsIn('C', body.price),
})

export const destroy = ({ connection, api }: Partner, body: BillToEnd): Change => ({
  body,
  billId: body.bill_id,
  call: () => api.destroy(connection, body),
  proof: endsIn('D', body.price),
})

export function request(partner: Partner, bill: BillToSend): Change {
  const { connection, api, platform } = partner
  // One number has many spellings.
  const body = { ...bill, phone: readPhone(bill.phone).digits }
  const billId = newId(partner, bill)
  return {
    body,
    billId,
    ownId: bill.bill_id !== undefined,
    async call(bill_id = billId) {
      const today = koreanDay(platform.now())
      if (bill.expire_dt < today) throw badInput(`expire_dt: is in the past: today in Korea is ${today}`)
      return api.request(connection, { ...body, bill_id })
    },
    proof: makes(['W', 'F', 'C', 'D'], bill.price),
  }
}

export const resend = ({ connection, api }: Partner, body: NamedBill): Change => ({
  body,
  billId: body.bill_id,
  call: () => api.resend(connection, body),
})

export const manageAutopay = ({ connection, api }: Partner, body: AutopayMethod): Change => ({
  body,
  call: () => api.manageAutopay(connection, body),
})

export function requestAutopay(partner: Partner, body: AutopayCharge): Change {
  const { connection, api } = partner
  const billId = newId(partner, body)
  return {
    body,
    billId,
    ownId: body.bill_id !== undefined,
    call: (bill_id = billId) => api.requestAutopay(connection, { ...body, bill_id }),
    // A bill that waits is no charge: the customer has no method yet.
    proof: makes(['F'], body.price),
  }
}

/** The caller's own id for a new bill, else a fresh one: settled before anything is sent. */
const newId = ({ connection, platform }: Partner, { bill_id }: { bill_id?: string | undefined }): string =>
  bill_id ?? newBillId(connection.businessNumber, platform.uuid())
