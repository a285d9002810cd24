import { fingerprint } from '../../base/crypto.ts'
import type { EventAttachment, EventInput } from '../../base/events.ts'
import { isConnected } from '../../upstream/credentials.ts'
import {
  type EventSource,
  type FetchPage,
  type PollContext,
  type PollResult,
  pollLibrary,
} from '../../upstream/polling.ts'
import { type Connection, connectionBy } from './connection.ts'
import type { Detail } from './detail.ts'
import { fetchDetail, fetchListing } from './library.ts'
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

/** The changes to recordings that one poll has found so far. */
class RecordingPoll implements PollResult<RecordingRow> {
  readonly marks = new Map<string, string>()
  readonly #events: EventInput[] = []
  readonly #ask: PollContext
  readonly #now: number

  constructor(ask: PollContext) {
    this.#ask = ask
    this.#now = ask.upstream.platform.now()
  }

  /** The events, in the order in which they happened. */
  get events(): readonly EventInput[] {
    return this.#events.toSorted((a, b) => a.at - b.at)
  }

  begin(rows: readonly RecordingRow[]): void {
    for (const row of rows) this.marks.set(row.id, firstMark(row))
  }

  compare(rows: readonly RecordingRow[]): boolean {
    const known = this.#ask.known(rows.map(({ id }) => id))
    let isNew = false
    for (const row of rows) {
      // A row of the page before may be repeated. It was marked in this poll.
      const before = this.marks.get(row.id) ?? known.get(row.id)
      const { mark, change, isMoved } = nextMark(row, before)
      if (mark === before) continue
      isNew = true
      this.marks.set(row.id, mark)
      if (change && this.#ask.wanted.has(change)) {
        this.#events.push({
          type: change,
          group: 'recorder',
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
  types: ['recorder.file.ready', 'recorder.file.updated'],
  isConnected: (upstream) => isConnected(upstream, 'recorder'),
  async poll(ask) {
    const connection = connectionBy(ask.upstream)
    const library = {
      account: await connection.name(),
      newest: readPages(connection, NEWEST),
      all: readPages(connection, LIBRARY),
    }
    return pollLibrary(ask, library, new RecordingPoll(ask))
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

/** Pages of recordings, including the trash, because a restored recording is not new. */
function readPages(connection: Connection, { sort_by, pageSize, overlap }: Pages): FetchPage<RecordingRow> {
  return async (place) => {
    const skip = Number(place ?? 0)
    const { rows } = await fetchListing(connection, { limit: pageSize, skip, is_trash: 2, sort_by, is_desc: true })
    const next = rows.length < pageSize ? undefined : skip + pageSize - overlap
    return { rows: rows.filter((row) => row !== null), next }
  }
}
