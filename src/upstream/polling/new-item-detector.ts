import type { EventInput } from '../../base/events.ts'
import type { PollContext } from './event-source.ts'
import type { PollResult } from './library-poll.ts'

interface Reading<Row> {
  /** Undefined for a row without an identity. It is skipped. */
  getKey(row: Row): string | undefined
  /** Undefined for a row that appeared too long ago to be reported. */
  toEvent(row: Row, now: number): EventInput | undefined
}

/** The new rows that one poll has found. Each is reported once, when it appears. */
export class NewItemDetector<Row> implements PollResult<Row> {
  readonly marks = new Map<string, string>()
  readonly #events: EventInput[] = []
  readonly #ask: PollContext
  readonly #reading: Reading<Row>

  constructor(ask: PollContext, reading: Reading<Row>) {
    this.#ask = ask
    this.#reading = reading
  }

  get events(): readonly EventInput[] {
    return this.#events.toSorted((a, b) => a.at - b.at)
  }

  begin(rows: readonly Row[]): void {
    for (const [key] of this.#keyed(rows)) this.marks.set(key, SEEN)
  }

  compare(rows: readonly Row[]): boolean {
    const keyed = this.#keyed(rows)
    const known = this.#ask.known([...keyed.keys()])
    let isNew = false
    for (const [key, row] of keyed) {
      if (known.has(key) || this.marks.has(key)) continue
      this.marks.set(key, SEEN)
      const event = this.#reading.toEvent(row, this.#ask.upstream.platform.now())
      if (!event) continue
      isNew = true
      if (this.#ask.wanted.has(event.type)) this.#events.push(event)
    }
    return isNew
  }

  #keyed(rows: readonly Row[]): Map<string, Row> {
    return new Map(
      rows.flatMap((row) => {
        const key = this.#reading.getKey(row)
        return key === undefined ? [] : [[key, row] as const]
      }),
    )
  }
}

const SEEN = '1'
