import { misconfigured } from '../../../base/errors.ts'
import type { Settings } from '../../../base/settings.ts'
import { deleteKeyToken } from '../../../upstream/credentials/key-tokens.ts'
import { earlierNames } from '../../../upstream/store/earlier-names.ts'
import { hasEncryptionKey } from '../../../upstream/store/encryption.ts'
import { type KeyNamespace, secretName } from '../../../upstream/store/key-namespace.ts'
import { presentNamespace } from '../../../upstream/store/key-namespaces.ts'
import {
  deleteStored,
  listStored,
  putStored,
  readLocation,
  readRecord,
  type Stored,
  type StoredLocation,
  writeRecord,
} from '../../../upstream/store/store.ts'
import { type KeyRecord, keyRecord } from './key-record.ts'
import { formatKey, getPrefix } from './keys.ts'

/** The record's name is an HMAC of the key, made with a key of this deployment. The API key itself is never stored. */
const recordName = async (space: KeyNamespace, key: string) => `keys/${await secretName(space, key)}`

/** The record of a key. Undefined for an unknown one, and without CREDENTIALS_KEY. Throws 500 for an invalid record. */
export async function readKey(settings: Settings, key: string, now: number): Promise<KeyRecord | undefined> {
  if (!hasEncryptionKey(settings)) return undefined
  const stored: EarlierStored | undefined =
    (await readRecord(settings, (space) => recordName(space, key))) ?? (await readByEarlierName(settings, key, now))
  if (!stored) return undefined
  const { success, data } = keyRecord().safeParse(stored.value)
  if (!success) throw misconfigured('the stored record of this API key is not valid: create the key again')
  // It is readable. If STORE does not accept the write now, it is written again another time.
  if (stored.isOld) await keepAgain(settings, key, data, stored).catch(() => {})
  return data
}

/** A record that was moved from an earlier CREDENTIALS_KEY, under its earlier name. */
async function readByEarlierName(settings: Settings, key: string, now: number): Promise<EarlierStored | undefined> {
  const space = await presentNamespace(settings)
  for (const name of await earlierNames(settings, key, now)) {
    const earlier = { space, name: `keys/${name}` }
    const text = await readLocation(settings, earlier)
    if (text !== null) return { value: JSON.parse(text), isOld: true, earlier }
  }
  return undefined
}

type EarlierStored = Stored & { earlier?: StoredLocation }

async function keepAgain(settings: Settings, key: string, record: KeyRecord, { earlier }: EarlierStored) {
  await keepKey(settings, key, record)
  if (earlier) await deleteStored(settings, earlier)
}

/**
 * Stores the record of a key. Throws 500 with CREDENTIALS_KEY when that is not set, and 503 when STORE does not accept
 * it.
 */
export const keepKey = (settings: Settings, key: string, record: KeyRecord): Promise<void> =>
  writeRecord(settings, (space) => recordName(space, key), JSON.stringify(record), record)

/** Creates a key of 32 random bytes and stores its record. Throws like `keepKey`. */
export async function makeKey(
  settings: Settings,
  fields: Omit<KeyRecord, 'id' | 'prefix'>,
): Promise<{ key: string; record: KeyRecord }> {
  const key = formatKey(crypto.getRandomValues(new Uint8Array(32)))
  const record = { ...fields, id: await getId(settings, key), prefix: getPrefix(key) }
  await keepKey(settings, key, record)
  return { key, record }
}

/** The id of a new key: the first 16 hex digits of its name in STORE. */
export const getId = async (settings: Settings, key: string): Promise<string> =>
  (await secretName(await presentNamespace(settings), key)).slice(0, 16)

/** A record and its locations: two while it is being moved to another CREDENTIALS_KEY. */
export interface StoredKey {
  places: StoredLocation[]
  record: KeyRecord
}

/** All named keys of the deployment, oldest first. Throws 500 with CREDENTIALS_KEY when that is invalid. */
export async function listKeys(settings: Settings): Promise<StoredKey[]> {
  if (!hasEncryptionKey(settings)) return []
  const stored = new Map<string, StoredKey>()
  for (const { metadata, ...place } of await listStored(settings, 'keys/')) {
    const { data: record } = keyRecord().safeParse(metadata)
    // The record of the current CREDENTIALS_KEY comes first. The other one is about to be deleted.
    const known = record && stored.get(record.id)
    if (known) known.places.push(place)
    else if (record) stored.set(record.id, { places: [place], record })
  }
  return [...stored.values()].sort((one, other) => one.record.created_at.localeCompare(other.record.created_at))
}

/** Replaces a record at all its locations. Throws 503 when STORE does not accept it. */
export async function changeKey(settings: Settings, { places }: StoredKey, record: KeyRecord): Promise<void> {
  for (const place of places) await putStored(settings, place, JSON.stringify(record), record)
}

/**
 * Deletes the record of a key with its workspace token, including those of the previous CREDENTIALS_KEY. Throws 503
 * when STORE does not accept it.
 */
export async function deleteKey(settings: Settings, id: string): Promise<void> {
  // Also without `has_workspace_token`: an interrupted change may have left one.
  await deleteKeyToken(settings, id)
  for (const { metadata, ...place } of await listStored(settings, 'keys/')) {
    const { data: record } = keyRecord().safeParse(metadata)
    if (record?.id === id) await deleteStored(settings, place)
  }
}
