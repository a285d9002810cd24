import { sha256Hex } from '../../base/crypto.ts'
import { GatewayError, hasStatus } from '../../base/errors.ts'
import type { EventType, FoundEvent } from '../../base/events.ts'
import { at, member, number, text, textMember } from '../../base/json.ts'
import { isConnected } from '../../upstream/credentials.ts'
import {
  type EventSource,
  type FetchPage,
  type Found,
  type Json,
  type PollContext,
  type PollResult,
  paginate,
  pollLibrary,
} from '../../upstream/polling.ts'
import { comment } from './comments.ts'
import { readResults } from './databases.ts'
import {
  changedProperties,
  MINUTE_MS,
  type PageMark,
  pageData,
  printMark,
  readMark,
  readPage,
  type SeenPage,
  toMark,
} from './event-page.ts'
import { type Connection, connectionBy, fetchPage } from './notion.ts'
import { fetchMe } from './people.ts'
import { COMMENT, PAGE } from './push.ts'

/** A page that is edited continuously is reported after this time anyway, in milliseconds. */
const LONGEST_UNSETTLED_MS = 10 * MINUTE_MS
/** While the last page of a listing was edited within this time, the next listing is read as well, in milliseconds. */
const BUSY_MS = 5 * MINUTE_MS

type Change = 'created' | 'updated' | 'trashed'

/** The changes to pages that one poll has found so far. */
class PagePoll implements PollResult<unknown> {
  readonly marks = new Map<string, string>()
  /** The created or changed pages. */
  readonly changed = new Map<string, SeenPage>()
  readonly #events: FoundEvent[] = []
  readonly #ask: PollContext
  readonly #now: number
  readonly #since: number

  /** @param since when watching started, in epoch milliseconds; a page created earlier is not new */
  constructor(ask: PollContext, since: number) {
    this.#ask = ask
    this.#now = ask.upstream.platform.now()
    this.#since = Math.floor(since / MINUTE_MS) * MINUTE_MS
  }

  /** The events, oldest first. */
  get events(): readonly FoundEvent[] {
    return this.#events.toSorted((a, b) => a.at - b.at)
  }

  add(event: FoundEvent): void {
    if (this.#ask.wanted.has(event.type)) this.#events.push(event)
  }

  begin(pages: readonly unknown[]): void {
    for (const page of pages.flatMap((native) => readPage(native) ?? [])) this.#mark(page, toMark(page, this.#now))
  }

  /** Compares listed pages with their marks. Listings have the most recently edited page first. */
  compare(pages: readonly unknown[]): boolean {
    const seen = pages.flatMap((native) => readPage(native) ?? [])
    const last = seen.at(-1)
    const isBusy = last !== undefined && pages.length >= 100 && this.#now - last.editedAt < BUSY_MS
    return this.#compareAll(seen, false) || isBusy
  }

  /** Compares pages in the trash. Only pages that were known before count. */
  compareTrash(pages: readonly unknown[]): boolean {
    return this.#compareAll(
      pages.flatMap((native) => readPage(native) ?? []),
      true,
    )
  }

  #compareAll(pages: readonly SeenPage[], isTrash: boolean): boolean {
    const known = this.#ask.known(pages.map(({ id }) => id))
    let isNew = false
    for (const page of pages.toReversed()) {
      const before = readMark(this.marks.get(page.id) ?? known.get(page.id))
      if (before === undefined && isTrash) continue
      if (this.#compareOne(page, before)) isNew = true
    }
    return isNew
  }

  /** Returns whether the page has changed. */
  #compareOne(page: SeenPage, before: PageMark | undefined): boolean {
    if (!before) {
      this.#mark(page, toMark(page, this.#now))
      // An older page was only now shared with the connection.
      if (page.createdAt >= this.#since && !page.inTrash) this.#report('created', page, null)
      return true
    }
    // A listing may be older than what was read before.
    if (page.editedAt < before.editedAt) return false
    const isSame = page.editedAt === before.editedAt && page.inTrash === before.inTrash
    if (isSame && before.isSettled) return false
    const after = toMark(page, this.#now)
    const changed = changedProperties(page, before, after)
    if (isSame && changed.length === 0) {
      if (after.isSettled) this.#mark(page, after)
      return false
    }
    if (page.inTrash !== before.inTrash) {
      this.#mark(page, after)
      this.#report(page.inTrash ? 'trashed' : 'updated', page, changed)
      return true
    }
    // When only the content changed, only the time shows it, rounded to the minute. It is reported once that minute has
    // passed.
    if (changed.length === 0 && !after.isSettled) {
      const { waitsSince = this.#now } = before
      if (before.waitsSince === undefined) this.#mark(page, { ...before, waitsSince })
      if (this.#now - waitsSince < LONGEST_UNSETTLED_MS) return false
    }
    this.#mark(page, after)
    this.#report('updated', page, changed)
    return true
  }

  #mark({ id }: SeenPage, mark: PageMark): void {
    this.marks.set(id, printMark(mark))
  }

  #report(change: Change, page: SeenPage, changed: string[] | null): void {
    if (change !== 'trashed') this.changed.set(page.id, page)
    const types: EventType[] = [`workspace.page.${change}`]
    if (page.dataSourceId !== undefined && change !== 'trashed') types.push(`workspace.row.${change}`)
    const at = Math.min(change === 'created' ? page.createdAt : page.editedAt, this.#now)
    const data = pageData(page, changed, this.#now)
    for (const type of types) this.add({ type, subject: page.id, at, data })
  }
}

/** At a delivery, an event's state that is older than this is read again, in milliseconds. */
const FRESH_MS = 60_000
/** One poll reads the comments of at most this many changed pages. */
const MOST_COMMENTED = 10
/** Older comments are not reported, in milliseconds. */
const OLDEST_COMMENT_MS = 7 * 24 * 3_600_000
/** How many pushed pages one poll reads, one call each: no more than the product accepts between two polls. */
const MOST_PUSHED = 6
/** While the most recently edited pages stay the same, the trash is searched after this time, in milliseconds. */
const TRASH_MS = 10 * MINUTE_MS
/** Calls reserved for the other event sources of the same run. */
const RESERVE = 6

/**
 * Pages, rows and comments. Each poll searches the most recently edited pages and compares them with their marks. It
 * reads the next page of results while the last one contains a change. Once an hour it reads everything. At rest, with
 * a poll every 120 s, that is 30 calls an hour plus one for each 100 pages, plus 6 if anyone subscribes to the trash.
 * A push of the product (push.ts) only says which pages to read. They are compared with the same marks. So a
 * repeated, late or lost push only affects how soon a change is noticed.
 */
export const workspaceSource: EventSource = {
  name: 'workspace.pages',
  account: 'workspace',
  types: [
    'workspace.page.created',
    'workspace.page.updated',
    'workspace.page.trashed',
    'workspace.row.created',
    'workspace.row.updated',
    'workspace.comment.created',
  ],
  isConnected: (upstream) => isConnected(upstream, 'workspace'),
  async poll(ask) {
    const now = ask.upstream.platform.now()
    const connection = await connectionBy(ask.upstream)
    const owner = await readOwner(ask, connection)
    const isKnown = text(at(ask.cursor, 'account')) === owner.account
    const since = (isKnown ? number(at(ask.cursor, 'since')) : null) ?? now
    const pagePoll = new PagePoll(ask, since)
    const hasStarted = isKnown && at(ask.cursor, 'first') === undefined
    const pushed = hasStarted ? pushedIn(ask) : { pages: [], comments: [] }
    const searchedAt = hasStarted ? (number(at(ask.cursor, 'searchedAt')) ?? 0) : 0
    const isLate = Math.abs(now - searchedAt) >= ask.upstream.settings.eventsPollMs
    // When many pages were pushed, one search returns 100 of them.
    const isDue = ask.pushed === undefined || ask.pushed.length === 0 || isLate || pushed.pages.length > MOST_PUSHED
    const found = isDue ? await search(ask, connection, pagePoll, owner.account) : unsearched(ask, pagePoll)
    const read = await readPushed(connection, pagePoll, pushed.pages)
    const commented = pushed.comments.slice(0, MOST_COMMENTED)
    if (hasStarted) await readComments(ask, connection, pagePoll, since, commented)
    const handled = hasStarted ? [...read.map((id) => PAGE + id), ...commented.map((id) => COMMENT + id)] : ask.pushed
    const more = { ...owner, since, searchedAt: isDue ? now : searchedAt }
    const cursor = { ...getObject(found.cursor), ...more }
    return { ...found, cursor, marks: pagePoll.marks, events: pagePoll.events, ...(handled && { handled }) }
  },
  async refresh(upstream, { data, type }) {
    const now = upstream.platform.now()
    const readAtMs = Date.parse(text(data.as_of) ?? '')
    if (type === 'workspace.comment.created' || Math.abs(now - readAtMs) < FRESH_MS) return undefined
    const page = readPage(await fetchPage(await connectionBy(upstream), String(data.id)))
    const changed = Array.isArray(data.changed_properties) ? data.changed_properties.map(String) : null
    return page && pageData(page, changed, now)
  },
}

const getObject = (cursor: Json): { readonly [name: string]: Json } =>
  typeof cursor === 'object' && cursor !== null && !Array.isArray(cursor) ? (cursor as { [name: string]: Json }) : {}

/**
 * The account that owns the pages. The product is asked only for a new token. A different token of the same integration
 * changes nothing.
 */
async function readOwner({ cursor }: PollContext, connection: Connection): Promise<{ account: string; token: string }> {
  const token = (await sha256Hex(connection.token)).slice(0, 16)
  const account = text(at(cursor, 'account'))
  if (account !== null && text(at(cursor, 'token')) === token) return { account, token }
  const { id, workspace_id } = await fetchMe(connection)
  return { account: `${workspace_id} ${id}`, token }
}

async function search(ask: PollContext, connection: Connection, pagePoll: PagePoll, account: string): Promise<Found> {
  const all = readPages(connection, false)
  let listed: readonly unknown[] | undefined
  const newest: FetchPage<unknown> = async (place) => {
    const page = await all(place)
    if (place === undefined) listed = page.rows
    return page
  }
  const found = await pollLibrary(ask, { account, newest, all }, pagePoll)
  const hasStarted = text(at(ask.cursor, 'account')) === account && at(ask.cursor, 'first') === undefined
  if (!hasStarted || !ask.wanted.has('workspace.page.trashed')) return found
  const trash = await searchTrash(ask, connection, pagePoll, listed)
  return { ...found, cursor: { ...getObject(found.cursor), ...trash } }
}

/**
 * A page that goes into the trash leaves the list of recently edited pages, and another page takes its place. So the
 * trash is searched when that list changes, and from time to time for pages that were not in it.
 */
async function searchTrash(
  { upstream, cursor }: PollContext,
  connection: Connection,
  pagePoll: PagePoll,
  listed: readonly unknown[] | undefined,
): Promise<{ listed: string | null; trashAt: number }> {
  const now = upstream.platform.now()
  const ids = listed?.map((page) => textMember(page, 'id')).sort()
  const trash = { listed: ids ? (await sha256Hex(ids.join())).slice(0, 16) : null, trashAt: now }
  const before = number(at(cursor, 'trashAt')) ?? 0
  const isSame = trash.listed !== null && trash.listed === text(at(cursor, 'listed'))
  if (isSame && Math.abs(now - before) < TRASH_MS) return { ...trash, trashAt: before }
  await paginate(upstream, readPages(connection, true), undefined, (rows) => pagePoll.compareTrash(rows))
  return trash
}

const unsearched = ({ cursor = null }: PollContext, { marks, events }: PagePoll): Found => ({
  cursor,
  marks,
  events,
  isMore: false,
})

/** Pages that the integration can see, most recently edited first. */
const readPages =
  (connection: Connection, inTrash: boolean): FetchPage<unknown> =>
  async (place) => {
    const body = {
      filter: { property: 'object', value: 'page', ...(inTrash && { in_trash: true }) },
      sort: { timestamp: 'last_edited_time', direction: 'descending' },
      page_size: 100,
      ...(place !== undefined && { start_cursor: String(place) }),
    }
    const answer = await connection.call({ method: 'POST', path: '/search', body, reads: true })
    const next = member(answer, 'has_more') === true ? textMember(answer, 'next_cursor') : undefined
    return { rows: readResults(answer), next }
  }

function pushedIn({ pushed = [] }: PollContext): { pages: string[]; comments: string[] } {
  const of = (kind: string) => pushed.flatMap((what) => (what.startsWith(kind) ? [what.slice(kind.length)] : []))
  return { pages: of(PAGE), comments: of(COMMENT) }
}

/** Reads the pages that the product pushed and the search did not find changed. Returns the settled ones. */
async function readPushed(connection: Connection, pagePoll: PagePoll, pushed: readonly string[]): Promise<string[]> {
  const found = pushed.filter((id) => pagePoll.changed.has(id))
  const left = pushed.filter((id) => !pagePoll.changed.has(id)).slice(0, MOST_PUSHED)
  const pages = await Promise.all(left.map((id) => fetchPage(connection, id).catch(withoutAccess)))
  pagePoll.compare(pages.filter((page) => page !== undefined))
  return [...found, ...left]
}

/** A page that is no longer shared with the connection, or was deleted for good, produces no events. */
function withoutAccess(error: unknown): undefined {
  if (hasStatus(error, 404) || hasStatus(error, 403) || hasStatus(error, 400)) return undefined
  throw error
}

/** Comments of changed pages, and of pages that a push named. None when the token may not read them. */
async function readComments(
  { upstream, wanted, known }: PollContext,
  connection: Connection,
  pagePoll: PagePoll,
  since: number,
  pushed: readonly string[],
): Promise<void> {
  if (!wanted.has('workspace.comment.created')) return
  const oldest = Math.max(Math.floor(since / MINUTE_MS) * MINUTE_MS, upstream.platform.now() - OLDEST_COMMENT_MS)
  for (const id of [...new Set([...pushed, ...[...pagePoll.changed.keys()].slice(0, MOST_COMMENTED)])]) {
    if (upstream.budget.callsLeft <= RESERVE) return
    const path = `/comments?${new URLSearchParams({ block_id: id, page_size: '100' })}`
    const answer = await connection.call({ path }).catch((error: unknown) => {
      if (error instanceof GatewayError && (error.status === 403 || error.status === 404)) return undefined
      throw error
    })
    if (answer === undefined) continue
    const comments = readResults(answer).map((one) => comment(one))
    const keys = known(comments.map((one) => `comment ${one.id}`))
    for (const one of comments) {
      const key = `comment ${one.id}`
      const created = Date.parse(one.created_time ?? '')
      if (one.id === null || keys.has(key) || !(created >= oldest)) continue
      pagePoll.marks.set(key, '1')
      const { rich_text: _, ...data } = one
      const type = 'workspace.comment.created'
      pagePoll.add({ type, subject: one.id, at: created, data: { ...data, page_id: id } })
    }
  }
}
