import type { Migration } from '../migration.ts'

export const ACCOUNTS_MIGRATIONS: readonly Migration[] = [
  ({ sql }) =>
    sql.exec(
      'CREATE TABLE IF NOT EXISTS searches (query TEXT PRIMARY KEY, count INTEGER NOT NULL, last INTEGER NOT NULL)',
    ),
  // What `searches` holds is of keys that are not known; the release before goes on with it.
  ({ sql }) =>
    sql.exec(
      'CREATE TABLE IF NOT EXISTS key_searches (key TEXT, query TEXT, count INTEGER NOT NULL, last INTEGER NOT NULL, PRIMARY KEY (key, query))',
    ),
]
