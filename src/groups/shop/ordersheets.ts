import { at, items, text } from '../../base/json.ts'
import type { Connection } from './connection.ts'
import { readLists, readPage } from './lists.ts'
import { mergeSheets, type OrderSheet, type OrderSheetStatus, orderSheetStatuses } from './merge-sheets.ts'
import { type CreatedAtWindow, type UpstreamWindow, upstreamWindow } from './window.ts'

/** Version 5, which returns amounts as objects with a currency. */
const orderSheetsPath = (vendorId: string) =>
  `/v2/providers/openapi/apis/api/v5/vendors/${encodeURIComponent(vendorId)}/ordersheets`

/**
 * One page of the sheets with one status in a window. @param token the token from the page before; '' for the first
 * page
 */
export async function fetchSheetPage(
  { callAsSeller }: Connection,
  status: OrderSheetStatus,
  { form, parameters }: UpstreamWindow,
  token: string,
) {
  const list = [...parameters, ['status', status] as const]
  if (form === 'day') list.push(['maxPerPage', '50'])
  if (token) list.push(['nextToken', token])
  return readPage(await callAsSeller({ path: orderSheetsPath, parameters: list }))
}

export interface OrderSheetQuery extends CreatedAtWindow {
  /** All six when absent. */
  status?: OrderSheetStatus | undefined
  /** Only sheets with an item that is to be shipped on this day or earlier, and was not. */
  ship_by?: string | undefined
}

const NOT_SHIPPED: readonly unknown[] = ['ACCEPT', 'INSTRUCT']

/** The product names the day on each item. */
const isDue = ({ status, orderItems }: OrderSheet, day: string): boolean =>
  NOT_SHIPPED.includes(status) &&
  items(orderItems, (item) => text(at(item, 'estimatedShippingDate'))).some(
    (date) => /^\d{4}-/.test(date) && date.slice(0, 10) <= day,
  )

const TOO_MUCH =
  'createdAtFrom, createdAtTo: the order sheets of this window cannot all be had in one request: ask for a narrower window, or for one status'

/**
 * All order sheets of a window, by the time of the order. Throws 400 for an invalid window, and for one that cannot be
 * read completely. Throws 502 for a repeated token.
 */
export async function listOrderSheets(
  connection: Connection,
  { status, ship_by, ...query }: OrderSheetQuery,
): Promise<OrderSheet[]> {
  const window = upstreamWindow(query)
  // In the order of a sheet's life, because the product reads its lists at any moment between request and response.
  const lists = (status ? [status] : orderSheetStatuses).map(
    (wanted) => (token: string) => fetchSheetPage(connection, wanted, window, token),
  )
  const sheets = mergeSheets(await readLists(connection, lists, TOO_MUCH))
  return ship_by === undefined ? sheets : sheets.filter((sheet) => isDue(sheet, ship_by))
}
