import { ACCOUNT_SECRETS } from '../../base/groups.ts'
import { findMisplaced, type KnownSecret } from '../../base/misplaced.ts'
import { type Account, FIELDS, type Field, type Values } from '../api/accounts.ts'
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
export function parsePaste(account: Account, text: string, now: number): PasteResult {
  const result = read(account, text, now)
  const flaw = result === NOTHING ? findMisplacedWord(account, unwrap(text)) : findFlaw(account, result.values)
  return flaw ? { values: {}, notes: [flaw] } : result
}

function read(account: Account, text: string, now: number): PasteResult {
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

/** Why values are not sent to the gateway, which would refuse them. */
export function findFlaw(account: Account, values: Values): Flaw | undefined {
  const misplaced = ACCOUNT_SECRETS[account]
    .map((place, at) => findMisplaced(place, values[FIELDS[account][at] as Field] ?? ''))
    .find((known) => known !== undefined)
  if (misplaced) return toFlaw(misplaced)
  // A notes key has two parts. People often copy only the first.
  const isCut = account === 'notes' && values.token && !/^[^.]+\../.test(values.token)
  return isCut ? { type: 'no_secret_part' } : undefined
}

/** A single word that is no value of the account. A longer text has other words, which may look like secrets. */
function findMisplacedWord(account: Account, word: string): Flaw | undefined {
  const place = ACCOUNT_SECRETS[account].at(-1)
  const misplaced = place && /^[^\s{}[\]]+$/.test(word) ? findMisplaced(place, word) : undefined
  return misplaced && toFlaw(misplaced)
}

const toFlaw = ({ secret, belongsTo }: KnownSecret): Flaw => ({ type: 'misplaced', secret, belongsTo })

/** The fields of an account that have no value yet. */
export const findMissing = (account: Account, values: Values): Field[] =>
  FIELDS[account].filter((field) => !values[field]?.trim())
