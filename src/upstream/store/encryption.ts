import { misconfigured } from '../../base/errors.ts'

/** Text encrypted by `encrypt`, both parts in base64. */
export interface Encrypted {
  iv: string
  data: string
}

/** The encryption keys of a deployment (decisions.md section 1). */
export interface EncryptionKeys {
  readonly CREDENTIALS_KEY?: string
  /** The previous key, which still decrypts what it encrypted. */
  readonly CREDENTIALS_KEY_PREVIOUS?: string
}

/** Whether the deployment can store secrets, which then can change while an isolate lives (decisions.md section 1). */
export const hasEncryptionKey = ({ env }: { readonly env: EncryptionKeys }): boolean => Boolean(env.CREDENTIALS_KEY)

export interface Decrypted {
  text: string
  /** Whether it was encrypted with CREDENTIALS_KEY_PREVIOUS, and should be encrypted again. */
  isOld: boolean
}

/**
 * Encrypts a text for storage: AES-256-GCM with CREDENTIALS_KEY and a new 96-bit nonce. The storage location is
 * additional data, so a record that was moved elsewhere cannot be decrypted.
 */
export async function encrypt({ CREDENTIALS_KEY }: EncryptionKeys, place: string, text: string): Promise<Encrypted> {
  const key = await importKey('CREDENTIALS_KEY', CREDENTIALS_KEY)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const data = await crypto.subtle.encrypt(algorithm(iv, place), key, new TextEncoder().encode(text))
  return { iv: toBase64(iv), data: toBase64(new Uint8Array(data)) }
}

/** Decrypts a text for this location. Throws 500 with CREDENTIALS_KEY when neither key decrypts it. */
export async function decrypt(keys: EncryptionKeys, place: string, encrypted: Encrypted): Promise<Decrypted> {
  const decrypted = await tryDecrypt(keys, place, encrypted)
  if (decrypted) return decrypted
  throw misconfigured(
    'a stored credential cannot be decrypted: neither CREDENTIALS_KEY nor CREDENTIALS_KEY_PREVIOUS encrypted it',
  )
}

/** Like `decrypt`, but undefined when neither key decrypts it. Throws 500 with the name of an invalid key setting. */
export async function tryDecrypt(
  keys: EncryptionKeys,
  place: string,
  encrypted: Encrypted,
): Promise<Decrypted | undefined> {
  const text = await open(await importKey('CREDENTIALS_KEY', keys.CREDENTIALS_KEY), place, encrypted)
  if (text !== undefined) return { text, isOld: false }
  if (!keys.CREDENTIALS_KEY_PREVIOUS) return undefined
  const previous = await importKey('CREDENTIALS_KEY_PREVIOUS', keys.CREDENTIALS_KEY_PREVIOUS)
  const old = await open(previous, place, encrypted)
  return old === undefined ? undefined : { text: old, isOld: true }
}

async function open(key: CryptoKey, place: string, { iv, data }: Encrypted): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(
      await crypto.subtle.decrypt(algorithm(fromBase64(iv), place), key, fromBase64(data)),
    )
  } catch {
    return undefined
  }
}

async function importKey(name: keyof EncryptionKeys, base64: string | undefined): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', keyBytes(name, base64), 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** The 32 bytes of a key. Throws 500 with the setting's name when it is not set or invalid. */
export function keyBytes(name: keyof EncryptionKeys, base64: string | undefined): Uint8Array<ArrayBuffer> {
  if (!base64) throw misconfigured(`${name} is not set, and stored credentials need it`)
  if (!KEY.test(base64)) throw misconfigured(`${name} must be 32 bytes in base64`)
  return fromBase64(base64)
}

const algorithm = (iv: Uint8Array, place: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(place),
})

/** 32 bytes in base64, with or without padding. */
const KEY = /^[A-Za-z0-9+/]{43}=?$/
const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
