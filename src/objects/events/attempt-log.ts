import type { Account } from '../../base/groups.ts'
import type { Settings } from '../../base/settings.ts'
import type { Attempt } from '../../gateway/events.types.ts'
import type { Encrypted } from '../../upstream/cipher.ts'
import { encrypt, hasEncryptionKey, tryDecrypt } from '../../upstream/store.ts'
import { DAY } from './schedule.ts'

/**
 * How long attempts are stored, in milliseconds, the most in total, and how many of each subscription are always kept.
 */
const STORED_MS = 30 * DAY
const MOST_ATTEMPTS = 5000
const LEAST_OF_EACH = 100
/** Attempts are counted at each id that is a multiple of this, because counting reads all of them. */
const COUNTED_EVERY = 500
/** How many of the oldest are read at once. */
const PAGE = 250

type Entry = Omit<Attempt, 'id'>

/** What was sent and what came back. Both may be about people, so they are stored encrypted. */
type Bodies = Pick<Attempt, 'request_body' | 'response_body'>
const NO_BODIES: Bodies = { request_body: null, response_body: '' }

interface Row extends Record<string, SqlStorageValue> {
  id: number
  subscription: string
  record: string
  bodies: string | null
}

const encryptionContext = (subscription: string) => `attempt/${subscription}`

/** The log of delivery attempts. */
export class Attempts {
  readonly #sql: SqlStorage
  readonly #settings: Settings

  constructor(sql: SqlStorage, settings: Settings) {
    this.#sql = sql
    this.#settings = settings
  }

  /** @param account whose event it is, with whose data it is deleted. Null for none */
  async add(subscription: string, account: Account | null, attempt: Entry, now: number): Promise<Attempt> {
    const { request_body, response_body, ...record } = attempt
    const text = JSON.stringify({ request_body, response_body } satisfies Bodies)
    const isSealed = hasEncryptionKey(this.#settings)
    const bodies = isSealed ? await encrypt(this.#settings, encryptionContext(subscription), text) : undefined
    const { id } = this.#sql
      .exec<{ id: number }>(
        'INSERT INTO event_attempts (subscription, account, at, record, bodies) VALUES (?, ?, ?, ?, ?) RETURNING id',
        ...[subscription, account, now, JSON.stringify(record), bodies ? JSON.stringify(bodies) : null],
      )
      .one()
    if (id % COUNTED_EVERY === 0) this.#enforceLimit()
    return { ...attempt, id: String(id) }
  }

  /** Newest first. */
  async of(subscription: string, { limit, before, isFailed }: { limit: number; before: number; isFailed: boolean }) {
    const only = isFailed ? "AND NOT json_extract(record, '$.ok')" : ''
    const rows = this.#sql
      .exec<Row>(
        `SELECT id, subscription, record, bodies FROM event_attempts
         WHERE subscription = ? AND id < ? ${only} ORDER BY id DESC LIMIT ?`,
        subscription,
        before,
        limit,
      )
      .toArray()
    return Promise.all(rows.map((row) => this.#open(row)))
  }

  /** The newest attempts to deliver events of an account, without what was sent: the events have it. */
  async ofAccount(account: Account, most: number): Promise<Omit<Attempt, 'request_body'>[]> {
    const rows = this.#sql
      .exec<Row>(
        `SELECT id, subscription, record, bodies FROM event_attempts
         WHERE account = ? ORDER BY id DESC LIMIT ?`,
        account,
        most,
      )
      .toArray()
    const opened = await Promise.all(rows.map((row) => this.#open(row)))
    return opened.map(({ request_body: _, ...rest }) => rest)
  }

  /** An attempt with its bodies, and without them if they cannot be decrypted. */
  async #open({ id, subscription, record, bodies }: Row): Promise<Attempt> {
    const isSealed = bodies !== null && hasEncryptionKey(this.#settings)
    const encrypted = isSealed ? (JSON.parse(bodies) as Encrypted) : undefined
    const text = encrypted && (await tryDecrypt(this.#settings, encryptionContext(subscription), encrypted))
    const opened: Bodies = text === undefined ? NO_BODIES : JSON.parse(text)
    return { ...(JSON.parse(record) as Omit<Entry, keyof Bodies>), ...opened, id: String(id) }
  }

  /** The ids of the events whose last attempt failed, oldest first. */
  failedEvents(subscription: string): string[] {
    return this.#sql
      .exec<{ event: string }>(
        `SELECT event FROM (
           SELECT json_extract(record, '$.event_id') AS event, json_extract(record, '$.ok') AS ok, max(id) AS last
           FROM event_attempts WHERE subscription = ? GROUP BY event)
         WHERE NOT ok ORDER BY last`,
        subscription,
      )
      .toArray()
      .map(({ event }) => event)
  }

  deleteBySubscription(subscription: string): void {
    this.#sql.exec('DELETE FROM event_attempts WHERE subscription = ?', subscription)
  }

  /** Deletes expired attempts. They are ordered by time, so the first recent one ends the search. */
  pruneExpired(now: number): void {
    this.#sql.exec(
      `DELETE FROM event_attempts WHERE id < ifnull(
         (SELECT id FROM event_attempts WHERE at > ? ORDER BY id LIMIT 1), (SELECT max(id) + 1 FROM event_attempts))`,
      now - STORED_MS,
    )
  }

  /** Makes room until they are counted again. */
  #enforceLimit(): void {
    const most = MOST_ATTEMPTS - COUNTED_EVERY
    // Ids increase by one, so they show without counting that there cannot be too many.
    const { span } = this.#sql
      .exec<{ span: number }>(
        'SELECT (SELECT max(id) FROM event_attempts) - (SELECT min(id) FROM event_attempts) + 1 AS span',
      )
      .one()
    if (span <= most) return
    const counts = this.#sql
      .exec<{ subscription: string; count: number }>(
        'SELECT subscription, count(*) AS count FROM event_attempts GROUP BY subscription',
      )
      .toArray()
    const over = counts.reduce((sum, { count }) => sum + count, 0) - most
    if (over <= 0) return
    const ids = this.#deletable(counts, over)
    this.#sql.exec('DELETE FROM event_attempts WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))
  }

  /** The oldest, except the newest of each subscription. */
  #deletable(counts: readonly { subscription: string; count: number }[], most: number): number[] {
    const ids: number[] = []
    // A limit is looked up only for subscriptions that occur.
    const counted = new Map(counts.map(({ subscription, count }) => [subscription, count]))
    const firstStored = new Map<string, number>()
    for (let page = this.#oldestAfter(0); page.length > 0; page = this.#oldestAfter(page.at(-1)?.id ?? 0)) {
      for (const { id, subscription } of page) {
        if ((counted.get(subscription) ?? 0) <= LEAST_OF_EACH) continue
        const first = firstStored.get(subscription) ?? this.#idAt(subscription, LEAST_OF_EACH)
        firstStored.set(subscription, first)
        if (id < first) ids.push(id)
        if (ids.length === most) return ids
      }
    }
    return ids
  }

  #oldestAfter(id: number): { id: number; subscription: string }[] {
    return this.#sql
      .exec<{ id: number; subscription: string }>(
        'SELECT id, subscription FROM event_attempts WHERE id > ? ORDER BY id LIMIT ?',
        id,
        PAGE,
      )
      .toArray()
  }

  /** The id at an index in the log of a subscription, 1 for the newest. */
  #idAt(subscription: string, place: number): number {
    return this.#sql
      .exec<{ id: number }>(
        'SELECT id FROM event_attempts WHERE subscription = ? ORDER BY id DESC LIMIT 1 OFFSET ?',
        subscription,
        place - 1,
      )
      .one().id
  }
}
