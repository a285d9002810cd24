import type { PaymentAccount } from './account.ts'
import type { Generation } from './api-version.ts'
import { billIn, withHash } from './autopay-fields.ts'
import { billHash } from './hash.ts'
import { readPhone } from './phone.ts'

const auth = ({ apiKey, memberId, merchantId }: PaymentAccount) => ({
  apikey: apiKey,
  member: memberId,
  merchant: merchantId,
})

/** Bill fields are in `bill` for calls that create a bill, and next to the connection in all others. */
export const v1: Generation = {
  async request(account, { bill_id, product_nm, message, member_nm, expire_dt, callback_url, ...bill }) {
    const phone = readPhone(bill.phone).digits
    const price = String(bill.price)
    return {
      path: account.sends === 'url' ? '/if/bill/url' : '/if/bill/send',
      body: {
        ...auth(account),
        bill: {
          bill_id,
          product_nm,
          message,
          member_nm,
          phone,
          price,
          hash: await billHash({ bill_id, phone, price }),
          expire_dt,
          callbackURL: callback_url,
        },
      },
    }
  },

  resend: async (account, { bill_id }) => ({ path: '/if/bill/resend', body: { ...auth(account), bill_id } }),

  read: async (account, { bill_id }) => ({ path: '/if/bill/read', body: { ...auth(account), bill_id } }),

  async cancel(account, { bill_id, price }) {
    return { path: '/if/bill/cancel', body: { ...auth(account), ...(await hashed(bill_id, price)) } }
  },

  async destroy(account, { bill_id, price }) {
    return { path: '/if/bill/destroy', body: { ...auth(account), ...(await hashed(bill_id, price)) } }
  },

  // bill_type M changes a registered payment method.
  async manageAutopay(account, body) {
    const bill = { bill_type: 'M', ...(await withHash(billIn(body) ?? {}, 'bill_id')) }
    return { path: '/if/rp/manage', body: { ...(await withHash(body, 'bill_id')), bill, ...auth(account) } }
  },

  // bill_type PE is recurring: it charges the payment method that the customer registered.
  async requestAutopay(account, { customer, bill_id, product_nm, price }) {
    const bill = { product_nm, bill_type: 'PE', ...(await hashed(bill_id, price)) }
    return { path: '/if/bill/url', body: { ...auth(account), customer, bill } }
  },
}

async function hashed(bill_id: string, price: number) {
  const digits = String(price)
  return { bill_id, price: digits, hash: await billHash({ bill_id, price: digits }) }
}
