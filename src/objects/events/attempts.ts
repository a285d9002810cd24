import type { Attempt } from '../../base/events.ts'
import { DAY } from './schedule.ts'

/** How long attempts are kept, in milliseconds, how many at most, and how many of each subscription whatever comes. */
const KEPT_MS = 30 * DAY
const MOST_ATTEMPTS = 5000
const LEAST_OF_EACH = 100
/** They are counted once in so many, since to count them reads them all. */
const COUNTED_EVERY = 100

/** The log of deliveries. */
export class Attempts {
  readonly #sql: SqlStorage
  #sinceCount = COUNTED_EVERY

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  add(subscription: string, attempt: Omit<Attempt, 'id'>, now: number): Attempt {
    const { id } = this.#sql
      .exec<{ id: number }>(
        'INSERT INTO event_attempts (subscription, at, record) VALUES (?, ?, ?) RETURNING id',
        ...[subscription, now, JSON.stringify(attempt)],
      )
      .one()
    this.#sinceCount += 1
    if (this.#sinceCount >= COUNTED_EVERY) this.#forgetMost()
    return { ...attempt, id: String(id) }
  }

  /** The newest first. */
  of(subscription: string, limit: number, before: number): Attempt[] {
    return this.#sql
      .exec<{ id: number; record: string }>(
        'SELECT id, record FROM event_attempts WHERE subscription = ? AND id < ? ORDER BY id DESC LIMIT ?',
        ...[subscription, before, limit],
      )
      .toArray()
      .map(({ id, record }) => ({ ...(JSON.parse(record) as Omit<Attempt, 'id'>), id: String(id) }))
  }

  deleteOf(subscription: string): void {
    this.#sql.exec('DELETE FROM event_attempts WHERE subscription = ?', subscription)
  }

  /** Forgets what is over: they stand in the order of time, so that the first young one ends the search. */
  forgetOld(now: number): void {
    this.#sql.exec(
      `DELETE FROM event_attempts WHERE id < ifnull(
         (SELECT id FROM event_attempts WHERE at > ? ORDER BY id LIMIT 1), (SELECT max(id) + 1 FROM event_attempts))`,
      now - KEPT_MS,
    )
  }

  /** Keeps room for what comes until they are counted again. */
  #forgetMost(): void {
    this.#sinceCount = 0
    const { count } = this.#sql.exec<{ count: number }>('SELECT count(*) AS count FROM event_attempts').one()
    const over = count - (MOST_ATTEMPTS - COUNTED_EVERY)
    if (over <= 0) return
    this.#sql.exec(
      `DELETE FROM event_attempts WHERE id IN (
         SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY subscription ORDER BY id DESC) AS place
           FROM event_attempts) WHERE place > ? ORDER BY id LIMIT ?)`,
      ...[LEAST_OF_EACH, over],
    )
  }
}
