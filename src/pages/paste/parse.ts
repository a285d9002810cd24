import { ACCOUNT_SECRETS } from '../../base/groups.ts'
import { findMisplaced, type KnownSecret } from '../../base/misplaced.ts'
import { readToken } from '../../groups/recorder/tokens.ts'
import { FIELDS, type Field, type Product, type Values } from '../api/accounts.ts'
import { shopSession } from './cookies.ts'
import {
  NOTHING,
  normalizeValues,
  paymentFields,
  putKeysInPlace,
  recorderTokens,
  sellerFields,
  singleValue,
  unwrap,
} from './fields.ts'
import type { Flaw, PasteResult } from './notes.ts'

export { unwrap }

/**
 * Finds the fields of an account in pasted text. What belongs to another account, or is incomplete, fills none. `now` is
 * epoch milliseconds.
 */
export function parsePaste(product: Product, text: string, now: number): PasteResult {
  const result = read(product, text, now)
  const flaw = result === NOTHING ? findMisplacedWord(product, unwrap(text)) : findFlaw(product, result.values, now)
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

/** Why values are not sent to the gateway, which would refuse them. `now` is epoch milliseconds. */
export function findFlaw(product: Product, values: Values, now: number): Flaw | undefined {
  const misplaced = ACCOUNT_SECRETS[product]
    .map((place, at) => findMisplaced(place, values[FIELDS[product][at] as Field] ?? ''))
    .find((known) => known !== undefined)
  if (misplaced) return toFlaw(misplaced)
  if (Object.values(values).some((value) => hasEnded(product, value, now))) return { type: 'ended' }
  // A notes key has two parts. People often copy only the first.
  const isCut = product === 'notes' && values.token && !/^[^.]+\../.test(values.token)
  return isCut ? { type: 'no_secret_part' } : undefined
}

/** Whether a value is a JWT that says itself that it has expired, or a session of the recorder with no other token. */
function hasEnded(product: Product, value: string, now: number): boolean {
  if (product === 'recorder') return recorderTokens(value, now).notes.some(({ type }) => type === 'ended')
  const { endsAt = Infinity } = JWT.test(value.trim()) ? readToken(value.trim()) : {}
  return endsAt <= now
}

const JWT = /^ey[\w-]+\.[\w-]+\.[\w-]*$/

/** A single word that is no value of the account. A longer text has other words, which may look like secrets. */
function findMisplacedWord(product: Product, word: string): Flaw | undefined {
  const place = ACCOUNT_SECRETS[product].at(-1)
  const misplaced = place && /^[^\s{}[\]]+$/.test(word) ? findMisplaced(place, word) : undefined
  return misplaced && toFlaw(misplaced)
}

const toFlaw = ({ secret, belongsTo }: KnownSecret): Flaw => ({ type: 'misplaced', secret, belongsTo })

/** The values to send: fields of the API, trimmed and in their places. A field without a value is not sent. */
export function sentValues(values: Values, fields: readonly Field[]): Values {
  const entered = fields.map((field) => [field, (values[field] ?? '').trim()]).filter(([, value]) => value !== '')
  return putKeysInPlace(normalizeValues(Object.fromEntries(entered)))
}
