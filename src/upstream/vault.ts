import { misconfigured } from '../gateway/errors.ts'

/**
 * Encryption of credentials kept at run time: AES-256-GCM under CREDENTIALS_KEY, with a fresh 96-bit nonce for each
 * text and the place where it is kept as additional data, so that a record moved elsewhere does not open.
 */
export interface Sealed {
  iv: string
  data: string
}

export async function seal(credentialsKey: string | undefined, place: string, text: string): Promise<Sealed> {
  const key = await importKey(credentialsKey)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const data = await crypto.subtle.encrypt(algorithm(iv, place), key, new TextEncoder().encode(text))
  return { iv: toBase64(iv), data: toBase64(new Uint8Array(data)) }
}

/** Throws 500 naming CREDENTIALS_KEY when the record does not open with it: there is no silent fall-back. */
export async function unseal(credentialsKey: string | undefined, place: string, sealed: Sealed): Promise<string> {
  const key = await importKey(credentialsKey)
  try {
    const data = await crypto.subtle.decrypt(algorithm(fromBase64(sealed.iv), place), key, fromBase64(sealed.data))
    return new TextDecoder().decode(data)
  } catch {
    throw misconfigured('a stored credential cannot be decrypted: CREDENTIALS_KEY is not the key it was kept under')
  }
}

async function importKey(base64: string | undefined): Promise<CryptoKey> {
  if (!base64) throw misconfigured('CREDENTIALS_KEY is not set, and stored credentials need it')
  if (!KEY.test(base64)) throw misconfigured('CREDENTIALS_KEY must be 32 bytes in base64')
  return crypto.subtle.importKey('raw', fromBase64(base64), 'AES-GCM', false, ['encrypt', 'decrypt'])
}

const algorithm = (iv: Uint8Array, place: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(place),
})

/** 32 bytes in base64, with or without its padding. */
const KEY = /^[A-Za-z0-9+/]{43}=?$/
const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
