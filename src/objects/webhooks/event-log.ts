import type { EventType } from '../../base/event-types.ts'
import type { EventInput, FeedOrder, GatewayEvent, Scope } from '../../base/events.ts'
import type { Group } from '../../base/groups.ts'
import { DAY } from './backoff.ts'
import { newId } from './ids.ts'
import { iso } from './subscription-repository.ts'

/** How long events are stored, in milliseconds, and the most (decisions.md section 12.4). */
export const STORED_MS = 30 * DAY
const MOST_EVENTS = 20_000

interface Row extends Record<string, SqlStorageValue> {
  seq: number
  id: string
  type: EventType
  area: Group
  at: number
  data: string
}

export interface EventRow {
  seq: number
  group: Group
  payload: GatewayEvent
}

interface EventList {
  order: FeedOrder
  /** A sequence number. Its own event is not listed. */
  from: number
  scope: Scope
  types: readonly EventType[] | undefined
  most: number
}

const FIELDS = 'seq, id, type, area, at, data'

/** The events of the last days, in the order in which they were found. */
export class EventLog {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** Its sequence number. Undefined for an event that is already stored. */
  add({ type, group, at, data, onceKey }: EventInput, now: number): number | undefined {
    const values = [newId('evt'), type, group, Math.round(at), now, JSON.stringify(data), onceKey ?? null]
    const [row] = this.#sql
      .exec<{ seq: number }>(
        `INSERT INTO kept_events (id, type, area, at, kept_at, data, once_key) VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (once_key) DO NOTHING RETURNING seq`,
        ...values,
      )
      .toArray()
    return row?.seq
  }

  find(id: string): EventRow | undefined {
    const [row] = this.#sql.exec<Row>(`SELECT ${FIELDS} FROM kept_events WHERE id = ?`, id).toArray()
    return row && eventRow(row)
  }

  at(seq: number): EventRow | undefined {
    const [row] = this.#sql.exec<Row>(`SELECT ${FIELDS} FROM kept_events WHERE seq = ?`, seq).toArray()
    return row && eventRow(row)
  }

  /** Events after a sequence number in an order, for a scope and some types. */
  list({ order, from, scope, types, most }: EventList): EventRow[] {
    const isAmong = (column: string, values: readonly string[] | null | undefined) =>
      values ? `AND ${column} IN (SELECT value FROM json_each(?))` : ''
    const bound = [scope, types].flatMap((values) => (values ? [JSON.stringify(values)] : []))
    return this.#sql
      .exec<Row>(
        `SELECT ${FIELDS} FROM kept_events
         WHERE seq ${order === 'oldest' ? '>' : '<'} ? ${isAmong('area', scope)} ${isAmong('type', types)}
         ORDER BY seq ${order === 'oldest' ? 'ASC' : 'DESC'} LIMIT ?`,
        ...[from, ...bound, most],
      )
      .toArray()
      .map(eventRow)
  }

  /** The newest sequence number, 0 without any. */
  get last(): number {
    return this.#sql.exec<{ seq: number }>('SELECT ifnull(max(seq), 0) AS seq FROM kept_events').one().seq
  }

  /** Deletes events above the limit. Reads next to nothing when there are none. */
  enforceLimit(): void {
    this.#sql.exec('DELETE FROM kept_events WHERE seq <= (SELECT max(seq) FROM kept_events) - ?', MOST_EVENTS)
  }

  /** Deletes expired events, and returns the oldest remaining sequence number. */
  pruneExpired(now: number): number {
    this.enforceLimit()
    // They were stored in this order, so the first recent one ends the search.
    const [young] = this.#sql
      .exec<{ seq: number }>('SELECT seq FROM kept_events WHERE kept_at > ? ORDER BY seq LIMIT 1', now - STORED_MS)
      .toArray()
    const first = young?.seq ?? this.last + 1
    this.#sql.exec('DELETE FROM kept_events WHERE seq < ?', first)
    return first
  }
}

const eventRow = ({ seq, id, type, area, at, data }: Row): EventRow => ({
  ...{ seq, group: area },
  payload: { id, type, timestamp: iso(at), data: JSON.parse(data) },
})
