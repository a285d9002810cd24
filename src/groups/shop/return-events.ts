import type { EventInput } from '../../base/events.ts'
import { isConnected } from '../../upstream/credentials.ts'
import { type EventSource, NewItemDetector } from '../../upstream/polling.ts'
import { KEEP_MARKS_MS, pollLists, type StatusLists } from './lists-poll.ts'
import { fetchReturnPage, RETURN_STATUSES, type ReturnRow, type ReturnStatus, toReturnRows } from './returns.ts'
import { parseTime } from './times.ts'

/**
 * Returns and cancellations of the connected vendor, once each, whatever their status. With one poll every five minutes
 * at most, that is 36 calls an hour, plus five when each list has one page.
 */
export const returnSource: EventSource = {
  name: 'shop-seller.returns',
  types: ['shop.return.created'],
  atLeastMs: 300_000,
  keepMarksMs: KEEP_MARKS_MS,
  isConnected: (upstream) => isConnected(upstream, 'shop-seller'),
  poll: (ask) => pollLists(ask, lists, new NewItemDetector(ask, { getKey, toEvent })),
}

const lists: StatusLists<ReturnStatus, ReturnRow> = {
  statuses: RETURN_STATUSES,
  newStatuses: ['RU', 'UC', 'CANCEL'],
  fetchPage: fetchReturnPage,
  toRows: toReturnRows,
}

const getKey = ({ receipt_id }: ReturnRow) => receipt_id

function toEvent(row: ReturnRow, now: number): EventInput {
  const time = parseTime(row.created_at) ?? now
  const { comment, ...data } = row
  return {
    type: 'shop.return.created',
    group: 'shop',
    subject: row.receipt_id,
    at: Math.min(time, now),
    data,
    personal: { comment },
    onceKey: `shop.return.created ${row.receipt_id}`,
  }
}
