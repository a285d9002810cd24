import type { NewEvent } from '../../../base/events.ts'
import { type Approval, approvedAt } from './approval.ts'

/** The event of a paid bill. The product repeats its call, and a bill is paid once by one approval. */
export function paidEvent(approval: Approval, now: number): NewEvent {
  const { billId, bill } = approval
  return {
    type: 'payment.bill.paid',
    group: 'payment',
    subject: billId,
    at: approvedAt(approval) ?? now,
    data: bill,
    onceKey: `payment.bill.paid ${billId} ${bill.appr_num ?? ''}`,
  }
}
