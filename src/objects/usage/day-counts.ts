import { AREAS } from '../../base/groups.ts'
import type { UsageCount, UsageRow } from '../../base/usage.ts'

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
export class DayCounts {
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
