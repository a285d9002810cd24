import type { CreatedCredential } from '../../base/access.ts'

/** How many are stored for the keys of one lineage. The oldest are dropped. */
const MOST_OF_LINEAGE = 1000

/** What keys created at products, so that the owner can delete it when a key ends. */
export class CreatedCredentials {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  note(lineage: string, { operation, target, at }: CreatedCredential): void {
    this.#sql.exec(
      'INSERT OR REPLACE INTO created_credentials (operation, target, lineage, at) VALUES (?, ?, ?, ?)',
      operation,
      target,
      lineage,
      at,
    )
    this.#sql.exec(
      'DELETE FROM created_credentials WHERE rowid IN (SELECT rowid FROM created_credentials WHERE lineage = ? ORDER BY rowid DESC LIMIT -1 OFFSET ?)',
      lineage,
      MOST_OF_LINEAGE,
    )
  }

  forget(operation: string, target: string): void {
    this.#sql.exec('DELETE FROM created_credentials WHERE operation = ? AND target = ?', operation, target)
  }

  of(lineage: string): CreatedCredential[] {
    return this.#sql
      .exec<{ operation: string; target: string; at: number }>(
        'SELECT operation, target, at FROM created_credentials WHERE lineage = ? ORDER BY rowid',
        lineage,
      )
      .toArray()
  }
}
