import type { BillResult } from './result-fields.ts'
import { isState } from './results.ts'

/** F paid, W waiting, C cancelled, D destroyed. */
type BillState = 'F' | 'W' | 'C' | 'D'

/** A bill that was read. Undefined when the product knows no such bill. */
type Reading = BillResult | undefined

/**
 * Determines from a bill, read after the response to a change was lost, whether the change was made, was not made, or
 * whether the bill does not show it.
 *
 * @param fresh whether it is known that the bill did not exist before the change was sent
 */
export type Proof = (bill: Reading, fresh: boolean) => 'done' | 'undone' | 'nothing'

/** Whether the bill exists. Undefined for a response without a known state. */
export const exists = (bill: Reading): boolean | undefined =>
  bill === undefined ? false : isState(bill.appr_state) || undefined

/** For a change into a state that nothing else leads to: in any other state it was not made. */
export const endsIn =
  (state: BillState, price: number): Proof =>
  (bill) => {
    if (exists(bill) === false) return 'undone'
    if (!bill || !exists(bill)) return 'nothing'
    if (bill.appr_state !== state) return 'undone'
    return hasPrice(bill, price) ? 'done' : 'nothing'
  }

/**
 * For a change that creates a bill in one of these states. If the bill may have existed before, it proves nothing,
 * because the product then refused to create another.
 */
export const makes =
  (states: readonly BillState[], price: number): Proof =>
  (bill, fresh) => {
    if (exists(bill) === false) return 'undone'
    if (!bill || !exists(bill) || !fresh) return 'nothing'
    return states.some((state) => state === bill.appr_state) && hasPrice(bill, price) ? 'done' : 'nothing'
  }

/** A different price means that another bill has the same id. */
const hasPrice = ({ appr_price }: BillResult, price: number) => appr_price === undefined || appr_price === String(price)
