import type { Migration } from '../migration.ts'

export const ACCOUNTS_MIGRATIONS: readonly Migration[] = [
  ({ sql }) =>
    sql.exec(
      'CREATE TABLE IF NOT EXISTS searches (query TEXT PRIMARY KEY, count INTEGER NOT NULL, last INTEGER NOT NULL)',
    ),
]
