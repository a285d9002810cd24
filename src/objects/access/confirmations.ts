import { RpcTarget } from 'cloudflare:workers'
import type { Claim, ClaimState, Confirmation, ConfirmationState } from '../../base/access.ts'

/**
 * How many confirmations of a caller there can be at a time. The next one replaces the caller's oldest, so that no
 * caller keeps another one from asking.
 */
const MOST_OF_CALLER = 20

/** What people are asked to agree to. An agreement allows one call. */
export class Confirmations extends RpcTarget {
  readonly #sql: SqlStorage
  readonly #now: () => number

  constructor(sql: SqlStorage, now: () => number) {
    super()
    this.#sql = sql
    this.#now = now
  }

  /** Stores a call that the user of a client should agree to. */
  open({ id, caller, fingerprint, details, expiresAt }: Claim): void {
    this.#sql.exec('DELETE FROM confirmations WHERE expires_at <= ?', this.#now())
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

  /**
   * What the owner decided about this call, which an agreement allows once. Stores the call as waiting if nothing was
   * decided and the claim has details.
   *
   * @param isRepeatable whether repeating the call has no further effect, so that it may be repeated
   */
  claim(claim: Claim, isRepeatable: boolean): { state: ClaimState; id: string } {
    const [row] = this.#sql
      .exec<{ id: string; state: ConfirmationState }>(
        'SELECT id, state FROM confirmations WHERE fingerprint = ? AND expires_at > ? ORDER BY rowid DESC LIMIT 1',
        claim.fingerprint,
        this.#now(),
      )
      .toArray()
    if (row?.state === 'agreed' || (row?.state === 'used' && isRepeatable)) {
      this.#sql.exec("UPDATE confirmations SET state = 'used' WHERE id = ?", row.id)
      return { state: 'agreed', id: row.id }
    }
    if (row?.state === 'waiting' || row?.state === 'refused') return { state: row.state, id: row.id }
    if (claim.details === '') return { state: 'new', id: claim.id }
    this.open(claim)
    return { state: 'waiting', id: claim.id }
  }

  find(id: string): Confirmation | undefined {
    const [row] = this.#sql
      .exec<{ details: string; state: ConfirmationState; expires_at: number }>(
        'SELECT details, state, expires_at FROM confirmations WHERE id = ? AND expires_at > ?',
        id,
        this.#now(),
      )
      .toArray()
    return row && { details: row.details, state: row.state, expiresAt: row.expires_at }
  }

  /** Decides a call that is waiting. Only the first decision counts. */
  decide(id: string, isAgreed: boolean): void {
    const to: ConfirmationState = isAgreed ? 'agreed' : 'refused'
    this.#sql.exec("UPDATE confirmations SET state = ? WHERE id = ? AND state = 'waiting'", to, id)
  }

  /** Ends a confirmation, so that it allows one call. False when it is not one of this call, was used or has expired. */
  take(id: string, fingerprint: string): boolean {
    const rows = this.#sql.exec(
      'DELETE FROM confirmations WHERE id = ? AND fingerprint = ? AND expires_at > ? RETURNING id',
      id,
      fingerprint,
      this.#now(),
    )
    return rows.toArray().length > 0
  }
}
