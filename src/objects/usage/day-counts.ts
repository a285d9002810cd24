import { AREAS } from '../../base/groups.ts'
import type { UsageCount, UsageRow } from '../../base/usage.ts'

/** How long counts are kept, in days. */
const KEPT_DAYS = 35
/** So many rows are kept at most, the latest ones. */
const MOST_ROWS = 50_000

interface Row extends Record<string, SqlStorageValue> {
  day: number
  key: string
  area: string
  ok: number
  refused: number
  failed: number
}

/** Requests per day, key and area. The key is an empty text where nobody's was sent. */
export class DayCounts {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  add({ day, key, area, ok, refused, failed }: UsageCount): void {
    this.#sql.exec(
      `INSERT INTO day_counts (day, key, area, ok, refused, failed) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
       SET ok = ok + excluded.ok, refused = refused + excluded.refused, failed = failed + excluded.failed`,
      ...[day, key ?? '', area, ok, refused, failed],
    )
  }

  /** Both are looked up in an index: they read next to nothing when there is nothing to forget. */
  forgetOld(today: number): void {
    this.#sql.exec('DELETE FROM day_counts WHERE day <= ?', today - KEPT_DAYS)
    this.#sql.exec('DELETE FROM day_counts WHERE rowid <= (SELECT max(rowid) FROM day_counts) - ?', MOST_ROWS)
  }

  /** The newest day first. A row of an area that is no more is left out. */
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
