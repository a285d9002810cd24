import { hashOfNew, newBill, whyNotNew } from './bill-desk.ts'
import type { Work } from './calls.ts'
import { getText } from './parameters.ts'
import { approvalFields, koreanStamp, nextNumber, nextShortUrl } from './state.ts'

/** Opens the page where a customer changes the card: the call itself changes nothing (facts, section 4.3). */
export const manage: Work = async ({ state }, { body, fields }) => {
  if (fields.bill_id !== undefined && fields.price !== undefined) {
    if (getText(fields, 'hash') !== (await hashOfNew(fields))) return { refused: 'wrongHash' }
  }
  const customer = getText(body, 'customer')
  const shortUrl = nextShortUrl(state)
  state.managePages.push({ ...(customer && { customer }), shortUrl })
  return { fields: { shortURL: shortUrl } }
}

/**
 * Charges the customer's registered payment method. Without one, v1 creates a waiting bill, with the URL where the
 * customer registers and pays. v2 refuses.
 */
export const charge =
  (withoutMethod: 'wait' | 'refuse'): Work =>
  async (product, call) => {
    const { state, now } = product
    const { body, fields } = call
    const hash = await hashOfNew(fields)
    const refused = whyNotNew(product, call, hash)
    if (refused) return { refused }
    const customer = getText(body, 'customer')
    const registered = state.methods.has(customer)
    if (!registered && withoutMethod === 'refuse') return { refused: 'noMethod' }

    const bill = newBill(product, fields)
    if (customer) bill.customer = customer
    if (!registered) return { fields: { bill_id: bill.id, hash, shortURL: bill.shortUrl } }
    bill.state = 'F'
    bill.approval = { num: nextNumber(state), at: koreanStamp(now()) }
    state.executed.charges += 1
    return { fields: { bill_id: bill.id, hash, shortURL: bill.shortUrl, ...approvalFields(bill) } }
  }
