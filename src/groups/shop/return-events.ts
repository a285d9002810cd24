import type { EventInput } from '../../base/events.ts'
import { fingerprint } from '../../base/fingerprint.ts'
import { isConnected } from '../../upstream/credentials/credentials.ts'
import type { EventSource } from '../../upstream/polling/event-source.ts'
import { pollLibrary } from '../../upstream/polling/library-poll.ts'
import { NewItemDetector } from '../../upstream/polling/new-item-detector.ts'
import type { FetchPage } from '../../upstream/polling/paginate.ts'
import { connectionBy } from './connection.ts'
import { pace } from './ordersheets.ts'
import { fetchReturnPage, RETURN_STATUSES, type ReturnRow, type ReturnWindow, toReturnRows } from './returns.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The age of the returns that each poll reads. */
const NEWEST_MS = 3 * HOUR_MS
/** The age of the returns that are read once an hour. */
const ALL_DAYS = 8
const CALLS_PER_SECOND = 2
/** The lists in which a new return is found. If its status changes between two polls, it is found within the hour. */
const NEW_STATUSES = ['RU', 'UC', 'CANCEL'] as const

/**
 * Returns and cancellations of the connected vendor, once each, whatever their status.
 *
 * Each poll reads three lists of the last three hours, by minutes. Once an hour it reads all five lists of eight Korean
 * days. With one poll every five minutes at most, that is 36 calls an hour, plus five when each list has one page.
 */
export const returnSource: EventSource = {
  name: 'shop-seller.returns',
  types: ['shop.return.created'],
  atLeastMs: 300_000,
  keepMarksMs: 5 * ALL_DAYS * DAY_MS,
  isConnected: (upstream) => isConnected(upstream, 'shop-seller'),
  async poll(ask) {
    const { upstream } = ask
    const connection = connectionBy(upstream)
    const awaitSlot = pace(upstream.platform, CALLS_PER_SECOND)
    const now = upstream.platform.now()
    const recent: ReturnWindow = { form: 'minute', from: korean(now - NEWEST_MS, 16), to: korean(now, 16) }
    const days: ReturnWindow = { form: 'day', from: korean(now - (ALL_DAYS - 1) * DAY_MS, 10), to: korean(now, 10) }
    const newest: FetchPage<ReturnRow> = async () => {
      const rows: unknown[] = []
      for (const status of NEW_STATUSES) {
        await awaitSlot()
        rows.push(...(await fetchReturnPage(connection, status, recent, '')).data)
      }
      return { rows: toReturnRows(rows), next: undefined }
    }
    /** A poll cursor is the number of a list and the token of its page. */
    const all: FetchPage<ReturnRow> = async (place) => {
      const [number = '0', token = ''] = String(place ?? '0 ').split(' ')
      const status = RETURN_STATUSES[Number(number)] ?? RETURN_STATUSES[0]
      await awaitSlot()
      const { data, nextToken } = await fetchReturnPage(connection, status, days, token)
      const following = RETURN_STATUSES.indexOf(status) + 1
      const isEnd = nextToken === '' || nextToken === token
      const next = following < RETURN_STATUSES.length ? `${following} ` : undefined
      return { rows: toReturnRows(data), next: isEnd ? next : `${following - 1} ${nextToken}` }
    }
    const library = { account: fingerprint(await connection.vendorId()), newest, all }
    return pollLibrary(ask, library, new NewItemDetector(ask, { getKey, toEvent }))
  },
}

/** The first characters of a time in Korea, in ISO 8601. */
const korean = (ms: number, length: number) => new Date(ms + 9 * HOUR_MS).toISOString().slice(0, length)

const getKey = ({ receipt_id }: ReturnRow) => receipt_id

function toEvent(row: ReturnRow, now: number): EventInput {
  const time = Date.parse(row.created_at ?? '')
  const { comment, ...data } = row
  return {
    type: 'shop.return.created',
    group: 'shop',
    subject: row.receipt_id,
    at: Number.isNaN(time) ? now : Math.min(time, now),
    data,
    personal: { comment },
  }
}
