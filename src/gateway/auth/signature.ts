import { fromBase64Url, sameText, toBase64Url } from '../../base/crypto.ts'
import type { Settings } from '../../base/settings.ts'
import { dataKey, hkdf } from '../../upstream/data-key.ts'

/** Each use has a separate signing key, so that a signature is not valid for another use (docs/storage.md). */
export type SignedUse =
  | 'admin session'
  | 'social state'
  | 'oauth grant'
  | 'oauth client'
  | 'connect link'
  | 'subscription owner'
  | 'confirmation'
  | 'passkey challenge'
  | 'admin device'

/**
 * HMAC-SHA-256 of a text in base64url, with a key that HKDF derives from a secret, which is ADMIN_KEY: a new one
 * invalidates signatures.
 */
export async function sign(adminKey: string, use: SignedUse, text: string): Promise<string> {
  const key = await derivedKey(adminKey, use)
  return toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, encode(text))))
}

/** Verifies the signature of a text, in constant time. */
export async function isSigned(adminKey: string, use: SignedUse, text: string, signature: string): Promise<boolean> {
  const bytes = fromBase64Url(signature)
  return bytes !== undefined && crypto.subtle.verify('HMAC', await derivedKey(adminKey, use), bytes, encode(text))
}

async function derivedKey(adminKey: string, use: SignedUse): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', encode(adminKey), 'HKDF', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encode(`latchkey ${use}`) },
    material,
    { name: 'HMAC', hash: 'SHA-256', length: 256 },
    false,
    ['sign', 'verify'],
  )
}

const encode = (text: string) => new TextEncoder().encode(text)

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
