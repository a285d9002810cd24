import * as z from 'zod'
import { at, identifier, text } from '../../base/json.ts'
import { toDateTime } from './times.ts'

/** Returns, cancellations and exchanges: what a customer asks a seller for after an order. */

export const TOO_MANY_DAYS = 'to: these days cannot be had in one request: ask for fewer days, or for one status'

export const word = (description: string) => z.string().nullable().describe(description)

/** What every claim has, without the name, phone and address of the person who requested it. */
export const claimFields = () => ({
  order_id: word('Order'),
  created_at: word('ISO 8601, Korean time'),
  modified_at: word('ISO 8601, Korean time'),
  reason: word('The reason in the words of the product'),
  reason_code: word('Its code'),
  comment: word('What the customer wrote'),
  fault: word('Who is responsible: COUPANG, VENDOR, CUSTOMER, WMS or GENERAL'),
})

/** The fields that the product names alike for every claim. */
export const readClaim = (row: unknown) => ({
  order_id: identifier(at(row, 'orderId')),
  created_at: toDateTime(at(row, 'createdAt')),
  modified_at: toDateTime(at(row, 'modifiedAt')),
  reason_code: text(at(row, 'reasonCode')),
})

/** Each claim once, oldest first, without a time at the end. Of two with the same id, the later in the list counts. */
export function oldestFirst<Row extends { created_at: string | null }>(
  rows: readonly Row[],
  getId: (row: Row) => string,
): Row[] {
  const byId = new Map(rows.map((row) => [getId(row), row]))
  return [...byId.values()].sort((a, b) => byText(a.created_at ?? '9', b.created_at ?? '9'))
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
