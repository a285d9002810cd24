import type { EventType } from '../../base/events.ts'
import type { Json } from '../../upstream/polling.ts'
import { DAY, HOUR, type Wait } from './schedule.ts'

/** What is stored about a watched source. */
export interface SourceRecord extends Wait, Record<string, SqlStorageValue> {
  name: string
  /** JSON. Null before the first poll. */
  cursor: string | null
  /** When a poll last succeeded, in epoch milliseconds. */
  polled_at: number | null
  failures: number
  last_error: string | null
}

const COLUMNS = 'name, cursor, polled_at, next_at, wait_ms, failures, last_error'

/**
 * Cursors, schedules and seen keys of the sources, and the types that somebody reads from the feed. The records are few
 * and are read again only after one has changed.
 */
export class SourceState {
  readonly #sql: SqlStorage
  #all: readonly SourceRecord[] | undefined
  /** Until when each type is watched, as stored. Undefined after a change. */
  #readers: ReadonlyMap<EventType, number> | undefined

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

  /** Starts a source: it is due for its first poll. */
  begin(name: string): void {
    this.#all = undefined
    this.#sql.exec(`INSERT INTO event_sources (${COLUMNS}) VALUES (?, NULL, NULL, 0, 0, 0, NULL)`, name)
  }

  put({ name, cursor, polled_at, next_at, wait_ms, failures, last_error }: SourceRecord): void {
    this.#all = undefined
    this.#sql.exec(
      `INSERT OR REPLACE INTO event_sources (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      name,
      cursor,
      polled_at,
      next_at,
      wait_ms,
      failures,
      last_error,
    )
  }

  /** Deletes everything about a source. */
  end(name: string): void {
    this.#all = undefined
    this.#sql.exec('DELETE FROM event_sources WHERE name = ?', name)
    this.#sql.exec('DELETE FROM event_marks WHERE source IN (?, ?)', name, getPushes(name))
  }

  /** Stores what a product pushed, each once. */
  push(name: string, pushed: readonly string[], now: number): void {
    this.mark(getPushes(name), new Map(pushed.map((what) => [what, ''])), now)
  }

  /** Unhandled pushes, with the time of their last push, oldest first. */
  pushed(name: string, most: number): ReadonlyMap<string, number> {
    const rows = this.#sql.exec<{ key: string; at: number }>(
      'SELECT key, at FROM event_marks WHERE source = ? ORDER BY at LIMIT ?',
      getPushes(name),
      most,
    )
    return new Map(rows.toArray().map(({ key, at }) => [key, at]))
  }

  /** Deletes handled pushes, unless they were pushed again since. */
  handled(name: string, pushed: ReadonlyMap<string, number>): void {
    for (const [key, at] of pushed)
      this.#sql.exec('DELETE FROM event_marks WHERE source = ? AND key = ? AND at = ?', getPushes(name), key, at)
  }

  marks(source: string, keys: readonly string[]): ReadonlyMap<string, string> {
    const rows = this.#sql.exec<{ key: string; value: string }>(
      'SELECT key, value FROM event_marks WHERE source = ? AND key IN (SELECT value FROM json_each(?))',
      source,
      JSON.stringify(keys),
    )
    return new Map(rows.toArray().map(({ key, value }) => [key, value]))
  }

  /** @param now when they were seen, in epoch milliseconds */
  mark(source: string, marks: ReadonlyMap<string, string | null>, now: number): void {
    for (const [key, value] of marks) {
      if (value === null) this.#sql.exec('DELETE FROM event_marks WHERE source = ? AND key = ?', source, key)
      else
        this.#sql.exec(
          'INSERT OR REPLACE INTO event_marks (source, key, value, at) VALUES (?, ?, ?, ?)',
          source,
          key,
          value,
          now,
        )
    }
  }

  /** Deletes seen keys that were written before a time. */
  deleteSeenKeys(source: string, before: number): void {
    this.#sql.exec('DELETE FROM event_marks WHERE source = ? AND at < ?', source, before)
  }

  /**
   * Types that somebody reads from the feed are watched for a day after they were requested by name. Written once an
   * hour at most, however often the feed is read.
   */
  noteReader(types: readonly EventType[], now: number): void {
    const until = this.#watchedUntil()
    for (const type of types) {
      const left = (until.get(type) ?? 0) - now
      if (left > DAY - HOUR && left <= DAY) continue
      this.#readers = undefined
      this.#sql.exec('INSERT OR REPLACE INTO event_readers (type, until) VALUES (?, ?)', type, now + DAY)
    }
  }

  read(now: number): EventType[] {
    return [...this.#watchedUntil()].flatMap(([type, until]) => (until > now ? [type] : []))
  }

  deleteReaders(now: number): void {
    this.#readers = undefined
    this.#sql.exec('DELETE FROM event_readers WHERE until <= ?', now)
  }

  #watchedUntil(): ReadonlyMap<EventType, number> {
    const read = () =>
      this.#sql.exec<{ type: EventType; until: number }>('SELECT type, until FROM event_readers').toArray()
    this.#readers ??= new Map(read().map(({ type, until }) => [type, until]))
    return this.#readers
  }
}

/** The name of a source's pushes among the seen keys. */
const getPushes = (name: string) => `${name} pushed`

export const cursorIn = ({ cursor }: SourceRecord): Json | undefined =>
  cursor === null ? undefined : (JSON.parse(cursor) as Json)
