import { fingerprint } from '../../base/crypto.ts'
import { DAY_MS, getKoreanDay, KOREA_MS } from '../../base/time.ts'
import { type FetchPage, type Found, type PollContext, type PollResult, pollLibrary } from '../../upstream/polling.ts'
import { type Connection, connectionBy } from './connection.ts'
import { type ListPage, pace } from './lists.ts'
import type { KoreanWindow } from './window.ts'

const HOUR_MS = 3_600_000
/** The age of the rows that each poll reads. */
const NEWEST_MS = 3 * HOUR_MS
/** The age, in days, of the rows that are read once an hour. A row may appear days after its order. */
const ALL_DAYS = 8
/** How long seen keys are stored, in milliseconds. */
export const KEEP_MARKS_MS = 5 * ALL_DAYS * DAY_MS
/** The product accepts five. This leaves room for a poll that follows at once and for callers. */
const CALLS_PER_SECOND = 2

/** Rows of the sellers' side, in one list for each status. */
export interface StatusLists<Status, Row> {
  /** In the order of a row's life. */
  statuses: readonly [Status, ...Status[]]
  /** Those in which a new row appears. A row that passed all of them between two polls is found within the hour. */
  newStatuses: readonly Status[]
  fetchPage(connection: Connection, status: Status, window: KoreanWindow, token: string): Promise<ListPage>
  toRows(pages: readonly (readonly unknown[])[]): readonly Row[]
}

/**
 * Each poll reads the lists with new rows for the last three hours, by minutes, with one call each. Once an hour it reads
 * all lists for eight days in Korea, page by page.
 */
export async function pollLists<Status, Row>(
  ask: PollContext,
  { statuses, newStatuses, fetchPage, toRows }: StatusLists<Status, Row>,
  result: PollResult<Row>,
): Promise<Found> {
  const { upstream } = ask
  const connection = connectionBy(upstream)
  const awaitSlot = pace(upstream.platform, CALLS_PER_SECOND)
  const now = upstream.platform.now()
  const recent: KoreanWindow = { form: 'minute', from: getMinute(now - NEWEST_MS), to: getMinute(now) }
  const days: KoreanWindow = { form: 'day', from: getKoreanDay(now - (ALL_DAYS - 1) * DAY_MS), to: getKoreanDay(now) }
  const newest: FetchPage<Row> = async () => {
    const pages: (readonly unknown[])[] = []
    for (const status of newStatuses) {
      await awaitSlot()
      pages.push((await fetchPage(connection, status, recent, '')).data)
    }
    return { rows: toRows(pages), next: undefined }
  }
  /** The cursor is the index of a list and the token of its page. */
  const all: FetchPage<Row> = async (place) => {
    const [index = '0', token = ''] = String(place ?? '0 ').split(' ')
    const status = statuses[Number(index)] ?? statuses[0]
    await awaitSlot()
    const { data, nextToken } = await fetchPage(connection, status, days, token)
    const following = statuses.indexOf(status) + 1
    const isEnd = nextToken === '' || nextToken === token
    const next = following < statuses.length ? `${following} ` : undefined
    return { rows: toRows([data]), next: isEnd ? next : `${following - 1} ${nextToken}` }
  }
  const account = fingerprint(await connection.vendorId())
  return pollLibrary(ask, { account, newest, all }, result)
}

const getMinute = (ms: number) => new Date(ms + KOREA_MS).toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length)
