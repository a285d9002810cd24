import {
  ACCESS_NAME,
  type DeletedKey,
  type KeyChange,
  type KeyRecord,
  type KeyRoll,
  keyCopy,
  type NewKey,
  type RolledKey,
} from '../../../base/access.ts'
import { sha256Hex } from '../../../base/crypto.ts'
import type { Stub } from '../../../base/env.ts'
import { GatewayError, misconfigured, type Outcome, unwrap } from '../../../base/errors.ts'
import type { Settings } from '../../../base/settings.ts'
import { keyBytes } from '../../../upstream/data-key.ts'
import { hasEncryptionKey, readRecord } from '../../../upstream/store.ts'
import { askAccess } from '../access-store.ts'
import { keyRecord } from './key-record.ts'
import { formatKey, getPrefix } from './keys.ts'

/**
 * The record of a key, from its copy in STORE. Undefined for an unknown one, and without CREDENTIALS_KEY. Throws 500
 * for an invalid record.
 */
export async function readKey(settings: Settings, digest: string): Promise<KeyRecord | undefined> {
  if (!hasEncryptionKey(settings)) return undefined
  const stored = await readRecord(settings, keyCopy(digest))
  if (stored === undefined) return undefined
  const { success, data } = keyRecord().safeParse(stored)
  if (!success) throw misconfigured('the stored record of this API key is not valid: create the key again')
  return data
}

/** Throws 500 with CREDENTIALS_KEY when that is missing or invalid. */
const checkEncryptionKey = ({ env }: Settings): unknown => keyBytes('CREDENTIALS_KEY', env.CREDENTIALS_KEY)

/** All named keys of the deployment, oldest first. */
export const listKeys = async (settings: Settings): Promise<KeyRecord[]> =>
  hasEncryptionKey(settings) ? askAccess(settings, (access) => access.listKeys()) : []

/** Creates a key of 32 random bytes. Throws 500 with CREDENTIALS_KEY when that is missing or invalid. */
export async function createKey(
  settings: Settings,
  fields: Omit<NewKey, 'digest' | 'prefix'>,
): Promise<{ key: string; record: KeyRecord }> {
  checkEncryptionKey(settings)
  const { key, ...identity } = await newKey()
  return { key, record: await decide(settings, (keys) => keys.createKey({ ...fields, ...identity })) }
}

/** Replaces a key by a new one of 32 random bytes. */
export async function rollKey(
  settings: Settings,
  id: string,
  roll: Omit<KeyRoll, 'digest' | 'prefix'>,
): Promise<RolledKey & { key: string }> {
  const { key, ...identity } = await newKey()
  return { key, ...(await decide(settings, (keys) => keys.rollKey(id, { ...roll, ...identity }))) }
}

export async function changeKey(settings: Settings, id: string, change: KeyChange): Promise<KeyRecord> {
  if (change.workspace_token) checkEncryptionKey(settings)
  return decide(settings, (keys) => keys.changeKey(id, change))
}

export const deleteKey = (settings: Settings, id: string): Promise<DeletedKey> =>
  decide(settings, (keys) => keys.deleteKey(id))

async function newKey(): Promise<{ key: string; digest: string; prefix: string }> {
  const key = formatKey(crypto.getRandomValues(new Uint8Array(32)))
  return { key, digest: await sha256Hex(key), prefix: getPrefix(key) }
}

/** Has ACCESS decide a change. Throws what it refuses, and 503 when it does not respond. */
async function decide<Value>(
  { env }: Settings,
  change: (keys: Stub<'ACCESS'>) => Promise<Outcome<Value>>,
): Promise<Value> {
  let decided: Outcome<Value>
  try {
    decided = await change(env.ACCESS.getByName(ACCESS_NAME))
  } catch {
    throw new GatewayError(
      503,
      'the keys of this gateway did not answer, and it is not known whether the change was made: look at the list of keys before you try again',
      { headers: { 'Retry-After': '5' } },
    )
  }
  return unwrap(decided)
}
