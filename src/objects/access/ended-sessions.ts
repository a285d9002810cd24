/** The sessions that ended before their time, because somebody signed out. */
export class EndedSessions {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  has(id: string): boolean {
    return this.#sql.exec('SELECT 1 FROM ended_sessions WHERE id = ?', id).toArray().length > 0
  }

  /** @param until when the session would have ended at the latest; it need not be stored longer */
  add(id: string, until: number, now: number): void {
    this.#sql.exec('DELETE FROM ended_sessions WHERE until <= ?', now)
    this.#sql.exec('INSERT OR REPLACE INTO ended_sessions VALUES (?, ?)', id, until)
  }
}
