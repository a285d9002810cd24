import { DurableObject } from 'cloudflare:workers'
import type { Env, Exposed } from '../../base/env.ts'
import { AREAS } from '../../base/groups.ts'
import { platform } from '../../base/platform.ts'
import {
  firstHour,
  HOUR_MS,
  type KeyUse,
  koreanDay,
  type UsageCount,
  type UsageQuery,
  type UsageRow,
} from '../../base/usage.ts'
import { MIGRATIONS, migrate } from '../schema.ts'
import { AuditLog } from './audit-log.ts'
import { RefusedOrigins } from './refused-origins.ts'

/** The most keys, by last use. */
const MOST_KEYS = 2_000

/** When each key was last used, and its name at that time, because the counts of a deleted key still need its name. */
class UsedKeys {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  note({ key, name, last }: UsageCount): void {
    if (key === null) return
    const isKnown = this.#sql.exec('SELECT 1 FROM used_keys WHERE key = ?', key).toArray().length > 0
    this.#sql.exec(
      `INSERT INTO used_keys (key, name, last) VALUES (?, ?, ?) ON CONFLICT DO UPDATE
       SET name = iif(excluded.last >= last, excluded.name, name), last = max(last, excluded.last)`,
      key,
      name ?? '',
      last,
    )
    if (isKnown) return
    this.#sql.exec(
      'DELETE FROM used_keys WHERE key NOT IN (SELECT key FROM used_keys ORDER BY last DESC LIMIT ?)',
      MOST_KEYS,
    )
  }

  names(): Map<string, string> {
    const rows = this.#sql.exec<{ key: string; name: string }>('SELECT key, name FROM used_keys')
    return new Map(rows.toArray().map(({ key, name }) => [key, name]))
  }

  all(requests: ReadonlyMap<string, number>): KeyUse[] {
    return this.#sql
      .exec<{ key: string; last: number }>('SELECT key, last FROM used_keys')
      .toArray()
      .map(({ key, last }) => ({ key, last, requests: requests.get(key) ?? 0 }))
  }
}

/** How long counts are stored, in days. */
const STORED_DAYS = 35
/** How long the hours of a day are stored apart. Then they are added up. */
const STORED_HOURS = 48
/** The most rows. The oldest are dropped. */
const MOST_ROWS = 50_000

/** The last day whose rows were dropped because there were too many. */
const CUT = 'cut_until'
/** The last hour in which the counts were tidied up. */
const TIDIED = 'usage_tidied'

/** In SQL: the day in Korea of an hour, which is nine hours ahead, and its first hour. */
const DAY = '(hour + 9) / 24'
const FIRST_HOUR = `${DAY} * 24 - 9`
const IS_FIRST = '(hour + 9) % 24 = 0'
const SUMS = 'sum(ok) AS ok, sum(refused) AS refused, sum(failed) AS failed, sum(ms) AS ms, max(max_ms) AS max_ms'
const ADDED = `ON CONFLICT DO UPDATE SET ok = ok + excluded.ok, refused = refused + excluded.refused,
  failed = failed + excluded.failed, ms = ms + excluded.ms, max_ms = max(max_ms, excluded.max_ms)`

interface Row extends Record<string, SqlStorageValue> {
  at: number
  key: string
  part: string
  ok: number
  refused: number
  failed: number
  ms: number
  max_ms: number
}

/** Requests per hour, key and operation. The key is empty for requests without a valid key. */
class Counts {
  readonly #storage: DurableObjectStorage
  readonly #sql: SqlStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    this.#sql = storage.sql
  }

  add({ hour, key, operation, ok, refused, failed, ms, max_ms }: UsageCount): void {
    this.#sql.exec(
      `INSERT INTO usage_counts VALUES (?, ?, ?, ?, ?, ?, ?, ?) ${ADDED}`,
      ...[hour, key ?? '', operation, ok, refused, failed, ms, max_ms],
    )
  }

  /** Deletes what has expired, adds up the hours of earlier days, and drops what is too much. Once an hour. */
  tidy(hour: number): void {
    if (hour <= (this.#storage.kv.get<number>(TIDIED) ?? 0)) return
    this.#storage.kv.put<number>(TIDIED, hour)
    this.#sql.exec('DELETE FROM usage_counts WHERE hour < ?', firstHour(koreanDay(hour * HOUR_MS) - STORED_DAYS + 1))
    const last = hour - STORED_HOURS
    this.#sql.exec(
      `INSERT INTO usage_counts SELECT ${FIRST_HOUR} AS first, key, operation, ${SUMS} FROM usage_counts
       WHERE hour <= ? AND NOT ${IS_FIRST} GROUP BY first, key, operation ${ADDED}`,
      last,
    )
    this.#sql.exec(`DELETE FROM usage_counts WHERE hour <= ? AND NOT ${IS_FIRST}`, last)
    const { rows } = this.#sql.exec<{ rows: number }>('SELECT count(*) AS rows FROM usage_counts').one()
    if (rows <= MOST_ROWS) return
    const dropped = this.#sql.exec<{ day: number }>(
      `DELETE FROM usage_counts WHERE (hour, key, operation) IN
       (SELECT hour, key, operation FROM usage_counts ORDER BY hour, key, operation LIMIT ?) RETURNING ${DAY} AS day`,
      rows - MOST_ROWS,
    )
    this.#storage.kv.put<number>(
      CUT,
      dropped.toArray().reduce((latest, { day }) => Math.max(latest, day), this.cutUntil ?? 0),
    )
  }

  get cutUntil(): number | undefined {
    return this.#storage.kv.get<number>(CUT)
  }

  /** Newest first. A row of a removed area is left out. */
  since({ since, span, by }: UsageQuery, names: ReadonlyMap<string, string>): UsageRow[] {
    const time = span === 'day' ? FIRST_HOUR : 'hour'
    const part = by === 'operation' ? 'operation' : "substr(operation, 1, instr(operation, '_') - 1)"
    return this.#sql
      .exec<Row>(
        `SELECT ${time} AS at, key, ${part} AS part, ${SUMS} FROM usage_counts WHERE hour >= ?
         GROUP BY at, key, part ORDER BY at DESC, key, part`,
        since,
      )
      .toArray()
      .flatMap(({ at, part: name, key, ok, refused, failed, ms, max_ms }) => {
        const area = AREAS.find((known) => known === name.split('_')[0])
        if (!area) return []
        const operation = by === 'operation' ? name : null
        const sums = { ok, refused, failed, ms, max_ms }
        return [{ hour: at, key: key || null, name: names.get(key) ?? null, area, operation, ...sums }]
      })
  }

  /** All requests of each key since an hour. */
  requests(since: number): Map<string, number> {
    const sums = this.#sql.exec<{ key: string; sum: number }>(
      'SELECT key, sum(ok + refused + failed) AS sum FROM usage_counts WHERE hour >= ? GROUP BY key',
      since,
    )
    return new Map(sums.toArray().map(({ key, sum }) => [key, sum]))
  }
}

/**
 * The only object that sums up the counts of all isolates of the deployment, and stores the audit log and the failed
 * requests.
 */
export class Usage extends DurableObject<Env> {
  readonly #counts: Counts
  readonly #keys: UsedKeys
  readonly #audit: AuditLog
  readonly #refusedOrigins: RefusedOrigins

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    migrate(ctx, MIGRATIONS.usage)
    const now = () => platform.now()
    this.#counts = new Counts(ctx.storage)
    this.#keys = new UsedKeys(ctx.storage.sql)
    this.#audit = new AuditLog(ctx.storage, now)
    this.#refusedOrigins = new RefusedOrigins(ctx.storage, now)
  }

  get audit(): Exposed<AuditLog, 'record' | 'entries' | 'failures'> {
    return this.#audit
  }

  get refusedOrigins(): Exposed<RefusedOrigins, 'add' | 'list'> {
    return this.#refusedOrigins
  }

  /** Adds counts. Counts that are sent twice are added twice. */
  async add(counts: readonly UsageCount[]): Promise<void> {
    const latest = new Map<string | null, UsageCount>()
    for (const count of counts) {
      this.#counts.add(count)
      if (count.last >= (latest.get(count.key)?.last ?? 0)) latest.set(count.key, count)
    }
    for (const count of latest.values()) this.#keys.note(count)
    this.#counts.tidy(Math.max(...counts.map(({ hour }) => hour)))
  }

  /** The counts since an hour, newest first. */
  async since(query: UsageQuery): Promise<UsageRow[]> {
    return this.#counts.since(query, this.#keys.names())
  }

  /** All keys that were used in the stored period, with their requests since an hour. */
  async keys(since: number): Promise<KeyUse[]> {
    return this.#keys.all(this.#counts.requests(since))
  }

  /** The last day with missing counts because there were too many rows. Undefined when there is none. */
  async cutUntil(): Promise<number | undefined> {
    return this.#counts.cutUntil
  }
}
