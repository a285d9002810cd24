import type { Wait } from './backoff.ts'

/** An event that a subscription is still to be told. */
export interface PendingDelivery extends Wait {
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

/** A longer line is not counted to its end, which would read all of its rows. */
export const MOST_COUNTED = 1000

/** What is known of the line of a subscription since it changed last. */
interface Line {
  heads?: { most: number; rows: readonly PendingDelivery[] }
  apart?: readonly PendingDelivery[]
}

/**
 * What is to be delivered: a row for each subscription and event. What was read of a line is remembered until the line
 * changes, and a line without rows costs no row to look up, so that an alarm with nothing to deliver reads next to nothing.
 */
export class DeliveryQueue {
  readonly #sql: SqlStorage
  /** What was read of lines; undefined for one without rows. */
  readonly #lines = new Map<string, Line | undefined>()

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  add(subscription: string, seq: number): void {
    this.#changed(subscription)
    this.#sql.exec(`INSERT OR IGNORE INTO event_outbox (${COLUMNS}) VALUES (?, 0, ?, 0, 0, 0, 0)`, subscription, seq)
  }

  /** Adds one anew, apart from what waits. */
  addQuarantined(subscription: string, seq: number): void {
    this.delete({ subscription, seq })
    this.#sql.exec(`INSERT INTO event_outbox (${COLUMNS}) VALUES (?, 1, ?, 0, 0, 0, 0)`, subscription, seq)
  }

  /** The first ones of the line, the oldest first. */
  queueFronts(subscription: string, most: number): readonly PendingDelivery[] {
    const line = this.#line(subscription)
    if (!line) return []
    if (!line.heads || line.heads.most < most) {
      const rows = this.#rows('WHERE subscription = ? AND apart = 0 ORDER BY seq LIMIT ?', subscription, most)
      line.heads = { most, rows }
    }
    return line.heads.rows.slice(0, most)
  }

  /** Those that stand apart, the one first that is due first. */
  apart(subscription: string): readonly PendingDelivery[] {
    const line = this.#line(subscription)
    if (!line) return []
    line.apart ??= this.#rows('WHERE subscription = ? AND apart = 1 ORDER BY next_at, seq LIMIT 3', subscription)
    return line.apart
  }

  /** How many rows wait, MOST_COUNTED for any more. */
  count(subscription: string): number {
    return this.#sql
      .exec<{ count: number }>(
        'SELECT count(*) AS count FROM (SELECT 1 FROM event_outbox WHERE subscription = ? LIMIT ?)',
        ...[subscription, MOST_COUNTED],
      )
      .one().count
  }

  /** Puts another state in place of a row's; none where it is gone meanwhile. */
  update(before: PendingDelivery, change: Partial<PendingDelivery>): PendingDelivery {
    this.#changed(before.subscription)
    const row = { ...before, ...change }
    this.#sql.exec(
      `UPDATE event_outbox SET apart = ?, attempts = ?, unattached = ?, next_at = ?, wait_ms = ?
       WHERE subscription = ? AND apart = ? AND seq = ?`,
      ...[row.apart, row.attempts, row.unattached, row.next_at, row.wait_ms],
      ...[before.subscription, before.apart, before.seq],
    )
    return row
  }

  delete({ subscription, seq }: Pick<PendingDelivery, 'subscription' | 'seq'>): void {
    this.#changed(subscription)
    this.#sql.exec('DELETE FROM event_outbox WHERE subscription = ? AND apart IN (0, 1) AND seq = ?', subscription, seq)
  }

  deleteBySubscription(subscription: string): void {
    this.#changed(subscription)
    this.#sql.exec('DELETE FROM event_outbox WHERE subscription = ?', subscription)
  }

  /** Forgets all attempts of a subscription: what waits is due at once, in its order. */
  renew(subscription: string): void {
    this.#changed(subscription)
    this.#sql.exec(
      'UPDATE event_outbox SET apart = 0, attempts = 0, unattached = 0, next_at = 0, wait_ms = 0 WHERE subscription = ?',
      subscription,
    )
  }

  /** Deletes the rows of events before a place, which are not stored any more. */
  deleteBefore(seq: number): void {
    for (const subscription of this.#subscriptionsWithRows()) {
      this.#changed(subscription)
      // A statement for each value reads no row where there is none to delete; `apart IN (0, 1)` reads some.
      for (const apart of [0, 1])
        this.#sql.exec(
          'DELETE FROM event_outbox WHERE subscription = ? AND apart = ? AND seq < ?',
          ...[subscription, apart, seq],
        )
    }
  }

  /** What is remembered of a line; undefined where it has no rows. */
  #line(subscription: string): Line | undefined {
    if (!this.#lines.has(subscription)) this.#lines.set(subscription, this.#hasRows(subscription) ? {} : undefined)
    return this.#lines.get(subscription)
  }

  #changed(subscription: string): void {
    this.#lines.delete(subscription)
  }

  #hasRows(subscription: string): boolean {
    return (
      this.#sql.exec('SELECT 1 FROM event_outbox WHERE subscription = ? LIMIT 1', subscription).toArray().length > 0
    )
  }

  /** Goes from one subscription to the next in the primary key, and so reads one row of each. */
  #subscriptionsWithRows(): string[] {
    const rows = this.#sql.exec<{ id: string }>(
      `WITH RECURSIVE found (id) AS (
         SELECT min(subscription) FROM event_outbox
         UNION ALL
         SELECT (SELECT min(subscription) FROM event_outbox WHERE subscription > id) FROM found WHERE id IS NOT NULL)
       SELECT id FROM found WHERE id IS NOT NULL`,
    )
    return rows.toArray().map(({ id }) => id)
  }

  #rows(where: string, ...bound: SqlStorageValue[]): PendingDelivery[] {
    return this.#sql
      .exec<PendingDelivery & Record<string, SqlStorageValue>>(`SELECT ${COLUMNS} FROM event_outbox ${where}`, ...bound)
      .toArray()
  }
}
