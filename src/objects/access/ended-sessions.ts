/** Sessions that were signed out before their expiry. */
export class EndedSessions {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  has(id: string): boolean {
    return this.#sql.exec('SELECT 1 FROM ended_sessions WHERE id = ?', id).toArray().length > 0
  }

  /** @param until the latest expiry of the session; it need not be stored longer */
  add(id: string, until: number, now: number): void {
    this.#sql.exec('DELETE FROM ended_sessions WHERE until <= ?', now)
    this.#sql.exec('INSERT OR REPLACE INTO ended_sessions VALUES (?, ?)', id, until)
  }
}
