import type { Connection } from './connection.ts'
import { editedAtMs, isReady, pagesOfRecordings, type RecordingRow } from './listing.ts'

const PAGE_SIZE = 100
/** Without `since`, ready recordings are found behind at most this many pages of unready ones. */
const MOST_PAGES = 5
/** With `since`, every page down to that time is read, in larger pieces. */
const WALK = { pageSize: 1000, overlap: 50, mostPages: Number.POSITIVE_INFINITY } as const

/**
 * The polling source for new recordings (contract section 6): only ready ones, most recently edited first.
 *
 * @param since epoch milliseconds: the recordings edited at that very time, and of those edited later the ones edited
 *   first, so that a poll which goes on from the latest of them misses none, however many change in between. The answer
 *   never ends between recordings of one edit time, so it may hold more than `limit`.
 */
export async function webhookCandidates(connection: Connection, limit: number, since?: number) {
  const ready = since === undefined ? await newestReady(connection, limit) : await readySince(connection, since, limit)
  return {
    files: ready.map(({ id, filename, version_ms, edit_time, edit_from }) => ({
      id,
      filename,
      version_ms,
      edit_time,
      edit_from,
    })),
    fetched_at: new Date(connection.outgoing.platform.now()).toISOString(),
  }
}

const newestFirst = (a: RecordingRow, b: RecordingRow) => editedAtMs(b) - editedAtMs(a) || b.version_ms - a.version_ms

async function newestReady(connection: Connection, limit: number): Promise<RecordingRow[]> {
  const ready: RecordingRow[] = []
  const pages = { sort_by: 'edit_time', pageSize: PAGE_SIZE, mostPages: MOST_PAGES } as const
  for await (const { rows } of pagesOfRecordings(connection, pages)) {
    ready.push(...rows.filter(isReady))
    if (ready.length >= limit) break
  }
  return ready.sort(newestFirst).slice(0, limit)
}

async function readySince(connection: Connection, since: number, limit: number): Promise<RecordingRow[]> {
  const ready = new Map<string, RecordingRow>()
  for await (const { rows } of pagesOfRecordings(connection, { sort_by: 'edit_time', ...WALK })) {
    for (const row of rows) if (isReady(row) && editedAtMs(row) >= since) ready.set(row.id, row)
    if (rows.some((row) => editedAtMs(row) < since)) break
  }
  const newest = [...ready.values()].sort(newestFirst)
  const later = newest.filter((row) => editedAtMs(row) > since)
  const end = later.at(-limit) ?? later[0]
  return end ? newest.filter((row) => editedAtMs(row) <= editedAtMs(end)) : newest
}
