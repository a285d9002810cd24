import type { Json } from '../../upstream/polling/event-source.ts'
import type { Wait } from './backoff.ts'

/** What is kept of a source that is watched. */
export interface SourceRecord extends Wait, Record<string, SqlStorageValue> {
  name: string
  /** JSON; null before the first poll. */
  cursor: string | null
  /** When a poll succeeded last, epoch milliseconds. */
  polled_at: number | null
  failures: number
  last_error: string | null
}

const COLUMNS = 'name, cursor, polled_at, next_at, wait_ms, failures, last_error'

/** Cursors, schedules and marks of the sources. The records are few: they are read again only after one has changed. */
export class SourceState {
  readonly #sql: SqlStorage
  #all: readonly SourceRecord[] | undefined

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  get all(): readonly SourceRecord[] {
    this.#all ??= this.#sql.exec<SourceRecord>(`SELECT ${COLUMNS} FROM event_sources`).toArray()
    return this.#all
  }

  find(name: string): SourceRecord | undefined {
    return this.all.find((record) => record.name === name)
  }

  /** Begins with a source: it is due, and will be asked for the first time. */
  begin(name: string): void {
    this.#all = undefined
    this.#sql.exec(`INSERT INTO event_sources (${COLUMNS}) VALUES (?, NULL, NULL, 0, 0, 0, NULL)`, name)
  }

  put({ name, cursor, polled_at, next_at, wait_ms, failures, last_error }: SourceRecord): void {
    this.#all = undefined
    this.#sql.exec(
      `INSERT OR REPLACE INTO event_sources (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...[name, cursor, polled_at, next_at, wait_ms, failures, last_error],
    )
  }

  /** Forgets all of a source. */
  end(name: string): void {
    this.#all = undefined
    this.#sql.exec('DELETE FROM event_sources WHERE name = ?', name)
    this.#sql.exec('DELETE FROM event_marks WHERE source IN (?, ?)', name, getPushes(name))
  }

  /** Stores what a product pushed, each once. */
  push(name: string, pushed: readonly string[], now: number): void {
    this.mark(getPushes(name), new Map(pushed.map((what) => [what, ''])), now)
  }

  /** What was pushed and is not handled yet, with the time of its last push, the oldest first. */
  pushed(name: string, most: number): ReadonlyMap<string, number> {
    const rows = this.#sql.exec<{ key: string; at: number }>(
      'SELECT key, at FROM event_marks WHERE source = ? ORDER BY at LIMIT ?',
      ...[getPushes(name), most],
    )
    return new Map(rows.toArray().map(({ key, at }) => [key, at]))
  }

  /** Forgets what was handled, unless it was pushed again since. */
  handled(name: string, pushed: ReadonlyMap<string, number>): void {
    for (const [key, at] of pushed)
      this.#sql.exec('DELETE FROM event_marks WHERE source = ? AND key = ? AND at = ?', getPushes(name), key, at)
  }

  marks(source: string, keys: readonly string[]): ReadonlyMap<string, string> {
    const rows = this.#sql.exec<{ key: string; value: string }>(
      'SELECT key, value FROM event_marks WHERE source = ? AND key IN (SELECT value FROM json_each(?))',
      ...[source, JSON.stringify(keys)],
    )
    return new Map(rows.toArray().map(({ key, value }) => [key, value]))
  }

  /** @param now when they were seen, epoch milliseconds */
  mark(source: string, marks: ReadonlyMap<string, string | null>, now: number): void {
    for (const [key, value] of marks) {
      if (value === null) this.#sql.exec('DELETE FROM event_marks WHERE source = ? AND key = ?', source, key)
      else
        this.#sql.exec(
          'INSERT OR REPLACE INTO event_marks (source, key, value, at) VALUES (?, ?, ?, ?)',
          ...[source, key, value, now],
        )
    }
  }

  /** Forgets the marks that were written before a time. */
  deleteSeenKeys(source: string, before: number): void {
    this.#sql.exec('DELETE FROM event_marks WHERE source = ? AND at < ?', source, before)
  }
}

/** Under which name the pushes of a source stand among the marks. */
const getPushes = (name: string) => `${name} pushed`

export const cursorIn = ({ cursor }: SourceRecord): Json | undefined =>
  cursor === null ? undefined : (JSON.parse(cursor) as Json)
