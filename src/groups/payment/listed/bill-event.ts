import type { BillState } from '../../../base/bills.ts'
import type { EventType } from '../../../base/event-types.ts'
import type { EventInput } from '../../../base/events.ts'
import { type BillResult, splitPersonal } from '../result-fields.ts'

const TYPES: Readonly<Partial<Record<BillState, EventType>>> = {
  paid: 'payment.bill.paid',
  cancelled: 'payment.bill.cancelled',
  expired: 'payment.bill.expired',
}

/**
 * The event of a bill that reached a state. Undefined for a state without an event. A payment is one event, whether the
 * product reported it or the gateway read it.
 *
 * @param at when it reached that state, in epoch milliseconds
 */
export function billEvent(state: BillState, billId: string, bill: BillResult, at: number): EventInput | undefined {
  const type = TYPES[state]
  if (!type) return undefined
  const approval = state === 'paid' ? ` ${bill.appr_num ?? ''}` : ''
  const { data, personal } = splitPersonal(bill)
  return {
    ...{ type, group: 'payment', subject: billId, at, data: { ...data, bill_id: billId }, personal },
    onceKey: `${type} ${billId}${approval}`,
  }
}
