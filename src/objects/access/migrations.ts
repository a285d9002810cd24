import type { Migration } from '../migration.ts'

const TASK =
  'subject TEXT PRIMARY KEY, version INTEGER NOT NULL, due_at INTEGER NOT NULL, tries INTEGER NOT NULL, is_done INTEGER NOT NULL, is_uncertain INTEGER NOT NULL'

export const ACCESS_MIGRATIONS: readonly Migration[] = [
  ({ sql }) => {
    sql.exec('CREATE TABLE ended_sessions (id TEXT PRIMARY KEY, until INTEGER NOT NULL)')
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
      'CREATE TABLE named_keys (id TEXT PRIMARY KEY, digest TEXT NOT NULL, lineage TEXT NOT NULL, record TEXT, deleted_until INTEGER)',
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
  },
]
