import type { Connection } from './connection.ts'
import { fetchListing, type RecordingRow } from './listing.ts'

export interface PageOptions {
  limit: number
  /** How many recordings to skip. With `before`, this is only where the search for that time starts. */
  skip: number
  /** Only recordings that started at this time or later, in epoch milliseconds. */
  since?: number | undefined
  /** Only recordings that started before this time, in epoch milliseconds. */
  before?: number | undefined
}

/** The position of a recording in the product's list. */
export interface Place {
  /** The number of rows before it. */
  skip: number
  /** Its start, in epoch milliseconds. Null when unknown. */
  start_time: number | null
}

/** Recordings of one page, newest start first. */
export interface SyncPage {
  recordings: { row: RecordingRow; place: Place }[]
  /** Where the next page starts. Undefined at the end. */
  next: Place | undefined
  /** The product's total. Null when the product omits it. */
  total: number | null
}

/**
 * How many positions a recording may move between two pages before that costs another call. Also the overlap of walked
 * pages.
 */
const MARGIN = 100
/** Rows per page when the whole library is read. The product sends up to 99,999. */
const WALK = 1000

/** Fetches the recordings of a page plus one, which shows whether there is another page. */
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
  // Unreadable rows provide no recording for the next page to start with, but the list continues.
  const isLast = isEnd || rows.some((row) => (row?.start_time ?? since) < since)
  return {
    recordings: wanted.slice(0, limit),
    next: wanted[limit]?.place ?? (isLast ? undefined : { skip: end, start_time: null }),
    total: found.total === null ? null : Math.max(found.total, end),
  }
}

/** Rows of the product's list from `offset` on. Null for an unreadable row. */
interface Rows {
  rows: (RecordingRow | null)[]
  offset: number
  total: number | null
  /** Whether the list ends with these rows. */
  isEnd: boolean
}

async function fetchRowsAt(connection: Connection, offset: number, limit: number): Promise<Rows> {
  const query = { limit, skip: offset, is_trash: 0, sort_by: 'start_time', is_desc: true } as const
  const { rows, total } = await fetchListing(connection, query)
  return { rows, offset, total, isEnd: rows.length < limit }
}

/**
 * Fetches the first recordings that started before a time. Their position has changed if recordings were removed or
 * added since `skip` was returned, so they are searched around it, then from the start of the library. Pages overlap,
 * so that a removal between two of them hides no recording.
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

/** The rows that started before a time. Undefined if the rows do not include the first of them, or not a whole page. */
function startingBefore({ rows, offset, ...rest }: Rows, before: number, limit: number): Rows | undefined {
  const first = rows.findIndex((row) => (row?.start_time ?? before) < before)
  const hasBeginning = first > 0 || (first === 0 && offset === 0)
  if (!hasBeginning || (rows.length - first <= limit && !rest.isEnd)) return undefined
  return { rows: rows.slice(first), offset: offset + first, ...rest }
}
