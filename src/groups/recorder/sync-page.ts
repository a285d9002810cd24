import type { Connection } from './connection.ts'
import { listRecordings, type RecordingRow } from './listing.ts'

export interface PageOptions {
  limit: number
  /** How many recordings to pass over; beside `before` only a hint at where to look. */
  skip: number
  /** Only recordings that started at this time or later, epoch milliseconds. */
  since?: number | undefined
  /** Only recordings that started before this time, epoch milliseconds. */
  before?: number | undefined
}

/** Recordings of one page, newest start first. */
export interface SyncPage {
  rows: RecordingRow[]
  /** The recording that the next page begins with, undefined at the end. */
  following: RecordingRow | undefined
  /** How many recordings stand before the page. */
  offset: number
  total: number
}

/** How far a recording may have moved since `skip` was told without costing another call, and by what pages overlap. */
const MARGIN = 100
/** Rows of a page when all of the library is walked; the product gives up to 99,999 (recorder facts, 6.1). */
const WALK = 1000

/** The recordings of a page, and one more, which tells whether there is another page. */
export async function pageToSync(connection: Connection, options: PageOptions): Promise<SyncPage> {
  const { limit, skip, since = Number.NEGATIVE_INFINITY, before } = options
  const found =
    before === undefined ? await rowsAt(connection, skip, limit + 1) : await rowsBefore(connection, options, before)
  const wanted = found.rows.filter(({ start_time }) => start_time >= since)
  return {
    rows: wanted.slice(0, limit),
    following: wanted[limit],
    offset: found.offset,
    total: Math.max(found.total, found.offset + found.rows.length),
  }
}

/** Rows of the product's list from `offset` on. */
interface Rows {
  rows: RecordingRow[]
  offset: number
  total: number
  /** Whether the list ends with them. */
  isEnd: boolean
}

async function rowsAt(connection: Connection, offset: number, limit: number): Promise<Rows> {
  const query = { limit, skip: offset, is_trash: 0, sort_by: 'start_time', is_desc: true } as const
  const { data_file_list: rows, data_file_total: total } = await listRecordings(connection, query)
  return { rows, offset, total, isEnd: rows.length < limit }
}

/**
 * The first recordings that started before a time, wherever they stand by now: one that was removed since moves the
 * others up, one that was added moves them down. Looked for around the hint, else from the start of the library by pages
 * that overlap, so that a removal between two of them hides none either.
 */
async function rowsBefore(connection: Connection, { limit, skip }: PageOptions, before: number): Promise<Rows> {
  const from = Math.max(0, skip - MARGIN)
  const near = startingBefore(await rowsAt(connection, from, skip - from + MARGIN + limit + 1), before, limit)
  if (near) return near
  for (let offset = 0; ; offset += WALK - MARGIN) {
    const rows = await rowsAt(connection, offset, WALK)
    const found = startingBefore(rows, before, limit)
    if (found) return found
    if (rows.isEnd) return { ...rows, rows: [] }
  }
}

/** The part of these rows that started before a time, undefined where its beginning or the page's end is not among them. */
function startingBefore({ rows, offset, ...rest }: Rows, before: number, limit: number): Rows | undefined {
  const first = rows.findIndex(({ start_time }) => start_time < before)
  const hasBeginning = first > 0 || (first === 0 && offset === 0)
  if (!hasBeginning || (rows.length - first <= limit && !rest.isEnd)) return undefined
  return { rows: rows.slice(first), offset: offset + first, ...rest }
}
