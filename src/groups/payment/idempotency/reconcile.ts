import type { BillResult } from '../result-fields.ts'

/** F paid, W waiting, C cancelled, D destroyed. */
type BillState = 'F' | 'W' | 'C' | 'D'
const STATES: readonly string[] = ['F', 'W', 'C', 'D'] satisfies BillState[]

/** A bill as it was read; undefined where the product knows none. */
export type Reading = BillResult | undefined

/**
 * What a bill, read after the answer to a change was lost, says of that change: it was made, nothing was done, or the
 * bill does not tell.
 *
 * @param fresh whether it is known that there was no such bill before the change was sent
 */
export type Proof = (bill: Reading, fresh: boolean) => 'done' | 'undone' | 'nothing'

/** Whether the reading tells that there is a bill: an answer without a known state does not. */
export const exists = (bill: Reading): boolean | undefined =>
  bill === undefined ? false : STATES.includes(bill.appr_state ?? '') || undefined

/** Of a change that leads a bill into a state which nothing else leads to: in any other state it was not made. */
export const endsIn =
  (state: BillState, price: number): Proof =>
  (bill) => {
    if (exists(bill) === false) return 'undone'
    if (!bill || !exists(bill)) return 'nothing'
    if (bill.appr_state !== state) return 'undone'
    return hasPrice(bill, price) ? 'done' : 'nothing'
  }

/**
 * Of a change that makes a bill, in one of these states. A bill that may have been there before is no proof: the product
 * then refused to make another one (decisions.md section 7).
 */
export const makes =
  (states: readonly BillState[], price: number): Proof =>
  (bill, fresh) => {
    if (exists(bill) === false) return 'undone'
    if (!bill || !exists(bill) || !fresh) return 'nothing'
    return states.some((state) => state === bill.appr_state) && hasPrice(bill, price) ? 'done' : 'nothing'
  }

/** Another price tells of another bill under the same id. */
const hasPrice = ({ appr_price }: BillResult, price: number) => appr_price === undefined || appr_price === String(price)
