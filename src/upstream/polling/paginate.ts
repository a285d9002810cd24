import { hasStatus } from '../../base/errors.ts'
import type { UpstreamContext } from '../http/upstream-context.ts'
import type { PageCursor } from './poll-cursor.ts'

/** Returns the rows at a cursor, and the cursor after them. Undefined is the start and the end of the list. */
export type FetchPage<Row> = (
  place: PageCursor | undefined,
) => Promise<{ rows: readonly Row[]; next: PageCursor | undefined }>

/** The most pages that one poll reads. The next poll continues. */
const MOST_PAGES = 10
/** Calls reserved for the other sources of the same run, and for retries. */
const RESERVE = 6

/**
 * Reads the pages of a list. Returns the cursor for the next poll, or undefined at the end of the list, or when `note`
 * returns that the rest is known.
 */
export async function paginate<Row>(
  upstream: UpstreamContext,
  fetchPage: FetchPage<Row>,
  from: PageCursor | undefined,
  note: (rows: readonly Row[]) => boolean,
): Promise<PageCursor | undefined> {
  let place = from
  for (let page = 0; ; page++) {
    if (page > 0 && (page === MOST_PAGES || upstream.budget.callsLeft <= RESERVE)) return place
    const { rows, next } = await fetchFrom(fetchPage, place, page === 0)
    if (!note(rows) || next === undefined) return undefined
    place = next
  }
}

/** The product may no longer accept a stored cursor, for example after its row was removed. Then start again. */
async function fetchFrom<Row>(fetchPage: FetchPage<Row>, place: PageCursor | undefined, isStored: boolean) {
  try {
    return await fetchPage(place)
  } catch (error) {
    if (place === undefined || !isStored || !hasStatus(error, 400)) throw error
    return fetchPage(undefined)
  }
}
