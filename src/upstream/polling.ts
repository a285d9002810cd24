import { badGateway, hasStatus } from '../base/errors.ts'
import type { EventAttachment, EventType, FoundEvent, GatewayEvent } from '../base/events.ts'
import type { Account } from '../base/groups.ts'
import { at, number, text } from '../base/json.ts'
import type { UpstreamContext } from './context.ts'

/** Plain data that a source stores between two polls. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

export interface PollContext {
  readonly upstream: UpstreamContext
  /**
   * The cursor that the previous poll returned. Undefined at the first poll, which reports nothing: it only notes what
   * exists.
   */
  readonly cursor: Json | undefined
  /** The stored values of these seen keys, which show whether a thing has changed. */
  known(keys: readonly string[]): ReadonlyMap<string, string>
  /** The types that subscribers need. */
  readonly wanted: ReadonlySet<EventType>
  /** The pushes of the product, in the source's format. Each is passed to polls until one has succeeded with it. */
  readonly pushed?: readonly string[]
}

/** The result of a poll. Events, seen keys and cursor are stored together, or not at all. */
export interface Found {
  readonly cursor: Json
  /** Null deletes a seen key. */
  readonly marks: ReadonlyMap<string, string | null>
  /** In the order in which they happened, as far as the product shows it. */
  readonly events: readonly FoundEvent[]
  /** Whether there is more to read at once. */
  readonly isMore: boolean
  /** The pushes that are handled. All when absent. */
  readonly handled?: readonly string[]
  /** Whether another account starts: the source's seen keys are deleted before these are stored. */
  readonly isRestart?: boolean
  /** When to poll again at the latest, if that is earlier than usual, in milliseconds. */
  readonly waitMs?: number
}

/** A source of events at a product. Each group declares its own in `events.ts`, and the object collects them. */
export interface EventSource {
  /** `<account>.<things>`, the storage name of the source. */
  readonly name: string
  /** The account whose events it finds. Null for several: then each event names its own. */
  readonly account: Account | null
  readonly types: readonly EventType[]
  /** The shortest time between two polls, if EVENTS_POLL_SECONDS would be too often, in milliseconds. */
  readonly atLeastMs?: number
  /** How long a seen key is stored after its last write, in milliseconds. Forever when absent. */
  readonly keepMarksMs?: number
  /** Whether its account is connected. Makes no call to the product. */
  isConnected(upstream: UpstreamContext): Promise<boolean>
  /** Polls the product. Throws like a request. */
  poll(ask: PollContext): Promise<Found>
  /**
   * The current `data` at a delivery. Undefined when the stored one is recent enough. Throws like a request. After
   * repeated failures the stored data is delivered.
   */
  refresh?(upstream: UpstreamContext, event: GatewayEvent): Promise<Readonly<Record<string, unknown>> | undefined>
  /** The attachments of a delivery, by name. Throws like a request, for the first one that fails. */
  attach?(
    upstream: UpstreamContext,
    event: GatewayEvent,
    names: readonly EventAttachment[],
  ): Promise<Record<string, unknown>>
}

/** The cursor in a list: how many rows to skip, or the product's own cursor. */
type PageCursor = number | string

/** The stored state of a library between two polls. */
interface LibraryCursor {
  account: string
  /** The position at which the first walk continues. Absent once it has ended. */
  first?: PageCursor | undefined
  /** The position at which the walk through the newest rows continues. Absent when it has ended. */
  newest?: PageCursor | undefined
  /** The position at which the full sync continues. Absent when none is running. */
  sweep?: PageCursor | undefined
  /** When the last full sync started, in epoch milliseconds. */
  sweptAt: number
}

const storedCursor = ({ account, first, newest, sweep, sweptAt }: LibraryCursor): Json => ({
  account,
  sweptAt,
  ...(first !== undefined && { first }),
  ...(newest !== undefined && { newest }),
  ...(sweep !== undefined && { sweep }),
})

/** Undefined without one, and for a cursor of another account. */
function readCursor(cursor: Json | undefined, account: string): LibraryCursor | undefined {
  if (text(at(cursor, 'account')) !== account) return undefined
  const place = (name: 'first' | 'newest' | 'sweep'): PageCursor | undefined => {
    const value = at(cursor, name)
    return typeof value === 'number' || typeof value === 'string' ? value : undefined
  }
  return {
    account,
    first: place('first'),
    newest: place('newest'),
    sweep: place('sweep'),
    sweptAt: number(at(cursor, 'sweptAt')) ?? 0,
  }
}

const UNKNOWN = 'unknown'

/**
 * The account in a response, or the one that was known before, and its cursor. Some products show the account only in
 * its content, so not while it is empty.
 */
export function matchCursorAccount(
  cursor: Json | undefined,
  learned: string | undefined,
): { account: string; cursor: Json | undefined } {
  const before = text(at(cursor, 'account'))
  const account = learned ?? before ?? UNKNOWN
  return { account, cursor: before === UNKNOWN && isObject(cursor) ? { ...cursor, account } : cursor }
}

const isObject = (cursor: Json | undefined): cursor is { readonly [name: string]: Json } =>
  typeof cursor === 'object' && cursor !== null && !Array.isArray(cursor)

interface Reading<Row> {
  /** Undefined for a row without an identity. It is skipped. */
  getKey(row: Row): string | undefined
  /** Undefined for a row that appeared too long ago to be reported. */
  toEvent(row: Row, now: number): FoundEvent | undefined
}

/** The new rows that one poll has found. Each is reported once, when it appears. */
export class NewItemDetector<Row> implements PollResult<Row> {
  readonly marks = new Map<string, string>()
  readonly #events: FoundEvent[] = []
  readonly #ask: PollContext
  readonly #reading: Reading<Row>

  constructor(ask: PollContext, reading: Reading<Row>) {
    this.#ask = ask
    this.#reading = reading
  }

  get events(): readonly FoundEvent[] {
    return this.#events.toSorted((a, b) => a.at - b.at)
  }

  begin(rows: readonly Row[]): void {
    for (const [key] of this.#keyed(rows)) this.marks.set(key, SEEN)
  }

  compare(rows: readonly Row[]): boolean {
    const keyed = this.#keyed(rows)
    const known = this.#ask.known([...keyed.keys()])
    let isNew = false
    for (const [key, row] of keyed) {
      if (known.has(key) || this.marks.has(key)) continue
      this.marks.set(key, SEEN)
      const event = this.#reading.toEvent(row, this.#ask.upstream.platform.now())
      if (!event) continue
      isNew = true
      if (this.#ask.wanted.has(event.type)) this.#events.push(event)
    }
    return isNew
  }

  #keyed(rows: readonly Row[]): Map<string, Row> {
    return new Map(
      rows.flatMap((row) => {
        const key = this.#reading.getKey(row)
        return key === undefined ? [] : [[key, row] as const]
      }),
    )
  }
}

const SEEN = '1'

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
 * returns that the rest is known. Throws 502 when a cursor comes again, because the walk would never end.
 */
export async function paginate<Row>(
  upstream: UpstreamContext,
  fetchPage: FetchPage<Row>,
  from: PageCursor | undefined,
  note: (rows: readonly Row[]) => boolean,
): Promise<PageCursor | undefined> {
  let place = from
  const seen = new Set<PageCursor>()
  for (let page = 0; ; page++) {
    if (page > 0 && (page === MOST_PAGES || upstream.budget.callsLeft <= RESERVE)) return place
    const fetched = await fetchFrom(fetchPage, place, page === 0).catch((error) => {
      // The rows of the previous pages are stored, and the next poll continues.
      if (page === 0 || !hasStatus(error, 429)) throw error
    })
    if (!fetched) return place
    const { rows, next } = fetched
    if (!note(rows) || next === undefined) return undefined
    if (seen.has(next)) throw badGateway('the service returned a list whose pages go round', 'shape cursor')
    seen.add(next)
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

/** The time between two full syncs, in milliseconds. */
const SWEEP_MS = 3_600_000

/** A list of a product that can be read completely, whose rows appear and change. */
interface Library<Row> {
  /** The account at the product. Seen keys and cursor of another account are discarded. */
  readonly account: string
  /** The rows that are most likely new come first. */
  readonly newest: FetchPage<Row>
  /** All rows, in an order that changes as little as possible. */
  readonly all: FetchPage<Row>
}

/** The result of one poll so far. */
export interface PollResult<Row> {
  readonly marks: ReadonlyMap<string, string>
  readonly events: readonly FoundEvent[]
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
    isRestart: cursor === undefined,
  }
}

/**
 * Returns the events since the last poll. The full sync is a separate poll, once the newest rows contain no changes, so
 * that its failure does not lose their events.
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
