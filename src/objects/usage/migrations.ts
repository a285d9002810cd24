import type { Migration } from '../migration.ts'

export const USAGE_MIGRATIONS: readonly Migration[] = [
  ({ sql }) => {
    sql.exec(
      'CREATE TABLE day_counts (day INTEGER, key TEXT, area TEXT, ok INTEGER, refused INTEGER, failed INTEGER, PRIMARY KEY (day, key, area))',
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
