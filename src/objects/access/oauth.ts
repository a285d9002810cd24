import { RpcTarget } from 'cloudflare:workers'
import type { EndedGrant, EndedReason } from '../../base/access.ts'

/** The records of the OAuth package: grants, tokens, and clients that have a grant. */
export class OAuthRecords extends RpcTarget {
  readonly #sql: SqlStorage
  readonly #now: () => number

  constructor(sql: SqlStorage, now: () => number) {
    super()
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

  /** @param expiresAt epoch milliseconds; undefined for a record that does not expire */
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

const LISTED_MS = 30 * 24 * 3_600_000
const MOST = 100

/** Grants that ended without the owner, to show them in the list. */
export class EndedGrants extends RpcTarget {
  readonly #sql: SqlStorage
  readonly #now: () => number

  constructor(sql: SqlStorage, now: () => number) {
    super()
    this.#sql = sql
    this.#now = now
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

  /** The grants that ended in the last 30 days without being revoked by the owner. */
  list(): EndedGrant[] {
    return this.#sql
      .exec<{ id: string; created_at: number; ended_at: number; reason: EndedReason; metadata: string }>(
        'SELECT id, created_at, ended_at, reason, metadata FROM ended_grants WHERE ended_at > ?',
        this.#now() - LISTED_MS,
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

  /** Removes an ended grant from the list. False when it was not listed. */
  remove(id: string): boolean {
    return this.#sql.exec('DELETE FROM ended_grants WHERE id = ? RETURNING id', id).toArray().length > 0
  }
}
