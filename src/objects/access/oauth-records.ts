/**
 * How long a deleted record of OAUTH_KV is remembered, because KV may still return it for a minute, in milliseconds.
 */
const DELETED_MS = 3_600_000

/** In bytes. */
const LONGEST_KV_NAME = 512

/**
 * The records of the OAuth package: grants, tokens, and clients that have a grant. Earlier versions stored them in
 * OAUTH_KV, where they are still read.
 */
export class OAuthRecords {
  readonly #sql: SqlStorage
  readonly #earlier: KVNamespace | undefined
  readonly #now: () => number

  constructor(sql: SqlStorage, earlier: KVNamespace | undefined, now: () => number) {
    this.#sql = sql
    this.#earlier = earlier
    this.#now = now
  }

  async read(name: string): Promise<string | null> {
    const row = this.#row(name)
    return row ? row.value : this.#readEarlier(name)
  }

  write(name: string, value: string | null, expiresAt?: number): void {
    this.#sql.exec('DELETE FROM oauth_records WHERE expires_at <= ?', this.#now())
    this.#sql.exec('INSERT OR REPLACE INTO oauth_records VALUES (?, ?, ?)', name, value, expiresAt ?? null)
  }

  /**
   * Replaces the value of an existing record, which keeps its expiry.
   *
   * @param expiresAt for a record of OAUTH_KV, which does not return its expiry
   */
  replace(name: string, value: string, expiresAt: number): void {
    const changed = this.#sql.exec('UPDATE oauth_records SET value = ? WHERE name = ? RETURNING name', value, name)
    if (changed.toArray().length === 0) this.write(name, value, expiresAt)
  }

  async delete(name: string): Promise<void> {
    this.#sql.exec('DELETE FROM oauth_records WHERE name = ?', name)
    if ((await this.#readEarlier(name)) === null) return
    this.write(name, null, this.#now() + DELETED_MS)
    await this.#earlier?.delete(name)
  }

  /** KV throws for a longer name. Such a record cannot be there, whatever a request names. */
  async #readEarlier(name: string): Promise<string | null> {
    if (new TextEncoder().encode(name).length > LONGEST_KV_NAME) return null
    return (await this.#earlier?.get(name)) ?? null
  }

  async list(prefix: string): Promise<string[]> {
    const own = this.#sql.exec<{ name: string; value: string | null }>(
      'SELECT name, value FROM oauth_records WHERE substr(name, 1, ?) = ? AND (expires_at IS NULL OR expires_at > ?)',
      ...[prefix.length, prefix, this.#now()],
    )
    const names = new Map(own.toArray().map(({ name, value }) => [name, value !== null]))
    for (const name of await this.#earlierNames(prefix)) if (!names.has(name)) names.set(name, true)
    return [...names].filter(([, isThere]) => isThere).map(([name]) => name)
  }

  async #earlierNames(prefix: string): Promise<string[]> {
    const names: string[] = []
    let cursor: string | undefined
    for (;;) {
      const page = await this.#earlier?.list({ prefix, ...(cursor !== undefined && { cursor }) })
      if (!page) return names
      names.push(...page.keys.map(({ name }) => name))
      if (page.list_complete) return names
      cursor = page.cursor
    }
  }

  /** Undefined for an unknown name. Without a value for a record of OAUTH_KV that was deleted. */
  #row(name: string): { value: string | null } | undefined {
    const [row] = this.#sql
      .exec<{ value: string | null }>(
        'SELECT value FROM oauth_records WHERE name = ? AND (expires_at IS NULL OR expires_at > ?)',
        ...[name, this.#now()],
      )
      .toArray()
    return row
  }
}
