import type { Connection } from './connection.ts'
import type { Generation } from './generation.ts'
import { billHash } from './hash.ts'
import { billIn, withHash } from './passed-on.ts'
import { readPhone } from './phone.ts'
import { readAnswer } from './read-answer.ts'

const auth = ({ apiKey, memberId, merchantId }: Connection) => ({
  apikey: apiKey,
  member: memberId,
  merchant: merchantId,
})

/** Bill data stands in `bill` on the calls that make one, beside the connection on all others (payment facts, section 2). */
export const v1: Generation = {
  async request(connection, { bill_id, product_nm, message, member_nm, expire_dt, callback_url, ...bill }) {
    const phone = readPhone(bill.phone).digits
    const price = String(bill.price)
    return {
      path: connection.sends === 'url' ? '/if/bill/url' : '/if/bill/send',
      body: {
        ...auth(connection),
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

  resend: async (connection, { bill_id }) => ({ path: '/if/bill/resend', body: { ...auth(connection), bill_id } }),

  read: async (connection, { bill_id }) => ({ path: '/if/bill/read', body: { ...auth(connection), bill_id } }),

  async cancel(connection, { bill_id, price }) {
    return { path: '/if/bill/cancel', body: { ...auth(connection), ...(await hashed(bill_id, price)) } }
  },

  async destroy(connection, { bill_id, price }) {
    return { path: '/if/bill/destroy', body: { ...auth(connection), ...(await hashed(bill_id, price)) } }
  },

  // bill_type M changes a registered method (payment facts, section 4.3).
  async manageAutopay(connection, body) {
    const bill = { bill_type: 'M', ...(await withHash(billIn(body) ?? {}, 'bill_id')) }
    return { path: '/if/rp/manage', body: { ...(await withHash(body, 'bill_id')), bill, ...auth(connection) } }
  },

  // bill_type PE recurs: it charges the method that the customer registered.
  async requestAutopay(connection, { customer, bill_id, product_nm, price }) {
    const bill = { product_nm, bill_type: 'PE', ...(await hashed(bill_id, price)) }
    return { path: '/if/bill/url', body: { ...auth(connection), customer, bill } }
  },

  readAnswer: (text) =>
    readAnswer(text, { fieldsIn: 'top', nameOf: (field) => (field === 'short_url' ? 'shortURL' : field) }),
}

async function hashed(bill_id: string, price: number) {
  const digits = String(price)
  return { bill_id, price: digits, hash: await billHash({ bill_id, price: digits }) }
}
