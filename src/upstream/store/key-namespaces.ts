import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import type { Settings } from '../../base/settings.ts'
import { type EncryptionKeys, keyBytes } from './encryption.ts'
import { deriveNamespace, type KeyNamespace } from './key-namespace.ts'

const spaces = perIsolateCache(() => new Map<keyof EncryptionKeys, KeyNamespace>())

/** The namespace of CREDENTIALS_KEY. Throws 500 with the name of the setting when it is missing or invalid. */
export const presentNamespace = (settings: Settings): Promise<KeyNamespace> => getNamespace(settings, 'CREDENTIALS_KEY')

/** The namespace of CREDENTIALS_KEY_PREVIOUS. Undefined when not set. Throws 500 with its name when invalid. */
export const previousNamespace = async (settings: Settings): Promise<KeyNamespace | undefined> =>
  settings.env.CREDENTIALS_KEY_PREVIOUS ? getNamespace(settings, 'CREDENTIALS_KEY_PREVIOUS') : undefined

async function getNamespace(settings: Settings, name: keyof EncryptionKeys): Promise<KeyNamespace> {
  const known = spaces(settings).get(name)
  if (known) return known
  const space = await deriveNamespace(keyBytes(name, settings.env[name]))
  spaces(settings).set(name, space)
  return space
}
