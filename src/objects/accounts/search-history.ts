import { RpcTarget } from 'cloudflare:workers'
import type { KeySearch, SearchHistoryEntry } from '../../base/accounts.ts'

/** The most queries in the history of a key, and of all keys together. A new one drops the oldest. */
const MOST_QUERIES = 200
const MOST_OF_ALL = 5_000

/** The search history of each key. The product has no readable one. */
export class SearchHistory extends RpcTarget {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    super()
    this.#sql = sql
  }

  /** @param at epoch milliseconds */
  record(key: string, query: string, at: number): void {
    this.#sql.exec(
      `INSERT INTO key_searches VALUES (?, ?, 1, ?)
       ON CONFLICT (key, query) DO UPDATE SET count = count + 1, last = max(last, excluded.last)`,
      key,
      query,
      at,
    )
    this.#sql.exec(
      `DELETE FROM key_searches WHERE key = ? AND query NOT IN
       (SELECT query FROM key_searches WHERE key = ? ORDER BY last DESC, rowid DESC LIMIT ?)`,
      key,
      key,
      MOST_QUERIES,
    )
    this.#sql.exec(
      `DELETE FROM key_searches WHERE (key, query) IN
       (SELECT key, query FROM key_searches ORDER BY last DESC LIMIT -1 OFFSET ?)`,
      MOST_OF_ALL,
    )
  }

  /** The latest queries of a key, newest first. */
  latest(key: string, limit: number): SearchHistoryEntry[] {
    return this.#sql
      .exec<{ query: string; count: number; last: number }>(
        'SELECT query, count, last FROM key_searches WHERE key = ? ORDER BY last DESC, rowid DESC LIMIT ?',
        key,
        limit,
      )
      .toArray()
      .map(({ query, count, last }) => ({ query, count, last_searched_at: new Date(last).toISOString() }))
  }

  /** The queries of all keys, newest first. */
  get all(): KeySearch[] {
    return this.#sql
      .exec<{ key: string; query: string; count: number; last: number }>(
        'SELECT key, query, count, last FROM key_searches ORDER BY last DESC',
      )
      .toArray()
      .map(({ key, query, count, last }) => ({ key, query, count, last_searched_at: new Date(last).toISOString() }))
  }

  /** Deletes everything, and returns how many queries there were. */
  erase(): number {
    const { length } = this.all
    this.#sql.exec('DELETE FROM key_searches')
    return length
  }
}
