/** A grant that was not refreshed for this long has ended, in milliseconds. */
const IDLE_MS = 31 * 24 * 3_600_000

interface Tokens {
  access: string
  refresh: string
  brought: string
}

/** The refreshes of grants, to detect stolen refresh tokens. */
export class Refreshes {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /**
   * Records the digests of the tokens that a client got, and of the one that it used.
   *
   * @param now epoch milliseconds
   */
  note(grantId: string, { access, refresh, brought }: Tokens, now: number): void {
    this.#pruneIdle(now)
    this.#sql.exec('INSERT OR REPLACE INTO refreshed_grants VALUES (?, ?, ?, 0)', grantId, access, now)
    for (const digest of [brought, refresh])
      this.#sql.exec('INSERT OR IGNORE INTO issued_refresh_tokens VALUES (?, ?)', grantId, digest)
  }

  /** Records that an access token was used. */
  noteUse(grantId: string, access: string): void {
    this.#sql.exec(
      'UPDATE refreshed_grants SET is_used = 1 WHERE grant_id = ? AND access_digest = ? AND is_used = 0',
      grantId,
      access,
    )
  }

  /** Whether the access token of the last refresh was used. Undefined when no refresh is known. */
  last(grantId: string): { at: number; isUsed: boolean } | undefined {
    const [row] = this.#sql
      .exec<{ refreshed_at: number; is_used: number }>(
        'SELECT refreshed_at, is_used FROM refreshed_grants WHERE grant_id = ?',
        grantId,
      )
      .toArray()
    return row && { at: row.refreshed_at, isUsed: row.is_used === 1 }
  }

  /** Whether a refresh token was ever issued for the grant. */
  wasIssued(grantId: string, refresh: string): boolean {
    const rows = this.#sql.exec(
      'SELECT 1 FROM issued_refresh_tokens WHERE grant_id = ? AND digest = ?',
      grantId,
      refresh,
    )
    return rows.toArray().length > 0
  }

  forget(grantId: string): void {
    this.#sql.exec('DELETE FROM refreshed_grants WHERE grant_id = ?', grantId)
    this.#sql.exec('DELETE FROM issued_refresh_tokens WHERE grant_id = ?', grantId)
  }

  #pruneIdle(now: number): void {
    const idle = this.#sql.exec<{ grant_id: string }>(
      'SELECT grant_id FROM refreshed_grants WHERE refreshed_at < ?',
      now - IDLE_MS,
    )
    for (const { grant_id } of idle.toArray()) this.forget(grant_id)
  }
}
