import type { FetchPage } from '../../upstream/polling/paginate.ts'
import type { Connection } from './connection.ts'
import { fetchListing, type ListingQuery, type RecordingRow } from './listing.ts'

interface Pages {
  sort_by: ListingQuery['sort_by']
  pageSize: number
  /** How many rows of the page before each page repeats, so that a removal between two pages hides none. */
  overlap: number
}

/** The recordings that were edited last. */
export const NEWEST: Pages = { sort_by: 'edit_time', pageSize: 100, overlap: 10 }
/** The whole library, in an order that no edit changes; the product sends up to 99,999 rows (recorder facts, 6.1). */
export const LIBRARY: Pages = { sort_by: 'start_time', pageSize: 1000, overlap: 50 }

/** Pages of recordings, those in the trash among them: what is taken out of it is not new. */
export function readPages(connection: Connection, { sort_by, pageSize, overlap }: Pages): FetchPage<RecordingRow> {
  return async (place) => {
    const skip = Number(place ?? 0)
    const { rows } = await fetchListing(connection, { limit: pageSize, skip, is_trash: 2, sort_by, is_desc: true })
    const next = rows.length < pageSize ? undefined : skip + pageSize - overlap
    return { rows: rows.filter((row) => row !== null), next }
  }
}
