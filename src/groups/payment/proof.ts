import type { BillResult } from './result-fields.ts'

/** F paid, W waiting, C cancelled, D destroyed. */
type BillState = 'F' | 'W' | 'C' | 'D'

/** Whether a bill, as read, shows that a change was made. */
export type Proof = (bill: BillResult) => boolean

/**
 * The bill is in a state that only the change leads to, any state where the change made the bill. Another price tells of
 * another bill under the same id.
 */
export const billIs =
  (price: number, state?: BillState): Proof =>
  ({ appr_state, appr_price }) =>
    (state === undefined || appr_state === state) && (appr_price === undefined || appr_price === String(price))
