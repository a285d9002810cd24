import { type Account, getGivenName, productOf } from '../api/accounts.ts'
import type { FirstTexts } from './first.ts'

/** The name of an account: that of its product, and of a further one the name that its owner gave it. */
export function nameAccount(products: FirstTexts['products'], account: Account): string {
  const given = getGivenName(account)
  return products[productOf(account)] + (given === undefined ? '' : ` (${given})`)
}
