import type { EventInput, EventType, FeedOrder, GatewayEvent, Scope } from '../../base/events.ts'
import type { Account } from '../../base/groups.ts'
import type { Settings } from '../../base/settings.ts'
import { iso } from '../../base/time.ts'
import type { Encrypted } from '../../upstream/cipher.ts'
import { encrypt, hasEncryptionKey, tryDecrypt } from '../../upstream/store.ts'
import { DAY } from './schedule.ts'

/** How long events are stored, in milliseconds, and the most. */
const STORED_MS = 30 * DAY
const MOST_EVENTS = 20_000

/** An event with its id, and with its personal fields encrypted. */
export interface SealedEvent extends Omit<EventInput, 'personal'> {
  id: string
  sealed: Encrypted | undefined
}

interface Row extends Record<string, SqlStorageValue> {
  seq: number
  id: string
  type: EventType
  account: Account | null
  at: number
  data: string
  personal: string | null
}

/** A stored event. */
export interface EventRow {
  seq: number
  /** Epoch milliseconds. */
  at: number
  /** Without personal fields, which `EventLog.open` adds. */
  payload: GatewayEvent
  sealed: Encrypted | undefined
}

interface EventList {
  order: FeedOrder
  /** A sequence number. Its own event is not listed. */
  from: number
  scope: Scope
  types: readonly EventType[] | undefined
  most: number
}

const FIELDS = 'seq, id, type, account, at, data, personal'

/** The events of the last days, in the order in which they were found. */
export class EventLog {
  readonly #sql: SqlStorage
  readonly #settings: Settings

  constructor(sql: SqlStorage, settings: Settings) {
    this.#sql = sql
    this.#settings = settings
  }

  /** Encrypts the personal fields of events that are about to be stored. Without CREDENTIALS_KEY they are left out. */
  seal(events: readonly EventInput[]): Promise<SealedEvent[]> {
    return Promise.all(
      events.map(async ({ personal, ...event }) => {
        const id = newId('evt')
        const isSealed = personal !== undefined && hasEncryptionKey(this.#settings)
        const text = JSON.stringify(personal)
        return {
          ...event,
          id,
          sealed: isSealed ? await encrypt(this.#settings, encryptionContext(id), text) : undefined,
        }
      }),
    )
  }

  /** Its sequence number. Undefined for an event that is already stored. */
  add({ id, type, account, at, data, sealed, onceKey }: SealedEvent, now: number): number | undefined {
    const values = [id, type, account, Math.round(at), now, JSON.stringify(data), onceKey ?? null]
    const [row] = this.#sql
      .exec<{ seq: number }>(
        `INSERT INTO kept_events (id, type, account, at, kept_at, data, once_key, personal) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (once_key) DO NOTHING RETURNING seq`,
        ...values,
        sealed ? JSON.stringify(sealed) : null,
      )
      .toArray()
    return row?.seq
  }

  /** The sequence number of a stored event with this key. */
  findSeq(onceKey: string | undefined): number | undefined {
    if (onceKey === undefined) return undefined
    const found = this.#sql.exec<{ seq: number }>('SELECT seq FROM kept_events WHERE once_key = ?', onceKey)
    return found.toArray()[0]?.seq
  }

  /** The event with its personal fields, and without them when they cannot be decrypted. */
  async open({ payload, sealed }: EventRow): Promise<GatewayEvent> {
    if (!sealed || !hasEncryptionKey(this.#settings)) return payload
    const text = await tryDecrypt(this.#settings, encryptionContext(payload.id), sealed)
    return text === undefined ? payload : { ...payload, data: { ...payload.data, ...JSON.parse(text) } }
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
         WHERE seq ${order === 'oldest' ? '>' : '<'} ? ${isAmong('account', scope)} ${isAmong('type', types)}
         ORDER BY seq ${order === 'oldest' ? 'ASC' : 'DESC'} LIMIT ?`,
        from,
        ...bound,
        most,
      )
      .toArray()
      .map(eventRow)
  }

  /** The newest events of an account, the newest first. */
  newest(account: Account, most: number): EventRow[] {
    return this.#sql
      .exec<Row>(`SELECT ${FIELDS} FROM kept_events WHERE account = ? ORDER BY seq DESC LIMIT ?`, account, most)
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

const eventRow = ({ seq, id, type, account, at, data, personal }: Row): EventRow => ({
  seq,
  at,
  payload: { id, type, timestamp: iso(at), account, data: JSON.parse(data) },
  sealed: personal === null ? undefined : JSON.parse(personal),
})

const encryptionContext = (id: string) => `event/${id}`

/** 32 characters, so that each random byte maps to one with equal probability. None looks like another. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 26

/** A new id with 130 random bits, such as `evt_` and 26 characters. */
export const newId = (prefix: 'evt' | 'sub'): string =>
  `${prefix}_${Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte) => SIGNS[byte % SIGNS.length]).join('')}`
