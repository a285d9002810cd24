import { GatewayError, hasStatus } from '../../base/errors.ts'
import { at, count, identifier, items as readItems, text } from '../../base/json.ts'
import { getKoreanDay } from '../../base/time.ts'
import { ALREADY, type ItemWrite, type WriteItem, type Writer, writeItems } from './item-writes.ts'
import { CALLS_PER_SECOND, pace } from './lists.ts'
import type { OrderSheet } from './merge-sheets.ts'
import { fetchOrderSheets } from './sheet-reading.ts'

const path = (vendorId: string) =>
  `/v2/providers/openapi/apis/api/v4/vendors/${encodeURIComponent(vendorId)}/orders/invoices`

/** One invoice, its ids as strings of digits. */
export interface Invoice extends WriteItem {
  order_id: string
  carrier: string
  invoice_number: string
  split: boolean
}

/** What to do after a refusal, by its code. */
const HINTS: Readonly<Record<string, string>> = {
  INVALID_STATUS:
    'A box of status ACCEPT is acknowledged with shop_acknowledge_order_sheets first. One that was sent keeps its invoice number: correct it in WING.',
  INVALID_INVOICE_NUMBER: 'Ask for the number on the parcel: the carrier does not know this one.',
}

const NOT_SHIPPED: readonly (string | null)[] = ['ACCEPT', 'INSTRUCT', null]

/** Sends invoices, which moves boxes from INSTRUCT to DEPARTURE. */
export async function sendInvoices(writer: Writer, invoices: readonly Invoice[], key: string | undefined) {
  const { connection } = writer
  const awaitSlot = pace(connection.upstream.platform, CALLS_PER_SECOND)
  let sheets = new Map<string, Promise<OrderSheet[]>>()
  /** Each order is read once before the call and once after it. */
  const readOrder = (order: string) => {
    const known = sheets.get(order)
    if (known) return known
    const reading = awaitSlot().then(() => fetchOrderSheets(connection, order))
    sheets.set(order, reading)
    return reading
  }

  const write: ItemWrite<Invoice> = {
    items: invoices,
    body: invoices,
    hints: HINTS,
    async prepare(items, note) {
      const today = getKoreanDay(connection.upstream.platform.now())
      const lines = new Map<string, string>()
      for (const item of items) {
        const isComplete = item.vendor_item_id !== undefined && !item.split
        const order = isComplete ? [] : await readOrder(item.order_id).catch(toRefusal)
        if (order instanceof GatewayError) {
          note(item, { status: 'refused', error: order.message })
          continue
        }
        if (order.some((sheet) => hasInvoice(sheet, item))) {
          note(item, ALREADY)
          continue
        }
        const box = order.find((sheet) => String(sheet.shipmentBoxId) === item.shipment_box_id)
        const left = getOpenItems(box)
        const shipped = item.vendor_item_id === undefined ? left.map(({ id }) => id) : [item.vendor_item_id]
        if (shipped.length === 0) {
          const error = 'the order has no box with this id and an item that is left to send'
          note(item, { status: 'refused', error })
          continue
        }
        // The rest of a split box can only be sent as a split.
        const isRest = box?.splitShipping === true
        const split = { isSplit: item.split || isRest, isPreSplit: order.some(isSplitShipped) }
        const getKey = (id: string) => `${item.shipment_box_id} ${id}`
        for (const id of shipped) lines.set(getKey(id), toLine(item, id, split))
        // The first split of a box names what is sent later as well.
        const later = item.split && !isRest ? left.filter(({ id }) => !lines.has(getKey(id))) : []
        for (const { id, plannedOn } of later) {
          const shipsOn = plannedOn !== null && plannedOn > today ? plannedOn : today
          lines.set(getKey(id), toLine(item, id, { ...split, shipsOn }))
        }
      }
      sheets = new Map()
      if (lines.size === 0) return undefined
      const vendorId = JSON.stringify(await connection.vendorId())
      const body = `{"vendorId":${vendorId},"orderSheetInvoiceApplyDtos":[${[...lines.values()].join(',')}]}`
      return () => connection.callAsSeller({ method: 'POST', path, changes: true, body })
    },
    async isChanged(item) {
      return (await readOrder(item.order_id)).some((sheet) => hasInvoice(sheet, item))
    },
  }
  return writeItems(writer, write, key)
}

/** The error for an order that the product does not know. */
function toRefusal(error: unknown): GatewayError {
  if (hasStatus(error, 404)) return error
  throw error
}

/**
 * One line of the call. Ids are numbers of up to 18 digits, which JSON.stringify cannot write.
 *
 * @param shipsOn the day on which the item is shipped, when it is not shipped with this invoice
 */
function toLine(
  { shipment_box_id, order_id, carrier, invoice_number }: Invoice,
  item: string,
  { isSplit, isPreSplit, shipsOn }: { isSplit: boolean; isPreSplit: boolean; shipsOn?: string },
) {
  const rest = JSON.stringify({
    deliveryCompanyCode: carrier,
    invoiceNumber: shipsOn === undefined ? invoice_number : '',
    splitShipping: isSplit,
    preSplitShipped: isSplit && isPreSplit,
    estimatedShippingDate: shipsOn ?? '',
  })
  return `{"shipmentBoxId":${shipment_box_id},"orderId":${order_id},"vendorItemId":${item},${rest.slice(1)}`
}

/** Whether this sheet was sent with the invoice. Split items have a box of their own, so the box is not compared. */
function hasInvoice(sheet: OrderSheet, { invoice_number, vendor_item_id }: Invoice): boolean {
  if (NOT_SHIPPED.includes(sheet.status) || sheet.invoiceNumber !== invoice_number) return false
  return vendor_item_id === undefined || itemIds(sheet).includes(vendor_item_id)
}

const isSplitShipped = ({ status, splitShipping }: OrderSheet) =>
  splitShipping === true && !NOT_SHIPPED.includes(status)

const itemIds = ({ orderItems }: OrderSheet) => readItems(orderItems, (item) => identifier(at(item, 'vendorItemId')))

/** The items of a box that are neither cancelled nor being cancelled, and when the product expects them to be shipped. */
function getOpenItems(box: OrderSheet | undefined): { id: string; plannedOn: string | null }[] {
  return readItems(box?.orderItems, (item) => {
    const id = identifier(at(item, 'vendorItemId'))
    const counted = (name: string) => count(at(item, name)) ?? 0
    const left = counted('shippingCount') - counted('cancelCount') - counted('holdCountForCancel')
    if (id === null || at(item, 'canceled') === true || left <= 0) return undefined
    const [plannedOn = null] = /^\d{4}-\d\d-\d\d/.exec(text(at(item, 'estimatedShippingDate')) ?? '') ?? []
    return { id, plannedOn }
  })
}
