import type { Migration } from '../migration.ts'

export const EVENTS_MIGRATIONS: readonly Migration[] = [
  ({ sql }) => {
    sql.exec(`CREATE TABLE kept_events (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, type TEXT NOT NULL, area TEXT NOT NULL,
      at INTEGER NOT NULL, kept_at INTEGER NOT NULL, data TEXT NOT NULL, once_key TEXT UNIQUE, personal TEXT)`)
    sql.exec(`CREATE TABLE event_sources (
      name TEXT PRIMARY KEY, cursor TEXT, polled_at INTEGER, next_at INTEGER NOT NULL, wait_ms INTEGER NOT NULL,
      failures INTEGER NOT NULL, last_error TEXT) WITHOUT ROWID`)
    sql.exec(`CREATE TABLE event_marks (
      source TEXT, key TEXT, value TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (source, key)) WITHOUT ROWID`)
    sql.exec('CREATE TABLE event_readers (type TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID')
    sql.exec('CREATE TABLE event_subscriptions (id TEXT PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID')
    sql.exec(`CREATE TABLE event_outbox (
      subscription TEXT, apart INTEGER, seq INTEGER, attempts INTEGER NOT NULL, unattached INTEGER NOT NULL,
      next_at INTEGER NOT NULL, wait_ms INTEGER NOT NULL, PRIMARY KEY (subscription, apart, seq)) WITHOUT ROWID`)
    sql.exec(`CREATE TABLE event_attempts (
      id INTEGER PRIMARY KEY AUTOINCREMENT, subscription TEXT NOT NULL, at INTEGER NOT NULL, record TEXT NOT NULL)`)
    sql.exec('CREATE INDEX event_attempts_of ON event_attempts (subscription, id)')
    sql.exec('CREATE INDEX event_marks_by_time ON event_marks (source, at)')
  },
]
