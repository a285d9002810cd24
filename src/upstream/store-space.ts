import { remembered } from '../base/remembered.ts'
import type { Settings } from '../base/settings.ts'
import { deriveSpace, type Space } from './space.ts'
import { keyBytes, type VaultKeys } from './vault.ts'

const spaces = remembered(() => new Map<keyof VaultKeys, Space>())

/** The space of CREDENTIALS_KEY. Throws 500 naming it when it is unset or no key. */
export const presentSpace = (settings: Settings): Promise<Space> => getSpace(settings, 'CREDENTIALS_KEY')

/** The space of CREDENTIALS_KEY_PREVIOUS, undefined without one. Throws 500 naming it when it is no key. */
export const previousSpace = async (settings: Settings): Promise<Space | undefined> =>
  settings.env.CREDENTIALS_KEY_PREVIOUS ? getSpace(settings, 'CREDENTIALS_KEY_PREVIOUS') : undefined

async function getSpace(settings: Settings, name: keyof VaultKeys): Promise<Space> {
  const known = spaces(settings).get(name)
  if (known) return known
  const space = await deriveSpace(keyBytes(name, settings.env[name]))
  spaces(settings).set(name, space)
  return space
}
