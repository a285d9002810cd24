import type { Env } from '../base/env.ts'
import { platform } from '../base/platform.ts'
import type { NewerStore, StoreName } from '../base/stores.ts'
import { USAGE_NAME } from '../gateway/usage/usage.ts'
import { MIGRATIONS } from './migrations.ts'

/** The version of a store: how many migrations it has run. */
const SCHEMA = 'schema'

/**
 * Migrates a store to the version of this code, by running all missing migrations. A store of a newer version is used
 * unchanged, and reported (decisions.md section 11.9).
 */
export function migrate({ storage }: DurableObjectState, env: Env, store: StoreName): void {
  const steps = MIGRATIONS[store]
  const version = storage.kv.get<number>(SCHEMA) ?? 0
  if (version > steps.length) reportNewer(env, { store, version, known: steps.length, seenAt: platform.now() })
  if (version >= steps.length) return
  storage.transactionSync(() => {
    for (const step of steps.slice(version)) step(storage)
    storage.kv.put<number>(SCHEMA, steps.length)
  })
}

/** The log always has it. The owner reads it from USAGE. */
function reportNewer(env: Env, newer: NewerStore): void {
  const { store, version, known } = newer
  console.log(JSON.stringify({ newer_store: store, version, known }))
  env.USAGE?.getByName(USAGE_NAME)
    .noteNewerStore(newer)
    .catch(() => {})
}
