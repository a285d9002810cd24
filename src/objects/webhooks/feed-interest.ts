import type { EventType } from '../../base/event-types.ts'
import { DAY, HOUR } from './backoff.ts'

/** Types that somebody reads from the feed: each is watched for a day after it was requested by name. */
export class FeedInterest {
  readonly #sql: SqlStorage
  /** Until when each type is watched, as stored. Undefined after a change. */
  #known: ReadonlyMap<EventType, number> | undefined

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** Written once an hour at most, however often the feed is read. */
  note(types: readonly EventType[], now: number): void {
    const until = this.#until()
    for (const type of types) {
      const left = (until.get(type) ?? 0) - now
      if (left > DAY - HOUR && left <= DAY) continue
      this.#known = undefined
      this.#sql.exec('INSERT OR REPLACE INTO event_readers (type, until) VALUES (?, ?)', type, now + DAY)
    }
  }

  wanted(now: number): EventType[] {
    return [...this.#until()].flatMap(([type, until]) => (until > now ? [type] : []))
  }

  pruneExpired(now: number): void {
    this.#known = undefined
    this.#sql.exec('DELETE FROM event_readers WHERE until <= ?', now)
  }

  #until(): ReadonlyMap<EventType, number> {
    const read = () =>
      this.#sql.exec<{ type: EventType; until: number }>('SELECT type, until FROM event_readers').toArray()
    this.#known ??= new Map(read().map(({ type, until }) => [type, until]))
    return this.#known
  }
}
