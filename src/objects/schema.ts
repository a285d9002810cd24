const ACCESS_MIGRATIONS: readonly Migration[] = [
  ({ sql }) => {
    sql.exec('CREATE TABLE sessions (id TEXT PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID')
    sql.exec('CREATE TABLE passkeys (id TEXT PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID')
    sql.exec('CREATE TABLE used_challenges (challenge TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID')
    sql.exec('CREATE TABLE oauth_records (name TEXT PRIMARY KEY, value TEXT NOT NULL, expires_at INTEGER)')
    sql.exec(
      'CREATE TABLE refreshed_grants (grant_id TEXT PRIMARY KEY, access_digest TEXT NOT NULL, refreshed_at INTEGER NOT NULL, is_used INTEGER NOT NULL)',
    )
    sql.exec(
      'CREATE TABLE issued_refresh_tokens (grant_id TEXT NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (grant_id, digest)) WITHOUT ROWID',
    )
    sql.exec(
      'CREATE TABLE ended_grants (id TEXT PRIMARY KEY, created_at INTEGER NOT NULL, ended_at INTEGER NOT NULL, reason TEXT NOT NULL, metadata TEXT NOT NULL)',
    )
    sql.exec(
      'CREATE TABLE confirmations (id TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, details TEXT NOT NULL, expires_at INTEGER NOT NULL, state TEXT NOT NULL, caller TEXT NOT NULL)',
    )
    sql.exec('CREATE INDEX confirmations_by_call ON confirmations (fingerprint)')
    sql.exec('CREATE INDEX confirmations_by_caller ON confirmations (caller)')
    sql.exec(
      'CREATE TABLE named_keys (id TEXT PRIMARY KEY, digest TEXT NOT NULL, lineage TEXT NOT NULL, record TEXT, deleted_until INTEGER, data_key TEXT)',
    )
    sql.exec('CREATE INDEX named_keys_by_lineage ON named_keys (lineage)')
    sql.exec(`CREATE TABLE key_copies (${TASK})`)
    sql.exec(`CREATE TABLE key_news (${TASK})`)
    sql.exec(
      'CREATE TABLE created_credentials (operation TEXT NOT NULL, target TEXT NOT NULL, lineage TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (operation, target))',
    )
    sql.exec('CREATE INDEX created_credentials_by_lineage ON created_credentials (lineage)')
    sql.exec(
      'CREATE TABLE data_keys (seq INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, id TEXT NOT NULL, iv TEXT NOT NULL, data TEXT NOT NULL)',
    )
    sql.exec(
      'CREATE TABLE stored_accounts (data_key TEXT NOT NULL, account TEXT NOT NULL, is_stored INTEGER NOT NULL, version INTEGER NOT NULL, credentials TEXT, PRIMARY KEY (data_key, account)) WITHOUT ROWID',
    )
    sql.exec(
      'CREATE TABLE owner_news (id TEXT PRIMARY KEY, record TEXT NOT NULL, due_at INTEGER NOT NULL, tries INTEGER NOT NULL)',
    )
  },
]

const ACCOUNTS_MIGRATIONS: readonly Migration[] = [
  ({ sql }) => {
    sql.exec(
      'CREATE TABLE key_searches (key TEXT, query TEXT, count INTEGER NOT NULL, last INTEGER NOT NULL, PRIMARY KEY (key, query))',
    )
    sql.exec(
      `CREATE TABLE bills (seq INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL, bill_id TEXT NOT NULL,
       run TEXT NOT NULL, state TEXT NOT NULL, sent_at INTEGER NOT NULL, expire_dt TEXT, paid_at INTEGER, checked_at INTEGER,
       next_check_at INTEGER, iv TEXT NOT NULL, data TEXT NOT NULL, event TEXT, approved TEXT,
       UNIQUE (account, bill_id))`,
    )
    sql.exec('CREATE INDEX bills_by_state ON bills (account, state, seq)')
    sql.exec('CREATE INDEX bills_to_check ON bills (next_check_at) WHERE next_check_at IS NOT NULL')
    sql.exec('CREATE INDEX bills_to_tell ON bills (seq) WHERE event IS NOT NULL')
  },
]

const LEDGER_MIGRATIONS: readonly Migration[] = [
  // One value in the key-value storage, which needs no table.
  () => {},
]

const EVENTS_MIGRATIONS: readonly Migration[] = [
  ({ sql }) => {
    sql.exec(`CREATE TABLE kept_events (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, type TEXT NOT NULL,
      at INTEGER NOT NULL, kept_at INTEGER NOT NULL, data TEXT NOT NULL, once_key TEXT UNIQUE, personal TEXT,
      account TEXT)`)
    sql.exec(`CREATE TABLE event_sources (
      name TEXT PRIMARY KEY, cursor TEXT, polled_at INTEGER, next_at INTEGER NOT NULL, wait_ms INTEGER NOT NULL,
      failures INTEGER NOT NULL, last_error TEXT) WITHOUT ROWID`)
    sql.exec(`CREATE TABLE event_marks (
      source TEXT, key TEXT, value TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (source, key)) WITHOUT ROWID`)
    sql.exec('CREATE TABLE event_readers (type TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID')
    sql.exec('CREATE TABLE event_subscriptions (id TEXT PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID')
    sql.exec(`CREATE TABLE event_outbox (
      subscription TEXT, isolated INTEGER, seq INTEGER, attempts INTEGER NOT NULL, unattached INTEGER NOT NULL,
      next_at INTEGER NOT NULL, wait_ms INTEGER NOT NULL, PRIMARY KEY (subscription, isolated, seq)) WITHOUT ROWID`)
    sql.exec(`CREATE TABLE event_attempts (
      id INTEGER PRIMARY KEY AUTOINCREMENT, subscription TEXT NOT NULL, at INTEGER NOT NULL,
      record TEXT NOT NULL, bodies TEXT, account TEXT)`)
    sql.exec('CREATE INDEX event_attempts_of ON event_attempts (subscription, id)')
    sql.exec('CREATE INDEX event_marks_by_time ON event_marks (source, at)')
  },
]

const USAGE_MIGRATIONS: readonly Migration[] = [
  ({ sql }) => {
    sql.exec(
      `CREATE TABLE usage_counts (
        hour INTEGER, key TEXT, operation TEXT, ok INTEGER NOT NULL, refused INTEGER NOT NULL, failed INTEGER NOT NULL,
        ms INTEGER NOT NULL, max_ms INTEGER NOT NULL, PRIMARY KEY (hour, key, operation)) WITHOUT ROWID`,
    )
    sql.exec('CREATE TABLE used_keys (key TEXT PRIMARY KEY, name TEXT NOT NULL, last INTEGER NOT NULL)')
    sql.exec(
      'CREATE TABLE audit_entries (sort TEXT, id TEXT, record TEXT NOT NULL, PRIMARY KEY (sort, id)) WITHOUT ROWID',
    )
    sql.exec('CREATE INDEX audit_entries_by_id ON audit_entries (id)')
    sql.exec(
      'CREATE TABLE failed_requests (sort TEXT, id TEXT, record TEXT NOT NULL, PRIMARY KEY (sort, id)) WITHOUT ROWID',
    )
    sql.exec('CREATE INDEX failed_requests_by_id ON failed_requests (id)')
  },
]

/** The migrations of each class of Durable Objects, in order. Their number is the version of its store. */
export const MIGRATIONS = {
  access: ACCESS_MIGRATIONS,
  accounts: ACCOUNTS_MIGRATIONS,
  ledger: LEDGER_MIGRATIONS,
  events: EVENTS_MIGRATIONS,
  usage: USAGE_MIGRATIONS,
} as const satisfies Readonly<Record<string, readonly Migration[]>>

/** The version of a store: how many migrations it has run. */
const VERSION = 'schema_version'

/**
 * Runs the migrations that a store lacks: all, or none. A store with a higher version is used unchanged. One without a
 * version has no table.
 */
export function migrate({ storage }: DurableObjectState, steps: readonly Migration[]): void {
  const version = storage.kv.get<number>(VERSION) ?? 0
  if (version >= steps.length) return
  storage.transactionSync(() => {
    for (const step of steps.slice(version)) step(storage)
    storage.kv.put<number>(VERSION, steps.length)
  })
}

/**
 * A step from one version of a store to the next. A released step is never changed: add another one. The previous
 * release must be able to use the store, so a new column has a default or may be null, and nothing that it reads is
 * dropped or renamed.
 */
type Migration = (storage: DurableObjectStorage) => void

const TASK =
  'subject TEXT PRIMARY KEY, version INTEGER NOT NULL, due_at INTEGER NOT NULL, tries INTEGER NOT NULL, is_done INTEGER NOT NULL, is_uncertain INTEGER NOT NULL'
