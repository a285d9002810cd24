import * as z from 'zod'
import { at, count, flag, identifier, items, text } from '../../base/lenient-json.ts'
import { fetchLists } from './claim-pages.ts'
import type { Connection } from './connection.ts'
import { exactId, exactIdField } from './coupang.ts'
import { toKoreanDateTime } from './korean-date-time.ts'
import { readPage } from './ordersheets.ts'

/** The lists of returns. CANCEL lists orders that were cancelled while they were only paid (shop facts 2.6). */
export const RETURN_STATUSES = ['RU', 'UC', 'PR', 'CC', 'CANCEL'] as const
export type ReturnStatus = (typeof RETURN_STATUSES)[number]

const word = (description: string) => z.string().nullable().describe(description)

/** A return or a cancellation, without the name, phone and address of the person who requested it. */
export const returnRow = () =>
  z.object({
    receipt_id: z.string().describe('Id of the return'),
    order_id: word('Order'),
    type: word('RETURN or CANCEL'),
    status: word('Such as RELEASE_STOP_UNCHECKED, RETURNS_UNCHECKED, VENDOR_WAREHOUSE_CONFIRM or RETURNS_COMPLETED'),
    created_at: word('ISO 8601, Korean time'),
    modified_at: word('ISO 8601, Korean time'),
    reason: word('The reason in the words of the product'),
    reason_code: word('Its code'),
    comment: word('What the customer wrote'),
    fault: word('Who is responsible: COUPANG, VENDOR, CUSTOMER, WMS or GENERAL'),
    quantity: z.int().nullable().describe('Items in all'),
    release_stop: word('Whether the shipment is stopped, in the words of the product'),
    is_refunded_first: z.boolean().nullable().describe('Whether the customer is refunded before the items are back'),
    items: z
      .array(
        z.object({
          vendor_item_id: word('Option of the product'),
          product: word('Product'),
          name: word('Product with its option'),
          quantity: z.int().nullable().describe('Items that come back'),
          ordered: z.int().nullable().describe('Items that were ordered'),
          shipment_box_id: exactIdField('Box in which it was sent'),
          is_released: z.boolean().nullable().describe('Whether it was sent already'),
        }),
      )
      .describe('What comes back'),
    pickup: z
      .array(z.object({ carrier: word('Code of the carrier'), invoice_number: z.string().describe('Invoice number') }))
      .describe('Invoices under which the items come back'),
  })
export type ReturnRow = z.output<ReturnType<typeof returnRow>>

const returnsPath = (vendorId: string) =>
  `/v2/providers/openapi/apis/api/v6/vendors/${encodeURIComponent(vendorId)}/returnRequests`

/** A range of days is read in pages, a range of minutes with one call (shop facts 2.6). */
export interface ReturnWindow {
  form: 'day' | 'minute'
  /** `YYYY-MM-DD`, or `YYYY-MM-DDTHH:mm`; Korean time, inclusive */
  from: string
  to: string
}

/** One page of one list. @param token of the previous page, '' for the first */
export async function fetchReturnPage(
  { callAsSeller }: Connection,
  status: ReturnStatus,
  window: ReturnWindow,
  token: string,
) {
  const parameters = [
    ['createdAtFrom', window.from],
    ['createdAtTo', window.to],
    status === 'CANCEL' ? ['cancelType', 'CANCEL'] : ['status', status],
    ...(window.form === 'minute' ? [['searchType', 'timeFrame']] : [['maxPerPage', '50']]),
    ...(token ? [['nextToken', token]] : []),
  ] as [string, string][]
  return readPage(await callAsSeller({ path: returnsPath, parameters }))
}

export interface ReturnQuery {
  from: string
  to: string
  status?: ReturnStatus | undefined
}

/** All returns that were requested on these days in Korea, oldest first. */
export async function listReturns(connection: Connection, { from, to, status }: ReturnQuery): Promise<ReturnRow[]> {
  const window: ReturnWindow = { form: 'day', from, to }
  const lists = (status ? [status] : RETURN_STATUSES).map(
    (wanted) => (token: string) => fetchReturnPage(connection, wanted, window, token),
  )
  return toReturnRows(await fetchLists(connection, lists))
}

/** Each return once, oldest first. If its status changed between two calls, two lists have it; the later one counts. */
export function toReturnRows(rows: readonly unknown[]): ReturnRow[] {
  const byId = new Map<string, ReturnRow>()
  for (const row of items(rows, readReturn)) byId.set(row.receipt_id, row)
  return [...byId.values()].sort((a, b) => byDateTime(a.created_at, b.created_at))
}

export const byDateTime = (a: string | null, b: string | null) => {
  const [one, other] = [a ?? '9', b ?? '9']
  return one < other ? -1 : one > other ? 1 : 0
}

function readReturn(row: unknown): ReturnRow | undefined {
  const receipt_id = identifier(at(row, 'receiptId'))
  if (receipt_id === null) return undefined
  const getText = (name: string) => text(at(row, name))
  return {
    receipt_id,
    order_id: identifier(at(row, 'orderId')),
    type: getText('receiptType'),
    status: getText('receiptStatus'),
    created_at: toKoreanDateTime(at(row, 'createdAt')),
    modified_at: toKoreanDateTime(at(row, 'modifiedAt')),
    reason: getText('reasonCodeText') ?? getText('cancelReasonCategory2') ?? getText('cancelReasonCategory1'),
    reason_code: getText('reasonCode'),
    comment: getText('cancelReason'),
    fault: getText('faultByType'),
    quantity: count(at(row, 'cancelCountSum')),
    release_stop: getText('releaseStopStatus'),
    is_refunded_first: flag(at(row, 'preRefund')),
    items: items(at(row, 'returnItems'), readItem),
    pickup: items(at(row, 'returnDeliveryDtos'), (delivery) => {
      const invoice_number = text(at(delivery, 'deliveryInvoiceNo'))?.trim()
      return invoice_number ? { carrier: text(at(delivery, 'deliveryCompanyCode')), invoice_number } : undefined
    }),
  }
}

function readItem(item: unknown): ReturnRow['items'][number] {
  const released = at(item, 'releaseStatus')
  return {
    vendor_item_id: identifier(at(item, 'vendorItemId')),
    product: text(at(item, 'sellerProductName')),
    name: text(at(item, 'vendorItemName')),
    quantity: count(at(item, 'cancelCount')),
    ordered: count(at(item, 'purchaseCount')),
    shipment_box_id: exactId(at(item, 'shipmentBoxId')),
    is_released: released === 'Y' ? true : released === 'N' ? false : null,
  }
}
