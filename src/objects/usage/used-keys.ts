import type { KeyUse, UsageCount } from '../../base/usage.ts'

/** The most keys, by last use. */
const MOST_KEYS = 2_000

/** When each key was last used, and its name at that time, because the counts of a deleted key still need its name. */
export class UsedKeys {
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
