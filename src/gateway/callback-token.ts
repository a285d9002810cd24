import { toBase64Url } from '../base/base64url.ts'
import { sameText } from '../base/digest.ts'
import type { Settings } from '../base/settings.ts'
import { type EncryptionKeys, keyBytes } from '../upstream/store/encryption.ts'

/**
 * The token of a callback URL: HMAC-SHA-256 of a text with a key that HKDF derives from CREDENTIALS_KEY for the purpose
 * (docs/storage.md), 32 bytes in base64url. Throws 500 with CREDENTIALS_KEY when that is not set or invalid.
 */
export const callbackToken = (settings: Settings, purpose: string, text: string): Promise<string> =>
  tokenBy(settings, 'CREDENTIALS_KEY', purpose, text)

/**
 * Whether the token belongs to the text. Products use callback URLs for weeks, so CREDENTIALS_KEY_PREVIOUS is accepted
 * as well.
 */
export async function isCallbackToken(
  settings: Settings,
  purpose: string,
  text: string,
  token: string,
): Promise<boolean> {
  if (await sameText(token, await callbackToken(settings, purpose, text))) return true
  if (!settings.env.CREDENTIALS_KEY_PREVIOUS) return false
  return sameText(token, await tokenBy(settings, 'CREDENTIALS_KEY_PREVIOUS', purpose, text))
}

async function tokenBy({ env }: Settings, name: keyof EncryptionKeys, purpose: string, text: string): Promise<string> {
  const material = await crypto.subtle.importKey('raw', keyBytes(name, env[name]), 'HKDF', false, ['deriveKey'])
  const key = await crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encode(purpose) },
    material,
    { name: 'HMAC', hash: 'SHA-256', length: 256 },
    false,
    ['sign'],
  )
  return toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, encode(text))))
}

const encode = (text: string) => new TextEncoder().encode(text)
