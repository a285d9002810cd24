import type { EventInput } from '../../base/events.ts'
import type { Found, PollContext } from './event-source.ts'
import { type FetchPage, paginate } from './paginate.ts'
import { type LibraryCursor, readCursor, storedCursor } from './poll-cursor.ts'

/** Between two walks through the whole library, in milliseconds. */
const SWEEP_MS = 3_600_000

/** A list of a product that can be read whole, whose rows appear and change. */
export interface Library<Row> {
  /** The account at the product: marks and cursor of another one are worth nothing. */
  readonly account: string
  /** What is most likely to be new comes first. */
  readonly newest: FetchPage<Row>
  /** All rows, in an order that changes as little as possible. */
  readonly all: FetchPage<Row>
}

/** What one poll has found so far. */
export interface PollResult<Row> {
  readonly marks: ReadonlyMap<string, string>
  readonly events: readonly EventInput[]
  /** Notes rows that are there when the watch begins. */
  begin(rows: readonly Row[]): void
  /** Notes what became of rows; answers whether anything of them was new. */
  compare(rows: readonly Row[]): boolean
}

/**
 * Compares a library with its marks: at each poll what is newest, page by page while a page holds something new, and once an
 * hour all of it, for what the order of the list does not tell.
 */
export function pollLibrary<Row>(ask: PollContext, library: Library<Row>, finds: PollResult<Row>): Promise<Found> {
  const cursor = readCursor(ask.cursor, library.account)
  if (cursor && cursor.first === undefined) return goOn(ask, library, finds, cursor)
  return begin(ask, library, finds, cursor)
}

/** The first polls of an account note its library, and tell nothing. */
async function begin<Row>(
  { upstream }: PollContext,
  { account, all }: Library<Row>,
  finds: PollResult<Row>,
  cursor: LibraryCursor | undefined,
): Promise<Found> {
  const first = await paginate(upstream, all, cursor?.first, (rows) => {
    finds.begin(rows)
    return true
  })
  return {
    cursor: storedCursor({ account, first, sweptAt: cursor?.sweptAt ?? upstream.platform.now() }),
    marks: finds.marks,
    events: [],
    isMore: first !== undefined,
    isAnew: cursor === undefined,
  }
}

/**
 * What happened since. The library is walked through by a poll of its own, once the newest rows hold nothing new: where that
 * walk fails, what they hold has been told.
 */
async function goOn<Row>(
  { upstream }: PollContext,
  { newest, all }: Library<Row>,
  finds: PollResult<Row>,
  before: LibraryCursor,
): Promise<Found> {
  const now = upstream.platform.now()
  const cursor = { ...before }
  cursor.newest = await paginate(upstream, newest, before.newest, (rows) => finds.compare(rows))
  const isDue = before.sweep !== undefined || Math.abs(now - before.sweptAt) >= SWEEP_MS
  const isQuiet = cursor.newest === undefined && finds.marks.size === 0
  if (isQuiet && isDue) {
    if (before.sweep === undefined) cursor.sweptAt = now
    cursor.sweep = await paginate(upstream, all, before.sweep, (rows) => {
      finds.compare(rows)
      return true
    })
  }
  const isMore = cursor.newest !== undefined || cursor.sweep !== undefined || (isDue && !isQuiet)
  return { cursor: storedCursor(cursor), marks: finds.marks, events: finds.events, isMore }
}
