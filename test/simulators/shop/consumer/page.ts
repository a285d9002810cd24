import { koreanYear } from '../../korean-time.ts'
import type { ConsumerOrder } from './order.ts'
import { orderView } from './order-view.ts'
import type { ConsumerSwitches } from './switches.ts'

/** The most orders of a page, whatever is requested (facts 4.1). */
const MAX_SIZE = 10
const RECENT_MS = 183 * 86_400_000

interface PageQuery {
  /** 0: the recent half year */
  requestYear: number
  pageIndex: number
  size: number
}

export function readPageQuery(query: URLSearchParams): PageQuery | undefined {
  const number = (name: string, standard: number) => Number(query.get(name) || standard)
  const asked = { requestYear: number('requestYear', 0), pageIndex: number('pageIndex', 0), size: number('size', 5) }
  const sound = Object.values(asked).every((value) => Number.isInteger(value) && value >= 0) && asked.size > 0
  return sound ? { ...asked, size: Math.min(asked.size, MAX_SIZE) } : undefined
}

/** The newest first. `hasNext` outlives a year: then `nextYear` drops by one and `nextPageIndex` is 0 (facts 4.2). */
export function pageModel(all: ConsumerOrder[], asked: PageQuery, now: number, switches: ConsumerSwitches): object {
  const { requestYear, pageIndex, size } = asked
  const recent = requestYear === 0
  const listed = all
    .filter(({ orderedAt }) => (recent ? orderedAt >= now - RECENT_MS : koreanYear(orderedAt) === requestYear))
    .sort((a, b) => b.orderedAt - a.orderedAt)
  const start = pageIndex * size
  const more = listed.length > start + size
  const older = !recent && all.some(({ orderedAt }) => koreanYear(orderedAt) < requestYear)
  const orders = listed
    .slice(start, start + size)
    .map((order) => shaped(orderView(order, switches.flatVendor), switches))

  return {
    [switches.unknownShape === 'page' ? 'orders' : 'orderList']: orders,
    pageIndex,
    size,
    hasNext: more || older,
    nextPageIndex: more ? pageIndex + 1 : older ? 0 : null,
    nextYear: more ? requestYear : older ? requestYear - 1 : null,
    partial: switches.partial,
  }
}

function shaped(seen: Record<string, unknown>, { unknownShape, memberId }: ConsumerSwitches) {
  const order = { ...seen, memberId }
  if (unknownShape === 'order') return { ...order, deliveryGroupList: undefined }
  if (unknownShape === 'product') return { ...order, deliveryGroupList: [{ productList: [{ name: '생수' }] }] }
  return order
}
