/**
 * The part of STORE that belongs to one CREDENTIALS_KEY (decisions.md section 1.3). Two deployments that share a KV
 * namespace have different ones, so neither finds a record of the other.
 */
export interface KeyNamespace {
  /** The prefix of its records' names: 16 hex digits. */
  readonly label: string
}

/** Derives it from the 32 bytes of the key, with HKDF-SHA-256 without a salt (docs/storage.md). */
export async function deriveNamespace(key: Uint8Array<ArrayBuffer>): Promise<KeyNamespace> {
  const material = await crypto.subtle.importKey('raw', key, 'HKDF', false, ['deriveBits'])
  const info = new TextEncoder().encode('latchkey store label')
  const label = await crypto.subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
    material,
    64,
  )
  return { label: hex(label) }
}

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
