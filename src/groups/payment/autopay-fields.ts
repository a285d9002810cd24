import { badInput } from '../../base/errors.ts'
import { isObject, member } from '../../base/json.ts'
import { billHash } from './hash.ts'

type Fields = Readonly<Record<string, unknown>>

/** The `bill` of a body that is passed on. Undefined without one. Throws 400 when it is no object. */
export function billIn({ bill }: Fields): Fields | undefined {
  if (bill === undefined || isObject(bill)) return bill
  throw badInput('bill: must be an object')
}

/**
 * The fields to pass on: the price as text, as the product requires, and the hash if a bill id and a price have none.
 */
export async function withHash(fields: Fields, idName: 'bill_id' | 'billId'): Promise<Fields> {
  const { [idName]: bill_id, hash, phone } = fields
  const price = priceText(fields.price)
  if (price === undefined) return fields
  const exact = { ...fields, price }
  if (hash || typeof bill_id !== 'string') return exact
  return { ...exact, hash: await billHash({ bill_id, phone: typeof phone === 'string' ? phone : undefined, price }) }
}

/** The amount in won that the fields request. 0 without one. An invalid price is refused when the fields are sent. */
export const amountIn = (fields: Fields): number =>
  Math.max(0, ...[fields.price, member(fields.bill, 'price')].map(Number).filter(Number.isFinite))

/** At most ten digits, from text or an integer. Nothing is rounded. */
function priceText(price: unknown): string | undefined {
  if (price === undefined) return undefined
  const text = typeof price === 'number' ? String(price) : price
  if (typeof text === 'string' && /^\d{1,10}$/.test(text)) return text
  throw badInput('price: must be an integer of at most 10 digits')
}
