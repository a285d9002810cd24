import { misconfigured } from '../../../base/errors.ts'
import type { Settings } from '../../../base/settings.ts'
import { earlierNames } from '../../../upstream/credentials/earlier-names.ts'
import { type KeyNamespace, secretName } from '../../../upstream/credentials/key-namespace.ts'
import {
  deleteStored,
  listStored,
  putStored,
  readLocation,
  readStored,
  type Stored,
  type StoredLocation,
  writeStored,
} from '../../../upstream/credentials/store.ts'
import { presentSpace } from '../../../upstream/credentials/store-namespace.ts'
import { canKeep } from '../../../upstream/credentials/stored-credentials.ts'
import { type KeyRecord, keyRecord } from './key-record.ts'
import { formatKey } from './keys.ts'

/** The name that holds the HMAC of the key, by a key of this deployment: the key itself is never stored. */
const recordName = async (space: KeyNamespace, key: string) => `keys/${await secretName(space, key)}`

/**
 * The record of a key; undefined for an unknown one. Without CREDENTIALS_KEY there is none. Throws 500 for a record that
 * is not valid.
 */
export async function readKey(settings: Settings, key: string, now: number): Promise<KeyRecord | undefined> {
  if (!canKeep(settings)) return undefined
  const stored: EarlierStored | undefined =
    (await readStored(settings, (space) => recordName(space, key))) ?? (await readByEarlierName(settings, key, now))
  if (!stored) return undefined
  const { success, data } = keyRecord().safeParse(stored.value)
  if (!success) throw misconfigured('the stored record of this API key is not valid: create the key again')
  // It can be read as it is, and is kept anew another time where STORE does not take it now.
  if (stored.isOld) await keepAgain(settings, key, data, stored).catch(() => {})
  return data
}

/** A record that was moved from an earlier CREDENTIALS_KEY, under the name that it had there. */
async function readByEarlierName(settings: Settings, key: string, now: number): Promise<EarlierStored | undefined> {
  const space = await presentSpace(settings)
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

/** Keeps the record of a key. Throws 500 naming CREDENTIALS_KEY, and 503 when STORE does not take it. */
export const keepKey = (settings: Settings, key: string, record: KeyRecord): Promise<void> =>
  writeStored(settings, (space) => recordName(space, key), JSON.stringify(record), record)

/** Makes a key of 32 random bytes and keeps its record. Throws as `keepKey` does. */
export async function makeKey(
  settings: Settings,
  fields: Omit<KeyRecord, 'id'>,
): Promise<{ key: string; record: KeyRecord }> {
  const key = formatKey(crypto.getRandomValues(new Uint8Array(32)))
  const record = { id: await getId(settings, key), ...fields }
  await keepKey(settings, key, record)
  return { key, record }
}

/** The id of a key that is made now: the first 16 hex digits of its name in STORE. */
export const getId = async (settings: Settings, key: string): Promise<string> =>
  (await secretName(await presentSpace(settings), key)).slice(0, 16)

/** A record, and where it stands: in two places while it is moved to another CREDENTIALS_KEY. */
export interface StoredKey {
  places: StoredLocation[]
  record: KeyRecord
}

/** All named keys of the deployment, the oldest first. Throws 500 naming CREDENTIALS_KEY when that is no key. */
export async function listKeys(settings: Settings): Promise<StoredKey[]> {
  if (!canKeep(settings)) return []
  const kept = new Map<string, StoredKey>()
  for (const { metadata, ...place } of await listStored(settings, 'keys/')) {
    const { data: record } = keyRecord().safeParse(metadata)
    // That of the present key comes first; the one before it is on its way out.
    const known = record && kept.get(record.id)
    if (known) known.places.push(place)
    else if (record) kept.set(record.id, { places: [place], record })
  }
  return [...kept.values()].sort((one, other) => one.record.created_at.localeCompare(other.record.created_at))
}

/** Keeps another record in place of one, wherever it stands. Throws 503 when STORE does not take it. */
export async function changeKey(settings: Settings, { places }: StoredKey, record: KeyRecord): Promise<void> {
  for (const place of places) await putStored(settings, place, JSON.stringify(record), record)
}

/** Deletes the record of a key, under the key before as well. Throws 503 when STORE does not take it. */
export async function deleteKey(settings: Settings, id: string): Promise<void> {
  for (const { metadata, ...place } of await listStored(settings, 'keys/')) {
    if (keyRecord().safeParse(metadata).data?.id === id) await deleteStored(settings, place)
  }
}
