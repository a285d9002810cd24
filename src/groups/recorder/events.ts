import type { EventAttachment } from '../../base/event-types.ts'
import { isConnected } from '../../upstream/credentials.ts'
import type { Ask, EventSource, Found } from '../../upstream/event-source.ts'
import { type Connection, connectionBy } from './connection.ts'
import { type Detail, fetchDetail } from './detail.ts'
import { type Cursor, keptCursor, readCursor } from './event-cursor.ts'
import { Finds } from './event-finds.ts'
import { LIBRARY, NEWEST, walkRecordings } from './event-walk.ts'
import { fetchSummary } from './summary.ts'
import { fetchTranscript, renderTranscript } from './transcript.ts'

/** Between two walks through the whole library, in milliseconds. */
const SWEEP_MS = 3_600_000

/**
 * Recordings that become ready for the first time, and ready ones that change.
 *
 * Each poll reads the newest page by edit time, and goes on while a page holds something new. That an edit time moves when a
 * recording becomes ready was never verified, so once an hour the whole library is compared with its marks. At rest, asked
 * every 120 s, that is 30 calls an hour and one more for each 1,000 recordings, beside about one exchange of the token a day.
 */
export const recorderSource: EventSource = {
  name: 'recorder.files',
  types: ['recorder.file.ready', 'recorder.file.updated'],
  isConnected: (outgoing) => isConnected(outgoing, 'recorder'),
  async poll(ask) {
    const connection = connectionBy(ask.outgoing)
    const account = await connection.name()
    const cursor = readCursor(ask.cursor, account)
    return cursor && cursor.first === undefined
      ? goOn(ask, connection, cursor)
      : begin(ask, connection, account, cursor)
  },
  async attach(outgoing, { data }, names) {
    const connection = connectionBy(outgoing)
    const id = String(data.id)
    const detail = await fetchDetail(connection, id)
    const attached = names.map(async (name) => [name, await ATTACH[name](connection, detail)] as const)
    return Object.fromEntries(await Promise.all(attached))
  },
}

/** As the routes give them, without the single utterances, which would make the text twice as long. */
const ATTACH: Record<EventAttachment, (connection: Connection, detail: Detail) => Promise<unknown>> = {
  transcript: async (connection, detail) => ({
    file_id: detail.fileId,
    ...renderTranscript(await fetchTranscript(connection, detail), 'text'),
  }),
  summary: async (connection, detail) => ({ file_id: detail.fileId, ...(await fetchSummary(connection, detail)) }),
}

/** The first polls of an account note its library, and tell nothing. */
async function begin(ask: Ask, connection: Connection, account: string, cursor: Cursor | undefined): Promise<Found> {
  const now = ask.outgoing.platform.now()
  const finds = new Finds(ask, now)
  const first = await walkRecordings(connection, LIBRARY, cursor?.first ?? 0, (rows) => {
    finds.begin(rows)
    return true
  })
  return {
    cursor: keptCursor({ account, first, sweptAt: cursor?.sweptAt ?? now }),
    marks: finds.marks,
    events: [],
    isMore: first !== undefined,
    isAnew: cursor === undefined,
  }
}

/**
 * What happened since. The library is walked through by a poll of its own, once the newest recordings hold nothing new: where
 * that walk fails, what they hold has been told.
 */
async function goOn(ask: Ask, connection: Connection, before: Cursor): Promise<Found> {
  const now = ask.outgoing.platform.now()
  const finds = new Finds(ask, now)
  const cursor = { ...before }
  cursor.newest = await walkRecordings(connection, NEWEST, before.newest ?? 0, (rows) => finds.compare(rows))
  const isDue = before.sweep !== undefined || Math.abs(now - before.sweptAt) >= SWEEP_MS
  const isQuiet = cursor.newest === undefined && finds.marks.size === 0
  if (isQuiet && isDue) {
    if (before.sweep === undefined) cursor.sweptAt = now
    cursor.sweep = await walkRecordings(connection, LIBRARY, before.sweep ?? 0, (rows) => {
      finds.compare(rows)
      return true
    })
  }
  const isMore = cursor.newest !== undefined || cursor.sweep !== undefined || (isDue && !isQuiet)
  return { cursor: keptCursor(cursor), marks: finds.marks, events: finds.events, isMore }
}
