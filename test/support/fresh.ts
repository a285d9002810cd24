import { env } from 'cloudflare:workers'
import type { Env } from '../../src/base/env.ts'

let deployments = 0

/** From here on the current deployment has its own Durable Objects. STORE stays unchanged. */
export function freshObjects(): void {
  deployments++
}

/**
 * Starts a new deployment. Its Durable Objects have separate names, so that a late write of an earlier test reaches no
 * later one, and STORE is empty. Emptying the storage of all objects instead takes ten times as long.
 */
export async function freshDeployment(): Promise<void> {
  freshObjects()
  const { STORE } = env as unknown as Env
  const { keys } = await STORE.list()
  await Promise.all(keys.map(({ name }) => STORE.delete(name)))
}

/**
 * A binding with the objects of the current deployment. Ids by name are the same in all of them. A name that an object
 * stored as its own belongs to its deployment already.
 */
export const ownObjects = <Stub, Id>(binding: { getByName(name: string): Stub; idFromName(name: string): Id }) => ({
  getByName: (name: string): Stub =>
    binding.getByName(name.startsWith(`${deployments}/`) ? name : `${deployments}/${name}`),
  idFromName: (name: string): Id => binding.idFromName(name),
})
