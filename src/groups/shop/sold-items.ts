import { count, identifier, isObject, items, type JsonObject, text } from '../../base/json.ts'
import { getKoreanDay } from '../../base/time.ts'
import { readMoney } from './coupang.ts'
import type { OrderSheet } from './merge-sheets.ts'
import { parseTime } from './times.ts'

/** One ordered item of a box, without any customer data. Amounts are whole won, before discounts unless they say so. */
export interface SoldItem {
  orderId: string | null
  orderedAt: string | null
  /** YYYY-MM-DD in Korea. */
  day: string | null
  status: string | null
  /** The option of the product: its id, or its name. */
  key: string
  product: string | null
  option: string | null
  quantity: number
  amount: number
  /** After discounts. Null when the product does not tell them. */
  paidAmount: number | null
  cancelledQuantity: number
  cancelledAmount: number
  cancelledPaidAmount: number | null
}

/**
 * The items of a sheet. The cancelled part of an item is counted separately. A requested cancellation does not count.
 */
export function soldItems(sheet: OrderSheet): SoldItem[] {
  const orderId = identifier(sheet.orderId) ?? null
  const day = toKoreanDay(sheet.orderedAt)
  return items(Array.isArray(sheet.orderItems) ? sheet.orderItems : [], (item: unknown) => {
    if (!isObject(item)) return undefined
    const bought = count(item.shippingCount) ?? 0
    const cancelled = item.canceled === true ? bought : Math.min(count(item.cancelCount) ?? 0, bought)
    const price = parseWon(item.salesPrice) ?? (bought > 0 ? (parseWon(item.orderPrice) ?? 0) / bought : 0)
    const discount = getDiscount(item)
    const getPaid = (part: number) =>
      discount === undefined ? null : Math.round((Math.max(0, price * bought - discount) * part) / (bought || 1))
    const product = text(item.sellerProductName) ?? text(item.vendorItemName)
    const option = text(item.sellerProductItemName)
    return {
      orderId,
      orderedAt: sheet.orderedAt,
      day,
      status: sheet.status,
      product,
      option,
      key: identifier(item.vendorItemId) ?? JSON.stringify([product, option]),
      quantity: bought - cancelled,
      amount: Math.round(price * (bought - cancelled)),
      paidAmount: getPaid(bought - cancelled),
      cancelledQuantity: cancelled,
      cancelledAmount: Math.round(price * cancelled),
      cancelledPaidAmount: getPaid(cancelled),
    }
  })
}

const PARTS = ['instantCouponDiscount', 'downloadableCouponDiscount', 'coupangDiscount'] as const

/** The discount of the whole line, else the sum of its parts. A null is none. Undefined where the product says nothing. */
function getDiscount(item: JsonObject): number | undefined {
  const whole = parseWon(item.discountPrice)
  if (whole !== undefined) return whole
  const parts = PARTS.flatMap((name) => parseWon(item[name]) ?? [])
  if (parts.length === 0) return item.discountPrice === null ? 0 : undefined
  return parts.reduce((sum, part) => sum + part, 0)
}

function parseWon(money: unknown): number | undefined {
  const won = Math.round(readMoney(money) ?? Number.NaN)
  return Number.isSafeInteger(won) ? won : undefined
}

function toKoreanDay(dateTime: string | null): string | null {
  if (dateTime && IN_KOREA.test(dateTime)) return dateTime.slice(0, 'YYYY-MM-DD'.length)
  const time = parseTime(dateTime)
  return time === undefined ? null : getKoreanDay(time)
}

const IN_KOREA = /^\d\d\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?\+09:00$/
