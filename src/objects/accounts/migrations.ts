import type { Migration } from '../migration.ts'

export const ACCOUNTS_MIGRATIONS: readonly Migration[] = [
  ({ sql }) => {
    sql.exec(
      'CREATE TABLE key_searches (key TEXT, query TEXT, count INTEGER NOT NULL, last INTEGER NOT NULL, PRIMARY KEY (key, query))',
    )
    sql.exec(
      `CREATE TABLE bills (seq INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL, bill_id TEXT NOT NULL,
       run TEXT NOT NULL, state TEXT NOT NULL, sent_at INTEGER NOT NULL, expire_dt TEXT, paid_at INTEGER, checked_at INTEGER,
       next_check_at INTEGER, iv TEXT NOT NULL, data TEXT NOT NULL, event TEXT,
       UNIQUE (account, bill_id))`,
    )
    sql.exec('CREATE INDEX bills_by_state ON bills (account, state, seq)')
    sql.exec('CREATE INDEX bills_to_check ON bills (next_check_at) WHERE next_check_at IS NOT NULL')
    sql.exec('CREATE INDEX bills_to_tell ON bills (seq) WHERE event IS NOT NULL')
  },
]
