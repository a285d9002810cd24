import type { Connection } from './connection.ts'
import { fetchListing, type ListingQuery, type RecordingRow } from './listing.ts'

interface Paging {
  sort_by: ListingQuery['sort_by']
  pageSize: number
  mostPages: number
  is_trash?: ListingQuery['is_trash']
  is_desc?: boolean
  tag_id?: string | undefined
  /** How many rows of the previous page each page repeats, so that a removal between two pages hides none. */
  overlap?: number
}

interface Page {
  status: number
  rows: RecordingRow[]
  /** Whether this is the last page. */
  last: boolean
}

/**
 * Fetches pages of recordings until the first short page, because the product's total is unreliable. Defaults to active
 * recordings, newest first.
 */
export async function* pagesOfRecordings(
  connection: Connection,
  { pageSize, mostPages, overlap = 0, is_trash = 0, is_desc = true, ...query }: Paging,
): AsyncGenerator<Page> {
  for (let page = 0; page < mostPages; page++) {
    const skip = page * (pageSize - overlap)
    const { status, rows } = await fetchListing(connection, { limit: pageSize, skip, is_trash, is_desc, ...query })
    const last = rows.length < pageSize
    yield { status, rows: rows.filter((row) => row !== null), last }
    if (last) return
  }
}
