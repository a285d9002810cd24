import type { Wait } from './schedule.ts'

/** An event that is still to be delivered to a subscription. */
export interface PendingDelivery extends Wait {
  subscription: string
  /** 1 for one that failed while others succeeded: it has its own retry schedule, and blocks no others. */
  isolated: 0 | 1
  seq: number
  /** Failed attempts. */
  attempts: number
  /** How often its attachments were not available. */
  unattached: number
}

const COLUMNS = 'subscription, isolated, seq, attempts, unattached, next_at, wait_ms'

/** A longer queue is not counted completely, because that would read all of its rows. */
const MOST_COUNTED = 1000

/** What is known about a subscription's queue since its last change. */
interface CachedQueue {
  firstPending?: { most: number; rows: readonly PendingDelivery[] }
  quarantined?: readonly PendingDelivery[]
}

/**
 * Pending deliveries: a row for each subscription and event. What was read about a queue is cached until the queue
 * changes, and looking up an empty queue reads no row, so that an alarm without deliveries reads next to nothing.
 */
export class DeliveryQueue {
  readonly #sql: SqlStorage
  /** The cached state of queues. Undefined for an empty one. */
  readonly #cachedQueues = new Map<string, CachedQueue | undefined>()

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  add(subscription: string, seq: number): void {
    this.#changed(subscription)
    this.#sql.exec(`INSERT OR IGNORE INTO event_outbox (${COLUMNS}) VALUES (?, 0, ?, 0, 0, 0, 0)`, subscription, seq)
  }

  /** Adds one again, outside of the queue's order. */
  addQuarantined(subscription: string, seq: number): void {
    this.delete({ subscription, seq })
    this.#sql.exec(`INSERT INTO event_outbox (${COLUMNS}) VALUES (?, 1, ?, 0, 0, 0, 0)`, subscription, seq)
  }

  has(subscription: string, seq: number): boolean {
    return this.#rows('WHERE subscription = ? AND isolated IN (0, 1) AND seq = ?', subscription, seq).length > 0
  }

  /** The front of the queue, oldest first. */
  firstPending(subscription: string, most: number): readonly PendingDelivery[] {
    const queue = this.#cachedQueue(subscription)
    if (!queue) return []
    if (!queue.firstPending || queue.firstPending.most < most) {
      const rows = this.#rows('WHERE subscription = ? AND isolated = 0 ORDER BY seq LIMIT ?', subscription, most)
      queue.firstPending = { most, rows }
    }
    return queue.firstPending.rows.slice(0, most)
  }

  /** The quarantined ones, in the order in which they are due. */
  quarantined(subscription: string): readonly PendingDelivery[] {
    const queue = this.#cachedQueue(subscription)
    if (!queue) return []
    queue.quarantined ??= this.#rows(
      'WHERE subscription = ? AND isolated = 1 ORDER BY next_at, seq LIMIT 3',
      subscription,
    )
    return queue.quarantined
  }

  /** How many rows are pending. MOST_COUNTED if there are more. */
  count(subscription: string): number {
    return this.#sql
      .exec<{ count: number }>(
        'SELECT count(*) AS count FROM (SELECT 1 FROM event_outbox WHERE subscription = ? LIMIT ?)',
        subscription,
        MOST_COUNTED,
      )
      .one().count
  }

  /** Replaces the state of a row. Does nothing if it was deleted in the meantime. */
  update(before: PendingDelivery, change: Partial<PendingDelivery>): PendingDelivery {
    this.#changed(before.subscription)
    const row = { ...before, ...change }
    this.#sql.exec(
      `UPDATE event_outbox SET isolated = ?, attempts = ?, unattached = ?, next_at = ?, wait_ms = ?
       WHERE subscription = ? AND isolated = ? AND seq = ?`,
      row.isolated,
      row.attempts,
      row.unattached,
      row.next_at,
      row.wait_ms,
      before.subscription,
      before.isolated,
      before.seq,
    )
    return row
  }

  delete({ subscription, seq }: Pick<PendingDelivery, 'subscription' | 'seq'>): void {
    this.#changed(subscription)
    this.#sql.exec(
      'DELETE FROM event_outbox WHERE subscription = ? AND isolated IN (0, 1) AND seq = ?',
      subscription,
      seq,
    )
  }

  deleteBySubscription(subscription: string): void {
    this.#changed(subscription)
    this.#sql.exec('DELETE FROM event_outbox WHERE subscription = ?', subscription)
  }

  /** Resets all attempts of a subscription: its queue is due at once, in order. */
  renew(subscription: string): void {
    this.#changed(subscription)
    this.#sql.exec(
      'UPDATE event_outbox SET isolated = 0, attempts = 0, unattached = 0, next_at = 0, wait_ms = 0 WHERE subscription = ?',
      subscription,
    )
  }

  /** Deletes the rows of events before this sequence number, which are no longer stored. */
  deleteBefore(seq: number): void {
    for (const subscription of this.#subscriptionsWithRows()) {
      this.#changed(subscription)
      // One statement for each value reads no row when there is none to delete. `isolated IN (0, 1)` reads some.
      for (const isolated of [0, 1])
        this.#sql.exec(
          'DELETE FROM event_outbox WHERE subscription = ? AND isolated = ? AND seq < ?',
          subscription,
          isolated,
          seq,
        )
    }
  }

  /** The cached state of a queue. Undefined for an empty one. */
  #cachedQueue(subscription: string): CachedQueue | undefined {
    if (!this.#cachedQueues.has(subscription))
      this.#cachedQueues.set(subscription, this.#hasRows(subscription) ? {} : undefined)
    return this.#cachedQueues.get(subscription)
  }

  #changed(subscription: string): void {
    this.#cachedQueues.delete(subscription)
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
