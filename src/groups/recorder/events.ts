import type { Generation } from '../../base/accounts.ts'
import { fingerprint } from '../../base/crypto.ts'
import type { EventAttachment, FoundEvent } from '../../base/events.ts'
import { isObject, number, text } from '../../base/json.ts'
import { isConnected } from '../../upstream/credentials.ts'
import {
  type EventSource,
  type FetchPage,
  type Found,
  type PollContext,
  type PollResult,
  paginate,
  pollLibrary,
} from '../../upstream/polling.ts'
import { type Connection, connectionBy } from './connection.ts'
import type { Detail } from './detail.ts'
import { fetchDetail, fetchListing } from './library.ts'
import { PAGE_SIZE } from './library-v4.ts'
import { readReadiness } from './readiness.ts'
import { editedAtMs, isReady, type ListingQuery, type RecordingRow } from './rows.ts'
import { fetchSummary, fetchTranscript, renderTranscript } from './transcripts.ts'

/**
 * The stored mark of a recording. `new` was never ready. `ready` was ready and reported in this version. `away` was
 * ready before, and is now in the trash or being generated again.
 */
interface Mark {
  state: 'new' | 'ready' | 'away'
  /** The version that was seen last. */
  seen: string
  /** The version in which it was ready last. Empty if there is none. */
  reported: string
}

type Change = 'recorder.file.ready' | 'recorder.file.updated'

/** As text, for the object that stores it. */
const written = ({ state, seen, reported }: Mark) => [state, seen, reported].join(' ')

function readMark(text: string): Mark {
  const [state, seen = '', reported = ''] = text.split(' ')
  return { state: state === 'ready' || state === 'away' ? state : 'new', seen, reported }
}

/**
 * A version that shows whether a recording changed. The unit of `edit_time` may differ between responses, so it counts
 * in seconds. It was never verified that `version_ms` or `edit_time` changes with every edit, so the name is included.
 */
function getVersion(row: RecordingRow): string {
  const edited = editedAtMs({ ...row, version_ms: null })
  const seconds = edited === null ? '' : Math.floor(edited / 1000)
  return fingerprint([seconds, row.version_ms ?? '', row.filename ?? ''].join(' '))
}

/** The mark of a recording that exists when watching starts. It is not reported. */
function firstMark(row: RecordingRow): string {
  const seen = getVersion(row)
  if (isReady(row)) return written({ state: 'ready', seen, reported: seen })
  // It may have been ready before it was put into the trash. When restored, it is not a new recording.
  const isComplete = row.is_trans === true && row.is_summary === true
  return written(isComplete ? { state: 'away', seen, reported: seen } : { state: 'new', seen, reported: '' })
}

/** The change of a recording since its mark was written. An undefined mark means that the recording did not exist. */
function nextMark(
  row: RecordingRow,
  before: string | undefined,
): { mark: string; change: Change | undefined; isMoved: boolean } {
  const seen = getVersion(row)
  const last: Mark = before === undefined ? { state: 'new', seen: '', reported: '' } : readMark(before)
  const isMoved = last.seen !== seen
  if (!isReady(row)) {
    const state = last.state === 'new' ? 'new' : 'away'
    return { mark: written({ state, seen, reported: last.reported }), change: undefined, isMoved }
  }
  const mark = written({ state: 'ready', seen, reported: seen })
  if (last.state === 'new') return { mark, change: 'recorder.file.ready', isMoved }
  return { mark, change: last.reported === seen ? undefined : 'recorder.file.updated', isMoved }
}

/** How long a recording is looked at again that has no transcript or no summary, in milliseconds. */
const RECENT_MS = 7 * 86_400_000

/** The changes to recordings that one poll has found so far. */
class RecordingPoll implements PollResult<RecordingRow> {
  readonly marks = new Map<string, string>()
  readonly #events: FoundEvent[] = []
  readonly #ask: PollContext
  readonly #generation: Generation
  readonly #now: number

  constructor(ask: PollContext, generation: Generation) {
    this.#ask = ask
    this.#generation = generation
    this.#now = ask.upstream.platform.now()
  }

  /** The events, in the order in which they happened. */
  get events(): readonly FoundEvent[] {
    return this.#events.toSorted((a, b) => a.at - b.at)
  }

  /**
   * The rows whose details a page needs: those that have changed since their marks were written. It was never verified
   * that a row changes when its recording becomes ready, so a full sync looks at recent ones again.
   */
  findUnread(rows: readonly RecordingRow[], isFullSync: boolean): RecordingRow[] {
    const known = this.#ask.known(rows.map(({ id }) => id))
    return rows.filter((row) => {
      const before = this.marks.get(row.id) ?? known.get(row.id)
      if (before === undefined) return true
      const { state, seen } = readMark(before)
      return seen !== getVersion(row) || (isFullSync && state === 'new' && this.#isRecent(row))
    })
  }

  begin(rows: readonly RecordingRow[]): void {
    for (const row of this.#read(rows)) this.marks.set(row.id, firstMark(row))
  }

  /**
   * Notes rows after the account has moved to another generation, whose versions are others: as when watching starts,
   * but for what has become ready since.
   */
  carryOver(rows: readonly RecordingRow[]): void {
    const known = this.#ask.known(rows.map(({ id }) => id))
    for (const row of rows) {
      const before = readMark(known.get(row.id) ?? '')
      const seen = getVersion(row)
      if (before.state === 'ready') this.marks.set(row.id, written({ state: 'ready', seen, reported: seen }))
      else if (before.state === 'new') this.compare([row])
      else if (this.#read([row]).length > 0) this.marks.set(row.id, firstMark(row))
    }
  }

  /** The rows that were ready before the account has moved need no detail. */
  findUnready(rows: readonly RecordingRow[]): RecordingRow[] {
    const known = this.#ask.known(rows.map(({ id }) => id))
    return rows.filter(({ id }) => readMark(known.get(id) ?? '').state !== 'ready')
  }

  /** The list of 4.0 does not say whether a recording is ready, and not every detail is read. */
  #read(rows: readonly RecordingRow[]): readonly RecordingRow[] {
    return this.#generation === 3 ? rows : rows.filter(({ is_trans }) => is_trans !== null)
  }

  #isRecent(row: RecordingRow): boolean {
    return (editedAtMs(row) ?? 0) > this.#now - RECENT_MS
  }

  compare(rows: readonly RecordingRow[]): boolean {
    const known = this.#ask.known(rows.map(({ id }) => id))
    let isNew = false
    for (const row of this.#read(rows)) {
      // A row of the page before may be repeated. It was marked in this poll.
      const before = this.marks.get(row.id) ?? known.get(row.id)
      const { mark, change, isMoved } = nextMark(row, before)
      if (mark === before) continue
      isNew = true
      this.marks.set(row.id, mark)
      if (change && this.#ask.wanted.has(change)) {
        this.#events.push({
          type: change,
          subject: row.id,
          at: isMoved ? this.#changedAt(row) : this.#now,
          data: row,
          ...(change === 'recorder.file.ready' && { onceKey: `${change} ${row.id}` }),
        })
      }
    }
    return isNew
  }

  /** The time of the last change as the product reports it, at most now. Now when it reports none. */
  #changedAt(row: RecordingRow): number {
    const changedAtMs = Math.max(editedAtMs(row) ?? 0, row.version_ms ?? 0)
    return changedAtMs > 0 ? Math.min(changedAtMs, this.#now) : this.#now
  }
}

/**
 * Recordings that become ready for the first time, and ready ones that change.
 * Each poll reads the newest page by edit time, and further pages while they contain changes. It was never verified
 * that the edit time changes when a recording becomes ready, so once an hour the whole library is compared with its
 * marks. At rest, with a poll every 120 s, that is 30 calls an hour, plus one for each 1,000 recordings, plus one token
 * exchange a day.
 */
export const recorderSource: EventSource = {
  name: 'recorder.files',
  account: 'recorder',
  types: ['recorder.file.ready', 'recorder.file.updated'],
  isConnected: (upstream) => isConnected(upstream, 'recorder'),
  async poll(ask) {
    const connection = connectionBy(ask.upstream)
    try {
      return await pollIn(ask, connection, await connection.generation())
    } catch (error) {
      if (!(error instanceof Moved)) throw error
      return pollIn(ask, connection, error.generation)
    }
  },
  async attach(upstream, { data }, names) {
    const connection = connectionBy(upstream)
    const detail = await fetchDetail(connection, String(data.id))
    const attached = names.map(async (name) => [name, await ATTACH[name](connection, detail)] as const)
    return Object.fromEntries(await Promise.all(attached))
  },
}

/** As the routes return them, but without the single utterances, which would double the size. */
const ATTACH: Record<EventAttachment, (connection: Connection, detail: Detail) => Promise<unknown>> = {
  transcript: async (connection, detail) => ({
    file_id: detail.fileId,
    ...renderTranscript(await fetchTranscript(connection, detail), 'text'),
  }),
  summary: async (connection, detail) => ({ file_id: detail.fileId, ...(await fetchSummary(connection, detail)) }),
}

/** The account turned out to use another generation. */
class Moved extends Error {
  readonly generation: Generation

  constructor(generation: Generation) {
    super()
    this.generation = generation
  }
}

/** A poll in one generation. Throws Moved when the account uses the other one. */
async function pollIn(ask: PollContext, connection: Connection, generation: Generation): Promise<Found> {
  const poll = new RecordingPoll(ask, generation)
  const account = await connection.name()
  const before = isObject(ask.cursor) && ask.cursor.account === account ? ask.cursor : undefined
  const isSame = before === undefined || (number(before.generation) ?? 3) === generation
  const carried = text(before?.carried)
  if (before && before.first === undefined && (!isSame || carried !== null)) {
    const from = isSame && carried !== null ? Number(carried) : undefined
    const pages = readPages(connection, generation, LIBRARY, (rows) => poll.findUnready(rows))
    const next = await paginate(ask.upstream, pages, from, (rows) => {
      poll.carryOver(rows)
      return true
    })
    const cursor = { account, generation, sweptAt: ask.upstream.platform.now() }
    return {
      cursor: next === undefined ? cursor : { ...cursor, carried: String(next) },
      marks: poll.marks,
      events: poll.events,
      isMore: next !== undefined,
    }
  }
  const library = {
    account,
    newest: readPages(connection, generation, NEWEST, (rows) => poll.findUnread(rows, false)),
    all: readPages(connection, generation, LIBRARY, (rows) => poll.findUnread(rows, true)),
  }
  // The first walk counts rows, whose order may be another one now.
  const cursor = before && !isSame ? { ...before, first: 0 } : ask.cursor
  const found = await pollLibrary({ ...ask, cursor }, library, poll)
  return isObject(found.cursor) ? { ...found, cursor: { ...found.cursor, generation } } : found
}

interface Pages {
  sort_by: ListingQuery['sort_by']
  pageSize: number
  /** How many rows of the previous page each page repeats, so that a removal between two pages hides none. */
  overlap: number
}

/** The most recently edited recordings. */
const NEWEST: Pages = { sort_by: 'edit_time', pageSize: 100, overlap: 10 }
/** The whole library, in an order that edits do not change. The product sends up to 99,999 rows. */
const LIBRARY: Pages = { sort_by: 'start_time', pageSize: 1000, overlap: 50 }

/** Calls that the details of a page leave for other sources of the same run. */
const RESERVE = 8

/**
 * Pages of recordings, including the trash, because a restored recording is not new. At 4.0 a page has the details of
 * the rows that need them, and ends where the budget does.
 */
function readPages(
  connection: Connection,
  generation: Generation,
  { sort_by, pageSize, overlap }: Pages,
  findUnread: (rows: readonly RecordingRow[]) => RecordingRow[],
): FetchPage<RecordingRow> {
  return async (place) => {
    const skip = Number(place ?? 0)
    const limit = generation === 3 ? pageSize : Math.min(pageSize, PAGE_SIZE)
    const query = { limit, skip, is_trash: 'listed', sort_by, is_desc: true } as const
    const { rows } = await fetchListing(connection, query)
    const current = await connection.generation()
    if (current !== generation) throw new Moved(current)
    const listed = rows.filter((row) => row !== null)
    if (generation === 3) return { rows: listed, next: rows.length < pageSize ? undefined : skip + pageSize - overlap }
    const unread = findUnread(listed)
    const { rows: read, count } = await readReadiness(connection, unread, { reserve: RESERVE })
    const details = new Map(read.map((row) => [row.id, row]))
    const end = unread[count] ? rows.indexOf(unread[count]) : rows.length
    return {
      rows: rows.slice(0, end).flatMap((row) => (row ? [details.get(row.id) ?? row] : [])),
      next: end < rows.length || rows.length === limit ? skip + end : undefined,
    }
  }
}
