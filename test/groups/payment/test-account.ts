import { findPaymentHost } from '../../../src/groups/hosts.ts'
import type { PaymentAccount } from '../../../src/groups/payment/payssam.ts'

/** An account at one of the product's hosts, with invented credentials. */
export function testAccount(host: string): PaymentAccount {
  const found = findPaymentHost(host)
  if (!found) throw new Error(`${host} is not in the table`)
  return {
    ...found,
    apiKey: 'test-api-key',
    memberId: 'test-member',
    merchantId: 'test-merchant',
    businessNumber: '1112233333',
  }
}
