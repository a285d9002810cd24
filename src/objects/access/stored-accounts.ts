import { RpcTarget } from 'cloudflare:workers'
import type { AccountChange } from '../../base/access.ts'
import { failed, type Outcome, sameAccount } from '../../base/errors.ts'
import { type Account, isAccount, productOf } from '../../base/groups.ts'

interface Row extends Record<string, SqlStorageValue> {
  account: string
  is_stored: number
  /** Counts the changes of the account. */
  version: number
  /** The digests of its credentials, as JSON. */
  credentials: string | null
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
   * Notes an account whose record was found without a note: the first write of it arrived although it seemed to fail, or
   * the note was lost. KV may show the record of a disconnected account for a minute, so a noted account stays as it is.
   */
  note(dataKey: string, account: string): void {
    this.#exec('INSERT OR IGNORE INTO stored_accounts VALUES (?, ?, 1, 1, NULL)', dataKey, account)
  }

  /**
   * Called before the record of an account is written or deleted. It is noted as stored until the change has ended. Throws
   * 409 for a credential of another account of the product: each use of a token may end the one before, so that a token
   * has one account.
   *
   * @param credentials the digests of what is stored, none for a disconnection
   */
  startChange(dataKey: string, account: Account, credentials: readonly string[] = []): Outcome<AccountChange> {
    const other = this.#findHolder(dataKey, account, credentials)
    if (other) return failed(sameAccount(account, other))
    const before = this.#row(dataKey, account)
    const version = (before?.version ?? 0) + 1
    this.#exec(
      'INSERT OR REPLACE INTO stored_accounts VALUES (?, ?, 1, ?, ?)',
      dataKey,
      account,
      version,
      JSON.stringify(credentials),
    )
    return {
      ok: true,
      value: { version, wasStored: before && before.is_stored === 1, credentials: before?.credentials ?? null },
    }
  }

  /** Another account of the product that has one of these credentials. */
  #findHolder(dataKey: string, account: Account, credentials: readonly string[]): string | undefined {
    const rows = this.#exec(
      'SELECT * FROM stored_accounts WHERE data_key = ? AND account <> ? AND is_stored = 1',
      dataKey,
      account,
    )
    const holds = (row: Row) =>
      (JSON.parse(row.credentials ?? '[]') as string[]).some((one) => credentials.includes(one))
    const isOfProduct = (row: Row) => isAccount(row.account) && productOf(row.account) === productOf(account)
    return rows.find((row) => isOfProduct(row) && holds(row))?.account
  }

  /**
   * Ends a change. A later change of the account decides itself.
   *
   * @param isStored whether STORE has a record now; undefined when nothing was noted before the change
   * @param isUndone whether the record is as it was before the change
   */
  endChange(
    dataKey: string,
    account: string,
    { version, credentials }: AccountChange,
    isStored: boolean | undefined,
    isUndone = false,
  ): void {
    const change = [dataKey, account, version]
    if (isStored === undefined)
      this.#exec('DELETE FROM stored_accounts WHERE data_key = ? AND account = ? AND version = ?', ...change)
    else
      this.#exec(
        'UPDATE stored_accounts SET is_stored = ? WHERE data_key = ? AND account = ? AND version = ?',
        Number(isStored),
        ...change,
      )
    if (isUndone)
      this.#exec(
        'UPDATE stored_accounts SET credentials = ? WHERE data_key = ? AND account = ? AND version = ?',
        credentials,
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
