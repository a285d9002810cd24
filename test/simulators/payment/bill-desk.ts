import type { Call, Work } from './calls.ts'
import { type Fields, getText, readHash } from './parameters.ts'
import type { Product } from './product.ts'
import type { Reason } from './refusals.ts'
import {
  approvalFields,
  approvedAmount,
  type Bill,
  cancelFields,
  koreanStamp,
  nextNumber,
  nextShortUrl,
  POINTS_OF_MESSAGE,
} from './state.ts'

/** Sends a bill, as a chat message that costs points or as a URL. */
export const send =
  (as: 'TALK' | 'URL'): Work =>
  async (product, call) => {
    const { state } = product
    const { fields } = call
    const hash = await hashOfNew(fields)
    const refused = whyNotNew(product, call, hash)
    if (refused) return { refused }
    const callback = getText(fields, 'callbackURL')
    if (!callback) return { refused: 'noCallback' }
    if (as === 'TALK' && state.points < POINTS_OF_MESSAGE) return { refused: 'noPoints' }

    if (as === 'TALK') state.points -= POINTS_OF_MESSAGE
    state.executed.sends += 1
    const bill = newBill(product, fields)
    bill.callback = callback
    return { fields: { bill_id: bill.id, hash, shortURL: bill.shortUrl } }
  }

/** The hash of a call that creates a bill: it has three parts with a phone (facts, section 5). */
export function hashOfNew(fields: Fields): Promise<string> {
  const phone = getText(fields, 'phone')
  return readHash(getText(fields, 'bill_id'), ...(phone ? [phone] : []), getText(fields, 'price'))
}

/** Why a bill cannot be made. */
export function whyNotNew({ state }: Product, { site, fields }: Call, hash: string): Reason | undefined {
  const id = getText(fields, 'bill_id')
  if (getText(fields, 'hash') !== hash) return 'wrongHash'
  if (site.trial && !(id.startsWith(state.partner.businessNumber) && id.length === 20)) return 'foreignId'
  return state.bills.has(id) ? 'usedId' : undefined
}

/** Puts a waiting bill into the state. */
export function newBill({ state }: Product, fields: Fields): Bill {
  const bill: Bill = {
    id: getText(fields, 'bill_id'),
    state: 'W',
    product: getText(fields, 'product_nm'),
    customerName: getText(fields, 'member_nm'),
    phone: getText(fields, 'phone'),
    price: getText(fields, 'price'),
    expires: getText(fields, 'expire_dt'),
    shortUrl: nextShortUrl(state),
  }
  state.bills.set(bill.id, bill)
  return bill
}

const ENDED: Readonly<Record<'F' | 'C' | 'D', Reason>> = { F: 'paid', C: 'cancelled', D: 'destroyed' }

/** Sends a waiting bill again, which costs the same once more. */
export const resend: Work = async ({ state }, { fields }) => {
  const bill = state.bills.get(getText(fields, 'bill_id'))
  if (!bill) return { refused: 'noBill' }
  if (bill.state !== 'W') return { refused: ENDED[bill.state] }
  if (state.points < POINTS_OF_MESSAGE) return { refused: 'noPoints' }
  state.points -= POINTS_OF_MESSAGE
  state.executed.resends += 1
  return { fields: { bill_id: bill.id } }
}

export const read: Work = async ({ state }, { fields }) => {
  const bill = state.bills.get(getText(fields, 'bill_id'))
  return bill ? { fields: { bill_id: bill.id, ...approvalFields(bill) } } : { refused: 'noBill' }
}

/** Refunds the full amount of a paid bill. */
export const cancel: Work = async ({ state, now }, { fields }) => {
  const hash = await readHash(getText(fields, 'bill_id'), getText(fields, 'price'))
  if (getText(fields, 'hash') !== hash) return { refused: 'wrongHash' }
  const bill = state.bills.get(getText(fields, 'bill_id'))
  if (!bill) return { refused: 'noBill' }
  if (bill.state === 'W') return { refused: 'notPaid' }
  if (bill.state !== 'F') return { refused: ENDED[bill.state] }
  if (approvedAmount(bill) !== getText(fields, 'price')) return { refused: 'wrongPrice' }
  bill.state = 'C'
  bill.cancel = { num: nextNumber(state), at: koreanStamp(now()) }
  state.executed.cancels += 1
  return { fields: { bill_id: bill.id, hash, ...cancelFields(bill) } }
}

/** Destroys an unpaid bill. */
export const destroy: Work = async ({ state }, { fields }) => {
  const hash = await readHash(getText(fields, 'bill_id'), getText(fields, 'price'))
  if (getText(fields, 'hash') !== hash) return { refused: 'wrongHash' }
  const bill = state.bills.get(getText(fields, 'bill_id'))
  if (!bill) return { refused: 'noBill' }
  if (bill.state !== 'W') return { refused: ENDED[bill.state] }
  if (bill.price !== getText(fields, 'price')) return { refused: 'wrongPrice' }
  bill.state = 'D'
  state.executed.destroys += 1
  return { fields: { bill_id: bill.id } }
}

/** The points of a purse, and where it is charged (facts, section 4.5). */
export const readPoints =
  (purse: 'partner' | 'shop'): Work =>
  async ({ state }) => ({
    fields: {
      balance: purse === 'partner' ? state.points : state.shopPoints,
      chargeUrl: `https://charge.payssam.example/${purse}`,
    },
  })
