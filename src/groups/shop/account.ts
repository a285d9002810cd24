import type { Connectable } from '../../accounts/accounts.ts'
import { fetchOrders } from './consumer.ts'
import { connectionBy } from './coupang.ts'
import { listOrderSheets } from './sheets.ts'

/**
 * The length of the tested window of order sheets, in milliseconds. Reading it takes one call and needs the vendor's
 * id.
 */
const WINDOW_MS = 60_000

export const sellerAccount: Connectable = {
  account: 'shop-seller',
  group: 'shop',
  fields: { vendor_id: 'SHOP_VENDOR_ID', access_key: 'SHOP_ACCESS_KEY', secret_key: 'SHOP_SECRET_KEY' },
  // The product expires keys after this time.
  validDays: 180,
  async probe(upstream) {
    const now = upstream.platform.now()
    const iso = (ms: number) => new Date(ms).toISOString()
    const window = { createdAtFrom: iso(now - WINDOW_MS), createdAtTo: iso(now) }
    await listOrderSheets(connectionBy(upstream), { ...window, status: 'ACCEPT' })
    return {}
  },
}

export const consumerAccount: Connectable = {
  account: 'shop-consumer',
  group: 'shop',
  fields: { session: 'SHOP_SESSION' },
  async probe(upstream) {
    await fetchOrders(connectionBy(upstream), { pageIndex: 0, pageSize: 1 })
    return {}
  },
}
