import type { EventInput } from '../../base/events.ts'
import { text } from '../../base/json.ts'
import { isConnected } from '../../upstream/credentials.ts'
import { type EventSource, NewItemDetector } from '../../upstream/polling.ts'
import { KEEP_MARKS_MS, pollLists, type StatusLists } from './lists-poll.ts'
import { mergeSheets, type OrderSheet, type OrderSheetStatus, orderSheetStatuses } from './merge-sheets.ts'
import { fetchSheetPage } from './ordersheets.ts'
import { parseTime } from './times.ts'
import { upstreamWindow } from './window.ts'

/**
 * Order sheets of the connected vendor, once each, whatever their status when found. At rest, with a poll every 120 s,
 * that is 60 calls an hour plus six, plus one for each 50 sheets of a status beyond its first 50. Sheets that appear more
 * than eight days after their order are not reported.
 */
export const sheetSource: EventSource = {
  name: 'shop-seller.ordersheets',
  types: ['shop.ordersheet.created'],
  keepMarksMs: KEEP_MARKS_MS,
  isConnected: (upstream) => isConnected(upstream, 'shop-seller'),
  poll: (ask) => pollLists(ask, lists, new NewItemDetector(ask, { getKey, toEvent })),
}

const lists: StatusLists<OrderSheetStatus, OrderSheet> = {
  statuses: orderSheetStatuses,
  newStatuses: ['ACCEPT', 'INSTRUCT'],
  fetchPage: (connection, status, { from, to }, token) =>
    fetchSheetPage(connection, status, upstreamWindow({ createdAtFrom: from, createdAtTo: to }), token),
  toRows: mergeSheets,
}

const getKey = ({ shipmentBoxId }: OrderSheet) => (shipmentBoxId === null ? undefined : String(shipmentBoxId))

/** A sheet appears when it is paid. Everything in it that is not listed here may be about the customer. */
function toEvent(sheet: OrderSheet, now: number): EventInput {
  const time = parseTime(text(sheet.paidAt) ?? sheet.orderedAt) ?? now
  const { shipmentBoxId, status, orderedAt, ...personal } = sheet
  return {
    type: 'shop.ordersheet.created',
    group: 'shop',
    subject: String(shipmentBoxId),
    at: Math.min(time, now),
    data: { shipmentBoxId, status, orderedAt },
    personal,
    onceKey: `shop.ordersheet.created ${shipmentBoxId}`,
  }
}
