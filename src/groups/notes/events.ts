import { fingerprint } from '../../base/crypto.ts'
import type { EventAttachment, FoundEvent } from '../../base/events.ts'
import { identifier, text } from '../../base/json.ts'
import { isConnected } from '../../upstream/credentials.ts'
import {
  type EventSource,
  type FetchPage,
  type PollContext,
  type PollResult,
  pollLibrary,
} from '../../upstream/polling.ts'
import { listNotes, listSummaries } from './notes.ts'
import { type Connection, connectionBy, type ProductObject } from './tiro.ts'
import { fetchTranscript } from './transcript.ts'

/** A recording that started longer ago has no reliable end, in milliseconds. */
const LONGEST_RECORDING_MS = 24 * 3_600_000

/** The changes to notes that one poll has found so far. A mark has the version that was reported last. */
class NotePoll implements PollResult<ProductObject> {
  readonly marks = new Map<string, string>()
  readonly #events: FoundEvent[] = []
  readonly #ask: PollContext
  readonly #now: number

  constructor(ask: PollContext) {
    this.#ask = ask
    this.#now = ask.upstream.platform.now()
  }

  get events(): readonly FoundEvent[] {
    return this.#events.toSorted((a, b) => a.at - b.at)
  }

  begin(notes: readonly ProductObject[]): void {
    for (const { id, note } of readable(notes)) this.marks.set(id, getVersion(note))
  }

  compare(notes: readonly ProductObject[]): boolean {
    const rows = readable(notes)
    const known = this.#ask.known(rows.map(({ id }) => id))
    let isNew = false
    for (const { id, note } of rows) {
      const before = this.marks.get(id) ?? known.get(id)
      const version = getVersion(note)
      if (version === before || (before !== undefined && this.#isRecording(note))) continue
      isNew = true
      this.marks.set(id, version)
      this.#report(id, note, before === undefined)
    }
    return isNew
  }

  #report(id: string, note: ProductObject, isCreated: boolean): void {
    const type = isCreated ? 'notes.note.created' : 'notes.note.updated'
    if (!this.#ask.wanted.has(type)) return
    const at = Math.min(time(isCreated ? note.createdAt : note.updatedAt) ?? this.#now, this.#now)
    this.#events.push({ type, subject: id, at, data: note })
  }

  /** A note grows every 40 to 90 s while it is recorded. The change is reported at the end. */
  #isRecording({ recordingStartAt, recordingEndAt }: ProductObject): boolean {
    const start = time(recordingStartAt)
    return start !== null && text(recordingEndAt) === null && Math.abs(this.#now - start) < LONGEST_RECORDING_MS
  }
}

/** The notes that have an id. */
const readable = (notes: readonly ProductObject[]) =>
  notes.flatMap((note) => {
    const id = identifier(note.guid)
    return id === null ? [] : [{ id, note }]
  })

const getVersion = ({ updatedAt, title, recordingEndAt }: ProductObject) =>
  fingerprint([updatedAt, title, recordingEndAt].map((value) => text(value) ?? '').join(' '))

function time(value: unknown): number | null {
  const timestamp = Date.parse(text(value) ?? '')
  return Number.isNaN(timestamp) ? null : timestamp
}

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
  account: 'notes',
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
