import type { StoreName } from '../base/stores.ts'
import { ACCESS_MIGRATIONS } from './access/migrations.ts'
import { ACCOUNTS_MIGRATIONS } from './accounts/migrations.ts'
import { LEDGER_MIGRATIONS } from './ledger/migrations.ts'
import type { Migration } from './migration.ts'
import { USAGE_MIGRATIONS } from './usage/migrations.ts'
import { EVENTS_MIGRATIONS } from './webhooks/migrations.ts'

/** The migrations of each class of Durable Objects, in order. Their number is the version of its store. */
export const MIGRATIONS: Readonly<Record<StoreName, readonly Migration[]>> = {
  access: ACCESS_MIGRATIONS,
  accounts: ACCOUNTS_MIGRATIONS,
  ledger: LEDGER_MIGRATIONS,
  events: EVENTS_MIGRATIONS,
  usage: USAGE_MIGRATIONS,
}
