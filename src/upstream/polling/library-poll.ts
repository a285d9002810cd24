import type { EventInput } from '../../base/events.ts'
import type { Found, PollContext } from './event-source.ts'
import { type FetchPage, paginate } from './paginate.ts'
import { type LibraryCursor, readCursor, storedCursor } from './poll-cursor.ts'

/** The time between two full syncs, in milliseconds. */
const SWEEP_MS = 3_600_000

/** A list of a product that can be read completely, whose rows appear and change. */
export interface Library<Row> {
  /** The account at the product. Seen keys and cursor of another account are discarded. */
  readonly account: string
  /** The rows that are most likely new come first. */
  readonly newest: FetchPage<Row>
  /** All rows, in an order that changes as little as possible. */
  readonly all: FetchPage<Row>
}

/** What one poll has found so far. */
export interface PollResult<Row> {
  readonly marks: ReadonlyMap<string, string>
  readonly events: readonly EventInput[]
  /** Notes rows that exist when watching starts. */
  begin(rows: readonly Row[]): void
  /** Notes changes of rows. Returns whether there were any. */
  compare(rows: readonly Row[]): boolean
}

/**
 * Compares a library with its seen keys. Each poll reads the newest rows, page by page while a page contains changes.
 * Once an hour it reads everything, for changes that the order of the list does not show.
 */
export function pollLibrary<Row>(ask: PollContext, library: Library<Row>, result: PollResult<Row>): Promise<Found> {
  const cursor = readCursor(ask.cursor, library.account)
  if (cursor && cursor.first === undefined) return goOn(ask, library, result, cursor)
  return begin(ask, library, result, cursor)
}

/** The first polls of an account note its library, and report nothing. */
async function begin<Row>(
  { upstream }: PollContext,
  { account, all }: Library<Row>,
  result: PollResult<Row>,
  cursor: LibraryCursor | undefined,
): Promise<Found> {
  const first = await paginate(upstream, all, cursor?.first, (rows) => {
    result.begin(rows)
    return true
  })
  return {
    cursor: storedCursor({ account, first, sweptAt: cursor?.sweptAt ?? upstream.platform.now() }),
    marks: result.marks,
    events: [],
    isMore: first !== undefined,
    isAnew: cursor === undefined,
  }
}

/**
 * What happened since. The full sync is a separate poll, once the newest rows contain no changes, so that its failure
 * does not lose their events.
 */
async function goOn<Row>(
  { upstream }: PollContext,
  { newest, all }: Library<Row>,
  result: PollResult<Row>,
  before: LibraryCursor,
): Promise<Found> {
  const now = upstream.platform.now()
  const cursor = { ...before }
  cursor.newest = await paginate(upstream, newest, before.newest, (rows) => result.compare(rows))
  const isDue = before.sweep !== undefined || Math.abs(now - before.sweptAt) >= SWEEP_MS
  const isQuiet = cursor.newest === undefined && result.marks.size === 0
  if (isQuiet && isDue) {
    if (before.sweep === undefined) cursor.sweptAt = now
    cursor.sweep = await paginate(upstream, all, before.sweep, (rows) => {
      result.compare(rows)
      return true
    })
  }
  const isMore = cursor.newest !== undefined || cursor.sweep !== undefined || (isDue && !isQuiet)
  return { cursor: storedCursor(cursor), marks: result.marks, events: result.events, isMore }
}
