/** The records of the OAuth package: grants, tokens, and clients that have a grant. */
export class OAuthRecords {
  readonly #sql: SqlStorage
  readonly #now: () => number

  constructor(sql: SqlStorage, now: () => number) {
    this.#sql = sql
    this.#now = now
  }

  read(name: string): string | null {
    const [row] = this.#sql
      .exec<{ value: string }>(
        'SELECT value FROM oauth_records WHERE name = ? AND (expires_at IS NULL OR expires_at > ?)',
        name,
        this.#now(),
      )
      .toArray()
    return row?.value ?? null
  }

  write(name: string, value: string, expiresAt?: number): void {
    this.#sql.exec('DELETE FROM oauth_records WHERE expires_at <= ?', this.#now())
    this.#sql.exec('INSERT OR REPLACE INTO oauth_records VALUES (?, ?, ?)', name, value, expiresAt ?? null)
  }

  /** Replaces the value of a record, which keeps its expiry. */
  replace(name: string, value: string): void {
    this.#sql.exec('UPDATE oauth_records SET value = ? WHERE name = ?', value, name)
  }

  delete(name: string): void {
    this.#sql.exec('DELETE FROM oauth_records WHERE name = ?', name)
  }

  list(prefix: string): string[] {
    return this.#sql
      .exec<{ name: string }>(
        'SELECT name FROM oauth_records WHERE substr(name, 1, ?) = ? AND (expires_at IS NULL OR expires_at > ?)',
        prefix.length,
        prefix,
        this.#now(),
      )
      .toArray()
      .map(({ name }) => name)
  }
}
