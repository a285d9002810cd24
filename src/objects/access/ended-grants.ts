import type { EndedGrant, EndedReason } from '../../base/access.ts'

const LISTED_MS = 30 * 24 * 3_600_000
const MOST = 100

/** Grants that ended without the owner, to show them in the list. */
export class EndedGrants {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  add({ id, createdAt, endedAt, reason, metadata }: EndedGrant): void {
    this.#sql.exec(
      'INSERT OR REPLACE INTO ended_grants VALUES (?, ?, ?, ?, ?)',
      id,
      createdAt,
      endedAt,
      reason,
      metadata,
    )
    this.#sql.exec(
      'DELETE FROM ended_grants WHERE ended_at <= ? OR id NOT IN (SELECT id FROM ended_grants ORDER BY ended_at DESC LIMIT ?)',
      endedAt - LISTED_MS,
      MOST,
    )
  }

  all(now: number): EndedGrant[] {
    return this.#sql
      .exec<{ id: string; created_at: number; ended_at: number; reason: EndedReason; metadata: string }>(
        'SELECT id, created_at, ended_at, reason, metadata FROM ended_grants WHERE ended_at > ?',
        now - LISTED_MS,
      )
      .toArray()
      .map(({ id, created_at, ended_at, reason, metadata }) => ({
        id,
        createdAt: created_at,
        endedAt: ended_at,
        reason,
        metadata,
      }))
  }

  remove(id: string): boolean {
    return this.#sql.exec('DELETE FROM ended_grants WHERE id = ? RETURNING id', id).toArray().length > 0
  }
}
