import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { ACCESS_NAME } from '../../src/base/access-object.ts'
import type { Env } from '../../src/base/env.ts'
import { getSettings } from '../../src/base/settings.ts'
import { dataKey, type WrapCopy } from '../../src/upstream/store/data-key.ts'

const BOUND = env as unknown as Env
let deployments = 0
let wrap: { name: string; copy: WrapCopy } | undefined

/** From here on the current deployment has its own Durable Objects. STORE stays unchanged. */
export function freshObjects(): void {
  deployments++
}

/**
 * Starts a new deployment. Its Durable Objects have separate names, so that a late write of an earlier test reaches no
 * later one, and STORE is empty. Emptying the storage of all objects instead takes ten times as long.
 *
 * All have the same data key, because the objects reach each other whatever the current deployment.
 */
export async function freshDeployment(): Promise<void> {
  freshObjects()
  const { STORE } = BOUND
  wrap ??= await readWrap()
  const { keys } = await STORE.list()
  await Promise.all(keys.map(({ name }) => STORE.delete(name)))
  const { name, copy } = wrap
  await STORE.put(WRAPS + name, JSON.stringify(copy))
  for (const object of [ACCESS_NAME, `${deployments}/${ACCESS_NAME}`])
    await BOUND.ACCESS.getByName(object).claimDataKey(name, copy, true)
}

const WRAPS = 'data-keys/'

/**
 * The wrap of the data key, which ACCESS copies to STORE once the first use has made it. Other tests leave wraps of other
 * keys. The key is the same in every run, because recorded examples contain a callback URL.
 */
async function readWrap() {
  let name = ''
  const get = (asked: string, type: 'json') => {
    name = asked
    return BOUND.STORE.get<WrapCopy>(asked, type)
  }
  const random = vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => array)
  await dataKey(getSettings({ ...BOUND, STORE: { get } as unknown as KVNamespace })).finally(() => random.mockRestore())
  return vi.waitFor(async () => {
    const copy = await BOUND.STORE.get<WrapCopy>(name, 'json')
    if (!copy) throw new Error('there is no wrap in STORE yet')
    return { name: name.slice(WRAPS.length), copy }
  })
}

/** What is in STORE, without the wraps of data keys. */
export async function storedNames(): Promise<string[]> {
  const { keys } = await BOUND.STORE.list()
  return keys.map(({ name }) => name).filter((name) => !name.startsWith(WRAPS))
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
