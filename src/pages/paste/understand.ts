import { type Account, FIELDS, type Field, type Values } from '../api/accounts.ts'
import { paymentFields } from './payment-fields.ts'
import { recorderTokens } from './recorder-tokens.ts'
import { sellerFields } from './seller-fields.ts'
import { shopSession } from './shop-session.ts'
import { singleValue } from './single-value.ts'
import type { Understood } from './understood.ts'

/** Finds the fields of an account in pasted text. `now` is epoch milliseconds. */
export function understand(account: Account, text: string, now: number): Understood {
  switch (account) {
    case 'recorder':
      return recorderTokens(text, now)
    case 'shop-consumer':
      return shopSession(text)
    case 'shop-seller':
      return sellerFields(text)
    case 'payment':
      return paymentFields(text)
    default:
      return singleValue(account, text)
  }
}

/** The fields of an account that have no value yet. */
export const findMissing = (account: Account, values: Values): Field[] =>
  FIELDS[account].filter((field) => !values[field]?.trim())
