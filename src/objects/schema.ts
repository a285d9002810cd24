import { ACCESS_MIGRATIONS } from './access/access.ts'
import { ACCOUNTS_MIGRATIONS } from './accounts/accounts.ts'
import { EVENTS_MIGRATIONS } from './events/events.ts'
import { LEDGER_MIGRATIONS } from './ledger/ledger.ts'
import { USAGE_MIGRATIONS } from './usage/usage.ts'

/** The migrations of each class of Durable Objects, in order. Their number is the version of its store. */
export const MIGRATIONS = {
  access: ACCESS_MIGRATIONS,
  accounts: ACCOUNTS_MIGRATIONS,
  ledger: LEDGER_MIGRATIONS,
  events: EVENTS_MIGRATIONS,
  usage: USAGE_MIGRATIONS,
} as const satisfies Readonly<Record<string, readonly Migration[]>>

/** The version of a store: how many migrations it has run. */
const VERSION = 'schema_version'

/**
 * Runs the migrations that a store lacks. A store with a higher version is used unchanged. A store without a version is
 * new, or of a build before versions were counted under this name: that is emptied.
 */
export function migrate({ storage }: DurableObjectState, store: keyof typeof MIGRATIONS): void {
  const steps = MIGRATIONS[store]
  const version = storage.kv.get<number>(VERSION)
  if (version !== undefined && version >= steps.length) return
  storage.transactionSync(() => {
    if (version === undefined) clear(storage)
    for (const step of steps.slice(version)) step(storage)
    storage.kv.put<number>(VERSION, steps.length)
  })
}

/** Synchronous, unlike `deleteAll`, so that nothing can use the store in between. */
function clear({ sql, kv }: DurableObjectStorage): void {
  const tables = sql.exec<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'",
  )
  for (const { name } of tables.toArray()) sql.exec(`DROP TABLE "${name}"`)
  for (const [name] of [...kv.list()]) kv.delete(name)
}

/**
 * A step from one version of a store to the next. A released step is never changed: add another one. The previous
 * release must be able to use the store, so a new column has a default or may be null, and nothing that it reads is
 * dropped or renamed.
 */
export type Migration = (storage: DurableObjectStorage) => void
