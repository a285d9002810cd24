/** The classes of Durable Objects. The store of each has a schema version of its own. */
export type StoreName = 'accounts' | 'access' | 'ledger' | 'events' | 'usage'

/** A store that newer code has written: a rollback went back behind a migration. */
export interface NewerStore {
  store: StoreName
  /** The version that the store has. */
  version: number
  /** The version that the code knows. */
  known: number
  /** When the store was opened last, epoch milliseconds. */
  seenAt: number
}
