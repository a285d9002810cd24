import type { Connection } from './connection.ts'
import { fetchListing, type ListingQuery, type RecordingRow } from './listing.ts'

export interface Walk {
  sort_by: ListingQuery['sort_by']
  pageSize: number
  /** How many rows of the page before each page repeats, so that a removal between two pages hides none. */
  overlap: number
}

/** The recordings that were edited last. */
export const NEWEST: Walk = { sort_by: 'edit_time', pageSize: 100, overlap: 10 }
/** The whole library, in an order that no edit changes; the product sends up to 99,999 rows (recorder facts, 6.1). */
export const LIBRARY: Walk = { sort_by: 'start_time', pageSize: 1000, overlap: 50 }

/** So many pages are read in one poll; the next one goes on. */
const MOST_PAGES = 10
/** Calls that are left to others of the same run, and to the repetition of a call that failed. */
const RESERVE = 6

/**
 * Reads pages of recordings, those in the trash among them: what is taken out of it is not new. Answers where the next poll
 * goes on, or undefined at the end of the list, or where `note` answers that what follows is known.
 *
 * @param from how many rows to pass over
 */
export async function walkRecordings(
  connection: Connection,
  { pageSize, overlap, sort_by }: Walk,
  from: number,
  note: (rows: RecordingRow[]) => boolean,
): Promise<number | undefined> {
  const { outgoing } = connection
  for (let page = 0; ; page++) {
    const skip = from + page * (pageSize - overlap)
    if (page > 0 && (page === MOST_PAGES || outgoing.callsLeft <= RESERVE)) return skip
    const { rows } = await fetchListing(connection, { limit: pageSize, skip, is_trash: 2, sort_by, is_desc: true })
    const goesOn = note(rows.filter((row) => row !== null))
    if (!goesOn || rows.length < pageSize) return undefined
  }
}
