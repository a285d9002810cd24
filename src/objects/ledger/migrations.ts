import type { Migration } from '../migration.ts'

export const LEDGER_MIGRATIONS: readonly Migration[] = [
  // One value in the key-value storage, which needs no table.
  () => {},
]
