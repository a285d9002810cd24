import type { SearchHistoryEntry } from '../../base/account-object.ts'

/** How many queries an account's history holds; a new one drops the oldest. */
const MOST_QUERIES = 200

/** The search history of a recorder account: the product keeps none that could be read (recorder facts, section 8). */
export class SearchHistory {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** @param at epoch milliseconds */
  record(query: string, at: number): void {
    this.#sql.exec(
      'INSERT INTO searches (query, count, last) VALUES (?, 1, ?) ON CONFLICT (query) DO UPDATE SET count = count + 1, last = excluded.last',
      query,
      at,
    )
    this.#sql.exec(
      'DELETE FROM searches WHERE query NOT IN (SELECT query FROM searches ORDER BY last DESC, rowid DESC LIMIT ?)',
      MOST_QUERIES,
    )
  }

  /** The latest queries, newest first. */
  latest(limit: number): SearchHistoryEntry[] {
    return this.#sql
      .exec<{ query: string; count: number; last: number }>(
        'SELECT query, count, last FROM searches ORDER BY last DESC, rowid DESC LIMIT ?',
        limit,
      )
      .toArray()
      .map(({ query, count, last }) => ({ query, count, last_searched_at: new Date(last).toISOString() }))
  }
}
