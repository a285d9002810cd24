import { reset, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { ACCESS_NAME } from '../../src/base/access.ts'
import type { Env } from '../../src/base/env.ts'
import { unwrap } from '../../src/base/errors.ts'
import { type Account, PRODUCTS } from '../../src/base/groups.ts'
import { getSettings, type Settings } from '../../src/base/settings.ts'
import { dropCachedCredentials } from '../../src/upstream/credentials.ts'
import { dataKey, type WrapCopy } from '../../src/upstream/data-key.ts'
import { workEnded } from './work.ts'

const BOUND = env as unknown as Env
/** Files share the objects, and each has modules of its own, so that a number alone would come again. */
const FILE = crypto.randomUUID()
let deployments = 0
let deployment = `${FILE}-${deployments}`
let objectSettings: Settings | undefined
let wrap: { name: string; copy: WrapCopy } | undefined

/**
 * From here on the current deployment has its own Durable Objects. STORE stays unchanged. Nothing is encrypted yet, so any
 * CREDENTIALS_KEY may be the first.
 */
export function freshObjects(): void {
  deployment = `${FILE}-${++deployments}`
}

/**
 * Starts a new deployment. Its Durable Objects have separate names, so that a late write of an earlier test reaches no
 * later one, and STORE is empty. Emptying the storage of all objects instead takes ten times as long.
 *
 * All have the same data key, because the objects reach each other whatever the current deployment. What an object still
 * does ends before: it would find no account in STORE, and remember that for the next test.
 */
export async function freshDeployment(): Promise<void> {
  await workEnded()
  freshObjects()
  const { STORE } = BOUND
  wrap ??= await readWrap()
  const { keys } = await STORE.list()
  await Promise.all(keys.map(({ name }) => STORE.delete(name)))
  const { name, copy } = wrap
  await STORE.put(WRAPS + name, JSON.stringify(copy))
  await forgetAccounts(copy.id)
  await forgetCredentials()
  await BOUND.ACCESS.getByName(`${deployment}/${ACCESS_NAME}`).dataKeys.claim(name, copy, true)
}

/** The objects that reach each other whatever the current deployment have noted accounts that are gone with STORE. */
async function forgetAccounts(dataKeyId: string): Promise<void> {
  const access = BOUND.ACCESS.getByName(ACCESS_NAME)
  for (const account of await access.storedAccounts.list(dataKeyId))
    await access.storedAccounts.endChange(
      dataKeyId,
      account,
      unwrap(await access.storedAccounts.startChange(dataKeyId, account as Account)),
      undefined,
    )
}

/** The objects share their settings, and remember credentials for a minute of a clock that starts again in each test. */
async function forgetCredentials() {
  objectSettings ??= await runInDurableObject(
    (BOUND.ACCESS as unknown as DurableObjectNamespace).getByName(ACCESS_NAME),
    (instance) => getSettings((instance as unknown as { env: Env }).env),
  )
  for (const product of PRODUCTS)
    for (const account of [product, `${product}:two` as const]) dropCachedCredentials(objectSettings, account)
}

/** Starts a new deployment, and nothing is left of the earlier ones. */
export async function freshStorage(): Promise<void> {
  await reset()
  wrap = undefined
  await freshDeployment()
}

const WRAPS = 'data-keys/'

/**
 * The wrap of the data key that the objects use. STORE may have one that an earlier test made. The key is the same in
 * every run, because recorded examples contain a callback URL.
 */
async function readWrap() {
  let name = ''
  const get = async (asked: string) => {
    name = asked.slice(WRAPS.length)
    return null
  }
  const random = vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => array)
  await dataKey(getSettings({ ...BOUND, STORE: { get } as unknown as KVNamespace })).finally(() => random.mockRestore())
  const copy = await BOUND.ACCESS.getByName(ACCESS_NAME).dataKeys.find(name)
  if (!copy) throw new Error('ACCESS has no wrap of the data key')
  return { name, copy: { ...copy, hasOlder: false } }
}

/** How often a record was read, without the wraps of data keys. */
export const readsOf = ({ mock }: { mock: { calls: unknown[][] } }): number =>
  mock.calls.filter(([name]) => !String(name).startsWith(WRAPS)).length

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
    binding.getByName(name.startsWith(`${deployment}/`) ? name : `${deployment}/${name}`),
  idFromName: (name: string): Id => binding.idFromName(name),
})
