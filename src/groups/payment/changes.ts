import type { BillDetails, BillReading } from '../../base/bills.ts'
import type { Platform } from '../../base/platform.ts'
import type { PaymentAccount } from './account.ts'
import type { Generation, ProductCall } from './api-version.ts'
import { amountIn } from './autopay-fields.ts'
import { type Explanation, whyNotCancelled, whyNotDestroyed } from './explanation.ts'
import { endsIn, makes, type Proof } from './idempotency/reconcile.ts'
import { checkExpiry, newBillId } from './new-bill.ts'
import { readPhone } from './phone.ts'
import type { AutopayCharge, AutopayMethod, BillToEnd, BillToSend, NamedBill } from './schemas.ts'

/** For whom a change is made, and how its call is written. */
export interface ChangeContext {
  account: PaymentAccount
  api: Generation
  platform: Platform
  /** Where the product reports the payment of a bill whose caller names no address; undefined where it cannot. */
  callbackUrl(billId: string): Promise<string | undefined>
}

/** A change of one bill, or of an account, that is ready to be sent. */
export interface Mutation {
  /** What the caller wants, by its meaning: an Idempotency-Key holds for this body only. */
  body: unknown
  /** The body as it came, where `body` is not that. */
  sent?: unknown
  /** Won that it asks for or moves; absent where it does neither. */
  amount?: number
  /** The bill to read should the answer be lost; absent where no bill tells. */
  billId?: string
  /** Whether the caller chose the id of a new bill: then another bill may have it. */
  ownId?: boolean
  /**
   * Writes the call. Throws 400 for what cannot be sent.
   *
   * @param billId of a new bill, when a run before has chosen it
   */
  call(billId?: string): Promise<ProductCall>
  /** What is listed of the bill that it makes. */
  listed?: BillDetails & { expire_dt: string | null }
  /** The state of its bill once it is made, where the answer does not say. */
  becomes?: Exclude<BillReading['state'], 'absent'>
  /** Reads from the bill whether the change was made; absent where no bill tells. */
  proof?: Proof
  /** Reads from the bill why the change was refused, where the product's answer does not say. */
  explanation?: Explanation
}

export const cancel = ({ account, api }: ChangeContext, body: BillToEnd): Mutation => ({
  body,
  amount: body.price,
  billId: body.bill_id,
  call: () => api.cancel(account, body),
  proof: endsIn('C', body.price),
  explanation: whyNotCancelled(body.price),
  becomes: 'cancelled',
})

export const destroy = ({ account, api }: ChangeContext, body: BillToEnd): Mutation => ({
  body,
  billId: body.bill_id,
  call: () => api.destroy(account, body),
  proof: endsIn('D', body.price),
  explanation: whyNotDestroyed(body.price),
  becomes: 'destroyed',
})

export function request(context: ChangeContext, bill: BillToSend): Mutation {
  const { account, api, platform, callbackUrl } = context
  // One number has many spellings, which must count as one body.
  const { digits, formatted } = readPhone(bill.phone)
  const body = { ...bill, phone: digits }
  const { product_nm, member_nm, price, expire_dt } = bill
  const billId = newId(context, bill)
  return {
    body,
    sent: bill,
    amount: bill.price,
    billId,
    ownId: bill.bill_id !== undefined,
    async call(bill_id = billId) {
      checkExpiry(bill.expire_dt, platform.now())
      const callback_url = body.callback_url ?? (await callbackUrl(bill_id))
      return api.request(account, { ...body, bill_id, ...(callback_url && { callback_url }) })
    },
    proof: makes(['W', 'F', 'C', 'D'], bill.price),
    listed: { product_nm, member_nm, phone_masked: masked(formatted), price, expire_dt },
    becomes: 'unpaid',
  }
}

export const resend = ({ account, api }: ChangeContext, body: NamedBill): Mutation => ({
  body,
  billId: body.bill_id,
  call: () => api.resend(account, body),
})

export const manageAutopay = ({ account, api }: ChangeContext, body: AutopayMethod): Mutation => ({
  body,
  amount: amountIn(body),
  call: () => api.manageAutopay(account, body),
})

export function requestAutopay(context: ChangeContext, body: AutopayCharge): Mutation {
  const { account, api } = context
  const billId = newId(context, body)
  return {
    body,
    amount: body.price,
    billId,
    ownId: body.bill_id !== undefined,
    call: (bill_id = billId) => api.requestAutopay(account, { ...body, bill_id }),
    // A bill that waits proves no charge: the customer has registered no method yet.
    proof: makes(['F'], body.price),
    // It becomes what the product tells of it, in the answer or at the next check.
    listed: { product_nm: body.product_nm, member_nm: null, phone_masked: null, price: body.price, expire_dt: null },
  }
}

/** `010-****-5678`; of a number without a middle part, all but its end. */
const masked = (formatted: string): string =>
  formatted.replace(/\d{1,8}(?=-\d{1,8}$)/, (digits) => '*'.repeat(digits.length))

/** The caller's own id for a new bill, else a fresh one. It is chosen before anything is sent. */
const newId = ({ account, platform }: ChangeContext, { bill_id }: { bill_id?: string | undefined }): string =>
  bill_id ?? newBillId(account.businessNumber, platform.uuid())
