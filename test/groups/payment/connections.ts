import type { Connection } from '../../../src/groups/payment/connection.ts'
import { productHost } from '../../../src/groups/payment/hosts.ts'

/** A connection to one of the product's hosts, with invented credentials. */
export function connectionTo(host: string): Connection {
  const found = productHost(host)
  if (!found) throw new Error(`${host} is not in the table`)
  return {
    ...found,
    apiKey: 'test-api-key',
    memberId: 'test-member',
    merchantId: 'test-merchant',
    businessNumber: '1112233333',
  }
}
