import type { Claim, ClaimState, Confirmation, ConfirmationState } from '../../base/access-object.ts'

/** How many confirmations there can be at a time, of all callers together. */
const MOST = 500

/** What people are asked to agree to. An agreement allows one call. */
export class Confirmations {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** Stores a confirmation. False when there are too many. */
  open({ id, fingerprint, details, expiresAt }: Claim, now: number): boolean {
    this.#sql.exec('DELETE FROM confirmations WHERE expires_at <= ?', now)
    const { count } = this.#sql.exec<{ count: number }>('SELECT COUNT(*) AS count FROM confirmations').one()
    if (count >= MOST) return false
    const values = [id, fingerprint, details, expiresAt, 'waiting' satisfies ConfirmationState]
    this.#sql.exec('INSERT OR REPLACE INTO confirmations VALUES (?, ?, ?, ?, ?)', ...values)
    return true
  }

  /** What was decided about this call. Asks when nothing was, if there are details. The first call uses up an agreement. */
  claim(claim: Claim, isRepeatable: boolean, now: number): { state: ClaimState; id: string } {
    const [row] = this.#sql
      .exec<{ id: string; state: ConfirmationState }>(
        'SELECT id, state FROM confirmations WHERE fingerprint = ? AND expires_at > ? ORDER BY rowid DESC LIMIT 1',
        ...[claim.fingerprint, now],
      )
      .toArray()
    if (row?.state === 'agreed' || (row?.state === 'used' && isRepeatable)) {
      this.#sql.exec("UPDATE confirmations SET state = 'used' WHERE id = ?", row.id)
      return { state: 'agreed', id: row.id }
    }
    if (row?.state === 'waiting' || row?.state === 'refused') return { state: row.state, id: row.id }
    if (claim.details === '') return { state: 'new', id: claim.id }
    return { state: this.open(claim, now) ? 'waiting' : 'full', id: claim.id }
  }

  find(id: string, now: number): Confirmation | undefined {
    const [row] = this.#sql
      .exec<{ details: string; state: ConfirmationState; expires_at: number }>(
        'SELECT details, state, expires_at FROM confirmations WHERE id = ? AND expires_at > ?',
        ...[id, now],
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
      ...[id, fingerprint, now],
    )
    return rows.toArray().length > 0
  }
}
