import { RpcTarget } from 'cloudflare:workers'
import type { AccountChange } from '../../base/access.ts'

interface Row extends Record<string, SqlStorageValue> {
  account: string
  is_stored: number
  /** Counts the changes of the account. */
  version: number
}

/**
 * Of which accounts STORE has a record, under each data key. An account is noted before its record is written, so a noted
 * account without a record was lost. It was not disconnected.
 */
export class StoredAccounts extends RpcTarget {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    super()
    this.#sql = sql
  }

  get hasAny(): boolean {
    return this.#exec('SELECT * FROM stored_accounts WHERE is_stored = 1 LIMIT 1').length > 0
  }

  /** The accounts of which STORE has a record, under a data key. */
  list(dataKey: string): string[] {
    const rows = this.#exec('SELECT * FROM stored_accounts WHERE data_key = ? AND is_stored = 1', dataKey)
    return rows.map(({ account }) => account)
  }

  /**
   * Notes an account that was stored before accounts were noted. KV may show the record of a disconnected account for a
   * minute, so an account that was noted before stays as it is.
   */
  note(dataKey: string, account: string): void {
    this.#exec('INSERT OR IGNORE INTO stored_accounts VALUES (?, ?, 1, 1)', dataKey, account)
  }

  /** Called before the record of an account is written or deleted. It is noted as stored until the change has ended. */
  startChange(dataKey: string, account: string): AccountChange {
    const before = this.#row(dataKey, account)
    const version = (before?.version ?? 0) + 1
    this.#exec('INSERT OR REPLACE INTO stored_accounts VALUES (?, ?, 1, ?)', dataKey, account, version)
    return { version, wasStored: before && before.is_stored === 1 }
  }

  /**
   * Ends a change. A later change of the account decides itself.
   *
   * @param isStored whether STORE has a record now; undefined as before anything was noted
   */
  endChange(dataKey: string, account: string, { version }: AccountChange, isStored: boolean | undefined): void {
    const change = [dataKey, account, version]
    if (isStored === undefined)
      this.#exec('DELETE FROM stored_accounts WHERE data_key = ? AND account = ? AND version = ?', ...change)
    else
      this.#exec(
        'UPDATE stored_accounts SET is_stored = ? WHERE data_key = ? AND account = ? AND version = ?',
        Number(isStored),
        ...change,
      )
  }

  #row(dataKey: string, account: string): Row | undefined {
    return this.#exec('SELECT * FROM stored_accounts WHERE data_key = ? AND account = ?', dataKey, account)[0]
  }

  #exec(query: string, ...values: SqlStorageValue[]): Row[] {
    return this.#sql.exec<Row>(query, ...values).toArray()
  }
}
