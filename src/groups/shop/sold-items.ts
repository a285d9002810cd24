import { at, count, identifier, items, text } from '../../base/lenient-json.ts'
import type { OrderSheet } from './merge-sheets.ts'

const KOREA_MS = 9 * 3_600_000

/** One ordered item of a box, without any customer data. Amounts are whole won, before discounts. */
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
  cancelledQuantity: number
  cancelledAmount: number
}

/**
 * The items of a sheet. The cancelled part of an item is counted separately. A requested cancellation does not count.
 */
export function soldItems(sheet: OrderSheet): SoldItem[] {
  const orderId = identifier(sheet.orderId) ?? null
  const day = koreanDay(sheet.orderedAt)
  return items(Array.isArray(sheet.orderItems) ? sheet.orderItems : [], (item: unknown) => {
    const bought = count(at(item, 'shippingCount')) ?? 0
    const cancelled = at(item, 'canceled') === true ? bought : Math.min(count(at(item, 'cancelCount')) ?? 0, bought)
    const price =
      parseWon(at(item, 'salesPrice')) ?? (bought > 0 ? (parseWon(at(item, 'orderPrice')) ?? 0) / bought : 0)
    const product = text(at(item, 'sellerProductName')) ?? text(at(item, 'vendorItemName'))
    const option = text(at(item, 'sellerProductItemName'))
    return {
      ...{ orderId, orderedAt: sheet.orderedAt, day, status: sheet.status, product, option },
      key: identifier(at(item, 'vendorItemId')) ?? JSON.stringify([product, option]),
      quantity: bought - cancelled,
      amount: Math.round(price * (bought - cancelled)),
      cancelledQuantity: cancelled,
      cancelledAmount: Math.round(price * cancelled),
    }
  })
}

/** Money is an object with units in version 5, and a number in version 4 (shop facts 2.4). */
function parseWon(money: unknown): number | undefined {
  const won = typeof money === 'number' ? money : Number(at(money, 'units') ?? Number.NaN)
  return Number.isSafeInteger(Math.round(won)) ? Math.round(won) : undefined
}

function koreanDay(dateTime: string | null): string | null {
  const time = Date.parse(dateTime ?? '')
  return Number.isNaN(time) ? null : new Date(time + KOREA_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)
}
