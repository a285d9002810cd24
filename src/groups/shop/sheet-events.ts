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
/** Of the orders that each poll looks for. */
const NEWEST_MS = 3 * HOUR_MS
/** Of those that are looked for once an hour: a sheet appears when its order is paid, which may take days. */
const ALL_DAYS = 8
/** The product takes five (shop facts 2.5), also where a poll follows another one at once, or a caller asks beside it. */
const CALLS_PER_SECOND = 2
/** In which a new sheet is found; one that went through both between two polls is found within the hour. */
const NEW_STATUSES = ['ACCEPT', 'INSTRUCT'] as const

/**
 * Order sheets of the connected vendor, once each, in whatever status they are found.
 *
 * Each poll asks for the paid and the prepared sheets of the last three hours, by minutes, which takes one call for each of the two;
 * once an hour for those of eight Korean days in all six statuses, in pages of 50. At rest, asked every 120 s, that is 60
 * calls an hour and six more, and one for each 50 sheets of a status beyond its first 50. What appears later than eight days
 * after its order is not told.
 */
export const sheetSource: EventSource = {
  name: 'shop-seller.ordersheets',
  types: ['shop.ordersheet.created'],
  keepMarksMs: 5 * ALL_DAYS * DAY_MS,
  isConnected: (upstream) => isConnected(upstream, 'shop-seller'),
  async poll(ask) {
    const { upstream } = ask
    const connection = connectionBy(upstream)
    const awaitTurn = pace(upstream.platform, CALLS_PER_SECOND)
    const now = upstream.platform.now()
    const recent = upstreamWindow({ createdAtFrom: iso(now - NEWEST_MS), createdAtTo: iso(now) })
    const days = upstreamWindow({
      createdAtFrom: koreanDay(now - (ALL_DAYS - 1) * DAY_MS),
      createdAtTo: koreanDay(now),
    })
    const newest: FetchPage<OrderSheet> = async () => {
      const lists: (readonly unknown[])[] = []
      for (const status of NEW_STATUSES) {
        await awaitTurn()
        lists.push((await fetchSheetPage(connection, status, recent, '')).data)
      }
      return { rows: mergeSheets(lists), next: undefined }
    }
    /** A place is the number of a status and the token of its page. One status after the other, as ordersheets.ts tells. */
    const all: FetchPage<OrderSheet> = async (place) => {
      const [number = '0', token = ''] = String(place ?? '0 ').split(' ')
      const status = orderSheetStatuses[Number(number)] ?? orderSheetStatuses[0]
      await awaitTurn()
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

/** A sheet appears when it is paid. */
function toEvent(sheet: OrderSheet, now: number): EventInput {
  const time = Date.parse(text(sheet.paidAt) ?? sheet.orderedAt ?? '')
  return {
    type: 'shop.ordersheet.created',
    group: 'shop',
    subject: String(sheet.shipmentBoxId),
    at: Number.isNaN(time) ? now : Math.min(time, now),
    data: sheet,
  }
}
