import { fingerprint } from '../../base/crypto.ts'
import type { EventInput } from '../../base/events.ts'
import { identifier } from '../../base/json.ts'
import { DAY_MS } from '../../base/time.ts'
import { isConnected } from '../../upstream/credentials.ts'
import {
  type EventSource,
  type FetchPage,
  matchCursorAccount,
  NewItemDetector,
  pollLibrary,
} from '../../upstream/polling.ts'
import { type Connection, connectionBy } from './connection.ts'
import { consumerOrder } from './consumer-order.ts'
import { flattenOrders } from './flatten.ts'
import { fetchUpstreamPage } from './orderpage.ts'
import { hasNextInYear, type PageModel } from './page-model.ts'

type Order = PageModel['orderList'][number]

/** An order that appears later than this is not reported. */
const LATEST_MS = 14 * DAY_MS

/** The product's recent window, about half a year. It spans the turn of the year. */
const RECENT = { requestYear: 0, size: 10 }

/**
 * Orders of the connected customer, once each.
 * Each poll reads the ten newest orders of the recent window, and further pages while they contain new ones. An order
 * may appear late, so once an hour the orders of 14 days are read. The site is no official API and blocks frequent
 * callers, so it is polled every five minutes at most. At rest that is 12 calls an hour, plus one for each 10 orders of
 * 14 days beyond the first 10.
 */
export const orderSource: EventSource = {
  name: 'shop-consumer.orders',
  types: ['shop.order.created'],
  atLeastMs: 300_000,
  keepMarksMs: 4 * LATEST_MS,
  isConnected: (upstream) => isConnected(upstream, 'shop-consumer'),
  async poll(ask) {
    const connection = connectionBy(ask.upstream)
    const pages = readPages(connection)
    const first = await pages(undefined)
    const member = first.rows.flatMap((order) => identifier(order.memberId) ?? [])[0]
    const { account, cursor } = matchCursorAccount(ask.cursor, member && fingerprint(member))
    const since = ask.upstream.platform.now() - LATEST_MS
    const newest: typeof pages = async (place) => (place === undefined ? first : pages(place))
    const all: typeof pages = async (place) => {
      const page = await newest(place)
      return { ...page, next: page.rows.some((order) => isBefore(order, since)) ? undefined : page.next }
    }
    return pollLibrary({ ...ask, cursor }, { account, newest, all }, new NewItemDetector(ask, { getKey, toEvent }))
  },
}

const readPages =
  (connection: Connection): FetchPage<Order> =>
  async (place) => {
    const position = { ...RECENT, pageIndex: Number(place ?? 0) }
    const page = await fetchUpstreamPage(connection, position)
    return { rows: page.orderList, next: hasNextInYear(page, position) ? position.pageIndex + 1 : undefined }
  }

const isBefore = (order: Order, time: number) => (consumerOrder(order).orderedAt ?? time) < time

const getKey = (order: Order) => consumerOrder(order).orderId ?? undefined

function toEvent(order: Order, now: number): EventInput | undefined {
  const { orderId, orderedAt, title } = consumerOrder(order)
  if (orderId === null || isBefore(order, now - LATEST_MS)) return undefined
  const rows = flattenOrders([order])
  const { ordered_at = null, ordered_at_kst = null } = rows[0] ?? {}
  return {
    type: 'shop.order.created',
    group: 'shop',
    subject: orderId,
    at: Math.min(orderedAt ?? now, now),
    data: { order_id: orderId, ordered_at, ordered_at_kst },
    personal: { title, rows },
    onceKey: `shop.order.created ${orderId}`,
  }
}
