import type { Claim, ClaimState, Confirmation, ConfirmationState } from '../../base/access.ts'

/**
 * How many confirmations of a caller there can be at a time. The next one replaces the caller's oldest, so that no
 * caller keeps another one from asking.
 */
const MOST_OF_CALLER = 20

/** What people are asked to agree to. An agreement allows one call. */
export class Confirmations {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  open({ id, caller, fingerprint, details, expiresAt }: Claim, now: number): void {
    this.#sql.exec('DELETE FROM confirmations WHERE expires_at <= ?', now)
    this.#sql.exec(
      'INSERT OR REPLACE INTO confirmations (id, caller, fingerprint, details, expires_at, state) VALUES (?, ?, ?, ?, ?, ?)',
      id,
      caller,
      fingerprint,
      details,
      expiresAt,
      'waiting' satisfies ConfirmationState,
    )
    this.#sql.exec(
      'DELETE FROM confirmations WHERE rowid IN (SELECT rowid FROM confirmations WHERE caller = ? ORDER BY rowid DESC LIMIT -1 OFFSET ?)',
      caller,
      MOST_OF_CALLER,
    )
  }

  /** What was decided about this call. Asks when nothing was, if there are details. The first call uses up an agreement. */
  claim(claim: Claim, isRepeatable: boolean, now: number): { state: ClaimState; id: string } {
    const [row] = this.#sql
      .exec<{ id: string; state: ConfirmationState }>(
        'SELECT id, state FROM confirmations WHERE fingerprint = ? AND expires_at > ? ORDER BY rowid DESC LIMIT 1',
        claim.fingerprint,
        now,
      )
      .toArray()
    if (row?.state === 'agreed' || (row?.state === 'used' && isRepeatable)) {
      this.#sql.exec("UPDATE confirmations SET state = 'used' WHERE id = ?", row.id)
      return { state: 'agreed', id: row.id }
    }
    if (row?.state === 'waiting' || row?.state === 'refused') return { state: row.state, id: row.id }
    if (claim.details === '') return { state: 'new', id: claim.id }
    this.open(claim, now)
    return { state: 'waiting', id: claim.id }
  }

  find(id: string, now: number): Confirmation | undefined {
    const [row] = this.#sql
      .exec<{ details: string; state: ConfirmationState; expires_at: number }>(
        'SELECT details, state, expires_at FROM confirmations WHERE id = ? AND expires_at > ?',
        id,
        now,
      )
      .toArray()
    return row && { details: row.details, state: row.state, expiresAt: row.expires_at }
  }

  decide(id: string, isAgreed: boolean): void {
    const to: ConfirmationState = isAgreed ? 'agreed' : 'refused'
    this.#sql.exec("UPDATE confirmations SET state = ? WHERE id = ? AND state = 'waiting'", to, id)
  }

  /** Ends a confirmation. False when it is not one of this call, or has ended. */
  take(id: string, fingerprint: string, now: number): boolean {
    const rows = this.#sql.exec(
      'DELETE FROM confirmations WHERE id = ? AND fingerprint = ? AND expires_at > ? RETURNING id',
      id,
      fingerprint,
      now,
    )
    return rows.toArray().length > 0
  }
}
