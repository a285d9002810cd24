import { misconfigured } from '../../base/errors.ts'
import type { Settings } from '../../base/settings.ts'
import { type Encrypted, seal, unseal } from './cipher.ts'
import { dataKey } from './data-key.ts'

export type { Encrypted } from './cipher.ts'

/** Whether the deployment can store secrets, which then can change while an isolate lives. */
export const hasEncryptionKey = ({ env }: Pick<Settings, 'env'>): boolean => Boolean(env.CREDENTIALS_KEY)

/**
 * Encrypts a text for storage with the data key. The storage location is additional data, so a record that was moved
 * elsewhere cannot be decrypted. Throws like `dataKey`.
 */
export const encrypt = async (settings: Settings, place: string, text: string): Promise<Encrypted> =>
  seal((await dataKey(settings)).records, place, text)

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
): Promise<string | undefined> => unseal((await dataKey(settings)).records, place, encrypted)
