import type { EventInput } from '../../base/events.ts'
import { fingerprint } from '../../base/fingerprint.ts'
import { text } from '../../base/lenient-json.ts'
import { isConnected } from '../../upstream/credentials/credentials.ts'
import type { EventSource } from '../../upstream/polling/event-source.ts'
import { pollLibrary } from '../../upstream/polling/library-poll.ts'
import { NewItemDetector } from '../../upstream/polling/new-item-detector.ts'
import type { FetchPage } from '../../upstream/polling/paginate.ts'
import { connectionBy } from './connection.ts'
import { mergeSheets, type OrderSheet, orderSheetStatuses } from './merge-sheets.ts'
import { fetchSheetPage, pace } from './ordersheets.ts'
import { upstreamWindow } from './window.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The age of the orders that each poll reads. */
const NEWEST_MS = 3 * HOUR_MS
/**
 * The age, in days, of the orders that are read once an hour. A sheet appears when its order is paid, which may take
 * days.
 */
const ALL_DAYS = 8
/** The product accepts five (shop facts 2.5). This leaves room for a poll that follows at once and for callers. */
const CALLS_PER_SECOND = 2
/** The statuses of a new sheet. A sheet that passed both between two polls is found within the hour. */
const NEW_STATUSES = ['ACCEPT', 'INSTRUCT'] as const

/**
 * Order sheets of the connected vendor, once each, whatever their status when found.
 * Each poll reads the paid and the prepared sheets of the last three hours, by minutes, one call for each of the two.
 * Once an hour it reads those of eight days in Korea with all six statuses, in pages of 50. At rest, with a poll every
 * 120 s, that is 60 calls an hour plus six, plus one for each 50 sheets of a status beyond its first 50. Sheets that
 * appear more than eight days after their order are not reported.
 */
export const sheetSource: EventSource = {
  name: 'shop-seller.ordersheets',
  types: ['shop.ordersheet.created'],
  keepMarksMs: 5 * ALL_DAYS * DAY_MS,
  isConnected: (upstream) => isConnected(upstream, 'shop-seller'),
  async poll(ask) {
    const { upstream } = ask
    const connection = connectionBy(upstream)
    const awaitSlot = pace(upstream.platform, CALLS_PER_SECOND)
    const now = upstream.platform.now()
    const recent = upstreamWindow({ createdAtFrom: iso(now - NEWEST_MS), createdAtTo: iso(now) })
    const days = upstreamWindow({
      createdAtFrom: koreanDay(now - (ALL_DAYS - 1) * DAY_MS),
      createdAtTo: koreanDay(now),
    })
    const newest: FetchPage<OrderSheet> = async () => {
      const lists: (readonly unknown[])[] = []
      for (const status of NEW_STATUSES) {
        await awaitSlot()
        lists.push((await fetchSheetPage(connection, status, recent, '')).data)
      }
      return { rows: mergeSheets(lists), next: undefined }
    }
    /**
     * The cursor is the index of a status and the token of its page. Statuses are read one after another, as in
     * ordersheets.ts.
     */
    const all: FetchPage<OrderSheet> = async (place) => {
      const [number = '0', token = ''] = String(place ?? '0 ').split(' ')
      const status = orderSheetStatuses[Number(number)] ?? orderSheetStatuses[0]
      await awaitSlot()
      const { data, nextToken } = await fetchSheetPage(connection, status, days, token)
      const following = orderSheetStatuses.indexOf(status) + 1
      const isEnd = nextToken === '' || nextToken === token
      const next = following < orderSheetStatuses.length ? `${following} ` : undefined
      return { rows: mergeSheets([data]), next: isEnd ? next : `${following - 1} ${nextToken}` }
    }
    const library = { account: fingerprint(await connection.vendorId()), newest, all }
    return pollLibrary(ask, library, new NewItemDetector(ask, { getKey, toEvent }))
  },
}

const iso = (ms: number) => new Date(ms).toISOString()

const koreanDay = (ms: number) => iso(ms + 9 * HOUR_MS).slice(0, 'YYYY-MM-DD'.length)

const getKey = ({ shipmentBoxId }: OrderSheet) => (shipmentBoxId === null ? undefined : String(shipmentBoxId))

/** A sheet appears when it is paid. Everything in it that is not listed here may be about the customer. */
function toEvent(sheet: OrderSheet, now: number): EventInput {
  const time = Date.parse(text(sheet.paidAt) ?? sheet.orderedAt ?? '')
  const { shipmentBoxId, status, orderedAt, ...personal } = sheet
  return {
    type: 'shop.ordersheet.created',
    group: 'shop',
    subject: String(shipmentBoxId),
    at: Number.isNaN(time) ? now : Math.min(time, now),
    data: { shipmentBoxId, status, orderedAt },
    personal,
  }
}
