import * as z from 'zod/mini'
import { lazy } from '../../base/lazy.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import type { Settings } from '../../base/settings.ts'
import { encrypt, tryDecrypt } from './encryption.ts'
import { importNaming, type KeyNamespace, secretName } from './key-namespace.ts'
import { readRecord, writeRecord } from './store.ts'

/**
 * The naming keys of earlier CREDENTIALS_KEYs, encrypted with the current one. A named key's record is found by an HMAC
 * of the key, which only its holder has, so the record cannot be renamed before the key is used.
 */
export const NAMES = 'names'
/** The oldest are dropped: records that were not used over this many changes of CREDENTIALS_KEY are no longer found. */
const MOST_NAMES = 10
/** How long an isolate caches what it read, in milliseconds. */
const CACHE_MS = 60_000

const encryptedNames = lazy(() => z.object({ iv: z.string(), data: z.string() }))

const getMemory = perIsolateCache((): { names: string[]; until: number } => ({ names: [], until: 0 }))

async function readNames(settings: Settings): Promise<string[]> {
  const stored = await readRecord(settings, () => NAMES)
  const { data: encrypted } = encryptedNames().safeParse(stored?.value)
  const decrypted = encrypted && (await tryDecrypt(settings.env, NAMES, encrypted))
  return decrypted ? z.array(z.string()).parse(JSON.parse(decrypted.text)) : []
}

/** The names that a text may have had before, latest first. @param now epoch milliseconds */
export async function earlierNames(settings: Settings, text: string, now: number): Promise<string[]> {
  const memory = getMemory(settings)
  if (now >= memory.until) {
    memory.names = await readNames(settings)
    memory.until = now + CACHE_MS
  }
  return Promise.all(memory.names.map(async (name) => secretName({ naming: await importNaming(name) }, text)))
}

/** Stores the naming key of a namespace, so that its records are found under the current label. */
export async function keepNames(settings: Settings, previous: KeyNamespace): Promise<void> {
  const before = await readNames(settings)
  if (before.includes(previous.name)) return
  const names = [previous.name, ...before].slice(0, MOST_NAMES)
  await writeRecord(settings, () => NAMES, JSON.stringify(await encrypt(settings.env, NAMES, JSON.stringify(names))))
  getMemory(settings).until = 0
}
