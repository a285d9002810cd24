import { badInput, conflict, type GatewayError } from '../../base/errors.ts'
import type { BillResult } from './result-fields.ts'

/**
 * Determines from a bill why a change was refused. Undefined when the bill does not show it.
 *
 * @param getStoredPrice reads the amount of the stored bill in won, which the product's read of an unpaid bill lacks
 */
export type Explanation = (
  bill: BillResult,
  getStoredPrice: () => Promise<number | undefined>,
) => Promise<GatewayError | undefined>

/** The product cancels only paid bills, and only the full amount. */
export const whyNotCancelled =
  (price: number): Explanation =>
  async ({ appr_state, appr_price }) => {
    if (appr_state === 'W') return conflict('not paid: nothing was cancelled; destroy takes it back')
    if (appr_state === 'D') return conflict('destroyed before it was paid: nothing was cancelled')
    return appr_state === 'F' ? otherPrice(price, appr_price) : undefined
  }

/** The product destroys only unpaid bills. */
export const whyNotDestroyed =
  (price: number): Explanation =>
  async ({ appr_state, appr_price }, getStoredPrice) => {
    if (appr_state === 'F') return conflict('paid: nothing was destroyed; cancel gives the money back')
    if (appr_state === 'D') return conflict('already destroyed: there is nothing more to do')
    return appr_state === 'W' ? otherPrice(price, appr_price ?? (await getStoredPrice())?.toString()) : undefined
  }

/** The product sends the message of waiting bills only. */
export const whyNotResent: Explanation = async ({ appr_state }) =>
  appr_state === 'D' ? conflict('destroyed: nothing was sent; request a new bill') : undefined

const otherPrice = (price: number, actual: string | undefined) =>
  actual !== undefined && /^\d+$/.test(actual) && actual !== String(price)
    ? badInput(`price: the amount of the bill is ${actual} won`)
    : undefined
