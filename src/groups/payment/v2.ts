import type { PaymentAccount } from './account.ts'
import type { Generation } from './api-version.ts'
import { billIn, withHash } from './autopay-fields.ts'
import { billHash } from './hash.ts'
import { readPhone } from './phone.ts'

/** "Payment cancelled", for the customer; the product takes at most 20 characters. */
const CANCEL_REASON = '결제 취소'

const auth = ({ apiKey, memberId, merchantId }: PaymentAccount) => ({
  apiKey,
  member: memberId,
  merchant: merchantId,
})

/** Bill fields are always in `bill`, and response fields in `data`. */
export const v2: Generation = {
  async request(account, { bill_id, product_nm, message, member_nm, expire_dt, callback_url, ...bill }) {
    const phone = readPhone(bill.phone).digits
    const price = String(bill.price)
    return {
      path: '/bill',
      body: {
        ...auth(account),
        bill: {
          billId: bill_id,
          productName: product_nm,
          message,
          memberName: member_nm,
          phone,
          price,
          hash: await billHash({ bill_id, phone, price }),
          expireDt: expire_dt,
          callbackUrl: callback_url,
          sendType: account.sends === 'url' ? 'URL' : 'TALK',
        },
      },
    }
  },

  resend: async (account, { bill_id }) => ({ path: '/bill/resend', body: named(account, bill_id) }),

  read: async (account, { bill_id }) => ({ path: '/bill/read', body: named(account, bill_id) }),

  async cancel(account, { bill_id, price }) {
    const bill = { ...(await hashed(bill_id, price)), cancelReason: CANCEL_REASON }
    return { path: '/bill/cancel', body: { ...auth(account), bill } }
  },

  async destroy(account, { bill_id, price }) {
    return { path: '/bill/destroy', body: { ...auth(account), bill: await hashed(bill_id, price) } }
  },

  async manageAutopay(account, body) {
    const bill = billIn(body)
    const fields = await withHash(body, 'billId')
    return {
      path: '/rp/manage',
      body: { ...fields, ...(bill && { bill: await withHash(bill, 'billId') }), ...auth(account) },
    }
  },

  // Only the path of this call is documented. Its fields follow the other calls and v1.
  async requestAutopay(account, { customer, bill_id, product_nm, price }) {
    const bill = { productName: product_nm, ...(await hashed(bill_id, price)) }
    return { path: '/bill/rp', body: { ...auth(account), customer, bill } }
  },
}

const named = (account: PaymentAccount, bill_id: string) => ({ ...auth(account), bill: { billId: bill_id } })

async function hashed(bill_id: string, price: number) {
  const digits = String(price)
  return { billId: bill_id, price: digits, hash: await billHash({ bill_id, price: digits }) }
}
