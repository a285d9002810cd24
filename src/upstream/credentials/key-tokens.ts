import * as z from 'zod/mini'
import { misconfigured } from '../../base/errors.ts'
import { lazy } from '../../base/lazy.ts'
import type { Settings } from '../../base/settings.ts'
import { decrypt, encrypt } from '../store/encryption.ts'
import { deleteRecord, readRecord, writeRecord } from '../store/store.ts'

/** The workspace tokens of named keys, encrypted, by the id of the key. */

export const KEY_TOKENS = 'key-tokens/'
const recordName = (id: string) => `key-tokens/${id}`

const encrypted = lazy(() => z.object({ iv: z.string(), data: z.string() }))

/** Stores the token of a key. Throws 500 without CREDENTIALS_KEY, and 503 when STORE does not accept it. */
export async function keepKeyToken(settings: Settings, id: string, token: string): Promise<void> {
  const record = await encrypt(settings.env, recordName(id), token)
  await writeRecord(settings, () => recordName(id), JSON.stringify(record))
}

/**
 * The token of a key. Undefined when there is none. One that the previous CREDENTIALS_KEY encrypted is encrypted again.
 * Throws 500 when it cannot be decrypted.
 */
export async function readKeyToken(settings: Settings, id: string): Promise<string | undefined> {
  const stored = await readRecord(settings, () => recordName(id))
  if (!stored) return undefined
  const { success, data } = encrypted().safeParse(stored.value)
  if (!success) throw misconfigured('the stored workspace token of this API key is not valid: store it again')
  const { text, isOld } = await decrypt(settings.env, recordName(id), data)
  // It is readable. If STORE does not accept the write now, it is written again another time.
  if (isOld || stored.isOld) await keepKeyToken(settings, id, text).catch(() => {})
  return text
}

/** Deletes the token of a key. Throws 503 when STORE does not accept it. */
export const deleteKeyToken = (settings: Settings, id: string): Promise<void> =>
  deleteRecord(settings, () => recordName(id))

/** Gives the token of a key to the key that replaces it. */
export async function copyKeyToken(settings: Settings, from: string, to: string): Promise<void> {
  const token = await readKeyToken(settings, from)
  if (token !== undefined) await keepKeyToken(settings, to, token)
}
