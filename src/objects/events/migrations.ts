/** What brings a store from one version to the next, in order: a step that was released is never changed. */
export const MIGRATIONS: readonly ((sql: SqlStorage) => void)[] = [
  (sql) => {
    sql.exec(`CREATE TABLE IF NOT EXISTS kept_events (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, type TEXT NOT NULL, area TEXT NOT NULL,
      at INTEGER NOT NULL, kept_at INTEGER NOT NULL, data TEXT NOT NULL, once_key TEXT UNIQUE)`)
    sql.exec(`CREATE TABLE IF NOT EXISTS event_sources (
      name TEXT PRIMARY KEY, cursor TEXT, polled_at INTEGER, next_at INTEGER NOT NULL, wait_ms INTEGER NOT NULL,
      failures INTEGER NOT NULL, last_error TEXT) WITHOUT ROWID`)
    sql.exec(`CREATE TABLE IF NOT EXISTS event_marks (
      source TEXT, key TEXT, value TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (source, key)) WITHOUT ROWID`)
    sql.exec('CREATE TABLE IF NOT EXISTS event_readers (type TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID')
    sql.exec('CREATE TABLE IF NOT EXISTS event_subscriptions (id TEXT PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID')
    sql.exec(`CREATE TABLE IF NOT EXISTS event_outbox (
      subscription TEXT, apart INTEGER, seq INTEGER, attempts INTEGER NOT NULL, unattached INTEGER NOT NULL,
      next_at INTEGER NOT NULL, wait_ms INTEGER NOT NULL, PRIMARY KEY (subscription, apart, seq)) WITHOUT ROWID`)
    sql.exec(`CREATE TABLE IF NOT EXISTS event_attempts (
      id INTEGER PRIMARY KEY AUTOINCREMENT, subscription TEXT NOT NULL, at INTEGER NOT NULL, record TEXT NOT NULL)`)
    sql.exec('CREATE INDEX IF NOT EXISTS event_attempts_of ON event_attempts (subscription, id)')
  },
]

/** Brings the store to the version of this code, all steps or none. */
export function migrate(storage: DurableObjectStorage): void {
  const { sql } = storage
  sql.exec('CREATE TABLE IF NOT EXISTS event_schema (version INTEGER NOT NULL)')
  const [row] = sql.exec<{ version: number }>('SELECT version FROM event_schema').toArray()
  const version = row?.version ?? 0
  if (version >= MIGRATIONS.length) return
  storage.transactionSync(() => {
    for (const step of MIGRATIONS.slice(version)) step(sql)
    sql.exec('DELETE FROM event_schema')
    sql.exec('INSERT INTO event_schema VALUES (?)', MIGRATIONS.length)
  })
}
