import { hasStatus } from '../../base/errors.ts'
import type { UpstreamContext } from '../http/upstream-context.ts'
import type { PageCursor } from './poll-cursor.ts'

/** Gives the rows at a place, and where the list goes on after them; undefined stands for its beginning and its end. */
export type FetchPage<Row> = (
  place: PageCursor | undefined,
) => Promise<{ rows: readonly Row[]; next: PageCursor | undefined }>

/** So many pages are read in one poll; the next one goes on. */
const MOST_PAGES = 10
/** Calls that are left to others of the same run, and to the repetition of a call that failed. */
const RESERVE = 6

/**
 * Reads the pages of a list. Answers where the next poll goes on, or undefined at the end of the list, or where `note`
 * answers that what follows is known.
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

/** A place that was kept may be one that the product takes no more, such as behind a row that was removed: then anew. */
async function fetchFrom<Row>(fetchPage: FetchPage<Row>, place: PageCursor | undefined, isKept: boolean) {
  try {
    return await fetchPage(place)
  } catch (error) {
    if (place === undefined || !isKept || !hasStatus(error, 400)) throw error
    return fetchPage(undefined)
  }
}
