import { ACCOUNT_SECRETS } from '../../base/groups.ts'
import { findMisplaced, type KnownSecret } from '../../base/misplaced.ts'
import { FIELDS, type Field, type Product, type Values } from '../api/accounts.ts'
import { shopSession } from './cookies.ts'
import {
  type Flaw,
  NOTHING,
  type PasteResult,
  paymentFields,
  recorderTokens,
  sellerFields,
  singleValue,
  unwrap,
} from './fields.ts'

/**
 * Finds the fields of an account in pasted text. What belongs to another account, or is incomplete, fills none. `now` is
 * epoch milliseconds.
 */
export function parsePaste(product: Product, text: string, now: number): PasteResult {
  const result = read(product, text, now)
  const flaw = result === NOTHING ? findMisplacedWord(product, unwrap(text)) : findFlaw(product, result.values)
  return flaw ? { values: {}, notes: [flaw] } : result
}

function read(product: Product, text: string, now: number): PasteResult {
  switch (product) {
    case 'recorder':
      return recorderTokens(text, now)
    case 'shop-consumer':
      return shopSession(text)
    case 'shop-seller':
      return sellerFields(text)
    case 'payment':
      return paymentFields(text)
    default:
      return singleValue(product, text)
  }
}

/** Why values are not sent to the gateway, which would refuse them. */
export function findFlaw(product: Product, values: Values): Flaw | undefined {
  const misplaced = ACCOUNT_SECRETS[product]
    .map((place, at) => findMisplaced(place, values[FIELDS[product][at] as Field] ?? ''))
    .find((known) => known !== undefined)
  if (misplaced) return toFlaw(misplaced)
  // A notes key has two parts. People often copy only the first.
  const isCut = product === 'notes' && values.token && !/^[^.]+\../.test(values.token)
  return isCut ? { type: 'no_secret_part' } : undefined
}

/** A single word that is no value of the account. A longer text has other words, which may look like secrets. */
function findMisplacedWord(product: Product, word: string): Flaw | undefined {
  const place = ACCOUNT_SECRETS[product].at(-1)
  const misplaced = place && /^[^\s{}[\]]+$/.test(word) ? findMisplaced(place, word) : undefined
  return misplaced && toFlaw(misplaced)
}

const toFlaw = ({ secret, belongsTo }: KnownSecret): Flaw => ({ type: 'misplaced', secret, belongsTo })

/** The fields of an account that have no value yet. */
export const findMissing = (product: Product, values: Values): Field[] =>
  FIELDS[product].filter((field) => !values[field]?.trim())
