import type { AccountConnector } from '../../accounts/connector.ts'
import { connectionBy } from './connection.ts'
import { fetchOrders } from './orderpage.ts'
import { listOrderSheets } from './ordersheets.ts'

/** How long a window of order sheets is read, in milliseconds: it needs one call, and names the vendor. */
const WINDOW_MS = 60_000

export const sellerAccount: AccountConnector = {
  account: 'shop-seller',
  group: 'shop',
  fields: { vendor_id: 'SHOP_VENDOR_ID', access_key: 'SHOP_ACCESS_KEY', secret_key: 'SHOP_SECRET_KEY' },
  // At the latest (shop facts, section 2.3).
  validDays: 180,
  async probe(upstream) {
    const now = upstream.platform.now()
    const iso = (ms: number) => new Date(ms).toISOString()
    const window = { createdAtFrom: iso(now - WINDOW_MS), createdAtTo: iso(now) }
    await listOrderSheets(connectionBy(upstream), { ...window, status: 'ACCEPT' })
    return {}
  },
}

export const consumerAccount: AccountConnector = {
  account: 'shop-consumer',
  group: 'shop',
  fields: { session: 'SHOP_SESSION' },
  async probe(upstream) {
    await fetchOrders(connectionBy(upstream), { pageIndex: 0, pageSize: 1 })
    return {}
  },
}
