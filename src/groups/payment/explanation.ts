import { badInput, conflict, type GatewayError } from '../../base/errors.ts'
import type { BillResult } from './result-fields.ts'

/** Why the product must have refused a change, by the bill as it was read after that; undefined where the bill does not tell. */
export type Explanation = (bill: BillResult) => GatewayError | undefined

/** The product cancels paid bills only, and for the whole amount. */
export const whyNotCancelled =
  (price: number): Explanation =>
  ({ appr_state, appr_price }) => {
    if (appr_state === 'W') return conflict('not paid: nothing was cancelled; destroy takes it back')
    return appr_state === 'F' ? otherPrice(price, appr_price) : undefined
  }

/** The product destroys unpaid bills only. */
export const whyNotDestroyed =
  (price: number): Explanation =>
  ({ appr_state, appr_price }) => {
    if (appr_state === 'F') return conflict('paid: nothing was destroyed; cancel gives the money back')
    return appr_state === 'W' ? otherPrice(price, appr_price) : undefined
  }

const otherPrice = (price: number, actual: string | undefined) =>
  actual !== undefined && /^\d+$/.test(actual) && actual !== String(price)
    ? badInput(`price: the amount of the bill is ${actual} won`)
    : undefined
