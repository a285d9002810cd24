import type { Wait } from './schedule.ts'

/** An event that a subscription is still to be told. */
export interface Waiting extends Wait {
  subscription: string
  /** 1 for one that failed while others went through: it has a schedule of its own, and holds up nobody. */
  apart: 0 | 1
  seq: number
  /** Attempts that failed. */
  attempts: number
  /** How often its attachments could not be had. */
  unattached: number
}

const COLUMNS = 'subscription, apart, seq, attempts, unattached, next_at, wait_ms'

/** What is to be delivered: a row for each subscription and event. */
export class Outbox {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  add(subscription: string, seq: number): void {
    this.#sql.exec(`INSERT OR IGNORE INTO event_outbox (${COLUMNS}) VALUES (?, 0, ?, 0, 0, 0, 0)`, subscription, seq)
  }

  /** Adds one anew, apart from what waits. */
  addApart(subscription: string, seq: number): void {
    this.delete({ subscription, seq })
    this.#sql.exec(`INSERT INTO event_outbox (${COLUMNS}) VALUES (?, 1, ?, 0, 0, 0, 0)`, subscription, seq)
  }

  /** The first ones of the line, the oldest first. */
  heads(subscription: string, most: number): Waiting[] {
    return this.#rows('WHERE subscription = ? AND apart = 0 ORDER BY seq LIMIT ?', subscription, most)
  }

  /** Those that stand apart, the one first that is due first. */
  apart(subscription: string): Waiting[] {
    return this.#rows('WHERE subscription = ? AND apart = 1 ORDER BY next_at, seq LIMIT 3', subscription)
  }

  count(subscription: string): number {
    return this.#sql
      .exec<{ count: number }>('SELECT count(*) AS count FROM event_outbox WHERE subscription = ?', subscription)
      .one().count
  }

  /** Puts another state in place of a row's; none where it is gone meanwhile. */
  update(before: Waiting, change: Partial<Waiting>): Waiting {
    const row = { ...before, ...change }
    this.#sql.exec(
      `UPDATE event_outbox SET apart = ?, attempts = ?, unattached = ?, next_at = ?, wait_ms = ?
       WHERE subscription = ? AND apart = ? AND seq = ?`,
      ...[row.apart, row.attempts, row.unattached, row.next_at, row.wait_ms],
      ...[before.subscription, before.apart, before.seq],
    )
    return row
  }

  delete({ subscription, seq }: Pick<Waiting, 'subscription' | 'seq'>): void {
    this.#sql.exec('DELETE FROM event_outbox WHERE subscription = ? AND apart IN (0, 1) AND seq = ?', subscription, seq)
  }

  deleteOf(subscription: string): void {
    this.#sql.exec('DELETE FROM event_outbox WHERE subscription = ?', subscription)
  }

  /** Forgets all attempts of a subscription: what waits is due at once, in its order. */
  renew(subscription: string): void {
    this.#sql.exec(
      'UPDATE event_outbox SET apart = 0, attempts = 0, unattached = 0, next_at = 0, wait_ms = 0 WHERE subscription = ?',
      subscription,
    )
  }

  /** Forgets the rows of events before a place, which are kept no more. */
  deleteBefore(seq: number, subscriptions: readonly string[]): void {
    for (const subscription of subscriptions) {
      this.#sql.exec(
        'DELETE FROM event_outbox WHERE subscription = ? AND apart IN (0, 1) AND seq < ?',
        ...[subscription, seq],
      )
    }
  }

  #rows(where: string, ...bound: SqlStorageValue[]): Waiting[] {
    return this.#sql
      .exec<Waiting & Record<string, SqlStorageValue>>(`SELECT ${COLUMNS} FROM event_outbox ${where}`, ...bound)
      .toArray()
  }
}
