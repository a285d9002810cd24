import type { BillReading, BillState } from '../../base/accounts.ts'
import type { EventInput, EventType } from '../../base/events.ts'
import type { Account } from '../../base/groups.ts'
import { splitPersonal } from './result-fields.ts'

const TYPES: Readonly<Partial<Record<BillState | 'absent', EventType>>> = {
  paid: 'payment.bill.paid',
  cancelled: 'payment.bill.cancelled',
  expired: 'payment.bill.expired',
}

/**
 * The event of a bill that reached a state. Undefined for a state without an event. A bill is paid once, so its payment
 * is one event, whether the product reported it or the gateway read it.
 *
 * @param digest of its account, because bills of two accounts may have the same id
 */
export function billEvent(
  account: Account,
  digest: string,
  billId: string,
  { state, at, paidAt, fields }: BillEventReading,
): EventInput | undefined {
  const type = TYPES[state]
  if (!type) return undefined
  const { data, personal } = splitPersonal(fields)
  return {
    type,
    account,
    subject: billId,
    at: paidAt ?? at,
    data: { ...data, bill_id: billId },
    personal,
    onceKey: `${type} ${digest} ${billId}`,
  }
}

/** A reading, or what the passed last day made of it. */
type BillEventReading = Omit<BillReading, 'state'> & { state: BillState | 'absent' }
