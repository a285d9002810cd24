import { fingerprint } from '../../base/crypto.ts'
import { hasStatus } from '../../base/errors.ts'
import type { FoundEvent } from '../../base/events.ts'
import { identifier, text } from '../../base/json.ts'
import { addDays, DAY_MS, getKoreanDay, KOREA_MS } from '../../base/time.ts'
import { isConnected } from '../../upstream/credentials.ts'
import {
  type EventSource,
  type FetchPage,
  type Found,
  matchCursorAccount,
  NewItemDetector,
  type PollContext,
  type PollResult,
  pollLibrary,
} from '../../upstream/polling.ts'
import { fetchUpstreamPage, hasNextInYear } from './consumer.ts'
import { type CallLimits, type Connection, connectionBy } from './coupang.ts'
import type { InquiryRow } from './inquiries.outputs.ts'
import { fetchInquiryPage, getInquiryKey, INQUIRY_TYPES, type InquiryType, toInquiryRows } from './inquiries.ts'
import { type FetchListPage, type ListPage, NO_ROWS, readLists, shareTime, TooMuch } from './lists.ts'
import type { OrderSheet, PageModel } from './orders.outputs.ts'
import { consumerOrder, flattenOrders } from './orders.ts'
import type { ReturnRow } from './outputs.ts'
import { pace } from './pace.ts'
import { fetchReturnPage, RETURN_STATUSES, type ReturnStatus, refusesList, toReturnRows } from './returns.ts'
import { fetchSheetPage, mergeSheets, type OrderSheetStatus, orderSheetStatuses } from './sheets.ts'
import { halve, type KoreanWindow, parseTime } from './window.ts'

const HOUR_MS = 3_600_000
/** The age of the rows that each poll reads. */
const NEWEST_MS = 3 * HOUR_MS
/** The age, in days, of the rows that are read once an hour. A row may appear days after its order. */
const ALL_DAYS = 8
/** How long seen keys are stored, in milliseconds. */
const KEEP_MARKS_MS = 5 * ALL_DAYS * DAY_MS
/** The product accepts five. This leaves room for a poll that follows at once and for callers. */
const CALLS_PER_SECOND = 2

/** Rows of the sellers' side, in one list for each status. */
interface StatusLists<Status, Row> {
  /** In the order of a row's life. */
  statuses: readonly [Status, ...Status[]]
  /**
   * The statuses in which a new row appears. A row that passed all of them between two polls is found within the hour.
   */
  newStatuses: readonly Status[]
  fetchPage(
    connection: Connection,
    status: Status,
    window: KoreanWindow,
    token: string,
    limits?: CallLimits,
  ): Promise<ListPage>
  toRows(pages: readonly (readonly unknown[])[]): readonly Row[]
}

/**
 * Each poll reads the lists with new rows for the last three hours, by minutes, with one call each. Once an hour it reads
 * all lists for eight days in Korea, page by page. A window that takes the product too long is read in parts. A list that
 * the product refuses is skipped, unless it refuses all of them.
 */
async function pollLists<Status, Row>(
  ask: PollContext,
  { statuses, newStatuses, fetchPage, toRows }: StatusLists<Status, Row>,
  result: PollResult<Row>,
): Promise<Found> {
  const { upstream } = ask
  const connection = connectionBy(upstream)
  const awaitSlot = pace(upstream.platform, CALLS_PER_SECOND)
  const now = upstream.platform.now()
  const recent: KoreanWindow = { form: 'minute', from: getMinute(now - NEWEST_MS), to: getMinute(now) }
  const days: KoreanWindow = { form: 'day', from: getKoreanDay(now - (ALL_DAYS - 1) * DAY_MS), to: getKoreanDay(now) }
  const fetchOrDivide = async (status: Status, window: KoreanWindow, token: string): Promise<ListPage> => {
    await awaitSlot()
    try {
      const limits = { isWide: true, limitMs: shareTime(upstream.deadline.leftMs) }
      return await fetchPage(connection, status, window, token, limits)
    } catch (error) {
      if (!hasStatus(error, 504)) throw error
      const list: FetchListPage = (...asked) => fetchPage(connection, status, ...asked)
      const parts = await readLists(connection, halve(window), [list], error.message).catch((failure) => {
        // Too much for one poll is no refusal: the next poll tries again.
        throw failure instanceof TooMuch ? error : failure
      })
      return { data: parts.flat(), nextToken: '' }
    }
  }
  const newest: FetchPage<Row> = async () => {
    const pages: (readonly unknown[])[] = []
    const refusals: unknown[] = []
    for (const status of newStatuses) {
      try {
        pages.push((await fetchOrDivide(status, recent, '')).data)
      } catch (error) {
        if (!refusesList(error)) throw error
        refusals.push(error)
      }
    }
    if (pages.length === 0) throw refusals[0]
    return { rows: toRows(pages), next: undefined }
  }
  /** The cursor is the index of a list and the token of its page. */
  const all: FetchPage<Row> = async (place) => {
    const [index = '0', token = ''] = String(place ?? '0 ').split(' ')
    const status = statuses[Number(index)] ?? statuses[0]
    const { data, nextToken } = await fetchOrDivide(status, days, token).catch((error): ListPage => {
      // A token may be too old. That is for the caller to see.
      if (token !== '' || !refusesList(error)) throw error
      return NO_ROWS
    })
    const following = statuses.indexOf(status) + 1
    const isEnd = nextToken === '' || nextToken === token
    const next = following < statuses.length ? `${following} ` : undefined
    return { rows: toRows([data]), next: isEnd ? next : `${following - 1} ${nextToken}` }
  }
  const account = fingerprint(await connection.vendorId())
  return pollLibrary(ask, { account, newest, all }, result)
}

const getMinute = (ms: number) => new Date(ms + KOREA_MS).toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length)

/**
 * Order sheets of the connected vendor, once each, whatever their status when found. At rest, with a poll every 120 s,
 * that is 60 calls an hour plus six, plus one for each 50 sheets of a status beyond its first 50. Sheets that appear more
 * than eight days after their order are not reported.
 */
export const sheetSource: EventSource = {
  name: 'shop-seller.ordersheets',
  account: 'shop-seller',
  types: ['shop.ordersheet.created'],
  keepMarksMs: KEEP_MARKS_MS,
  isConnected: (upstream) => isConnected(upstream, 'shop-seller'),
  poll: (ask) => pollLists(ask, sheetLists, new NewItemDetector(ask, { getKey: sheetKey, toEvent: toSheetEvent })),
}

const sheetLists: StatusLists<OrderSheetStatus, OrderSheet> = {
  statuses: orderSheetStatuses,
  newStatuses: ['ACCEPT', 'INSTRUCT'],
  fetchPage: fetchSheetPage,
  toRows: mergeSheets,
}

const sheetKey = ({ shipmentBoxId }: OrderSheet) => (shipmentBoxId === null ? undefined : String(shipmentBoxId))

/** A sheet appears when it is paid. Everything in it that is not listed here may be about the customer. */
function toSheetEvent(sheet: OrderSheet, now: number): FoundEvent {
  const time = parseTime(text(sheet.paidAt) ?? sheet.orderedAt) ?? now
  const { shipmentBoxId, status, orderedAt, ...personal } = sheet
  return {
    type: 'shop.ordersheet.created',
    subject: String(shipmentBoxId),
    at: Math.min(time, now),
    data: { shipmentBoxId, status, orderedAt },
    personal,
    onceKey: `shop.ordersheet.created ${shipmentBoxId}`,
  }
}

/**
 * Returns and cancellations of the connected vendor, once each, whatever their status. With one poll every five minutes
 * at most, that is 36 calls an hour, plus five when each list has one page.
 */
export const returnSource: EventSource = {
  name: 'shop-seller.returns',
  account: 'shop-seller',
  types: ['shop.return.created'],
  atLeastMs: 300_000,
  keepMarksMs: KEEP_MARKS_MS,
  isConnected: (upstream) => isConnected(upstream, 'shop-seller'),
  poll: (ask) => pollLists(ask, returnLists, new NewItemDetector(ask, { getKey: returnKey, toEvent: toReturnEvent })),
}

const returnLists: StatusLists<ReturnStatus, ReturnRow> = {
  statuses: RETURN_STATUSES,
  newStatuses: ['RU', 'UC', 'CANCEL'],
  fetchPage: fetchReturnPage,
  toRows: toReturnRows,
}

const returnKey = ({ receipt_id }: ReturnRow) => receipt_id

function toReturnEvent(row: ReturnRow, now: number): FoundEvent {
  const time = parseTime(row.created_at) ?? now
  const { comment, ...data } = row
  return {
    type: 'shop.return.created',
    subject: row.receipt_id,
    at: Math.min(time, now),
    data,
    personal: { comment },
    onceKey: `shop.return.created ${row.receipt_id}`,
  }
}

/**
 * Questions of customers, once each: about products, and those that the call centre handed on. The product's windows are
 * days, at most seven. With one poll every five minutes at most, that is 24 calls an hour, plus two when each list has
 * one page.
 */
export const inquirySource: EventSource = {
  name: 'shop-seller.inquiries',
  account: 'shop-seller',
  types: ['shop.inquiry.created'],
  atLeastMs: 300_000,
  keepMarksMs: KEEP_MARKS_MS,
  isConnected: (upstream) => isConnected(upstream, 'shop-seller'),
  poll: (ask) =>
    pollLists(ask, inquiryLists, new NewItemDetector(ask, { getKey: getInquiryKey, toEvent: toInquiryEvent })),
}

const MOST_INQUIRY_DAYS = 7

const inquiryLists: StatusLists<InquiryType, InquiryRow> = {
  statuses: INQUIRY_TYPES,
  newStatuses: INQUIRY_TYPES,
  async fetchPage(connection, type, { form, from, to }, token, limits) {
    const [first, last] = [from, to].map((time) => time.slice(0, 'YYYY-MM-DD'.length)) as [string, string]
    const earliest = addDays(last, 1 - MOST_INQUIRY_DAYS)
    const window: KoreanWindow = { form: 'day', from: [first, earliest].sort()[1] ?? last, to: last }
    const page = await fetchInquiryPage(connection, type, window, token, limits)
    if (form === 'day' || page.nextToken === '') return page
    // The newest hours have one page, so their days are read whole.
    const rest = await inquiryLists.fetchPage(connection, type, { form, from, to }, page.nextToken, limits)
    return { data: [...page.data, ...rest.data], nextToken: '' }
  },
  toRows: toInquiryRows,
}

function toInquiryEvent(row: InquiryRow, now: number): FoundEvent {
  const time = parseTime(row.asked_at) ?? now
  const { question, replies, ...data } = row
  return {
    type: 'shop.inquiry.created',
    subject: row.inquiry_id,
    at: Math.min(time, now),
    data,
    personal: { question, replies },
    onceKey: `shop.inquiry.created ${getInquiryKey(row)}`,
  }
}

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
  account: 'shop-consumer',
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
    return pollLibrary(
      { ...ask, cursor },
      { account, newest, all },
      new NewItemDetector(ask, { getKey: orderKey, toEvent: toOrderEvent }),
    )
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

const orderKey = (order: Order) => consumerOrder(order).orderId ?? undefined

function toOrderEvent(order: Order, now: number): FoundEvent | undefined {
  const { orderId, orderedAt, title } = consumerOrder(order)
  if (orderId === null || isBefore(order, now - LATEST_MS)) return undefined
  const rows = flattenOrders([order])
  const { ordered_at = null, ordered_at_kst = null } = rows[0] ?? {}
  return {
    type: 'shop.order.created',
    subject: orderId,
    at: Math.min(orderedAt ?? now, now),
    data: { order_id: orderId, ordered_at, ordered_at_kst },
    personal: { title, rows },
    onceKey: `shop.order.created ${orderId}`,
  }
}
