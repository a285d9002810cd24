import type { Connection } from './connection.ts'
import { editedAtMs, isReady, type RecordingRow } from './listing.ts'
import { pagesOfRecordings } from './listing-pages.ts'

const PAGE_SIZE = 100
/** Without `since`, at most this many pages are searched for ready recordings. */
const MOST_PAGES = 5
/** With `since`, all pages down to that time are read, and pages are larger. */
const WALK = { pageSize: 1000, overlap: 50, mostPages: Number.POSITIVE_INFINITY } as const

/**
 * Lists new items for a poll: ready recordings only, most recently edited first.
 *
 * @param since epoch milliseconds. The response contains the recordings edited at that time, and the first `limit` of
 * those edited later. So a poll that continues from the latest edit time misses none, however many changed in between.
 * Recordings with the same edit time are never split between two responses, so a response may contain more than
 * `limit`.
 */
export async function listCandidates(connection: Connection, limit: number, since?: number) {
  const ready =
    since === undefined ? await listNewestReady(connection, limit) : await listReadySince(connection, since, limit)
  return {
    files: ready.map(({ id, filename, version_ms, edit_time, edit_from }) => ({
      id,
      filename,
      version_ms,
      edit_time,
      edit_from,
    })),
    fetched_at: new Date(connection.upstream.platform.now()).toISOString(),
  }
}

/** The last edit, in epoch milliseconds. A recording without one is sorted last. */
const getEdit = (row: RecordingRow) => editedAtMs(row) ?? Number.MIN_SAFE_INTEGER

const newestFirst = (a: RecordingRow, b: RecordingRow) =>
  getEdit(b) - getEdit(a) || (b.version_ms ?? 0) - (a.version_ms ?? 0)

async function listNewestReady(connection: Connection, limit: number): Promise<RecordingRow[]> {
  const ready: RecordingRow[] = []
  const pages = { sort_by: 'edit_time', pageSize: PAGE_SIZE, mostPages: MOST_PAGES } as const
  for await (const { rows } of pagesOfRecordings(connection, pages)) {
    ready.push(...rows.filter(isReady))
    if (ready.length >= limit) break
  }
  return ready.sort(newestFirst).slice(0, limit)
}

async function listReadySince(connection: Connection, since: number, limit: number): Promise<RecordingRow[]> {
  const ready = new Map<string, RecordingRow>()
  for await (const { rows } of pagesOfRecordings(connection, { sort_by: 'edit_time', ...WALK })) {
    for (const row of rows) if (isReady(row) && getEdit(row) >= since) ready.set(row.id, row)
    if (rows.some((row) => (editedAtMs(row) ?? since) < since)) break
  }
  const newest = [...ready.values()].sort(newestFirst)
  const later = newest.filter((row) => getEdit(row) > since)
  const end = later.at(-limit) ?? later[0]
  return end ? newest.filter((row) => getEdit(row) <= getEdit(end)) : newest
}
