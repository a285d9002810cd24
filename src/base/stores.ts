/** The classes of Durable Objects. Each store has its own schema version. */
export type StoreName = 'accounts' | 'access' | 'ledger' | 'events' | 'usage'

/** A store that was written by newer code: a rollback crossed a migration. */
export interface NewerStore {
  store: StoreName
  /** The version of the store. */
  version: number
  /** The version that the code supports. */
  known: number
  /** When the store was last opened, in epoch milliseconds. */
  seenAt: number
}
