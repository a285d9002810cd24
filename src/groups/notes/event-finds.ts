import { fingerprint } from '../../base/crypto.ts'
import type { EventInput } from '../../base/events.ts'
import { identifier, text } from '../../base/json.ts'
import type { PollContext, PollResult } from '../../upstream/polling.ts'
import type { ProductObject } from './product-objects.ts'

/** A recording that started longer ago has no reliable end, in milliseconds. */
const LONGEST_RECORDING_MS = 24 * 3_600_000

/** The changes to notes that one poll has found so far. A mark has the version that was reported last. */
export class NotePoll implements PollResult<ProductObject> {
  readonly marks = new Map<string, string>()
  readonly #events: EventInput[] = []
  readonly #ask: PollContext
  readonly #now: number

  constructor(ask: PollContext) {
    this.#ask = ask
    this.#now = ask.upstream.platform.now()
  }

  get events(): readonly EventInput[] {
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
      this.#tell(id, note, before === undefined)
    }
    return isNew
  }

  #tell(id: string, note: ProductObject, isCreated: boolean): void {
    const type = isCreated ? 'notes.note.created' : 'notes.note.updated'
    if (!this.#ask.wanted.has(type)) return
    const at = Math.min(time(isCreated ? note.createdAt : note.updatedAt) ?? this.#now, this.#now)
    this.#events.push({ type, group: 'notes', subject: id, at, data: note })
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
