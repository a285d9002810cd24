import type { AccountConnector } from '../../accounts/accounts.ts'
import { at, identifier, list, number, text } from '../../base/json.ts'
import { DAY_MS, getKoreanDay } from '../../base/time.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { fetchOrders } from './consumer.ts'
import { connectionBy } from './coupang.ts'
import { listOrderSheets } from './sheets.ts'
import { parseTime } from './window.ts'

/**
 * The length of the tested window of order sheets, in milliseconds. Reading it takes one call and needs the vendor's
 * id.
 */
const WINDOW_MS = 60_000

/**
 * The days in which the newest order sheet is searched for: a busy seller has it today, and a month of another one is
 * short.
 */
const SEARCHED_DAYS = [1, 30]

export const sellerAccount: AccountConnector = {
  account: 'shop-seller',
  group: 'shop',
  fields: { vendor_id: 'SHOP_VENDOR_ID', access_key: 'SHOP_ACCESS_KEY', secret_key: 'SHOP_SECRET_KEY' },
  // The product expires keys after this time.
  validDays: 180,
  async probe(upstream) {
    const now = upstream.platform.now()
    const iso = (ms: number) => new Date(ms).toISOString()
    const window = { createdAtFrom: iso(now - WINDOW_MS), createdAtTo: iso(now) }
    const connection = connectionBy(upstream)
    await listOrderSheets(connection, { ...window, status: 'ACCEPT' })
    const vendorId = await connection.vendorId()
    return { ownId: vendorId, identity: vendorId }
  },
  async findNewest(upstream) {
    const now = upstream.platform.now()
    for (const days of SEARCHED_DAYS) {
      const window = { createdAtFrom: getKoreanDay(now - days * DAY_MS), createdAtTo: getKoreanDay(now) }
      const sheet = (await listOrderSheets(connectionBy(upstream), window)).findLast(({ orderedAt }) => orderedAt)
      const [item] = list(sheet?.orderItems)
      if (sheet) return { title: text(at(item, 'vendorItemName')), at: parseTime(sheet.orderedAt) ?? null }
    }
    return undefined
  },
}

const fetchNewestOrder = async (upstream: UpstreamContext) =>
  (await fetchOrders(connectionBy(upstream), { pageIndex: 0, pageSize: 1 })).orderList

export const consumerAccount: AccountConnector = {
  account: 'shop-consumer',
  group: 'shop',
  fields: { session: 'SHOP_SESSION' },
  async probe(upstream) {
    const [order] = await fetchNewestOrder(upstream)
    // The product names the owner of the session on an order only.
    const member = identifier(order?.memberId) ?? undefined
    return { ownId: member, identity: member }
  },
  async findNewest(upstream) {
    const [order] = await fetchNewestOrder(upstream)
    return order && { title: text(order.title), at: number(order.orderedAt) }
  },
}
