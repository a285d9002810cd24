import type { Product } from './product.ts'
import { approvalFields, isPast, koreanStamp, nextNumber } from './state.ts'

/**
 * What the product posts to a partner when a bill was paid (facts, section 4.4). It is repeated until the response is
 * `0000`.
 */
export interface ApprovalCallback {
  url: string
  body: Readonly<Record<string, string | null>>
}

/** A report before the approval: the state of a payment, and nothing of it (facts, section 4.4). */
export function reportEarly({ state }: Product, billId: string): ApprovalCallback {
  const nothing = { appr_dt: null, appr_num: null, appr_price: null }
  return {
    url: state.bills.get(billId)?.callback ?? '',
    body: { apikey: state.partner.apiKey, bill_id: billId, appr_state: 'F', appr_pay_type: 'CARD_VAN', ...nothing },
  }
}

/** How a bill is paid. `bySeller`: also after its last day. `amount`: where it is not the price. */
export interface Payment {
  bySeller?: boolean
  amount?: number
}

/** A customer pays. Throws for a bill that does not wait, or no longer. */
export function payBill(
  { state, now }: Product,
  billId: string,
  { bySeller = false, amount }: Payment = {},
): ApprovalCallback {
  const bill = state.bills.get(billId)
  if (bill?.state !== 'W') throw new Error(`${billId} does not wait for a payment`)
  if (!bySeller && bill.expires && isPast(bill.expires, now())) throw new Error(`${billId} expired on ${bill.expires}`)
  bill.state = 'F'
  bill.approval = {
    num: nextNumber(state),
    at: koreanStamp(now()),
    ...(amount !== undefined && { price: String(amount) }),
  }
  return {
    url: bill.callback ?? '',
    body: { apikey: state.partner.apiKey, bill_id: bill.id, ...approvalFields(bill) },
  }
}
