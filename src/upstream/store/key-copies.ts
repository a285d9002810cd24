import { getDeploymentId } from '../../base/deployment-id.ts'
import type { Env } from '../../base/env.ts'

/**
 * The copies of named keys in STORE, by the digest of the key. Isolates read a key here, without a call of ACCESS. Only
 * ACCESS writes them (src/objects/access/named-keys.ts).
 */
type Bindings = Pick<Env, 'STORE' | 'ACCOUNTS'>

const recordName = (env: Bindings, digest: string) => `keys/${getDeploymentId(env)}/${digest}`

/** Null when there is none. */
export const readKeyCopy = (env: Bindings, digest: string): Promise<unknown> =>
  env.STORE.get(recordName(env, digest), 'json')

export const writeKeyCopy = (env: Bindings, digest: string, text: string): Promise<void> =>
  env.STORE.put(recordName(env, digest), text)

export const deleteKeyCopy = (env: Bindings, digest: string): Promise<void> => env.STORE.delete(recordName(env, digest))
