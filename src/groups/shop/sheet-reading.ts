import { at, list } from '../../base/json.ts'
import type { Connection } from './connection.ts'
import { mergeSheets, type OrderSheet } from './merge-sheets.ts'

const v5 = (vendorId: string) => `/v2/providers/openapi/apis/api/v5/vendors/${encodeURIComponent(vendorId)}`

/** The sheet of a box; undefined where the answer holds none. @param box digits */
export const fetchSheet = async (connection: Connection, box: string): Promise<OrderSheet | undefined> =>
  readSheets(await connection.callAsSeller({ path: (vendorId) => `${v5(vendorId)}/ordersheets/${box}` }))[0]

/** The sheets of all boxes of an order. @param order digits */
export const fetchOrderSheets = async (connection: Connection, order: string): Promise<OrderSheet[]> =>
  readSheets(await connection.callAsSeller({ path: (vendorId) => `${v5(vendorId)}/${order}/ordersheets` }))

/** `data` is one sheet or a list. */
function readSheets(envelope: unknown): OrderSheet[] {
  const data = at(envelope, 'data')
  return mergeSheets([Array.isArray(data) ? list(data) : [data]])
}
