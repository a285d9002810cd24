import type { EventInput } from '../../base/events.ts'
import type { PollContext, PollResult } from '../../upstream/polling.ts'
import { firstMark, nextMark } from './event-marks.ts'
import { editedAtMs, type RecordingRow } from './listing.ts'

/** The changes to recordings that one poll has found so far. */
export class RecordingPoll implements PollResult<RecordingRow> {
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
