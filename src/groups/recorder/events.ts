import type { EventAttachment } from '../../base/events.ts'
import { isConnected } from '../../upstream/credentials.ts'
import { type EventSource, type FetchPage, pollLibrary } from '../../upstream/polling.ts'
import { type Connection, connectionBy } from './connection.ts'
import { type Detail, fetchDetail } from './detail.ts'
import { RecordingPoll } from './event-finds.ts'
import { fetchListing, type ListingQuery, type RecordingRow } from './listing.ts'
import { fetchSummary } from './summary.ts'
import { fetchTranscript, renderTranscript } from './transcript.ts'

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
