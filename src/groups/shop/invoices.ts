import { GatewayError, hasStatus } from '../../base/errors.ts'
import { at, count, identifier, list, items as readItems } from '../../base/lenient-json.ts'
import { type ItemWrite, type WriteItem, type Writer, writeItems } from './item-writes.ts'
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

const NOT_SHIPPED: readonly (string | null)[] = ['ACCEPT', 'INSTRUCT', null]

/** Sends invoices, which moves boxes from INSTRUCT to DEPARTURE (shop facts 2.6). */
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
    async prepare(items, note) {
      const lines: string[] = []
      for (const item of items) {
        const isComplete = item.vendor_item_id !== undefined && !item.split
        const order = isComplete ? [] : await readOrder(item.order_id).catch(toRefusal)
        if (order instanceof GatewayError) {
          note(item, { status: 'refused', message: order.message })
          continue
        }
        if (order.some((sheet) => hasInvoice(sheet, item))) {
          note(item, { status: 'already' })
          continue
        }
        const vendorItems = item.vendor_item_id === undefined ? openItems(order, item) : [item.vendor_item_id]
        if (vendorItems.length === 0) {
          const message = 'the order has no box with this id and an item that is left to send'
          note(item, { status: 'refused', message })
          continue
        }
        const isPreSplit = item.split && order.some(isSplitShipped)
        for (const vendorItem of vendorItems) lines.push(toLine(item, vendorItem, isPreSplit))
      }
      sheets = new Map()
      if (lines.length === 0) return undefined
      const vendorId = JSON.stringify(await connection.vendorId())
      const body = `{"vendorId":${vendorId},"orderSheetInvoiceApplyDtos":[${lines.join(',')}]}`
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

/** Ids are numbers of up to 18 digits, which JSON.stringify cannot write. */
function toLine(
  { shipment_box_id, order_id, carrier, invoice_number, split }: Invoice,
  item: string,
  isPreSplit: boolean,
) {
  const rest = JSON.stringify({
    deliveryCompanyCode: carrier,
    invoiceNumber: invoice_number,
    splitShipping: split,
    preSplitShipped: isPreSplit,
    estimatedShippingDate: '',
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

/** The items of the box that are neither cancelled nor being cancelled. */
function openItems(order: readonly OrderSheet[], { shipment_box_id }: Invoice): string[] {
  const sheet = order.find((one) => String(one.shipmentBoxId) === shipment_box_id)
  const left = (item: unknown) =>
    (count(at(item, 'shippingCount')) ?? 0) -
    (count(at(item, 'cancelCount')) ?? 0) -
    (count(at(item, 'holdCountForCancel')) ?? 0)
  return readItems(
    list(sheet?.orderItems).filter((item) => at(item, 'canceled') !== true && left(item) > 0),
    (item) => identifier(at(item, 'vendorItemId')),
  )
}
