import { sha256Hex } from '../../base/digest.ts'
import { GatewayError, hasStatus } from '../../base/errors.ts'
import { member, textMember } from '../../base/json-object.ts'
import { at, number, text } from '../../base/lenient-json.ts'
import { isConnected } from '../../upstream/credentials/credentials.ts'
import type { EventSource, Found, Json, PollContext } from '../../upstream/polling/event-source.ts'
import { pollLibrary } from '../../upstream/polling/library-poll.ts'
import { type FetchPage, paginate } from '../../upstream/polling/paginate.ts'
import { comment } from './comments.ts'
import { type Connection, connectionBy } from './connection.ts'
import { readResults } from './data-sources.ts'
import { PagePoll } from './event-finds.ts'
import { MINUTE_MS, pageData, readPage } from './event-page.ts'
import { fetchPage } from './pages.ts'
import { COMMENT, PAGE } from './push/pushed.ts'
import { fetchMe } from './users.ts'

/** The state of an event is read again where it is older than this at a delivery, in milliseconds. */
const FRESH_MS = 60_000
/** Of how many changed pages the comments are read in one poll. */
const MOST_COMMENTED = 10
/** A comment that is older is not reported any more, in milliseconds. */
const OLDEST_COMMENT_MS = 7 * 24 * 3_600_000
/** How many pushed pages are read in one poll, each by a call: polls are 2 s apart, and 3 calls a second are taken. */
const MOST_PUSHED = 6
/** While the pages edited last are the same ones, the trash is searched after this time, in milliseconds. */
const TRASH_MS = 10 * MINUTE_MS
/** Calls that are left to others of the same run. */
const RESERVE = 6

/**
 * Pages, rows and comments. Each poll searches what was edited last, and compares it with its marks, page by page while a
 * page of results holds something new; once an hour all of it. At rest, asked every 120 s, that is 30 calls an hour and one
 * more for each 100 pages; 6 more where somebody wants to know of the trash.
 *
 * What the product pushes (push/hook.ts) says which pages to look at, and nothing else: they are read and compared with the same
 * marks. So a push that is repeated, late or lost changes nothing but how soon a change is seen.
 */
export const workspaceSource: EventSource = {
  name: 'workspace.pages',
  types: [
    ...(['workspace.page.created', 'workspace.page.updated', 'workspace.page.trashed'] as const),
    ...(['workspace.row.created', 'workspace.row.updated', 'workspace.comment.created'] as const),
  ],
  isConnected: (upstream) => isConnected(upstream, 'workspace'),
  async poll(ask) {
    const now = ask.upstream.platform.now()
    const connection = await connectionBy(ask.upstream)
    const owner = await readOwner(ask, connection)
    const isKnown = text(at(ask.cursor, 'account')) === owner.account
    const since = (isKnown ? number(at(ask.cursor, 'since')) : null) ?? now
    const finds = new PagePoll(ask, since)
    const isBegun = isKnown && at(ask.cursor, 'first') === undefined
    const pushed = isBegun ? pushedIn(ask) : { pages: [], comments: [] }
    const searchedAt = isBegun ? (number(at(ask.cursor, 'searchedAt')) ?? 0) : 0
    const isLate = Math.abs(now - searchedAt) >= ask.upstream.settings.eventsPollMs
    // One search tells of 100 pages, where many were pushed.
    const isDue = ask.pushed === undefined || ask.pushed.length === 0 || isLate || pushed.pages.length > MOST_PUSHED
    const found = isDue ? await search(ask, connection, finds, owner.account) : unsearched(ask, finds)
    const read = await lookAtPushed(connection, finds, pushed.pages)
    const commented = pushed.comments.slice(0, MOST_COMMENTED)
    if (isBegun) await lookAtComments(ask, connection, finds, since, commented)
    const handled = isBegun ? [...read.map((id) => PAGE + id), ...commented.map((id) => COMMENT + id)] : ask.pushed
    const more = { ...owner, since, searchedAt: isDue ? now : searchedAt }
    const cursor = { ...getObject(found.cursor), ...more }
    return { ...found, cursor, marks: finds.marks, events: finds.events, ...(handled && { handled }) }
  },
  async refresh(upstream, { data, type }) {
    const now = upstream.platform.now()
    const asOf = Date.parse(text(data.as_of) ?? '')
    if (type === 'workspace.comment.created' || Math.abs(now - asOf) < FRESH_MS) return undefined
    const page = readPage(await fetchPage(await connectionBy(upstream), String(data.id)))
    const changed = Array.isArray(data.changed_properties) ? data.changed_properties.map(String) : null
    return page && pageData(page, changed, now)
  },
}

const getObject = (cursor: Json): { readonly [name: string]: Json } =>
  typeof cursor === 'object' && cursor !== null && !Array.isArray(cursor) ? (cursor as { [name: string]: Json }) : {}

/** Whose pages they are. A token that is known is not asked again; another one of the same integration changes nothing. */
async function readOwner({ cursor }: PollContext, connection: Connection): Promise<{ account: string; token: string }> {
  const token = (await sha256Hex(connection.token)).slice(0, 16)
  const account = text(at(cursor, 'account'))
  if (account !== null && text(at(cursor, 'token')) === token) return { account, token }
  const { id, workspace_id } = await fetchMe(connection)
  return { account: `${workspace_id} ${id}`, token }
}

async function search(ask: PollContext, connection: Connection, finds: PagePoll, account: string): Promise<Found> {
  const all = readPages(connection, false)
  let listed: readonly unknown[] | undefined
  const newest: FetchPage<unknown> = async (place) => {
    const page = await all(place)
    if (place === undefined) listed = page.rows
    return page
  }
  const found = await pollLibrary(ask, { account, newest, all }, finds)
  const hasBegun = text(at(ask.cursor, 'account')) === account && at(ask.cursor, 'first') === undefined
  if (!hasBegun || !ask.wanted.has('workspace.page.trashed')) return found
  const trash = await searchTrash(ask, connection, finds, listed)
  return { ...found, cursor: { ...getObject(found.cursor), ...trash } }
}

/**
 * A page that goes into the trash leaves the list of those edited last, and another one takes its place. So the trash is
 * searched when other pages are listed than before, and now and then for a page that was not among them.
 */
async function searchTrash(
  { upstream, cursor }: PollContext,
  connection: Connection,
  finds: PagePoll,
  listed: readonly unknown[] | undefined,
): Promise<{ listed: string | null; trashAt: number }> {
  const now = upstream.platform.now()
  const ids = listed?.map((page) => textMember(page, 'id')).sort()
  const trash = { listed: ids ? (await sha256Hex(ids.join())).slice(0, 16) : null, trashAt: now }
  const before = number(at(cursor, 'trashAt')) ?? 0
  const isSame = trash.listed !== null && trash.listed === text(at(cursor, 'listed'))
  if (isSame && Math.abs(now - before) < TRASH_MS) return { ...trash, trashAt: before }
  await paginate(upstream, readPages(connection, true), undefined, (rows) => finds.compareTrash(rows))
  return trash
}

const unsearched = ({ cursor = null }: PollContext, { marks, events }: PagePoll): Found => ({
  ...{ cursor, marks, events, isMore: false },
})

/** Pages that the integration sees, what was edited last first. */
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

/** Reads the pages that the product pushed and the search did not find changed. Answers those that are settled. */
async function lookAtPushed(connection: Connection, finds: PagePoll, pushed: readonly string[]): Promise<string[]> {
  const found = pushed.filter((id) => finds.changed.has(id))
  const left = pushed.filter((id) => !finds.changed.has(id)).slice(0, MOST_PUSHED)
  const pages = await Promise.all(left.map((id) => fetchPage(connection, id).catch(withoutAccess)))
  finds.compare(pages.filter((page) => page !== undefined))
  return [...found, ...left]
}

/** A page that was taken away from the integration, or deleted for good, has no events any more. */
function withoutAccess(error: unknown): undefined {
  if (hasStatus(error, 404) || hasStatus(error, 403) || hasStatus(error, 400)) return undefined
  throw error
}

/** Comments of changed pages, and of those that a push named; none where the token may not read them. */
async function lookAtComments(
  { upstream, wanted, known }: PollContext,
  connection: Connection,
  finds: PagePoll,
  since: number,
  pushed: readonly string[],
): Promise<void> {
  if (!wanted.has('workspace.comment.created')) return
  const oldest = Math.max(Math.floor(since / MINUTE_MS) * MINUTE_MS, upstream.platform.now() - OLDEST_COMMENT_MS)
  for (const id of [...new Set([...pushed, ...[...finds.changed.keys()].slice(0, MOST_COMMENTED)])]) {
    if (upstream.callsLeft <= RESERVE) return
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
      finds.marks.set(key, '1')
      const { rich_text: _, ...data } = one
      const type = 'workspace.comment.created'
      finds.add({ type, group: 'workspace', subject: one.id, at: created, data: { ...data, page_id: id } })
    }
  }
}
