import type { EventAttachment } from '../../base/events.ts'
import { isConnected } from '../../upstream/credentials.ts'
import { type EventSource, type FetchPage, pollLibrary } from '../../upstream/polling.ts'
import { type Connection, connectionBy } from './connection.ts'
import { NotePoll } from './event-finds.ts'
import { listNotes, listSummaries } from './notes.ts'
import type { ProductObject } from './product-objects.ts'
import { fetchTranscript } from './transcript.ts'

/** The largest page of the product. */
const PAGE_SIZE = 200

/**
 * Notes that are created, and that change. A note that is being recorded is reported when it appears and when its
 * recording has ended.
 * The product can only list notes by creation time. Each poll reads the newest 200, and further pages while they
 * contain changes. A change of an older note is found within an hour, when all notes are read. At rest, with a poll
 * every 120 s, that is 30 calls an hour, plus one for each 200 notes, plus one for each isolate, which reads the key's
 * workspace.
 */
export const notesSource: EventSource = {
  name: 'notes.notes',
  types: ['notes.note.created', 'notes.note.updated'],
  isConnected: (upstream) => isConnected(upstream, 'notes'),
  async poll(ask) {
    const connection = connectionBy(ask.upstream)
    const pages = readPages(connection)
    return pollLibrary(ask, { account: await connection.workspace(), newest: pages, all: pages }, new NotePoll(ask))
  },
  async attach(upstream, { data }, names) {
    const connection = connectionBy(upstream)
    const attached = names.map(async (name) => [name, await ATTACH[name](connection, String(data.guid))] as const)
    return Object.fromEntries(await Promise.all(attached))
  },
}

const readPages =
  (connection: Connection): FetchPage<ProductObject> =>
  async (place) => {
    const cursor = place === undefined ? undefined : String(place)
    const { notes, next_cursor } = await listNotes(connection, { size: PAGE_SIZE, cursor })
    return { rows: notes, next: next_cursor ?? undefined }
  }

/** As the routes return them, but without the single paragraphs, which would double the size. */
const ATTACH: Record<EventAttachment, (connection: Connection, id: string) => Promise<unknown>> = {
  transcript: async (connection, id) => {
    const { text, locked_paragraphs } = await fetchTranscript(connection, id)
    return { note_id: id, text, locked_paragraphs, format: 'plain' }
  },
  summary: async (connection, id) => ({ note_id: id, summaries: await listSummaries(connection, id) }),
}
