/**
 * The part of STORE that belongs to one CREDENTIALS_KEY (decisions.md section 1.3). Two deployments that share a KV
 * namespace have different ones, so neither finds a record of the other.
 */
export interface KeyNamespace {
  /** The prefix of its records' names: 16 hex digits. */
  readonly label: string
  /** Computes names that do not reveal their source. */
  readonly naming: CryptoKey
  /** The bytes of that key, in base64. */
  readonly name: string
}

/** Derives it from the 32 bytes of the key, with HKDF-SHA-256 without a salt (docs/storage.md). */
export async function deriveNamespace(key: Uint8Array<ArrayBuffer>): Promise<KeyNamespace> {
  const material = await crypto.subtle.importKey('raw', key, 'HKDF', false, ['deriveBits'])
  const [label, bytes] = await Promise.all([
    crypto.subtle.deriveBits(hkdf('latchkey store label'), material, 64),
    crypto.subtle.deriveBits(hkdf('latchkey key names'), material, 256),
  ])
  const name = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return { label: hex(label), naming: await importNaming(name), name }
}

/** Imports an HMAC key from its bytes in base64. */
export const importNaming = (name: string): Promise<CryptoKey> =>
  crypto.subtle.importKey(
    'raw',
    Uint8Array.from(atob(name), (sign) => sign.charCodeAt(0)),
    HMAC,
    false,
    ['sign'],
  )

/** A name that only this namespace has for the text: its HMAC-SHA-256, 64 hex digits. */
export const secretName = async ({ naming }: Pick<KeyNamespace, 'naming'>, text: string): Promise<string> =>
  hex(await crypto.subtle.sign('HMAC', naming, encode(text)))

const HMAC = { name: 'HMAC', hash: 'SHA-256', length: 256 }
const hkdf = (info: string) => ({ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encode(info) })
const encode = (text: string) => new TextEncoder().encode(text)
const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
