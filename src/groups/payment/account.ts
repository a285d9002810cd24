import type { AccountConnector } from '../../accounts/accounts.ts'
import { findBill } from './bill.ts'
import { listStoredBills } from './bill-list.ts'
import { newBillId } from './changes.ts'
import { parseAccount, storedConnection } from './payssam.ts'

export const paymentAccount: AccountConnector = {
  account: 'payment',
  group: 'payment',
  fields: {
    host: 'PAYMENT_HOST',
    api_key: 'PAYMENT_API_KEY',
    member_id: 'PAYMENT_MEMBER_ID',
    merchant_id: 'PAYMENT_MERCHANT_ID',
    business_number: 'PAYMENT_BUSINESS_NUMBER',
  },
  parse: parseAccount,
  // Reads a bill id that was never used. If the product says that there is no such bill, the connection works.
  async probe(upstream) {
    const connection = storedConnection(upstream)
    const { businessNumber, baseUrl, memberId, merchantId } = await connection.account()
    await findBill(connection, newBillId(businessNumber, crypto.randomUUID()))
    // The product names nobody, and the member and the merchant are as secret as the key.
    const ownId = JSON.stringify([baseUrl, memberId, merchantId])
    return { ownId, identity: businessNumber.replace(/^(\d{3})(\d{2})(\d{5})$/, '$1-$2-$3') }
  },
  async findNewest(upstream) {
    const { bills } = await listStoredBills(upstream, { limit: 1 })
    const [bill] = bills
    return bill && { title: bill.product_nm, at: Date.parse(bill.sent_at ?? '') || null }
  },
}
