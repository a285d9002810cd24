import { badInput, hasStatus } from '../../base/errors.ts'
import { at } from '../../base/json.ts'
import {
  addDays,
  DAY_MS,
  endOfKoreanDay,
  getKoreanDay,
  isoInstant,
  KOREA_MS,
  localTime,
  startOfKoreanDay,
} from '../../base/time.ts'
import { BudgetSpent } from '../../upstream/context.ts'
import { fetchUpstreamPage, hasNextInYear } from './consumer.ts'
import type { Connection } from './coupang.ts'
import type { PageModel } from './orders.outputs.ts'

/** Korea's offset, all year. */
const KOREA = '+09:00'

/** Date and time with an optional offset, in every form of ISO 8601, and with a space between date and time. */
const PRODUCT_TIME =
  /^(\d{4})-?(\d\d)-?(\d\d)[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,3})\d*)?)?\s?(?:(Z)|([+-]\d\d):?(\d\d)?)?$/i

/** The years 1 to 9999, in epoch milliseconds. */
const LATEST = Date.parse('9999-12-31T00:00:00Z')

/**
 * The epoch milliseconds of a time of the product. Without an offset it is Korean time, and older samples have epoch
 * milliseconds. Undefined for what is no time.
 */
export function parseTime(value: unknown): number | undefined {
  const time = typeof value === 'string' ? parseText(value.trim()) : value
  return typeof time === 'number' && Math.abs(time) <= LATEST ? time : undefined
}

function parseText(text: string): number {
  const [, year, month, day, hour, minute, second = '00', fraction = '0', utc, hours, minutes = '00'] =
    PRODUCT_TIME.exec(text) ?? []
  const offset = utc ? 'Z' : hours ? `${hours}:${minutes}` : KOREA
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}${offset}`)
}

/** ISO 8601 in Korean time, in whole seconds. Null for what is no time. */
export function toDateTime(value: unknown): string | null {
  const time = parseTime(value)
  return time === undefined ? null : localTime(Math.floor(time / 1000) * 1000, KOREA)
}

const FORM = /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/

/** A range of days is read in pages, a range of minutes with one call. */
export interface KoreanWindow {
  form: 'day' | 'minute'
  /** `YYYY-MM-DD`, or `YYYY-MM-DDTHH:mm`; Korean time, both included */
  from: string
  to: string
  /** The product's list takes days only, so that a day is not divided. */
  onlyDays?: true
}

export interface CreatedAtWindow {
  /** `YYYY-MM-DD`, `YYYY-MM-DDTHH:mm`, or ISO 8601 with an offset */
  createdAtFrom: string
  createdAtTo: string
}

/**
 * A window of a caller, both ends included. Throws 400 for invalid dates, mixed forms, an end before the
 * start, and windows of more than 30 days or of a full 24 h.
 */
export function readCreatedAt(window: CreatedAtWindow): KoreanWindow {
  const createdAtFrom = koreanTime(window.createdAtFrom)
  const createdAtTo = koreanTime(window.createdAtTo)
  const from = epochMs('createdAtFrom', createdAtFrom)
  const to = epochMs('createdAtTo', createdAtTo)
  if (createdAtFrom.length !== createdAtTo.length)
    throw badInput('createdAtTo: must have the same form as createdAtFrom, YYYY-MM-DD or YYYY-MM-DDTHH:mm')
  if (to < from) throw badInput('createdAtTo: must not be before createdAtFrom')

  const form = createdAtFrom.includes('T') ? 'minute' : 'day'
  if (form === 'day' && to - from > 30 * DAY_MS)
    throw badInput('createdAtTo: must be at most 30 days after createdAtFrom')
  if (form === 'minute' && to - from >= DAY_MS)
    throw badInput(
      'createdAtTo: must be less than 24 hours after createdAtFrom; for a longer window send both as YYYY-MM-DD',
    )

  return { form, from: createdAtFrom, to: createdAtTo }
}

/** A window of fewer minutes is not divided: the product answers for an hour of any shop. */
const LEAST_MINUTES = 120

/** A minute of a window, in milliseconds since 1970 as if it were UTC. */
const toMinute = (text: string) => Date.parse(`${text}Z`)
const formatMinute = (ms: number) => new Date(ms).toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length)
const MINUTE_MS = 60_000

/** The first and the last minute of a window. */
const toMinutes = ({ form, from, to }: KoreanWindow): [first: string, last: string] =>
  form === 'day' ? [`${from}T00:00`, `${to}T23:59`] : [from, to]

/** How wide a window is, in minutes. */
export function getWidth(window: KoreanWindow): number {
  const [first, last] = toMinutes(window)
  return (toMinute(last) - toMinute(first)) / MINUTE_MS + 1
}

/** The two halves of a window: of days, or of the minutes of one day. None for a short one, and for one that cannot be divided. */
export function halve(window: KoreanWindow): KoreanWindow[] {
  const { form, from, to, ...rest } = window
  if (form === 'day' && from !== to) {
    const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
    const start = addDays(from, Math.floor(days / 2))
    return [
      { form, from, to: addDays(start, -1), ...rest },
      { form, from: start, to, ...rest },
    ]
  }
  if (rest.onlyDays) return []
  const [first, last] = toMinutes(window)
  const minutes = getWidth(window)
  if (minutes < LEAST_MINUTES) return []
  const start = toMinute(first) + Math.floor(minutes / 2) * MINUTE_MS
  return [
    { form: 'minute', from: first, to: formatMinute(start - MINUTE_MS) },
    { form: 'minute', from: formatMinute(start), to: last },
  ]
}

/** Converts a time with an offset to a minute in Korean time. Other text is not changed. */
function koreanTime(text: string): string {
  const timestamp = isoInstant(text)
  return timestamp === undefined
    ? text
    : new Date(timestamp + KOREA_MS).toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length)
}

function epochMs(field: keyof CreatedAtWindow, text: string): number {
  const timestamp = FORM.test(text) ? Date.parse(text.length === 10 ? text : `${text}Z`) : Number.NaN
  // Date.parse reads 30 February as 2 March.
  if (Number.isNaN(timestamp) || !new Date(timestamp).toISOString().startsWith(text))
    throw badInput(
      `${field}: must be a date as YYYY-MM-DD or YYYY-MM-DDTHH:mm, Korean time, or ISO 8601 with an offset`,
    )
  return timestamp
}

/** The most orders per page that the product returns. */
const SIZE = 10

interface OrderWindow {
  /** Days in Korea as `YYYY-MM-DD`, both included. The end defaults to today. */
  orderedFrom: string
  orderedTo?: string | undefined
}

/**
 * All orders of a range of days, newest first. The product has no such query, so its years are read from the newest
 * order until one is older. Throws 400 when the range cannot be read completely in one request, because a partial list
 * would be misleading.
 */
export async function fetchOrdersIn(connection: Connection, window: OrderWindow): Promise<PageModel['orderList']> {
  const from = startOfKoreanDay(window.orderedFrom)
  const end = window.orderedTo === undefined ? Infinity : endOfKoreanDay(window.orderedTo)
  if (end <= from) throw badInput('orderedTo: must not be before orderedFrom')
  const newest = Math.min(end - 1, connection.upstream.platform.now())
  const orders = new Map<unknown, PageModel['orderList'][number]>()
  let position = { requestYear: koreanYear(newest), pageIndex: 0, size: SIZE }
  try {
    for (;;) {
      const page = await fetchUpstreamPage(connection, position)
      const times = page.orderList.map(orderedAt)
      for (const [index, order] of page.orderList.entries()) {
        const time = times[index] ?? null
        // An order without a time may belong to the range, and the list must not lose an order.
        if (time === null || (time >= from && time < end)) orders.set(order.orderId ?? Symbol(), order)
      }
      if (times.some((time) => time !== null && time < from)) return [...orders.values()]
      if (hasNextInYear(page, position)) position = { ...position, pageIndex: position.pageIndex + 1 }
      else if (page.hasNext)
        position = { ...position, requestYear: yearAfter(page, position.requestYear), pageIndex: 0 }
      else return [...orders.values()]
      if (position.requestYear < koreanYear(from)) return [...orders.values()]
    }
  } catch (error) {
    if (!(error instanceof BudgetSpent) && !(hasStatus(error, 504) && orders.size > 0)) throw error
    throw badInput('orderedFrom: the orders since then cannot all be had in one request: ask for a later start')
  }
}

const koreanYear = (time: number) => Number(getKoreanDay(time).slice(0, 'YYYY'.length))

/** Never the same year again, which would be an endless loop. */
const yearAfter = ({ nextYear }: PageModel, year: number) => Math.min(nextYear ?? year - 1, year - 1)

const orderedAt = (order: unknown): number | null => {
  const time = at(order, 'orderedAt')
  return typeof time === 'number' ? time : null
}
