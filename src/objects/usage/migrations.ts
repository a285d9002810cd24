import type { Migration } from '../migration.ts'

export const USAGE_MIGRATIONS: readonly Migration[] = [
  ({ sql }) => {
    sql.exec(
      'CREATE TABLE IF NOT EXISTS day_counts (day INTEGER, key TEXT, area TEXT, ok INTEGER, refused INTEGER, failed INTEGER, PRIMARY KEY (day, key, area))',
    )
    sql.exec('CREATE TABLE IF NOT EXISTS used_keys (key TEXT PRIMARY KEY, name TEXT NOT NULL, last INTEGER NOT NULL)')
  },
  ({ sql }) => {
    sql.exec(
      'CREATE TABLE IF NOT EXISTS audit_entries (sort TEXT, id TEXT, record TEXT NOT NULL, PRIMARY KEY (sort, id)) WITHOUT ROWID',
    )
    sql.exec(
      'CREATE TABLE IF NOT EXISTS failed_requests (sort TEXT, id TEXT, record TEXT NOT NULL, PRIMARY KEY (sort, id)) WITHOUT ROWID',
    )
  },
  ({ sql }) => {
    sql.exec('CREATE INDEX IF NOT EXISTS audit_entries_by_id ON audit_entries (id)')
    sql.exec('CREATE INDEX IF NOT EXISTS failed_requests_by_id ON failed_requests (id)')
  },
]
