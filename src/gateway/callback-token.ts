import { sameText, toBase64Url } from '../base/crypto.ts'
import type { Settings } from '../base/settings.ts'
import { dataKey, hkdf } from '../upstream/data-key.ts'

/**
 * The token of a callback URL: HMAC-SHA-256 of a text with a key that HKDF derives from the data key for the purpose
 * (docs/storage.md), 32 bytes in base64url. Products use such URLs for weeks, and a new CREDENTIALS_KEY does not change
 * them. Throws like `dataKey`.
 */
export async function callbackToken(settings: Settings, purpose: string, text: string): Promise<string> {
  const { material } = await dataKey(settings)
  const algorithm = { name: 'HMAC', hash: 'SHA-256', length: 256 }
  const key = await crypto.subtle.deriveKey(hkdf(purpose), material, algorithm, false, ['sign'])
  return toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))))
}

/** Whether the token belongs to the text. */
export const isCallbackToken = async (
  settings: Settings,
  purpose: string,
  text: string,
  token: string,
): Promise<boolean> => sameText(token, await callbackToken(settings, purpose, text))
