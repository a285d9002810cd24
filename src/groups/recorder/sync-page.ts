import type { Connection } from './connection.ts'
import { fetchListing, type RecordingRow } from './listing.ts'

export interface PageOptions {
  limit: number
  /** How many recordings to pass over; with `before`, only the place where the search for it begins. */
  skip: number
  /** Only recordings that started at this time or later, epoch milliseconds. */
  since?: number | undefined
  /** Only recordings that started before this time, epoch milliseconds. */
  before?: number | undefined
}

/** Where a recording stands in the product's list. */
export interface Place {
  /** How many rows come before it. */
  skip: number
  /** Its start, epoch milliseconds; null where it is not known. */
  start_time: number | null
}

/** Recordings of one page, newest start first. */
export interface SyncPage {
  recordings: { row: RecordingRow; place: Place }[]
  /** Where the next page begins, undefined at the end. */
  next: Place | undefined
  /** As the product tells it, null where it does not. */
  total: number | null
}

/** How many places a recording may move between two pages before it costs another call; the overlap of walked pages. */
const MARGIN = 100
/** Rows of a page when the whole library is walked; the product sends up to 99,999 (recorder facts, 6.1). */
const WALK = 1000

/** Fetches the recordings of a page and one more, which shows whether there is another page. */
export async function fetchSyncPage(connection: Connection, options: PageOptions): Promise<SyncPage> {
  const { limit, skip, since = Number.NEGATIVE_INFINITY, before } = options
  const found =
    before === undefined
      ? await fetchRowsAt(connection, skip, limit + 1)
      : await fetchRowsBefore(connection, options, before)
  const { rows, offset, isEnd } = found
  const wanted = rows.flatMap((row, index) =>
    row && (row.start_time ?? since) >= since
      ? [{ row, place: { skip: offset + index, start_time: row.start_time } }]
      : [],
  )
  const end = offset + rows.length
  // Rows that cannot be read leave no recording for the next page to begin with, though the list goes on.
  const isLast = isEnd || rows.some((row) => (row?.start_time ?? since) < since)
  return {
    recordings: wanted.slice(0, limit),
    next: wanted[limit]?.place ?? (isLast ? undefined : { skip: end, start_time: null }),
    total: found.total === null ? null : Math.max(found.total, end),
  }
}

/** Rows of the product's list from `offset` on, null for one that cannot be read. */
interface Rows {
  rows: (RecordingRow | null)[]
  offset: number
  total: number | null
  /** Whether the list ends with them. */
  isEnd: boolean
}

async function fetchRowsAt(connection: Connection, offset: number, limit: number): Promise<Rows> {
  const query = { limit, skip: offset, is_trash: 0, sort_by: 'start_time', is_desc: true } as const
  const { rows, total } = await fetchListing(connection, query)
  return { rows, offset, total, isEnd: rows.length < limit }
}

/**
 * Fetches the first recordings that started before a time. Their place has changed if recordings were removed or added
 * since `skip` was answered, so they are looked for around it, then from the start of the library. Pages of that walk
 * overlap, so that a removal between two of them hides no recording.
 */
async function fetchRowsBefore(connection: Connection, { limit, skip }: PageOptions, before: number): Promise<Rows> {
  const from = Math.max(0, skip - MARGIN)
  const near = startingBefore(await fetchRowsAt(connection, from, skip - from + MARGIN + limit + 1), before, limit)
  if (near) return near
  for (let offset = 0; ; offset += WALK - MARGIN) {
    const rows = await fetchRowsAt(connection, offset, WALK)
    const found = startingBefore(rows, before, limit)
    if (found) return found
    if (rows.isEnd) return { ...rows, rows: [] }
  }
}

/** The part of these rows that started before a time; undefined if the rows do not hold its beginning or a whole page. */
function startingBefore({ rows, offset, ...rest }: Rows, before: number, limit: number): Rows | undefined {
  const first = rows.findIndex((row) => (row?.start_time ?? before) < before)
  const hasBeginning = first > 0 || (first === 0 && offset === 0)
  if (!hasBeginning || (rows.length - first <= limit && !rest.isEnd)) return undefined
  return { rows: rows.slice(first), offset: offset + first, ...rest }
}
