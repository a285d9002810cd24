import { GatewayError } from '../../base/errors.ts'
import type { Settings } from '../../base/settings.ts'
import type { Encrypted } from './cipher.ts'
import { dataKey } from './data-key.ts'
import { decrypt, encrypt } from './encryption.ts'

/**
 * The records of STORE, encrypted with the data key. Their names begin with its id, so two deployments that share a
 * namespace by mistake read nothing of each other.
 */
const fullName = async (settings: Settings, name: string) => `${(await dataKey(settings)).id}/${name}`

/** A JSON value. Undefined when there is none. Throws 500 with CREDENTIALS_KEY when it cannot be decrypted. */
export async function readRecord(settings: Settings, name: string): Promise<unknown> {
  const encrypted = await settings.env.STORE.get<Encrypted>(await fullName(settings, name), 'json')
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
