import { env } from 'cloudflare:workers'
import type { Env } from '../../src/base/env.ts'

let deployments = 0

/** From here on the present deployment has Durable Objects of its own; STORE and OAUTH_KV stay as they are. */
export function freshObjects(): void {
  deployments++
}

/**
 * Starts a new deployment: its Durable Objects have names of their own, so that a late write of an earlier test reaches no
 * later one, and STORE and OAUTH_KV are empty. Emptying the storage of all objects instead takes ten times as long.
 */
export async function freshDeployment(): Promise<void> {
  freshObjects()
  const { STORE, OAUTH_KV } = env as unknown as Env
  await Promise.all([STORE, OAUTH_KV].map((store) => empty(store as unknown as KVNamespace)))
}

async function empty(store: KVNamespace): Promise<void> {
  const { keys } = await store.list()
  await Promise.all(keys.map(({ name }) => store.delete(name)))
}

/** A binding whose objects are those of the present deployment. Ids by name are the same in all of them. */
export const ownObjects = <Stub, Id>(binding: { getByName(name: string): Stub; idFromName(name: string): Id }) => ({
  getByName: (name: string): Stub => binding.getByName(`${deployments}/${name}`),
  idFromName: (name: string): Id => binding.idFromName(name),
})
