import * as z from 'zod'
import { at, count, flag, identifier, items, text } from '../../base/json.ts'
import { claimFields, oldestFirst, readClaim, TOO_MANY_DAYS, word } from './claims.ts'
import type { Connection } from './connection.ts'
import { exactId, exactIdField, readMoney } from './coupang.ts'
import { readLists, readPage } from './lists.ts'
import { toDateTime } from './times.ts'
import type { KoreanWindow } from './window.ts'

/** The lists of returns. CANCEL lists orders that were cancelled while they were only paid. */
export const RETURN_STATUSES = ['RU', 'UC', 'PR', 'CC', 'CANCEL'] as const
export type ReturnStatus = (typeof RETURN_STATUSES)[number]

const won = (description: string) => z.number().nullable().describe(description)

/** A return or a cancellation, without the name, phone and address of the person who requested it. */
export const returnRow = () =>
  z
    .object({
      receipt_id: z.string().describe('Id of the return'),
      type: word('RETURN or CANCEL'),
      status: word('Such as RELEASE_STOP_UNCHECKED, RETURNS_UNCHECKED, VENDOR_WAREHOUSE_CONFIRM or RETURNS_COMPLETED'),
      ...claimFields(),
      quantity: z.int().nullable().describe('Items in all'),
      release_stop: word('Whether the shipment is stopped, in the words of the product'),
      enclose_price: won('Won that the customer enclosed for the shipping'),
      return_shipping_charge: won(
        'Won that the shipping of the return is expected to cost: positive for the seller, negative for the customer',
      ),
      complete_confirm_type: word(
        'Who confirmed it: VENDOR_CONFIRM, CS_CONFIRM, CS_LOSS_CONFIRM, or UNDEFINED: nobody',
      ),
      complete_confirm_date: word('When, ISO 8601, Korean time'),
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
        .array(
          z.object({ carrier: word('Code of the carrier'), invoice_number: z.string().describe('Invoice number') }),
        )
        .describe('Invoices under which the items come back'),
    })
    .meta({ component: 'Return' })
export type ReturnRow = z.output<ReturnType<typeof returnRow>>

const returnsPath = (vendorId: string) =>
  `/v2/providers/openapi/apis/api/v6/vendors/${encodeURIComponent(vendorId)}/returnRequests`

/** One page of one list. @param token of the previous page, '' for the first */
export async function fetchReturnPage(
  { callAsSeller }: Connection,
  status: ReturnStatus,
  window: KoreanWindow,
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
  const window: KoreanWindow = { form: 'day', from, to }
  const lists = (status ? [status] : RETURN_STATUSES).map(
    (wanted) => (token: string) => fetchReturnPage(connection, wanted, window, token),
  )
  return toReturnRows(await readLists(connection, lists, TOO_MANY_DAYS))
}

/** Each return once, oldest first. If its status changed between two calls, two lists have it; the later one counts. */
export const toReturnRows = (pages: readonly (readonly unknown[])[]): ReturnRow[] =>
  oldestFirst(items(pages.flat(), readReturn), ({ receipt_id }) => receipt_id)

function readReturn(row: unknown): ReturnRow | undefined {
  const receipt_id = identifier(at(row, 'receiptId'))
  if (receipt_id === null) return undefined
  const getText = (name: string) => text(at(row, name))
  return {
    receipt_id,
    ...readClaim(row),
    type: getText('receiptType'),
    status: getText('receiptStatus'),
    reason: getText('reasonCodeText') ?? getText('cancelReasonCategory2') ?? getText('cancelReasonCategory1'),
    comment: getText('cancelReason'),
    fault: getText('faultByType'),
    quantity: count(at(row, 'cancelCountSum')),
    release_stop: getText('releaseStopStatus'),
    enclose_price: readMoney(at(row, 'enclosePrice')),
    return_shipping_charge: readMoney(at(row, 'returnShippingCharge')),
    complete_confirm_type: getText('completeConfirmType'),
    complete_confirm_date: toDateTime(at(row, 'completeConfirmDate')),
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
