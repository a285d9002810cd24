import type { Migration } from '../migration.ts'

export const ACCESS_MIGRATIONS: readonly Migration[] = [
  ({ sql }) => {
    sql.exec('CREATE TABLE IF NOT EXISTS ended_sessions (id TEXT PRIMARY KEY, until INTEGER NOT NULL)')
    sql.exec('CREATE TABLE IF NOT EXISTS oauth_records (name TEXT PRIMARY KEY, value TEXT, expires_at INTEGER)')
    sql.exec(
      'CREATE TABLE IF NOT EXISTS refreshed_grants (grant_id TEXT PRIMARY KEY, access_digest TEXT NOT NULL, refreshed_at INTEGER NOT NULL, is_used INTEGER NOT NULL)',
    )
    sql.exec(
      'CREATE TABLE IF NOT EXISTS issued_refresh_tokens (grant_id TEXT NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (grant_id, digest)) WITHOUT ROWID',
    )
    sql.exec(
      'CREATE TABLE IF NOT EXISTS ended_grants (id TEXT PRIMARY KEY, created_at INTEGER NOT NULL, ended_at INTEGER NOT NULL, reason TEXT NOT NULL, metadata TEXT NOT NULL)',
    )
  },
  ({ sql }) => {
    sql.exec(
      'CREATE TABLE IF NOT EXISTS confirmations (id TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, details TEXT NOT NULL, expires_at INTEGER NOT NULL, state TEXT NOT NULL)',
    )
    sql.exec('CREATE INDEX IF NOT EXISTS confirmations_by_call ON confirmations (fingerprint)')
  },
  ({ sql }) => {
    sql.exec(
      'CREATE TABLE IF NOT EXISTS named_keys (id TEXT PRIMARY KEY, digest TEXT NOT NULL, lineage TEXT NOT NULL, record TEXT, deleted_until INTEGER)',
    )
    sql.exec('CREATE INDEX IF NOT EXISTS named_keys_by_lineage ON named_keys (lineage)')
    const task =
      'subject TEXT PRIMARY KEY, version INTEGER NOT NULL, due_at INTEGER NOT NULL, tries INTEGER NOT NULL, is_done INTEGER NOT NULL, is_uncertain INTEGER NOT NULL'
    sql.exec(`CREATE TABLE IF NOT EXISTS key_copies (${task})`)
    sql.exec(`CREATE TABLE IF NOT EXISTS key_news (${task})`)
  },
  ({ sql }) => {
    const columns = sql.exec<{ name: string }>('PRAGMA table_info(confirmations)').toArray()
    if (!columns.some(({ name }) => name === 'caller'))
      sql.exec("ALTER TABLE confirmations ADD COLUMN caller TEXT NOT NULL DEFAULT ''")
    sql.exec('CREATE INDEX IF NOT EXISTS confirmations_by_caller ON confirmations (caller)')
  },
  ({ sql }) => {
    sql.exec(
      'CREATE TABLE IF NOT EXISTS created_credentials (operation TEXT NOT NULL, target TEXT NOT NULL, lineage TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (operation, target))',
    )
    sql.exec('CREATE INDEX IF NOT EXISTS created_credentials_by_lineage ON created_credentials (lineage)')
  },
]
