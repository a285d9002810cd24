import { DurableObject } from 'cloudflare:workers'
import type { Env } from '../../base/env.ts'
import { AREAS } from '../../base/groups.ts'
import { platform } from '../../base/platform.ts'
import type {
  AuditBatch,
  AuditEntry,
  AuditQuery,
  FailedRequest,
  FailuresQuery,
  KeyUse,
  Recording,
  RefusedOrigin,
  StoredOrigin,
  UsageCount,
  UsageRow,
} from '../../base/usage.ts'
import { migrate } from '../schema.ts'
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
/** The most rows. The oldest are dropped. */
const MOST_ROWS = 50_000

const CUT = 'cut_until'

interface Row extends Record<string, SqlStorageValue> {
  day: number
  key: string
  area: string
  ok: number
  refused: number
  failed: number
}

/** Requests per day, key and area. The key is empty for requests without a valid key. */
class DayCounts {
  readonly #storage: DurableObjectStorage
  readonly #sql: SqlStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    this.#sql = storage.sql
  }

  add({ day, key, area, ok, refused, failed }: UsageCount): void {
    this.#sql.exec(
      `INSERT INTO day_counts (day, key, area, ok, refused, failed) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
       SET ok = ok + excluded.ok, refused = refused + excluded.refused, failed = failed + excluded.failed`,
      day,
      key ?? '',
      area,
      ok,
      refused,
      failed,
    )
  }

  /** Both use an index, so they read next to nothing when nothing has expired. */
  pruneExpired(today: number): void {
    this.#sql.exec('DELETE FROM day_counts WHERE day <= ?', today - STORED_DAYS)
    const cut = this.#sql.exec<{ day: number }>(
      'DELETE FROM day_counts WHERE rowid <= (SELECT max(rowid) FROM day_counts) - ? RETURNING day',
      MOST_ROWS,
    )
    const days = cut.toArray().map(({ day }) => day)
    if (days.length > 0) this.#storage.kv.put<number>(CUT, Math.max(this.cutUntil ?? 0, ...days))
  }

  /** The last day of which rows were deleted because there were too many. Undefined when there was none. */
  get cutUntil(): number | undefined {
    return this.#storage.kv.get<number>(CUT)
  }

  /** Newest day first. A row of a removed area is left out. */
  since(day: number, names: ReadonlyMap<string, string>): UsageRow[] {
    return this.#sql
      .exec<Row>(
        'SELECT day, key, area, ok, refused, failed FROM day_counts WHERE day >= ? ORDER BY day DESC, key, area',
        day,
      )
      .toArray()
      .flatMap(({ area: name, key, ...row }) => {
        const area = AREAS.find((known) => known === name)
        return area ? [{ ...row, area, key: key || null, name: names.get(key) ?? null }] : []
      })
  }

  /** All requests of each key since a day. */
  requests(since: number): Map<string, number> {
    const sums = this.#sql.exec<{ key: string; sum: number }>(
      'SELECT key, sum(ok + refused + failed) AS sum FROM day_counts WHERE day >= ? GROUP BY key',
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
  readonly #days: DayCounts
  readonly #keys: UsedKeys
  readonly #audit: AuditLog
  readonly #refusedOrigins: RefusedOrigins

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    migrate(ctx, 'usage')
    this.#days = new DayCounts(ctx.storage)
    this.#keys = new UsedKeys(ctx.storage.sql)
    this.#audit = new AuditLog(ctx.storage)
    this.#refusedOrigins = new RefusedOrigins(ctx.storage)
  }

  /** Adds counts. Counts that are sent twice are added twice. */
  async add(counts: readonly UsageCount[]): Promise<void> {
    for (const count of counts) {
      this.#days.add(count)
      this.#keys.note(count)
    }
    this.#days.pruneExpired(Math.max(...counts.map(({ day }) => day)))
  }

  /** The counts since a day, newest first. */
  async since(day: number): Promise<UsageRow[]> {
    return this.#days.since(day, this.#keys.names())
  }

  /** All keys that were used in the stored period. */
  async keys(since: number): Promise<KeyUse[]> {
    return this.#keys.all(this.#days.requests(since))
  }

  /** The last day with missing counts because there were too many rows. Undefined when there is none. */
  async cutUntil(): Promise<number | undefined> {
    return this.#days.cutUntil
  }

  /** Adds what an isolate counted. */
  async addRefusedOrigins(counts: readonly RefusedOrigin[]): Promise<void> {
    this.#refusedOrigins.add(counts, platform.now())
  }

  /** Newest first. */
  async refusedOrigins(): Promise<StoredOrigin[]> {
    return this.#refusedOrigins.all(platform.now())
  }

  /** Records a batch. An entry that is sent twice is stored once. */
  async record(batch: AuditBatch): Promise<void> {
    return this.#audit.record(batch, platform.now())
  }

  async auditEntries(query: AuditQuery): Promise<Recording<AuditEntry>> {
    return this.#audit.entries(query, platform.now())
  }

  async failedRequests(query: FailuresQuery): Promise<Recording<FailedRequest>> {
    return this.#audit.failures(query, platform.now())
  }
}
