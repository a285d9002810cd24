import { GatewayError, misconfigured } from '../base/errors.ts'
import type { Settings } from '../base/settings.ts'
import { decryptWithKey, type Encrypted, encryptWithKey } from './cipher.ts'
import { type DataKey, dataKey, expectDataKeyId } from './data-key.ts'

/**
 * The records of STORE, encrypted with the data key. Their names begin with its id, so two deployments that share a
 * namespace by mistake read nothing of each other.
 */
const fullName = async (settings: Settings, name: string) => `${(await dataKey(settings)).id}/${name}`

/**
 * A JSON value. Undefined when there is none. Throws 500 with CREDENTIALS_KEY when it cannot be decrypted. A new isolate
 * reads it while it opens the data key, and again if that turns out to be another one than expected.
 *
 * @param open opens the data key
 */
export async function readRecord(
  settings: Settings,
  name: string,
  open = (): Promise<DataKey> => dataKey(settings),
): Promise<unknown> {
  const read = (id: string) => settings.env.STORE.get<Encrypted>(`${id}/${name}`, 'json')
  const expected = expectDataKeyId(settings)
  const early = read(expected)
  // The error of the data key is thrown first: without the key no record counts.
  early.catch(() => {})
  const { id } = await open()
  const encrypted = await (id === expected ? early : read(id))
  return encrypted === null ? undefined : JSON.parse(await decrypt(settings, name, encrypted))
}

/** @param text JSON. Throws 503 when STORE does not accept it. */
export async function writeRecord(settings: Settings, name: string, text: string): Promise<void> {
  const encrypted = await encrypt(settings, name, text)
  await taken(settings.env.STORE.put(await fullName(settings, name), JSON.stringify(encrypted)))
}

/** Throws 503 when STORE does not accept it. */
export async function deleteRecord(settings: Settings, name: string): Promise<void> {
  await taken(settings.env.STORE.delete(await fullName(settings, name)))
}

/** A change of STORE. There must be a second between two changes of a record, and a free plan has 1,000 a day. */
async function taken(change: Promise<void>): Promise<void> {
  try {
    await change
  } catch {
    throw new GatewayError(503, 'the storage of this gateway did not take the change: try again in a few seconds', {
      headers: { 'Retry-After': '2' },
    })
  }
}

/** Whether the deployment can store secrets, which then can change while an isolate lives. */
export const hasEncryptionKey = ({ env }: Pick<Settings, 'env'>): boolean => Boolean(env.CREDENTIALS_KEY)

/**
 * Encrypts a text for storage with the data key. The storage location is additional data, so a record that was moved
 * elsewhere cannot be decrypted. Throws like `dataKey`.
 */
export const encrypt = async (settings: Settings, place: string, text: string): Promise<Encrypted> =>
  encryptWithKey((await dataKey(settings)).records, place, text)

/** Decrypts a text for this location. Throws 500 with CREDENTIALS_KEY when the data key does not decrypt it. */
export async function decrypt(settings: Settings, place: string, encrypted: Encrypted): Promise<string> {
  const text = await tryDecrypt(settings, place, encrypted)
  if (text !== undefined) return text
  throw misconfigured(
    'a stored credential cannot be decrypted: neither CREDENTIALS_KEY nor CREDENTIALS_KEY_PREVIOUS encrypted it',
  )
}

/** Like `decrypt`, but undefined when the data key does not decrypt it. */
export const tryDecrypt = async (
  settings: Settings,
  place: string,
  encrypted: Encrypted,
): Promise<string | undefined> => decryptWithKey((await dataKey(settings)).records, place, encrypted)
